// The round under way: `at` = 2.4 is the third round at 40 per cent. Its tree grows over the points; the stems of a
// leaf's rows become one length, the leaf weight; that shrinks by the learning rate, and lifts the prediction.
// Stems, leaves and prediction share one scale, so a block keeps its size on its way.
import { fixed } from "../components/kit/numbers.js"
import { make } from "../components/kit/svg.js"

const PARTS = ["cuts", "branches", "leaves", "full", "shrunk", "band", "ghost", "before", "stems", "flying", "after", "nodes"]
const part = (share, from, to) => Math.min(1, Math.max(0, (share - from) / (to - from)))
const mix = (a, b, share) => a + (b - a) * share
const smooth = share => share * share * (3 - 2 * share)
const LEAF = 18, LABELLED = 44 // pixels: its height; a narrower one has no room for its weight

export const elements = ({ svg, points, data }) => {
  const add = (name, attributes) => svg.appendChild(make(name, attributes))
  svg.setAttribute("role", "group")
  svg.setAttribute(
    "aria-label",
    "A model of small trees learns points on a wave. Above, the tree of the round, each node at its cut; below, the points, what each of them still misses, and the prediction.",
  )
  const parts = Object.fromEntries(PARTS.map(name => [name, add("path", { class: name })]))
  parts.weights = add("g", { class: "weights" })
  parts.unseen = data.unseen.x.map(() => add("circle", { class: "unseen-row", r: 2.6 }))
  parts.rows = points.map(() => add("circle", { class: "row" }))
  parts.ring = add("circle", { class: "ring", r: 9 })
  parts.hint = add("g", { class: "hint" })
  parts.hint.append(make("path"), make("text", {}, "Drag a point"))
  parts.grip = add("circle", { class: "grip", r: 11, role: "slider", tabindex: 0, "aria-orientation": "vertical" })
  return parts
}

// --- paths

const tenth = value => value.toFixed(1)

// The borders of the steps that the prediction can have: the middles between neighbours, and both ends.
const bordersOf = (x, { px, width }) => x.map((each, i) => (i ? px((x[i - 1] + each) / 2) : 0)).concat(width)

const stairs = (raw, borders, py, from = 0, to = raw.length) => {
  let text = `M${tenth(borders[from])} ${tenth(py(raw[from]))}`
  for (let i = from; i < to; i++) if (i + 1 === to || raw[i + 1] !== raw[i]) text += `H${tenth(borders[i + 1])}` + (i + 1 < to ? `V${tenth(py(raw[i + 1]))}` : "")
  return text
}

// Between two stairs over the same rows: there on one, back on the other.
const between = (low, high, borders, py, from, to) => {
  let back = ""
  for (let i = to - 1; i >= from; i--) back += `V${tenth(py(high(i)))}H${tenth(borders[i])}`
  let text = `M${tenth(borders[from])} ${tenth(py(low(from)))}`
  for (let i = from; i < to; i++) text += `V${tenth(py(low(i)))}H${tenth(borders[i + 1])}`
  return `${text}${back}Z`
}

const disc = (x, y, r) => (r > 0.2 ? `M${tenth(x - r)} ${y}a${tenth(r)} ${tenth(r)} 0 1 0 ${tenth(2 * r)} 0a${tenth(r)} ${tenth(r)} 0 1 0 ${tenth(-2 * r)} 0` : "")

const branch = (x0, y0, x1, y1, share) => {
  const middle = (y0 + y1) / 2
  return `M${tenth(x0)} ${tenth(y0)}C${tenth(x0)} ${tenth(mix(y0, middle, share))} ${tenth(mix(x0, x1, share))} ${tenth(mix(y0, middle, share))} ${tenth(mix(x0, x1, share))} ${tenth(mix(y0, y1, share))}`
}

// --- the tree over the points

