// A tree at one price of a leaf: what is gone is pale, g(t) stands on what is left.

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

const pill = (x, y, words, kind) => {
  const long = 12 + 7.4 * words.length
  return [
    make("rect", { class: `pill ${kind}`, x: x - long / 2, y: y - 15, width: long, height: 20, rx: 10 }),
    make("text", { class: `pill-text ${kind}`, x, y }, words),
  ]
}

const edgesOf = (tree, kinds, at) => {
  const edges = make("g", { "aria-hidden": "true" })
  for (const node of tree.nodes) {
    if (node.parent < 0) continue
    const [x0, y0] = at(tree.byIndex.get(node.parent)), [x1, y1] = at(node), middle = (y0 + y1) / 2
    const gone = kinds.get(node.index) === "gone" ? " gone" : ""
    edges.append(make("path", { class: "edge" + gone, d: `M${x0},${y0}C${x0},${middle} ${x1},${middle} ${x1},${y1}` }))
  }
  return edges
}

// Levels on which two inner nodes are too close for a number at each.
const crowdedLevels = (tree, slot) => {
  const crowded = new Set(), last = new Map()
  for (const node of [...tree.nodes].sort((a, b) => a.x - b.x)) {
    if (node.tip) continue
    if ((node.x - (last.get(node.depth) ?? -Infinity)) * slot < 58) crowded.add(node.depth)
    last.set(node.depth, node.x)
  }
  return crowded
}

// Draw a tree of `data` into an SVG: price, the chosen node, whether nodes are to be chosen.
const drawTree = (tree, { price, selected, chooses, width, height, known }) => {
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": tree.words })
  svg.setAttribute("role", chooses ? "tree" : "img")
  const deepest = Math.max(1, ...tree.nodes.map(node => node.depth))
  const slot = width / tree.n_slots, radius = Math.max(3, Math.min(13, slot * 0.4))
  const top = 34, level = Math.min(84, (height - top - 34) / deepest)
  const at = node => [node.x * slot, top + node.depth * level]
  const wide = slot >= 34, tall = level >= 38
  const kinds = kindsAt(tree, price)
  const crowded = crowdedLevels(tree, slot)
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
    if (wide && kind === "leaf" && node.label.length * 7.2 < slot + 14)
      group.append(make("text", { class: "under", x, y: y + radius + 15 }, node.label))
    svg.append(group)
    if (words && kind === "inner" && ((tall && !crowded.has(node.depth)) || next || chosen))
      pills.append(...pill(Math.min(Math.max(x, 30), width - 30), y - radius - 5, words, next ? "next" : ""))
  }
  svg.append(pills)
  return svg
}

// The node that an arrow key leads to: up to the parent, down to the left child, along the level.
const stepFrom = (key, node, tree) => {
  const level = tree.nodes.filter(other => other.depth === node.depth).sort((a, b) => a.x - b.x)
  switch (key) {
    case "ArrowUp": return tree.byIndex.get(node.parent)
    case "ArrowDown": return tree.nodes.find(other => other.parent === node.index)
    case "ArrowLeft": return level[level.indexOf(node) - 1]
    case "ArrowRight": return level[level.indexOf(node) + 1]
    case "Home": return tree.nodes[0]
    case "End": return tree.nodes.at(-1)
    case "Enter": case " ": return node
  }
}
