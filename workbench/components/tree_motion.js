// A tree one split later or earlier: a leaf parts into two boxes, or two fold into one, and all glide to their places.
import { copyOf, glide, leave, shape, shifted } from "./kit/glide.js"
import { make } from "./kit/svg.js"

const APART = 14 // pixels that the halves of a folded box go

// The line from a box to one below it; boxes: with x and y of the middle, and height.
export const branch = (above, below) => {
  const top = above.y + above.height / 2, bottom = below.y - below.height / 2, middle = (top + bottom) / 2
  return `M${above.x},${top}C${above.x},${middle} ${below.x},${middle} ${below.x},${bottom}`
}

// The box of a node in another picture, or that of the first node above it that is there.
const placeOf = (index, mine, others) => {
  let node = mine.get(index)
  while (node && !others.has(node.index)) node = mine.get(node.parent)
  return node && others.get(node.index)
}

const boxOf = (svg, index) => svg.querySelector(`.node[data-index="${index}"]`)
const lineOf = (svg, index) => svg.querySelector(`.edge[data-to="${index}"]`)

const glideBox = ({ svg, places }, before, node) => {
  const from = placeOf(node.index, places, before.places), isNew = !before.places.has(node.index)
  if (!from) return
  const start = shifted(from.x - node.x, from.y - node.y), line = lineOf(svg, node.index)
  if (isNew || from.x !== node.x || from.y !== node.y)
    glide(boxOf(svg, node.index), isNew ? [{ ...start, opacity: 0 }, { opacity: 1, offset: 0.4 }, {}] : [start, {}])
  const above = line && placeOf(node.parent, places, before.places)
  if (!above) return
  glide(line, [shape(branch(above, from)), shape(branch(places.get(node.parent), node))])
  const answer = line.nextElementSibling
  if (isNew && answer?.matches(".answer")) glide(answer, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, {}])
}

const foldBox = ({ svg, places }, before, node) => {
  const to = placeOf(node.index, before.places, places), line = lineOf(before.svg, node.index)
  if (!to) return
  const above = line && placeOf(node.parent, before.places, places), first = svg.firstChild
  if (above) leave(svg, copyOf(line), [shape(branch(before.places.get(node.parent), node)), shape(branch(above, to))], first)
  leave(svg, copyOf(boxOf(before.svg, node.index)), [{ opacity: 1 }, { ...shifted(to.x - node.x, to.y - node.y), opacity: 0 }])
}

// A split that is folded up: behind its card one parts in two, left solid, right dashed.
const partFolded = ({ svg }, { index, x, y, width, height, fill }, isBack) => {
  for (const side of [-1, 1]) {
    const half = make("rect", { class: `half ${side < 0 ? "left" : "right"}`, x: side < 0 ? x - width / 2 : x, y: y - height / 2, width: width / 2, height, rx: 6, fill })
    const apart = { ...shifted(side * APART, 0), opacity: 0 }
    leave(svg, half, isBack ? [apart, { opacity: 1 }] : [{ opacity: 1 }, { ...shifted(side * APART, 0), opacity: 1, offset: 0.6 }, apart], boxOf(svg, index))
  }
}

// before, now: the pictures, with their svg, the places of their boxes by node, and the step at which they are: at,
// and the drawn box of the node that was split last.
export const glideTree = (before, now) => {
  const isBack = now.step.at < before.step.at, later = isBack ? before : now, box = now.places.get(later.step.split)
  if (box?.kind === "folded" && before.places.get(box.index)?.kind === "folded") partFolded(now, box, isBack)
  for (const node of now.places.values()) glideBox(now, before, node)
  for (const node of before.places.values()) if (!now.places.has(node.index)) foldBox(now, before, node)
}
