// What a cut gains, and what a leaf weighs, with their numbers; a card says what they are made of.
import { bracketed, gainFormula, gainNames, given, math, mn, towardsZero, weightFormula } from "../../stage/kit/formula.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped, note } from "../../stage/kit/svg.js"

export const sumsOf = (G, H, { reg_alpha: alpha }) => ({ T: towardsZero(G, alpha), H })

// Of a cut in the hand, which Python need not have heard of yet.
export const gainOf = ({ node: { G, H }, formula }, way, i) =>
  gainFormula({
    left: sumsOf(way.GL[i], way.HL[i], formula),
    right: sumsOf(way.GR[i], way.HR[i], formula),
    node: sumsOf(G, H, formula),
    gain: way.gain[i],
    gamma: formula.gamma.now,
    lambda: formula.reg_lambda.now,
  })

export const weightOf = ({ formula }, { G, H, weight }, rate) =>
  weightFormula({ ...sumsOf(G, H, formula), weight, lambda: formula.reg_lambda.now }) +
  math(`${given(rate)}<mo>×</mo>${bracketed(weight)}<mo>=</mo><mstyle class="stepped">${mn(weight * rate)}</mstyle>`)

// What opens as a card.
export const opener = (card, value, inside) => `<button type="button" data-card="${card}" aria-label="${card} ${significant(value)}">${inside}</button>`

// What will be compared, before it is told: in words, until one gain was seen.
export const askedGain = ({ is_residual: isResidual, task }, moment, isFirst, sides) => {
  const hessians = !isResidual ? "sums their hessians" : task === "regression" ? "counts its rows" : "sums their p (1 − p)",
    lambda = moment && !isFirst ? `, λ = ${tick(moment.formula.reg_lambda.now)}` : "",
    sums = isFirst && sides ? `: <b>${significant(-sides[0].G)}</b> left, <b>${significant(-sides[1].G)}</b> right` : "",
    compared = isFirst ? "How much less is missed with two leaves than with one." : gainNames(0)
  return `<div>${compared}<p class="note">−G sums the stems of a side${sums}${sums ? "<br>" : ", "}H ${hessians}${lambda}</p></div>`
}

// Of a node whose cuts are not there: what the record has of it.
export const plainSums = ({ n, more, weight }) => note(`n ${n} · ${more ?? `w ${weight}`}`)

const madeOf = (name, { made_of: { G, H } }) => `<p>${name}: ${escaped(G)}</p><p>${escaped(H)}</p>`

// The card of a gain, or of a leaf's weight.
export const cardOf = (S, name) => {
  const moment = S.moment(S.at)
  if (!moment) return moment === undefined ? undefined : ""
  const { formula: { node, left, right } } = moment,
    { way, i } = S.own.cut
  if (name === "w")
    return (
      "<p>The weight at which the leaf's parabola is lowest; the prediction takes a part of it.</p>" +
      weightOf(moment, node, moment.formula.learning_rate) + madeOf("Its rows", node)
    )
  if (!left) return ""
  return `<p>What the two leaves save of the loss, beside one leaf.</p>${S.root.matches(".beneath") ? "" : gainOf(moment, way, i)}${madeOf("Left", left)}${madeOf("Right", right)}`
}
