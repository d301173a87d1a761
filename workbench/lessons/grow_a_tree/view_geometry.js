// Where everything of a side stands: the tree above its rows, and below them the line of the leaves that wait. Both sides stand
// beside each other, or where it is narrow that which is asked about above the other, on the same scales.
import { extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { round1 } from "../../stage/kit/svg.js"

const MOST_CHIPS = 75, // splits of a tree whose leaves are circles
  WIDE = 50, // em: from here on both stand beside each other
  ROOM = 2.6, // em between leaves that are few, so that what is asked above them has room
  PITCH = 1.3, // em of a leaf in the line
  MOST_WAIT = [4, 8], // leaves that are seen in it: where there is little room, and where there is more
  LINE = 0.31 // of the height, for them

// Places in a line, each as near to where it would be as the gaps let it.
const spread = (wants, gap, [start, end]) => {
  const blocks = []
  wants.forEach((want, i) => {
    let block = [want - i * gap, 1]
    while (blocks.length && blocks.at(-1)[0] > block[0]) {
      const [mean, many] = blocks.pop()
      block = [(mean * many + block[0] * block[1]) / (many + block[1]), many + block[1]]
    }
    blocks.push(block)
  })
  const last = end - (wants.length - 1) * gap
  return blocks.flatMap(([mean, many]) => Array(many).fill(clamp(mean, start, last))).map((x, i) => x + i * gap)
}

// Where the nodes stand across after so many splits: leaves keep their order, each over its rows as far as there is room, and an
// inner node stands over its cut, between its own two, so that no branch crosses another. Beside or above a plane a tree stands
// by itself: its leaves side by side.
export const seatsAt = (side, C, made) => {
  if (C.seats[made]) return C.seats[made]
  const leaves = [],
    at = new Map()
  const gather = node => (node.split <= made ? node.kids.forEach(gather) : leaves.push(node))
  gather(side.nodes[0])
  const share = (C.t1 - C.t0) / leaves.length,
    radius = Math.min(C.radius, 0.46 * share),
    gap = Math.min(Math.max(2 * radius + 7, Math.min(ROOM * C.em, 0.6 * share)), share),
    wants = leaves.map((node, i) => (C.isPlane ? C.t0 + (i + 0.5) * share : C.over((node.low + node.high) / 2)))
  spread(wants, gap, [C.t0 - 3 + radius, C.t1 + 3 - radius]).forEach((x, i) => at.set(leaves[i], x))
  // Gives where the first and the last leaf of a node stand.
  const place = node => {
    if (at.has(node)) return [at.get(node), at.get(node)]
    const [[first, a], [b, last]] = node.kids.map(place),
      [left, right] = node.kids.map(kid => at.get(kid))
    at.set(node, C.isPlane ? (left + right) / 2 : clamp(C.over(node.cut), a + gap / 2, b - gap / 2))
    return [first, last]
  }
  place(side.nodes[0])
  return (C.seats[made] = { at, radius })
}

// Of so many that wait; the last place may tell how many more there are.
export const seenOf = ({ C: { most } }, many) => (many > most ? most - 1 : many)

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
  const [root] = side.nodes,
    born = side.nodes.filter(node => node.born <= S.n)
  C.radius = 0.56 * em
  C.most = clamp(Math.floor((LINE * high) / (PITCH * em)), ...MOST_WAIT)
  C.x = scale([root.low, root.high], [x0, x1])
  C.over = scale([root.low, root.high], [C.t0, C.t1])
  C.gain = scale([0, side.level[0]], [l0, x1])
  C.means = extent(side.mean)
  C.hasChips = side.splits.length < MOST_CHIPS
  const deepest = born.reduce((all, { born: at, depth }) => Object.assign(all, { [at]: Math.max(2, all[at] ?? all[at - 1] ?? 0, depth) }), [])
  C.deepAt = made => deepest[Math.min(made, deepest.length - 1)]
  upright(C, { top, high, n: S.n, ends })
  C.seats = [] // of each state, once it is asked for, as its resting tree
  C.trees = []
  C.still = {} // what is drawn where nothing moves
  return C
}

// From above: its title, the tree, the rows, and the line of the leaves that wait.
const upright = (C, { top, high, n, ends }) => {
  const { em, isBeside } = C
  C.title = top + 1.1 * em
  C.end = top + high
  C.pitch = PITCH * em
  C.list = C.end - Math.min(n + 1, C.most) * C.pitch
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

// The tree after so many splits, at rest. asks: what its inner nodes ask, each where it covers nothing, as [dx, dy] from its node: no
// branch, no other node and no such text.
export const restingTree = (side, C, made, textOf) => {
  if (C.trees[made]) return C.trees[made]
  const V = standsAt(C, C.deepAt(made)),
    nodes = side.nodes.filter(({ born }) => born <= made),
    isInner = node => node.split <= made,
    { at: across, radius } = seatsAt(side, C, made),
    at = new Map(nodes.map(node => [node, [across.get(node), V.depth(node.depth)]])),
    texts = [],
    asks = new Map()
  const isFree = ([x0, y0, x1, y1], but) =>
    x0 > C.left - 4 && x1 < C.right + 4 &&
    texts.every(([a0, b0, a1, b1]) => x0 > a1 + 6 || x1 < a0 - 6 || y0 > b1 + 6 || y1 < b0 - 6) &&
    nodes.every(node => {
      const [x, y] = at.get(node),
        r = isInner(node) ? 3 : radius + 2
      return (node === but || !within([x0 - r, y0 - r, x1 + r, y1 + r], x, y)) && !(node.up && meets([x0, y0, x1, y1], at.get(node.up), [x, y]))
    })
  for (const node of C.isPlane ? [] : nodes.filter(isInner)) {
    const [x, y] = at.get(node),
      half = 0.24 * C.em * textOf(node).length,
      out = node.up ? (node.up.kids[0] === node ? -1 : 1) : 0, // off the branch that leads there
      [above, beside] = [half + 2, half + 9],
      places = [[out * above, -8], [-out * above, -8], [out * beside, 0.3 * C.em], [-out * beside, 0.3 * C.em], [0, 1.4 * C.em]]
    for (const [dx, dy] of places) {
      const box = [x + dx - half, y + dy - 0.75 * C.em, x + dx + half, y + dy + 1]
      if (!isFree(box, node)) continue
      texts.push(box)
      asks.set(node, [dx, dy])
      break
    }
  }
  return (C.trees[made] = { at, asks })
}
