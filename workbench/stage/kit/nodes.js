// Trees as they are sent, as nodes that can be drawn.
import { significant, threshold } from "./numbers.js"

const NOTHING = 1e-4 // of a tree's largest gain

// The nodes of a round's tree, by position: see drawn.py. X: of each feature its values, NaN where one is missing.
export const nodesOf = ({ trees: T, names, X, reasons }, round) => {
  const from = T.start[round - 1],
    many = T.start[round] - from,
    nodes = [],
    gains = Array.from(T.gain.subarray?.(from, from + many) ?? T.gain.slice(from, from + many)).filter(Number.isFinite),
    nothing = NOTHING * Math.max(0, ...gains)
  for (let k = 0; k < many; k++) {
    const at = from + k,
      isLeaf = T.left[at] < 0,
      f = T.feature[at],
      parent = T.parent[at]
    const node = {
      k,
      id: T.id[at],
      parent,
      depth: T.depth[at],
      n: T.n[at],
      G: T.G[at],
      H: T.H[at],
      weight: T.weight[at],
    }
    Object.assign(node, {
      kids: isLeaf ? null : [T.left[at], T.right[at]],
      hidden: T.hidden[at],
      why: T.why[at],
      feature: f,
    })
    Object.assign(node, { gain: T.gain[at], threshold: T.threshold[at], limits: {}, path: [k], shown: 0 })
    if (parent >= 0) inherit(node, nodes[parent])
    if (f >= 0 && (!isLeaf || node.hidden)) {
      const missing = T.default_left[at] && X[f].some(Number.isNaN) ? " or missing" : ""
      node.name = names[f]
      node.plain = `${names[f]} ${ruleOf(node.threshold, T.decimals[at])}`
      node.asks = (T.asks[at] ?? node.plain) + missing
      node.more = `gain ${Math.abs(node.gain) < nothing ? "≈ 0" : significant(node.gain)}`
    }
    node.words = wordsOf(node, reasons)
    nodes.push(node)
  }
  return nodes
}

// No number parts categories, and infinity those that are there from those that are missing.
const ruleOf = (border, digits) =>
  Number.isNaN(border) ? "in {…}" : border === Infinity ? "is there" : `≤ ${threshold(border, digits)}`

// What the splits above say of a node: between which thresholds it lies.
const inherit = (node, above) => {
  const isLeft = above.kids[0] === node.k,
    [low, high] = above.limits[above.feature] ?? [-Infinity, Infinity]
  node.path = [...above.path, node.k]
  node.limits = { ...above.limits }
  if (!Number.isNaN(above.threshold))
    node.limits[above.feature] = isLeft
      ? [low, Math.min(high, above.threshold)]
      : [Math.max(low, above.threshold), high]
}

const wordsOf = (node, reasons) => {
  const sums = `${node.n} rows, G ${significant(node.G)}, H ${significant(node.H)}`
  if (node.kids) return `Node ${node.id}: ${node.asks}, ${sums}, ${node.more}`
  const why = node.hidden
    ? `its branch is folded, with ${node.hidden} leaves below`
    : `a leaf because: ${reasons[node.why]}`
  return `Node ${node.id}: weight ${significant(node.weight)}, ${sums}, ${why}`
}

// Levels of splits in the deepest tree, as it is drawn.
export const levelsOf = ({ trees }) => {
  let most = 0
  for (let at = 0; at < trees.left.length; at++)
    if (trees.left[at] >= 0) most = Math.max(most, trees.depth[at] + 1)
  return most
}
