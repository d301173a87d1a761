// The rows of a side with the means of its leaves, and its tree above them.
import { across, below } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark, upright, veil } from "../../stage/kit/marks.js"
import { tick } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { restingTree, seatsAt } from "./view_geometry.js"
import { CUT, NEW, PART, PICK } from "./view_phases.js"
import { nodeOf, standing } from "./view_sides.js"

const LEAST_TYPE = 8.5, // pixels of a number in a chip
  SMALL = 0.6, // of a chip without one
  SURE_ENOUGH = 0.3 // of PICK: from here on its chip is the chosen one

// An open node: its number in a circle; where that has no room, a smaller circle, which waits all the same.
export const chip = (radius, em, node, [x, y], mark = "", opacity = 1) => {
  const type = Math.min(0.78 * em, (2 * radius - 1.6) / Math.max(1, 0.58 * String(node.name).length)),
    isNamed = type >= LEAST_TYPE,
    name = isNamed ? `<text style="font-size:${round1(type)}px" x="${round1(x)}" y="${round1(y + 0.36 * type)}">${node.name}</text>` : ""
  const yours = mark.includes("guessed-one") ? `<circle class="yours" cx="${round1(x)}" cy="${round1(y)}" r="${round1(radius + 2.6)}"/>` : ""
  return `<g class="chip ${mark}" style="opacity:${opacity}">${yours}<circle cx="${round1(x)}" cy="${round1(y)}" r="${round1(isNamed ? radius : SMALL * radius)}"/>${name}</g>`
}

export const isPicked = ({ u, runs, k }, node) => runs && node.split === k && part(u, PICK) > SURE_ENOUGH

// Its layers: what stands still is written once, and while a node parts its rows alone move.
export const drawRows = (S, side, C, time, focus) => {
  const { u, k, runs, made } = time,
    split = runs ? side.splits[k - 1] : null,
    splits = runs && u >= PART[0] ? k : made,
    parts = runs && u > CUT[0] && u < PART[1],
    parting = soft(part(u, PART)),
    mean = node => (runs && node.up === split ? lerp(node.up.mean, node.mean, parting) : node.mean) // while it parts from its other half
  const layers = C.isPlane
    ? [boxesOf(S, side, C, splits, mean), (C.still.marks ??= marksOf(S, side, C))]
    : [
        (C.still[parts ? `but ${k}` : splits] ??= grid(S, C) + valuesOf(S, side, C, splits, node => !parts || !isUnder(node, split), mean)),
        (parts ? valuesOf(S, side, C, splits, node => isUnder(node, split), mean, shiftOf(u, split, S.L.em)) : "") + meansOf(side, C, splits, mean),
      ]
  return [...layers, beforeOf(C, time, split) + veilOf(C, time, focus ?? split, focus) + cutMark(C, cutNow(side, time, focus)), (C.still.axis ??= axisOf(S, C))]
}

const isUnder = (node, split) => node === split || node.up === split

// Rows of some nodes, each with what is left of it.
const valuesOf = ({ record }, side, C, splits, isIn, mean, shift = () => 0) => {
  let stems = "",
    dots = ""
  record.y.forEach((value, row) => {
    const node = nodeOf(side, row, splits)
    if (!isIn(node)) return
    const x = C.x(side.x[row]) + shift(side.x[row]),
      y = C.y(value)
    stems += upright(x, C.y(mean(node)), y)
    dots += `M${round1(x)} ${round1(y)}h0`
  })
  return `<path class="stems" d="${stems}"/><path class="dots" d="${dots}"/>`
}

// The mean of which two have become.
const beforeOf = (C, { u }, split) =>
  !C.isPlane && split && u > PART[0] ? `<path class="before" style="opacity:${1 - part(u, [0.9, 1])}" d="M${round1(C.x(split.low))} ${round1(C.y(split.mean))}H${round1(C.x(split.high))}"/>` : ""

