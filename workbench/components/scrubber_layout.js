// All rounds of a picture, drawn here: a step asks nobody. The round is told to Python when the reader lets go.
const BEAT = 80, SLOW_BEAT = 600 // milliseconds a round while playing; the slow one for reduced motion
const PATIENCE = 150 // milliseconds after the last key until the round is told
const OUTSIDE = 0, LEFT = 1, RIGHT = 2, INSIDE = 3
const scrubbers = new WeakMap() // parent element: what it shows
const SIDES = ["rowsOutside", "rowsLeft", "rowsRight", "rowsInside"] // by code
const NO_TICKS = 0

const row = (values, r, length) => values.subarray(r * length, (r + 1) * length)
const tenth = value => Math.round(value * 10) / 10

// Marks of the rows that `wanted` says, as one path: dots, or triangles that point up or down.
const dots = (xs, ys, radius, wanted) => {
  let text = ""
  for (let i = 0; i < xs.length; i++) {
    if (!wanted(i)) continue
    const r = tenth(radius(i)), d = 2 * r
    text += `M${tenth(xs[i]) - r},${tenth(ys[i])}a${r},${r} 0 1,0 ${d},0a${r},${r} 0 1,0 ${-d},0`
  }
  return text
}
const triangles = (xs, ys, radius, wanted, up) => {
  let text = ""
  for (let i = 0; i < xs.length; i++) {
    if (!wanted(i)) continue
    const r = tenth(1.15 * radius(i)), high = tenth(up ? 1.6 * r : -1.6 * r)
    text += `M${tenth(xs[i])},${tenth(ys[i] - 0.58 * high)}l${r},${high}h${-2 * r}z`
  }
  return text
}

// The border between cells above and below the middle of a surface.
const border = (cells, size, width, height, room) => {
  const w = width / size, h = height / size
  let text = ""
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      const here = cells[j * size + i] > 127
      const x = tenth(room.left + (i + 1) * w), y = tenth(room.top + (j + 1) * h)
      if (i + 1 < size && cells[j * size + i + 1] > 127 !== here) text += `M${x},${y}v${-tenth(h)}`
      if (j + 1 < size && cells[(j + 1) * size + i] > 127 !== here) text += `M${x},${y}h${-tenth(w)}`
    }
  return text
}

const channels = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))
const element = (name, className, text = "") => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
const keyItem = (swatch, text) => {
  const item = element("span", "item")
  item.append(element("i", `swatch ${swatch}`), text)
  return item
}

// --- the parts of a picture that stay while one steps

// What the border in a surface means.
const middle = ({ scale: [low, high], up }) =>
  up.length && low === -high ? "even odds" : `prediction ${shown((low + high) / 2)}`

const KEYS = {
  curve: c => [
    ["dot grey", c.rows], ...(c.truth ? [["line green", c.truth]] : []), ["dash grey", "before"],
    ["line blue", "after"], ["area", "what the tree adds"], ["line orange", "negative gradient"],
  ],
  surface: (c, f) => [
    ["up", c.up], ["down", c.down], ["", `${c.rows}, larger for a larger gradient`],
    ["dash", `${middle(f)} before`], ["line ink", "after"],
  ],
  rows: (c, f) => [
    ["up", c.up], ["down", c.down], ["", `${c.rows}, larger for a larger gradient`], ["ring", "before"],
    ...(f.stems.length ? [["line orange", "negative gradient"]] : []),
  ],
}

