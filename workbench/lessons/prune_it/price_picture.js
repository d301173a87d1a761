// Trees that shrink along a price, curves over it, and a cursor that is dragged or moved by keys.
import { glideBranches, glideCursor } from "./price_motion.js"
import { drawTree, onEachOther } from "./price_tree.js"
import { newAct } from "../../components/kit/acts.js"
import { ticks } from "../../components/kit/axes.js"
import { isStep } from "../../components/kit/glide.js"
import { element } from "../../components/kit/html.js"
import { slideTo, treeStep } from "../../components/kit/keys.js"
import { offerMotion } from "../../components/kit/motion.js"
import { clamp, nearest, shown } from "../../components/kit/numbers.js"
import { drag, pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make, path } from "../../components/kit/svg.js"
import { tellRound } from "../../components/kit/follow.js"
import { tellKey, tellNow } from "../../components/kit/telling.js"

const paths = new WeakMap() // parent element: { data, at, node, chosen, act, ... }
const ROOM = { left: 58, right: 16, top: 24, bottom: 46 }
const LEAST = { plot: 60, tree: 120 }, UNDER_EACH_OTHER = 240, REST = 20 // pixels

const readingOf = (columns, at) =>
  columns.filter(([, values]) => values[at] !== null).map(([name, values]) => `${name} ${shown(values[at]) || "0"}`)

const legendOf = plots => {
  const parts = []
  for (const line of plots.flatMap(plot => plot.lines)) {
    if (!line.name) continue
    const entry = element("span")
    const svg = make("svg", { width: 26, height: 12, "aria-hidden": "true" })
    svg.append(make("line", { x1: 0, x2: 26, y1: 6, y2: 6, stroke: line.colour, "stroke-width": 3, "stroke-dasharray": line.dash }))
    entry.append(svg, line.name)
    parts.push(entry)
  }
  return parts
}

// The boxes around the pieces of a line, a stroke wide at least: words keep off them.
const pieces = (x, y) =>
  x.slice(1).map((at, i) => ({ x: Math.min(at, x[i]) - 2, y: Math.min(y[i + 1], y[i]) - 2, width: Math.abs(at - x[i]) + 4, height: Math.abs(y[i + 1] - y[i]) + 4 }))

// One plot in its rows of the picture, `top` to `bottom`; gives the scale of y.
const drawPlot = (group, plot, sx, width, top, bottom) => {
  const [low, high] = plot.extent, right = width - ROOM.right
  const sy = y => bottom - ((y - low) / (high - low)) * (bottom - top)
  for (const y of ticks(low, high, Math.max(2, (bottom - top) / 36)))
    group.append(
      make("line", { class: "grid", x1: ROOM.left, x2: right, y1: sy(y), y2: sy(y) }),
      make("text", { class: "tick", x: ROOM.left - 7, y: sy(y) + 4, "text-anchor": "end" }, shown(y)),
    )
  if (plot.zero) group.append(make("line", { class: "zero", x1: ROOM.left, x2: right, y1: sy(0), y2: sy(0) }))
  group.append(make("text", { class: "label", x: ROOM.left, y: top - 8 }, plot.y_label))
  for (const line of plot.lines)
    group.append(make("path", { class: "line", d: path(line.x.map(sx), line.y.map(sy)), stroke: line.colour, "stroke-width": line.width, "stroke-dasharray": line.dash }))
  const drawn = plot.lines.flatMap(({ x, y }) => pieces(x.map(sx), y.map(sy)))
  const dots = plot.marks.map(mark => ({ x: sx(mark.x) - 7, y: sy(mark.y) - 7, width: 14, height: 14 }))
  for (const [i, mark] of plot.marks.entries()) {
    const x = sx(mark.x), y = sy(mark.y), wide = 8.8 * mark.text.length, far = x + 4 + wide > width
    const rows = Array.from({ length: Math.floor((bottom - top) / 8) }, (_, k) => top + 13 + 8 * k)
    const boxes = [y - 11, y + 22, ...rows.sort((a, b) => Math.abs(a - y) - Math.abs(b - y))]
      .filter(at => at > top + 10 && at < bottom - 2)
      .map(at => ({ x: far ? x - 4 - wide : x + 4, y: at - 13, width: wide, height: 16, at }))
    const isFree = box => ![...drawn, ...dots.filter((_, k) => k !== i)].some(other => onEachOther(box, other))
    const box = boxes.find(isFree) ?? boxes[0]
    drawn.push(box)
    if (Math.abs(box.at - y) > 24) group.append(make("line", { class: "leader", x1: x, x2: x, y1: y, y2: box.at - (box.at > y ? 12 : 0) }))
    group.append(
      make("circle", { class: "mark", cx: x, cy: y, r: 6, fill: mark.colour }),
      make("text", { class: "mark-text", x: x + (far ? -4 : 4), y: box.at, "text-anchor": far ? "end" : "start" }, mark.text),
    )
  }
}

