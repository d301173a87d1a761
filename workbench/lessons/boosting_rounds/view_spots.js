// Where a region's step is written: as far from its rows and their stems as there is room, of some places in it.
import { clamp } from "../../stage/kit/easing.js"
import { signed } from "../../stage/kit/numbers.js"

const ENDLESS = [-Infinity, Infinity],
  PLACES = [0, 0.25, 0.5, 0.75, 1]

// The part of the picture that a node is.
export const regionOf = ({ L }, { limits: { 0: along = ENDLESS, 1: up = ENDLESS } }) => {
  const [x0, y0, x1, y1] = L.box,
    [left, right] = along.map(value => clamp(L.px(value), x0, x1)),
    [low, high] = up.map(value => clamp(L.py(value), y0, y1))
  return [left, high, right, low]
}

const spotOf = (S, m, node) => {
  const [x0, y0, x1, y1] = regionOf(S, node),
    [w, h] = [1.5 * S.L.em + 4, 0.75 * S.L.em + 4]
  if (x1 - x0 < 2 * w || y1 - y0 < 2 * h) return null
  const things = Array.from(m.after, (after, i) => S.own.picture.stem(S, i, after, m.left[i])),
    freeAt = ([x, y]) => Math.min(...things.map(([at, top, end]) => Math.max(Math.abs(at - x) - w, Math.max(Math.min(top, end) - y, y - Math.max(top, end)) - h)))
  const spots = PLACES.flatMap(a => PLACES.map(b => [x0 + w + a * (x1 - x0 - 2 * w), y0 + h + b * (y1 - y0 - 2 * h)])),
    free = spots.map(freeAt)
  return spots[free.indexOf(Math.max(...free))]
}

export const labelOf = (S, m, node, isSmall = false) => {
  if (node.spotIn !== S.L) Object.assign(node, { spotIn: S.L, spot: spotOf(S, m, node) })
  if (!node.spot) return ""
  const [x, y] = node.spot,
    text = signed(node.weight * S.own.model.rate, 2)
  return `<g class="halo"><text class="delta${isSmall ? " rest" : ""}" x="${x}" y="${y + 0.35 * S.L.em}" text-anchor="middle">${text}</text></g>`
}
