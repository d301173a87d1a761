// Draws the gain of every cut of a feature, and all features small.
import { axes } from "./kit/axes.js"
import { freest, sampled } from "./kit/free.js"
import { element, showPieces } from "./kit/html.js"
import { setChosen } from "./kit/keys.js"
import { bytes, clamp, thresholdText, nearest, shown } from "./kit/numbers.js"
import { make, path } from "./kit/svg.js"

const ROOM = { left: 60, right: 14, top: 26, bottom: 40 }, FOR_MISSING = 92, LETTER = 6.6, BOLD = 8

const said = value => (Math.abs(value) >= 1000 && Math.abs(value) < 1e9 ? Math.round(value).toLocaleString("en-US").replace("-", "−") : shown(value))
const cutText = (data, way, i) =>
  way.asks.length
    ? way.asks[i]
    : way.x[i] === null
    ? `${data.name} is not missing`
    : `${data.name} ≤ ${thresholdText(way.x[i], way.decimals[i])}${way.side === "left" ? " or missing" : ""}`

// What is said about a cut, as pieces [class, text].
const pieces = (data, way, i) => {
  const rows = [
    ["left", `${way.n_left[i].toLocaleString("en-US")} row${way.n_left[i] === 1 ? "" : "s"} left`],
    ["", ", "],
    ["right", `${(data.n_rows - way.n_left[i]).toLocaleString("en-US")} right`],
  ]
  // Where the side of the missing rows is asked for, neither the way nor its rows are told.
  if (data.hidden && data.ways.length > 1 && way.x[i] !== null) return [["strong", cutText(data, { ...way, side: "" }, i)]]
  if (data.hidden) return [["strong", cutText(data, way, i)], ["", " · "], ...rows]
  const standing = way.verdict[i]
    ? `forbidden, ${data.reasons[way.verdict[i]]}`
    : `rank ${way.rank[i].toLocaleString("en-US")} of ${data.n_allowed.toLocaleString("en-US")}`
  const gain = Math.abs(way.gain[i]) > 1e200 ? "without bound" : said(way.gain[i])
  return [["strong", cutText(data, way, i)], ["", " · gain "], ["strong", gain], ["", " · "], ...rows, ["", ` · ${standing}`]]
}

// The scales, and the place of each drawn point in pixels.
const layOut = (data, width, height) => {
  const missing = data.ways.some(way => way.x.includes(null))
  const room = { ...ROOM, right: missing ? FOR_MISSING : ROOM.right }
  return { room, width, missing, bottom: height - room.bottom, right: width - room.right, aside: width - FOR_MISSING / 2 }
}

const drawBands = (group, data, { sx, sy }, { room, right, bottom }) => {
  const height = bottom - room.top
  for (const band of data.bands) {
    const x = sx(band.start), width = sx(band.stop) - x, short = band.words.split(":")[0]
    group.append(make("rect", { class: "band", x, y: room.top, width: Math.max(width, 0.5), height }))
    const text = [band.words, short].find(words => words.length * 6.8 < width - 8)
    if (text)
      group.append(make("text", { class: "hint", x: x + width / 2, y: room.top + 16, "text-anchor": "middle" }, text))
    else if (width > 18) {
      const turn = `translate(${x + width / 2 + 4},${room.top + 6}) rotate(90)`
      group.append(make("text", { class: "hint", transform: turn }, short))
    }
  }
  const floor = clamp(sy(data.floor), room.top, bottom)
  if (data.below && bottom > floor) {
    group.append(make("rect", { class: "band", x: room.left, y: floor, width: right - room.left, height: bottom - floor }))
    if (bottom - floor > 18)
      group.append(make("text", { class: "hint", x: right - 6, y: bottom - 8, "text-anchor": "end" }, data.below))
  }
}

