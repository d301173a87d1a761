// The end: every split with what it gained, in the order of growth, and what was guessed there.
import { below } from "../../stage/kit/axes.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { bandUnder, endBars } from "./view_band.js"
import { limitsOf, nodeOf, percent } from "./view_model.js"

const LETTER = 0.5 // of a question, in em

export const isOneLine = S => S.record.names.length === 1 && !S.record.classes.length && nodeOf(S, 1) !== null

// The axis is there from the first on.
export const drawEnd = (S, opacity) => {
  const [drawn, axis] = isOneLine(S) ? line(S) : [list(S), ""]
  return `<g style="opacity:${opacity}">${drawn}</g>${axis}`
}

// Over one feature: the rows with the means of all leaves, and under every cut what it gained.
const line = S => {
  const { own: { P }, record, record: { tree, kind, names } } = S,
    M = nodeOf(S, 1),
    [F] = M.features,
    x = P.x(F),
    where = P.places(M, F)
  const dots = Array.from(M.at, (value, i) => `M${where(i).toFixed(1)} ${P.y(value).toFixed(1)}h0`).join("")
  let means = "",
    cuts = ""
  limitsOf(record, [F.ends]).forEach(([[low, high]], id) => {
    if (tree.split[id]) cuts += `M${round1(x(tree.threshold[id]))} ${P.top}V${P.end}`
    else means += `M${round1(x(low))} ${round1(P.y(tree.value[id]))}H${round1(x(high))}`
  })
  const drawn = `<path class="dots" d="${dots}"/><path class="cut thin" d="${cuts}"/>${kind === "squared_error" ? `<path class="after" d="${means}"/>` : ""}${endBars(S, bandUnder(P, x), 0)}`
  return [drawn, below(x, P.foot, P.em, { n: 6, name: names[0] })]
}

// Else every split in a line of its own.
const list = ({ own: { P, said }, record: { asks, gains, n_splits: many, more } }) => {
  const top = 0.6 * P.em,
    room = P.h - top - 1.6 * P.em,
    shown = Math.max(1, Math.min(many, Math.floor(room / (1.5 * P.em)))),
    row = Math.max(Math.min(4.4 * P.em, room / many), 1.5 * P.em),
    wide = Math.min(0.42 * P.w, LETTER * P.em * Math.max(...asks.slice(0, shown).map(each => each.length))),
    x0 = wide + P.em,
    letters = Math.floor(wide / (LETTER * P.em))
  const lines = asks.slice(0, shown).map((ask, at) => {
    const y = top + at * row,
      long = ((P.x1 - x0 - 6 * P.em) * gains[at]) / Math.max(...gains),
      yours = said.get(at + 1),
      middle = round1(y + row / 2 + 0.3 * P.em),
      text = ask.length > letters ? `${ask.slice(0, letters - 1)}…` : ask
    return (
      `<text class="ink" x="${round1(wide)}" y="${middle}" text-anchor="end">${escaped(text)}</text><rect class="done" x="${round1(x0)}" y="${round1(y + 3)}" width="${round1(Math.max(1.5, long))}" height="${round1(row - 6)}" rx="2"/>` +
      `<text x="${round1(x0 + long + 0.5 * P.em)}" y="${middle}">${significant(gains[at])}${yours ? `<tspan class="mine" dx=".6em">you ${percent(yours.share)}</tspan>` : ""}</text>` +
      (yours ? `<path class="yours" d="M${round1(x0 + Math.max(0, yours.share) * long)} ${round1(y)}v${round1(row)}"/>` : "")
    )
  })
  const rest = many + more - shown
  return lines.join("") + (rest > 0 ? `<text x="${round1(x0)}" y="${round1(P.h - 0.6 * P.em)}">and ${rest} more</text>` : "")
}
