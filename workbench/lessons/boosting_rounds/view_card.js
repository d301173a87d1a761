// A number's card: how it comes about, in words and typeset.
import { bracketed, gainFormula, given, math, mn, weightFormula } from "../../stage/kit/formula.js"
import { escaped } from "../../stage/kit/svg.js"
import { peaksOf } from "./view_peaks.js"

const SIDES = { L: "left", R: "right" }

const gainCard = ({ left, right, node, gain, gamma, reg_lambda: { now } }, way) =>
  "<p>What the two leaves save of the loss, beside one leaf.</p>" +
  gainFormula({ left, right, node, gain, gamma: gamma.now, lambda: now }) +
  (way && peaksOf(way).length > 1 ? '<button type="button" data-peak>Next peak</button>' : "")

const weightCard = ({ node, learning_rate: rate, reg_lambda: { now } }) =>
  "<p>The weight at which the leaf's parabola is lowest; the prediction takes a part of it.</p>" +
  weightFormula({ ...node, lambda: now }) +
  math(`${given(rate)}<mo>×</mo>${bracketed(node.weight)}<mo>=</mo>${mn(node.step)}`)

export const cardOf = (S, name) => {
  const moment = S.moment(S.at)
  if (moment === undefined) return undefined
  const formula = moment?.formula
  if (!formula) return ""
  if (name === "gain") return formula.left ? gainCard(formula, S.own.cut.way) : ""
  if (name === "w") return weightCard(formula)
  const { G, H } = (formula[SIDES[name.at(-1)]] ?? formula.node).made_of
  return `<p>${escaped(G)}</p><p>${escaped(H)}</p>`
}
