// Where a row without a value goes, in three acts on one stage: the packet of rows that is tried on both sides of a cut;
// features that stand in for another; categories, whose partitions are points. Each act says what it draws, and its question.
import { openGuess, placeIn, putTop, tellGuess } from "../../stage/kit/guess.js"
import { wireDrag, wireOver, wireRows } from "../../stage/kit/pointing.js"
import { note, put, say, set, toggle } from "../../stage/kit/svg.js"
import { partitions } from "./view_categories.js"
import { isAsking, stepSaid } from "./view_model.js"
import { packet } from "./view_packet.js"
import { standIns } from "./view_standins.js"

const STEP_MS = 1100,
  CLICK = 5 // pixels that a press may move and be a click

const ACTS = { missing: packet, surrogates: standIns, categories: partitions }
const NEXT = { missing: ["Surrogates", "surrogates"], surrogates: ["Categories", "categories"] }
const actOf = S => ACTS[S.record.act]

const LAYOUT = {
  right:
    `<div class="head"><b data-part="treehead"></b><span class="note" data-part="treenote"></span></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Second view"></svg></div>` +
    `<div class="head second"><b data-part="wayhead"></b><span class="note" data-part="waynote"></span></div>` +
    `<div class="ways" data-part="ways"><svg data-part="waybox" role="group" aria-label="What it gains"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Sums"></div>`,
}

const build = S => {
  const { own } = S
  Object.assign(own, { pick: null, said: null, what: null, hold: null, over: null, isFresh: false, seen: own.seen ?? 0 })
  S.root.dataset.act = S.record.act
  actOf(S).build?.(S)
}

