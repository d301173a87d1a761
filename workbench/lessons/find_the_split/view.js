// Find the split: where would you cut the rows of a node? The guess is a line through the rows, which has its two means at once;
// then a cut goes through all of them, its gain drawn beneath, and comes to rest where that is most.
import { clamp, part, soft } from "../../stage/kit/easing.js"
import { whyNothing } from "../../stage/kit/gain.js"
import { placeIn, putTop, runReach } from "../../stage/kit/guess.js"
import { wireArrows } from "../../stage/kit/keys.js"
import { key, keysOfClasses, lineKey } from "../../stage/kit/legend.js"
import { nearest, wireDrag, wireOver, wireRows, wireTree } from "../../stage/kit/pointing.js"
import { escaped, note, put, round1, say, toggle } from "../../stage/kit/svg.js"
import { drawCells, hasCells, placeCells } from "./view_cells.js"
import { cutOf, gainsMost, handOf, isAsking, nameOf, nodeOf, nodeOfSplit, percent, PHASES, shareOf, splitNow, timeOf } from "./view_model.js"
import { cardOf, drawPanel, drawSums } from "./view_panel.js"
import { PLANE } from "./view_plane.js"
import { ROWS } from "./view_rows.js"
import { drawTree, isAnother, keyAtRest, placeTree } from "./view_tree.js"

const REVEAL_MS = 1900,
  FAR = 10, // cuts at once, with Shift
  REACH = 12 // pixels from a row

const pictureOf = S => (S.record.plane ? PLANE : ROWS)

const LAYOUT = {
  right:
    `<div class="head"><b data-part="panelhead"></b></div><div class="panel" data-part="panel"><svg data-part="panelbox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Of the cut"></div>` +
    `<div class="head second" data-part="cellhead"><b>Features</b><span class="note" data-part="cellnote"></span></div>` +
    `<div class="cells" data-part="cells" role="radiogroup" aria-label="Feature"></div>` +
    `<div class="head second"><b data-part="treehead"></b></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>`,
}

const build = S => {
  const { own, parts, record } = S,
    isAsBefore = ([k]) => own.gains.slice(0, k).every((gain, at) => gain === record.gains[at])
  own.said = new Map([...(own.said ?? [])].filter(isAsBefore)) // what was said stays with a tree that begins alike
  Object.assign(own, { gains: record.gains, looks: new Map(), pick: null, tried: null, hand: null, reached: 1, begin: null, seen: Math.max(1, S.at.round), over: null })
  put(parts.cells, "") // those of other data
  parts.cellhead.hidden = parts.cells.hidden = !hasCells(record)
  toggle(S.root, "has-cells", hasCells(record))
}

// What the marks in the picture stand for.
const legendOf = ({ record: { kind, classes, plane, up }, own: { said, stemOf } }, ends) => {
  const moved = text => key('<rect width="18" height="12" class="moved"/>', text),
    stems = text => key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', stemOf > 1 ? `${text} (1 in ${stemOf})` : text, 12),
    depth = (name, from, to) => `<span>${escaped(name)} ${from} <i class="depth${kind === "squared_error" ? " of-numbers" : ""}"></i> ${to}</span>`
  if (plane && classes.length > 2) return keysOfClasses(classes) + note("ground: share of the most frequent class")
  if (plane && kind === "squared_error") return depth(up, "low", "high")
  if (plane) return keysOfClasses(plane.classes) + (classes.length ? depth(`ground: share of ${classes[1]}`, 0, 1) : depth("ground: mean of −g,", "below 0", "above 0"))
  if (ends && kind !== "squared_error") return ""
  if (ends) return lineKey("after", "mean of a leaf") + key('<rect width="10" height="12" class="done"/>', "gain of a cut", 12) + (said.size ? key('<circle cx="6" cy="6" r="4" class="grip"/>', "yours", 12) : "")
  if (classes.length) return keysOfClasses(classes) + lineKey("before", "share in the node") + lineKey("after", "share of a side")
  if (kind === "logistic") return stems("stems: −g") + lineKey("after", "mean of a side") + moved("area: their sum")
  return stems("stems: from the mean before") + lineKey("before", "mean before") + lineKey("after", "mean of a side") + moved("area: sum of the stems")
}

