// Where everything of a side stands: the tree above its rows, and below them the line of the leaves that wait. Both sides stand
// beside each other, or where it is narrow that which is asked about above the other, on the same scales.
import { extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { round1 } from "../../stage/kit/svg.js"

const MOST_SEATS = 150, // nodes whose chips are kept apart
  WIDE = 50, // em: from here on both stand beside each other
  PITCH = 1.5, // em of a leaf in the line
  MOST_WAIT = 4 // leaves that are seen in it

// Chips of one depth never touch; they are pushed apart once, from the tree to be, so that none jumps later.
const seatsOf = (C, rows) => {
  const seats = new Map(rows.flat().map(node => [node, C.over(node, (node.low + node.high) / 2)]))
  if (C.isPlane || seats.size > MOST_SEATS) return seats
  const ends = [C.t0 - 3 + C.radius, C.t1 + 3 - C.radius]
  for (const row of rows) push(row.map(node => seats.get(node)), Math.min(2 * C.radius + 7, (ends[1] - ends[0]) / Math.max(1, row.length - 1)), ends).forEach((x, i) => seats.set(row[i], x))
  return seats
}

const push = (places, gap, [start, end]) => {
  for (let again = 0; again < 200; again++) {
    for (let i = 0; i + 1 < places.length; i++) {
      const lacks = gap - (places[i + 1] - places[i])
      if (lacks <= 0) continue
      places[i] -= lacks / 2
      places[i + 1] += lacks / 2
    }
    places.forEach((x, i) => {
      places[i] = clamp(x, start + i * gap, end - (places.length - 1 - i) * gap)
    })
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

// What does not depend on the time, for the i-th side. ends: of the values of the rows.
export const geometryOf = (S, side, i, ends) => {
  const { em, picture: { w, h } } = S.L,
    { record } = S,
    isPlane = record.kind === "plane",
    isWide = w > WIDE * em,
    gap = isWide ? 2.4 * em : 1.2 * em,
    [width, high] = isWide ? [(w - gap) / 2, h] : [w, (h - gap) / 2],
    [left, top] = isWide ? [i * (width + gap), 0] : [0, (1 - i) * (high + gap)],
    right = left + width,
    isBeside = isPlane && isWide, // the tree beside the plane
    l0 = left + 2.9 * em,
    x0 = isBeside ? left + 0.42 * width : l0,
    x1 = right - 0.6 * em
  const C = { em, isPlane, isBeside, isValued: record.kind !== "order", left, right, x0, x1, l0, t0: isBeside ? left + 0.6 * em : x0, t1: isBeside ? left + 0.34 * width : x1 }
  const root = side.nodes[0],
    born = side.nodes.filter(node => node.born <= S.n),
    rows = Array.from({ length: side.depthOf + 1 }, (_, depth) => born.filter(node => node.depth === depth).sort((a, b) => a.low - b.low)),
    across = isPlane ? lerp.bind(null, C.t0, C.t1) : scale([root.low, root.high], [C.t0, C.t1]),
    share = isPlane && tidy(side, S.n)
  C.radius = Math.min(0.62 * em, (0.46 * (C.t1 - C.t0)) / (isPlane ? S.n + 1 : Math.max(...rows.map(row => row.length))))
  C.x = scale([root.low, root.high], [x0, x1])
  // An inner node stands over its cut, an open one over its rows.
  C.over = (node, at = node.cut) => across(isPlane ? share(node) : at)
  C.gain = scale([0, side.level[0]], [l0, x1])
  C.means = extent(side.mean)
  C.seats = seatsOf(C, rows)
  C.hasChips = side.splits.length < MOST_SEATS / 2
  const deepest = born.reduce((all, { born: at, depth }) => Object.assign(all, { [at]: Math.max(2, all[at] ?? all[at - 1] ?? 0, depth) }), [])
  C.deepAt = made => deepest[Math.min(made, deepest.length - 1)]
  upright(C, { top, high, n: S.n, ends })
  C.crowded = crowdedOf(C, standsAt(C, C.deepAt(S.n)), born)
  C.trees = Array.from({ length: S.n + 1 }, () => null) // see restingTree
  return C
}

// From above: its title, the tree, the rows, and the line of the leaves that wait.
const upright = (C, { top, high, n, ends }) => {
  const { em, isBeside } = C
  C.title = top + 1.1 * em
  C.end = top + high
  C.pitch = PITCH * em
  const fit = Math.min(n + 1, MOST_WAIT)
  C.rowsOf = many => (many > fit ? fit - 1 : fit) // of so many; the last place may tell how many more there are
  C.list = C.end - fit * C.pitch
  C.chain = C.list - 2.2 * em
  C.place = at => C.list + C.pitch * (at + 0.5)
  const foot = C.chain - 0.9 * em,
    head = top + (isBeside ? 1.8 : 2.9) * em,
    // A plane keeps its shape, in the middle of what it could have.
    square = Math.min(foot - head - 2 * em, C.x1 - C.x0)
  C.tree0 = head + (isBeside ? (foot - head - 2 * em - square) / 2 : 0)
  C.tree1 = C.tree0 + (isBeside ? square : clamp(0.38 * (foot - head), 40, 190))
  C.rows0 = isBeside ? C.tree0 + 4 : C.tree1 + 0.9 * em
  C.rows1 = isBeside ? C.tree1 : foot - 1.6 * em
  C.y = scale(C.isPlane ? ends.plane : ends.rows, [C.rows1, C.rows0])
  // The rows of a node as [x0, y0, x1, y1].
  C.box = node => [C.x(node.low), C.isPlane ? C.y(node.top) : C.rows0 - 6, C.x(node.high), C.isPlane ? C.y(node.bottom) : C.rows1 + 4].map(round1)
}

// The rest: a tree so many levels deep fills the same height.
export const standsAt = (C, deep) => ({ ...C, depth: depth => lerp(C.tree0 + C.radius, C.tree1 - C.radius, depth / deep) })

const within = ([x0, y0, x1, y1], x, y) => x > x0 && x < x1 && y > y0 && y < y1
const meets = (box, [ax, ay], [bx, by]) => {
  const n = Math.ceil(Math.hypot(bx - ax, by - ay) / 3)
  return Array.from({ length: n + 1 }, (_, i) => within(box, lerp(ax, bx, i / n), lerp(ay, by, i / n))).some(Boolean)
}

// The tree after so many splits, at rest. asks: what its inner nodes ask, each where it covers nothing, as [dx, dy] from its node;
// isFree: whether a box covers no branch, no other node and no such text.
export const restingTree = (side, C, made, textOf) => {
  if (C.trees[made]) return C.trees[made]
  const V = standsAt(C, C.deepAt(made)),
    nodes = side.nodes.filter(({ born }) => born <= made),
    isInner = node => node.split <= made,
    at = new Map(nodes.map(node => [node, [isInner(node) ? C.over(node) : C.seats.get(node), V.depth(node.depth)]])),
    texts = [],
    asks = new Map()
  const isFree = ([x0, y0, x1, y1], but) =>
    x0 > C.left - 4 && x1 < C.right + 4 &&
    texts.every(([a0, b0, a1, b1]) => x0 > a1 || x1 < a0 || y0 > b1 || y1 < b0) &&
    nodes.every(node => {
      const [x, y] = at.get(node),
        r = isInner(node) ? 3 : C.radius + 2
      return (node === but || !within([x0 - r, y0 - r, x1 + r, y1 + r], x, y)) && !(node.up && meets([x0, y0, x1, y1], at.get(node.up), [x, y]))
    })
  for (const node of C.isPlane ? [] : nodes.filter(isInner)) {
    const [x, y] = at.get(node),
      half = 0.24 * C.em * textOf(node).length,
      out = node.up ? (node.up.kids[0] === node ? -1 : 1) : 0, // off the branch that leads there
      [above, beside] = [half + 2, half + 9],
      places = [[out * above, -8], [-out * above, -8], [out * beside, 0.3 * C.em], [-out * beside, 0.3 * C.em], [0, 1.4 * C.em]]
    for (const [dx, dy] of places) {
      const box = [x + dx - half, y + dy - 0.75 * C.em, x + dx + half, y + dy + 2]
      if (!isFree(box, node)) continue
      texts.push(box)
      asks.set(node, [dx, dy])
      break
    }
  }
  return (C.trees[made] = { at, asks, isFree })
}
