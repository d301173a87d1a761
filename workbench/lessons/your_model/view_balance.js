// A split at a λ and an η: XGBoost's G of it and that of its children, one after the other; of a LightGBM file, which has η,
// the gain as it is there, beside what it would be.
import { scale } from "../../stage/kit/axes.js"
import { clamp } from "../../stage/kit/easing.js"
import { math } from "../../stage/kit/formula.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { stripText } from "../../stage/kit/on_strip.js"
import { round1 } from "../../stage/kit/svg.js"
import { isHiding, nodesIn, shownTree } from "./view_model.js"
import { betAt, dragged, spotAt } from "./view_plane.js"

const MOST = 2, // splits that are asked
  EVEN = 0.005, // of the larger of both, by which they may differ
  ROUNDING = 1e-5, // of the largest sum, which is 0
  BARS = [0.35, 1.5], // em, how high a bar
  WORDS = 4.8, // em of a split beside its bars: its name, and a line of words above and below them
  BESIDE = [3.2, 3.8], // em of a name at the dot, and of its bar
  NEAR = 12 // pixels from the line of a split to where the dot is drawn to it

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
    each => each && endsOf(sidesOf(each, record, { lambda: 1, eta: 1 })).every(Number.isFinite),
  )

// G of a node by its w, or where the file has none of splits, by those of its leaves.
const sumOf = ({ nodes, node }, record, bet) => {
  if (node.kids && !record.is_xgboost) return node.kids.reduce((sum, k) => sum + sumOf({ nodes, node: nodes[k] }, record, bet), 0)
  const { point: [, , alpha = 0] } = record,
    w = node.kids ? node.sumWeight : node.sumWeight / bet.eta
  return -w * (node.H + bet.lambda) - Math.sign(w) * alpha
}

// Both of its sides, which have to be alike: a name, how it comes about, how large it is.
const sidesOf = ({ nodes, node }, record, bet) => {
  const { point: [, , alpha = 0] } = record,
    family = [node, ...node.kids.map(k => nodes[k])],
    [whole, left, right] = family.map(each => sumOf({ nodes, node: each }, record, bet))
  if (record.is_xgboost) {
    const product = alpha ? "" : `${significant(-node.sumWeight)} (${significant(node.H)} + <tspan class="asked">${tick(bet.lambda)}</tspan>)`
    return [["parent", product, whole], ["children", `${significant(left)} ${right < 0 ? "−" : "+"} ${significant(Math.abs(right))}`, left + right]]
  }
  const [own, ofLeft, ofRight] = [whole, left, right].map((G, i) => Math.max(0, Math.abs(G) - alpha) ** 2 / (family[i].H + bet.lambda))
  return [["in the file", "", node.gain], ["at this λ", "", ofLeft + ofRight - own]]
}

const endsOf = sides => sides.map(([, , size]) => size)
// Of the larger of both: a parent whose G is small is not nearly right.
const shareOff = ([a, b]) => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))
const percentOff = ends => `${significant(100 * shareOff(ends))} %`
const areEven = ends => shareOff(ends) < EVEN

// Under the pointer the dot keeps to the line of the first split where that is near: there its G is even.
export const draggedAlong = (S, [x, y]) => {
  dragged(S, [x, y])
  const { own: { P, asked: [first], bet }, record } = S
  if (!first || record.in_file !== null) return
  const gapAt = (lambda, inverse) => {
    const [whole, both] = endsOf(sidesOf(first, record, { lambda, eta: 1 / inverse }))
    return whole - both
  }
  const rootOf = gap => 1 - gap(1) / (gap(2) - gap(1)), // a gap is straight along both
    inverse = rootOf(each => gapAt(bet.lambda, each)),
    lambda = rootOf(each => gapAt(each, 1 / bet.eta))
  if (inverse >= 1 && Math.abs(P.py(inverse) - y) < NEAR) bet.eta = 1 / inverse
  else if (lambda >= 0 && Math.abs(P.px(lambda) - x) < NEAR) bet.lambda = lambda
}

// Up to these λ and η bars are on one scale, so that a gap that closes is seen to close.
const USUAL = [0, 5].flatMap(lambda => [0.1, 1].map(eta => ({ lambda, eta })))

// Of those that are asked the second is weighed once the dot has stood where the first adds up.
export const standsOnLine = S => {
  const { asked: [first] } = S.own
  return Boolean(first && S.own.bet) && areEven(endsOf(sidesOf(first, S.record, betAt(S))))
}
export const weighed = ({ isStart, own: { asked, isOnLine } }) => (isOnLine || !isStart ? asked : asked.slice(0, 1))

