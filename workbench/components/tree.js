// Draws a tree whose layout comes from Python, and tells Python which node was chosen.
import { showGrowth } from "./tree_growth.js"
import { branch, glideTree } from "./tree_motion.js"
import { onFocus } from "./kit/follow.js"
import { isStep } from "./kit/glide.js"
import { setChosen, treeStep } from "./kit/keys.js"
import { heedValue, pendingOf, tellValue } from "./kit/pending.js"
import { onResize } from "./kit/resize.js"
import { make } from "./kit/svg.js"

const drawn = new WeakMap() // parent element: its picture, and what it was drawn from
const pending = new WeakMap() // parent element: the node chosen last, see kit/pending.js

const ROOM_FOR_ANSWER = 28, LEAST_SLOT = 46, BETWEEN_NUMBERS = "\u2002" // pixels of a box where boxes are crowded; see gbtlib/pictures/tree_boxes.py
const LEFT_OUT = "⋯" // an answer that says how many levels are not drawn, see gbtlib/pictures/tree_svg.py
const ABOVE_A_BADGE = 14, LEAST_LINE = 15 // pixels
const LINES = [["first", -0.18], ["second", 0.11], ["second", 0.38]] // class, and baseline as a share of a box's height

// As many lines as a box has room for, in the middle of it.
const linesIn = height => {
  const count = Math.max(1, Math.min(3, Math.floor(height / LEAST_LINE)))
  return count === 3 ? LINES : LINES.slice(0, count).map(([kind], k) => [kind, (k + 0.5) / count - 0.5 + 4.5 / height])
}

const edge = (above, below) => {
  const top = above.y + above.height / 2, bottom = below.y - below.height / 2, middle = (top + bottom) / 2
  const side = below.x < above.x ? -16 : 16
  const faded = below.faded ? " faded" : ""
  const line = make("path", { class: "edge" + faded, d: branch(above, below), "data-to": below.index })
  if (below.answer.startsWith(LEFT_OUT))
    return [line, make("text", { class: "answer left-out", x: Math.max(above.x, below.x) + 8, y: middle + 4 }, below.answer)]
  if (bottom - top < ROOM_FOR_ANSWER) return [line]
  return [
    line,
    make("text", { class: "answer", x: (above.x + below.x) / 2 + side, y: middle - 6 }, below.answer),
  ]
}

const badge = node => {
  const { width, height } = node, long = 14 + 7.2 * node.badge.length
  const x = Math.max(node.x + width / 2 - long / 2 + 4, long / 2 + 1), y = node.y - height / 2 // not over the edge
  return [
    make("rect", { class: "badge", x: x - long / 2, y: y - 15, width: long, height: 20, rx: 10 }),
    make("text", { class: "badge-text", x, y }, node.badge),
  ]
}

const box = (node, level, opened) => {
  const { width, height } = node, group = make("g", { role: "treeitem", "data-index": node.index, "aria-level": level })
  group.setAttribute("class", ["node", node.kind, node.mark, node.faded ? "faded" : ""].join(" "))
  if (opened !== null) group.setAttribute("aria-expanded", opened)
  const corner = node.kind === "leaf" ? Math.min(height / 2, width / 5) : 6
  const fill = node.faded ? "var(--paper)" : node.fill
  const frame = { x: node.x - width / 2, y: node.y - height / 2, width, height }
  if (node.kind === "folded") // a second card behind it: there is more
    group.append(make("rect", { ...frame, x: frame.x + 4, y: frame.y + 4, rx: corner, fill }))
  group.append(
    make("title", {}, node.title),
    make("rect", { ...frame, class: "box", rx: corner, fill }),
    ...linesIn(height).map(([kind, y], k) => make("text", { class: kind, x: node.x, y: node.y + y * height }, node.lines[k])),
  )
  if (node.badge) group.append(...badge(node))
  group.setAttribute("aria-label", node.badge ? `${node.title}, ${node.badge}` : node.title)
  return group
}