const paintTree = (view, tree, share) => {
  const { put, parts, borders, scale } = view, { splits, leaves } = tree
  const levels = Math.max(1, ...leaves.map(leaf => leaf.level)), foot = scale.tree - LEAF - 4
  const levelY = level => mix(10, foot, level / levels), fade = share.fade
  const placed = splits.map(split => ({ ...split, x: borders[split.cut], y: levelY(split.level) }))
  const above = (from, to, level) => placed.find(split => split.level === level - 1 && split.from <= from && split.to >= to)
  let cuts = "", nodes = "", branches = "", bars = ""
  for (const { x, y, level, from, to } of placed) {
    const start = 0.02 + 0.08 * level
    nodes += disc(x, y, (level ? 5 : 6) * smooth(part(share.u, start, start + 0.1)))
    cuts += `M${tenth(x)} ${tenth(y)}V${tenth(mix(y, scale.height, smooth(part(share.u, start, start + 0.16))))}`
    const parent = above(from, to, level)
    if (parent) branches += branch(parent.x, parent.y, x, y, smooth(part(share.u, start - 0.04, start + 0.06)))
  }
  for (const { from, to, level } of leaves) {
    const left = borders[from] + 3, right = borders[to] - 3, middle = (left + right) / 2
    const parent = above(from, to, level), grows = smooth(part(share.u, 0.14, 0.26))
    if (parent) branches += branch(parent.x, parent.y, middle, foot, grows)
    const start = mix(middle, left, grows), end = mix(middle, right, grows)
    if (right > left) bars += `M${tenth(start)} ${tenth(foot)}H${tenth(end)}v${LEAF}H${tenth(start)}Z`
  }
  put("cuts", cuts, fade)
  put("nodes", nodes, fade)
  put("branches", branches, fade)
  put("leaves", share.u > 0.16 ? bars : "", fade)
  const labels = leaves.filter(leaf => borders[leaf.to] - borders[leaf.from] > LABELLED)
  while (parts.weights.childNodes.length < labels.length) parts.weights.append(make("text", { "text-anchor": "middle" }))
  parts.weights.style.opacity = fade * part(share.u, 0.55, 0.65)
  ;[...parts.weights.childNodes].forEach((text, i) => {
    const leaf = labels[i]
    const words = leaf ? fixed(leaf.weight, 2, true) : ""
    if (text.textContent !== words) text.textContent = words
    if (!leaf) return
    text.setAttribute("x", tenth((borders[leaf.from] + borders[leaf.to]) / 2))
    text.setAttribute("y", foot + LEAF - 5)
  })
}

// --- what the tree does to the prediction

const paintRound = (view, tree, share, before, rate) => {
  const { put, model, borders, scale } = view, { px, py } = scale, { u } = share
  const shrinks = smooth(part(u, 0.64, 0.76)), shown = part(u, 0.5, 0.6)
  let full = "", block = "", flying = ""
  for (const { from, to, weight } of tree.leaves) {
    const height = weight * mix(1, rate, shrinks)
    full += between(i => before[i], i => before[i] + weight, borders, py, from, to)
    block += between(i => before[i], i => before[i] + height, borders, py, from, to)
    for (let i = from; i < to; i++) {
      const goes = smooth(part(u, 0.24 + (0.14 * i) / before.length, 0.4 + (0.12 * i) / before.length))
      const length = mix(model.y[i] - before[i], weight, goes)
      flying += `M${tenth(px(model.x[i]))} ${tenth(py(before[i]))}V${tenth(py(before[i] + length))}`
    }
  }
  put("flying", u < 0.62 ? flying : "", part(u, 0.2, 0.26) * (1 - part(u, 0.54, 0.62)))
  put("full", full, shown * mix(1, 0.55, part(u, 0.76, 1)) * share.fade)
  put("shrunk", u < 1 ? block : "", shown * 0.5 * (1 - part(u, 0.84, 1)))
}

