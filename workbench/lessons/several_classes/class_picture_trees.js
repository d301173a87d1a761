// The trees of a round, one a class: that of the chosen class large, and what each adds to the chosen row's F.
import { mark } from "../../components/kit/class_marks.js"
import { element } from "../../components/kit/html.js"
import { roveButtons, setChosen } from "../../components/kit/keys.js"
import { shown, thresholdText } from "../../components/kit/numbers.js"
import { tellBeside } from "../../components/kit/rounds.js"
import { make } from "../../components/kit/svg.js"
import { cut, isAsked } from "./class_picture_shapes.js"

const LETTER = 7, LEAF = { width: 46, small: 41, height: 22 }

const signed = value => `${value > 0 ? "+" : ""}${shown(value)}`

const buttonOf = (state, k) => {
  const button = element("button", "tree-head"), svg = make("svg", { width: 15, height: 14, "aria-hidden": "true" })
  svg.append(make("path", { d: mark(k, 7.5, 7, 5), fill: state.frames.colours[k] }))
  const words = element("span"), adds = element("b")
  button.type = "button"
  button.append(svg, words, adds)
  const isGuess = k === state.data.guess
  button.classList.toggle("guessed", isGuess)
  button.title = `${isGuess ? "Your guess. " : ""}Show the tree of ${state.frames.classes[k]} large`
  setChosen(button, k === state.data.of_class, "aria-pressed")
  button.onclick = () => { if (k !== state.data.of_class) tellBeside(state, "chosen", k) }
  words.textContent = cut(state.frames.classes[k], 14)
  return { button, adds }
}

export const layoutTrees = state => {
  const { frames, data, places } = state, n = frames.classes.length
  const others = element("div", "others"), order = [data.of_class, ...frames.classes.keys()].filter((k, i, all) => all.indexOf(k) === i)
  state.trees = []
  const heads = element("div", "heads")
  heads.setAttribute("role", "group")
  heads.setAttribute("aria-label", "The tree of which class is large")
  for (const k of frames.classes.keys()) {
    const { button, adds } = buttonOf(state, k)
    heads.append(button)
    state.trees[k] = { adds }
  }
  roveButtons(heads)
  places.trees.replaceChildren(heads)
  for (const k of order) {
    const place = element("div", k === data.of_class ? "tree large" : "tree")
    if (k === data.of_class) places.trees.append(place)
    else others.append(place)
    Object.assign(state.trees[k], { place, isLarge: k === data.of_class })
  }
  places.trees.append(others)
  others.style.setProperty("--trees", n - 1)
  for (const tree of state.trees) Object.assign(tree, { width: Math.floor(tree.place.clientWidth), height: Math.floor(tree.place.clientHeight) })
}

// A round's tree of class k as nodes, cut out of the frames.
const nodesOf = (frames, round, k) => {
  const t = (round - 1) * frames.classes.length + k, from = frames.first[t], to = frames.first[t + 1]
  return Array.from({ length: to - from }, (_, i) => ({
    index: i, x: frames.x[from + i], depth: frames.depth[from + i], parent: frames.parent[from + i],
    feature: frames.feature[from + i], threshold: frames.threshold[from + i], decimals: frames.decimals[from + i], adds: frames.adds[from + i],
  }))
}

const pathTo = (nodes, leaf) => {
  const found = new Set()
  for (let i = leaf; i >= 0; i = nodes[i].parent) found.add(i)
  return found
}

const questionOf = (frames, node, letters) => {
  if (node.threshold === -Infinity) return cut(frames.features[node.feature], letters)
  const end = Number.isFinite(node.threshold) ? ` ≤ ${thresholdText(node.threshold, node.decimals)}` : " is there"
  return cut(frames.features[node.feature], Math.max(3, letters - end.length)) + end
}

