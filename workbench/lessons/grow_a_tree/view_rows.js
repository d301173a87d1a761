// The rows of a side with the means of its leaves, and its tree above them.
import { below, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark, veil as veilOver } from "../../stage/kit/marks.js"
import { tick } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { CUT, NEW, PART, PICK } from "./view_phases.js"
import { nodeOf, standing } from "./view_sides.js"

const LEAST_TYPE = 8.5, // pixels of a number in a chip
  SMALL = 0.6 // of a chip without one
const SURE_ENOUGH = 0.3 // of PICK: from here on its chip is the chosen one

// An open node: its number in a circle; where that has no room, a smaller circle, which waits all the same.
export const chip = (C, em, node, [x, y], mark = "", opacity = 1, isCrowded = false) => {
  const type = Math.min(0.78 * em, (2 * C.radius - 1.6) / (0.58 * String(node.name).length)),
    isNamed = type >= LEAST_TYPE && !isCrowded
  return (
    `<g class="chip ${mark}" style="opacity:${opacity}"><circle cx="${round1(x)}" cy="${round1(y)}" r="${round1(isNamed ? C.radius : SMALL * C.radius)}"/>` +
    (isNamed ? `<text style="font-size:${round1(type)}px" x="${round1(x)}" y="${round1(y + 0.36 * type)}">${node.name}</text>` : "") +
    "</g>"
  )
}

// Where the mean of a leaf is while it parts from the other half.
const meanOf = (node, time, parting) =>
  time.runs && node.up?.split === time.k ? lerp(node.up.mean, node.mean, parting) : node.mean

// While a node parts, its rows make room at the cut, and none at its ends.
const shiftOf = ({ u, runs }, split, em) => {
  const apart = runs ? Math.sin(Math.PI * part(u, [CUT[0], PART[1]])) * 0.9 * em : 0
  return x => {
    if (!apart || x < split.low || x > split.high) return 0
    return x < split.cut
      ? (-apart * (x - split.low)) / (split.cut - split.low || 1)
      : (apart * (split.high - x)) / (split.high - split.cut || 1)
  }
}

export const drawRows = (S, side, C, time, focus) => {
  if (C.isPlane) return drawPlane(S, side, C, time, focus)
  const { em } = S.L,
    { record } = S,
    { u, k, isDone, runs, made } = time
  const parting = soft(part(u, PART)),
    splits = runs && u < PART[0] ? made : isDone ? k : u > 0 ? k : made
  const split = side.splits[k - 1],
    shift = shiftOf(time, split, em)
  let stems = "",
    dots = ""
  for (let row = 0; row < record.y.length; row++) {
    const node = nodeOf(side, row, splits),
      x = round1(C.x(side.x[row]) + shift(side.x[row])),
      y = round1(C.y(record.y[row]))
    stems += `M${x} ${round1(C.y(meanOf(node, time, parting)))}V${y}`
    dots += `M${x} ${y}h0`
  }
  let drawn = grid(S, C) + `<path class="stems" d="${stems}"/><path class="dots" d="${dots}"/>`
  if (runs && u > PART[0])
    drawn += `<path class="before" style="opacity:${1 - part(u, [0.9, 1])}" d="M${round1(C.x(split.low))} ${round1(C.y(split.mean))}H${round1(C.x(split.high))}"/>`
  drawn += meansOf(side, C, splits, node => meanOf(node, time, parting))
  return drawn + veil(C, time, focus, split) + cutMark(S, side, C, time, focus)
}

const grid = ({ L: { em } }, C) =>
  ticks(...C.y.domain, 3)
    .map(value => {
      const y = round1(C.y(value)),
        isFree = !C.isPlane || y > C.rows0 + 0.8 * em // of the second feature's name
      return `<path class="grid" d="M${C.x0} ${y}H${C.x1}"/>${isFree ? `<text class="end" x="${C.x0 - 8}" y="${y + 0.3 * em}">${tick(value)}</text>` : ""}`
    })
    .join("")

