// The picture over one axis: the gain of every cut as a curve, of which bins leave the dots at their borders; below it what
// the bins hold, as bars of -G. A row by itself is the narrowest bar; as the bins get fewer, neighbours become one.
import { across, below, padded, scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { significant, threshold, tick } from "../../stage/kit/numbers.js"
import { nearest } from "../../stage/kit/pointing.js"
import { put, round1 } from "../../stage/kit/svg.js"
import { isTold, oneBin, rowsNow } from "./view_model.js"
import { limitOf, percent } from "./view_words.js"

const MOST_EDGES = 64,
  HALF_A_ROW = 0.6, // pixels
  SHARE = 0.62 // of the height: the gain's

export const placeLanes = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    foot = round1(h - 1.9 * em),
    floor = round1(SHARE * foot),
    top = floor + 1.5 * em
  const x = scale(padded(record.ranges[0], 0.015), [3.4 * em, w - 6])
  own.P = {
    em, w, foot, floor, top, x,
    middle: round1((top + foot) / 2),
    gain: scale([Math.min(0, ...record.every.gain), own.model.top || 1], [floor, 2.3 * em]),
    place: value => clamp(x(value), ...x.range),
  }
  own.parts = new Map()
}

// The gain is the same for all cuts between two neighbouring values.
export const stairs = ({ change, gain }, x, y) => {
  let d = `M${x(change[0]).toFixed(1)} ${y(gain[0] ?? 0).toFixed(1)}`
  for (let i = 0; i < gain.length; i++) d += `V${y(gain[i]).toFixed(1)}H${x(change[i + 1]).toFixed(1)}`
  return d
}

export const drawStill = S => {
  const { own: { P, model }, record } = S,
    { em, x, gain, foot, floor, middle } = P,
    [x0, x1] = x.range,
    best = model.bestOf(null)
  let drawn = `<path class="grid" d="M${x0} ${middle}H${x1}"/><text class="ink" x="0" y="${round1(gain.range[1] + 0.2 * em)}">gain</text>`
  drawn += across(gain, x.range, em, { n: 3 }) + below(x, foot, em, { name: record.names.axis + (record.gaps ? ` · ${record.gaps.toLocaleString("en")} rows have none` : "") })
  if (record.every.gain.length) {
    const d = stairs(record.every, x, gain)
    drawn += `<path class="under" d="${d}V${floor}H${round1(x(record.every.change[0]))}Z"/><path class="exact" d="${d}"/>`
  }
  if (best) {
    const y = round1(gain(record.limit * best.gain)),
      isRight = x(best.at) < (x0 + x1) / 2,
      edge = isRight ? x1 - 7 * em : x0 + 26,
      many = model.enough.rows,
      enough = many ? `<path class="enough" d="M${round1(edge - 22)} ${y + 0.85 * em}h16"/><text class="halo" x="${round1(edge)}" y="${round1(y + 1.2 * em)}">${many.toLocaleString("en")} ${many === 1 ? "row" : "rows"}</text>` : ""
    P.key = [edge, y + 1.2 * em]
    drawn += `<path class="limit" d="M${x0} ${y}H${x1}"/><path class="enough" d="M${x(model.enough.from).toFixed(1)} ${y}H${x(model.enough.to).toFixed(1)}"/><text class="halo" x="${round1(isRight ? x1 : x0 + 4)}" y="${y - 5}" text-anchor="${isRight ? "end" : "start"}">${limitOf(S)} of the best</text>${enough}`
    drawn += `<circle class="bestall" cx="${round1(x(best.at))}" cy="${round1(gain(best.gain))}" r="6"/>`
  }
  put(S.parts.still, drawn)
}

// What stands in the lower lane, each from where to where and how high, in pixels, of which per are 1: the bins of a state,
// or all rows that have a value; those that have none come last.
const partsOf = ({ own: { P, parts }, record: { rows } }, state) => {
  if (!parts.has(state)) {
    const values = state ? state.G.map(G => -G) : rows.pull.filter((_, i) => !Number.isNaN(rows.x[i])),
      per = (0.48 * (P.foot - P.top)) / (values.reduce((most, each) => Math.max(most, Math.abs(each)), 0) || 1)
    const ends = i => (state ? [state.edges[i], state.edges[i + 1]].map(P.place) : [-HALF_A_ROW, HALF_A_ROW].map(by => P.x(rows.x[i]) + by))
    parts.set(state, Object.assign(Array.from(values, (value, i) => [...ends(i), value * per]), { per }))
  }
  return parts.get(state)
}

