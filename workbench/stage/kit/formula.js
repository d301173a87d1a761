// Formulas with their numbers, typeset: what a cut gains, and what it is made of.
import { significant, sufficing, tick } from "./numbers.js"
import { escaped } from "./svg.js"

export const mi = (text, index = "") =>
  index ? `<msub><mi>${text}</mi><mi>${index}</mi></msub>` : `<mi>${text}</mi>`
export const number = text => `<mn>${text}</mn>`
export const mn = value => number(significant(value))
export const given = value => `<mn>${tick(value)}</mn>` // as it was set, without digits at its end
export const fraction = (top, bottom) => `<mfrac><mrow>${top}</mrow><mrow>${bottom}</mrow></mfrac>`
// Of a number that is nearly 0 the sign before it says so.
export const related = inside => inside.replace(/<mo>=<\/mo>(<mstyle[^>]*>)?<mn>≈ 0<\/mn>/g, "<mo>≈</mo>$1<mn>0</mn>")
export const math = inside => `<math display="block"><mrow>${related(inside)}</mrow></math>`
const squared = top => `<msup>${top}<mn>2</mn></msup>`
const inBrackets = text => (text.startsWith("−") ? `<mrow><mo stretchy="false">(</mo><mn>${text}</mn><mo stretchy="false">)</mo></mrow>` : `<mn>${text}</mn>`)
export const bracketed = value => inBrackets(significant(value))
// G as a score has it: alpha draws it towards zero.
export const towardsZero = (G, alpha) => Math.sign(G) * Math.max(0, Math.abs(G) - alpha)

const scoreName = letter => fraction(squared(mi("G", letter)), `${mi("H", letter)}<mo>+</mo><mi>λ</mi>`)
const under = (H, lambda, read) => `<mn>${Number.isInteger(H) ? tick(H) : read(H)}</mn><mo>+</mo>${given(lambda)}`
const saved = ([left, right, node]) =>
  `<mfrac><mn>1</mn><mn>2</mn></mfrac><mo>(</mo>${left}<mo>+</mo>${right}<mo>−</mo>${node}<mo>)</mo>`

// What a cut gains, by its name.
export const gainNames = gamma =>
  math(`<mtext>gain</mtext><mo>=</mo>${saved(["L", "R", ""].map(scoreName))}${gamma ? "<mo>−</mo><mi>γ</mi>" : ""}`)

// The same, and with numbers. left, right, node: each with its T (G, shrunk by alpha), and H.
export const gainFormula = ({ left, right, node, gain, gamma = 0, lambda }) => {
  const paid = gamma ? `<mo>−</mo>${given(gamma)}` : "",
    sides = [left, right, node],
    score = (T, H) => T ** 2 / (H + lambda),
    made = ([l, r, both, ...H]) => 0.5 * (score(l, H[0]) + score(r, H[1]) - score(both, H[2])) - gamma,
    read = sufficing([...sides.map(({ T }) => T), ...sides.map(({ H }) => H)], made, gain)
  const scores = sides.map(({ T, H }) => fraction(squared(inBrackets(read(T))), under(H, lambda, read)))
  return gainNames(gamma) + math(`<mo>=</mo>${saved(scores)}${paid}<mo>=</mo>${mn(gain)}`)
}

// The weight of a leaf; T: its G (shrunk by alpha). names: of both, as those of a row.
export const weightFormula = ({ T, H, lambda, weight, names: [G, h] = ["G", "H"] }) => {
  const read = sufficing([T, H], ([top, bottom]) => -top / (bottom + lambda), weight)
  return math(
    `<mi>w</mi><mo>=</mo><mo>−</mo>${fraction(mi(G), `${mi(h)}<mo>+</mo><mi>λ</mi>`)}<mo>=</mo><mo>−</mo>` +
      `${fraction(`<mn>${read(T)}</mn>`, under(H, lambda, read))}<mo>=</mo>${mn(weight)}`,
  )
}

// The card of a node, of the tree's nodes by its name: what its cut gains, or what its rows ask for together.
export const nodeCard = (nodes, name, lambda) => {
  const sums = ({ G: T, H }) => ({ T, H }),
    node = nodes.find(({ id }) => `node${id}` === name)
  if (!node.kids) return `<p><b>A leaf of ${node.n} ${node.n === 1 ? "row" : "rows"}</b></p>${weightFormula({ ...sums(node), lambda, weight: node.weight })}`
  const [left, right] = node.kids.map(kid => sums(nodes[kid]))
  return `<p><b>What ${escaped(node.asks)} gains</b></p>${gainFormula({ left, right, node: sums(node), gain: node.gain, lambda })}`
}
