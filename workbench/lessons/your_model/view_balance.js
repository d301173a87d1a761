// A split at a λ and an η: XGBoost's G of it and that of its children, one after the other; of a LightGBM file, which has η,
// the gain as it is there, beside what it would be.
import { scale } from "../../stage/kit/axes.js"
import { clamp } from "../../stage/kit/easing.js"
import { math } from "../../stage/kit/formula.js"
import { significant } from "../../stage/kit/numbers.js"
import { stripText } from "../../stage/kit/on_strip.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { isHiding, nodesIn } from "./view_model.js"
import { betAt, spotAt } from "./view_plane.js"

const MOST = 2, // splits that are asked
  EVEN = 0.005, // of the larger of both, by which they may differ
  ROUNDING = 1e-5, // of the largest sum, which is 0
  ROWS = [1.2, 1.7], // em from one bar to the next
  HIGH = 0.85, // em of a bar
  NAMED = 13.6, // em before the bars
  BESIDE = [3.2, 4.6, 3.2], // em of a name at the dot, of its bar and of a number
  LETTER = 0.53 // em

// The split that comes with a step, with the nodes of its tree; none where all others come at once.
const splitOf = (record, step) => {
  const place = record.shows[step],
    nodes = record.witness[step - 1] >= 0 ? nodesIn(record, place, false) : [],
    node = nodes.find(({ id }) => id === record.witness[step - 1])
  return node && { nodes, node, tree: record.trees.number[place] + 1, number: (record.counts[step - 2] ?? 0) + 1 }
}

// The splits whose sums are weighed while it is asked.
export const askedOf = ({ record }) =>
  Array.from({ length: record.is_xgboost ? MOST : 1 }, (_, i) => splitOf(record, i + 1)).filter(
    each => each && endsOf(barsOf(each, record, { lambda: 1, eta: 1 })).every(Number.isFinite),
  )

// G of a node by its w, or where the file has none of splits, by those of its leaves.
const sumOf = ({ nodes, node }, record, bet) => {
  if (node.kids && !record.is_xgboost) return node.kids.reduce((sum, k) => sum + sumOf({ nodes, node: nodes[k] }, record, bet), 0)
  const { point: [, , alpha = 0] } = record,
    w = node.kids ? node.sumWeight : node.sumWeight / bet.eta
  return -w * (node.H + bet.lambda) - Math.sign(w) * alpha
}

// Its bars, each with its name, from where to where, and what the file has: what it has to be, then what leads to what it is.
const barsOf = ({ nodes, node }, record, bet) => {
  const { point: [, , alpha = 0] } = record,
    family = [node, ...node.kids.map(k => nodes[k])],
    [whole, left, right] = family.map(each => sumOf({ nodes, node: each }, record, bet))
  if (record.is_xgboost) {
    const [of, ofLeft, ofRight] = family.map(({ kids, sumWeight, H }) => `${kids ? "w" : "ηw"} ${significant(sumWeight)}, H ${significant(H)}`)
    return [["parent", 0, whole, of], ["left", 0, left, ofLeft], ["right", left, left + right, ofRight]]
  }
  const [own, ofLeft, ofRight] = [whole, left, right].map((G, i) => Math.max(0, Math.abs(G) - alpha) ** 2 / (family[i].H + bet.lambda))
  return [["in the file", 0, node.gain, ""], ["at this λ", 0, ofLeft + ofRight - own, ""]]
}

const endsOf = bars => [bars[0][2], bars.at(-1)[2]]
// Of the larger of both: a parent whose G is small is not nearly right.
const shareOff = ([a, b]) => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))
const percentOff = ends => `${significant(100 * shareOff(ends))} %`
const areEven = ends => shareOff(ends) < EVEN
const endsNow = S => S.own.asked.map(each => endsOf(barsOf(each, S.record, betAt(S))))
export const isEven = S => endsNow(S).every(areEven)

// Up to these λ and η bars are on one scale, so that a gap that closes is seen to close.
const USUAL = [0, 5].flatMap(lambda => [0.1, 1].map(eta => ({ lambda, eta })))