// At the dot, how far each split is off there.
export const besideDot = S => {
  const { L: { em }, record } = S,
    [named, wide] = BESIDE.map(each => each * em),
    [x, top] = spotAt(S)
  const lineOf = (each, i) => {
    const ends = endsOf(sidesOf(each, record, betAt(S))),
      isHere = areEven(ends),
      long = isHere ? 0 : wide * Math.sqrt(Math.min(1, shareOff(ends))),
      y = top + 1.25 * (i + 1) * em,
      cls = `split-${each.number}`
    return (
      stripText(x, y, `split ${each.number}`, "start", cls) +
      `<rect class="${cls}" x="${round1(x + named)}" y="${round1(y - 0.6 * em)}" width="${round1(long)}" height="${round1(0.55 * em)}"/>` +
      stripText(x + named + (isHere ? 0 : long + 5), y, isHere ? evenOf(record) : `${percentOff(ends)} off`, "start", `${cls}${isHere ? " even" : ""}`)
    )
  }
  return weighed(S).map(lineOf).join("")
}

// One split: a bar of each side, one on the other, their words above and below them, and the gap; how large it is stands at
// the dot as long as that is there.
const oneDrawn = (S, each, bet, top, high) => {
  const { L: { em, told: { w } }, record } = S,
    sides = sidesOf(each, record, bet),
    ends = endsOf(sides),
    all = [bet, ...USUAL].flatMap(at => endsOf(sidesOf(each, record, at))),
    least = ROUNDING * Math.max(...all.map(Math.abs)),
    isHere = areEven(ends) || Math.abs(ends[0] - ends[1]) < least,
    at = scale([Math.min(0, ...all), Math.max(0, ...all)], [1, w - 2]),
    tops = [0, 1].map(i => round1(top + 2.8 * em + i * (high + 2))),
    foot = round1(tops[1] + high),
    zero = round1(at(0))
  const bar = ([name, how, size], i) => {
    const y = i ? foot + 1.15 * em : tops[0] - 0.45 * em
    return (
      stripText(0, y, name) + stripText(4.6 * em, y, how) + stripText(w, y, Math.abs(size) < least ? "0" : significant(size), "end", "ink") +
      `<path class="${i ? "side" : "whole"}" d="M${zero} ${tops[i]}H${round1(at(size))}v${round1(high)}H${zero}z"/>`
    )
  }
  const [x0, x1] = ends.map(value => round1(at(value))),
    middle = round1(tops[1] + high / 2),
    gap = `M${x0} ${tops[0]}V${foot}M${x1} ${foot}V${tops[1]}M${x0} ${middle}H${x1}`
  return (
    stripText(0, top + 0.9 * em, `${each.number ? `Split ${each.number}` : "Its split"}, in tree ${each.tree}`, "start", each.number ? `split-${each.number}` : "ink") +
    stripText(w, top + 0.9 * em, isHere ? evenOf(record) : isHiding(S) && each.number ? "" : `${percentOff(ends)} off`, "end", isHere ? "even" : "mine-text") +
    `${sides.map(bar).join("")}<path class="zero" d="M${zero} ${tops[0] - 3}V${foot + 3}"/>` +
    (isHere ? "" : `<path class="guessed" d="${gap}"/>`)
  )
}

const evenOf = ({ is_xgboost: isXgboost }) => (isXgboost ? "adds up" : "is the file’s")

const LAMBDA = '<mi class="asked">λ</mi>'
const SUM =
  `<div class="sum"><span>${math(`<mi>G</mi><mo>=</mo><mo>−</mo><mi>w</mi><mo stretchy="false">(</mo><mi>H</mi><mo>+</mo>${LAMBDA}<mo stretchy="false">)</mo>`)}</span>` +
  `<span class="note">what rows miss; a leaf has ηw</span></div>`

// The split of a node, or that which has made a leaf; none where no equation vouches for its sums.
const splitAt = ({ record, own: { asked } }, nodes, node, place) => {
  const split = node.kids ? node : nodes[node.parent],
    tree = record.trees.number[place] + 1,
    known = asked.find(each => each.tree === tree && each.node.id === split?.id)
  return known ?? (split?.kids && [split, ...split.kids.map(k => nodes[k])].every(({ G }) => Number.isFinite(G)) && { nodes, node: split, tree })
}

// Those that are asked, later that of the step, or that of a node that is pointed at, at the λ and η that one holds or has
// bet; once it is told, at those of the file.
export const balance = (S, step, node) => {
  const { at, L: { em, told: { h } }, record } = S,
    { is_xgboost: isXgboost, point: [lambda, eta] } = record,
    place = shownTree(S, step),
    come = node ? splitAt(S, nodesIn(record, place, false), node, place) : isHiding(S) ? undefined : splitOf(record, step),
    bet = at.guess === 0 && record.is_told ? { lambda, eta } : betAt(S),
    high = clamp(((h / em - 3.6) / MOST - WORDS) / 2, ...BARS) * em,
    whole = 2 * high + WORDS * em,
    drawn = (come ? [come] : weighed(S)).map((each, i) => oneDrawn(S, each, bet, i * whole, high))
  if (node && !come) return "<p>No equation tells G of this node.</p>"
  return `${isXgboost ? SUM : ""}<svg class="balance" height="${round1(drawn.length * whole)}" role="img" aria-label="Sums at λ and η">${drawn.join("")}</svg>`
}
