// Draws a tree whose layout comes from Python, and tells Python which node was chosen.
const drawn = new WeakMap() // parent element: what its picture was drawn from

const edge = (above, below, height) => {
  const top = above.y + height / 2, bottom = below.y - height / 2, middle = (top + bottom) / 2
  const curve = `M${above.x},${top}C${above.x},${middle} ${below.x},${middle} ${below.x},${bottom}`
  const side = below.x < above.x ? -14 : 14
  return [
    make("path", { class: "edge", d: curve, "data-to": below.index }),
    make("text", { class: "answer", x: (above.x + below.x) / 2 + side, y: middle - 5 }, below.answer),
  ]
}

const box = (node, level, [width, height]) => {
  const group = make("g", { class: "node", role: "treeitem", "data-index": node.index, "aria-level": level })
  const corner = node.is_leaf ? height / 2 : 5
  group.append(
    make("rect", { x: node.x - width / 2, y: node.y - height / 2, width, height, rx: corner, fill: node.fill }),
    make("text", { class: "first", x: node.x, y: node.y - 4 }, node.lines[0]),
    make("text", { class: "second", x: node.x, y: node.y + 13 }, node.lines[1]),
  )
  group.setAttribute("aria-label", node.lines.join(", ")) // SVG text of two lines would be read as one word
  return group
}

const draw = (root, data, byIndex) => {
  const level = node => (node.parent < 0 ? 1 : 1 + level(byIndex.get(node.parent)))
  const width = Math.max(data.width, 320)
  const view = `${(data.width - width) / 2} 0 ${width} ${data.height}`
  const svg = make("svg", { viewBox: view, width, role: "tree", "aria-label": data.words })
  const edges = make("g", { "aria-hidden": "true" })
  for (const node of data.nodes)
    if (node.parent >= 0) edges.append(...edge(byIndex.get(node.parent), node, data.box[1]))
  svg.append(edges, ...data.nodes.map(node => box(node, level(node), data.box)))
  root.replaceChildren(svg)
}

// The node that an arrow key leads to: up to the parent, down to the left child, along the level.
const neighbour = (key, node, nodes) => {
  const level = nodes.filter(other => other.y === node.y).sort((a, b) => a.x - b.x)
  const place = level.indexOf(node)
  switch (key) {
    case "ArrowUp": return nodes.find(other => other.index === node.parent)
    case "ArrowDown": return nodes.find(other => other.parent === node.index)
    case "ArrowLeft": return level[place - 1]
    case "ArrowRight": return level[place + 1]
    case "Home": return nodes[0]
    case "Enter": case " ": return node
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".tree")
  const byIndex = new Map(data.nodes.map(node => [node.index, node]))
  const signature = JSON.stringify([data.nodes, data.words])
  if (drawn.get(parentElement) !== signature) {
    draw(root, data, byIndex)
    drawn.set(parentElement, signature)
  }
  const mark = (selected, path) => {
    for (const group of root.querySelectorAll(".node")) {
      const chosen = Number(group.dataset.index) === selected
      group.classList.toggle("selected", chosen)
      group.setAttribute("aria-selected", chosen)
      group.setAttribute("tabindex", chosen ? 0 : -1)
    }
    for (const line of root.querySelectorAll(".edge"))
      line.classList.toggle("path", path.includes(Number(line.dataset.to)))
  }
  const choose = node => {
    const path = []
    for (let at = node; at; at = byIndex.get(at.parent)) path.push(at.index)
    mark(node.index, path) // at once, before the server answers
    root.querySelector(`[data-index="${node.index}"]`).focus()
    setStateValue("selected", node.index)
  }
  root.onclick = event => {
    const group = event.target.closest(".node")
    if (group) choose(byIndex.get(Number(group.dataset.index)))
  }
  root.onkeydown = event => {
    const group = event.target.closest(".node")
    const next = group && neighbour(event.key, byIndex.get(Number(group.dataset.index)), data.nodes)
    if (!next) return
    event.preventDefault()
    choose(next)
  }
  mark(data.selected, data.path)
}
