// What flies from the picture down the tree.
import { lerp } from "./easing.js"

const AT_ROOT = 0.42 // of the way

// Where it is on the stage, e from 0 to 1. from: in the picture; way: see wayTo; spread: beside the root, so that not all
// come there at one place; seat: beside the middle of the leaf.
export const flown = (S, T, { from: [x, y], way, spread, seat }, e) => {
  const { picture, tree, isStacked } = S.L
  const root = [tree.x + T.at[0].x, tree.y + T.at[0].y - (isStacked ? T.boxH / 2 : 0)]
  return e < AT_ROOT
    ? toRoot([picture.x + x, picture.y + y], root, spread, e / AT_ROOT, isStacked)
    : along(way, tree, (e - AT_ROOT) / (1 - AT_ROOT), spread, seat)
}

const toRoot = ([x, y], [rx, ry], spread, t, isStacked) => {
  const q = 1 - t,
    cx = isStacked ? rx : lerp(x, rx, 0.45),
    cy = isStacked ? lerp(y, ry, 0.5) : ry
  return [q * q * x + 2 * q * t * cx + t * t * (rx + spread), q * q * y + 2 * q * t * cy + t * t * ry]
}

const along = (way, { x, y }, t, spread, seat) => {
  const at = t * (way.length - 1),
    j = Math.min(way.length - 2, Math.floor(at)),
    w = at - j
  return [
    x + lerp(way[j][0], way[j + 1][0], w) + lerp(spread, seat, t),
    y + lerp(way[j][1], way[j + 1][1], w),
  ]
}