// One curve: its allowed and its forbidden part, and a dot for each cut where these are few.
const drawWay = (group, way, xs, ys) => {
  const curve = way.x.map((_, i) => i).filter(i => way.x[i] !== null)
  const part = off => {
    let text = ""
    for (let k = 1; k < curve.length; k++) {
      const a = curve[k - 1], b = curve[k]
      if (Boolean(way.verdict[a] || way.verdict[b]) !== off) continue
      text += (text.endsWith(` ${a}`) ? "" : `M${xs[a].toFixed(1)},${ys[a].toFixed(1)}`) + `L${xs[b].toFixed(1)},${ys[b].toFixed(1)}`
    }
    return text
  }
  const dots = off => way.x.map((x, i) => (Boolean(way.verdict[i]) === off && (x === null || curve.length <= 80) ? `M${xs[i].toFixed(1)},${ys[i].toFixed(1)}h0` : "")).join("")
  for (const [off, kind] of [[true, "off"], [false, way.side]])
    group.append(
      make("path", { class: `line ${kind} ${way.side}`, d: part(off) }),
      make("path", { class: `dots ${kind}`, d: dots(off) }),
    )
}

const drawRug = (group, way, xs, bottom) => {
  for (const off of [true, false])
    group.append(make("path", {
      class: off ? "rug off" : "rug",
      d: way.x.map((_, i) => (Boolean(way.verdict[i]) === off ? `M${xs[i].toFixed(1)},${bottom}v-6` : "")).join(""),
    }))
}

// The curve as it was fitted, while lambda or gamma are tried.
const drawGhost = (group, data, sx, level) => {
  if (data.hidden) return
  for (const way of data.ghost) {
    const at = way.x.map((_, i) => i).filter(i => way.x[i] !== null)
    group.append(make("path", { class: "ghost", d: path(at.map(i => sx(way.x[i])), at.map(i => level(way.gain[i]))) }))
  }
  const mark = data.fitted
  if (mark && mark.x !== null) group.append(make("circle", { class: "ghost", cx: sx(mark.x), cy: level(mark.gain), r: 6 }))
}

const isLate = (x, { room, right }) => x > room.left + 0.6 * (right - room.left)

// What a marked cut takes: its line, which the cursor stands on at first, and its words.
const aroundMark = (mark, x, y, frame) => {
  const from = isLate(x, frame) ? x - 10 - BOLD * mark.label.length : x - 10
  return [...sampled([x, x], [frame.room.top, frame.bottom]), ...sampled([from, from + BOLD * mark.label.length + 20], [y - 6, y - 6])]
}

// Names of the two curves, on neither and clear of the marked cuts: above the upper one, below the lower one.
const nameWays = (group, data, places, taken, { room, right, bottom }) => {
  if (data.hidden || !data.ways.some(way => way.side)) return
  const curves = places.map(({ xs, ys }, w) => sampled(...[xs, ys].map(of => of.filter((_, i) => data.ways[w].x[i] !== null))))
  const high = curve => curve.reduce((sum, [, y]) => sum + y, 0) / curve.length
  data.ways.forEach((way, w) => {
    const words = `missing go ${way.side}`, wide = LETTER * words.length, curve = curves[w]
    if (!curve.length) return
    const offsets = curves.some(other => high(other) < high(curve)) ? [28, 12] : [-14, 0]
    const spots = Array.from({ length: 19 }, (_, k) => room.left + 30 + (k / 18) * (right - room.left - 60)).flatMap(x => {
      const y = curve[nearest(curve.map(([at]) => at), x)][1]
      const lefts = [x - wide / 2, x + 12, x - 12 - wide].map(left => clamp(left, room.left + 4, right - wide - 4))
      return lefts.flatMap(left => offsets.map(offset => ({ left, wide, down: clamp(y + offset, room.top + 12, bottom - 10) })))
    })
    const away = ({ left, down }) => Math.min(...curve.map(([x, y]) => Math.hypot(x - clamp(x, left, left + wide), y - down + 5)))
    const { left, down } = freest(spots, [...curves.flat(), ...taken], away)
    group.append(make("text", { class: `way ${way.side}`, x: left, y: down }, words))
  })
}

