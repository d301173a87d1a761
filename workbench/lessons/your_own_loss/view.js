// Your own loss: what it asks of every row, the tree that answers, and where both take the fit at one row, which is asked on
// the fit itself.
import { across, below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { flown } from "../../stage/kit/flight.js"
import { fraction, given, math, mi, mn } from "../../stage/kit/formula.js"
import { placeIn, putTop, wholeOf } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { circle, coil, grip, upright } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { wireRows, wireTree } from "../../stage/kit/pointing.js"
import { put, round1, say, set, style } from "../../stage/kit/svg.js"
import { courses } from "../../stage/kit/strip.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper, wayTo } from "../../stage/kit/tree.js"
import { drawLoss, placeLoss, wireLoss } from "./view_loss.js"
import { choose, dots, ringOf, wireRow } from "./view_row.js"
import { drawTiles, wireTiles } from "./view_tiles.js"
import { appears, heldY, hereNow, mixed, modelOf, phasesOf, pullOf, rowNow } from "./view_model.js"

const REVEAL_MS = 2400,
  MORPH_MS = 700,
  REACH = 12, // pixels from a row
  NUDGE = 0.02, // of the axis of y
  STAGGER = 0.36, // of the time in which stems leave
  SMALL = 9 // pixels of one that flies

const LAYOUT = {
  right:
    `<div class="losses-of-all" data-part="tiles" data-keys role="radiogroup" aria-label="Loss"></div>` +
    `<div class="head"><b data-part="losshead"></b><span class="note" data-part="rownote"></span></div>` +
    `<div class="curve-of-row" data-part="curve" role="slider" tabindex="0" aria-label="F"><svg data-part="curvebox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Of the row"></div>` +
    `<div class="head second"><b data-part="treehead"></b></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>`,
}
const LEGEND =
  key('<path d="M6 6h0" class="rows"/>', "rows", 12) +
  key('<circle cx="6" cy="6" r="3" class="hollow-rows"/>', "unseen", 12) +
  key('<path d="M0 6h20" class="after"/>', "fit") +
  key('<path d="M0 6h20" class="stem"/>', "pull −g") +
  key('<path d="M0 6h20" class="truth"/>', "truth")
const usualKey = ({ usual }) => (usual ? key('<path d="M0 6h20" class="usual"/>', usual.title) : "")

const build = S => {
  const { own, record } = S
  own.morph = own.drawn && own.drawn.fit.length === record.rows.x.length && !S.calm() ? { from: own.drawn, t: 0 } : null
  const row = S.at.own_row ?? record.first
  const isSame = own.y !== null && own.curves?.row === row && own.curves.y === record.rows.y[row] // made while it was held
  Object.assign(own, { model: modelOf(record), pick: null, said: null, seen: null, F: null, y: own.isDragged ? own.y : null, isAsked: false })
  if (!isSame) own.curves = record.curves
  own.trees?.clear()
  put(S.parts.legend, LEGEND + usualKey(record))
  drawTiles(S)
  S.ask()
}

// What another loss makes of the fit, its pulls and its curve: all go over into each other.
const runs = ({ own }, now) => {
  const { morph } = own
  if (!morph) return false
  morph.begin ??= now
  morph.t = clamp((now - morph.begin) / MORPH_MS)
  if (morph.t === 1) own.morph = null
  return morph.t < 1
}

const wire = S => {
  const { picture } = S.parts
  wireTree(S, { tree: () => S.own.model.nodes(Math.max(1, S.at.round)), choose: () => {} })
  wireRows(S, (_, place) => nearest(S, place))
  S.listen(picture, "click", event => {
    const row = S.resting() && !S.guess ? nearest(S, placeIn(S, picture, event)) : null
    if (row !== null && row !== rowNow(S)) choose(S, row)
  })
  wireLoss(S)
  wireRow(S)
  wireTiles(S)
}

const nearest = ({ own: { P }, record: { rows } }, [x, y]) => {
  let best = null,
    least = REACH
  rows.x.forEach((each, i) => {
    const far = Math.hypot(P.x(each) - x, P.y(rows.y[i]) - y)
    if (far < least) [best, least] = [i, far]
  })
  return best
}

// --- the rows and the fit

const measure = S => {
  const { own, L, record } = S,
    { em, picture, tree } = L,
    { x } = record.truth
  own.P = { em, x: scale([x[0], x.at(-1)], [2.6 * em, picture.w - em]), y: scale(record.extent, [picture.h - 2.2 * em, 0.8 * em]) }
  placeLoss(S)
  own.trees ??= treeKeeper(round => {
    const T = layOut(own.model.nodes(round), { w: own.T.w, h: own.T.h }, own.T.em, { levels: own.model.levels })
    seat(S, T, own.model.leaves(round))
    return buildTree(T, { scale: T.half / own.model.heaviest })
  })
  own.trees.clear()
  own.T = { w: tree.w, h: tree.h, em }
}

// Where each row comes to rest in its leaf, and the ways there.
const seat = (S, T, leaves) => {
  const count = T.nodes.map(() => 0)
  for (const leaf of leaves) count[leaf]++
  const met = T.nodes.map(() => 0)
  T.seat = Float64Array.from(leaves, leaf => (met[leaf]++ - (count[leaf] - 1) / 2) * Math.min(4, (T.slot - 14) / count[leaf]))
  T.way = T.nodes.map((node, k) => (node.kids ? null : wayTo(T, k, S.L.isStacked ? T.boxH / 2 : 0)))
}

const pathOf = (P, xs, ys) => {
  let d = ""
  for (let i = 0; i < xs.length; i++) d += `${i ? "L" : "M"}${P.x(xs[i]).toFixed(1)} ${P.y(ys[i]).toFixed(1)}`
  return d
}

const still = S => {
  const { own: { P }, record, parts } = S,
    { truth, rows: { unseen } } = record
  let drawn = across(P.y, P.x.range, P.em) + below(P.x, P.y.range[0], P.em, { name: "x" })
  drawn += `<path class="truth" d="${pathOf(P, truth.x, truth.y)}"/>`
  drawn += `<path class="hollow-rows" d="${Array.from(unseen.x, (x, i) => circle(P.x(x), P.y(unseen.y[i]), 3)).join("")}"/>`
  put(parts.still, drawn)
}

const draw = (S, step, u) => {
  const { own, parts, record } = S,
    { model, P } = own,
    p = phasesOf(u),
    share = S.isStart ? 0 : p.step
  const before = model.line(step - 1),
    after = model.line(step),
    line = Float32Array.from(after, (each, i) => mixed(S, "line", i, lerp(before[i], each, share)))
  const stems = drawStems(S, step, p),
    row = rowNow(S),
    pulls = model.state("pull", S.at.round).map((_, i) => pullOf(S, S.at.round, i))
  let drawn = `<path class="stems" d="${stems}"/>`
  if (u < 1 && !S.isStart) drawn += `<path class="before" d="${pathOf(P, record.places, before)}"/>`
  drawn += `<path class="after" d="${pathOf(P, record.places, line)}"/>`
  if (record.usual) drawn = `<path class="usual" d="${pathOf(P, record.places, model.usual(step - (S.isStart || u < 1 ? 1 : 0)))}"/>` + drawn
  put(parts.moving, dots(S) + drawn)
  if (S.resting() && S.at.round === S.n) own.seen = row
  drawLoss(S, p)
  drawTree(S, step, p)
  putTop(S, ringOf(S) + top(S))
  say(parts.rownote, `x = ${significant(record.rows.x[row])}, y = ${significant(heldY(S) ?? record.rows.y[row])}`)
  if (!own.morph) own.drawn = { line, fit: model.state("fit", S.at.round), pull: pulls, ...own.panel }
  say(parts.readout, S.row === null ? (S.turn && S.resting() ? "drag the ringed row" : "") : `pull ${significant(pulls[S.row])}`)
}

// As long as the loss pulls, in the unit of y; they leave for the tree in the order of x, and new ones grow from the fit
// that has moved.
const drawStems = (S, step, p) => {
  const { own, record: { rows, extent }, isStart, parts } = S,
    { P, model } = own,
    T = own.trees(step)
  const stem = (at, i, long) => {
    const foot = mixed(S, "fit", i, model.state("fit", at)[i]),
      tip = clamp(foot + long * mixed(S, "pull", i, pullOf(S, at, i)), ...extent)
    return Number.isFinite(tip) ? [P.x(rows.x[i]), P.y(foot), P.y(tip)] : null
  }
  let here = "",
    away = ""
  for (let i = 0; i < model.many; i++) {
    const gone = isStart ? 0 : part(p.fall, [(STAGGER * i) / model.many, (STAGGER * i) / model.many + 1 - STAGGER])
    const found = gone === 0 ? stem(step - 1, i, 1) : p.pulls > 0 ? stem(step, i, p.pulls) : null
    if (found) here += upright(...found)
    if (gone > 0 && p.level < 1) away += flying(S, T, i, stem(step - 1, i, 1), soft(gone))
  }
  set(parts.flight, "d", away)
  style(parts.flight, "opacity", (0.9 * (1 - p.level)).toFixed(3))
  return here
}

const flying = (S, T, i, found, e) => {
  if (!found) return ""
  const [x, y0, y1] = found,
    { model } = S.own,
    long = y0 - y1,
    now = lerp(long, Math.sign(long) * Math.min(SMALL, Math.abs(long)), Math.min(1, e / 0.3))
  const spread = ((i + 0.5) / model.many - 0.5) * Math.min(8 * T.em, T.w / 4)
  const [X, Y] = flown(S, T, { from: [x, y0], way: T.way[model.leaves(S.step)[i]], spread, seat: T.seat[i] }, e)
  return `M${round1(X)} ${round1(Y)}v${round1(-now)}`
}

const drawTree = (S, step, p) => {
  const { own, parts } = S,
    { model } = own
  say(parts.treehead, S.isStart ? "Before the first tree" : `The tree of round ${step} answers`)
  const T = own.trees(step),
    grown = depth => (S.isStart ? 0 : appears(p, depth))
  placeTrees(parts.treebox, [T.group])
  const lit = S.row === null ? null : new Set(model.nodes(step)[model.leaves(step)[S.row]].path)
  paintTree(T, {
    appears: (k, isEdge) => grown(T.nodes[k].kids || isEdge ? T.nodes[k].depth : 3),
    full: S.isStart ? 0 : p.level,
    step: [S.isStart ? 0 : p.shrink, lerp(1, S.record.rate, p.shrink)],
    names: grown(3),
    lit,
    family: S.over === null || S.isStart ? null : familyOf(T.nodes, S.over),
  })
}

// --- the question: where the fit is at the row after the last round, said on the fit

const endOf = S => S.own.model.state("fit", S.n)[rowNow(S)]
const hereOf = S => S.own.model.state("fit", S.at.round)[rowNow(S)]
// What was guessed of a row stays beside the answer, wherever one goes from there; once the end was seen nothing is asked.
const isSeen = S => S.own.seen === rowNow(S)
const saidOf = S => (S.own.said?.row === rowNow(S) ? S.own.said.yours : null)

const top = S => {
  const { own: { P, pick }, record } = S
  const x = P.x(record.rows.x[rowNow(S)]),
    yours = saidOf(S)
  if (yours !== null) {
    const y = round1(P.y(yours)),
      mark = `<path class="guessed" d="M${round1(x - 12)} ${y}h24"/>`
    return mark + (S.at.round === S.n && S.resting() ? coil([x, y], [x, P.y(endOf(S))], 1) : "")
  }
  if (S.at.round === S.n || isSeen(S) || (!S.resting() && !S.guess)) return ""
  const y = P.y(pick ?? hereOf(S))
  const mark = `<g class="handle" role="slider" tabindex="0" data-axis="0" aria-label="The fit at the row after ${S.n} rounds" aria-valuemin="${record.extent[0]}" aria-valuemax="${record.extent[1]}" aria-valuenow="${significant(pick ?? hereOf(S))}">${grip(x, y, P.em, true)}</g>`
  return mark
}

const pickAt = (S, value) => {
  S.own.pick = clamp(value, ...S.record.extent)
}

const reveal = S => S.go(S.n, { ms: REVEAL_MS / S.speed })

export const guess = {
  skip: reveal,
  stops: [1, 1], // the clock stays where it is while one guesses
  step: S => (S.at.round === S.n || isSeen(S) || saidOf(S) !== null ? null : S.at.round),
  opened: S => {
    S.own.pick = null
  },
  prompt: S => {
    if (!isSeen(S)) return `Where is the fit at this row after ${S.n} rounds?`
    const round = wholeOf(S)
    return `After ${round} ${round === 1 ? "round" : "rounds"} the fit is at ${significant(S.own.model.state("fit", round)[rowNow(S)])}`
  },
  offer: S => (saidOf(S) !== null || isSeen(S) ? fared(S, saidOf(S)) : S.at.round === S.n ? "" : '<span class="note">drag the fit</span>'),
  said: S => significant(S.own.pick ?? hereOf(S)),
  drag: (S, [, y]) => pickAt(S, S.own.P.y.back(y)),
  nudge: (S, _, by) => pickAt(S, (S.own.pick ?? hereOf(S)) + by * NUDGE * (S.record.extent[1] - S.record.extent[0])),
  judged: S => ({ yours: S.own.pick ?? hereOf(S), best: endOf(S), share: 0 }),
  sentence: S => fared(S, saidOf(S)),
  told: (S, { yours }) => {
    S.own.said = { row: rowNow(S), yours }
    reveal(S)
    return true
  },
}

const fared = (S, yours) => {
  const end = S.at.round === S.n || !isSeen(S) ? "" : `<span>at the end <strong>${significant(endOf(S))}</strong></span>`
  if (yours === null) return end
  const off = isSeen(S) ? `<span>off by <strong>${significant(Math.abs(yours - endOf(S)))}</strong></span>` : ""
  return `${end}<em>Yours ${significant(yours)}</em>${off}`
}

// --- the cards

const minus = inside => `<mo>−</mo>${inside}`
const CARDS = [
  ({ loss }) => math(`<mi>ℓ</mi><mo>(</mo>${mi("y")}<mo>,</mo>${mi("F")}<mo>)</mo><mo>=</mo>${mn(loss)}`),
  ({ g }) => math(`${mi("g")}<mo>=</mo>${fraction(`<mo>∂</mo><mi>ℓ</mi>`, `<mo>∂</mo>${mi("F")}`)}<mo>=</mo>${mn(g)}`),
  ({ h }, { is_first_order }) => math(`${mi("h")}<mo>=</mo>${mn(h)}`) + (is_first_order ? "<p>1 stands in the place of the second derivative.</p>" : ""),
  ({ g, h, step }, { reg_lambda }) =>
    math(minus(fraction(mi("g"), `${mi("h")}<mo>+</mo><mi>λ</mi>`)) + `<mo>=</mo>${minus(fraction(mn(g), `${mn(h)}<mo>+</mo>${given(reg_lambda)}`))}<mo>=</mo>${mn(step)}`),
]

const cardOf = (S, name) => {
  const here = hereNow(S)
  return here ? CARDS[Number(name.at(-1))](here, S.record) : here === null ? "" : undefined
}

export const view = {
  unit: "Round",
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  measure,
  still,
  draw,
  runs,
  guess,
  card: cardOf,
  strip: ({ record }) => courses(record.training, record.unseen),
}
