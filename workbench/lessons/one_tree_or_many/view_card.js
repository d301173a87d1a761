// What both say of a row, as the sums that it comes from.
import { signed, significant } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"

const number = value => `<mn>${value}</mn>`
const operator = text => `<mo stretchy="false">${text}</mo>`
const F = "<mi>F</mi>"

// Addends with their signs, the first without a plus.
const added = ({ terms, last }) => {
  const term = (value, i) => (i ? `${operator(value < 0 ? "−" : "+")}${number(significant(Math.abs(value)))}` : number(significant(value)))
  return terms.map(term).join("") + (last === null ? "" : `${operator("+")}<mo>…</mo>${term(last, 1)}`)
}

const start = value => (Math.abs(value) > 1e-9 ? number(significant(value)) + operator("+") : "")

const SUMS = {
  leaf: ({ n, G, H, start: from, raw }) => [
    `a leaf of ${n.toLocaleString("en")} ${n === 1 ? "row" : "rows"}`,
    `${F}${operator("=")}${start(from)}<mfrac><mrow>${operator("−")}<mi>G</mi></mrow><mi>H</mi></mfrac>${operator("=")}${start(from)}` +
      `<mfrac>${number(significant(-G))}${number(significant(H))}</mfrac>${operator("=")}${number(signed(raw))}`,
  ],
  sum: ({ n, rate, start: from, raw, ...terms }) => [
    `one leaf of each of ${n}`,
    `${F}${operator("=")}${start(from)}${number(rate)}${operator("(")}${added(terms)}${operator(")")}${operator("=")}${number(signed(raw))}`,
  ],
  mean: ({ n, value, ...terms }) => [
    `the mean of ${n}`,
    `<mfrac>${number(1)}${number(n)}</mfrac>${operator("(")}${added(terms)}${operator(")")}${operator("=")}${number(significant(value))}`,
  ],
}

export const cardOf = S => {
  const moment = S.moment()
  if (!moment) return moment === null ? "" : undefined
  if (!moment.sums) return ""
  return moment.sums
    .map((each, s) => {
      const [words, sum] = SUMS[each.kind](each),
        end = S.record.is_class && each.kind !== "mean" ? `, <i>p</i> = ${significant(each.value)}` : ""
      return `<p><b>${escaped(S.record.names[s])}:</b> ${words}${end}</p><math>${sum}</math>`
    })
    .join("")
}
