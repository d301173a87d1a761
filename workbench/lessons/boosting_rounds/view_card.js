// A number's card: how it comes about, in words and typeset.
import { bracketed, gainFormula, given, math, mn, weightFormula } from "../../stage/kit/formula.js"
import { escaped } from "../../stage/kit/svg.js"

const SIDES = { L: "left", R: "right" }

const gainCard = ({ left, right, node, gain, gamma, reg_lambda: { now } }) =>
  "<p>What the two leaves save of the loss, beside one leaf.</p>" +
  gainFormula({ left, right, node, gain, gamma: gamma.now, lambda: now })

const weightCard = ({ node, learning_rate: rate, reg_lambda: { now } }) =>
  "<p>The weight at which the leaf's parabola is lowest; the prediction takes a part of it.</p>" +
  weightFormula({ ...node, lambda: now }) +
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