const meansOf = (side, C, splits, mean) => {
  const nodes = standing(side, splits)
    .filter(({ low, high }) => high > low)
    .sort((a, b) => a.low - b.low)
  let means = "",
    joins = "",
    last = null
  for (const node of nodes) {
    const y = round1(C.y(mean(node))),
      x = round1(C.x(node.low))
    means += `M${x} ${y}H${round1(C.x(node.high))}`
    if (last !== null) joins += `M${x} ${last}V${y}`
    last = y
  }
  return `<path class="joins" d="${joins}"/><path class="means" d="${means}"/>`
}

// Two features: every leaf is a box in the colour of its mean, rows are marks of their class.
const drawPlane = (S, side, C, time, focus) => {
  const { record } = S,
    { u, k, isDone, runs, made } = time
  const parting = soft(part(u, PART)),
    splits = runs && u < PART[0] ? made : isDone ? k : u > 0 ? k : made
  const [low, high] = record.is_class ? [0, 1] : C.means
  let boxes = "",
    down = "",
    up = ""
  for (const node of standing(side, splits)) {
    const share = (meanOf(node, time, parting) - low) / (high - low || 1),
      [x, y] = [C.x(node.low), C.y(node.top)].map(round1)
    boxes += `<rect class="leaf-box ${share < 0.5 ? "lower" : "upper"}" style="fill-opacity:${(0.06 + 0.7 * Math.abs(share - 0.5)).toFixed(3)}" x="${x}" y="${y}" width="${round1(C.x(node.high) - x)}" height="${round1(C.y(node.bottom) - y)}"/>`
  }
  for (let row = 0; row < record.y.length; row++) {
    const isUp = record.is_class && record.y[row] > 0.5,
      mark = record.is_class ? classMark(isUp, C.x(side.x[row]), C.y(side.second[row]), 3) : ""
    if (isUp) up += mark
    else down += mark || `M${round1(C.x(side.x[row]))} ${round1(C.y(side.second[row]))}h0`
  }
  const marks = record.is_class
    ? `<path class="mark-a" d="${down}"/><path class="mark-b" d="${up}"/>`
    : `<path class="dots" d="${down}"/>`
  const split = side.splits[k - 1]
  return (
    boxes +
    grid(S, C) +
    `<text class="end ink" x="${C.x0 - 8}" y="${round1(C.rows0 + 0.3 * S.L.em)}">${escaped(record.axes[1])}</text>` +
    marks +
    boxVeil(C, time, focus, split) +
    cutMark(S, side, C, time, focus)
  )
}

const boxVeil = (C, { u, runs }, focus, split) => {
  const node = focus ?? (runs ? split : null),
    share = focus ? 1 : part(u, PICK) * (1 - part(u, [0.88, 1]))
  if (!node || !share) return ""
  const hole = [C.x(node.low), C.y(node.top), C.x(node.high), C.y(node.bottom)].map(round1)
  return `<g style="opacity:${share}">${veilOver([C.x0 - 2, C.rows0 - 2, C.x1 + 2, C.rows1 + 2], hole)}</g>`
}

// Paper over all rows but those of the node in hand.
const veil = (C, { u, runs }, focus, split) => {
  const node = focus ?? (runs ? split : null),
    share = focus ? 1 : part(u, PICK) * (1 - part(u, [0.88, 1]))
  if (!node || !share) return ""
  const [a, b] = [C.x(node.low), C.x(node.high)].map(round1),
    [y0, y1] = [C.rows0 - 6, C.rows1 + 4]
  return `<path class="veil" style="opacity:${0.8 * share}" d="M${C.x0 - 4} ${y0}H${a}V${y1}H${C.x0 - 4}ZM${b} ${y0}H${C.x1 + 4}V${y1}H${b}Z"/>`
}