const layout = S => {
  const { frames: f, root } = S, c = f.captions
  const total = Math.max(300, S.width), wide = total >= 720
  const lossWidth = wide ? Math.round(Math.min(420, 0.31 * total)) : total
  const width = wide ? total - lossWidth - 16 : total, height = S.data.height
  root.querySelector(".pictures").classList.toggle("wide", wide)
  root.querySelector(".pictures").style.gridTemplateColumns = wide ? `${width}px ${lossWidth}px` : ""
  root.querySelector(".key.main").replaceChildren(...KEYS[f.kind](c, f).map(item => keyItem(...item)))
  const room = { left: 58, right: f.kind === "surface" ? 78 : 14, top: 28, bottom: 46 }
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", tabindex: 0, "aria-live": "off", class: f.kind })
  const fixed = make("g"), P = { svg, room, width, height }
  const byClass = f.kind === "rows" && c.groups.length > 0
  const scales = axes(fixed, {
    width, height, room, extent: f.extent, xLabel: c.x, yLabel: c.y, about: [byClass ? NO_TICKS : 8, 6],
  })
  Object.assign(P, scales, { right: width - room.right, bottom: height - room.bottom })
  svg.append(fixed)
  P.xs = Float32Array.from(f.x, P.sx)
  P.ys = Float32Array.from(f.y, P.sy)
  const layer = (name, tag = "path") => (P[name] = svg.appendChild(make(tag, { class: name })))
  layer("region", "rect")
  if (f.kind === "curve") {
    if (f.up.length) rugs(P, f)
    SIDES.forEach(side => layer(side))
    layer("truth").setAttribute("d", path(Array.from(f.grid, P.sx), Array.from(f.truth, P.sy)))
    ;["change", "stems", "before", "after"].forEach(name => layer(name))
  } else if (f.kind === "surface") {
    ;["border-before", "border-after", "upFaded", "downFaded", "up", "down"].forEach(name => layer(name))
    colourBar(P, f)
  } else {
    if (byClass) groupNames(P, c.groups)
    else if (!f.features.length) fixed.append(make("path", { class: "diagonal", d: diagonal(P, f.extent) }), make("text", { class: "label note", x: P.sx(Math.min(f.extent[1], f.extent[3])) - 8, y: P.sy(Math.min(f.extent[1], f.extent[3])) + 4, "text-anchor": "end" }, "perfect"))
    ;["stems", "beforeDots", "upFaded", "downFaded", "up", "down"].forEach(name => layer(name))
  }
  f.missing.forEach((at, axis) => { if (at !== null) missingStrip(fixed, P, at, axis) })
  ;["haloleft", "haloright", "chosen", "cut", "guess", "hover"].forEach(name => layer(name))
  ;["cutLabel", "guessLabel", "largest"].forEach(name => layer(name, "text"))
  const place = root.querySelector(".picture.main")
  P.handle = element("div", "handle")
  Object.entries({ role: "slider", tabindex: "0", "aria-label": "Your cut" }).forEach(([k, v]) => P.handle.setAttribute(k, v))
  if (f.kind === "surface") {
    P.canvas = element("canvas", "")
    P.canvas.width = P.canvas.height = Math.sqrt(f.surface.length / (f.rounds + 1))
    Object.assign(P.canvas.style, {
      left: `${room.left}px`, top: `${room.top}px`,
      width: `${P.right - room.left}px`, height: `${P.bottom - room.top}px`,
    })
    place.replaceChildren(P.canvas, svg, P.handle)
  } else place.replaceChildren(svg, P.handle)
  S.picture = P
  layLosses(S, lossWidth, wide ? height : 200)
}

const diagonal = (P, [x0, x1, y0, y1]) => {
  const low = Math.max(x0, y0), high = Math.min(x1, y1)
  return `M${P.sx(low)},${P.sy(low)}L${P.sx(high)},${P.sy(high)}`
}

// Rows of two classes over one feature: strokes along the upper and the lower edge.
const rugs = (P, f) => {
  const strokes = up => Array.from(P.xs, (x, i) => (f.up[i] === up ? `M${tenth(x)},${up ? P.room.top : P.bottom - 11}v11` : "")).join("")
  P.svg.append(
    make("path", { class: "rug up", d: strokes(1) }), make("path", { class: "rug down", d: strokes(0) }),
    make("text", { class: "label note", x: P.right - 6, y: P.room.top + 26, "text-anchor": "end" }, `rows of class ${f.captions.up}`),
    make("text", { class: "label note", x: P.right - 6, y: P.bottom - 17, "text-anchor": "end" }, `rows of class ${f.captions.down}`),
  )
}

const groupNames = (P, groups) => groups.forEach(([from, to, name], at) => {
  const middle = P.sx((from + to) / 2)
  P.svg.append(make("text", { class: "tick", x: middle, y: P.bottom + 18, "text-anchor": "middle" }, name))
  if (at) P.svg.append(make("line", { class: "divider", x1: P.sx(from - 0.5), x2: P.sx(from - 0.5), y1: P.room.top, y2: P.bottom }))
})