// Text that is wider than its box is pressed together, never cut.
const fit = root => {
  for (const text of root.querySelectorAll(".first, .second")) {
    const room = text.parentNode.querySelector(".box").width.baseVal.value - 6
    if (text.getComputedTextLength() <= room) continue
    text.setAttribute("textLength", room)
    text.setAttribute("lengthAdjust", "spacingAndGlyphs")
  }
}

// Where the boxes stand: as Python laid them out, or in the height that the page gives the tree, side by side in
// its width. There a box of a crowded level has but the first number of its second line.
const placed = (root, data) => {
  const [width, height] = data.box, room = Number.parseFloat(getComputedStyle(root).height)
  const isGiven = root.classList.contains("given")
  if (!isGiven) return { ...data, nodes: data.nodes.map(node => ({ ...node, width, height })) }
  const [slot, step] = data.slot, first = data.nodes[0]
  const whole = Math.max(root.clientWidth - 4, (data.width / slot) * LEAST_SLOT), share = whole / data.width
  // Its boxes stand still while a tree grows, which gives them badges.
  const top = data.growth || data.nodes.some(node => node.badge) ? ABOVE_A_BADGE : 2
  const levels = Math.round((data.height - 2 * first.y) / step), tall = Math.min(54, (room - top) / (levels + 1) - 14)
  const nodes = data.nodes.map(node => {
    const level = Math.round((node.y - first.y) / step)
    return { ...node, x: node.x * share, y: top + tall / 2 + (level * (room - top - tall - 4)) / Math.max(1, levels), height: tall }
  })
  for (const node of nodes) {
    const gaps = nodes.filter(other => other !== node && other.y === node.y).map(other => Math.abs(other.x - node.x))
    node.width = Math.min(width, 2 * node.x, ...gaps) - 6
    if (node.width < 100) node.lines = [node.lines[0].replace("w = ", ""), node.lines[1].split(BETWEEN_NUMBERS)[0], node.kind === "leaf" ? "" : node.lines[2]]
    if (node.kind === "folded" && linesIn(tall).length < 3) node.lines = [node.lines[0], node.lines[2], node.lines[1]]
  }
  return { ...data, nodes, width: whole, height: room - 2 }
}

const draw = (root, data, byIndex) => {
  const level = node => (node.parent < 0 ? 1 : 1 + level(byIndex.get(node.parent)))
  const parents = new Set(data.nodes.map(node => node.parent))
  const opened = node => (parents.has(node.index) ? true : node.kind === "folded" ? false : null)
  root.classList.toggle("given", getComputedStyle(root).getPropertyValue("--tree-height") !== "")
  const { nodes, width, height } = placed(root, data), isGiven = root.classList.contains("given")
  const places = new Map(nodes.map(node => [node.index, node]))
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "tree", "aria-label": data.words })
  if (!isGiven) {
    // As narrow as the page wants, but no letter below 13 pixels: then the tree scrolls.
    svg.style.maxWidth = "100%"
    svg.style.minWidth = `${(width * 13) / 14 / (root.currentCSSZoom ?? 1)}px`
  }
  const edges = make("g", { "aria-hidden": "true" })
  for (const node of nodes) if (node.parent >= 0) edges.append(...edge(places.get(node.parent), node))
  svg.append(edges, ...nodes.map(node => box(node, level(node), opened(node))))
  root.replaceChildren(svg)
  fit(root)
  return { svg, places, step: data.step }
}

// Scroll the tree sideways, never the page, until a node is in it.
const reveal = (root, group) => {
  const frame = root.getBoundingClientRect(), place = group.getBoundingClientRect(), zoom = root.currentCSSZoom ?? 1
  const room = place.width / 2 // its neighbours are worth seeing too
  if (place.left - room < frame.left) root.scrollLeft -= (frame.left - place.left + room) / zoom
  else if (place.right + room > frame.right) root.scrollLeft += (place.right + room - frame.right) / zoom
}

const at = (root, index) => root.querySelector(`.node[data-index="${index}"]`)