const drawTree = (state, k, nodes, leaf) => {
  const { frames } = state, onWay = pathTo(nodes, leaf), { place, width, height, isLarge } = state.trees[k]
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" })
  const leaves = nodes.filter(node => node.feature < 0).length, side = isLarge ? LEAF.width / 2 + 2 : LEAF.small / 2 + 1
  const room = (width - 2 * side) / Math.max(1, leaves - 1), hasText = leaves === 1 || room >= (isLarge ? 42 : LEAF.small - 1)
  const deep = Math.max(1, frames.deepest), top = isLarge ? 22 : 12, step = (height - top - 15) / deep
  const x = node => (nodes.length === 1 ? width / 2 : side + node.x * (width - 2 * side)), y = node => top + node.depth * step
  const ways = (among, kind) => {
    const d = nodes.filter(node => node.parent >= 0 && among(node)).map(node => {
      const above = nodes[node.parent], middle = (y(above) + y(node)) / 2
      return `M${x(above).toFixed(1)},${y(above).toFixed(1)}C${x(above).toFixed(1)},${middle.toFixed(1)} ${x(node).toFixed(1)},${middle.toFixed(1)} ${x(node).toFixed(1)},${y(node).toFixed(1)}`
    })
    svg.append(make("path", { class: kind, d: d.join("") }))
  }
  ways(node => !onWay.has(node.index), "branch")
  ways(node => onWay.has(node.index), "branch on-way")
  if (isLarge) askQuestions(svg, state, nodes, onWay, { x, y, width })
  for (const node of nodes) {
    const isOn = onWay.has(node.index), kind = isOn ? " on-way" : ""
    if (node.feature < 0) {
      const sign = node.adds > 0 ? "raises" : "lowers", wide = hasText ? (isLarge ? LEAF.width : LEAF.small) : Math.max(4, Math.min(14, room - 3)), high = isLarge ? LEAF.height : 18
      svg.append(make("rect", { class: `leaf ${sign}${kind}`, x: x(node) - wide / 2, y: y(node) - high / 2, width: wide, height: high, rx: 4 }))
      if (hasText) svg.append(make("text", { class: isLarge ? "leaf-text" : "leaf-text small", x: x(node), y: y(node) + 4.5, "text-anchor": "middle" }, shown(node.adds, 2)))
    } else svg.append(make("circle", { class: `split${kind}`, cx: x(node), cy: y(node), r: isLarge ? 4.5 : 3 }))
  }
  // On the side where the root leaves room.
  const isLeft = x(nodes[0]) >= width / 2, at = isLeft ? 7 : width - 7, anchor = isLeft ? "start" : "end"
  const adds = isLarge && width > 430 ? ` adds ${signed(nodes[leaf].adds)} to F` : "", name = cut(frames.classes[k], isLarge ? 14 : Math.floor(width / 22))
  svg.append(
    make("path", { d: mark(k, at, 9, 5), fill: frames.colours[k] }),
    make("text", { class: "tree-name", x: isLeft ? 17 : width - 17, y: 13.5, "text-anchor": anchor }, name + adds),
  )
  place.replaceChildren(svg)
  return svg
}

// The questions of the large tree that find room: over the node, no wider than the way to its neighbours.
const askQuestions = (svg, state, nodes, onWay, { x, y, width }) => {
  for (const node of nodes.filter(each => each.feature >= 0)) {
    const level = nodes.filter(each => each.depth === node.depth && each.feature >= 0).map(x)
    const near = Math.min(width, ...level.filter(each => each !== x(node)).map(each => Math.abs(each - x(node))))
    const letters = Math.floor((near - 12) / LETTER)
    if (letters < 9) continue
    const text = questionOf(state.frames, node, Math.min(letters, 30)), half = (text.length * LETTER) / 2 + 2
    // Beside the way that comes from above, on its outer side, where there is room; the root has none.
    const above = nodes[node.parent], side = !above ? 0 : x(node) < x(above) ? -1 : 1, beside = x(node) + side * (half + 6)
    const hasRoom = beside >= half && beside <= width - half
    const at = hasRoom ? beside : Math.max(half, Math.min(width - half, x(node)))
    svg.append(make("text", { class: onWay.has(node.index) ? "question on-way" : "question", x: at, y: y(node) - (above ? 10 : 8), "text-anchor": "middle" }, text))
  }
}

export const paintTrees = state => {
  const { frames, data, trees } = state, asked = isAsked(state), drawn = `${state.round} ${asked}`
  trees.forEach((tree, k) => {
    if (tree.drawn === drawn) return
    tree.drawn = drawn
    const name = frames.classes[k]
    if (asked) {
      tree.adds.textContent = "?"
      tree.place.replaceChildren(element("div", "hidden-tree", tree.isLarge ? `the tree of ${name} in round ${state.round}: guess first` : "?"))
      return
    }
    const nodes = nodesOf(frames, state.round, k), leaf = data.leaf[state.round - 1][k], added = nodes[leaf].adds
    const text = signed(added)
    tree.adds.textContent = text
    const svg = drawTree(state, k, nodes, leaf)
    svg.setAttribute("aria-label", `The tree of ${name} in round ${state.round}: ${nodes.filter(node => node.feature < 0).length} leaves; that of row ${data.row} adds ${text} to its F.`)
  })
}
