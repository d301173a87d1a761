// Panels side by side: lines, dots, coloured grids, and numbers at points. All of it is decided in Python.
import { placeLabels } from "./curves_labels.js"
import { glidePanels } from "./curves_motion.js"
import { axes } from "./kit/axes.js"
import { isStep } from "./kit/glide.js"
import { element } from "./kit/html.js"
import { offerMotion } from "./kit/motion.js"
import { bytes } from "./kit/numbers.js"
import { onResize } from "./kit/resize.js"
import { make, path } from "./kit/svg.js"

const drawn = new WeakMap() // parent element: { signature, size, step, panels }
const NARROWEST = 190 // pixels that a panel of share 1 needs
const ROOM = { left: 58, right: 14, top: 30, bottom: 44 }
const ON_STAGE = { ...ROOM, top: 26, bottom: 38 } // where every pixel of height is wanted
const LEAST = 300 // pixels of height for all rows of the stage
const LEGEND = 2 // between the names above and the curves
const UNNAMED = 22 // below a panel whose scale has no name

const dot = (kind, x, y) => {
  const r = kind.size
  if (kind.shape === "diamond")
    return make("path", { class: "outline", fill: kind.colour, d: `M${x - 1.3 * r},${y}l${1.3 * r},${-1.3 * r}l${1.3 * r},${1.3 * r}l${-1.3 * r},${1.3 * r}z` })
  const hollow = kind.shape === "ring"
  return make("circle", { cx: x, cy: y, r, fill: hollow ? "none" : kind.colour, ...(hollow ? { stroke: kind.colour, "stroke-width": 1.2 } : { class: "outline" }) })
}

// The colours of a grid as a picture: rows from below.
const picture = (text, [columns, rows]) => {
  const colours = bytes(text), canvas = document.createElement("canvas")
  canvas.width = columns
  canvas.height = rows
  const pen = canvas.getContext("2d"), pixels = pen.createImageData(columns, rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = 3 * (row * columns + column), to = 4 * ((rows - 1 - row) * columns + column)
      for (let i = 0; i < 3; i++) pixels.data[to + i] = colours[from + i]
      pixels.data[to + 3] = 255
    }
  pen.putImageData(pixels, 0, 0)
  return canvas.toDataURL()
}

