// What every cut of a node gains: its curves, the best cut, and the one that is looked at. Built once; a frame changes paths.
//
// curve: what Python says of a feature: {range, marks, ways: [{side, x, gain, candidate, verdict, ...}], ghost, best, isAllowed}.
import { below, belowNames, ticks } from "./axes.js"
import { scale } from "./axes.js"
import { clamp } from "./easing.js"
import { placeIn } from "./guess.js"
import { tick } from "./numbers.js"
import { fade, put, round1, set, style, toggle } from "./svg.js"

const HEAD = 1.2,
  FOOT = 1.7,
  LEFT = 46

const EMPTY =
  `<g data-gain="axes"></g><g data-gain="bands"></g><g data-gain="hump"><path class="under"/><path class="ghost"/>` +
  `<path class="curve forbidden"/><path class="curve forbidden other"/><path class="curve"/><path class="curve other"/><path class="spots"/></g>` +
  `<g data-gain="mark"><path class="cut"/><circle class="best" r="4.5"/><circle class="knob" r="5.5"/><path class="knob foot"/></g>`

export const mountGain = box => {
  box.innerHTML = EMPTY
  const paths = box.querySelectorAll("[data-gain=hump] path"),
    mark = box.querySelector("[data-gain=mark]")
  const G = Object.fromEntries(
    [...box.querySelectorAll("[data-gain]")].map(each => [each.dataset.gain, each]),
  )
  const [under, ghost, noLeft, noRight, left, right, spots] = paths,
    [cut, best, knob, foot] = mark.children
  return Object.assign(G, {
    box,
    under,
    ghost,
    noLeft,
    noRight,
    left,
    right,
    spots,
    cut,
    best,
    knob,
    foot,
    drawn: null,
  })
}

// Every point of a way as [x, y] on the screen; where present and missing are parted it stands beside the axis.
const places = (way, x, y, apart) =>
  Array.from(way.gain, (gain, i) => [Number.isNaN(way.x[i]) ? apart : x(way.x[i]), y(gain)])

const pathOf = (points, isShown = () => true) => {
  let d = "",
    pen = "M"
  points.forEach(([x, y], i) => {
    if (!isShown(i)) return (pen = "M")
    d += `${pen}${round1(x)} ${round1(y)}`
    pen = "L"
  })
  return d
}

// box: {x, y, w, h}. range: of gains. Gives the scales; draws only where something is another.
export const drawGain = (G, curve, range, box, em, { floor = 0, bands = [], below: why = "" } = {}) => {
  const key = [box.x, box.y, box.w, box.h, em, floor].join()
  if (G.drawn?.curve === curve && G.drawn.key === key && G.drawn.range === range) return G.drawn
  const hasApart = curve.ways.some(way => way.x.some(Number.isNaN))
  const [x0, x1] = [box.x + LEFT, box.x + box.w - (hasApart ? 4.5 : 0.9) * em],
    [top, foot] = [box.y + HEAD * em, box.y + box.h - FOOT * em]
  const low = Math.min(0, range[0]),
    x = scale(curve.range, [x0, x1]),
    y0 = scale([low, range[1]], [foot, top])
  const y = gain => y0(clamp(gain, low, range[1] * 1.04)),
    zero = y(0),
    apart = x1 + 2.4 * em
  Object.assign(G, { x, y, zero, foot_: foot, top, apart })
  drawAxes(G, { x, y0, x0, x1, foot, top, em, low, high: range[1], apart, hasApart, bands, floor, why, box, curve })
  const [first, second] = curve.ways,
    points = curve.ways.map(way => places(way, x, y, apart))
  const onAxis = way => i => !Number.isNaN(way.x[i])
  const allowed = way => i => onAxis(way)(i) && way.verdict[i] === 0
  const under = first ? points[0].filter((_, i) => onAxis(first)(i)) : []
  set(G.under, "d", areaOf(under, zero))
  set(G.left, "d", first ? pathOf(points[0], allowed(first)) : "")
  set(G.right, "d", second ? pathOf(points[1], allowed(second)) : "")
  const forbidden = at => (curve.ways[at]?.verdict.some(Boolean) ? pathOf(points[at], onAxis(curve.ways[at])) : "")
  set(G.noLeft, "d", forbidden(0))
  set(G.noRight, "d", forbidden(1))
  set(
    G.ghost,
    "d",
    curve.ghost
      .map(way =>
        pathOf(Array.from(way.gain, (gain, i) => [way.x[i] === null ? apart : x(way.x[i]), y(gain)])),
      )
      .join(""),
  )
  set(G.spots, "d", spotsOf(curve.ways, points))
  style(G.hump, "transform-origin", `0 ${zero}px`)
  G.drawn = { curve, key, range, points, x, y, zero, x0, x1 }
  return G.drawn
}

const areaOf = (points, zero) =>
  points.length > 1 ? `${pathOf(points)}L${points.at(-1)[0]} ${zero}H${points[0][0]}Z` : ""

// Few cuts are dots, too; and those that part what is there from what is missing.
const spotsOf = (ways, points) =>
  ways
    .map((way, at) =>
      points[at]
        .map(([x, y], i) =>
          way.x.length <= 24 || Number.isNaN(way.x[i]) ? `M${round1(x)} ${round1(y)}h0` : "",
        )
        .join(""),
    )
    .join("")

