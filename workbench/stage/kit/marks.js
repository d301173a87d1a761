// Marks as paths: of many at once, one path for each role.
import { lerp } from "./easing.js"
import { round1 } from "./svg.js"

export const circle = (x, y, r) =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
export const triangle = (x, y, r) =>
  `M${(x - r * 1.15).toFixed(1)} ${(y + r * 0.85).toFixed(1)}h${(2.3 * r).toFixed(1)}l${(-1.15 * r).toFixed(1)} ${(-2 * r).toFixed(1)}z`

const square = (x, y, r) =>
  `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}h${(2 * r).toFixed(1)}v${(2 * r).toFixed(1)}h${(-2 * r).toFixed(1)}z`

const diamond = (x, y, r) => `M${x.toFixed(1)} ${(y - 1.25 * r).toFixed(1)}l${r} ${1.25 * r}l${-r} ${1.25 * r}l${-r} ${-1.25 * r}z`

// Of two classes: the shape says which; and of more, by their code: a shape and a colour that no other one of twelve has.
export const classMark = (isUp, x, y, r) => (isUp ? triangle : circle)(x, y, r)
export const LETTERS = ["a", "b", "c"] // of the roles of their colours
const SHAPES = [circle, triangle, (x, y, r) => square(x, y, 0.9 * r), diamond]
export const markOf = (code, x, y, r) => SHAPES[code % SHAPES.length](x, y, r)
export const letterOf = code => LETTERS[code % LETTERS.length]

export const pathOf = points => points.map(([x, y], i) => `${i ? "L" : "M"}${round1(x)} ${round1(y)}`).join("")
export const upright = (x, y0, y1) => `M${x.toFixed(1)} ${y0.toFixed(1)}V${y1.toFixed(1)}`

// An arrow from a towards b, drawn to where it has got: the way from a guess to what is true.
export const arrowTo = ([ax, ay], [bx, by], t) => {
  const x = round1(lerp(ax, bx, t)),
    y = round1(lerp(ay, by, t)),
    long = Math.hypot(x - ax, y - ay),
    head = Math.min(6, long / 2)
  const [along, across] = [(x - ax) / (long || 1), (y - ay) / (long || 1)].map(each => each * head)
  const heads = [-1, 1].map(side => `${round1(x - along - side * across)} ${round1(y - across + side * along)}`)
  return `<path class="arrow-to" d="M${ax} ${ay}L${x} ${y}M${heads[0]}L${x} ${y}L${heads[1]}"/>`
}

// An arc about [x, y] from one angle towards another, in degrees, drawn to where it has got: a guess that lay across.
export const turn = ([x, y], r, from, to, t) => {
  const now = lerp(from, to, t),
    at = angle => [x + r * Math.cos((angle * Math.PI) / 180), y + r * Math.sin((angle * Math.PI) / 180)].map(round1),
    [ex, ey] = at(now)
  return `<path class="arrow-to" d="M${at(from).join(" ")}A${r} ${r} 0 0 ${now > from ? 1 : 0} ${ex} ${ey}"/><circle cx="${ex}" cy="${ey}" r="4" class="grip"/>`
}

// A handle that is dragged along an axis: a grip at [x, y], with two heads of arrows.
export const grip = (x, y, em, isUpright = false) => {
  const long = 1.9 * em,
    [w, h] = isUpright ? [20, long] : [long, 20]
  const heads = isUpright
    ? `M${x - 4} ${y - 4}l4 -4 4 4M${x - 4} ${y + 4}l4 4 4 -4`
    : `M${x - 4} ${y - 4}l-4 4 4 4M${x + 4} ${y - 4}l4 4 -4 4`
  return (
    `<rect class="grip" x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="10"/>` +
    `<path class="gripline" d="${heads}"/>`
  )
}

// Paper over all of a box [x0, y0, x1, y1] but a part of it.
export const veil = ([x0, y0, x1, y1], [a0, b0, a1, b1]) =>
  `<path class="veil" fill-rule="evenodd" d="M${x0} ${y0}H${x1}V${y1}H${x0}zM${a0} ${b0}V${b1}H${a1}V${b0}z"/>`
