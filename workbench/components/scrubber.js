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
    xLabel: "round", yLabel: f.logLoss ? "mean loss, logarithmic axis" : "mean loss", about: [Math.min(5, f.rounds), f.logLoss ? NO_TICKS : 5],
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

// --- the parts that a step changes

const paint = S => {
  const { frames: f, round: r, picture: P } = S
  const n = f.x.length, gradient = row(f.gradient, r - 1, n)
  const seen = S.data.marks.ask ? r - 1 : r // where the tree is asked for, what it did stays hidden
  const before = row(f.value, r - 1, n), after = row(f.value, seen, n)
  if (f.kind === "curve") paintCurve(P, f, r, seen)
  else if (f.kind === "surface") paintSurface(S, f, r, seen)
  if (P.stems) paintStems(P, f, before, gradient)
  if (f.kind !== "curve") paintRows(S, f, gradient, before, after)
  paintChosen(S, f, after)
  paintLosses(S)
  paintWords(S, gradient)
}

const paintCurve = (P, f, r, seen) => {
  const m = f.grid.length, old = row(f.curve, r - 1, m), fresh = row(f.curve, seen, m)
  P.gx ??= Float32Array.from(f.grid, P.sx)
  let before = "", after = "", back = ""
  for (let i = 0; i < m; i++) {
    const start = i ? "L" : "M", x = tenth(P.gx[i]), a = tenth(P.sy(old[i])), b = tenth(P.sy(fresh[i]))
    before += `${start}${x},${a}`
    after += `${start}${x},${b}`
    back = `L${x},${a}${back}`
  }
  P.before.setAttribute("d", before)
  P.after.setAttribute("d", after)
  P.change.setAttribute("d", `${after}${back}z`)
}

const paintStems = (P, f, before, gradient) => {
  let text = "", longest = -1
  for (const i of f.stems) {
    const x = tenth(P.xs[i])
    text += `M${x},${tenth(P.sy(before[i]))}V${tenth(P.sy(before[i] - gradient[i]))}`
    if (longest < 0 || Math.abs(gradient[i]) > Math.abs(gradient[longest])) longest = i
  }
  P.stems.setAttribute("d", text)
  if (longest < 0) return
  const x = P.xs[longest], atRight = x > P.right - 110
  const end = P.sy(before[longest] - gradient[longest])
  P.largest.setAttribute("x", tenth(x + (atRight ? -8 : 8)))
  P.largest.setAttribute("y", tenth(Math.max(P.room.top + 12, Math.min(P.bottom - 4, end + 4))))
  P.largest.setAttribute("text-anchor", atRight ? "end" : "start")
  P.largest.textContent = `−g = ${shown(-gradient[longest])}`
}

const paintSurface = (S, f, r, seen) => {
  const P = S.picture, size = P.canvas.width, cells = size * size
  const old = row(f.surface, r - 1, cells), fresh = row(f.surface, seen, cells)
  P.colours ??= palette(S.root)
  P.pen ??= P.canvas.getContext("2d")
  P.image ??= P.pen.createImageData(size, size)
  P.pixels ??= new Uint32Array(P.image.data.buffer)
  for (let at = 0; at < cells; at++) P.pixels[at] = P.colours[fresh[at]]
  P.pen.putImageData(P.image, 0, 0)
  const [w, h] = [P.right - P.room.left, P.bottom - P.room.top]
  P["border-before"].setAttribute("d", border(old, size, w, h, P.room))
  P["border-after"].setAttribute("d", border(fresh, size, w, h, P.room))
}

const paintRows = (S, f, gradient, before, after) => {
  const P = S.picture, sides = S.sides, largest = f.largest || 1
  const ys = f.kind === "surface" ? P.ys : Float32Array.from(after, P.sy)
  const radius = i => 1.8 + 6 * Math.sqrt(Math.abs(gradient[i]) / largest)
  const isUp = f.up.length ? i => f.up[i] === 1 : i => gradient[i] < 0
  const inside = i => sides[i] !== OUTSIDE
  P.up.setAttribute("d", triangles(P.xs, ys, radius, i => inside(i) && isUp(i), true))
  P.down.setAttribute("d", triangles(P.xs, ys, radius, i => inside(i) && !isUp(i), false))
  P.upFaded.setAttribute("d", triangles(P.xs, ys, radius, i => !inside(i) && isUp(i), true))
  P.downFaded.setAttribute("d", triangles(P.xs, ys, radius, i => !inside(i) && !isUp(i), false))
  P.beforeDots?.setAttribute("d", dots(P.xs, Float32Array.from(before, P.sy), () => 3, () => true))
  const lit = sidesLit(S)
  for (const [name, side] of [["haloleft", LEFT], ["haloright", RIGHT]])
    P[name].setAttribute("d", lit.includes(side) ? dots(P.xs, ys, i => radius(i) + 4, i => sides[i] === side) : "")
}

