// Where a region's step is written: at its emptiest place, on no row, stem or line, and on one side of the border.
import { clamp } from "../../stage/kit/easing.js"
import { signed } from "../../stage/kit/numbers.js"

const COLUMNS = 24,
  ROWS = 14,
  FAR = 60

// The part of the picture that a node is.
export const regionOf = ({ L }, node) => {
  const [x0, y0, x1, y1] = L.box,
    [a, b] = node.limits[0] ?? [-Infinity, Infinity],
    [c, d] = node.limits[1] ?? [-Infinity, Infinity]
  const within = (value, at, ends, low, high) => (Number.isFinite(value) ? clamp(at(value), low, high) : ends)
  return [
    within(a, L.px, x0, x0, x1),
    within(d, L.py, y0, y0, y1),
    within(b, L.px, x1, x0, x1),
    within(c, L.py, y1, y0, y1),
  ]
}

const spotOf = (S, m, node) => {
  const { L, own } = S,
    key = `${m.round}|${node.k}`
  if (own.spots.has(key)) return own.spots.get(key)
  const [x0, y0, x1, y1] = regionOf(S, node),
    w = 1.5 * L.em,
    h = 0.75 * L.em
  let best = null,
    most = 0
  if (x1 - x0 > 2 * w + 6 && y1 - y0 > 2 * h + 6) {
    const things = thingsOf(S, m),
      isFlat = flatAt(S, m, w, h)
    for (let a = 0; a <= COLUMNS; a++)
      for (let b = 0; b <= ROWS; b++) {
        const x = x0 + w + 4 + ((x1 - x0 - 2 * w - 8) * a) / COLUMNS,
          y = y0 + h + 4 + ((y1 - y0 - 2 * h - 8) * b) / ROWS
        if (!isFlat(x, y)) continue
        const free =
          freeAround(things, x, y, w, h, most) - 0.02 * Math.hypot(x - (x0 + x1) / 2, y - (y0 + y1) / 2)
        if (free > most) [most, best] = [free, [x, y]]
      }
  }
  if (own.spots.size > 400) own.spots.clear()
  own.spots.set(key, best)
  return best
}

// Rows with their stems, as [x, top, foot].
const thingsOf = ({ L, record, own }, m) => {
  return Array.from(record.y, (_, i) => {
    const x = L.px(record.X[0][i]),
      y = L.py(record.X[1][i]),
      end = y - (m.left[i] - m.after[i]) * own.unit * L.stem
    return [x, Math.min(y, end) - L.r, Math.max(y, end) + L.r, L.r]
  })
}

const freeAround = (things, x, y, w, h, enough) => {
  let free = FAR
  for (const [tx, top, foot, r] of things) {
    const across = Math.abs(tx - x) - w - r,
      along = Math.max(top - y, y - foot) - h
    free = Math.min(free, Math.max(across, along))
    if (free <= enough) return -1
  }
  return free
}

// Whether a label at a place lies on one side of even odds.
const flatAt = ({ L, own }, m, w, h) => {
  if (!own.model.isClass) return () => true
  const { ground } = own,
    values = own.model.cells(m.round),
    [left, top] = L.box
  const isUp = (x, y) => {
    const row = ground.up[clamp(Math.round(y - top), 0, ground.h - 1)],
      column = ground.across[clamp(Math.round(x - left), 0, ground.w - 1)]
    return values[row * ground.wide + column] > 0.5
  }
  return (x, y) =>
    [
      [-w - 3, -h - 2],
      [w + 3, -h - 2],
      [-w - 3, h + 2],
      [w + 3, h + 2],
    ].every(([dx, dy]) => isUp(x + dx, y + dy) === isUp(x, y))
}

export const labelOf = (S, m, node, isSmall = false) => {
  const at = spotOf(S, m, node)
  if (!at) return ""
  const text = signed(node.weight * S.own.model.rate, 2)
  return `<g class="halo"><text class="delta${isSmall ? " rest" : ""}" x="${at[0]}" y="${at[1] + 0.35 * S.L.em}" text-anchor="middle">${text}</text></g>`
}