const missingStrip = (group, P, at, axis) => group.append(
  axis
    ? make("text", { class: "tick", x: P.room.left + 4, y: P.sy(at) - 8 }, "missing")
    : make("text", { class: "tick", x: P.sx(at), y: P.room.top + 13, "text-anchor": "middle" }, "missing"),
)

// Colours of a surface: blue below the middle, orange above, clear in the middle, so that any ground fits.
const palette = root => {
  const of = name => channels(getComputedStyle(root).getPropertyValue(name).trim())
  const [blue, orange] = [of("--blue"), of("--orange")], colours = new Uint8ClampedArray(4 * 256)
  for (let level = 0; level < 255; level++) {
    const share = (level - 127) / 127
    colours.set([...(share < 0 ? blue : orange), 190 * Math.abs(share) ** 0.55], 4 * level)
  }
  return new Uint32Array(colours.buffer)
}

const colourBar = (P, f) => {
  const [low, high] = f.scale, x = P.right + 14, height = P.bottom - P.room.top
  const sy = value => P.bottom - ((value - low) / (high - low)) * height
  for (let k = 0; k < 24; k++) {
    const share = (k + 0.5) / 12 - 1
    P.svg.append(make("rect", {
      class: share < 0 ? "low" : "high", "fill-opacity": 0.745 * Math.abs(share) ** 0.55,
      x, width: 14, y: P.bottom - ((k + 1) / 24) * height, height: height / 24,
    }))
  }
  P.svg.append(make("rect", { class: "frame", x, y: P.room.top, width: 14, height }))
  for (const value of ticks(low, high, 5))
    P.svg.append(make("text", { class: "tick", x: x + 19, y: sy(value) + 4 }, shown(value)))
  const words = f.up.length ? `raw prediction of ${f.captions.up}` : "prediction"
  P.svg.append(make("text", { class: "label", x: x + 60, y: P.room.top - 8, "text-anchor": "end" }, words))
}

// Ticks of a logarithmic axis, as logarithms: powers of ten, between them 2 and 5 where there is room.
const decades = (low, high) => {
  const every = Math.ceil((high - low) / 6), factors = high - low < 2.5 ? [1, 2, 5] : [1], found = []
  for (let power = Math.floor(low); power <= high; power += every)
    for (const factor of factors) found.push(power + Math.log10(factor))
  return found.filter(value => value >= low && value <= high)
}

const layLosses = (S, width, height) => {
  const { frames: f, root } = S, states = f.rounds + 1
  const of = f.logLoss ? Math.log10 : value => value
  const lines = [row(f.losses, 0, states), row(f.losses, 1, states)].filter(line => Number.isFinite(line[0]))
  const all = lines.flatMap(line => Array.from(line, of)), room = { left: 58, right: 16, top: 28, bottom: 46 }
  const high = Math.max(...all), low = f.logLoss ? Math.min(...all) : 0, pad = 0.06 * (high - low) || 0.5
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
  const { sx, sy } = axes(svg, {
    width, height, room, extent: [0, f.rounds, f.logLoss ? low - pad : Math.min(0, low), high + pad],
    xLabel: "round", yLabel: `mean ${f.captions.loss}${f.logLoss ? ", logarithmic axis" : ""}`, about: [Math.min(5, f.rounds), f.logLoss ? NO_TICKS : 5],
  })
  if (f.logLoss)
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
  const cursor = svg.appendChild(make("line", { class: "cursor", y1: room.top, y2: height - room.bottom }))
  const points = ys.map((_, at) => svg.appendChild(make("circle", { class: colours[at], r: 5.5 })))
  const key = root.querySelector(".key.loss")
  key.replaceChildren(keyItem("line blue", "training "), ...(lines.length > 1 ? [keyItem("line orange", "held-out ")] : []))
  const texts = [...key.children].map(item => item.appendChild(element("b", "")))
  root.querySelector(".picture.loss").replaceChildren(svg)
  S.losses = { lines, xs, ys, past, cursor, points, texts }
}