// While a node parts, its rows make room at the cut, and none at its ends.
const shiftOf = (u, { low, high, cut }, em) => {
  const apart = Math.sin(Math.PI * part(u, [CUT[0], PART[1]])) * 0.9 * em
  return x => (x < cut ? (-apart * (x - low)) / (cut - low || 1) : (apart * (high - x)) / (high - cut || 1))
}

// Beside a plane there is room for the second feature's name.
const grid = ({ L: { em } }, C) =>
  across(C.y, [C.x0, C.x1], em, { n: 3, texts: value => (C.isPlane && C.y(value) <= C.rows0 + 0.8 * em ? "" : tick(value)) })

const meansOf = (side, C, splits, mean) => {
  const nodes = standing(side, splits).filter(({ low, high }) => high > low).sort((a, b) => a.low - b.low)
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
const boxesOf = ({ record: { is_class: isClass } }, side, C, splits, mean) => {
  const [low, high] = isClass ? [0, 1] : C.means
  return standing(side, splits).map(node => {
    const share = (mean(node) - low) / (high - low || 1),
      [x0, y0, x1, y1] = C.box(node)
    return `<rect class="leaf-box ${share < 0.5 ? "lower" : "upper"}" style="fill-opacity:${(0.06 + 0.7 * Math.abs(share - 0.5)).toFixed(3)}" x="${x0}" y="${y0}" width="${round1(x1 - x0)}" height="${round1(y1 - y0)}"/>`
  }).join("")
}

const marksOf = (S, side, C) => {
  const { record, record: { is_class: isClass } } = S
  let down = "",
    up = ""
  record.y.forEach((value, row) => {
    const [x, y] = [C.x(side.x[row]), C.y(side.second[row])]
    if (isClass && value > 0.5) up += classMark(true, x, y, 3)
    else down += isClass ? classMark(false, x, y, 3) : `M${round1(x)} ${round1(y)}h0`
  })
  return (
    `${grid(S, C)}<text class="end ink" x="${C.x0 - 8}" y="${round1(C.rows0 + 0.3 * S.L.em)}">${escaped(record.axes[1])}</text>` +
    `<path class="${isClass ? "mark-a" : "dots"}" d="${down}"/><path class="mark-b" d="${up}"/>`
  )
}

// Paper over all rows but those of the node in hand.
const veilOf = (C, { u }, node, isFocus) => {
  const share = isFocus ? 1 : part(u, PICK) * (1 - part(u, [0.88, 1]))
  if (!node || !share) return ""
  return `<g style="opacity:${share}">${veil([C.x0 - 4, C.rows0 - 6, C.x1 + 4, C.rows1 + 4], C.box(node))}</g>`
}

// The cut of the node in hand; what it asks stands in the place of the axis, once that has gone.
const cutNow = (side, { u, runs, made }, focus) => {
  const node = focus?.isOpen && focus.split <= made ? focus : runs && u > CUT[0] ? side.splits[made] : null,
    [far, fades] = focus ? [1, 1] : [soft(part(u, CUT)), 1 - part(u, [0.9, 1])]
  return node && { node, far, fades, seen: 2 * far * fades - 1 }
}
export const axisSeen = (...now) => clamp(-(cutNow(...now)?.seen ?? -1))

const cutMark = (C, cut) => {
  if (!cut) return ""
  const { node, far, fades, seen } = cut,
    half = 0.26 * C.em * (node.asks.length + 2)
  return (
    `<path class="cut" style="opacity:${fades}" d="${lineOf(C, node, far)}"/>` +
    `<text class="mid ink" style="opacity:${clamp(seen)}" x="${round1(clamp(C.x(node.axis ? (node.low + node.high) / 2 : node.cut), C.x0 + half, C.x1 - half))}" y="${round1(C.rows1 + 1.15 * C.em)}">${escaped(node.asks)}</text>`
  )
}
const lineOf = (C, node, far) => {
  const [x0, y0, x1, y1] = C.box(node)
  if (node.axis) return `M${x0} ${round1(C.y(node.cut))}H${round1(lerp(x0, x1, far))}`
  return `M${round1(C.x(node.cut))} ${y0}V${round1(lerp(y0, C.isPlane ? y1 : C.rows1, far))}`
}

const axisOf = ({ L: { em }, record: { axes: [name] } }, C) =>
  C.isValued
    ? below(C.x, C.rows1, em, { n: 6, name: escaped(name) })
    : `<path class="grid" d="M${C.x0} ${C.rows1}H${C.x1}"/><text class="mid" x="${(C.x0 + C.x1) / 2}" y="${C.rows1 + 1.15 * em}">${escaped(name)}</text>`

// --- the tree

const placesOf = (side, C, { u, k, isDone, made }) => {
  const splits = u > CUT[1] ? k : made,
    [before, after] = [made, isDone ? made : k].map(each => seatsAt(side, C, each)),
    parts = isDone ? 1 : soft(part(u, [CUT[1], PART[1]])),
    places = new Map()
  for (const node of side.nodes) {
    if (node.born > splits) break
    const p = node.split <= made ? 1 : node.split === k ? soft(part(u, CUT)) : 0,
      isNew = !isDone && node.up?.split === k,
      from = isNew ? places.get(node.up) : { x: before.at.get(node), y: C.depth(node.depth) },
      q = node.split === k ? p : parts
    places.set(node, {
      x: lerp(from.x, after.at.get(node), q),
      y: lerp(from.y, C.depth(node.depth), q),
      shows: isNew ? part(q, [0.7, 1]) : 1, // before, it would cover its other half
      isInner: p >= 1,
    })
  }
  return { places, radius: lerp(before.radius, after.radius, parts) }
}

const branch = (a, b) => `M${round1(a.x)} ${round1(a.y)}L${round1(b.x)} ${round1(b.y)}`

export const drawTree = (S, side, C, time, focus, markOf) => {
  const { places, radius } = placesOf(side, C, time),
    above = node => (node.up && places.has(node) ? branch(places.get(node.up), places.get(node)) : "")
  let branches = "",
    path = "",
    dots = "",
    chips = ""
  for (const [node, { x, y, shows, isInner }] of places) {
    branches += above(node)
    if (isInner || !C.hasChips) dots += `<circle class="dot" cx="${round1(x)}" cy="${round1(y)}" r="${C.hasChips ? 3.6 : 2}"/>`
    else chips += chip(radius, S.L.em, node, [x, y], markOf(node), shows)
  }
  for (let node = focus; node?.up; node = node.up) path += above(node)
  return `<path class="branch" d="${branches}"/><path class="branch lit" d="${path}"/>${dots}${chips}${asked(side, C, time, places)}`
}

// Where all nodes have one feature, which stands at the foot, only the first one names it.
const askedText = C => ({ asks, up }) => (C.isValued && up ? asks.slice(asks.indexOf("≤")) : asks)

// What inner nodes ask, where it covers nothing at rest.
const asked = (side, C, { u, k, runs, made }, places) => {
  if (C.isPlane || !C.hasChips) return ""
  const textOf = askedText(C),
    [now, next] = [made, runs ? k : made].map(splits => restingTree(side, C, splits, textOf).asks),
    late = part(u, NEW)
  const drawn = [...places].filter(([node]) => now.has(node) || next.has(node)).map(([node, { x, y }]) => {
    const [a, b] = [now.get(node), next.get(node)],
      [dx, dy] = a && b ? a.map((each, i) => lerp(each, b[i], late)) : (a ?? b),
      opacity = a && b ? 1 : a ? 1 - late : late
    return `<text class="mid halo" style="opacity:${round1(opacity)}" x="${round1(x + dx)}" y="${round1(y + dy)}">${escaped(textOf(node))}</text>`
  })
  return drawn.join("")
}