const paintStems = (view, now) => {
  const { put, model, scale } = view, { px, py } = scale
  let stems = ""
  for (let i = 0; i < now.length; i++) stems += `M${tenth(px(model.x[i]))} ${tenth(py(now[i]))}V${tenth(py(model.y[i]))}`
  put("stems", stems, 1 - 0.7 * part(view.u, 0.2, 0.3) * (1 - part(view.u, 0.86, 1)))
}

// Only where something has become of the points: while it plays they stand still.
const paintRows = (state, parts, scale) => {
  const { px, py, isNarrow } = scale, drawn = [state.points, state.chosen, state.held, state.isTouched, scale]
  if (drawn.every((each, i) => each === state.drawn?.[i])) return
  state.drawn = drawn
  const at = (circle, x, y) => {
    circle.setAttribute("cx", tenth(px(x)))
    circle.setAttribute("cy", tenth(py(y)))
  }
  const { unseen } = state.data
  parts.unseen.forEach((circle, i) => at(circle, unseen.x[i], unseen.y[i]))
  parts.rows.forEach((circle, i) => {
    const isHeld = state.held && i === state.chosen
    at(circle, state.points[i].x, state.points[i].y)
    circle.setAttribute("r", isHeld ? 6.500 : isNarrow ? 3.200 : 4.200)
    circle.classList.toggle("held", isHeld)
  })
  const { x, y } = state.points[state.chosen]
  at(parts.ring, x, y)
  at(parts.grip, x, y)
  parts.ring.style.display = state.isTouched && !state.held ? "none" : ""
  paintHint(state, parts, px(x), py(y), scale)
}

const paintHint = (state, parts, x, y, { width }) => {
  parts.hint.style.display = state.isTouched ? "none" : ""
  if (state.isTouched) return
  const [arrows, text] = parts.hint.childNodes, atEnd = x > width - 160
  arrows.setAttribute("d", `M${x} ${y - 12}v-9m-4 4l4-4 4 4M${x} ${y + 12}v9m-4 -4l4 4 4-4`)
  text.setAttribute("x", x + (atEnd ? -16 : 16))
  text.setAttribute("y", y + 5)
  text.setAttribute("text-anchor", atEnd ? "end" : "start")
}

// --- the whole

const FADES = 0.08 // of a round, in which the tree of the last one goes

export const paint = state => {
  const { model, parts, scale, data } = state, { py } = scale
  const done = Math.floor(state.at + 1e-6), isWhole = state.at - done < 1e-4, isFading = !isWhole && done > 0 && state.at - done < FADES
  const round = isWhole || isFading ? done : done + 1, tree = round ? model.trees[round - 1] : null
  const u = isWhole || isFading ? 1 : state.at - done, fade = isFading ? 1 - (state.at - done) / FADES : 1
  const before = model.raw[Math.max(0, round - 1)], after = model.raw[round], borders = bordersOf(model.x, scale)
  const lift = smooth(part(u, 0.76, 0.96)), now = before.map((each, i) => mix(each, after[i], lift))
  const put = (name, d, opacity = 1) => {
    const element = parts[name]
    if (element.path !== d) element.setAttribute("d", (element.path = d))
    if (element.shade !== opacity) element.style.opacity = element.shade = opacity
  }
  const view = { state, put, parts, model, borders, scale, u }
  put("before", tree ? stairs(before, borders, py) : "")
  put("band", tree && u > 0.76 ? between(i => before[i], i => now[i], borders, py, 0, before.length) : "", fade)
  put("after", stairs(now, borders, py))
  put("ghost", state.ghost ? stairs(state.ghost.raw[done], bordersOf(state.ghost.x, scale), py) : "")
  if (tree) {
    paintTree(view, tree, { u, fade })
    paintRound(view, tree, { u, fade }, before, data.settings.learning_rate)
  } else {
    for (const name of ["cuts", "nodes", "branches", "leaves", "flying", "full", "shrunk"]) put(name, "")
    parts.weights.style.opacity = 0
  }
  paintStems(view, now)
  paintRows(state, parts, scale)
}
