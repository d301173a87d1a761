// The nodes of one order, and what is open, known or made at a time.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { PICK } from "./view_phases.js"

// Of each node; label: its number in the link, pull: the sum of its rows less the mean above.
const ARRAYS = ["label", "left", "depth", "n", "gain", "mean", "impurity", "pull", "low", "high", "cut", "bottom", "top", "asks", "why"]

const nodesOf = side => {
  const nodes = Array.from(side.parent, (_, id) => ({
    ...Object.fromEntries(ARRAYS.map(name => [name, side[name][id]])),
    id,
    name: side.called[id],
    split: side.split[id] || Infinity,
    born: Math.floor((id + 1) / 2), // a split gives its children the next two numbers
    axis: side.bottom.length ? side.axis[id] : 0,
  }))
  for (const node of nodes) {
    node.isOpen = node.left >= 0
    node.kids = node.isOpen ? [nodes[node.left], nodes[node.left + 1]] : null
    node.up = node.id ? nodes[side.parent[node.id]] : null
  }
  return nodes
}

export const sidesOf = ({ sides, limit }) =>
  sides.map(side => {
    const nodes = nodesOf(side)
    return { ...side, nodes, stood: [], splits: nodes.filter(({ split }) => split <= limit).sort((a, b) => a.split - b.split) }
  })

// The nodes that hold rows after so many splits, in the order in which they came.
export const standing = (side, splits) =>
  (side.stood[splits] ??= side.nodes.filter(({ born, split }) => born <= splits && split > splits))

// The node that a row is in after so many splits.
export const nodeOf = (side, row, splits) => {
  let node = side.nodes[side.leaf[row]]
  while (node.born > splits) node = node.up
  return node
}

// Which split is on its way, how far it is, and how many are made.
export const timeIn = (S, view) => {
  const k = clamp(Math.ceil(view - 1e-9), Math.min(1, S.n), S.n)
  const u = view <= 0 ? 0 : Number((view - (k - 1)).toFixed(5))
  const isDone = u >= 1 || S.n === 0
  const isKnown = k === 1 || S.at.guess === 0 // no bar grows and none overtakes: it begins with the pick
  return { k, u: isKnown && u > 0 ? lerp(PICK[0], 1, u) : u, isDone, made: isDone ? k : Math.max(0, k - 1), runs: u > 0 && !isDone }
}

// How much of a node's gain is told at a time: what has just come is not known until the next step, unless one has been
// there, or does not want to be asked.
export const toldShare = (S, node, { made, runs }, grown) => (node.born < made || isKnownAt(S, made) ? 1 : runs ? grown : 0)
export const isKnownAt = ({ at, own, n }, made) => at.guess === 0 || made === n || own.seen > made || own.isSure[made]
