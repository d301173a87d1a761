// What every cut of a node gains: its curves, the best cut, and the one that is looked at. Built once; a frame changes paths.
//
// curve: what Python says of a feature: {range, marks, ways: [{side, x, gain, candidate, verdict, ...}], ghost, best}.
import { across, below, belowNames, scale } from "./axes.js"
import { clamp } from "./easing.js"
import { placeIn } from "./guess.js"
import { wireDrag } from "./pointing.js"
import { fade, put, round1, set, style, toggle } from "./svg.js"

const HEAD = 1.2,
  FOOT = 1.7,
  NOTHING = 0.025, // of the best gain
  FEW = 0.1 // of the rows

// The room of the gains beside the axis, which grows with their letters.
export const leftOf = em => Math.max(46, 3.5 * em)

const EMPTY =
  `<clipPath><rect y="-99" height="9999"/></clipPath><g data-gain="axes"></g><g data-gain="along"></g><g data-gain="bands"></g>` +
  `<g data-gain="reach"><g data-gain="hump"><path data-gain="under" class="under"/><path data-gain="ghost" class="ghost"/>` +
  `<path data-gain="noLeft" class="curve forbidden"/><path data-gain="noRight" class="curve forbidden other"/>` +
  `<path data-gain="left" class="curve"/><path data-gain="right" class="curve other"/><path data-gain="spots" class="spots"/></g></g>` +
  `<g data-gain="mark"><path data-gain="cut" class="cut"/><circle data-gain="best" class="best" r="4.5"/>` +
  `<circle data-gain="knob" class="knob" r="5.5"/><path data-gain="foot" class="knob foot"/></g><g data-gain="mine"></g>`

export const mountGain = box => {
  box.innerHTML = EMPTY
  const [clip] = box.children,
    id = `reach${Math.random().toString(36).slice(2, 8)}`
  clip.id = id
  const G = Object.fromEntries([...box.querySelectorAll("[data-gain]")].map(each => [each.dataset.gain, each]))
  set(G.reach, "clip-path", `url(#${id})`)
  return Object.assign(G, { box, clip: clip.firstChild, drawn: null })
}

// Where a gain panel's axis begins and ends in a box, so that it stands on that of a picture above it.
export const boxOver = ({ x0, x1, em }, h) => ({ x: x0 - leftOf(em), y: 0, w: x1 - x0 + leftOf(em) + 0.9 * em, h })

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

