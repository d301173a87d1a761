// Greedy or best: every tree of depth two on a few rows, a column for each first cut. Greedy looks at the lowest blocks alone;
// the best tree is the highest stack. Which column has it is asked on the columns.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { placeIn, runReach } from "../../stage/kit/guess.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { wireOver, wireTree } from "../../stage/kit/pointing.js"
import { put, say } from "../../stage/kit/svg.js"
import { columnAt, drawAxis, drawColumns, drawStill, LAYERS, placeColumns, placesOf, treeAt } from "./view_columns.js"
import { isTold, modelOf, nodesOf, timeOf, treeBefore, treeNow } from "./view_model.js"
import { drawPlane, headOf, placePlane, PLANE, wirePlane } from "./view_plane.js"
import { cardOf, drawTree, placeTree } from "./view_tree.js"
import { judged, offer, prompt } from "./view_words.js"

const REVEAL_MS = 2400,
  STEP_MS = 1100 // the eye goes from one end to the other

const LAYOUT = {
  right:
    `<div class="head"><b data-part="planehead"></b><span class="note" data-part="planenote"></span></div>${PLANE}` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="What the cuts gain"></div>`,
}

const build = S => {
  const { own, record } = S,
    model = modelOf(record),
    place = isTold(S) ? model.columns.findIndex(({ name }) => name === own.named) : -1
  // With other rows, once told, the guess stays on its first cut; with those before it is there again.
  Object.assign(own, { model, over: null, peek: null, row: null, pick: place >= 0 ? place : null, reveal: null, way: { reached: 1 } })
  own.trees?.clear()
  stay(S)
}

// Other gains sort the columns anew: the cut that was looked at is looked at wherever it goes, of these rows.
const lookedAt = ({ own: { model }, at: { round }, record: { rows } }) => ({ round, name: model.columns[round].name, x: String(rows.x[0]) })
const stay = S => {
  const { looked, model } = S.own,
    now = lookedAt(S)
  if (!looked || !isTold(S) || looked.round !== now.round || looked.x !== now.x) return
  const to = model.columns.findIndex(({ name }) => name === looked.name)
  if (to >= 0 && to !== now.round) S.go(to, { jump: true })
}

const block = (cls, text) => key(`<rect width="10" height="12" class="${cls}"/>`, text, 12)
const crown = (cls, text) => key(`<circle cx="6" cy="6" r="3.6" class="crown ${cls}"/>`, text, 12)
const legendOf = (isTold, { columns }) =>
  block("alone", "first cut: all greedy sees") +
  block("after-cut", "the cuts behind it") +
  (isTold ? key('<circle cx="6" cy="6" r="2.4" class="tree-key"/>', "a tree: point at it", 12) + crown("", "best behind it") + (columns.some(({ isBetter }) => isBetter) ? crown("better", "better than greedy’s") : "") : "")

const wire = S => {
  const { own, parts } = S,
    { picture, strip } = parts
  parts.moving.innerHTML = LAYERS
  own.layers = Object.fromEntries([...parts.moving.querySelectorAll("[data-layer]")].map(each => [each.dataset.layer, each]))
  strip.insertAdjacentHTML("beforeend", '<svg class="glyphs" aria-hidden="true"></svg>')
  own.glyphs = strip.querySelector(".glyphs")
  wirePlane(S)
  wireTree(S, {
    tree: () => nodesOf(treeNow(S, S.at.round), S.record),
    choose: (_, id) => S.act({ any_node: id === S.at.any_node ? 0 : id }),
  })
  for (const part of [picture, strip]) wireOver(S, part, event => columnAt(S, placeIn(S, part, event)))
  wireOver(S, picture, event => (isTold(S) ? treeAt(S, placeIn(S, picture, event)) : null), "peek")
  S.listen(picture, "click", event => isTold(S) && visit(S, placeIn(S, picture, event)))
  S.listen(S.root, "click", event => event.target.closest("[data-again]") && askAgain(S))
}

// Once the best is told, it is the first of the walk; what follows leads from greedy's cut on through all others.
const beside = ({ at: { round, greedy_told }, n, own: { model: { best: { place } } } }, by) => {
  const to = round + by
  if (!greedy_told || place < 2 || place === n) return to
  if (round === place && by > 0) return 1
  return to === place ? to + by : to || place
}

// A point is a tree to look at; beside all points a click leads to the column.
const visit = (S, place) => {
  const tree = treeAt(S, place),
    to = columnAt(S, place)
  S.stop()
  if (to !== S.at.round) S.go(to, { leaps: true })
  if (tree !== null && S.resting()) S.act({ any_tree: tree === S.own.model.columns[to].shown ? null : tree, any_node: 0 })
}

// --- the question

const tell = S => {
  const { own } = S,
    { best } = own.model
  S.stop()
  own.reveal = { from: own.pick ?? own.model.greedy.place, to: best.place }
  own.way = { reached: S.calm() ? 1 : 0 }
  S.act({ greedy_told: 1 })
  S.go(best.place, { leaps: true, ms: best.place ? REVEAL_MS / S.speed : 0 })
}

const askAgain = S => {
  Object.assign(S.own, { pick: null, named: null })
  S.act({ greedy_told: 0, guess: null })
  S.go(S.own.model.greedy.place, { jump: true })
}

// Once the best tree stands, the arrow runs to it.
const runs = (S, now) => Boolean(S.own.reveal) || runReach(S, now, S.own.way)

const choose = (S, place) => {
  const { own } = S,
    pick = clamp(place, 0, S.n)
  Object.assign(own, { pick, named: own.model.columns[pick].name, over: null }) // by keys it leaves what is pointed at
}

const guess = {
  stops: [1, 1], // the clock waits where it is
  skip: tell,
  isOfAll: true,
  step: S => (isTold(S) ? null : S.at.round),
  prompt,
  offer,
  said: S => S.own.model.columns[S.own.pick].name,
  drag: (S, place) => choose(S, columnAt(S, place)),
  nudge: (S, _, by) => choose(S, (S.own.pick ?? S.at.round) + (S.own.pick === null ? 0 : by)),
  isSaid: S => S.own.pick !== null,
  judged,
  told: S => {
    tell(S)
    return true
  },
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S
  if (own.reveal && (S.resting() || S.at.round !== own.reveal.to)) own.reveal = null
  if (!S.guess && !isTold(S)) own.pick = null
  const time = timeOf(S, step, u)
  own.place = time.come > 0 ? time.to : time.from
  if (S.resting()) own.looked = lookedAt(S)
  drawColumns(S, time)
  drawPlane(S, time)
  drawTree(S, time)
  say(parts.planehead, headOf(S, time.come > 0 ? treeNow(S, time.to) : treeBefore(S, time)))
  put(parts.planenote, classKeys(["y = 0", "y = 1"]) + (S.turn && isTold(S) ? `<span class="hint">click a row to change its y</span>` : ""))
  put(parts.legend, legendOf(isTold(S) && !own.reveal, own.model))
}

export const view = {
  ms: STEP_MS,
  // Where the best is shows the film; a tree that is pointed at is of its own first cut.
  count: (S, step) => {
    const { reveal, place, peek, model } = S.own,
      at = reveal ? place : peek !== null && S.resting() ? model.placeOf(peek) : step
    return `Greedy’s rank <b>${at}</b> of ${S.n}`
  },
  layout: () => LAYOUT,
  steps: S => S.record.starts.length - 2,
  tick: () => "",
  places: placesOf,
  beside,
  where: S => {
    const { from, to, come } = timeOf(S, S.step, S.u),
      { peek, model } = S.own
    return peek !== null && S.resting() ? model.placeOf(peek) : lerp(from, to, come)
  },
  build,
  wire: [wire],
  measure: S => {
    placeColumns(S)
    placePlane(S)
    placeTree(S)
    drawAxis(S)
  },
  still: drawStill,
  draw,
  runs,
  strip: () => ({ lines: [] }), // it is the axis, see drawAxis
  guess,
  card: cardOf,
}
