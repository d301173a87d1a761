// Where the numbers at points stand: beside their points, on no curve and on no other number where there is room.
import { freest, sampled } from "./kit/free.js"
import { clamp } from "./kit/numbers.js"

const BESIDE = [9, 45, 80, 115, 150], AT_THE_EDGE = 2, LETTER = 7.6, LINE = 16 // pixels
const LOWER = [-8, 20, -26, 38, -44, 56, -62, 74, -80, 92, -98, 110] // from the point to the base of the text

// Texts over each other stand as their points do, so each comes under those before it.
const collides = (text, before) => text.left < before.left + before.wide && before.left < text.left + text.wide && text.down < before.down + LINE

// Of places that cover nothing the nearest; without one that which covers least.
const best = (label, points, taken, { first, last, top, bottom }) => {
  const lefts = BESIDE.flatMap(far => [label.px + far, label.px - far - label.wide]).filter(left => left >= first && left + label.wide <= last)
  if (!lefts.length) lefts.push(Math.max(first, last - label.wide)) // as wide as the panel: it ends with it
  const downs = [...LOWER.map(lower => label.py + lower).filter(down => down >= top && down <= bottom), clamp(label.py - 8, top, bottom)]
  const cost = place =>
    1e6 * taken.filter(before => collides(place, before)).length
    + Math.abs(place.left + (place.left < label.px ? label.wide : 0) - label.px) + 2 * Math.abs(place.down - label.py + 8)
  return freest(downs.flatMap(down => lefts.map(left => ({ ...label, left, down }))), points, cost)
}

export const placeLabels = (panel, sx, sy, width, height, room) => {
  const points = panel.lines.flatMap(({ x, y }) => sampled(x.map(sx), y.map(sy)))
  const frame = { first: room.left + AT_THE_EDGE, last: width - AT_THE_EDGE, top: room.top + 14, bottom: height - room.bottom - 4 }
  const taken = [], wide = label => LETTER * label.text.length + (label.width ? 30 : 16)
  const labels = panel.labels.map(label => ({ ...label, px: sx(label.x), py: sy(label.y), wide: wide(label) }))
  for (const label of labels.sort((a, b) => a.py - b.py)) taken.push(best(label, points, taken, frame))
  return taken
}
