// What opens at a number: its sum, typeset.
import { bracketed, fraction, given, math, mi, mn, weightFormula } from "../../stage/kit/formula.js"
import { added, significant } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"

const FEW = 4 // terms of a sum
const eq = "<mo>=</mo>"
const F = round => mi("F", String(round))
const power = inside => `<msup><mi>e</mi><mrow>${inside}</mrow></msup>`

const stepCard = ({ own: { story }, record }, round) =>
  math(`${F(round)}${eq}${F(round - 1)}<mo>+</mo><mi>η</mi><mi>w</mi>`) +
  math(`${eq}${mn(story.F(round - 1))}<mo>+</mo>${given(record.rate)}<mo>·</mo>${bracketed(story.wOf(round))}${eq}${mn(story.F(round))}`)

const sumCard = ({ own: { story } }, round) => {
  const shown = [...Array(round).keys()].map(r => r + 1).filter(r => round <= FEW || r < FEW || r === round)
  const terms = shown.map(r => `${round > FEW && r === round ? "<mo>+</mo><mo>…</mo>" : ""}<mo>+</mo>${bracketed(story.brick(r))}`)
  return math(`${F(round)}${eq}${mn(story.F(0))}${terms.join("")}${eq}${mn(story.F(round))}`)
}

const weightCard = ({ own, record: { params: { reg_alpha, reg_lambda } } }) => {
  const { G, H, w } = own.mates,
    T = Math.sign(G) * Math.max(0, Math.abs(G) - reg_alpha)
  return weightFormula({ T, H, lambda: reg_lambda, weight: w }) + (reg_alpha ? `<p>G is drawn towards 0 by α = ${significant(reg_alpha)} first.</p>` : "")
}

const linkCard = ({ own: { story }, record: { link, k } }, round) => {
  const p = mn(story.P(round))
  if (link === "softmax") return math(`<mi>p</mi>${eq}${fraction(power(F("k")), `<mo>∑</mo>${power(F("j"))}`)}${eq}${fraction(power(mn(story.F(round, k))), Array.from({ length: story.K }, (_, c) => power(mn(story.F(round, c)))).join("<mo>+</mo>"))}${eq}${p}`)
  if (typeof link !== "number") return math(`<mi>p</mi>${eq}${p}`)
  const times = link === 1 ? "" : given(link)
  const down = inside => fraction("<mn>1</mn>", `<mn>1</mn><mo>+</mo>${power(`<mo>−</mo>${times}${inside}`)}`)
  return math(`<mi>p</mi>${eq}${down("<mi>F</mi>")}${eq}${down(bracketed(story.F(round)))}${eq}${p}`)
}

const askCard = ({ own: { story }, record }, round) => {
  const g = story.g[round],
    h = story.h[round],
    of = record.kind === "number" ? "F" : "p"
  const asks = record.is_residual
    ? math(`<mo>−</mo><mi>g</mi>${eq}<mi>y</mi><mo>−</mo><mi>${of}</mi>${eq}${mn(story.targets[record.k] ?? story.y)}<mo>−</mo>${bracketed(story.P(round))}${eq}${mn(-g)}`)
    : math(`<mi>g</mi>${eq}${fraction("<mo>∂</mo><mi>ℓ</mi>", "<mo>∂</mo><mi>F</mi>")}${eq}${mn(g)}`)
  return asks + math(`<mi>h</mi>${eq}${mn(h)}`)
}

const featureCard = ({ own: { story: { bricks, has } } }, round, i) => {
  const wide = bricks.names.length,
    [shapley, path] = ["features", "path"].map(name => bricks[name][round * wide + i]),
    j = bricks.number[i]
  const name = i === 0 ? "What the trees add to rows on average" : j < 0 ? bricks.names[i] : `${bricks.names[i]} = ${has[j]}`
  return `<p><b>${escaped(name)}</b></p><p>By Shapley values ${added(shapley)}, by the row’s path ${added(path)}</p>`
}

export const cardOf = (S, name) => {
  const { round } = S.at
  if (!S.own.story) return undefined
  if (name.startsWith("feature")) return featureCard(S, round, Number(name.slice(7)))
  if (name === "p") return linkCard(S, round)
  if (name === "g") return askCard(S, round)
  if (round === 0) return ""
  if (name === "brick") return stepCard(S, round)
  return name === "w" ? weightCard(S) : sumCard(S, round)
}