// --- what is done

const wire = S => {
  const { picture, top, cells } = S.parts
  wireRows(S, (_, place) => rowAt(S, place))
  wireTree(S, { tree: () => S.own.trees(keyAtRest(S, splitNow(S))).nodes, choose: visit })
  wireTrying(S, picture, top)
  S.listen(cells, "click", event => event.target.closest("[data-feature]") && look(S, Number(event.target.closest("[data-feature]").dataset.feature)))
  wireArrows(S, cells)
  wireOver(S, cells, ({ target }) => target.closest("[data-feature]")?.dataset.feature ?? null)
  S.listen(S.root, "click", event => event.target.closest("[data-ask]") && S.act({ guess: null }))
}

// A node of the tree: its own split where that is found, the question where it is next.
const visit = (S, id) => {
  const split = S.record.tree.split[id]
  if (!split) {
    S.over = id // a leaf says why it is one, also under a finger
    return S.ask()
  }
  const to = 2 * split <= Math.max(S.own.seen, S.at.round) ? 2 * split : 2 * split - 1
  if (to <= S.own.seen + 1) S.go(to, { jump: true })
}

const look = (S, f) => {
  const { own } = S
  if (!S.resting() && !S.guess) return
  if (S.at.round % 2) own.looks.set(splitNow(S), f)
  own.tried = null
  if (own.pick?.f !== f) {
    own.pick = null
    if (S.guess) S.guess.dropped = false
  }
  S.act({ find_feature: f, find_cut: null })
}

// Once it is told, any cut can be tried: in the picture, and by keys.
const wireTrying = (S, picture, top) => {
  const { own } = S
  let held = null // along which feature
  const canTry = () => S.resting() && !S.guess && own.hand?.kind === "found" && own.hand.M.features[own.hand.f].threshold.length > 0
  const keep = () => {
    const { M, f, i } = own.hand
    S.act({ find_feature: f, find_cut: M.features[f].candidate[i] ?? null })
    own.tried = null
  }
  const featureOf = event => Number(event.target.closest("[data-axis]")?.dataset.axis ?? own.hand?.f)
  wireDrag(S, picture, {
    starts: event => {
      held = featureOf(event)
      return canTry() && !event.button
    },
    by: event => {
      own.tried = pictureOf(S).cutAt(S, placeIn(S, picture, event), held) ?? own.tried
      S.ask()
    },
    end: () => {
      S.draw()
      keep()
    },
  })
  S.listen(top, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (!by || !event.target.closest(".handle") || !canTry()) return
    own.tried = nudged(S, featureOf(event), by * (event.shiftKey ? FAR : 1))
    S.draw()
    keep()
    event.preventDefault()
    event.stopPropagation()
  })
}

// From the cut in hand so many further; over another feature to the middle of its cuts.
const nudged = ({ own: { hand } }, f, by) => {
  const many = hand.M.features[f].threshold.length
  return { f, i: clamp(hand.f === f ? hand.i + by : many >> 1, 0, many - 1) }
}

// --- the question

const hold = (S, pick) => {
  if (!pick) return
  S.own.pick = pick
  S.own.looks.set(splitNow(S), pick.f)
}

const reveal = S => S.go(S.at.round + 1, { ms: REVEAL_MS / S.speed })

// Whether the line that is asked for has begun to come: before that there is nothing to be asked about.
const isThere = ({ own: { lift, time } }) => lift > 0 || time.k === 1

const asksOf = ({ own: { hand }, record }) => {
  const rows = hand ? `${hand.M.n} rows` : "rows"
  if (hasCells(record)) return `What would you cut these ${rows} on, and where?`
  return `Where would you cut ${record.plane ? "these" : "the"} ${rows}?`
}