// The sides of the cut whose rows are coloured: what the reader points at, or both where the page wants it.
const sidesLit = S => {
  if (S.side === "left") return [LEFT]
  if (S.side === "right") return [RIGHT]
  return S.side === "node" || S.data.marks.colour_sides ? [LEFT, RIGHT] : []
}

// Marks that stay while one steps, until Python sends others.
const paintMarks = S => {
  const { frames: f, picture: P } = S, { cut, region, guess, guess_axis: axis, ask } = S.data.marks
  if (f.kind === "curve") {
    const lit = sidesLit(S), ys = f.up.length ? P.ys.map((_, i) => (f.up[i] ? P.room.top + 5 : P.bottom - 5)) : P.ys
    const shownAs = S.sides.map(side => (side === OUTSIDE || lit.includes(side) ? side : INSIDE))
    SIDES.forEach((name, code) => P[name].setAttribute("d", dots(P.xs, ys, () => (code === LEFT || code === RIGHT ? 3.6 : 2.3), i => shownAs[i] === code)))
  }
  const bounded = region.some(([low, high]) => low !== null || high !== null)
  const [rx, ry] = [region[0] ?? [null, null], region[1] ?? [null, null]]
  const left = rx[0] === null ? P.room.left : P.sx(rx[0]), right = rx[1] === null ? P.right : P.sx(rx[1])
  const top = ry[1] === null ? P.room.top : P.sy(ry[1]), bottom = ry[0] === null ? P.bottom : P.sy(ry[0])
  const box = bounded ? { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) } : { width: 0, height: 0 }
  for (const name in box) P.region.setAttribute(name, box[name])
  const line = !cut ? "" : cut[0] === 0 ? `M${P.sx(cut[1])},${top}V${bottom}` : `M${left},${P.sy(cut[1])}H${right}`
  P.cut.setAttribute("d", line)
  P.cutLabel.textContent = cut ? `cut at ${shown(cut[1])}` : ""
  if (cut) standAt(P, P.cutLabel, cut[0] === 0 ? P.sx(cut[1]) : right - 84, cut[0] === 0 ? bottom - 8 : P.sy(cut[1]) - 6)
  const guessed = guess !== null && axis !== null
  P.guess.setAttribute("d", guessed ? across(P, axis, guess) : "")
  P.guessLabel.textContent = guessed ? `your cut ${shown(guess)}` : ""
  if (guessed) standAt(P, P.guessLabel, axis ? P.room.left : P.sx(guess), axis ? P.sy(guess) - 6 : P.room.top + 14)
  P.handle.hidden = !ask
  P.svg.classList.toggle("asks", ask)
  S.root.querySelector(".key.main").classList.toggle("asking", ask)
  if (!ask || axis !== S.aimAxis) Object.assign(S, { aim: null, aimAxis: axis })
  if (!ask) return
  const [low, high] = asked(S)
  moveHandle(S, S.aim ?? guess ?? (low + high) / 2)
}

// A line through the whole plot at a value of one axis.
const across = (P, axis, value) =>
  axis ? `M${P.room.left},${P.sy(value)}H${P.right}` : `M${P.sx(value)},${P.room.top}V${P.bottom}`

const standAt = (P, text, x, y) => {
  const atRight = x > P.right - 100
  text.setAttribute("x", tenth(x + (atRight ? -6 : 6)))
  text.setAttribute("y", tenth(y))
  text.setAttribute("text-anchor", atRight ? "end" : "start")
}

const paintChosen = (S, f, after) => {
  const { place, row: chosen } = S.data.marks, P = S.picture
  let at = place && [P.sx(place[0]), P.sy(place[1])]
  if (!at && chosen !== null) at = [P.xs[chosen], f.kind === "surface" ? P.ys[chosen] : P.sy(after[chosen])]
  P.chosen.setAttribute("d", at ? dots([at[0]], [at[1]], () => 9, () => true) : "")
}

const paintLosses = S => {
  const { lines, xs, ys, past, cursor, points, texts } = S.losses, r = S.round, x = xs[r]
  past.setAttribute("width", x)
  cursor.setAttribute("x1", x)
  cursor.setAttribute("x2", x)
  lines.forEach((line, at) => {
    points[at].setAttribute("cx", x)
    points[at].setAttribute("cy", ys[at][r])
    texts[at].textContent = shown(line[r])
  })
}

