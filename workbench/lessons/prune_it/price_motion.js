// From one price to the next: a branch folds into its node, or comes out of it again.
import { copyOf, glide, leave, shape, shifted } from "../../components/kit/glide.js"

const FAINT = { opacity: 0 }

// The line from a place to one below it.
export const branch = ([x0, y0], [x1, y1]) => `M${x0},${y0}C${x0},${(y0 + y1) / 2} ${x1},${(y0 + y1) / 2} ${x1},${y1}`

const nodeOf = (svg, index) => svg.querySelector(`.node[data-index="${index}"]`)
const edgeOf = (svg, index) => svg.querySelector(`.edge[data-to="${index}"]`)

// The node into which another one falls: the first above it that is still there.
const intoWhich = (tree, kinds, node) => {
  let at = node
  while (kinds.get(at.index) === "gone") at = tree.byIndex.get(at.parent)
  return at
}

const fold = (before, now, node) => {
  const { tree, svg, at } = now, into = at(intoWhich(tree, now.kinds, node)), [x, y] = at(node)
  const way = branch(at(tree.byIndex.get(node.parent)), at(node))
  leave(svg, copyOf(edgeOf(before.svg, node.index)), [shape(way), { ...shape(branch(into, into)), ...FAINT }])
  leave(svg, copyOf(nodeOf(before.svg, node.index)), [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { ...shifted(into[0] - x, into[1] - y), ...FAINT }])
  for (const part of [nodeOf(svg, node.index), edgeOf(svg, node.index)]) glide(part, [FAINT, { ...FAINT, offset: 0.5 }, {}])
}

const unfold = (before, now, node) => {
  const { tree, svg, at } = now, from = at(intoWhich(tree, before.kinds, node)), [x, y] = at(node)
  glide(edgeOf(svg, node.index), [shape(branch(from, from)), shape(branch(at(tree.byIndex.get(node.parent)), at(node)))])
  glide(nodeOf(svg, node.index), [{ ...shifted(from[0] - x, from[1] - y), ...FAINT }, { opacity: 1, offset: 0.4 }, {}])
}

// A node that has become a leaf swells as it takes in its branch.
const swell = ({ svg }, node) => {
  const dot = nodeOf(svg, node.index).querySelector(".dot"), r = dot.r.baseVal.value
  glide(dot, [{ r: `${r}px`, offset: 0.5 }, { r: `${1.4 * r}px`, offset: 0.8 }, { r: `${r}px` }])
}

// before, now: two pictures of one tree of the same size, with svg, tree, kinds of the nodes, and places.
export const glideBranches = (before, now) => {
  for (const node of now.tree.nodes) {
    const was = before.kinds.get(node.index), is = now.kinds.get(node.index)
    if (was !== "gone" && is === "gone") fold(before, now, node)
    else if (was === "gone" && is !== "gone") unfold(before, now, node)
    else if (was === "inner" && is === "leaf") swell(now, node)
  }
}

// The cursor of the curves comes from where it was, `by` pixels away.
export const glideCursor = (moving, handle, by) => {
  glide(moving, [shifted(by, 0), {}])
  const { e, f } = handle.transform.baseVal[0].matrix
  glide(handle, [shifted(e + by, f), shifted(e, f)])
}
