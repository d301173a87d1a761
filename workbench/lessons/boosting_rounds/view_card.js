// A number's card: how it comes about, in words and typeset.
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"

const SIDES = { L: "left", R: "right" }

const mi = (text, index = "") =>
  index ? `<msub><mi>${text}</mi><mi>${index}</mi></msub>` : `<mi>${text}</mi>`
const mn = value => `<mn>${significant(value)}</mn>`
const given = value => `<mn>${tick(value)}</mn>` // as it was set, without digits at its end
const fraction = (top, bottom) => `<mfrac><mrow>${top}</mrow><mrow>${bottom}</mrow></mfrac>`
const math = inside => `<math display="block"><mrow>${inside}</mrow></math>`
const squared = top => `<msup>${top}<mn>2</mn></msup>`
const bracketed = value => (value < 0 ? `<mrow><mo>(</mo>${mn(value)}<mo>)</mo></mrow>` : mn(value))

const scoreName = letter => fraction(squared(mi("G", letter)), `${mi("H", letter)}<mo>+</mo><mi>λ</mi>`)
const scoreOf = (side, lambda) =>
  fraction(squared(bracketed(side.T)), `${mn(side.H)}<mo>+</mo>${given(lambda)}`)
const saved = ([left, right, node]) =>
  `<mfrac><mn>1</mn><mn>2</mn></mfrac><mo>(</mo>${left}<mo>+</mo>${right}<mo>−</mo>${node}<mo>)</mo>`

const gainCard = ({ left, right, node, gain, gamma, reg_lambda: { now } }) => {
  const price = gamma.now ? "<mo>−</mo><mi>γ</mi>" : "",
    paid = gamma.now ? `<mo>−</mo>${given(gamma.now)}` : ""
  return (
    "<p>What the two leaves save of the loss, beside one leaf.</p>" +
    math(`<mtext>gain</mtext><mo>=</mo>${saved(["L", "R", ""].map(scoreName))}${price}`) +
    math(
      `<mo>=</mo>${saved([left, right, node].map(side => scoreOf(side, now)))}${paid}<mo>=</mo>${mn(gain)}`,
    )
  )
}

const weightCard = ({ node, learning_rate: rate, reg_lambda: { now } }) =>
  "<p>The weight at which the leaf's parabola is lowest; the prediction takes a part of it.</p>" +
  math(
    `<mi>w</mi><mo>=</mo><mo>−</mo>${fraction(mi("G"), "<mi>H</mi><mo>+</mo><mi>λ</mi>")}<mo>=</mo><mo>−</mo>` +
      `${fraction(mn(node.T), `${mn(node.H)}<mo>+</mo>${given(now)}`)}<mo>=</mo>${mn(node.weight)}`,
  ) +
  math(`${given(rate)}<mo>×</mo>${bracketed(node.weight)}<mo>=</mo>${mn(node.step)}`)

export const cardOf = (S, name) => {
  const moment = S.moment(S.at)
  if (moment === undefined) return undefined
  const formula = moment?.formula
  if (!formula) return ""
  if (name === "gain") return formula.left ? gainCard(formula) : ""
  if (name === "w") return weightCard(formula)
  const { G, H } = (formula[SIDES[name.at(-1)]] ?? formula.node).made_of
  return `<p>${escaped(G)}</p><p>${escaped(H)}</p>`
}
