// Panels side by side: lines, dots, coloured grids, and numbers at points. All of it is decided in Python.
import { axes } from "./kit/axes.js"
import { element } from "./kit/html.js"
import { bytes } from "./kit/numbers.js"
import { onResize } from "./kit/resize.js"
import { make, path } from "./kit/svg.js"

const drawn = new WeakMap() // parent element: { signature, width }
const NARROWEST = 190 // pixels that a panel of share 1 needs
const BAR = 100 // pixels of a colour scale with its numbers
const ROOM = { left: 58, right: 14, top: 30, bottom: 44 }

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

const drawPanel = (group, panel, width, height) => {
  const room = panel.is_bar ? { ...ROOM, left: 58, right: 16 } : ROOM
  const image = panel.image && make("image", { preserveAspectRatio: "none", href: picture(panel.image, panel.image_size), style: "image-rendering: pixelated" })
  if (image) group.append(image)
  const many = Math.max(2, width / 90), span = panel.extent[1] - panel.extent[0]
  const about = panel.is_bar ? [0.5, 5] : [panel.whole ? Math.min(many, span) : many, 5]
  const { sx, sy } = axes(group, { width, height, room, extent: panel.extent, xLabel: panel.x_label, yLabel: panel.title ? "" : panel.y_label, about })
  const [x0, x1, y0, y1] = panel.extent
  if (panel.title) {
    group.append(make("text", { class: "title", x: panel.is_bar ? 4 : room.left, y: room.top - 9 }, panel.title))
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
  const places = panel.labels.map(label => ({ ...label, px: sx(label.x), py: sy(label.y), down: sy(label.y) - 8 }))
  places.sort((a, b) => a.down - b.down) // numbers keep apart, from the top down
  for (let i = 1; i < places.length; i++) places[i].down = Math.max(places[i].down, places[i - 1].down + 16)
  let floor = height - room.bottom - 4
  for (let i = places.length - 1; i >= 0; i--) {
    places[i].down = Math.min(places[i].down, floor)
    floor = places[i].down - 16
  }
  for (const label of places) {
    const wide = 7.6 * label.text.length + (label.width ? 30 : 16), fits = label.px + wide + 9 <= width
    const before = label.px - 9 - wide // where it fits on neither side of its point it ends with the panel
    const left = fits ? label.px + 9 : before >= room.left ? before : Math.max(room.left + 2, width - wide - 2)
    group.append(make("rect", { class: "behind", x: left - 2, y: label.down - 13, width: wide + 4, height: 17, rx: 3 }))
    if (label.width)
      group.append(make("line", { x1: left, x2: left + 24, y1: label.down - 5, y2: label.down - 5, stroke: label.colour, "stroke-width": label.width, "stroke-dasharray": label.dash }))
    const text = make("text", { class: "number", x: left + (label.width ? 30 : 0), y: label.down })
    if (!label.width) text.append(make("tspan", { fill: label.colour }, "■ "))
    text.append(make("tspan", {}, label.text))
    group.append(text)
    if (panel.cursor !== null) group.append(make("circle", { cx: label.px, cy: label.py, r: 4.5, fill: label.colour }))
  }
}

const swatch = ({ colour, dash, shape, width }) => {
  const svg = make("svg", { width: 26, height: 12, "aria-hidden": "true" })
  svg.append(shape ? dot({ colour, shape, size: 4 }, 13, 6) : make("line", { x1: 0, x2: 26, y1: 6, y2: 6, stroke: colour, "stroke-width": width, "stroke-dasharray": dash }))
  return svg
}

// Panels in rows: as many side by side as have room, each with its share of what colour scales leave.
const inRows = (panels, width) => {
  const rows = [[]], total = row => row.reduce((sum, panel) => sum + (panel.is_bar ? 0 : panel.share), 0)
  const free = row => width - BAR * row.filter(panel => panel.is_bar).length
  for (const panel of panels) {
    const row = rows.at(-1)
    if (row.length && !panel.is_bar && (total(row) + panel.share) * NARROWEST > free(row)) rows.push([panel])
    else row.push(panel)
  }
  return rows.map(row => row.map(panel => ({ panel, width: panel.is_bar ? BAR : (panel.share / total(row)) * free(row) })))
}

const draw = (root, data, width) => {
  const rows = inRows(data.panels, width), height = data.height
  const svg = make("svg", { viewBox: `0 0 ${width} ${rows.length * height}`, width, height: rows.length * height, role: "img", "aria-label": data.words })
  rows.forEach((row, i) => {
    let left = 0
    for (const { panel, width: mine } of row) {
      const group = make("g", { transform: `translate(${left} ${i * height})`, "data-panel": panel.title || panel.y_label })
      drawPanel(group, panel, mine, height)
      svg.append(group)
      left += mine
    }
  })
  const legend = element("div", "legend")
  const seen = new Set()
  for (const part of data.panels.flatMap(panel => [...panel.lines, ...panel.dots])) {
    if (!part.name || seen.has(part.name)) continue
    seen.add(part.name)
    const entry = element("span")
    entry.append(swatch(part), part.name)
    legend.append(entry)
  }
  root.replaceChildren(legend, svg)
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".curves"), signature = JSON.stringify(data)
  const before = drawn.get(parentElement)
  const state = { signature, width: before?.signature === signature ? before.width : 0 }
  const refresh = () => { // text keeps its size, so the picture is drawn anew for another width
    const width = Math.floor(root.clientWidth)
    if (width < 50 || width === state.width) return
    state.width = width
    draw(root, data, width)
  }
  drawn.set(parentElement, state)
  refresh()
  return onResize(root, refresh)
}