// The cut of the node in hand, with what it asks in the place of the axis.
const cutMark = (S, side, C, { u, runs, made }, focus) => {
  const { em } = S.L,
    node = focus?.isOpen && focus.split <= made ? focus : runs && u > CUT[0] ? runsAt(side, made) : null
  const axis = opacity => `<g style="opacity:${opacity}">${axisOf(S, C)}</g>`
  if (!node) return axis(1)
  const isMoving = !focus,
    far = isMoving ? soft(part(u, CUT)) : 1,
    fades = isMoving ? 1 - part(u, [0.9, 1]) : 1
  const x = round1(C.over(node)),
    half = 0.26 * em * (node.asks.length + 2)
  return (
    axis(1 - fades * far) +
    `<path class="cut" style="opacity:${fades}" d="${C.isPlane ? acrossOf(C, node, far) : `M${x} ${C.rows0 - 4}V${round1(lerp(C.rows0 - 4, C.rows1, far))}`}"/>` +
    `<text class="mid ink" style="opacity:${fades * far}" x="${round1(clamp(x, C.x0 + half, C.x1 - half))}" y="${round1(C.rows1 + 1.15 * em)}">${escaped(node.asks)}</text>`
  )
}
const acrossOf = (C, node, far) =>
  node.axis === 0
    ? `M${round1(C.x(node.cut))} ${round1(C.y(node.top))}V${round1(lerp(C.y(node.top), C.y(node.bottom), far))}`
    : `M${round1(C.x(node.low))} ${round1(C.y(node.cut))}H${round1(lerp(C.x(node.low), C.x(node.high), far))}`
const runsAt = (side, made) => side.splits[made]

const axisOf = ({ L: { em }, record }, C) =>
  C.isValued
    ? below(C.x, C.rows1, em, { n: 6, name: escaped(record.axes[0]) })
    : `<path class="grid" d="M${C.x0} ${C.rows1}H${C.x1}"/><text class="mid" x="${(C.x0 + C.x1) / 2}" y="${C.rows1 + 1.15 * em}">${escaped(record.axes[0])}</text>`

// --- the tree: an inner node stands over its cut, an open one over its rows

const placesOf = (side, C, { u, k, isDone, made }) => {
  const splits = u > CUT[1] || isDone ? k : made,
    places = new Map()
  for (const node of side.nodes) {
    if (node.born > splits) break
    const p = node.split <= made ? 1 : node.split === k && !isDone ? soft(part(u, CUT)) : node.split === k ? 1 : 0
    let x = node.isOpen && p ? lerp(C.seats.get(node), C.over(node), p) : C.seats.get(node),
      y = C.depth(node.depth)
    if (!isDone && node.up?.split === k) {
      const q = soft(part(u, [CUT[1], PART[1]])),
        from = places.get(node.up)
      x = lerp(from.x, x, q)
      y = lerp(from.y, y, q)
    }
    places.set(node, { x, y, isInner: p >= 1 })
  }
  return places
}

const branch = (a, b) => {
  const h = (b.y - a.y) / 2
  return `M${round1(a.x)} ${round1(a.y)}C${round1(b.x)} ${round1(a.y + 0.3 * h)} ${round1(b.x)} ${round1(b.y - h)} ${round1(b.x)} ${round1(b.y)}`
}

export const drawTree = (S, side, C, time, focus, markOf) => {
  const { em } = S.L,
    places = placesOf(side, C, time)
  let branches = "",
    path = "",
    dots = "",
    points = ""
  for (const [node, place] of places) {
    if (node.up) branches += branch(places.get(node.up), place)
    if (place.isInner || !C.hasChips)
      dots += `<circle class="dot" cx="${round1(place.x)}" cy="${round1(place.y)}" r="${C.hasChips ? 3.6 : 2}"/>`
    else points += chip(C, em, node, [place.x, place.y], markOf(node), 1, C.crowded.has(node))
  }
  for (let node = focus; node?.up; node = node.up)
    if (places.has(node)) path += branch(places.get(node.up), places.get(node))
  return `<path class="branch" d="${branches}"/><path class="branch lit" d="${path}"/>${dots}${points}`
}

export const isPicked = ({ u, runs, k }, node) => runs && node.split === k && part(u, PICK) > SURE_ENOUGH
export const isNew = (node, { k, u, isDone }) => !isDone && node.born === k && u >= NEW[0]