// box: {x, y, w, h}. range: of gains; span: of the axis, where it is another than that of the cuts; name: of what is cut, which
// says that both axes have names. Draws only where something is another.
export const drawGain = (G, curve, { range, span = curve.range, box, em, floor = 0, bands = [], below: why = "", name = "" }) => {
  const key = [box.x, box.y, box.w, box.h, em, floor, range, span].join()
  if (G.drawn?.curve === curve && G.drawn.key === key) return
  const { ways } = curve,
    hasApart = ways.some(way => way.x.some(Number.isNaN)),
    [x0, x1] = [box.x + leftOf(em), box.x + box.w - (hasApart ? 4.5 : 0.9) * em],
    [top, foot] = [box.y + HEAD * em, box.y + box.h - FOOT * em],
    low = Math.min(0, range[0]),
    x = scale(span, [x0, x1]),
    y0 = scale([low, range[1]], [foot, top]),
    y = gain => y0(clamp(gain, low, range[1] * 1.04)),
    apart = x1 + 2.4 * em,
    points = ways.map(way => places(way, x, y, apart))
  drawAxes(G, { x, y0, foot, top, em, apart, hasApart, curve, span, name })
  drawClosed(G, { x, y0, foot, top, bands, floor, why })
  const onAxis = way => i => !Number.isNaN(way.x[i]),
    path = (at, isShown) => (ways[at] ? pathOf(points[at], isShown(ways[at])) : "")
  for (const [at, name] of ["left", "right"].entries()) set(G[name], "d", path(at, way => i => onAxis(way)(i) && way.verdict[i] === 0))
  for (const [at, name] of ["noLeft", "noRight"].entries()) set(G[name], "d", ways[at]?.verdict.some(Boolean) ? path(at, onAxis) : "")
  set(G.under, "d", areaOf(points[0]?.filter((_, i) => onAxis(ways[0])(i)) ?? [], y(0)))
  set(G.ghost, "d", curve.ghost.map(way => pathOf(Array.from(way.gain, (gain, i) => [way.x[i] === null ? apart : x(way.x[i]), y(gain)]))).join(""))
  set(G.spots, "d", spotsOf(ways, points))
  style(G.hump, "transform-origin", `0 ${y(0)}px`)
  Object.assign(G, { x, drawn: { curve, key, points, top, foot } })
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

const drawAxes = (G, { x, y0, foot, top, em, apart, hasApart, curve, span, name }) => {
  const [x0, x1] = x.range
  const title = name && curve.ways.length > 0 && `<text class="ink" x="${x0 - 8}" y="${top - 0.7 * em}" text-anchor="end">gain</text>`
  put(G.axes, across(y0, [x0, x1], em, { n: clamp(Math.floor((foot - top) / (1.9 * em)), 1, 3) }))
  const isWhole = curve.ways.some(({ asks }) => asks.length), // partitions of categories are counted
    most = isWhole ? Math.max(1, span[1] - span[0]) : Infinity,
    n = Math.min(most, Math.max(2, Math.floor((x1 - x0) / (5 * em))))
  const along = curve.marks.length
    ? belowNames(x, foot, em, curve.marks, "")
    : below(x, foot, em, { n, name, until: hasApart ? apart - 1.9 * em : Infinity })
  put(G.along, (title || "") + along + (hasApart ? `<text x="${apart}" y="${foot + 1.3 * em}" text-anchor="middle">missing</text>` : ""))
}

// Where nothing can be cut, and gains that are too small.
const drawClosed = (G, { x, y0, foot, top, bands, floor, why }) => {
  const [x0, x1] = x.range,
    closed = (left, right, y, low, words) =>
      `<rect class="closed" x="${round1(left)}" y="${y}" width="${round1(right - left)}" height="${low - y}"><title>${words}</title></rect>`
  const parts = bands.map(({ start, stop, words }) => closed(x(start), x(stop), top, foot, words))
  put(G.bands, parts.join("") + (why && floor > 0 ? closed(x0, x1, y0(floor), y0(0), why) : ""))
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
const candidateAt = (G, [px, py]) => {
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
  const { points, curve, top, foot } = G.drawn,
    placeOf = each => {
      const at = each === null ? null : pointOf(curve, each)
      return at && points[at[0]][at[1]].map(round1)
    },
    place = placeOf(candidate)
  toggle(G.mark, "none", !place)
  if (!place) return
  const [x] = place,
    spot = placeOf(best) ?? place
  set(G.cut, "d", `M${x} ${foot}V${top - 8}`)
  for (const [dot, [cx, cy]] of [[G.best, spot], [G.knob, place]]) {
    set(dot, "cx", cx)
    set(dot, "cy", cy)
  }
  set(G.foot, "d", `M${x - 6} ${foot + 1}h12l-6 -8z`)
}

// rise: of the curve, from 0 to 1: it grows from its foot, or from a place on the axis to both sides; shown: of the marks.
export const raiseGain = (G, rise, shown, from = null) => {
  for (const part of [G.axes, G.bands, G.reach]) style(part, "visibility", rise > 0 ? "" : "hidden")
  style(G.hump, "transform", rise >= 1 || from !== null ? "" : `scaleY(${rise.toFixed(4)})`)
  const [x0, x1] = G.x?.range ?? [0, 0],
    reach = from === null || rise >= 1 ? 9999 : rise * Math.max(from - x0, x1 - from)
  set(G.clip, "x", round1((from ?? 0) - reach))
  set(G.clip, "width", round1(2 * reach))
  fade(G.mark, shown)
}

// Why a cut gains next to nothing: few of the rows lie on one side of it, or both sides are alike, in words.
export const whyNothing = (share, left, all, alike = "both sides average about the same") => {
  const few = Math.min(left, all - left)
  if (share > NOTHING) return ""
  return few < FEW * all ? `: only ${few} ${few === 1 ? "row" : "rows"} on one side` : `: ${alike}`
}

// Dragging along the curve, arrows, Escape and double click; aim(S, candidate): null for the cut that was taken. curve: the
// one that keys go along, for what is drawn may be a bare axis.
export const wireGain = (S, { gain, aim, now, other, press, curve }) => {
  const { gain: box } = S.parts
  wireDrag(S, box, {
    starts: event => !press?.(S, placeIn(S, box, event)) && S.resting() && gain(S)?.drawn,
    by: event => aim(S, candidateAt(gain(S), placeIn(S, box, event))),
  })
  S.listen(box, "dblclick", () => aim(S, null))
  S.listen(box, "keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key],
      turn = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!S.resting() || !(by || turn || event.key === "Escape") || !gain(S)?.drawn) return
    if (turn) other?.(S, turn)
    else aim(S, by ? neighbour(curve(), now(S), by) : null)
    event.preventDefault()
    event.stopPropagation()
  })
}

const neighbour = (curve, candidate, by) => {
  const [at, i] = pointOf(curve, candidate) ?? [0, 0],
    { candidate: all } = curve.ways[at]
  return all[clamp(i + by, 0, all.length - 1)]
}
