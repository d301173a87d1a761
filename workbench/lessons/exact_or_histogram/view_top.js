// While it is asked how few bins are enough: the top of the curve, magnified, and the rows below it. As many of them lie between
// cuts that all keep enough as a bin may hold: then one of its borders is among these.
import { below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { round1 } from "../../stage/kit/svg.js"
import { edgesOf, stairs } from "./view_lanes.js"
import { oneBin, rowsNow } from "./view_model.js"
import { text } from "./view_whole.js"
import { limitOf } from "./view_words.js"

const TIMES = 3, // as wide as the cuts that keep enough
  ALONE = 0.024 // of all values, where one cut alone keeps enough

export const placeTop = S => {
  const { own, own: { model: { enough, top } }, L: { em, side: { w, h } }, record: { every, ranges: [[a, b]], limit } } = S
  if (!enough) return
  const wide = Math.min(b - a, enough.rows ? TIMES * (enough.to - enough.from) : ALONE * (b - a)),
    from = clamp((enough.from + enough.to - wide) / 2, a, b - wide),
    [first, last] = [each => each <= from, each => each < from + wide].map(isBefore => Math.max(0, every.change.findLastIndex(isBefore))),
    gain = every.gain.slice(first, last + 1),
    x = scale([from, from + wide], [0, w]),
    foot = round1(h - 2.2 * em),
    floor = round1(foot - 4.6 * em)
  own.T = { em, w, foot, floor, x, y: scale([Math.min((3 * limit - 2) * top, ...gain), top], [floor - 2 * em, 5.4 * em]), seen: { change: every.change.slice(first, last + 2), gain } }
}

// How far one bin reaches that begins where the cuts begin that keep enough: as many rows on.
const endOf = ({ own: { T, model }, record: { n, gaps, rows } }, many) => {
  const all = rows.x.filter(each => !Number.isNaN(each)),
    first = all.findIndex(each => each > model.enough.from),
    last = Math.min(all.length - 1, first + (many * all.length) / (n - gaps)),
    between = i => (all[Math.max(0, i - 1)] + all[Math.min(i, all.length - 1)]) / 2
  return T.x(lerp(between(Math.floor(last)), between(Math.ceil(last)), last % 1))
}

// Under the rows that may lie between two cuts, how many a bin holds: the hand that makes them fewer makes it longer.
const rulerOf = (S, left, y) => {
  const { own: { T: { em, w } } } = S,
    many = rowsNow(S),
    end = endOf(S, many),
    isOut = end > w,
    x = round1(Math.min(end, w - 2)),
    tip = isOut ? `M${x - 7} ${y - 6}l7 6 -7 6` : `M${x} ${y - 5}v10`
  return `<path class="onebin" d="M${left} ${y - 5}v10M${left} ${y}H${x}${tip}"/>` + text("mine-text halo", left, y + 1.5 * em, oneBin(many), "start")
}

export const drawTop = (S, { merge }) => {
  const { own: { T: { em, w, foot, floor, seen, x, y }, model: { enough, top, bestOf }, time }, record } = S,
    d = stairs(seen, value => clamp(x(value), 0, w), y),
    [left, right] = [enough.from, enough.to].map(each => round1(x(each))),
    limit = round1(y(record.limit * top)),
    best = bestOf(null),
    lane = { x, top: floor + 0.6 * em, foot },
    ticks = [[], []]
  for (const each of record.rows.x)
    if (each >= x.domain[0] && each <= x.domain[1]) ticks[Number(each > enough.from && each < enough.to)].push(upright(x(each), floor + 1.2 * em, foot - 0.4 * em))
  const { rows } = enough,
    isFallen = seen.gain.at(-1) < seen.gain[0], // at the right there is room above the line
    words = rows ? [`${rows.toLocaleString("en")} of ${record.n.toLocaleString("en")} rows:`, "every cut between", `keeps ${limitOf(S)}`] : []
  return (
    `<path class="leftside" style="opacity:.1" d="M${left} ${limit}H${Math.max(right, left + 1)}V${foot}H${left}Z"/><path class="under" d="${d}V${floor}H0Z"/><path class="exact" d="${d}"/>` +
    `<path class="limit" d="M0 ${limit}H${w}"/><path class="enough" d="M${left} ${limit}H${right}"/><path class="bestall" d="${circle(x(best.at), y(best.gain), 6)}"/>` +
    text("", 0, 0.9 * em, "A cut lies only between bins, which hold about equally many", "start") +
    text("", 0, 2.2 * em, rows ? "rows. Sure: wherever the bins begin." : `rows. No two neighbouring cuts keep ${limitOf(S)}.`, "start") +
    text("halo", isFallen ? w : 0, limit - 5, `${limitOf(S)} of the best`, isFallen ? "end" : "start") +
    words.map((each, k) => text(k ? "" : "ink", (left + right) / 2, limit + (4.2 + 1.3 * k) * em, each)).join("") + (rows ? rulerOf(S, left, limit + 0.9 * em) : "") +
    ticks.map((each, k) => `<path class="stems" style="opacity:${k ? 1 : 0.4}" d="${each.join("")}"/>`).join("") +
    `<path class="edges" d="${edgesOf(lane, time, time.u < 1 ? soft(merge) : 1)}"/>` + below(x, foot, em, { n: 4, name: record.names.cut })
  )
}
