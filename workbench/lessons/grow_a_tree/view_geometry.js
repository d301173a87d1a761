// Where everything of a side stands: the tree above its rows, and at their right the line of the leaves that wait. Two lines
// wait for one tree until their orders part; then each has its own, below the other and on the same scales.
import { extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { round1 } from "../../stage/kit/svg.js"

const MOST_SEATS = 150, // nodes whose chips are kept apart
  WIDE = 50, // em: from here on the line stands beside the rows
  LEAST_PITCH = 1.42, // em of a leaf in the line
  MOST_PITCH = 2.5

// Chips of one depth never touch; they are pushed apart once, from the tree to be, so that none jumps later.
const seatsOf = (C, rows) => {
  const seats = new Map(rows.flat().map(node => [node, C.over(node, (node.low + node.high) / 2)]))
  if (C.isPlane || seats.size > MOST_SEATS) return seats
  for (const row of rows) push(row.map(node => seats.get(node)), 2 * C.radius + 1.5, C.t1 + 3 - C.radius).forEach((x, i) => seats.set(row[i], x))
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
const crowdedOf = (C, V, nodes) => {
  const crowded = new Set(),
    born = C.hasChips ? nodes : []
  const isAbove = (a, b) => b.up && (b.up === a || isAbove(a, b.up))
  born.forEach((b, i) => {
    for (const a of born.slice(0, i)) {
      const apart = Math.hypot(C.seats.get(a) - C.seats.get(b), V.depth(a.depth) - V.depth(b.depth))
      if (apart < 2 * C.radius && !isAbove(a, b) && !isAbove(b, a)) crowded.add(a).add(b)
    }
  })
  return crowded
}

// Beside a plane, or above it, a tree stands by itself: its leaves side by side, every other node over the middle of its two.
const tidy = (side, n) => {
  const at = new Map()
  let leaves = 0
  const place = node => {
    at.set(node, node.split <= n ? (place(node.kids[0]) + place(node.kids[1])) / 2 : leaves++ + 0.5)
    return at.get(node)
  }
  place(side.nodes[0])
  return node => at.get(node) / leaves
}

// What does not depend on how far both are apart. ends: of the values of the rows.
export const geometryOf = (S, side, ends) => {
  const { em, picture: { w, h } } = S.L,
    { record, own } = S,
    isPlane = record.kind === "plane",
    isWide = w > WIDE * em,
    x1 = isWide ? 0.53 * w : w - 0.6 * em,
    isBeside = isPlane && isWide, // the tree beside the plane
    x0 = isBeside ? 0.25 * w : 2.9 * em
  const C = { w, h, em, isPlane, isWide, isBeside, isValued: record.kind !== "order", x0, x1, t0: isBeside ? 0.6 * em : x0, t1: isBeside ? 0.2 * w : x1 }
  const root = side.nodes[0],
    born = side.nodes.filter(node => node.born <= S.n),
    rows = Array.from({ length: side.depthOf + 1 }, (_, depth) => born.filter(node => node.depth === depth).sort((a, b) => a.low - b.low)),
    across = isPlane ? lerp.bind(null, C.t0, C.t1) : scale([root.low, root.high], [C.t0, C.t1]),
    share = isPlane && tidy(side, S.n)
  C.ends = isPlane ? [root.bottom, root.top] : ends
  C.radius = Math.min(0.62 * em, (0.46 * (C.t1 - C.t0)) / (isPlane ? S.n + 1 : Math.max(...rows.map(row => row.length))))
  C.x = scale([root.low, root.high], [x0, x1])
  // An inner node stands over its cut, an open one over its rows.
  C.over = (node, at = node.cut) => across(isPlane ? share(node) : at)
  C.l0 = (isWide ? x1 + 2.4 * em : 0.6 * em) + 2 * C.radius + 8
  C.gain = scale([0, side.level[0]], [C.l0, w - 4.4 * em])
  C.means = extent(side.mean)
  C.seats = seatsOf(C, rows)
  C.hasChips = side.splits.length < MOST_SEATS / 2
  C.n = S.n
  C.common = own.common
  C.deep = [Math.max(2, ...side.nodes.filter(node => node.born <= own.common).map(node => node.depth)), side.depthOf]
  C.crowds = [0, 1].map(q => crowdedOf(C, standsAt(C, 0, q), q ? born : born.filter(node => node.born <= own.common)))
  return C
}

// The rest, for the i-th side, when both are so far apart, q from 0 to 1.
export const standsAt = (C, i, q) => {
  const { h, em, n, isPlane, isWide, isBeside } = C,
    gap = 1.2 * em,
    half = (h - gap) / 2,
    line = isWide ? half : 0.5 * half,
    top = i * lerp(0, half + gap, q)
  // Lines that stand below the rows make room for two of them as long as these are the same.
  const foot = top + lerp(isWide ? h : h - 2 * (line + gap), isWide ? half : half - line, q),
    lineTop = isWide ? i * (half + gap) : lerp(h - (2 - i) * (line + gap) + gap, i * (half + gap) + half - line, q)
  const V = { ...C, q, top, foot, crowded: C.crowds?.[Math.round(q)], title: lineTop + 1.1 * em, tree0: top + lerp(1.6, 0.6, isBeside ? 1 : q) * em }
  // A plane keeps its shape, in the middle of what it could have.
  const square = Math.min(foot - top - 2 * em, C.x1 - C.x0)
  if (isBeside) V.tree0 += (foot - top - 2 * em - square) / 2
  V.tree1 = V.tree0 + (isBeside ? square : clamp((isWide ? lerp(0.3, 0.36, q) : 0.3) * (foot - top), 40, 190))
  V.rows0 = isBeside ? V.tree0 + 4 : V.tree1 + 0.9 * em
  V.rows1 = isBeside ? V.tree1 : foot - 1.6 * em
  V.chain = lineTop + 1.7 * em
  V.list = V.chain + 2.2 * em
  V.end = lineTop + line
  V.pitch = clamp((V.end - V.list) / (n + 1), LEAST_PITCH * em, MOST_PITCH * em)
  V.rows = Math.max(1, Math.min(n + 1, Math.floor((V.end - V.list) / V.pitch + 0.01)))
  V.place = at => V.list + V.pitch * (at + 0.5)
  const deep = lerp(...C.deep, q)
  V.depth = depth => lerp(V.tree0 + C.radius, V.tree1 - C.radius, depth / deep)
  V.y = scale(C.ends, [V.rows1, V.rows0])
  // The rows of a node as [x0, y0, x1, y1].
  V.box = node => [C.x(node.low), isPlane ? V.y(node.top) : V.rows0 - 6, C.x(node.high), isPlane ? V.y(node.bottom) : V.rows1 + 4].map(round1)
  return V
}