const paintWords = (S, gradient) => {
  const { frames: f, round: r, controls } = S
  const told = S.losses.lines.map((line, at) => `mean loss on ${at ? "held-out" : "training"} rows from ${shown(line[r - 1])} to ${shown(line[r])}`)
  let largest = 0
  for (const g of gradient) largest = Math.max(largest, Math.abs(g))
  S.picture.svg.setAttribute("aria-label", `${f.captions.title}, round ${r} of ${f.rounds}: ${told.join("; ")}. The largest gradient of a drawn row is ${shown(largest)}.`)
  controls.range.value = r
  controls.range.setAttribute("aria-valuetext", `Round ${r} of ${f.rounds}, ${told[0]}`)
  controls.output.textContent = `Round ${r} of ${f.rounds}`
  const ends = { first: r === 1, back: r === 1, next: r === f.rounds, last: r === f.rounds }
  for (const name in ends) controls[name].setAttribute("aria-disabled", ends[name])
}

// --- moving

const show = (S, r) => {
  const wanted = Math.max(1, Math.min(S.frames.rounds, r))
  if (wanted === S.round) return
  S.round = wanted
  paint(S)
}

const commit = S => {
  clearTimeout(S.waiting)
  S.waiting = null
  const told = S.pending.at(-1) ?? S.server
  if (S.round === told) return
  S.pending.push(S.round)
  S.tell("moved", { round: S.round })
}

// At once when Python is idle; else when the keys rest, so that a held key does not ask for every round.
const commitSoon = S => {
  if (!S.waiting && !S.pending.length) return commit(S)
  clearTimeout(S.waiting)
  S.waiting = setTimeout(() => commit(S), PATIENCE)
}

const stop = S => {
  if (!S.playing) return
  cancelAnimationFrame(S.playing)
  S.playing = null
  S.controls.play.textContent = "Play"
  commit(S)
}

const play = S => {
  if (S.playing) return stop(S)
  const beat = matchMedia("(prefers-reduced-motion: reduce)").matches ? SLOW_BEAT : BEAT
  let last = performance.now()
  clearTimeout(S.waiting)
  if (S.round >= S.frames.rounds) show(S, 1)
  S.controls.play.textContent = "Pause"
  const step = now => {
    if (!S.root.isConnected) return
    if (now - last >= beat - 4) {
      last = now
      show(S, S.round + 1)
      if (S.round >= S.frames.rounds) return stop(S)
    }
    S.playing = requestAnimationFrame(step)
  }
  S.playing = requestAnimationFrame(step)
}

const target = (S, key) => ({
  ArrowLeft: S.round - 1, ArrowDown: S.round - 1, ArrowRight: S.round + 1, ArrowUp: S.round + 1,
  PageDown: S.round - 10, PageUp: S.round + 10, Home: 1, End: S.frames.rounds,
})[key]

const onKey = (S, event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !S.frames) return
  const r = target(S, event.key)
  if (r === undefined && event.key !== " ") return
  event.preventDefault()
  if (event.key === " ") return play(S)
  stop(S)
  show(S, r)
  commitSoon(S)
}

// Python's round counts only when somebody else than this scrubber moved it.
const heed = S => {
  const at = S.pending.indexOf(S.data.round)
  if (at >= 0) S.pending.splice(0, at + 1)
  else if (S.data.round !== S.server) {
    S.pending = []
    if (!S.waiting && !S.playing) S.round = S.data.round
  }
  S.server = S.data.round
}

// --- guessing a cut

// The ends of the axis on which a cut is guessed.
const asked = S => S.frames.extent.slice(2 * S.data.marks.guess_axis, 2 * S.data.marks.guess_axis + 2)

const moveHandle = (S, value) => {
  const { picture: P, frames: f } = S, axis = S.data.marks.guess_axis, [min, max] = asked(S)
  S.aim = Math.max(min, Math.min(max, value))
  Object.assign(P.handle.style, axis
    ? { left: `${P.room.left}px`, width: `${P.right - P.room.left}px`, top: `${P.sy(S.aim) - 7}px`, height: "14px" }
    : { left: `${P.sx(S.aim) - 7}px`, width: "14px", top: `${P.room.top}px`, height: `${P.bottom - P.room.top}px` })
  P.handle.classList.toggle("lying", axis === 1)
  const name = axis ? f.captions.y : f.captions.x
  const values = { min, max, now: S.aim, text: `${name} ${shown(S.aim)}; Enter chooses it` }
  for (const name in values) P.handle.setAttribute(`aria-value${name}`, values[name])
}

