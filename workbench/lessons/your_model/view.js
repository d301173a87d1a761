// A model's file: its splits as lines in the plane of lambda and eta, then all that follows, round by round. Asked are
// lambda and eta, on their scales or where they cross.
import { PICTURE } from "../../stage/kit/frame.js"
import { putTop, SHOW } from "../../stage/kit/guess.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { wireTree } from "../../stage/kit/pointing.js"
import { countOf } from "../../stage/kit/stepper.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, note, put, style, toggle } from "../../stage/kit/svg.js"
import { treeKeeper } from "../../stage/kit/tree.js"
import { heardSteps, isHiding, isTold } from "./view_model.js"
import { drawParts, measureParts } from "./view_parts.js"
import { askedOf, besideDot, draggedAlong, standsOnLine } from "./view_balance.js"
import {
  betAt, drawPlane, handle, judged, measurePlane, nudged, pointWords, startOf, stillPlane,
} from "./view_plane.js"
import { buildOf, drawTold, drawTree, treeNow } from "./view_told.js"

const STEP_MS = 950,
  HEARING_MS = 800, // of a step on the way to the answer
  ROUNDS_MS = 4000, // of all rounds
  COME_MS = 600, // of the rounds, from the right into the strip
  HEAD = 30, // pixels above the curves of the strip
  SIDE = 16,
  SHARE = 0.36 // of the strip, for the splits that are heard

const LAYOUT = {
  picture: PICTURE.replace('<svg class="layer" data-part="still"', '<svg class="layer" data-part="curves" aria-hidden="true"></svg><svg class="layer" data-part="still"'),
  right:
    `<div class="head"><b data-part="treehead"></b><span class="note" data-part="treenote"></span></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>` +
    `<div class="head second"><b data-part="panehead"></b><div class="tabs" data-part="nodehead"></div></div>` +
    `<div class="told" data-part="told"></div>`,
}

const build = S => {
  const { own, record } = S
  Object.assign(own, { bet: null, said: null, shows: false, cut: null, isOnLine: false, share: null, asked: askedOf(S), from: startOf(S) })
  const values = Array.from(record.trees.weight).filter((each, at) => Number.isFinite(each) && record.trees.left[at] < 0)
  own.isStep = Math.max(1e-12, ...values.map(Math.abs))
  own.trees = treeKeeper(buildOf(S))
  own.come = isHiding(S) ? 0 : 1 // how far the rounds have come into the strip
}

// As long as it is asked the strip is of the splits alone; under the hand it stays as it is.
const runs = (S, now) => {
  const { own } = S,
    to = isHiding(S) ? 0 : 1
  if (own.come === to || S.scrubs) return false
  const by = S.calm() ? 1 : (now - (own.since ?? now)) / COME_MS
  own.come = clamp(own.come + (to ? by : -by))
  own.since = own.come === to ? null : now
  fitStrip(S)
  return own.come !== to
}

const wire = S => {
  const { own, parts } = S
  own.clip = `lens${Math.random().toString(36).slice(2, 8)}`
  parts.moving.innerHTML = "<g></g><g></g>"
  ;[own.lines, own.glass] = parts.moving.children
  wireTree(S, { tree: () => treeNow(S).nodes, choose: (_, id) => look(S, id) })
  S.listen(S.root, "click", event => {
    if (event.target.closest("[data-close]")) look(S, null)
    else if (event.target.closest("[data-ask]")) askAgain(S)
    const said = event.target.closest("[data-share]")
    if (!said) return
    own.share = Number(said.dataset.share)
    reveal(S)
  })
}

const look = (S, id) => S.act({ looked_at: S.at.looked_at === id ? null : id })

// All are heard, one step after another; then all rounds.
const reveal = S => {
  S.stop()
  if (isOfRounds(S)) return S.go(S.n, { ms: ROUNDS_MS / S.speed })
  S.own.shows = true
  S.go(heardSteps(S), { ms: (HEARING_MS / S.speed) * (heardSteps(S) - S.at.round) })
}

const askAgain = S => {
  Object.assign(S.own, { bet: null, said: null, shows: false, isOnLine: false, share: null })
  S.act({ guess: null })
  S.go(0, { jump: true })
}

const draw = (S, step, u) => {
  const { own, parts } = S,
    shown = Math.min(step, countOf(S)) // on the way back the tree is that of the step that one goes to
  own.isOnLine ||= standsOnLine(S)
  toggle(S.root, "hides", !isTold(S) || !own.come)
  drawTree(S, shown, shown < step ? 1 : u)
  drawPlane(S, step, u)
  drawParts(S, step, u)
  drawTold(S, shown)
  putTop(S, isHiding(S) ? handle(S) + besideDot(S) : "")
  put(parts.legend, legendOf(S, step))
  style(parts.strip, "--then", `${S.L.stepX(heardSteps(S))}px`)
}

