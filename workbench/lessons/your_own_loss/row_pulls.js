// The rows of the lesson, the prediction, and at every row a stem: how far the loss asks it to go.
import { axes } from "../../components/kit/axes.js"
import { element } from "../../components/kit/html.js"
import { slideTo } from "../../components/kit/keys.js"
import { clamp, shown } from "../../components/kit/numbers.js"
import { drag, pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make, path } from "../../components/kit/svg.js"
import { tellKey } from "../../components/kit/telling.js"

const pictures = new WeakMap() // parent element: { signature, y, dragging, timer, ... }
const ROOM = { left: 46, right: 12, top: 12, bottom: 38 }
const REACH = 14 // pixels around the handle

const swatch = ({ colour, dash, width, shape }) => {
  const svg = make("svg", { width: 26, height: 12, "aria-hidden": "true" })
  if (shape) svg.append(make("circle", { cx: 13, cy: 6, r: 4, ...(shape === "ring" ? { fill: "none", stroke: colour, "stroke-width": 1.2 } : { fill: colour }) }))
  else svg.append(make("line", { x1: 0, x2: 26, y1: 6, y2: 6, stroke: colour, "stroke-width": width, "stroke-dasharray": dash }))
  return svg
}

const drawLegend = (legend, parts) => legend.replaceChildren(...parts.map(part => {
  const entry = element("span")
  entry.append(swatch(part), part.name)
  return entry
}))

const drawLines = (group, lines, { sx, sy }) => {
  for (const line of lines)
    group.append(make("path", { class: "line", stroke: line.colour, "stroke-width": line.width, "stroke-dasharray": line.dash, d: path(line.x.map(sx), line.y.map(sy)) }))
}

// Solid as far as the loss asks; dashed the rest of the way to y, where it asks for less.
const drawStems = (group, { foot, tip, rest, x }, { sx, sy }) => {
  x.forEach((at, i) => {
    if (rest[i] !== null) group.append(make("line", { class: "capped", x1: sx(at), x2: sx(at), y1: sy(tip[i]), y2: sy(rest[i]) }))
    group.append(make("line", { class: "stem", x1: sx(at), x2: sx(at), y1: sy(foot[i]), y2: sy(tip[i]) }))
  })
}

const drawRows = (state, group, { sx, sy }) => {
  const { rows, unseen, chosen } = state.data
  unseen.x.forEach((at, i) => group.append(make("circle", { class: "unseen", cx: sx(at), cy: sy(unseen.y[i]), r: 3 })))
  rows.x.forEach((at, i) => {
    if (i === chosen) return
    const dot = make("circle", { class: `row outline ${rows.outlier[i] ? "outlier" : "seen"}`, cx: sx(at), cy: sy(rows.y[i]), r: 4 })
    dot.onclick = () => state.tell("placed", { position: i, y: null })
    group.append(dot)
  })
}

const moveHandle = state => {
  const { handle, frame, data, y } = state
  const [low, high] = data.limits
  handle.setAttribute("transform", `translate(${frame.sx(data.rows.x[data.chosen])} ${frame.sy(y)})`)
  for (const [name, value] of Object.entries({ valuemin: low, valuemax: high, valuenow: y })) handle.setAttribute(`aria-${name}`, value)
  handle.querySelector(".said").textContent = `y = ${shown(y)}`
}

const place = (state, y) => {
  const { limits: [low, high], grain } = state.data
  state.y = clamp(Number((Math.round(y / grain) * grain).toFixed(6)), low, high)
  moveHandle(state)
}

const tellY = state => state.tell("placed", { position: state.data.chosen, y: state.y })

const makeHandle = (state, svg) => {
  const { data } = state, isLeft = data.rows.x[data.chosen] < (data.extent[0] + data.extent[1]) / 2
  const handle = make("g", { class: "handle", role: "slider", tabindex: 0, "aria-label": "y of the row", "aria-orientation": "vertical" })
  handle.append(
    make("circle", { class: "reach", r: REACH }),
    make("circle", { r: 7 }),
    make("text", { class: "said", x: isLeft ? 12 : -12, y: -8, "text-anchor": isLeft ? "start" : "end" }),
  )
  drag(handle, state, {
    move: event => place(state, state.frame.sy.invert(pointIn(svg, event)[1])),
    done: () => tellY(state),
  })
  handle.onkeydown = event => {
    const [low, high] = data.limits, y = slideTo(event.key, state.y, { low, high, step: data.grain })
    if (y === undefined) return
    event.preventDefault()
    place(state, y)
    tellKey(state, () => tellY(state))
  }
  return handle
}

const draw = (state, root) => {
  drawLegend(root.querySelector(".legend"), state.data.legend) // first: the picture has what it leaves
  const { data } = state, plot = root.querySelector(".plot")
  const width = plot.clientWidth, height = plot.clientHeight
  if (width < 50 || height < 50) return
  const isFocused = state.handle?.matches(":focus")
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": data.words })
  const clip = make("clipPath", { id: "inside" })
  clip.append(make("rect", { x: ROOM.left, y: ROOM.top, width: width - ROOM.left - ROOM.right, height: height - ROOM.top - ROOM.bottom }))
  const inside = make("g", { "clip-path": "url(#inside)" })
  state.frame = axes(svg, { width, height, room: ROOM, extent: data.extent, xLabel: data.xLabel })
  svg.append(make("text", { class: "label", x: ROOM.left + 6, y: ROOM.top + 14 }, data.yLabel), clip, inside)
  drawLines(inside, data.lines, state.frame)
  if (data.stems) drawStems(inside, data.stems, state.frame)
  drawRows(state, svg, state.frame)
  state.handle = makeHandle(state, svg)
  svg.append(state.handle)
  moveHandle(state)
  plot.replaceChildren(svg)
  if (isFocused) state.handle.focus()
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".pulls"), state = pictures.get(parentElement) ?? {}
  pictures.set(parentElement, state)
  const isAhead = state.dragging || state.timer // what the reader moves now must not be pulled back
  Object.assign(state, { data, tell: setTriggerValue })
  if (!isAhead) {
    state.y = data.rows.y[data.chosen]
    draw(state, root)
  }
  const plot = root.querySelector(".plot")
  return onResize(plot, (width, height) => {
    const size = `${width} ${height}`
    if (size === state.size || state.dragging) return
    state.size = size
    draw(state, root)
  })
}
