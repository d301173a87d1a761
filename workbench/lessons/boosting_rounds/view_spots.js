// Where a region's step is written: at its emptiest place, on no row, stem or line, and on one side of the border.
import { clamp } from "../../stage/kit/easing.js"
import { signed } from "../../stage/kit/numbers.js"

const COLUMNS = 24,
  ROWS = 14,
  ENDLESS = [-Infinity, Infinity]

// The part of the picture that a node is.
export const regionOf = ({ L }, { limits: { 0: along = ENDLESS, 1: up = ENDLESS } }) => {
  const [x0, y0, x1, y1] = L.box,
    [left, right] = along.map(value => clamp(L.px(value), x0, x1)),
    [low, high] = up.map(value => clamp(L.py(value), y0, y1))
  return [left, high, right, low]
}

// How far a label at a place, so wide and high to either side, is from every row and its stem.
const freeAround = ({ L, record: { X: [x, y] }, own: { unit } }, m, w, h) => {
  const things = Array.from(x, (each, i) => {
    const at = L.py(y[i]),
      end = at - (m.left[i] - m.after[i]) * unit * L.stem
    return [L.px(each), Math.min(at, end), Math.max(at, end)]
  })
  return (px, py) => {
    let free = Infinity
    for (const [at, top, foot] of things)
      free = Math.min(free, Math.max(Math.abs(at - px) - w, Math.max(top - py, py - foot) - h) - L.r)
    return free
  }
}

// Whether a label at a place lies on one side of even odds.
const flatAt = ({ L, own: { model, ground } }, m, w, h) => {
  if (!model.isClass) return () => true
  const values = model.cells(m.round),
    [left, top] = L.box
  const isUp = (x, y) => {
    const row = ground.up[clamp(Math.round(y - top), 0, ground.h - 1)],
      column = ground.across[clamp(Math.round(x - left), 0, ground.w - 1)]
    return values[row * ground.wide + column] > 0.5
  }
  return (x, y) => [-1, 1].every(a => [-1, 1].every(b => isUp(x + a * (w + 3), y + b * (h + 2)) === isUp(x, y)))
}

const spotOf = (S, m, node) => {
  const [x0, y0, x1, y1] = regionOf(S, node),
    [w, h] = [1.5 * S.L.em, 0.75 * S.L.em],
    [wide, high] = [x1 - x0 - 2 * w - 8, y1 - y0 - 2 * h - 8]
  if (wide <= 0 || high <= 0) return null
  const free = freeAround(S, m, w, h),
    isFlat = flatAt(S, m, w, h)
  let best = null,
    most = 0
  for (let a = 0; a <= COLUMNS; a++)
    for (let b = 0; b <= ROWS; b++) {
      const [x, y] = [x0 + w + 4 + (wide * a) / COLUMNS, y0 + h + 4 + (high * b) / ROWS]
      if (!isFlat(x, y)) continue
      const room = free(x, y) - 0.02 * Math.hypot(x - (x0 + x1) / 2, y - (y0 + y1) / 2)
      if (room > most) [most, best] = [room, [x, y]]
    }
  return best
}

export const labelOf = (S, m, node, isSmall = false) => {
  if (node.spotIn !== S.L) Object.assign(node, { spotIn: S.L, spot: spotOf(S, m, node) })
  if (!node.spot) return ""
  const [x, y] = node.spot,
    text = signed(node.weight * S.own.model.rate, 2)
  return `<g class="halo"><text class="delta${isSmall ? " rest" : ""}" x="${x}" y="${y + 0.35 * S.L.em}" text-anchor="middle">${text}</text></g>`
}