const drawAxes = (
  G,
  { x, y0, x0, x1, foot, top, em, low, high, apart, hasApart, bands, floor, why, box, curve },
) => {
  let drawn = ""
  for (const gain of ticks(low, high, clamp(Math.floor((foot - top) / (2.4 * em)), 1, 3))) {
    const y = round1(y0(gain))
    drawn += `<path class="grid" d="M${x0} ${y}H${x1}"/><text x="${x0 - 8}" y="${y + 0.3 * em}" text-anchor="end">${tick(gain)}</text>`
  }
  const isWhole = curve.ways.some(({ asks }) => asks.length), // partitions of categories are counted
    most = isWhole ? Math.max(1, curve.range[1] - curve.range[0]) : Infinity
  drawn += curve.marks.length
    ? belowNames(x, foot, em, curve.marks, "")
    : below(x, foot, em, {
        n: Math.min(most, Math.max(2, Math.floor((x1 - x0) / (5 * em)))),
        until: hasApart ? apart - 1.9 * em : Infinity,
      })
  if (hasApart) drawn += `<text x="${apart}" y="${foot + 1.3 * em}" text-anchor="middle">missing</text>`
  put(G.axes, drawn)
  let closed = bands
    .map(
      ({ start, stop, words }) =>
        `<rect class="closed" x="${round1(x(start))}" y="${top}" width="${round1(x(stop) - x(start))}" height="${foot - top}"><title>${words}</title></rect>`,
    )
    .join("")
  if (why && floor > 0)
    closed += `<rect class="closed" x="${x0}" y="${y0(floor)}" width="${x1 - x0}" height="${y0(0) - y0(floor)}"><title>${why}</title></rect>`
  put(G.bands, closed)
  return box
}

// The point of the curves that stands for a candidate: [way, i]; null without one.
export const pointOf = (curve, candidate) => {
  for (const [at, way] of curve.ways.entries()) {
    const i = way.candidate.indexOf(candidate)
    if (i >= 0) return [at, i]
  }
  return null
}

// The candidate nearest to a place, of the way whose curve is nearer to the hand.
export const candidateAt = (G, [px, py]) => {
  let found = null,
    least = Infinity
  G.drawn.points.forEach((points, at) => {
    let best = 0
    points.forEach(([x], i) => {
      if (Math.abs(x - px) < Math.abs(points[best][0] - px)) best = i
    })
    const far = Math.abs(points[best]?.[0] - px) + 0.15 * Math.abs(points[best]?.[1] - py)
    if (far < least) [least, found] = [far, G.drawn.curve.ways[at].candidate[best]]
  })
  return found
}

// The cut that is looked at, and the best one; nothing where there is none.
export const markCut = (G, candidate, best) => {
  const { points, curve } = G.drawn,
    at = candidate === null ? null : pointOf(curve, candidate)
  toggle(G.mark, "none", !at)
  if (!at) return
  const [x, y] = points[at[0]][at[1]].map(round1),
    top = best === null ? null : pointOf(curve, best)
  const spot = top ? points[top[0]][top[1]] : [x, y]
  set(G.cut, "d", `M${x} ${G.foot_}V${G.top - 8}`)
  set(G.best, "cx", round1(spot[0]))
  set(G.best, "cy", round1(spot[1]))
  set(G.knob, "cx", x)
  set(G.knob, "cy", y)
  set(G.foot, "d", `M${x - 6} ${G.foot_ + 1}h12l-6 -8z`)
}

// rise: of the curve, from 0 to 1; shown: of the marks.
export const raiseGain = (G, rise, shown) => {
  style(G.box, "visibility", rise > 0 ? "" : "hidden")
  style(G.hump, "transform", rise >= 1 ? "" : `scaleY(${rise.toFixed(4)})`)
  fade(G.mark, shown)
}

// Dragging along the curve, arrows, Escape and double click; aim(S, candidate): null for the cut that was taken.
export const wireGain = (S, { gain, aim, now, other, press }) => {
  const { gain: box } = S.parts
  let isHeld = false
  const take = event => aim(S, candidateAt(gain(S), placeIn(S, box, event)))
  S.listen(box, "pointerdown", event => {
    if (press?.(S, placeIn(S, box, event)) || !S.resting() || !gain(S)?.drawn) return
    box.setPointerCapture(event.pointerId)
    isHeld = true
    take(event)
  })
  S.listen(box, "pointermove", event => isHeld && take(event))
  for (const name of ["pointerup", "pointercancel"]) S.listen(box, name, () => (isHeld = false))
  S.listen(box, "dblclick", () => aim(S, null))
  S.listen(box, "keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key],
      turn = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!S.resting() || !(by || turn || event.key === "Escape") || !gain(S)?.drawn) return
    if (turn) other?.(S, turn)
    else aim(S, by ? neighbour(gain(S).drawn.curve, now(S), by) : null)
    event.preventDefault()
    event.stopPropagation()
  })
}

const neighbour = (curve, candidate, by) => {
  const [at, i] = pointOf(curve, candidate) ?? [0, 0],
    { candidate: all } = curve.ways[at]
  return all[clamp(i + by, 0, all.length - 1)]
}
