// What stays in the pictures of the scrubber while one steps.
import { axes, ticks } from "../../components/kit/axes.js"
import { element } from "../../components/kit/html.js"
import { shown } from "../../components/kit/numbers.js"
import { make, path } from "../../components/kit/svg.js"
import { SIDES, row, tenth } from "./scrubber_shapes.js"

const NO_TICKS = 0, LOSS_HEIGHT = 76, HALF_A_THUMB = 8 // pixels

const keyItem = (swatch, text) => {
  const item = element("span", "item")
  item.append(element("i", `swatch ${swatch}`), text)
  return item
}

// What the border in a surface means.
const middle = ({ scale: [low, high], up }) =>
  up.length && low === -high ? "even odds" : `prediction ${shown((low + high) / 2)}`

const KEYS = {
  curve: c => [
    ["dot other", c.rows], ...(c.truth ? [["line truth", c.truth]] : []), ["dash other", "before"],
    ["line model", "after"], ["area", "what the tree adds"], ["line residual", "negative gradient"],
  ],
  surface: (c, frames) => [
    ["up", c.up], ["down", c.down], ["", `${c.rows}, larger for a larger gradient`],
    ["dash", `${middle(frames)} before`], ["line ink", "after"],
  ],
  rows: (c, frames) => [
    ["up", c.up], ["down", c.down], ["", `${c.rows}, larger for a larger gradient`], ["ring", "before"],
    ...(frames.stems.length ? [["line residual", "negative gradient"]] : []),
  ],
}

export const layout = state => {
  const { frames, root, width, height } = state, c = frames.captions
  const [down, up] = c.hues // as the style says, where there are no classes
  for (const [name, hue] of Object.entries({ up, down, high: up, low: down }))
    hue ? root.style.setProperty(`--${name}`, hue) : root.style.removeProperty(`--${name}`)
  root.querySelector(".key.main").replaceChildren(...KEYS[frames.kind](c, frames).map(item => keyItem(...item)))
  const room = { left: 58, right: frames.kind === "surface" ? 78 : 14, top: 42, bottom: 44 }
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", tabindex: 0, "aria-live": "off", class: frames.kind })
  const fixed = make("g"), picture = { svg, room, width, height }
  const byClass = frames.kind === "rows" && c.groups.length > 0
  const scales = axes(fixed, {
    width, height, room, extent: frames.extent, xLabel: c.x, yLabel: c.y, about: [byClass ? NO_TICKS : 8, 6],
  })
  Object.assign(picture, scales, { right: width - room.right, bottom: height - room.bottom })
  svg.append(fixed)
  picture.xs = Float32Array.from(frames.x, picture.sx)
  picture.ys = Float32Array.from(frames.y, picture.sy)
  const layer = (name, tag = "path") => (picture[name] = svg.appendChild(make(tag, { class: name })))
  layer("region", "rect")
  if (frames.kind === "curve") {
    if (frames.up.length) rugs(picture, frames)
    SIDES.forEach(side => layer(side))
    layer("truth").setAttribute("d", path(Array.from(frames.grid, picture.sx), Array.from(frames.truth, picture.sy)))
    ;["change", "stems", "before", "after"].forEach(name => layer(name))
  } else if (frames.kind === "surface") {
    ;["border-before", "border-after", "upFaded", "downFaded", "up", "down"].forEach(name => layer(name))
    colourBar(picture, frames)
  } else {
    if (byClass) groupNames(picture, c.groups)
    else if (!frames.features.length) fixed.append(make("path", { class: "diagonal", d: diagonal(picture, frames.extent) }), make("text", { class: "label note", x: picture.sx(Math.min(frames.extent[1], frames.extent[3])) - 8, y: picture.sy(Math.min(frames.extent[1], frames.extent[3])) + 4, "text-anchor": "end" }, "perfect"))
    ;["stems", "beforeDots", "upFaded", "downFaded", "up", "down"].forEach(name => layer(name))
  }
  frames.missing.forEach((at, axis) => { if (at !== null) missingStrip(fixed, picture, at, axis) })
  ;["haloleft", "haloright", "cut", "guess", "hover"].forEach(name => layer(name))
  ;["cutLabel", "guessLabel", "largest"].forEach(name => layer(name, "text"))
  const place = root.querySelector(".picture.main")
  picture.handle = element("div", "handle")
  Object.entries({ role: "slider", tabindex: "0", "aria-label": "Your cut" }).forEach(([k, v]) => picture.handle.setAttribute(k, v))
  if (frames.kind === "surface") {
    picture.canvas = surfaceCanvas(picture, frames)
    place.replaceChildren(picture.canvas, svg, picture.handle)
  } else place.replaceChildren(svg, picture.handle)
  state.picture = picture
  layLosses(state, LOSS_HEIGHT)
}

