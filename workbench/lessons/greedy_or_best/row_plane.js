// Rows in the plane over the regions of a tree. A click on a row, or Enter, gives it the other y.
import { axes } from "../../components/kit/axes.js"
import { mark } from "../../components/kit/class_marks.js"
import { following } from "../../components/kit/follow.js"
import { onResize } from "../../components/kit/resize.js"
import { make } from "../../components/kit/svg.js"

const pictures = new WeakMap() // parent element: { data, tell, size, at }
const ROOM = { left: 34, right: 8, top: 24, bottom: 34 }
const NEXT = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const drawRegions = (svg, { regions }, { sx, sy }) => {
  for (const { low, high, fill } of regions) {
    const [x, y] = [sx(low[0]), sy(high[1])]
    svg.append(make("rect", { class: "region", x, y, width: sx(high[0]) - x, height: sy(low[1]) - y, fill }))
  }
}

// In the corner of its region that is farthest from all rows.
const drawWeights = (svg, { regions, rows }, { sx, sy }) => {
  const gap = ([x, y]) => Math.min(...rows.map(row => Math.hypot(sx(row.x) - x, sy(row.y) - y)))
  for (const { low, high, text } of regions) {
    const left = sx(low[0]) + 5, right = sx(high[0]) - 5, top = sy(high[1]) + 16, bottom = sy(low[1]) - 6
    const corners = [[right, bottom, "end", -16], [right, top, "end", -16], [left, top, "start", 16], [left, bottom, "start", 16]]
    const gaps = corners.map(([x, y, , inward]) => gap([x + inward, y - 5]))
    const [x, y, anchor] = corners[gaps.indexOf(Math.max(...gaps))]
    svg.append(make("text", { class: "weight", x, y, "text-anchor": anchor }, text))
  }
}

const drawNode = (svg, { node }, { sx, sy }) => {
  if (!node) return
  const [x, y] = [sx(node.low[0]), sy(node.high[1])]
  svg.append(make("rect", { class: "node", x, y, width: sx(node.high[0]) - x, height: sy(node.low[1]) - y }))
}

const drawLegend = (svg, width) => {
  for (const [code, x] of [[0, 150], [1, 70]])
    svg.append(
      make("path", { class: `class-${code}`, d: mark(code, width - x, 12, 6) }),
      make("text", { class: "label", x: width - x + 12, y: 17 }, `y = ${code}`),
    )
}

const drawFirst = (svg, { first, extent: [x0, x1, y0, y1] }, { sx, sy }) => {
  if (!first) return
  const ends = first.feature === 0
    ? { x1: sx(first.at), x2: sx(first.at), y1: sy(y0), y2: sy(y1) }
    : { x1: sx(x0), x2: sx(x1), y1: sy(first.at), y2: sy(first.at) }
  svg.append(make("line", { class: "first", ...ends }))
}

const makeRow = (state, row, i, { sx, sy }) => {
  const dot = make("path", {
    class: `row class-${row.code}${row.inside ? "" : " outside"}`, d: mark(row.code, sx(row.x) + 17 * row.twin, sy(row.y), 6.5),
    role: "checkbox", "aria-checked": row.code === 1, tabindex: i === (state.at ?? 0) ? 0 : -1,
    "aria-label": `y of row ${i + 1}, x1 ${row.x}, x2 ${row.y}`,
  })
  dot.append(make("title", {}, `y = ${row.code}: click for ${1 - row.code}`))
  dot.onclick = () => {
    state.at = i
    state.tell("flipped", i)
  }
  return dot
}

const rove = (state, rows, event) => {
  const i = rows.indexOf(event.target)
  if (i < 0) return
  if (event.key === "Enter" || event.key === " ") rows[i].onclick()
  else if (event.key in NEXT) {
    state.at = (i + NEXT[event.key] + rows.length) % rows.length
    rows.forEach((row, k) => row.setAttribute("tabindex", k === state.at ? 0 : -1))
    rows[state.at].focus()
  } else return
  event.preventDefault()
}

const draw = (state, root) => {
  const { data } = state, width = root.clientWidth, height = root.clientHeight
  if (width < 50 || height < 50) return
  const isFocused = root.querySelector(".row:focus")
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": data.words })
  const frame = axes(svg, { width, height, room: ROOM, extent: data.extent, xLabel: data.names[0], yLabel: data.names[1] })
  drawRegions(svg, data, frame)
  drawFirst(svg, data, frame)
  drawNode(svg, data, frame)
  drawLegend(svg, width)
  drawWeights(svg, data, frame)
  const rows = data.rows.map((row, i) => makeRow(state, row, i, frame))
  svg.append(...rows)
  svg.onkeydown = event => rove(state, rows, event)
  root.replaceChildren(svg)
  if (isFocused) rows[state.at ?? 0]?.focus()
}

export default following("plane", ({ data, parentElement, setTriggerValue }) => {
  const root = parentElement.querySelector(".plane"), state = pictures.get(parentElement) ?? {}
  pictures.set(parentElement, state)
  if ((state.at ?? 0) >= data.rows.length) state.at = 0
  Object.assign(state, { data, tell: setTriggerValue })
  draw(state, root)
  return onResize(root, (width, height) => {
    const size = `${width} ${height}`
    if (size === state.size) return
    state.size = size
    draw(state, root)
  })
})
