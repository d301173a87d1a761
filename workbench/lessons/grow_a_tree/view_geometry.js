// Where everything of a side stands: the tree above the rows, the rows, the error with the bars that hang from it.
import { extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { round1 } from "../../stage/kit/svg.js"

const MOST_SEATS = 150, // nodes whose chips are kept apart
  LEAST_SLOT = 15 // pixels of a bar

// Chips of one depth never touch; they are pushed apart once, from the tree to be, so that none jumps later.
const seatsOf = (C, side, limit) => {
  const born = side.nodes.filter(node => node.born <= limit),
    seats = new Map(born.map(node => [node, C.x((node.low + node.high) / 2)]))
  if (born.length > MOST_SEATS) return seats
  for (let depth = 0; depth <= side.depthOf; depth++) {
    const row = born.filter(node => node.depth === depth).sort((a, b) => a.low - b.low)
    push(row.map(node => seats.get(node)), 2 * C.radius + 1.5, C.x1 + 3 - C.radius).forEach((x, i) => {
      seats.set(row[i], x)
    })
  }
  return seats
}

const push = (places, gap, end) => {
  for (let again = 0; again < 200; again++) {
    for (let i = 0; i + 1 < places.length; i++) {
      const lacks = gap - (places[i + 1] - places[i])
      if (lacks <= 0) continue
      places[i] -= lacks / 2
      places[i + 1] += lacks / 2
    }
    for (let i = places.length - 1, most = end; i >= 0; i--, most -= gap) places[i] = Math.min(places[i], most)
  }
  return places
}

// Chips of two depths may still meet, where depths are many: no number stands there. A node and one below it never wait both.
const crowdedOf = (C, side, limit) => {
  const crowded = new Set(),
    born = C.hasChips ? side.nodes.filter(node => node.born <= limit) : []
  const isAbove = (a, b) => b.up && (b.up === a || isAbove(a, b.up))
  born.forEach((b, i) => {
    for (const a of born.slice(0, i)) {
      const apart = Math.hypot(C.seats.get(a) - C.seats.get(b), C.depth(a.depth) - C.depth(b.depth))
      if (apart < 2 * C.radius && !isAbove(a, b)) crowded.add(a).add(b)
    }
  })
  return crowded
}

// As many bars as have room: the last splits, and as many of what waits.
const barsOf = (C, n) => {
  const wide = C.x1 - C.x0,
    room = Math.max(3, Math.min(n, Math.floor((wide / LEAST_SLOT - 1.7) / 2)))
  C.room = room
  C.isWhole = room >= n
  C.slot = wide / (2 * room + 1.7)
  C.bar = Math.min(0.68 * C.slot, 40)
  C.taken = (number, first) => C.x0 + C.slot * (number - first - 0.5)
  C.waiting = place => C.x0 + C.slot * (room + 0.7 + place + 0.5)
}

export const geometryOf = (S, side, { w, h }, ends) => {
  const { em } = S.L,
    { record } = S,
    isPlane = record.kind === "plane"
  const C = { w, h, side: 0.6 * em, x0: 2.9 * em, x1: w - 0.6 * em, title: 1.4 * em, isPlane }
  const tree = clamp(0.155 * h, 56, 150),
    fall = clamp((isPlane ? 0.24 : 0.4) * h, 110, 460)
  Object.assign(C, { tree0: 1.9 * em, tree1: 1.9 * em + tree, rows0: 1.9 * em + tree + 10 })
  C.foot = h - 1.8 * em
  C.head = C.foot - fall
  C.rows1 = C.head - 3.1 * em
  const root = side.nodes[0]
  C.x = scale([root.low, root.high], [C.x0, C.x1])
  C.y = scale(isPlane ? [root.bottom, root.top] : ends, [C.rows1, C.rows0])
  // The rows of a node as [x0, y0, x1, y1].
  C.box = ({ low, high, top, bottom }) => [C.x(low), isPlane ? C.y(top) : C.rows0 - 6, C.x(high), isPlane ? C.y(bottom) : C.rows1 + 4].map(round1)
  // Over what an inner node stands: its cut, or its middle where that lies across.
  C.over = node => C.x(node.axis === 0 ? node.cut : (node.low + node.high) / 2)
  C.means = extent(side.mean)
  barsOf(C, S.n)
  C.radius = Math.min(0.62 * em, 0.42 * C.slot)
  C.depth = depth => lerp(C.tree0 + C.radius, C.tree1 - C.radius, depth / side.depthOf)
  C.level = (error, top) => lerp(C.foot, C.head, top ? error / top : 0)
  C.seats = seatsOf(C, side, S.n)
  C.hasChips = side.splits.length < MOST_SEATS / 2
  C.crowded = crowdedOf(C, side, S.n)
  C.isValued = record.kind !== "order"
  return C
}