const guess = (S, value) => {
  moveHandle(S, value)
  S.tell("guessed", { guess: S.aim })
}

const wireGuess = S => {
  const { picture: P } = S
  const valueAt = event => { // shares of the picture's box, which presenter mode may zoom
    const box = P.svg.getBoundingClientRect()
    return S.data.marks.guess_axis
      ? P.sy.invert(((event.clientY - box.top) / box.height) * P.height)
      : P.sx.invert(((event.clientX - box.left) / box.width) * P.width)
  }
  P.svg.onclick = event => { if (S.data.marks.ask) guess(S, valueAt(event)) }
  P.svg.onpointermove = event => {
    if (!S.data.marks.ask) return P.hover.setAttribute("d", "")
    const [low, high] = asked(S), value = valueAt(event)
    P.hover.setAttribute("d", value >= low && value <= high ? across(P, S.data.marks.guess_axis, value) : "")
  }
  P.svg.onpointerleave = () => P.hover.setAttribute("d", "")
  P.handle.onkeydown = event => {
    const [low, high] = asked(S), step = (high - low) / 100
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key]
    if (by) moveHandle(S, S.aim + by * step)
    else if (event.key === "Home") moveHandle(S, low)
    else if (event.key === "End") moveHandle(S, high)
    else if (event.key === "Enter" || event.key === " ") guess(S, S.aim)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

// --- putting it together

// Another picture: what was still to be told was about the old one.
const takeFrames = (S, frames) => {
  clearTimeout(S.waiting)
  cancelAnimationFrame(S.playing)
  S.controls.play.textContent = "Play"
  Object.assign(S, { frames, waiting: null, playing: null, pending: [], aim: null, drawn: null })
  S.round = Math.max(1, Math.min(frames.rounds, S.data.round))
}

// Draws what changed: everything for other frames or another width, else marks and the moving parts.
const refresh = S => {
  const frames = globalThis.gbtFrames?.get(S.data.signature)
  if (!frames || !S.width) return
  const drawn = `${S.data.signature} ${S.width} ${S.data.height}`
  if (S.frames !== frames) takeFrames(S, frames)
  if (S.drawn !== drawn) {
    const focused = S.picture && S.root.getRootNode().activeElement === S.picture.svg
    S.controls.range.min = 1
    S.controls.range.max = frames.rounds
    layout(S)
    wireGuess(S)
    if (focused) S.picture.svg.focus({ preventScroll: true })
    S.drawn = drawn
  }
  S.sides = bytes(S.data.marks.sides)
  if (S.sides.length !== frames.x.length) S.sides = new Uint8Array(frames.x.length).fill(INSIDE)
  paintMarks(S)
  paint(S)
}

const wire = (S, parentElement) => {
  const root = (S.root = parentElement.querySelector(".scrubber"))
  const find = selector => root.querySelector(selector)
  S.controls = { range: find("input"), output: find("output") }
  for (const button of root.querySelectorAll("button")) S.controls[button.dataset.go] = button
  const { range, play: playButton } = S.controls
  const go = { first: () => 1, back: () => S.round - 1, next: () => S.round + 1, last: () => S.frames.rounds }
  for (const name in go)
    S.controls[name].onclick = () => {
      if (!S.frames) return
      stop(S)
      show(S, go[name]())
      commit(S)
    }
  playButton.onclick = () => { if (S.frames) play(S) }
  range.oninput = () => { stop(S); show(S, Number(range.value)) }
  range.onchange = () => commit(S)
  range.onkeydown = event => onKey(S, event)
  find(".picture.main").onkeydown = event => { if (event.target === S.picture?.svg) onKey(S, event) }
  new ResizeObserver(entries => {
    const width = Math.floor(entries[0].contentRect.width)
    if (width && width !== S.width) { S.width = width; refresh(S) }
  }).observe(find(".pictures"))
  const arrived = () => (root.isConnected ? refresh(S) : document.removeEventListener("gbt-frames", arrived))
  document.addEventListener("gbt-frames", arrived)
}

export default function ({ data, parentElement, setStateValue }) {
  let S = scrubbers.get(parentElement)
  if (!S) {
    S = { round: data.round, server: data.round, pending: [], side: null, data }
    scrubbers.set(parentElement, S)
    wire(S, parentElement)
  }
  S.data = data
  S.tell = (name, value) => setStateValue(name, { ...value, move: Date.now() })
  heed(S)
  refresh(S)
  return onFocus(parentElement, side => {
    S.side = side
    if (S.frames && S.drawn) { paintMarks(S); paint(S) }
  })
}