// Of a cut that is tried: what it gains of what the best one does.
const triedOf = S => {
  const { M, f, i } = S.own.hand,
    { gain, rank, verdict } = cutOf(S, M, f, i)
  return `<span>this cut: ${verdict ? "forbidden" : `<strong>${percent(gain / M.best.gain)}</strong> of it, rank ${rank} of ${M.n_allowed}`}</span>`
}

const fared = S => {
  const { own: { hand, said }, record } = S,
    yours = hand && said.get(hand.k)
  if (isAnother(hand)) return triedOf(S)
  if (!yours) return hand?.kind === "found" ? note("drag to try any cut") : ""
  const name = `<em>yours ${escaped(nameOf(record, hand.M, yours.f, yours.i))}</em>`
  if (hand.kind !== "found") return name
  if (cutOf(S, hand.M, yours.f, yours.i).verdict) return `${name}<span>is forbidden</span>`
  const why = whyNothing(yours.share, hand.M.features[yours.f].n_left[yours.i], hand.M.n, record.classes.length ? "both sides are mixed alike" : undefined)
  return `${name}<span>gains <strong>${yours.share > 0.995 ? "all" : percent(yours.share)}</strong> of it${why}</span>`
}

const atTheEnd = ({ own: { said }, record }) => {
  const all = [...said.entries()]
  if (!all.length) return record.kind === "squared_error" ? note("the rest is for the next tree") : ""
  const [yours, best] = [([, { gain }]) => Math.max(0, gain), ([k]) => record.gains[k - 1]].map(of => all.reduce((sum, each) => sum + of(each), 0))
  return `<span>${all.length === 1 ? "Your cut gains" : `Your ${all.length} cuts gain`} <strong>${percent(yours / best)}</strong> of the best</span>`
}

const tookOf = ({ n_splits: many, error, kind }) => {
  if (!many) return ""
  const cuts = many === 1 ? "One cut takes" : `${many} cuts take`
  return kind === "logistic" ? `${many} splits, ${many + 1} leaves` : `${cuts} ${percent(1 - error[many] / error[0])} of the ${kind === "squared_error" ? "error" : "impurity"}`
}

const prompt = S => {
  const { own: { hand, time }, record } = S
  if (!time || time.ends) return tookOf(record)
  if (S.isStart) return `${record.n_rows} rows, not cut yet`
  if (!time.finds) return isThere(S) ? asksOf(S) : `On to the ${gainsMost(record, nodeOfSplit(record, time.k)) ? "leaf whose best cut gains most" : "next leaf"}`
  if (hand?.kind === "found") return `Best: ${hand.M.best.asks}`
  return hand ? "Every cut, one after the other" : ""
}

const offer = S => {
  const { time, hand } = S.own
  if (!time || S.isStart) return ""
  if (time.ends) return atTheEnd(S)
  if (!isAsking(S)) return S.at.guess === 0 && !time.finds ? '<button type="button" class="skip" data-ask="1">Ask me</button>' : fared(S)
  return hand ? note(hand.M.features[hand.f].none ? "look at another feature" : S.record.plane ? "drag either grip" : "drag the line") : ""
}

