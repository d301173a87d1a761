// What is asked, as sums, at the λ and η that one holds. XGBoost: G of a split beside that of its sides, of two splits, which
// one λ and η alone make even. LightGBM, whose file has η: a gain as it is there, beside what it would be.
import { scale } from "../../stage/kit/axes.js"
import { math, mi } from "../../stage/kit/formula.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { nodesIn } from "./view_model.js"
import { betAt } from "./view_plane.js"

const MOST = 2, // splits that are asked
  EVEN = 0.005, // of the larger of both, by which they may differ
  HIGH = 4.5 // em of a split
const LETTER = 0.53 // em

// The splits whose sums are weighed, with the nodes of their trees.
export const askedOf = ({ record }) => {
  const asked = []
  for (let k = 1; k <= (record.is_xgboost ? MOST : 1) && k <= record.counts.length; k++) {
    if (record.witness[k - 1] < 0) continue
    const nodes = nodesIn(record, record.shows[k], false),
      node = nodes.find(({ id }) => id === record.witness[k - 1]),
      tree = record.trees.number[record.shows[k]] + 1
    if (weighed({ nodes, node }, record, { lambda: 1, eta: 1 }).every(Number.isFinite)) asked.push({ nodes, node, tree })
  }
  return asked
}

// G of a node by its w, or where the file has none of splits, by those of its leaves.
const sumOf = ({ nodes, node }, record, bet) => {
  if (node.kids && !record.is_xgboost) return node.kids.reduce((sum, k) => sum + sumOf({ nodes, node: nodes[k] }, record, bet), 0)
  const { point: [, , alpha = 0] } = record,
    w = node.kids ? node.sumWeight : node.sumWeight / bet.eta
  return -w * (node.H + bet.lambda) - Math.sign(w) * alpha
}

// What it has to be, and what it is.
const weighed = ({ nodes, node }, record, bet) => {
  const family = [node, ...node.kids.map(k => nodes[k])],
    sums = family.map(each => sumOf({ nodes, node: each }, record, bet))
  if (record.is_xgboost) return [sums[0], sums[1] + sums[2]]
  const { point: [, , alpha = 0] } = record,
    [whole, left, right] = family.map(({ H }, i) => Math.max(0, Math.abs(sums[i]) - alpha) ** 2 / (H + bet.lambda))
  return [node.gain, left + right - whole]
}

const areEven = ([a, b]) => Math.abs(a - b) < EVEN * Math.max(Math.abs(a), Math.abs(b))
export const isEven = S => S.own.asked.every(each => areEven(weighed(each, S.record, betAt(S))))

// Where there is no room for the bars beside the plane: how far they are off.
export const offBy = S =>
  `off by ${S.own.asked
    .map(each => weighed(each, S.record, betAt(S)))
    .map(([a, b]) => significant(Math.abs(a - b)))
    .join(", ")}`

// One split: its bar, that of its sides, and the gap.
const oneDrawn = (S, each, top) => {
  const { L: { em, told: { w } }, record, own: { asked } } = S,
    values = weighed(each, record, betAt(S)),
    names = record.is_xgboost ? ["its G", "of its sides"] : ["in the file", "at your λ"],
    at = scale([Math.min(0, ...values), Math.max(0, ...values)], [6.6 * em, w - 4.5 * em]),
    [y0, y1, high] = [top + 1.4 * em, top + 2.5 * em, 0.85 * em],
    isHere = areEven(values),
    says = isHere ? (record.is_xgboost ? "adds up" : "is that of the file") : `off by ${significant(Math.abs(values[0] - values[1]))}`
  const bar = (value, y, name, cls) =>
    `<text x="0" y="${round1(y + 0.75 * em)}">${name}</text><text class="ink" x="${w}" y="${round1(y + 0.75 * em)}" text-anchor="end">${significant(value)}</text>` +
    `<rect class="${cls}" x="${round1(Math.min(at(0), at(value)))}" y="${round1(y)}" width="${round1(Math.abs(at(value) - at(0)))}" height="${round1(high)}"/>`
  const [x0, x1] = values.map(value => round1(at(value))),
    gap = isHere ? "" : `<path class="guessed" d="M${x0} ${round1(y0)}V${round1(y1 + high)}M${x1} ${round1(y1)}v${round1(high)}M${x0} ${round1(y1 + high / 2)}H${x1}"/>`
  const most = Math.floor((w - 8 * em) / (LETTER * em)),
    full = `${asked.length > 1 ? `Tree ${each.tree}: ` : ""}${each.node.asks}`,
    name = full.length > most ? `${full.slice(0, most - 1)}…` : full
  return (
    `<text class="name" x="0" y="${round1(top + 0.9 * em)}">${escaped(name)}</text><text class="${isHere ? "even" : "mine-text"}" x="${w}" y="${round1(top + 0.9 * em)}" text-anchor="end">${says}</text>` +
    `${bar(values[0], y0, names[0], "whole")}${bar(values[1], y1, names[1], "side")}<path class="zero" d="M${round1(at(0))} ${round1(y0 - 3)}V${round1(y1 + high + 3)}"/>${gap}`
  )
}

const LAMBDA = '<mi class="asked">λ</mi>'
const SUM = math(`<mi>G</mi><mo>=</mo><mo>−</mo><mi>w</mi><mo>(</mo><mi>H</mi><mo>+</mo>${LAMBDA}<mo>)</mo><mspace width="1em"/><mi>G</mi><mo>=</mo>${mi("G", "L")}<mo>+</mo>${mi("G", "R")}`)
const WORDS = 'The file has w, what a node would add (of a leaf <span class="asked">η</span>w), and H, the weight of its rows; not G, what they still miss.'
const OF_GAIN = 'The file has rows, leaves, <span class="asked">η</span> and gains. A gain depends on <span class="asked">λ</span>.'

export const balance = S => {
  const { own: { asked }, L: { em }, record: { is_xgboost: isXgboost } } = S,
    high = round1(asked.length * HIGH * em)
  return `${isXgboost ? SUM : ""}<p>${isXgboost ? WORDS : OF_GAIN}</p><svg class="balance" height="${high}" role="img" aria-label="Sums at your λ and η${isEven(S) ? ": even" : ""}">${asked.map((each, i) => oneDrawn(S, each, i * HIGH * em)).join("")}</svg>`
}