const drawMark = (group, kind, mark, x, y, frame) => {
  const { room, bottom } = frame, late = isLate(x, frame)
  const place = { x: x + (late ? -10 : 10), "text-anchor": late ? "end" : "start" }
  if (kind === "guess") {
    group.append(
      make("line", { class: "guess", x1: x, x2: x, y1: room.top, y2: bottom }),
      make("text", { class: "guess-label", ...place, y: bottom - 12 }, mark.label),
      make("circle", { class: "guess-dot", cx: x, cy: y, r: 6 }),
    )
    return
  }
  group.append(
    make("circle", { class: "best", cx: x, cy: y, r: 7 }),
    make("text", { class: "best-label", ...place, y: Math.max(y - 9, room.top + 13) }, mark.label),
  )
}

// Beside the axis: the cut between rows that have a value and rows that miss it.
const nameMissing = (group, { room, right, bottom, aside }) =>
  group.append(
    make("line", { class: "grid", x1: right + 10, x2: right + 10, y1: room.top, y2: bottom }),
    make("text", { class: "tick", x: aside + 4, y: bottom + 17, "text-anchor": "middle" }, "present |"),
    make("text", { class: "tick", x: aside + 4, y: bottom + 32, "text-anchor": "middle" }, "missing"),
  )

export const drawCurve = (state, data) => {
  const { plot } = state, width = plot.clientWidth, height = plot.clientHeight
  if (!width) return
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
  const frame = layOut(data, width, height), { room, right, bottom } = frame
  const group = make("g"), above = make("g")
  const [x0, x1, y0, y1] = data.extent
  const inner = right - room.left
  const scales = axes(group, {
    width: right + ROOM.right, height, room: { ...room, right: ROOM.right }, extent: [x0, x1, y0, y1],
    xLabel: data.axis, yLabel: data.label, about: [Math.max(3, Math.round(inner / 100)), Math.min(6, Math.round(height / 45))],
  })
  const { sx, sy } = scales
  if (data.hidden) for (const text of group.querySelectorAll('.tick[text-anchor="end"]')) text.remove()
  const level = gain => clamp(sy(gain), -height, 2 * height)
  const clip = make("clipPath", { id: "plot-area" }), inside = make("g", { "clip-path": "url(#plot-area)" })
  clip.append(make("rect", { x: room.left - 4, y: room.top - 4, width, height: bottom - room.top + 6 }))
  group.append(clip)
  const places = data.ways.map(way => ({
    xs: way.x.map(x => (x === null ? frame.aside : sx(x))),
    ys: way.gain.map(level),
  }))
  drawBands(group, data, scales, frame)
  if (!data.hidden) group.append(make("line", { class: "zero", x1: room.left, x2: right, y1: level(0), y2: level(0) }))
  if (frame.missing) nameMissing(group, frame)
  group.append(inside)
  drawGhost(inside, data, sx, level)
  data.ways.forEach((way, w) => {
    drawRug(group, way, places[w].xs, bottom)
    if (!data.hidden) drawWay(inside, way, places[w].xs, places[w].ys)
  })
  const marks = [["guess", data.guess], ["best", data.best]].filter(([, mark]) => mark && mark.feature === data.feature)
    .map(([kind, mark]) => [kind, mark, mark.x === null ? frame.aside : sx(mark.x), clamp(level(mark.gain), room.top, bottom)])
  const zero = sampled([room.left, right], [level(0), level(0)])
  nameWays(above, data, places, [...zero, ...marks.flatMap(([, mark, x, y]) => aroundMark(mark, x, y, frame))], frame)
  for (const [kind, mark, x, y] of marks) drawMark(above, kind, mark, x, y, frame)
  const shade = make("rect", { class: "shade", y: room.top, height: bottom - room.top })
  const line = make("line", { class: "cursor", y1: room.top, y2: bottom })
  const dot = make("circle", { class: "cursor-dot", r: data.hidden ? 0 : 5 })
  const grip = make("path", { class: "grip" })
  svg.append(group, shade, line, dot, grip, above)
  plot.replaceChildren(svg)
  Object.assign(state, { svg, frame, places, parts: { shade, line, dot, grip }, drawnWidth: width })
}

// What the gain is made of, where Python has told it: at its own cursor, until the reader moves on; of a leaf the weight.
const withSums = ({ sums, cursor, leaf }, at, said) => {
  if (!sums || at.moved && at.candidate !== cursor?.candidate) return said
  return leaf ? [["strong", "Leaf"], ["", ` ${sums} `], ["sums", `Not split: ${leaf}`]] : [...said, ["sums", ` ${sums}`]]
}