// A bar for every part; on their way neighbours grow as high as the one that they become, and rows as wide as their bin.
const barsOf = (S, { from = null, to, u }, t) => {
  const now = partsOf(S, u < 1 && t < 1 ? from : to),
    next = u < 1 && t < 1 ? partsOf(S, to) : now,
    { middle } = S.own.P
  let d = "",
    q = 0
  now.forEach(([a, b, high], i) => {
    if (next === now) q = i
    else while (q + 1 < next.length && (a + b) / 2 > next[q][1]) q++
    const [x0, x1, tall] = [a, b, high].map((each, k) => (from && k < 2 ? each : lerp(each, next[q][k], t))),
      gap = Math.min(1, 0.12 * (x1 - x0))
    if (Math.abs(tall) > 0.05) d += `M${(x0 + gap).toFixed(2)} ${middle}v${(-tall).toFixed(1)}H${(x1 - gap).toFixed(2)}V${middle}z`
  })
  return d
}

// Lines of their axis: as neighbours add up, those of before draw together, and what stays as high is seen to be more.
const scaleOf = (S, { from = null, to }, t) => {
  const { em, x: { range: [x0, x1] }, middle, top, foot } = S.own.P,
    half = 0.5 * (foot - top),
    pers = [from, to].map(state => partsOf(S, state).per),
    per = lerp(...pers, t),
    [before, after] = pers.map(each => ticks(0, half / each, 3).at(-1))
  const at = (value, share) => `<g style="opacity:${share.toFixed(2)}"><path class="grid" d="M${x0} ${round1(middle - value * per)}H${x1}"/><text x="${x0 - 8}" y="${round1(middle - value * per + 0.3 * em)}" text-anchor="end">${tick(value)}</text></g>`
  const drawn = (high, share) => (share > 0 && high * per <= half ? at(high, share) + at(-high, share) : "")
  return before === after ? drawn(after, 1) : drawn(before, 1 - t) + drawn(after, t)
}

// Borders that go shrink as those do that come; all others stay.
export const edgesOf = ({ top, foot, x }, { from = null, to }, t) => {
  const inside = state => (state ? state.edges.slice(1, -1).filter(each => each > x.domain[0] && each < x.domain[1]) : []),
    [before, after] = [from, to].map(inside).map(each => (each.length > MOST_EDGES ? [] : each)),
    [was, is] = [new Set(before), new Set(after)]
  const drawn = (edges, grown) => Array.from(edges, each => upright(x(each), top, lerp(top, foot, grown))).join("")
  return drawn(after.filter(each => was.has(each)), 1) + drawn(after.filter(each => !was.has(each)), t) + (t < 1 ? drawn(before.filter(each => !is.has(each)), 1 - t) : "")
}

const dotsOf = ({ em, x, gain }, state, isIn) => {
  const { threshold: all, gain: gains } = state.cuts,
    size = round1(((all.length > 128 ? 1.6 : all.length > 32 ? 2.4 : 4) * em) / 14)
  return Array.from(all, (each, i) => (isIn(each) ? circle(x(each), gain(gains[i]), size) : "")).join("")
}

// While it is asked nothing of the cuts is drawn but the best of all. The dots of borders that are left stay, the others go as
// bins become one; then the cut glides to the best that is left.
export const drawLanes = (S, p) => {
  const { at, own: { P, time, mark, column }, parts } = S,
    { to, from = null, u } = time,
    { x, gain, foot, em } = P,
    isTelling = isTold(S) && to !== null,
    path = (name, cls, d, opacity = 1) => `<path data-layer="${name}" class="${cls}" style="opacity:${opacity.toFixed(2)}" d="${d}"/>`
  const t = u < 1 ? soft(p.merge) : 1,
    best = isTelling ? mark : null,
    left = new Set(isTelling ? to.cuts.threshold : []),
    [a, b, high] = to && column !== null ? partsOf(S, to)[column].map(round1) : []
  let drawn = path("left", "leftside", best && at.bins_view === "child" ? `M${x.range[0]} ${gain.range[1]}H${round1(x(best.at))}V${foot}H${x.range[0]}Z` : "", 0.07)
  drawn += scaleOf(S, u < 1 ? time : { from: to, to }, t) + path("bars", "gbar", barsOf(S, time, t), 0.88) + path("edges", "edges", edgesOf(P, time, t), 0.5)
  drawn += path("dots", "cutdots", isTelling ? dotsOf(P, to, () => true) : "", from || u >= 1 ? 1 : t)
  if (isTelling && from && t < 1) drawn += path("gone", "cutdots", dotsOf(P, from, each => !left.has(each)), 1 - t)
  drawn += (to ? ["−G", "= Σ −g", "in a bin"] : ["−g", `= ${S.record.pull}`, "of a row"]).map((words, i) => `<text${i ? "" : ' class="ink"'} x="0" y="${round1(P.middle + (1.1 * i - 0.8) * em)}">${words}</text>`).join("")
  if (best) drawn += bestOf(S, best)
  if (!isTold(S)) drawn += loupeOf(S)
  if (b) drawn += `<path class="pointed" d="M${a} ${P.middle}v${-high}H${b}V${P.middle}z"/>`
  put(parts.moving, drawn + sayingOf(S, isTelling ? to : null))
}