// The words of an axis, as many as have room; those at its ends stay inside the picture.
const drawTicks = (group, places, sx, width, top, bottom) => {
  const halves = places.map(([, words]) => 3.7 * words.length), ends = []
  places.forEach(([at, words], i) => {
    const x = sx(at), middle = Math.min(x, width - halves[i] - 1)
    group.append(make("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }))
    const last = places.length - 1, lastStart = Math.min(sx(places[last][0]), width - halves[last] - 1) - halves[last]
    if (middle - halves[i] < (ends.at(-1) ?? -1e9) + 6 || (i < last && middle + halves[i] > lastStart - 6)) return
    ends.push(middle + halves[i])
    group.append(make("text", { class: "tick", x: middle, y: bottom + 21, "text-anchor": "middle" }, words))
  })
}

// The curves, drawn once; what moves with the cursor goes into `state.moving`.
const build = (state, root) => {
  const { data } = state, place = root.querySelector(".plots")
  root.querySelector(".legend").replaceChildren(...legendOf(data.plots)) // first: the curves have what it leaves
  const width = Math.max(300, Math.floor(place.clientWidth || 520)), height = Math.max(ROOM.top + ROOM.bottom + LEAST.plot * data.plots.length, place.clientHeight)
  const [x0, x1] = data.x_extent
  const sx = x => ROOM.left + ((x - x0) / (x1 - x0)) * (width - ROOM.left - ROOM.right)
  sx.invert = pixel => x0 + ((pixel - ROOM.left) / (width - ROOM.left - ROOM.right)) * (x1 - x0)
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": data.words })
  const back = make("g", { "aria-hidden": "true" }), bottom = height - ROOM.bottom
  drawTicks(back, data.ticks, sx, width, ROOM.top, bottom)
  back.append(make("text", { class: "label", x: (ROOM.left + width - ROOM.right) / 2, y: height - 4, "text-anchor": "middle" }, data.x_label))
  const gap = 30, total = data.plots.reduce((sum, plot) => sum + plot.share, 0)
  const rows = bottom - ROOM.top - gap * (data.plots.length - 1)
  const spans = [] // of the plots, top to bottom: between them are their names
  let top = ROOM.top
  for (const plot of data.plots) {
    const tall = (rows * plot.share) / total
    spans.push([top, top + tall])
    drawPlot(back, plot, sx, width, top, top + tall)
    top += tall + gap
  }
  state.frame = { sx, bottom, spans: spans.length ? spans : [[ROOM.top, bottom]] }
  state.moving = make("g", { "aria-hidden": "true" })
  state.handle = make("g", { class: "handle", role: "slider", tabindex: 0, "aria-label": data.slider, "aria-valuemin": 0, "aria-valuemax": data.positions.length - 1 })
  state.handle.append(make("circle", { r: 8 }))
  svg.append(state.moving, back, state.handle)
  const hadFocus = place.contains(root.getRootNode().activeElement)
  place.replaceChildren(svg)
  if (hadFocus) state.handle.focus({ preventScroll: true })
  state.size = sizeOf(place)
  return svg
}

const drawCursor = state => {
  const { data, at, frame } = state, { sx, bottom, spans } = frame, x = sx(data.positions[at])
  state.moving.replaceChildren()
  if (data.band) {
    const left = sx(data.positions[at] - 0.5), wide = sx(data.positions[at] + 0.5) - left
    for (const [y0, y1] of spans) state.moving.append(make("rect", { class: "band", x: left, y: y0, width: Math.max(wide, 2), height: y1 - y0 }))
  }
  for (const [y0, y1] of spans) state.moving.append(make("line", { class: "cursor", x1: x, x2: x, y1: y0, y2: y1 }))
  state.handle.setAttribute("transform", `translate(${x},${bottom})`)
  state.handle.setAttribute("aria-valuenow", at)
  state.handle.setAttribute("aria-valuetext", readingOf(data.columns, at).join(", "))
}

const sizeOf = place => `${place.clientWidth} ${place.clientHeight}`

const drawTrees = (state, root) => {
  const { data, at, node } = state, place = root.querySelector(".trees")
  const hadFocus = place.contains(root.getRootNode().activeElement)
  const known = data.trees.length > 0 && data.trees[0].nodes.length > 0
  place.hidden = !known
  if (!known) {
    place.replaceChildren()
    return []
  }
  const room = Math.max(300, Math.floor(place.clientWidth)), n = data.trees.length
  const across = room >= 230 * n ? n : 1, width = Math.floor((room - 18 * (across - 1) - 2) / across) // a pixel less: widths are rounded
  state.treeRoom = sizeOf(place)
  const parts = data.trees.map(tree => {
    const part = element("div", "part")
    part.style.width = `${width}px`
    if (tree.title) {
      const title = element("div", "title", tree.title)
      title.style.borderColor = tree.colour
      part.append(title, element("div", "words", tree.words), element("div", "numbers", readingOf(tree.columns, at).join(", ")))
    }
    return part
  })
  place.replaceChildren(...parts) // first their words: the trees have what these leave
  const highest = Math.max(...parts.map(part => part.offsetHeight))
  const height = across < n ? UNDER_EACH_OTHER : Math.max(LEAST.tree, place.clientHeight - highest - REST)
  const pictures = []
  data.trees.forEach((tree, i) => {
    const picture = drawTree(tree, { price: data.positions[at], selected: node, chooses: data.chooses, width, height, known: true }), { told, untold } = picture
    pictures.push(picture)
    parts[i].append(picture.svg)
    // Always there: the picture below must not jump.
    const rest = untold ? `${untold} number${untold === 1 ? " has" : "s have"} no room: point at a node${data.chooses ? ", or choose it" : ""}.` : ""
    if (told + untold > 0 || tree.title === "") parts[i].append(element("div", "words rest", rest))
  })
  if (hadFocus) place.querySelector(".selected")?.focus({ preventScroll: true })
  return pictures
}

// What is drawn, and whether it is one step from what was drawn before: whoever drags sees each price as it is.
const glideTo = (state, pictures) => {
  const { at, signature, treeRoom, frame, data } = state, before = state.drawn
  state.drawn = { at, of: `${signature} ${treeRoom}`, x: frame.sx(data.positions[at]), pictures }
  if (state.dragging || !isStep(before, state.drawn)) return
  pictures.forEach((picture, i) => glideBranches(before.pictures[i], picture))
  glideCursor(state.moving, state.handle, before.x - state.drawn.x)
}

const viewOf = ({ signature, at, node }) => `${signature} ${at} ${node}`

const drawAll = (state, root) => {
  state.seen = viewOf(state)
  drawCursor(state)
  glideTo(state, drawTrees(state, root))
  root.querySelector(".reading").replaceChildren(
    ...readingOf(state.data.columns, state.at).map(words => element("span", "", words)),
  )
}

// --- what the reader does

// An answer from the server to an earlier move must not pull back what is being moved now.
const isAhead = (state, heard) => state.dragging || state.act > heard

// The same price among others: one that a link has asked for is a stop of the cursor until another is chosen.
const among = (positions, { data, at }) =>
  positions.length === data.positions.length ? at : nearest(positions, data.positions[at])

const keep = (state, telling) => {
  state.act = Infinity // until it is told
  telling(state, () => {
    state.act = newAct()
    const { act, at, chosen, data } = state
    state.tell("moved", { number: act, at, price: data.positions[at], node: chosen })
  })
}

const move = (state, root, at) => {
  const next = clamp(at, 0, state.data.positions.length - 1)
  if (next === state.at) return
  state.at = next
  drawAll(state, root)
  if (state.data.tells) tellRound(next)
}

// Curves of another path or width, with a cursor that is dragged or moved by keys.
const start = (state, root) => {
  const svg = build(state, root)
  drag(svg, state, {
    start: event => {
      event.preventDefault() // the focus goes to the handle
      state.handle.focus({ preventScroll: true })
    },
    move: event => move(state, root, nearest(state.data.positions, state.frame.sx.invert(pointIn(svg, event)[0]))),
    done: () => keep(state, tellNow),
  })
  state.handle.onkeydown = event => {
    const last = state.data.positions.length - 1, page = Math.max(2, Math.round(last / 10))
    const at = slideTo(event.key, state.at, { low: 0, high: last, page })
    if (at === undefined) return
    event.preventDefault()
    move(state, root, at)
    keep(state, tellKey)
  }
}

const wireTrees = (state, root) => {
  const trees = root.querySelector(".trees")
  const choose = index => {
    state.node = state.chosen = index
    drawAll(state, root)
    trees.querySelector(".selected")?.focus({ preventScroll: true })
    keep(state, tellNow)
  }
  trees.onclick = event => {
    const group = event.target.closest(".node")
    if (group && state.data.chooses) choose(Number(group.dataset.index))
  }
  trees.onkeydown = event => {
    const group = event.target.closest(".node"), tree = state.data.trees[0]
    const next = group && treeStep(event.key, tree.byIndex.get(Number(group.dataset.index)), tree.nodes, node => node.depth)
    if (!next) return
    event.preventDefault()
    choose(next.index)
  }
}

const refit = (state, root) => {
  const trees = root.querySelector(".trees"), isSame = state.size === sizeOf(root.querySelector(".plots"))
  if (isSame && (trees.hidden || state.treeRoom === sizeOf(trees))) return
  if (!isSame) start(state, root)
  drawAll(state, root)
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".price-picture")
  const state = paths.get(parentElement) ?? {}
  paths.set(parentElement, state)
  state.tell = setTriggerValue
  const { now, selected, words, heard, ...drawn } = data
  const signature = JSON.stringify(drawn), isFresh = state.signature !== signature
  for (const tree of data.trees) tree.byIndex = new Map(tree.nodes.map(each => [each.index, each]))
  if (isAhead(state, data.heard)) state.at = among(data.positions, state)
  else Object.assign(state, { at: now, node: selected, chosen: undefined, act: null })
  Object.assign(state, { data, signature })
  if (root.classList.contains("beside") !== data.beside) root.classList.toggle("beside")
  if (data.tells) tellRound(state.at) // as rounds do: the parts below follow
  if (isFresh) start(state, root)
  const svg = root.querySelector(".plots svg")
  if (svg.getAttribute("aria-label") !== words) svg.setAttribute("aria-label", words)
  if (state.seen !== viewOf(state)) drawAll(state, root) // else what moves is on its way there
  wireTrees(state, root)
  offerMotion(root)
  if (!root.classList.contains("drawn")) root.classList.add("drawn")
  return onResize(root, () => refit(state, root))
}