// What the colours of a surface are painted on, behind the axes.
const surfaceCanvas = ({ room, right, bottom }, frames) => {
  const canvas = element("canvas", "")
  canvas.width = canvas.height = Math.sqrt(frames.surface.length / (frames.rounds + 1))
  Object.assign(canvas.style, {
    left: `${room.left}px`, top: `${room.top}px`, width: `${right - room.left}px`, height: `${bottom - room.top}px`,
  })
  return canvas
}

const diagonal = (picture, [x0, x1, y0, y1]) => {
  const low = Math.max(x0, y0), high = Math.min(x1, y1)
  return `M${picture.sx(low)},${picture.sy(low)}L${picture.sx(high)},${picture.sy(high)}`
}

// Rows of two classes over one feature: strokes along the upper and the lower edge.
const rugs = (picture, frames) => {
  const strokes = up => Array.from(picture.xs, (x, i) => (frames.up[i] === up ? `M${tenth(x)},${up ? picture.room.top : picture.bottom - 11}v11` : "")).join("")
  picture.svg.append(
    make("path", { class: "rug up", d: strokes(1) }), make("path", { class: "rug down", d: strokes(0) }),
    make("text", { class: "label note", x: picture.right - 6, y: picture.room.top + 26, "text-anchor": "end" }, `rows of class ${frames.captions.up}`),
    make("text", { class: "label note", x: picture.right - 6, y: picture.bottom - 17, "text-anchor": "end" }, `rows of class ${frames.captions.down}`),
  )
}

const groupNames = (picture, groups) => groups.forEach(([from, to, name], at) => {
  const middle = picture.sx((from + to) / 2)
  picture.svg.append(make("text", { class: "tick", x: middle, y: picture.bottom + 18, "text-anchor": "middle" }, name))
  if (at) picture.svg.append(make("line", { class: "divider", x1: picture.sx(from - 0.5), x2: picture.sx(from - 0.5), y1: picture.room.top, y2: picture.bottom }))
})

const missingStrip = (group, picture, at, axis) => group.append(
  axis
    ? make("text", { class: "tick", x: picture.room.left + 4, y: picture.sy(at) - 8 }, "missing")
    : make("text", { class: "tick", x: picture.sx(at), y: picture.room.top + 13, "text-anchor": "middle" }, "missing"),
)

const colourBar = (picture, frames) => {
  const [low, high] = frames.scale, x = picture.right + 14, height = picture.bottom - picture.room.top
  const sy = value => picture.bottom - ((value - low) / (high - low)) * height
  for (let k = 0; k < 24; k++) {
    const share = (k + 0.5) / 12 - 1
    picture.svg.append(make("rect", {
      class: share < 0 ? "low" : "high", "fill-opacity": 0.745 * Math.abs(share) ** 0.55,
      x, width: 14, y: picture.bottom - ((k + 1) / 24) * height, height: height / 24,
    }))
  }
  picture.svg.append(make("rect", { class: "frame", x, y: picture.room.top, width: 14, height }))
  for (const value of ticks(low, high, 5))
    picture.svg.append(make("text", { class: "tick", x: x + 19, y: sy(value) + 4 }, shown(value)))
  const words = frames.up.length ? `raw prediction of ${frames.captions.up}` : "prediction"
  picture.svg.append(make("text", { class: "label", x: x + 60, y: picture.room.top - 8, "text-anchor": "end" }, words))
}