export const showCursor = (state, data) => {
  const { plot, read, parts, frame, at } = state, way = data.ways[at.way]
  plot.setAttribute("aria-label", data.words)
  plot.setAttribute("aria-valuemin", way ? 1 : 0)
  plot.setAttribute("aria-valuemax", data.n_candidates)
  plot.setAttribute("aria-valuenow", way ? at.candidate + 1 : 0)
  if (!way) {
    read.textContent = `${data.name} has no cut here: all its values are equal.`
    plot.setAttribute("aria-valuetext", read.textContent)
    if (parts) for (const part of Object.values(parts)) part.setAttribute("visibility", "hidden")
    return
  }
  const i = nearest(way.candidate, at.candidate), text = withSums(data, at, pieces(data, way, i))
  showPieces(read, text)
  plot.setAttribute("aria-valuetext", text.map(([, words]) => words).join(""))
  if (!parts) return
  const x = state.places[at.way].xs[i], y = state.places[at.way].ys[i]
  parts.line.setAttribute("x1", x)
  parts.line.setAttribute("x2", x)
  parts.dot.setAttribute("cx", x)
  parts.dot.setAttribute("cy", clamp(y, frame.room.top, frame.bottom))
  parts.grip.setAttribute("d", `M${x - 6},${frame.bottom + 6}L${x},${frame.bottom - 3}L${x + 6},${frame.bottom + 6}Z`)
  const side = state.side, start = side === "right" ? x : frame.room.left
  const stop = side === "left" && way.x[i] !== null ? x : frame.missing ? frame.width : frame.right
  parts.shade.setAttribute("class", `shade ${side ?? ""}`)
  parts.shade.setAttribute("x", start)
  parts.shade.setAttribute("width", side ? Math.max(0, (side === "left" ? x : stop) - start) : 0)
}

const thumbnail = (small, data) => {
  const button = element("button")
  button.type = "button"
  button.dataset.feature = small.feature
  button.setAttribute("aria-label", small.words)
  button.classList.toggle("forbidden", !small.is_allowed)
  const head = element("span", "head"), name = element("span", "name", small.name)
  name.title = small.name
  head.append(name, element("span", "gain", small.label))
  const svg = make("svg", { viewBox: "0 0 255 255", preserveAspectRatio: "none", "aria-hidden": "true" })
  if (small.lines.length) svg.append(make("line", { class: "zero", x1: 0, x2: 255, y1: 255 - data.zero, y2: 255 - data.zero }))
  small.lines.forEach(([xs, ys], k) => {
    const kind = small.lines.length > 1 ? ["right", "left"][k] : ""
    const x = bytes(xs), y = bytes(ys).map(value => 255 - value)
    svg.append(make("path", { class: `line ${kind}`, d: x.length > 1 ? path(x, y) : `M${x[0] - 9},${y[0]}h18` }))
  })
  button.append(head, svg)
  return button
}

export const drawStrip = (state, data) => {
  const { strip } = state, active = strip.getRootNode().activeElement
  const focused = strip.contains(active) ? active.dataset.feature : null
  const signature = JSON.stringify([data.thumbnails, data.zero])
  if (state.strip_of !== signature) {
    strip.replaceChildren(...data.thumbnails.map(small => thumbnail(small, data)))
    state.strip_of = signature
  }
  for (const button of strip.children) {
    const chosen = Number(button.dataset.feature) === data.feature
    setChosen(button, chosen, "aria-pressed")
    if (button.dataset.feature === focused) button.focus({ preventScroll: true })
    if (chosen && state.feature !== data.feature) {
      strip.scrollTop = clamp(strip.scrollTop, button.offsetTop + button.offsetHeight - strip.offsetTop - strip.clientHeight, button.offsetTop - strip.offsetTop - 3)
      strip.scrollLeft = clamp(strip.scrollLeft, button.offsetLeft + button.offsetWidth - strip.offsetLeft - strip.clientWidth, button.offsetLeft - strip.offsetLeft - 3)
    }
  }
}
