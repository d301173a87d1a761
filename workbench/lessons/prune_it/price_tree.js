// A tree at one price of a leaf: what is gone is pale, g(t) stands on what is left.
import { branch } from "./price_motion.js"
import { clamp, shown } from "../../components/kit/numbers.js"
import { make } from "../../components/kit/svg.js"

// What every node is at a price: "inner", "leaf" or "gone"; parents come before their children.
const kindsAt = (tree, price) => {
  const kinds = new Map()
  for (const node of tree.nodes) {
    const above = kinds.get(node.parent)
    const closed = node.tip || (node.at !== null && (tree.strict ? price > node.at : price >= node.at))
    kinds.set(node.index, above && above !== "inner" ? "gone" : closed ? "leaf" : "inner")
  }
  return kinds
}

// g(t) of every inner node, from the risks of its branch: a sum from the leaves up.
const strengthsAt = (tree, kinds) => {
  const risk = new Map(), leaves = new Map(), strength = new Map()
  for (const node of [...tree.nodes].reverse()) {
    const kind = kinds.get(node.index)
    if (kind === "gone") continue
    if (kind === "leaf") { risk.set(node.index, node.risk); leaves.set(node.index, 1) }
    else strength.set(node.index, (node.risk - risk.get(node.index)) / (leaves.get(node.index) - 1))
    risk.set(node.parent, (risk.get(node.parent) ?? 0) + risk.get(node.index))
    leaves.set(node.parent, (leaves.get(node.parent) ?? 0) + leaves.get(node.index))
  }
  return strength
}

// The weakest of all, without those inside another one.
const weakestOf = (tree, strength) => {
  const least = Math.min(...strength.values()), margin = 1e-9 * Math.abs(tree.nodes[0].risk)
  const weak = new Set()
  for (const node of tree.nodes) // above before below
    if (strength.get(node.index) <= least + margin) weak.add(node.index)
  const parents = new Map(tree.nodes.map(node => [node.index, node.parent]))
  const inside = index => {
    for (let at = parents.get(index); at >= 0; at = parents.get(at)) if (weak.has(at)) return true
    return false
  }
  return new Set([...weak].filter(index => !inside(index)))
}

const PILL = 18 // high
const pillBox = (x, y, words) => ({ x: x - (10 + 7.2 * words.length) / 2, y: y - PILL / 2, width: 10 + 7.2 * words.length, height: PILL })
const pill = ({ x, y, width, height }, words, kind) => [
  make("rect", { class: `pill ${kind}`, x, y, width, height, rx: 9 }),
  make("text", { class: `pill-text ${kind}`, x: x + width / 2, y: y + 13.5 }, words),
]

// How much of two boxes lies on each other.
export const onEachOther = (a, b) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

// Where each number goes: above its node, else beside it, wherever it covers nothing. A number that
// finds no room is left out, unless it must be there. Gives the boxes by node.
const placed = (wanted, taken, radius, width) => {
  const boxes = new Map()
  for (const { index, x, y, words, must } of wanted) {
    const half = (10 + 7.2 * words.length) / 2, aside = radius + 2 + half
    const around = [[x, y - radius - 11], [x + aside, y], [x - aside, y], [x + aside, y - 7], [x - aside, y - 7]]
    const scored = around.map(([cx, cy], k) => {
      const box = pillBox(clamp(cx, half + 1, width - half - 1), cy, words)
      return { box, k, over: taken.reduce((sum, each) => sum + onEachOther(box, each), 0) }
    })
    const best = scored.reduce((a, b) => (b.over < a.over - 3 ? b : a))
    if (best.over > 14 && !must) continue
    boxes.set(index, best.box)
    taken.push(best.box)
  }
  return boxes
}

const edgesOf = (tree, kinds, at) => {
  const edges = make("g", { "aria-hidden": "true" })
  for (const node of tree.nodes) {
    if (node.parent < 0) continue
    const gone = kinds.get(node.index) === "gone" ? " gone" : ""
    edges.append(make("path", { class: "edge" + gone, d: branch(at(tree.byIndex.get(node.parent)), at(node)), "data-to": node.index }))
  }
  return edges
}

// Draw a tree of `data` into an SVG: price, the chosen node, whether nodes are to be chosen. Gives the picture
// with kinds and places of the nodes, and how many numbers found no room in it.
export const drawTree = (tree, { price, selected, chooses, width, height, known }) => {
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": tree.words })
  svg.setAttribute("role", chooses ? "tree" : "img")
  const deepest = Math.max(1, ...tree.nodes.map(node => node.depth))
  const slot = width / tree.n_slots, radius = Math.max(3, Math.min(13, slot * 0.4))
  const top = 34, level = Math.min(120, (height - top - 34) / deepest)
  const at = node => [node.x * slot, top + node.depth * level]
  const wide = slot >= 34
  const kinds = kindsAt(tree, price), taken = [], wanted = []
  const strength = known && tree.nodes[0].risk !== null ? strengthsAt(tree, kinds) : new Map()
  const weak = strength.size ? weakestOf(tree, strength) : new Set()
  svg.append(edgesOf(tree, kinds, at))
  const pills = make("g", { "aria-hidden": "true" })
  for (const node of tree.nodes) {
    const [x, y] = at(node), kind = kinds.get(node.index), chosen = chooses && node.index === selected
    const next = weak.has(node.index), g = strength.get(node.index)
    const words = g !== undefined ? shown(g) : kind === "inner" || (kind === "leaf" && !node.tip && node.text) ? node.text : ""
    const group = make("g", { class: ["node", kind, next ? "next" : "", chosen ? "selected" : ""].join(" "), "data-index": node.index })
    if (chooses) {
      group.setAttribute("role", "treeitem")
      group.setAttribute("tabindex", chosen ? 0 : -1)
      group.setAttribute("aria-selected", chosen)
      group.setAttribute("aria-level", node.depth + 1)
      const state = kind === "gone" ? ", pruned" : next ? `, g ${words}, falls next` : words ? `, g ${words}` : kind === "leaf" ? ", a leaf" : ""
      group.setAttribute("aria-label", node.title + state)
      group.append(make("title", {}, node.title + state))
    }
    const fill = kind === "leaf" ? node.fill : "var(--st-background-color)"
    group.append(make("circle", { class: "target", cx: x, cy: y, r: Math.max(radius, 8) }))
    group.append(make("circle", { class: "dot", cx: x, cy: y, r: kind === "gone" ? radius * 0.8 : radius, fill }))
    if (wide && kind !== "gone") group.append(make("text", { class: `number ${kind}`, x, y: y + 4.5 }, String(node.index)))
    if (kind !== "gone") taken.push({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius })
    if (wide && kind === "leaf" && node.label.length * 7.2 < slot + 14) {
      group.append(make("text", { class: "under", x, y: y + radius + 15 }, node.label))
      taken.push({ x: x - 3.6 * node.label.length, y: y + radius + 4, width: 7.2 * node.label.length, height: 13 })
    }
    svg.append(group)
    if (words && kind === "inner") wanted.push({ index: node.index, x, y, words, next, must: next || chosen })
  }
  wanted.sort((a, b) => b.must - a.must) // the others stay in the order of their levels
  const boxes = placed(wanted, taken, radius, width)
  for (const { index, words, next } of wanted) if (boxes.has(index)) pills.append(...pill(boxes.get(index), words, next ? "next" : ""))
  svg.append(pills)
  return { svg, tree, kinds, at, untold: wanted.length - boxes.size, told: boxes.size }
}
