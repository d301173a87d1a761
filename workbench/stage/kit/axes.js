// Scales and what stands along them.
import { lerp } from "./easing.js"
import { tick } from "./numbers.js"
import { escaped, round1 } from "./svg.js"

const ALIKE = 3, // times as wide, at most
  LETTER = 0.45, // of a text below an axis, in em
  SCATTER = 0.7, // of a category's width
  SPREAD = 0.7548776662 // even places of rows, other ones than theirs up and down

// Some n round numbers from a to b.
export const ticks = (a, b, n) => {
  const step = stepFor((b - a) / n),
    found = []
  if (!(step > 0)) return found
  for (let value = Math.ceil(a / step - 1e-9) * step; value <= b + 1e-9 * step; value += step)
    found.push(Math.abs(value) < 1e-9 * step ? 0 : Number(value.toPrecision(12)))
  return found
}
const stepFor = raw => {
  const power = 10 ** Math.floor(Math.log10(raw || 1))
  return [1, 2, 5, 10].find(each => each * power >= raw * 0.999) * power
}

// Whole numbers from 0 to n, with both ends, at most so many.
export const wholeTicks = (n, most) => ticks(0, n, Math.min(n, most)).filter(Number.isInteger)

// A scale from [a, b] of the data to [p, q] of the screen, and back.
export const scale = ([a, b], [p, q]) => {
  const wide = b - a || 1
  const to = value => lerp(p, q, (value - a) / wide)
  return Object.assign(to, {
    back: place => lerp(a, b, (place - p) / (q - p || 1)),
    domain: [a, b],
    range: [p, q],
  })
}

export const padded = ([a, b], share = 0.05) => {
  const wide = b - a || Math.abs(a) || 1
  return [a - share * wide, b + share * wide]
}

// Both scales of a plane in a box [x0, y0, x1, y1]: features of about one size on one scale, so that it keeps its shape.
export const planeScales = (ends, [x0, y0, x1, y1]) => {
  const [a, b] = ends.map(([low, high]) => high - low || 1),
    one = Math.max(a / b, b / a) < ALIKE ? Math.min((x1 - x0) / a, (y1 - y0) / b) : 0
  const about = ([low, high], long) => (one ? [(low + high - long / one) / 2, (low + high + long / one) / 2] : [low, high])
  return [scale(about(ends[0], x1 - x0), [x0, x1]), scale(about(ends[1], y1 - y0), [y1, y0])]
}

export const extent = (values, ends = [Infinity, -Infinity]) => {
  let [low, high] = ends
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

// Numbers below a line from x to x, as many as have room, and the name of what is counted: between the last two where that
// leaves the last one its place, else at the end.
export const below = (at, y, em, { n = 5, name = "", until = Infinity } = {}) => {
  const [p, q] = at.range,
    wide = text => LETTER * em * text.length,
    values = ticks(...at.domain, n).filter(each => at(each) >= p - 1),
    [before, last] = values.slice(-2),
    between = values.length < 2 ? 0 : at(last) - at(before) - (wide(tick(before)) + wide(tick(last))) / 2,
    isBetween = name && until === Infinity && between > wide(name) + 2 * em,
    end = Math.min(until, name && !isBetween ? q - wide(name) - em : q + em)
  let drawn = `<path class="grid" d="M${p} ${y}H${q}"/>`,
    free = -Infinity
  for (const value of values) {
    const x = round1(at(value)),
      text = tick(value),
      half = wide(text) / 2
    drawn += `<path class="grid" d="M${x} ${y}v5"/>`
    if (x - half < free || x + half > end) continue
    drawn += `<text x="${x}" y="${y + 1.3 * em}" text-anchor="middle">${text}</text>`
    free = x + half + 0.6 * em
  }
  if (!name) return drawn
  return `${drawn}<text class="ink" x="${isBetween ? round1((at(before) + at(last)) / 2) : q}" y="${y + 1.3 * em}" text-anchor="${isBetween ? "middle" : "end"}">${name}</text>`
}

// What stands about a plane in a box [x0, y0, x1, y1]: its frame, numbers on the left and at the foot, the names of both features.
export const planeAxes = ([x, y], [x0, y0, x1, y1], foot, em, [along, up]) => {
  const ups = ticks(...y.domain, 5).map(value => {
    const at = round1(y(value))
    return `<path class="grid" d="M${x0} ${at}h-4"/><text x="${x0 - 8}" y="${at + 0.3 * em}" text-anchor="end">${tick(value)}</text>`
  })
  return (
    `<rect class="frame" x="${x0}" y="${y0}" width="${round1(x1 - x0)}" height="${round1(y1 - y0)}"/>${ups.join("")}${below(x, foot, em, { n: 6 })}` +
    `<text class="ink" x="${x0 - 8}" y="${round1(y0 - 0.5 * em)}" text-anchor="${up.length > 3 ? "start" : "end"}">${up}</text>` +
    `<text class="ink" x="${x1 + 8}" y="${foot + 1.3 * em}">${along}</text>`
  )
}

// How high a curve of points [x, y] goes between two places, at most as low as foot: what stands above that is over no line.
export const heightOf = (points, from, to, foot) =>
  points.reduce((top, [x, y], i) => ((points[i + 1]?.[0] ?? x) >= from && (points[i - 1]?.[0] ?? x) <= to ? Math.min(top, y) : top), foot)

// Categories stand beside each other, each as wide as 1: how far from its middle a row is, by its number.
export const scattered = number => SCATTER * (((number * SPREAD) % 1) - 0.5)

// Their names below a line, marks: [[where, name]]; the name of the feature alone where they have no room.
export const belowNames = (at, y, em, marks, name) => {
  const [p, q] = at.range,
    letters = Math.floor((at(1) - at(0)) / ((LETTER + 0.01) * em) - 0.5),
    short = text => escaped(text.length > letters ? `${text.slice(0, letters - 1)}…` : text)
  const hasRoom = letters > 3 || marks.every(([, text]) => text.length <= letters) // one letter of a name says nothing
  const names = !hasRoom ? [] : marks.map(([x, text]) => `<text x="${round1(at(x))}" y="${y + 1.3 * em}" text-anchor="middle">${short(text)}</text>`)
  return `<path class="grid" d="M${p} ${y}H${round1(q)}"/>${names.join("") || `<text class="ink" x="${round1(q)}" y="${y + 1.3 * em}" text-anchor="end">${name}</text>`}`
}

// The strip at the edge for rows without a value: how wide it is, in em, the room before it, and what is drawn of it.
export const GAP = 3.6
export const BEFORE_GAP = 0.8
export const missingStrip = ([from, to], top, foot, em) =>
  `<path class="grid" d="M${from - 0.4 * em} ${top}V${foot}M${from} ${foot}H${to}"/>` +
  `<text x="${round1((from + to) / 2)}" y="${foot + 1.3 * em}" text-anchor="middle">missing</text>`

// Lines across from y to y, with their numbers on the left.
export const across = (at, [x0, x1], em, { n = 4, texts = tick } = {}) => {
  let drawn = ""
  for (const value of ticks(...[...at.domain].sort((a, b) => a - b), n)) {
    const y = round1(at(value))
    drawn += `<path class="grid" d="M${x0} ${y}H${x1}"/><text x="${x0 - 8}" y="${y + 0.3 * em}" text-anchor="end">${texts(value)}</text>`
  }
  return drawn
}