const legendOf = (S, step) => {
  const { isStart, own, own: { asked, said }, record: { counts, doubts, in_file: inFile, is_xgboost: isXgboost, library, other_alphas: alphas, others, parts } } = S
  if (step > counts.length)
    return lineKey("after", "adds to the raw prediction, 0 on average") + (parts.pairs.length ? key('<path d="M0 1h9v10h-9z" class="lowers"/><path d="M11 1h9v10h-9z" class="lifts"/>', `lowers, lifts it, by at most ${significant(parts.limit[1])}`) : "") + key('<rect class="frame touched" x="1" y="1" width="10" height="10"/>', "moved this round", 12)
  if (!isStart && isTold(S) && others.length) return lineKey("witness given split-1", "split 1 if α is 0") + lineKey("witness", `if α is ${alphas.join(", ")}`)
  const given = inFile === null ? "" : lineKey("witness given", `η stands in the file of ${library}`)
  if (isStart && isHiding(S)) return given || (asked.length ? lineKey(`witness given split-${asked[0].number}`, `split ${asked[0].number} adds up on this line`) : "")
  return (
    given + (isStart ? "" : asked.slice(0, counts[step - 1]).map(({ number }) => lineKey(`witness given split-${number}`, `split ${number}`)).join("") + lineKey("witness", isXgboost ? "one split adds up" : "one gain is the file’s")) + (said ? lineKey("mine", "your bet") : "") +
    (!isStart && !isHiding(S) && doubts[step - 1] ? key('<ellipse cx="10" cy="6" rx="9" ry="5" class="open-here"/>', `${isXgboost ? "float32 leaves" : "six digits leave"} open ${own.open}`) : "")
  )
}

// --- the question: which lambda and eta made the file

const AGAIN = '<button type="button" class="skip" data-ask="1">Ask me</button>'

const invitation = S => {
  const { isStart, step, own: { asked, isOnLine }, record: { counts, is_xgboost: isXgboost } } = S
  if (!asked.length) return "drag the dot"
  if (!isStart && counts[step - 1] > 1) return `drag the dot to where the lines ${isXgboost ? "cross" : "are"}`
  if (isOnLine && asked.length > 1) return "along the line until split 2 does, too"
  return `drag the dot until ${isXgboost ? "split 1 adds up" : "the gain is the file’s"}`
}

const offer = S => {
  const { at, own, record, record: { parts } } = S,
    heard = heardSteps(S)
  if (asksShare(S)) return SHARES.map(([words], i) => `<button type="button" class="say" data-share="${i}">${words}</button>`).join("") + SHOW
  if (isOfRounds(S) && own.share !== null && at.round === S.n && S.resting()) return shareJudged(S)
  if (isOfRounds(S)) return parts.why ? "" : note(`largest ${own.boxes.curves.length} of ${parts.n_curves} curves, ${own.boxes.pairs.length} of ${parts.n_pairs ?? "many"} pairs`)
  if (isHiding(S)) return note(invitation(S))
  if (!isTold(S)) return at.guess === 0 && S.isStart ? AGAIN : note(at.round ? `${record.counts[Math.max(S.isStart ? 0 : S.step - 1, 0)]} of ${record.n_splits} splits` : "")
  if (!record.is_told) return note(escaped(record.why))
  return own.said ? judged(S) : at.round < heard ? "" : note("next: its trees’ sum") + AGAIN
}

// --- then: how much of what the trees say is in curves and pairs

const SHARES = [["< 50 %", 0.5], ["50–90 %", 0.9], ["> 90 %", 1]]
const isOfRounds = S => S.step > heardSteps(S) || !heardSteps(S)
const asksShare = S => isOfRounds(S) && S.at.guess !== 0 && S.own.share === null && Number.isFinite(S.record.parts.left ?? Number.NaN) && S.at.round < S.n && S.resting()
const shareJudged = ({ own: { share }, record: { parts } }) => {
  const right = SHARES.findIndex(([, most]) => 1 - parts.left <= most)
  return `<em>Yours: ${SHARES[share][0]}, ${share === right ? "right" : share < right ? "too little" : "too much"}</em>`
}

// Of all curves and pairs, not of those that are drawn: the question and its answer say so in the same words.
const counted = (n, one) => (n ? `${n} ${one}${n > 1 ? "s" : ""}` : "")
const wholeOf = ({ n_curves, n_pairs }) => `the model is in ${n_curves + n_pairs > 1 ? "all " : ""}${[counted(n_curves, "curve"), counted(n_pairs, "pair")].filter(Boolean).join(" and ")}`
const saidByAll = ({ parts }) =>
  parts.why || parts.left === null ? "All its trees are told" : `${parts.left ? `${significant(100 * (1 - parts.left))} %` : "100 %"} of ${wholeOf(parts)}`