// The nodes from one up to the root.
const pathTo = (byIndex, index) => {
  const path = []
  for (let node = byIndex.get(index); node; node = byIndex.get(node.parent)) path.push(node.index)
  return path
}

const mark = (root, byIndex, selected) => {
  const path = pathTo(byIndex, selected)
  for (const group of root.querySelectorAll(".node")) {
    const index = Number(group.dataset.index), chosen = index === selected
    group.classList.toggle("selected", chosen)
    group.classList.toggle("path", path.includes(index))
    setChosen(group, chosen, "aria-selected")
  }
  for (const line of root.querySelectorAll(".edge"))
    line.classList.toggle("path", path.includes(Number(line.dataset.to)))
  reveal(root, at(root, selected))
}

// The side of the split that the reader looks at in a formula or a curve.
const light = (root, data, byIndex, side) => {
  const answer = { left: "yes", right: "no" }[side]
  const top = side === "node" ? byIndex.get(data.selected)
    : data.nodes.find(node => node.parent === data.selected && node.answer === answer)
  for (const part of root.querySelectorAll(".node, .edge")) {
    const index = Number(part.dataset.index ?? part.dataset.to)
    const inside = top && (side === "node" ? index === top.index && part.dataset.index : pathTo(byIndex, index).includes(top.index))
    for (const each of ["left", "right", "node"]) part.classList.toggle(`on-${each}`, Boolean(inside) && each === side)
  }
}

const listen = (root, data, byIndex, choose) => {
  root.onclick = event => {
    const group = event.target.closest(".node")
    if (group) choose(byIndex.get(Number(group.dataset.index)))
  }
  root.onkeydown = event => {
    const group = event.target.closest(".node")
    const next = group && treeStep(event.key, byIndex.get(Number(group.dataset.index)), data.nodes, node => node.y)
    if (!next) return
    event.preventDefault()
    choose(next)
    at(root, next.index).scrollIntoView({ block: "nearest", inline: "nearest" })
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".tree")
  const byIndex = new Map(data.nodes.map(node => [node.index, node]))
  listen(root, data, byIndex, node => {
    if (data.fixed || (data.chooses && !data.chooses.includes(node.index))) // there is nothing to choose
      return at(root, node.index).focus({ preventScroll: true })
    tellValue(pending.get(parentElement), node.index)
    mark(root, byIndex, node.index) // at once, before the server answers
    at(root, node.index).focus({ preventScroll: true })
    setTriggerValue("selected", node.index)
  })
  showGrowth(parentElement.querySelector(".growth"), data.growth, to => setTriggerValue("grown", to))
  const signature = JSON.stringify([data.nodes, data.words, data.width, data.height, root.clientWidth, root.clientHeight])
  const hadFocus = root.contains(root.getRootNode().activeElement)
  const before = drawn.get(parentElement), fresh = before?.signature !== signature
  if (fresh) {
    const now = draw(root, data, byIndex)
    drawn.set(parentElement, { ...now, signature })
    if (isStep(before?.step, data.step)) glideTree(before, now)
  }
  // An answer to an earlier key must not take the reader back from where later keys have led.
  if (!pending.has(parentElement) || !hadFocus) pending.set(parentElement, pendingOf(data.selected))
  const ahead = pending.get(parentElement)
  heedValue(ahead, data.selected)
  const chosen = () => (byIndex.has(ahead.value) ? ahead.value : data.selected)
  mark(root, byIndex, chosen())
  if (fresh && hadFocus) at(root, chosen()).focus({ preventScroll: true })
  const forget = [
    onFocus(parentElement, side => light(root, data, byIndex, side)),
    onResize(root, () => {
      if (!root.classList.contains("given") || root.firstChild.viewBox.baseVal.width === root.clientWidth - 4) return
      Object.assign(drawn.get(parentElement), draw(root, data, byIndex))
      mark(root, byIndex, chosen())
    }),
  ]
  return () => forget.forEach(each => each())
}
