// The end: every split with what it gained, in the order of growth, and what was guessed there.
import { below } from "../../stage/kit/axes.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { bandUnder, barIn, pinIn, placeIn } from "./view_bands.js"
import { percent } from "./view_model.js"

const LETTER = 0.5, // of a question, in em
  MOST_NAMED = 8 // gains

export const drawEnd = (S, opacity) => `<g style="opacity:${opacity}">${isLine(S) ? line(S) : list(S)}</g>`

const isLine = ({ record: { classes, names }, own }) => names.length === 1 && !classes.length && own.whole

// Over one feature: the rows with the means of all leaves, and under every cut what it gained.
const line = ({ own, record }) => {
  const { P, whole: M } = own,
    { tree, gains, n_splits: many, kind } = record,
    [F] = M.features,
    x = P.x(F)
  const cuts = Array.from(gains, (_, at) => tree.threshold[tree.split.indexOf(at + 1)]),
    band = bandUnder(P, x),
    share = gain => gain / Math.max(...gains)
  let dots = "",
    means = "",
    bars = ""
  const where = P.places(M, F)
  M.at.forEach((value, i) => {
    dots += `M${where(i).toFixed(1)} ${P.y(value).toFixed(1)}h0`
  })
  leavesOf(tree, many, F.ends).forEach(({ low, high, id }) => {
    if (kind === "squared_error") means += `M${round1(x(low))} ${round1(P.y(tree.value[id]))}H${round1(x(high))}`
  })
  const lines = cuts.map(at => `M${round1(x(at))} ${P.top}V${P.end}`).join("")
  cuts.forEach((at, k) => {
    const yours = own.said.get(k + 1),
      [left, top] = placeIn(band, at, share(gains[k]))
    bars += barIn(band, at, share(gains[k]))
    if (many <= MOST_NAMED) bars += `<text x="${left}" y="${round1(top - 5)}" text-anchor="middle">${significant(gains[k])}</text>`
    if (yours) bars += pinIn(band, yours.at, share(yours.gain))
  })
  return `<path class="dots" d="${dots}"/><path class="cut thin" d="${lines}"/><path class="after" d="${means}"/>${bars}${below(x, P.foot, P.em, { n: 6, name: record.names[0] })}`
}

const leavesOf = (tree, many, [from, to]) => {
  const found = []
  const visit = (id, low, high) => {
    const isInner = tree.split[id] > 0 && tree.split[id] <= many
    if (!isInner) return found.push({ id, low, high })
    visit(tree.left[id], low, tree.threshold[id])
    visit(tree.left[id] + 1, tree.threshold[id], high)
  }
  visit(0, from, to)
  return found
}

// Else every split in a line of its own.
const list = ({ own, record }) => {
  const { P } = own,
    { asks, gains, n_splits: many } = record
  const top = 0.6 * P.em,
    high = Math.min(4.4 * P.em, (P.h - top - 1.6 * P.em) / many),
    shown = Math.max(1, Math.min(many, Math.floor((P.h - top - 1.6 * P.em) / (1.5 * P.em))))
  const row = Math.max(high, 1.5 * P.em),
    wide = Math.min(0.42 * P.w, LETTER * P.em * Math.max(...asks.slice(0, shown).map(each => each.length))),
    x0 = wide + P.em,
    most = Math.max(...gains),
    letters = Math.floor(wide / (LETTER * P.em))
  const lines = asks.slice(0, shown).map((ask, at) => {
    const y = top + at * row,
      long = ((P.x1 - x0 - 6 * P.em) * gains[at]) / most,
      yours = own.said.get(at + 1),
      middle = round1(y + row / 2 + 0.3 * P.em)
    const text = ask.length > letters ? `${ask.slice(0, letters - 1)}…` : ask
    let drawn = `<text class="ink" x="${round1(wide)}" y="${middle}" text-anchor="end">${escaped(text)}</text><rect class="done" x="${round1(x0)}" y="${round1(y + 3)}" width="${round1(Math.max(1.5, long))}" height="${round1(row - 6)}" rx="2"/>`
    const end = round1(x0 + long + 0.5 * P.em)
    drawn += `<text x="${end}" y="${middle}">${significant(gains[at])}${yours ? `<tspan class="mine" dx=".6em">you ${percent(yours.share)}</tspan>` : ""}</text>`
    if (yours) drawn += `<path class="yours" d="M${round1(x0 + Math.max(0, yours.share) * long)} ${round1(y)}v${round1(row)}"/>`
    return drawn
  })
  const rest = many + record.more - shown
  const more = rest > 0 ? `<text x="${round1(x0)}" y="${round1(P.h - 0.6 * P.em)}">and ${rest} more</text>` : ""
  return lines.join("") + more
}