const prompt = S => {
  const { record } = S,
    hasEta = record.in_file === null
  if (asksShare(S)) return `What share of ${wholeOf(record.parts)}?`
  if (isOfRounds(S)) return S.at.round === S.n && S.resting() ? saidByAll(record) : `${record.n_trees > 1 ? `${record.n_trees} trees` : "A tree"} as curves and pairs`
  if (isTold(S) && !record.is_told) return `The file does not tell ${hasEta ? "λ and η" : "λ"}`
  if (isTold(S)) return `All ${record.n_splits} ${record.is_xgboost ? "splits add up at" : "gains tell"} ${pointWords(record)}`
  if (isHiding(S)) return `Which penalty λ${hasEta ? " and learning rate η" : ""} made this file?`
  return "Where do the lines of all splits cross?"
}

export const guess = {
  keeps: ["bet", "isOnLine", "share"],
  stops: [1, 1], // the clock waits where it is
  step: S => (isHiding(S) && S.at.round < heardSteps(S) ? S.at.round : null),
  prompt,
  offer,
  said: () => "", // it stands at the dot
  drag: draggedAlong,
  nudge: nudged,
  judged: S => ({ yours: betAt(S), share: 0 }),
  sentence: offer,
  skip: reveal,
  told: (S, { yours, sure }) => {
    S.own.said = { ...yours, sure }
    reveal(S)
    return true
  },
}

// --- the strip: how far lambda may be off, then the loss that the sums tell

const strip = S => {
  const { record } = S,
    heard = heardSteps(S),
    n = record.rounds.length - 1
  const empty = Array(heard).fill(Number.NaN),
    open = record.doubts.map(each => (each ? Math.log(each.error[0]) : Number.NaN)),
    known = open.filter(Number.isFinite),
    [low, high] = [Math.min(...known), Math.max(...known)],
    loss = record.loss.length ? Array.from(record.loss) : Array(n + 1).fill(Number.NaN),
    [least, most] = [Math.min(...loss), Math.max(...loss)],
    share = (value, a, b) => (!Number.isFinite(value) ? Number.NaN : b > a ? 0.08 + (0.84 * (value - a)) / (b - a) : 0.5)
  return {
    ends: [0, 1],
    head: HEAD,
    ticks: S.n,
    lines: [
      { mark: "curve", values: [1, ...open.map(each => (Number.isFinite(each) ? share(each, low, high) : 1)), ...Array(n).fill(Number.NaN)] },
      { mark: "train", values: [...empty, ...loss.map(each => share(each, least, most))] },
    ],
    beside: [{ name: record.is_loss ? "loss" : "taken off", mark: "train", values: [...empty, ...loss.map(value => (record.is_loss ? value : -value))] }],
  }
}

// Both halves of the strip, each with its own steps; the second one stands to the right of it until it comes.
const placesOf = ({ L: { strip: { w } }, own, record: { counts: { length: heard }, rounds } }) => {
  const n = rounds.length - 1,
    wide = heard ? (1 - SHARE) * (w - 2 * SIDE) : w - 2 * SIDE,
    middle = heard ? w - SIDE - (n ? own.come * wide : 0) : SIDE
  return [...Array.from({ length: heard }, (_, k) => lerp(SIDE, middle, k / heard)), ...Array.from({ length: n + 1 }, (_, k) => middle + (wide * k) / Math.max(1, n))]
}

const strideOf = n => [1, 2, 5, 10, 20, 50].find(each => n / each <= 6)
const tick = (S, at) => {
  const { counts, rounds } = S.record,
    k = at - counts.length
  if (k <= 0) return S.L.strip.w < 420 && at % 2 ? "" : String(counts[at - 1] ?? "")
  return k % strideOf(rounds.length - 1) === 0 ? String(rounds[k]) : ""
}

const count = (S, step) => {
  const { record } = S,
    heard = heardSteps(S)
  if (step > heard || !heard) return `Round <b>${record.rounds[step - heard]}</b> of ${record.n_rounds}`
  if (step === heard && record.n_splits > 1) return `All <b>${record.n_splits}</b> splits`
  return `<b>${record.counts[step - 1] ?? 0}</b> of ${record.n_splits} split${record.n_splits === 1 ? "" : "s"}`
}

export const view = {
  unit: "Step",
  ms: STEP_MS,
  layout: () => LAYOUT,
  steps: S => heardSteps(S) + S.record.rounds.length - 1,
  build,
  runs,
  wire: [wire],
  measure: S => {
    measurePlane(S)
    measureParts(S)
    S.own.trees.clear()
  },
  still: S => {
    stillPlane(S)
    const { strip: box } = S.parts,
      { record } = S
    box.dataset.first = heardSteps(S) ? (S.L.strip.w < 420 ? "error of λ" : "error of λ, by splits") : ""
    box.dataset.rounds = record.no_loss ? `training loss: not told, ${record.no_loss}` : record.is_loss ? "training loss, told without rows" : "training loss taken off, by rounds"
  },
  draw,
  guess,
  after: S => S.turn && S.record.next && (() => S.turn({ model: S.record.next[0], heard: 0, guess: null })),
  beyond: S => `Open ${S.record.next[1]}`,
  strip,
  places: placesOf,
  tick,
  count,
}