const drawPanel = (group, panel, width, height, isOnStage) => {
  const room = { ...(isOnStage ? ON_STAGE : ROOM) }
  if (isOnStage && !panel.x_label) room.bottom = UNNAMED
  const image = panel.image && make("image", { preserveAspectRatio: "none", href: picture(panel.image, panel.image_size), style: "image-rendering: pixelated" })
  if (image) group.append(image)
  const many = Math.max(2, width / 90), span = panel.extent[1] - panel.extent[0]
  const lines = Math.max(2, Math.min(5, (height - room.top - room.bottom) / 30))
  const about = [panel.whole ? Math.min(many, span) : many, lines]
  const { sx, sy } = axes(group, { width, height, room, extent: panel.extent, xLabel: panel.x_label, yLabel: panel.title ? "" : panel.y_label, about })
  const [x0, x1, y0, y1] = panel.extent
  if (panel.title) {
    group.append(make("text", { class: "title", x: room.left, y: room.top - 9 }, panel.title))
    if (panel.y_label) group.append(make("text", { class: "label", x: 16, y: (room.top + height - room.bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 16 ${(room.top + height - room.bottom) / 2})` }, panel.y_label))
  }
  if (image)
    for (const [name, value] of Object.entries({ x: sx(x0), y: sy(y1), width: sx(x1) - sx(x0), height: sy(y0) - sy(y1) }))
      image.setAttribute(name, value)
  for (const kind of panel.dots)
    group.append(...kind.x.map((x, i) => dot(kind, sx(x), sy(kind.y[i]))))
  if (panel.cursor !== null)
    group.append(make("line", { class: "cursor", x1: sx(panel.cursor), x2: sx(panel.cursor), y1: room.top, y2: height - room.bottom }))
  for (const line of panel.lines)
    group.append(make("path", { class: "line", stroke: line.colour, "stroke-width": line.width, "stroke-dasharray": line.dash, d: path(line.x.map(sx), line.y.map(sy)) }))
  for (const label of placeLabels(panel, sx, sy, width, height, room)) {
    const { left, wide } = label
    group.append(make("rect", { class: "behind", x: left - 2, y: label.down - 13, width: wide + 4, height: 17, rx: 3 }))
    if (label.width)
      group.append(make("line", { x1: left, x2: left + 24, y1: label.down - 5, y2: label.down - 5, stroke: label.colour, "stroke-width": label.width, "stroke-dasharray": label.dash }))
    const text = make("text", { class: "number", x: left + (label.width ? 30 : 0), y: label.down })
    if (!label.width) text.append(make("tspan", { fill: label.colour }, "■ "))
    text.append(make("tspan", {}, label.text))
    group.append(text)
    if (panel.cursor !== null) group.append(make("circle", { cx: label.px, cy: label.py, r: 4.5, fill: label.colour }))
  }
  return { group, panel, sx, sy }
}

const swatch = ({ colour, dash, shape, width }) => {
  const svg = make("svg", { width: 26, height: 12, "aria-hidden": "true" })
  svg.append(shape ? dot({ colour, shape, size: 4 }, 13, 6) : make("line", { x1: 0, x2: 26, y1: 6, y2: 6, stroke: colour, "stroke-width": width, "stroke-dasharray": dash }))
  return svg
}

const shareOf = panels => panels.reduce((sum, panel) => sum + panel.share, 0)

// Where the panels of a row stand: each with its share of the width.
const inRow = (panels, width) => panels.map(panel => ({ panel, width: (panel.share / shareOf(panels)) * width }))

// Panels in rows: as many side by side as have room.
const inRows = (panels, width) => {
  const rows = [[]]
  for (const panel of panels) {
    const row = rows.at(-1)
    if (row.length && (shareOf(row) + panel.share) * NARROWEST > width) rows.push([panel])
    else row.push(panel)
  }
  return rows
}

// The rows of the stage with their heights, which share what there is; one that is too wide for it is several.
const onStage = (data, width, room) => {
  const total = data.rows.reduce((sum, [, share]) => sum + share, 0)
  let from = 0
  return data.rows.flatMap(([count, share]) => {
    from += count
    const rows = inRows(data.panels.slice(from - count, from), width)
    return rows.map(panels => ({ panels, height: ((share / total) * room) / rows.length }))
  })
}

const legendOf = data => {
  const legend = element("div", "legend"), seen = new Set()
  for (const part of data.panels.flatMap(panel => [...panel.lines, ...panel.dots])) {
    if (!part.name || seen.has(part.name)) continue
    seen.add(part.name)
    const entry = element("span")
    entry.append(swatch(part), part.name)
    legend.append(entry)
  }
  return legend
}

// Words above a panel that are wider than it are pressed together, so that they do not lie on those beside them.
const fit = (title, width) => {
  const room = width - title.x.baseVal[0].value - 4
  if (title.getComputedTextLength() <= room) return
  title.setAttribute("textLength", room)
  title.setAttribute("lengthAdjust", "spacingAndGlyphs")
}

const draw = (root, data, width) => {
  const isOnStage = data.rows.length > 0
  root.replaceChildren(legendOf(data)) // first: the curves have what it leaves
  const taken = root.firstChild.offsetHeight + LEGEND
  const rows = isOnStage ? onStage(data, width, Math.max(LEAST, root.clientHeight - taken)) : inRows(data.panels, width).map(panels => ({ panels, height: data.height }))
  const whole = Math.floor(rows.reduce((sum, row) => sum + row.height, 0))
  const svg = make("svg", { viewBox: `0 0 ${width} ${whole}`, width, height: whole, role: "img", "aria-label": data.words })
  const parts = []
  let top = 0
  root.append(svg)
  for (const { panels, height } of rows) {
    let left = 0
    for (const { panel, width: mine } of inRow(panels, width)) {
      const group = make("g", { transform: `translate(${left} ${top})`, "data-panel": panel.title || panel.y_label })
      parts.push(drawPanel(group, panel, mine, height, isOnStage))
      svg.append(group)
      for (const title of group.querySelectorAll(".title")) fit(title, mine)
      left += mine
    }
    top += height
  }
  if (data.step) offerMotion(root)
  return parts
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".curves"), signature = JSON.stringify(data)
  const before = drawn.get(parentElement)
  const isSame = before?.signature === signature, step = data.step
  const state = { signature, step, size: isSame ? before.size : "", panels: isSame ? before.panels : [] }
  root.classList.toggle("given", data.rows.length > 0)
  root.classList.toggle("moving", Boolean(data.step))
  const refresh = () => { // text keeps its size, so the picture is drawn anew for another width
    const width = Math.floor(root.clientWidth), size = `${width} ${data.rows.length ? root.clientHeight : 0}`
    if (width < 50 || size === state.size) return
    state.size = size
    state.panels = draw(root, data, width)
  }
  drawn.set(parentElement, state)
  refresh()
  if (!isSame && isStep(before?.step, step)) glidePanels(before.panels, state.panels, step.at < before.step.at)
  return onResize(root, refresh)
}
