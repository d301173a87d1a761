// Four lanes over one axis: the rows with their pulls, the sums of every bin, and the gain of every cut, of which bins leave
// those at their borders.
import { across, below, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { decimals } from "../../stage/kit/numbers.js"
import { put, round1, set, style } from "../../stage/kit/svg.js"
import { fallen, isTold } from "./view_model.js"

const path = (name, cls) => `<path data-layer="${name}" class="${cls}"/>`
export const LAYERS =
  path("column", "leftside") + path("left", "leftside") + path("edges", "edges") + path("G", "gbar") + path("H", "hbar") + path("pulls", "stems") +
  path("hessians", "hbar") + path("falling", "stems") + path("lit", "stem") + path("dots", "cutdots") + path("sweep", "sweep") + `<g data-layer="best"></g>`

const MOST_EDGES = 64,
  SMALL = 0.45 // of a stem that has fallen
const LEAST_GAP = 12, // pixels that a bracket needs
  UNCERTAIN = 0.004 // of the gain: less is not told

export const placeLanes = S => {
  const { own, record, L: { em, picture } } = S,
    foot = picture.h - 1.9 * em,
    y = share => share * foot
  const pulls = [Math.min(0, ...record.rows.pull), Math.max(0, ...record.rows.pull)]
  own.P = {
    em,
    w: picture.w,
    foot,
    x: scale(padded(record.ranges[0], 0.015), [3.4 * em, picture.w - 6]),
    pull: scale(pulls, [y(0.15), 4]),
    G: [y(0.2), y(0.45)],
    H: [y(0.48), y(0.57)],
    gain: scale([Math.min(0, ...record.every.gain), own.model.top || 1], [foot, y(0.65)]),
  }
}

// The gain is the same for all cuts between two neighbouring values.
const stairs = ({ change, gain }, x, y) => {
  let d = `M${x(change[0]).toFixed(1)} ${y(gain[0] ?? 0).toFixed(1)}`
  for (let i = 0; i < gain.length; i++) d += `V${y(gain[i]).toFixed(1)}H${x(change[i + 1]).toFixed(1)}`
  return d
}

export const drawStill = S => {
  const { own: { P, model }, record, parts } = S,
    { em, x, pull, gain, foot, G, H } = P,
    [x0, x1] = x.range
  const line = y => `<path class="grid" d="M${x0} ${round1(y)}H${x1}"/>`,
    name = (y, text, cls = "ink") => `<text class="${cls}" x="0" y="${round1(y)}">${text}</text>`
  const middle = (G[0] + G[1]) / 2
  let drawn = line(pull(0)) + line(middle) + line(H[1])
  drawn += name(pull(0) + 0.3 * em, "rows") + name(middle - 0.1 * em, "−G") + name(middle + 0.95 * em, "of a bin", "")
  drawn += name((H[0] + H[1]) / 2 + 0.3 * em, "H") + name(gain.range[1] + 0.2 * em, "gain")
  drawn += across(gain, x.range, em, { n: 2 }) + below(x, foot, em, { name: record.names.axis })
  drawn += `<path class="stems" d="${stemsOf(record.rows, x, pull)}"/>`
  if (record.every.gain.length) {
    const d = stairs(record.every, x, gain)
    drawn += `<path class="under" d="${d}V${foot}H${round1(x(record.every.change[0]))}Z"/><path class="exact" d="${d}"/>`
  }
  const best = model.bestOf(null)
  put(parts.still, drawn + (best ? `<circle class="bestall" cx="${round1(x(best.at))}" cy="${round1(gain(best.gain))}" r="6"/>` : ""))
}

const stemsOf = ({ x: xs, pull }, x, y) => {
  let d = ""
  for (let i = 0; i < xs.length; i++) d += upright(x(xs[i]), y(0), y(pull[i]))
  return d
}

// --- a frame

// A bar for every bin, as far as the axis goes: heights(q) gives from where to where.
export const barsOf = (edges, x, heights, gap = 0) => {
  let d = ""
  for (let q = 0; q + 1 < edges.length; q++) {
    const [y0, y1] = heights(q)
    if (Math.abs(y1 - y0) < 0.05) continue
    const [a, b] = [edges[q], edges[q + 1]].map(each => clamp(x(each), ...x.range)),
      wide = Math.max(0.7, b - a),
      g = Math.min(1, 0.12 * wide) + Math.min(gap, 0.2 * wide)
    d += `M${(a + g).toFixed(2)} ${y0.toFixed(1)}V${y1.toFixed(1)}H${(a + wide - g).toFixed(2)}V${y0.toFixed(1)}z`
  }
  return d
}

const most = values => values.reduce((top, each) => Math.max(top, Math.abs(each)), 0) || 1
const centre = ({ edges }, q) => (edges[q] + edges[q + 1]) / 2
const shareOf = (x, value) => clamp((x(value) - x.range[0]) / (x.range[1] - x.range[0]))

// Of every row that is drawn the bin in which it falls.
const binsOf = ({ record: { rows }, own: { places } }, state) => {
  if (!places.has(state)) {
    let q = 0
    places.set(state, Array.from(rows.x, x => {
      while (q + 2 < state.edges.length && x > state.edges[q + 1]) q++
      return q
    }))
  }
  return places.get(state)
}

// How much of each bin has arrived: of its rows that are drawn, or of its middle where none is.
const landed = (S, state, fall) => {
  const { record: { rows }, own: { P } } = S,
    here = new Float64Array(state.n.length),
    all = new Float64Array(state.n.length)
  binsOf(S, state).forEach((q, i) => {
    all[q]++
    if (fallen(fall, shareOf(P.x, rows.x[i])) === 1) here[q]++
  })
  return q => (all[q] ? here[q] / all[q] : fallen(fall, shareOf(P.x, centre(state, q))))
}

const sums = (P, state, grown) => {
  const { G: [g0, g1], H: [h0, h1], x } = P,
    middle = (g0 + g1) / 2,
    perG = (0.48 * (g1 - g0)) / most(state.G),
    perH = (0.92 * (h1 - h0)) / most(state.H)
  return [
    barsOf(state.edges, x, q => [middle, middle + state.G[q] * perG * grown(q)]),
    barsOf(state.edges, x, q => [h1, h1 - state.H[q] * perH * grown(q)]),
  ]
}

// With every cut each row is by itself.
const alone = ({ record: { rows }, own: { P } }, share) => {
  const { x, G: [g0, g1], H: [h0, h1] } = P,
    middle = (g0 + g1) / 2,
    perG = (0.48 * (g1 - g0)) / most(rows.pull),
    perH = (0.92 * (h1 - h0)) / most(rows.hessian)
  let pulls = "",
    hessians = ""
  for (let i = 0; share > 0 && i < rows.x.length; i++) {
    const at = x(rows.x[i])
    pulls += upright(at, middle, middle - rows.pull[i] * perG * share)
    hessians += `M${(at - 0.5).toFixed(1)} ${h1.toFixed(1)}V${(h1 - rows.hessian[i] * perH * share).toFixed(1)}h1V${h1.toFixed(1)}z`
  }
  return [pulls, hessians]
}

const falling = (S, state, fall) => {
  const { record: { rows }, own: { P } } = S,
    { x, pull, G } = P,
    middle = (G[0] + G[1]) / 2,
    bins = binsOf(S, state)
  let d = ""
  for (let i = 0; i < rows.x.length; i++) {
    const at = x(rows.x[i]),
      t = fallen(fall, shareOf(x, rows.x[i]))
    if (t <= 0 || t >= 1) continue
    const y = lerp(pull(0), middle, t * t)
    d += upright(lerp(at, x(centre(state, bins[i])), 0.4 * t), y, y + (pull(rows.pull[i]) - pull(0)) * lerp(1, SMALL, t))
  }
  return d
}

const edgesOf = ({ G, H, x }, state, grown) => {
  const inside = state ? state.edges.slice(1, -1).filter(each => each > x.domain[0] && each < x.domain[1]) : []
  if (inside.length > MOST_EDGES) return ""
  let d = ""
  for (const each of inside) d += upright(x(each), G[0], lerp(G[0], H[1], grown))
  return d
}

export const drawLanes = (S, time, p, mark) => {
  const { own: { P, layers } } = S,
    { to, from = null } = time,
    isStill = time.u >= 1
  const gone = isStill ? 0 : 1 - soft(p.sink)
  let bars = to ? sums(P, to, isStill ? () => 1 : landed(S, to, p.fall)) : ["", ""]
  if (gone > 0 && from) bars = sums(P, from, () => gone).map((d, k) => d + bars[k])
  const rows = to === null ? alone(S, 1) : from === null && !isStill ? alone(S, gone) : ["", ""]
  set(layers.G, "d", bars[0])
  set(layers.H, "d", bars[1])
  set(layers.pulls, "d", rows[0])
  set(layers.hessians, "d", rows[1])
  set(layers.falling, "d", to && !isStill ? falling(S, to, p.fall) : "")
  set(layers.edges, "d", edgesOf(P, to, isStill ? 1 : soft(p.borders)))
  drawColumn(S, to)
  drawCuts(S, time, p, mark)
}

// The bin that is pointed at, with its rows.
const drawColumn = (S, state) => {
  const { record: { rows }, own: { P, layers, column } } = S
  let band = "",
    lit = ""
  if (state && column !== null) {
    const [a, b] = state.edges.slice(column, column + 2).map(each => round1(clamp(P.x(each), ...P.x.range)))
    band = `M${a} 0H${b}V${P.H[1]}H${a}Z`
    binsOf(S, state).forEach((q, i) => {
      if (q === column) lit += upright(P.x(rows.x[i]), P.pull(0), P.pull(rows.pull[i]))
    })
  }
  set(layers.column, "d", band)
  set(layers.lit, "d", lit)
}

// --- the cuts: nothing of them while one is asked

const radius = (em, many) => ((many > 128 ? 1.6 : many > 64 ? 2 : many > 32 ? 2.6 : 3.8) * em) / 14

export const sweepAt = ({ own: { P } }, p) => lerp(...P.x.range, p.sweep)

const drawCuts = (S, { to, u }, p, mark) => {
  const { own: { P, layers, model } } = S,
    { x, gain, G, foot, em } = P,
    isOpen = !isTold(S),
    isStill = u >= 1,
    isSwept = isStill || p.sweep >= 1,
    now = sweepAt(S, p)
  let dots = ""
  if (to && !isOpen) {
    const { threshold, gain: gains } = to.cuts,
      r = round1(radius(em, threshold.length))
    threshold.forEach((each, i) => {
      if (isSwept || x(each) <= now) dots += circle(x(each), gain(gains[i]), r)
    })
  }
  set(layers.dots, "d", dots)
  set(layers.sweep, "d", !isOpen && to && !isSwept && p.sweep > 0 ? `M${round1(now)} ${round1(G[0] - 4)}V${foot}` : "")
  const until = isOpen || !to || (!isSwept && p.sweep <= 0) ? null : isSwept ? (mark ? x(mark.at) : null) : now
  set(layers.left, "d", until === null || (isSwept && !isStill && p.cut <= 0) ? "" : `M${x.range[0]} ${round1(G[0] - 4)}H${round1(until)}V${foot}H${x.range[0]}Z`)
  put(layers.best, isOpen || !to || !mark || !isSwept ? "" : bestOf(S, to, mark, isStill ? 1 : p.cut, model.bestOf(to)))
  style(layers.best, "opacity", isStill ? "" : p.cut.toFixed(2))
}

const bestOf = (S, state, mark, come, best) => {
  const { own: { P, model }, record } = S,
    { x, gain, G, foot, em } = P,
    at = round1(x(mark.at)),
    y = round1(gain(mark.gain))
  let drawn = `<path class="cut" d="M${at} ${round1(G[0] - 4)}V${foot}"/><circle class="bestbin" cx="${at}" cy="${y}" r="${round1(6 * come)}"/>`
  if (come < 1) return drawn
  drawn += `<text class="halo" x="${at - 6}" y="${foot - 6}" text-anchor="end">L ${mark.n}</text><text class="halo" x="${at + 6}" y="${foot - 6}">R ${record.n - mark.n}</text>`
  const lost = 1 - state.kept
  if (mark.i !== best.i || lost < UNCERTAIN) return drawn
  const all = model.bestOf(null),
    [ax, ay] = [x(all.at), gain(all.gain)].map(round1),
    words = `−${decimals(100 * lost, 1)} %`
  if (Math.abs(y - ay) < LEAST_GAP) return `${drawn}<text class="ink halo" x="${ax + 12}" y="${round1(ay - 0.4 * em)}">${words}</text>`
  const isRight = at < (x.range[0] + x.range[1]) * 0.6,
    end = round1(isRight ? x.range[1] - 5.2 * em : x.range[0] + 5 * em)
  return (
    `${drawn}<path class="limit" d="M${ax} ${ay}H${end}M${at} ${y}H${end}"/><path class="gap" d="M${end} ${ay}V${y}M${end - 4} ${ay}h8M${end - 4} ${y}h8"/>` +
    `<text class="ink halo" x="${end + 8}" y="${round1((ay + y) / 2 + 0.3 * em)}">${words}</text>`
  )
}

// What is at a place: above the gains the bin there, else the cut between bins that is nearest.
export const placeAt = (S, state, [px, py]) => {
  const { P } = S.own
  if (!state) return [null, null]
  if (py > P.H[1] + P.em) return [null, cutNear(S, state, px)]
  return [binAt(state.edges, P.x.back(px)), null]
}

// The bin of a value; null beyond the first and the last.
export const binAt = (edges, value) => {
  const q = edges.findIndex((each, i) => i > 0 && value < each) - 1
  return q >= 0 && value >= edges[0] ? q : null
}

const cutNear = ({ own: { P, model } }, state, px) => {
  const { threshold } = model.cutsOf(state)
  let best = null
  threshold.forEach((each, i) => {
    if (best === null || Math.abs(P.x(each) - px) < Math.abs(P.x(threshold[best]) - px)) best = i
  })
  return best
}
