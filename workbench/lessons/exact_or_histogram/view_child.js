// The children of the best cut in bins of another feature: the smaller one is counted row by row, the larger one is what is
// left of the node when those are taken off, bin by bin. With every cut each row stands by itself.
import { below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { foundNow } from "./view_model.js"

const DONE = { small: 1, slide: 1, rest: 1, bite: 1 },
  ROW = 0.62 // of a lane, as high as a row by itself

export const placeChild = S => {
  const { own, L: { em, side: { w, h } }, record } = S,
    lane = (h - 4.4 * em) / 3
  own.C = { em, w, h, base: [1, 2, 3].map(k => round1(lane * k - 4)), tall: lane - 2 * em, x: scale(record.ranges[1], [4, w - 4]) }
}

// How many rows of the node are in no bin of the other feature.
const without = ({ n }, state) => {
  const gaps = state ? state.other.n.reduce((left, each) => left - each, n) : 0
  return gaps ? `, ${rows(gaps)} in none` : ""
}

const rows = n => `${n.toLocaleString("en")} rows`

export const drawChild = (S, p) => {
  const { own, record } = S,
    { C, model, time: { to, from = null, u } } = own,
    { em, x, w, h, base, tall } = C,
    way = u >= 1 ? 1 : p.merge, // the old bars sink, then the new ones rise
    shown = way < 0.5 ? from : to,
    grown = Math.abs(2 * way - 1),
    found = u >= 1 ? to : foundNow(S),
    children = found ? found.children : model.ofEvery, // of the best cut
    q = way >= 0.5 && u < 1 ? p : DONE
  const names = [[`node, ${rows(record.n)}`, `in bins of ${record.names.other}${without(record, shown)}`], ...(children ? namesOf(children, !found) : [["no cut gains: the node stays a leaf", ""]])]
  let drawn = names
    .map(([name, more], k) => {
      const y = round1(base[k] - tall - 0.5 * em)
      return `<path class="grid" d="M0 ${base[k]}H${w}"/><text class="ink" x="0" y="${y}">${name}</text><text x="${w}" y="${y}" text-anchor="end">${more}</text>`
    })
    .join("")
  drawn += shown ? subtraction(S, shown, shown.children, q, grown) : alone(S, grown)
  if (children && q.rest === 1) drawn += `<text class="ink" x="0" y="${round1(h - 0.5 * em)}">${costOf(record.n, children, shown ? shown.other.edges.length - 1 : 0)}</text>`
  const bin = u >= 1 && to?.children && own.bin < to.other.n.length ? own.bin : null
  return drawn + below(x, base[2], em, { name: record.names.other }) + (bin === null ? "" : pointed(C, to, bin))
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

// With every cut: each row of the node, and of either child.
const alone = ({ own: { C: { x, base, tall }, model }, record: { rows: { other, is_left: isLeft } } }, grown) => {
  const isSmall = model.ofEvery?.names[0] === "left" ? 1 : 0,
    high = round1(ROW * tall * grown)
  const stand = (lane, isIn) => Array.from(other, (each, i) => (isIn(isLeft[i]) && !Number.isNaN(each) ? `M${round1(x(each) - 0.5)} ${base[lane]}v${-high}h1v${high}z` : "")).join("")
  if (!model.ofEvery) return path("counted", stand(0, () => true))
  return path("counted", stand(0, () => true)) + path("smaller", stand(1, side => side === isSmall)) + path("larger", stand(2, side => side !== isSmall))
}

// The node's bars slide down, and the smaller child's bite off what is theirs.
const subtraction = ({ own: { C: { x, base: [top, middle, foot], tall } } }, { other }, children, q, grown) => {
  const per = (tall * grown) / Math.max(1, ...other.n)
  const bars = (base, n, share = 1) => {
    let d = ""
    n.forEach((each, k) => {
      const [a, b] = [other.edges[k], other.edges[k + 1]].map(edge => clamp(x(edge), ...x.range)),
        y = typeof base === "number" ? base : base(k)
      if (each) d += `M${(a + 0.5).toFixed(1)} ${y.toFixed(1)}v${(-each * per * share).toFixed(1)}H${Math.max(a + 1.2, b - 0.5).toFixed(1)}V${y.toFixed(1)}z`
    })
    return d
  }
  const node = path("counted", bars(top, other.n))
  if (!children) return node
  const [few, many] = children.n,
    sliding = q.slide > 0 && q.rest < 1 ? path("counted", bars(lerp(top, foot, soft(q.slide)), other.n), 1 - q.rest) : ""
  return (
    node + path("smaller", q.small ? bars(middle, few, outward(q.small)) : "") + sliding + path("larger", q.rest ? bars(foot, many) : "", q.rest) +
    path("bite", q.bite ? bars(k => lerp(middle, foot - many[k] * per, soft(q.bite)), few) : "")
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