// At the dot, how far each split is off there.
export const besideDot = S => {
  const { L: { em }, own: { asked }, record } = S,
    [named, wide, numbered] = BESIDE.map(each => each * em),
    [x, y] = spotAt(S, named + wide + numbered)
  const lineOf = (each, i) => {
    const ends = endsOf(barsOf(each, record, betAt(S))),
      long = wide * Math.sqrt(Math.min(1, shareOff(ends))),
      at = y + 1.25 * (i + 1) * em
    const said = areEven(ends) ? stripText(x + named, at, evenOf(record), "start", "even") : stripText(x + named + long + 5, at, percentOff(ends), "start", "mine-text")
    return stripText(x, at, `split ${each.number}`, "start", "mine-text") + said +
      (areEven(ends) ? "" : `<rect class="grip" x="${round1(x + named)}" y="${round1(at - 0.6 * em)}" width="${round1(long)}" height="${round1(0.55 * em)}"/>`)
  }
  return asked.map(lineOf).join("")
}

// One split: the bar of what it has to be, those that lead to what it is, and the gap.
const oneDrawn = ({ L: { em, told: { w } }, record }, each, bet, top, row) => {
  const bars = barsOf(each, record, bet),
    ends = endsOf(bars),
    off = Math.abs(ends[0] - ends[1]),
    all = [bet, ...USUAL].flatMap(at => barsOf(each, record, at)).flatMap(([, from, to]) => [from, to]),
    least = ROUNDING * Math.max(...all.map(Math.abs)),
    isHere = areEven(ends) || off < least,
    at = scale([Math.min(...all), Math.max(...all)], [NAMED * em, w - 4 * em]),
    yOf = i => top + (0.7 + (i + 0.5) * row) * em,
    foot = yOf(bars.length - 1) + HIGH * em
  const bar = ([name, from, to, has], i) => {
    const y = yOf(i) + 0.75 * em,
      [x0, x1] = [at(from), at(to)].sort((a, b) => a - b).map(round1)
    return (
      stripText(0, y, name) + stripText(3.6 * em, y, has) +
      stripText(w, y, Math.abs(to - from) < least ? "0" : significant(to - from), "end", "ink") +
      `<path class="${i ? "side" : "whole"}" d="M${x0} ${round1(yOf(i))}H${x1}v${round1(HIGH * em)}H${x0}z"/>`
    )
  }
  const [x0, x1] = ends.map(value => round1(at(value))),
    y0 = round1(yOf(0)),
    gap = `M${x0} ${y0}V${round1(foot)}M${x1} ${round1(foot)}v${round1(-HIGH * em)}M${x0} ${round1(foot - 0.5 * HIGH * em)}H${x1}`,
    most = Math.floor((w - 8 * em) / (LETTER * em)),
    full = `Split ${each.number}, tree ${each.tree}: ${each.node.asks}`
  return (
    stripText(0, top + 0.9 * em, escaped(full.length > most ? `${full.slice(0, most - 1)}…` : full), "start", "name") +
    stripText(w, top + 0.9 * em, isHere ? evenOf(record) : `off by ${percentOff(ends)} of its ${record.is_xgboost ? "G" : "gain"}`, "end", isHere ? "even" : "mine-text") +
    `${bars.map(bar).join("")}<path class="zero" d="M${round1(at(0))} ${y0 - 3}V${round1(foot + 3)}"/>` +
    (isHere ? "" : `<path class="guessed" d="${gap}"/>`)
  )
}

const evenOf = ({ is_xgboost: isXgboost }) => (isXgboost ? "adds up" : "is the file’s")

const LAMBDA = '<mi class="asked">λ</mi>'
const SUM =
  `<div class="sum"><span>${math(`<mi>G</mi><mo>=</mo><mo>−</mo><mi>w</mi><mo>(</mo><mi>H</mi><mo>+</mo>${LAMBDA}<mo>)</mo>`)}</span>` +
  '<span class="note">w: added, H: weight of its rows, G: what they miss</span></div>'

// Those that are asked at the λ and η that one holds; later that of the step, where the file tells both at what it tells.
export const balance = (S, step) => {
  const { own: { asked }, L: { em, told: { h } }, record } = S,
    { is_xgboost: isXgboost, point: [lambda, eta] } = record,
    come = isHiding(S) ? undefined : splitOf(record, step),
    bet = isHiding(S) || !record.is_told ? betAt(S) : { lambda, eta },
    row = clamp((h / em - 3 - 1.8 * MOST) / (3 * MOST), ...ROWS),
    high = ((isXgboost ? 3 : 2) * row + 1.8) * em,
    drawn = (come ? [come] : asked).map((each, i) => oneDrawn(S, each, bet, i * high, row))
  return `${isXgboost ? SUM : ""}<svg class="balance" height="${round1(drawn.length * high)}" role="img" aria-label="Sums at λ and η">${drawn.join("")}</svg>`
}
