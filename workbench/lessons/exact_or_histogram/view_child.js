// The children of the best cut in bins of another feature: the smaller one is counted row by row, the larger one is what is
// left of the node when those are taken off, bin by bin. With every cut each row stands by itself.
import { below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { foundNow } from "./view_model.js"

const ROW = 0.62, // of a lane, as high as a row by itself
  NARROW = 14 // pixels of a bin: beside each other such bins have one outline

export const placeChild = S => {
  const { own, L: { em, side: { w, h } }, record } = S,
    lane = (h - 5.7 * em) / 3
  own.C = { em, w, h, base: [1, 2, 3].map(k => round1(lane * k + 1.3 * em - 4)), tall: lane - 2 * em, x: scale(record.ranges[1], [4, w - 4]) }
}

// How many rows of the node are in no bin of the other feature.
const without = ({ n }, state) => {
  const gaps = state ? state.other.n.reduce((left, each) => left - each, n) : 0
  return gaps ? `${rows(gaps)} in none` : ""
}

const rows = n => `${n.toLocaleString("en")} rows`

export const drawChild = (S, p) => {
  const { own, record } = S,
    { C, model, time: { to, u } } = own,
    { em, x, w, h, base, tall } = C,
    found = u >= 1 ? to : foundNow(S),
    children = found ? found.children : model.ofEvery, // of the best cut
    [cut, other] = [record.names.cut, record.names.other].map(escaped)
  const whole = `${cut} is cut already: bins of ${other}`
  const why = !found ? `each row by its ${other}` : 0.46 * em * whole.length < w ? whole : `bins of ${other}`
  const names = [[`node, ${rows(record.n)}`, without(record, found)], ...(children ? namesOf(children, !found) : [["no cut gains: the node stays a leaf", ""]])]
  const written = names
    .map(([name, more], k) => {
      const y = round1(base[k] - tall - 0.5 * em)
      return `<path class="grid" d="M0 ${base[k]}H${w}"/><text class="ink halo" x="0" y="${y}">${name}</text><text class="halo" x="${w}" y="${y}" text-anchor="end">${more}</text>`
    })
    .join("")
  const cost = children ? `<text class="ink" x="0" y="${round1(h - 0.5 * em)}">${costOf(record.n, children, found ? found.other.edges.length - 1 : 0)}</text>` : ""
  const bin = u >= 1 && to?.children && own.bin < to.other.n.length ? own.bin : null
  return (
    `<text x="0" y="${round1(0.8 * em)}">${why}</text>${subtraction(S, p)}` + written + cost + below(x, base[2], em, { name: record.names.other }) + (bin === null ? "" : pointed(C, to, bin))
  )
}

const namesOf = ({ sizes: [a, b], names: [small, large] }, isEvery) => [
  [`− ${small}, ${rows(a)}`, isEvery ? "each row added" : "counted, row by row"],
  [`= ${large}, ${rows(b)}`, isEvery ? "each row added, too" : "subtracted, bin by bin"],
]

const costOf = (n, { sizes: [small, large] }, bins) => {
  const all = n.toLocaleString("en")
  if (!bins) return `additions: ${small} + ${large} rows, all ${all}`
  return `additions: ${small} rows + ${bins} bins ${bins < large ? "instead of" : "not fewer than"} ${all} rows`
}

const path = (cls, d, opacity = 1) => `<path class="${cls}" style="opacity:${opacity.toFixed(2)}" d="${d}"/>`

// What stands in a lane, each from where to where and how high, in pixels: the bins, with every cut rows, of the node, the
// smaller child and the larger one.
const barsIn = ({ own: { C: { x, tall }, model }, record: { rows: { other, is_left: isLeft } } }, state, lane) => {
  if (!state) {
    const side = model.ofEvery?.names[lane - 1],
      isIn = i => !lane || (side && (side === "left") === Boolean(isLeft[i]))
    return Array.from(other, (each, i) => [x(each) - 0.5, x(each) + 0.5, isIn(i) ? ROW * tall : 0]).filter(([at]) => !Number.isNaN(at))
  }
  const { edges, n } = state.other,
    many = lane ? (state.children?.n[lane - 1] ?? n.map(() => 0)) : n,
    ends = Array.from(edges, edge => clamp(x(edge), ...x.range))
  return Array.from(many, (each, k) => [ends[k] + 0.5, Math.max(ends[k] + 1.2, ends[k + 1] - 0.5), (each * tall) / Math.max(1, ...n)])
}

// On their way neighbours grow as high as the one that they become, and rows as wide.
const grown = (now, next, isWide, t) =>
  now.map(([a, b, high]) => {
    const [c, d, then] = next.findLast(([from]) => from <= (a + b) / 2 + 1) ?? next[0]
    return [isWide ? lerp(a, c, t) : a, isWide ? lerp(b, d, t) : b, lerp(high, then, t)]
  })

// Bars on their bases; of narrow bins one outline runs over all that are beside each other.
const standing = (bars, base, areBins) => {
  const runs = [],
    isNarrow = ([a, b]) => areBins && b - a < NARROW
  bars.forEach((bar, k) => {
    if (bar[2] <= 0.05) return
    if (runs.at(-1)?.at(-1) === k - 1 && isNarrow(bar) && isNarrow(bars[k - 1])) runs.at(-1).push(k)
    else runs.push([k])
  })
  const steps = (run, end, y) => run.map(k => `V${y(k).toFixed(1)}H${bars[k][end].toFixed(1)}`).join("")
  return runs.map(run => `M${bars[run[0]][0].toFixed(1)} ${base(run[0]).toFixed(1)}${steps(run, 1, k => base(k) - bars[k][2])}${steps(run.toReversed(), 0, base)}z`).join("")
}

// The bars of before become those of now; then the node's slide down, and the smaller child's bite off what is theirs.
const subtraction = (S, { merge, glide, slide, bite, rest }) => {
  const { own: { C: { base }, time: { to, from = null, u } } } = S,
    [q, off] = u < 1 ? [{ slide, rest }, bite] : [{ slide: 0, rest: 1 }, 1],
    shares = [merge, (merge + glide) / 2, (merge + glide) / 2].map(share => (u < 1 ? soft(share) : 1))
  const [node, few, many] = shares.map((t, lane) => {
    const next = barsIn(S, to, lane)
    return t === 1 ? next : grown(barsIn(S, from, lane), next, !from, t)
  })
  const areBins = to !== null && (u === 1 || from !== null || glide === 1), // else rows, which stand anywhere
    at = (cls, bars, y, opacity) => path(cls, standing(bars, typeof y === "function" ? y : () => y, areBins), opacity)
  return (
    at("counted", node, base[0]) + at("larger", many, base[2]) +
    (q.slide > 0 && q.rest < 1 ? at("counted", node, lerp(base[0], base[2], soft(q.slide)), 1 - q.rest) : "") + at("smaller", few, base[1]) +
    (to && off ? at("bite", few, k => lerp(base[1], base[2] - many[k][2], soft(off))) : "")
  )
}

const pointed = ({ em, w, x, base, tall }, { other, children }, bin) => {
  const [a, b] = [other.edges[bin], other.edges[bin + 1]].map(each => round1(clamp(x(each), ...x.range))),
    isEnd = (a + b) / 2 > w - 9 * em
  return [other, ...children.n.map((n, k) => ({ n, G: children.G[k] }))]
    .map(({ n, G }, k) => {
      const veil = (from, wide) => `<rect class="veil" x="${from}" y="${round1(base[k] - tall - 1)}" width="${Math.max(0, wide)}" height="${round1(tall)}"/>`
      return `${veil(0, a)}${veil(b, w - b)}<text class="ink halo" x="${isEnd ? a - 6 : b + 6}" y="${round1(base[k] - 0.5 * em)}" text-anchor="${isEnd ? "end" : "start"}">n ${n[bin]}, G ${significant(G[bin])}</text>`
    })
    .join("")
}