// While it is asked, what is magnified beside the picture, and how many rows a bin holds, below those that it may hold.
const loupeOf = S => {
  const { P: { place, gain, em, key }, T: { x, y }, model: { enough } } = S.own,
    [[a, b], [low, high]] = [x.domain.map(place), y.domain.map(gain)],
    [left, top] = key
  const bin = enough.rows ? `<path class="onebin" d="M${round1(left - 22)} ${round1(top + 0.95 * em)}h16"/><text class="mine-text halo" x="${round1(left)}" y="${round1(top + 1.3 * em)}">${oneBin(rowsNow(S))}</text>` : ""
  return `${bin}<path class="loupe" d="M${round1(a)} ${round1(high - 10)}H${round1(b)}V${round1(low)}H${round1(a)}Z"/>`
}

const bestOf = ({ at: { bins_view: look }, own: { P: { em, x, gain, foot, floor } }, record }, { at, gain: height, n }) => {
  const [left, y] = [x(at), gain(height)].map(round1),
    side = (by, words, anchor) => `<text class="halo" x="${left + by}" y="${floor - 6}" text-anchor="${anchor}">${words}</text>`
  return (
    `<g data-layer="best"><path class="cut" d="M${left} ${1.5 * em}V${foot}"/><circle class="bestbin" cx="${left}" cy="${y}" r="6"/>` +
    `${look === "child" ? side(-6, `left ${n}`, "end") + side(6, `right ${record.n - n}`, "start") : ""}</g>`
  )
}

// Above the cut that is shown what it keeps, once it rests; at a bin that is pointed at what it holds.
const sayingOf = (S, state) => {
  const { own: { P, mark, column } } = S,
    { em, w, x, floor } = P
  const say = (part, at, y, words) => {
    const [low, high] = [x.range[0], w].map((end, i) => end + (i ? -0.25 : 0.25) * em * words.length)
    return `<text class="ink halo" data-part="${part}" x="${round1(clamp(at, low, high))}" y="${round1(y)}" text-anchor="middle">${words}</text>`
  }
  const cut = mark ? cutWords(S, state) : "",
    drawn = cut && say("readout", x(mark.at), em, cut)
  if (!state || column === null) return drawn
  const pull = -state.G[column],
    bin = `bin ${column + 1}: ${state.n[column]} rows, −G ${significant(pull)}, H ${significant(state.H[column])}`
  return drawn + say("bin", (x(state.edges[column]) + x(state.edges[column + 1])) / 2, floor + 1.2 * em, bin)
}

const cutWords = (S, state) => {
  const { own: { mark, model, time: { u }, over }, record } = S,
    cut = `${record.names.cut} ≤ ${threshold(mark.at)}`
  if (state && u < 1 && mark.at !== model.bestOf(state)?.at) return "" // nothing is kept before the cut rests
  if (over !== null) return `${cut}: gain ${significant(mark.gain)}`
  if (!state) return `best cut: ${cut}`
  return `cut at ${threshold(mark.at)} keeps ${percent(state.kept)}`
}

// What is at a place: in the lower lane the bin there, else the cut between bins that is nearest.
export const placeAt = (S, state, [px, py]) => {
  const { P, model } = S.own
  if (!state) return [null, null]
  if (py > P.floor + 0.4 * P.em) return [binAt(state.edges, P.x.back(px)), null]
  const { threshold: all } = model.cutsOf(state)
  return [null, nearest(all.length, i => (P.x(all[i]) - px) ** 2, Infinity)]
}

// The bin of a value; null beyond the first and the last.
export const binAt = (edges, value) => {
  const q = edges.findIndex((each, i) => i > 0 && value < each) - 1
  return q >= 0 && value >= edges[0] ? q : null
}