// Ticks of a logarithmic axis, as logarithms: powers of ten, between them 2 and 5 where there is room.
const decades = (low, high) => {
  const every = Math.ceil((high - low) / 3), factors = high - low < 1 ? [1, 3] : [1], found = []
  for (let power = Math.floor(low); power <= high; power += every)
    for (const factor of factors) found.push(power + Math.log10(factor))
  return found.filter(value => value >= low && value <= high)
}

// The round after which a loss is lowest, the first of equals.
const lowestOf = line => line.reduce((best, value, r) => (r > 0 && value < line[best] ? r : best), 1)

const layLosses = (state, height) => {
  const { frames, root, width } = state, states = frames.rounds + 1
  const of = frames.logLoss ? Math.log10 : value => value
  const lines = [row(frames.losses, 0, states), row(frames.losses, 1, states)].filter(line => Number.isFinite(line[0]))
  const all = lines.flatMap(line => Array.from(line, of)), room = { left: 58, right: 14, top: 6, bottom: 20 }
  const high = Math.max(...all), low = frames.logLoss ? Math.min(...all) : 0, pad = 0.06 * (high - low) || 0.5
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
  const { sx, sy } = axes(svg, {
    width, height, room, extent: [0, frames.rounds, frames.logLoss ? low - pad : Math.min(0, low), high + pad],
    about: [Math.min(8, frames.rounds), frames.logLoss ? NO_TICKS : 2],
  })
  if (frames.logLoss)
    for (const power of decades(low - pad, high + pad))
      svg.append(
        make("line", { class: "grid", x1: room.left, x2: width - room.right, y1: sy(power), y2: sy(power) }),
        make("text", { class: "tick", x: room.left - 7, y: sy(power) + 4, "text-anchor": "end" }, shown(10 ** power)),
      )
  const clip = make("clipPath", { id: "past" }), past = make("rect", { x: 0, y: 0, height })
  clip.append(past)
  svg.append(clip)
  const xs = Array.from({ length: states }, (_, r) => sx(r)), colours = ["training", "heldout"]
  const ys = lines.map(line => Array.from(line, value => sy(of(value))))
  ys.forEach((line, at) => svg.append(
    make("path", { class: `losses future ${colours[at]}`, d: path(xs, line) }),
    make("path", { class: `losses ${colours[at]}`, d: path(xs, line), "clip-path": "url(#past)" }),
  ))
  const lowest = lines.length > 1 ? lowestOf(lines[1]) : null
  if (lowest) svg.append(make("circle", { class: "lowest", cx: xs[lowest], cy: ys[1][lowest], r: 8 }))
  const cursor = svg.appendChild(make("line", { class: "cursor", y1: room.top, y2: height - room.bottom }))
  const points = ys.map((_, at) => svg.appendChild(make("circle", { class: colours[at], r: 5.5 })))
  const key = root.querySelector(".key.loss")
  key.title = `mean ${frames.captions.loss}${frames.logLoss ? ", logarithmic axis" : ""}`
  key.replaceChildren(keyItem("line model", "training "), ...(lines.length > 1 ? [keyItem("dash model", "unseen ")] : []))
  const texts = [...key.children].map(item => item.appendChild(element("b", "")))
  if (lowest) key.append(keyItem("ring", `lowest ${shown(lines[1][lowest])}, round ${lowest}`))
  root.querySelector(".picture.loss").replaceChildren(svg)
  root.querySelector(".along").style.paddingLeft = `${sx(1) - HALF_A_THUMB}px`
  state.losses = { lines, xs, ys, past, cursor, points, texts }
}