const wire = S => {
  const { own, parts } = S,
    { picture, strip } = parts
  strip.insertAdjacentHTML("beforeend", '<svg class="marks" aria-hidden="true"></svg>')
  parts.marks = strip.querySelector(".marks")
  wireDrag(S, picture, {
    starts: event => {
      if (event.button || event.target.closest(".handle") || !S.resting() || isAsking(S)) return false
      own.from = placeIn(S, picture, event)
      return (own.hold = actOf(S).hold?.(S, own.from) ?? null)
    },
    by: event => pull(S, placeIn(S, picture, event)),
    end: () => drop(S),
  })
  S.listen(picture, "click", event => {
    const at = placeIn(S, picture, event)
    if (isAsking(S)) choose(S, at)
    else if (S.resting()) actOf(S).click?.(S, at)
    S.ask()
  })
  wireRows(S, (_, at) => (isAsking(S) ? null : actOf(S).rowAt?.(S, at) ?? null))
  for (const name of ["treebox", "waybox"]) wireOver(S, parts[name], event => event.target.closest("[data-over]")?.dataset.over ?? null)
  S.listen(parts.treebox, "keydown", event => {
    const cell = event.target.closest("[data-cell]")
    if (!cell || (event.key !== "Enter" && event.key !== " ")) return
    actOf(S).press(S, cell)
    event.preventDefault()
  })
  S.listen(parts.waybox, "keydown", event => {
    if (!S.resting() || isAsking(S) || !actOf(S).key?.(S, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  })
  S.listen(S.root, "click", event => {
    if (event.target.closest("[data-do=ask]")) {
      Object.assign(own, { said: null, pick: null })
      S.act({ gap_told: 0, guess: null, partition: null })
    } else if (!event.target.closest("[data-skip]")) actOf(S).press(S, event.target)
    S.ask()
  })
}

const pull = (S, at) => {
  if (Math.hypot(at[0] - S.own.from[0], at[1] - S.own.from[1]) > CLICK) S.own.isPulled = true
  if (S.own.isPulled) actOf(S).pull(S, at)
  S.ask()
}

const drop = S => {
  if (S.own.isPulled) actOf(S).drop(S)
  Object.assign(S.own, { hold: null, isPulled: false })
  S.ask()
}

// --- the question

const choose = (S, at) => {
  const pick = actOf(S).picked(S, at)
  if (pick === null || !openGuess(S)) return
  S.own.pick = pick
  S.guess.dropped = actOf(S).isWhole?.(S) ?? true
  S.ask()
}

const tell = S => {
  const { record, own, at } = S
  own.said = own.pick
  S.act({ gap_told: 1 })
  S.go(record.answer, { ms: (actOf(S).revealMs(S) / S.speed) * (record.answer - Math.max(S.view, at.round)) })
}

const guess = {
  stops: [0.16, 1],
  step: S => (isAsking(S) ? S.at.round + 1 : null),
  prompt: S => actOf(S).prompt(S),
  offer: S => (isAsking(S) ? note(actOf(S).hint) : actOf(S).offer(S)),
  said: S => actOf(S).said(S),
  opened: S => {
    S.own.pick = null
  },
  drag: (S, at) => {
    S.own.pick = actOf(S).dragged(S, at)
  },
  nudge: (S, axis, by) => {
    S.own.pick = actOf(S).nudged(S, axis, by)
  },
  isSaid: S => S.own.pick !== null && (actOf(S).isWhole?.(S) ?? true),
  judged: S => ({ yours: S.own.pick, best: null, share: 0 }),
  sentence: S => actOf(S).offer(S),
  told: S => {
    tell(S)
    return true
  },
  skip: S => {
    openGuess(S)
    S.own.pick = null
    S.view = S.at.round + guess.stops[0] // the answer begins at once
    tellGuess(S, null)
  },
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts, at, record } = S
  if (isAsking(S)) own.seen = 0
  else if (at.guess === 0) own.seen = S.n
  else if (S.resting()) own.seen = Math.max(own.seen, at.round) // what was told stays on the strip
  toggle(S.root, "hides-future", own.seen < S.n)
  if (isAsking(S)) own.isFresh = true
  else if (S.resting()) {
    own.isFresh = false
    if (record.asked !== null && at.guess !== 0 && !at.gap_told && at.round !== record.asked) S.act({ gap_told: 1 })
  }
  if (isAsking(S) && !S.guess) own.pick = null
  const drawn = actOf(S).draw(S, S.isStart ? 0 : step, u)
  const cell = parts.treebox.getRootNode().activeElement?.dataset?.cell // it is drawn anew, and keeps the focus
  put(parts.moving, drawn.picture)
  putTop(S, drawn.top ?? "")
  put(parts.treebox, drawn.tree)
  put(parts.waybox, drawn.ways)
  for (const name of ["marks", "treehead", "treenote", "wayhead", "waynote", "sums"]) put(parts[name], drawn[name] ?? "")
  if (cell) parts.treebox.querySelector(`[data-cell="${cell}"]`)?.focus({ preventScroll: true })
  set(parts.waybox, "tabindex", drawn.keys ? "0" : "-1")
  put(parts.legend, actOf(S).legend(S))
  say(parts.readout, drawn.readout ?? "")
}

// The mark of the strip goes with what it is the mark of, but for the hand that drags it.
const where = S => {
  const { whereAt, askedAt } = actOf(S)
  if (isAsking(S)) return askedAt?.(S) ?? S.at.round
  return S.scrubs || S.isStart || !whereAt ? S.view : whereAt(S)
}

export const view = {
  ms: STEP_MS,
  layout: () => LAYOUT,
  steps: S => S.record.n_steps,
  tick: () => "",
  count: (S, step) => actOf(S).count(S, step === S.at.round ? stepSaid(S) : step),
  places: S => actOf(S).places(S),
  where,
  after: S => (S.turn && NEXT[S.record.act] ? () => S.turn({ part: NEXT[S.record.act][1] }) : null),
  beyond: S => NEXT[S.record.act][0],
  build,
  wire: [wire],
  measure: S => actOf(S).measure(S),
  still: S => put(S.parts.still, actOf(S).still?.(S) ?? ""),
  draw,
  runs: (S, now) => actOf(S).runs?.(S, now) ?? false,
  guess,
  card: (S, name) => actOf(S).card(S, name),
  strip: () => ({ lines: [] }),
}