const guess = {
  stops: [0, 1],
  skip: reveal,
  step: S => (isAsking(S) && nodeOf(S, splitNow(S)) && isThere(S) ? S.at.round + 1 : null),
  prompt,
  offer,
  said: ({ record, own: { hand, pick } }) => (pick && hand ? escaped(nameOf(record, hand.M, pick.f, pick.i)) : ""),
  isSaid: S => S.own.pick !== null && Boolean(S.guess?.dropped),
  drag: (S, place) => S.own.hand && hold(S, pictureOf(S).cutAt(S, place, Number(S.drag))),
  nudge: (S, axis, by) => S.own.hand?.M.features[axis].threshold.length && hold(S, nudged(S, Number(axis), S.own.pick ? by : 0)),
  judged: S => {
    const { M } = S.own.hand,
      { f, i } = S.own.pick
    return { yours: S.own.pick, best: M.best, share: shareOf(M, cutOf(S, M, f, i)) }
  },
  sentence: fared,
  told: (S, { yours, share }) => {
    const { own } = S,
      { M, k } = own.hand,
      { gain } = cutOf(S, M, yours.f, yours.i)
    own.said.set(k, { ...yours, gain, share, at: M.features[yours.f].threshold[yours.i] })
    Object.assign(own, { pick: null, reached: S.calm() ? 1 : 0, begin: null })
    reveal(S)
    return true
  },
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S,
    time = timeOf(S, step, u)
  own.seen = Math.max(own.seen, S.at.round)
  if (own.tried && (S.at.round !== step || u !== 1)) own.tried = null
  if (own.pick && !isAsking(S)) own.pick = null
  own.time = time
  own.hand = time.ends ? null : handOf(S, time)
  own.lift = time.finds || S.resting() || S.guess ? 1 : soft(part(u, PHASES.lifts))
  const { hand } = own,
    canHold = hand?.i >= 0 && hand.M.features[hand.f].threshold.length && (isAsking(S) ? own.lift : S.resting() && hand.kind === "found")
  pictureOf(S).draw(S, time)
  drawPanel(S, time)
  drawSums(S, time)
  drawCells(S, time)
  drawTree(S, time)
  putTop(S, (canHold ? `<g style="opacity:${own.lift}">${pictureOf(S).handle(S)}</g>` : "") + ringOf(S))
  put(parts.legend, legendOf(S, time.ends))
  toggle(S.root, "tries", hand?.kind === "found")
  toggle(S.root, "hides-future", own.seen < S.n)
}

// The row that is pointed at.
const rowAt = (S, [px, py]) => {
  if (S.at.round >= S.n) return null
  const { n, place } = pictureOf(S).rows(S)
  return nearest(n, i => place(i).reduce((sum, each, at) => sum + (each - [px, py][at]) ** 2, 0), REACH)
}
const ringOf = S => {
  const found = S.row === null ? null : pictureOf(S).rows(S)
  say(S.parts.readout, found?.n ? found.says(S.row) : "")
  if (!found?.n) return ""
  const [x, y] = found.place(S.row).map(round1)
  return `<circle class="of-row" cx="${x}" cy="${y}" r="7"/>`
}

// Once the best cut stands, the arrow runs to it.
const runs = (S, now) => {
  if (S.own.reached !== 1 && (S.at.round % 2 || S.view !== S.at.round)) return Boolean(S.motion)
  return runReach(S, now, S.own)
}

// What is left once a split is told, not yet while its cuts are gone through.
const strip = ({ record: { error_name: name, error }, view: now }) => {
  const line = { name, mark: "train", values: error }
  return { lines: [line], beside: [{ ...line, values: error.map((_, k) => error[Math.min(k, Math.floor(now / 2))]) }] }
}

// A question counts as well, so that the way back from it to what was found is a step that one sees.
const count = ({ record: { n_splits: many }, view: now }, step) => {
  const at = Math.min(step, now),
    found = Math.floor(at / 2)
  if (step > 2 * many) return many > 1 ? `All <b>${many}</b> splits` : "The only split"
  return at % 2 || step === 0 ? `Split <b>${found + 1}</b> of ${many}: where?` : `Split <b>${found}</b> of ${many}: found`
}

export const view = {
  unit: "Split",
  per: () => 2,
  layout: () => LAYOUT,
  steps: S => 2 * S.record.n_splits + 1,
  count,
  where: ({ view, record: { n_splits: many } }) => (view > 2 * many ? view : 2 * Math.floor(view / 2) + 2 * part((view % 2) - 1, PHASES.named)), // nothing falls before it is told
  build,
  wire: [wire],
  measure: S => {
    pictureOf(S).measure(S)
    placeCells(S)
    placeTree(S)
  },
  still: S => pictureOf(S).still(S),
  draw,
  runs,
  guess,
  card: cardOf,
  strip,
}
