// Draws the rows of a node over one feature, lets one place a cut between their values, and tells Python.
import { axes } from "../../components/kit/axes.js"
import { element, showPieces } from "../../components/kit/html.js"
import { hasModifier, roveButtons, setChosen, slideTo } from "../../components/kit/keys.js"
import { bytes, clamp, thresholdText, floats } from "../../components/kit/numbers.js"
import { drag, pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make } from "../../components/kit/svg.js"
import { tellKey, tellNow } from "../../components/kit/telling.js"

const states = new WeakMap() // parent element: cut, picture, timers
const LEAST = 100, ROOM = { left: 60, right: 14, top: 24, bottom: 40 }

const whole = n => Math.round(n).toLocaleString("en-US")
const rows = n => `${whole(n)} row${Math.round(n) === 1 ? "" : "s"}`

// The numbers of the picture, unpacked once.
const unpacked = data => Object.fromEntries(["x", "y", "code", "threshold", "above", "n_left"].map(name => [name, floats(data[name])]))

// The cut that parts the rows as x does.
const cutAt = (arrays, x) => {
  let low = 0, high = arrays.above.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (arrays.above[middle] > x) high = middle
    else low = middle + 1
  }
  return low
}

// A path of marks, one shape for each class; a round or square end of a stroke makes a dot.
const marks = (code, xs, ys) =>
  xs.map((x, i) => (code === 2 ? `M${x.toFixed(1)},${(ys[i] - 4.5).toFixed(1)}l4.4,7.8h-8.8z` : `M${x.toFixed(1)},${ys[i].toFixed(1)}h0`)).join("")

const drawRows = (group, data, arrays, { sx, sy }) => {
  const xs = Array.from(arrays.x, sx), ys = Array.from(arrays.y, sy)
  if (data.kind === "stems") {
    const width = clamp(300 / xs.length, 1, 3)
    group.append(
      make("path", { class: "stem", "stroke-width": width, d: xs.map((x, i) => `M${x.toFixed(1)},${sy(0).toFixed(1)}V${ys[i].toFixed(1)}`).join("") }),
      make("path", { class: "tip", d: marks(0, xs, ys) }),
    )
    return
  }
  data.classes.forEach((_, k) => {
    const mine = xs.map((_, i) => i).filter(i => arrays.code[i] === k)
    group.append(make("path", { class: `class-${k % 3}`, d: marks(k % 3, mine.map(i => xs[i]), mine.map(i => ys[i])) }))
  })
}

const drawBackground = (group, data, { sx, sy }, { right, bottom }) => {
  for (const band of data.bands) {
    const x = sx(band.start), width = sx(band.stop) - x, short = band.words.split(":")[0]
    group.append(make("rect", { class: "forbidden", x, y: ROOM.top, width: Math.max(width, 0.5), height: bottom - ROOM.top }))
    if (short.length * 6.8 < width - 8)
      group.append(make("text", { class: "hint", x: x + width / 2, y: bottom - 6, "text-anchor": "middle" }, short))
  }
  if (data.kind === "stems") group.append(make("line", { class: "zero", x1: ROOM.left, x2: right, y1: sy(0), y2: sy(0) }))
  for (let k = 1; k < data.classes.length; k++)
    group.append(make("line", { class: "border", x1: ROOM.left, x2: right, y1: sy(k - 0.5), y2: sy(k - 0.5) }))
}

// A text over the rows, on a plate of its own.
const onPlate = (kind, x, y, words, late = false) => {
  const wide = 6.9 * words.length + 6
  return [
    make("rect", { class: "plate", x: late ? x - wide + 3 : x - 3, y: y - 13, width: wide, height: 17, rx: 3 }),
    make("text", { class: kind, x, y, "text-anchor": late ? "end" : "start" }, words),
  ]
}

// A line's label, on the side with more room.
const labelled = (kind, line, x, y, { right }) => {
  const late = x > ROOM.left + 0.6 * (right - ROOM.left)
  return onPlate(`${kind}-label`, x + (late ? -8 : 8), y, line.label, late)
}

const drawLines = (group, labels, data, { sx, sy }, frame) => {
  const { right, bottom } = frame
  if (data.looked) group.append(make("line", { class: "looked", x1: sx(data.looked.x), x2: sx(data.looked.x), y1: ROOM.top, y2: bottom }))
  if (data.guess) {
    const x = sx(data.guess.x)
    group.append(make("line", { class: "guess", x1: x, x2: x, y1: ROOM.top, y2: bottom }))
    labels.append(...labelled("guess", data.guess, x, bottom - 8, frame))
  }
  const shown = data.looked ?? data.chosen
  if (shown && data.levels)
    group.append(
      make("line", { class: "level", x1: ROOM.left, x2: sx(shown.x), y1: sy(data.levels[0]), y2: sy(data.levels[0]) }),
      make("line", { class: "level", x1: sx(shown.x), x2: right, y1: sy(data.levels[1]), y2: sy(data.levels[1]) }),
    )
  if (!data.chosen) return
  const x = sx(data.chosen.x)
  group.append(make("line", { class: "chosen", x1: x, x2: x, y1: ROOM.top, y2: bottom }))
  labels.append(...labelled("chosen", data.chosen, x, ROOM.top + (data.kind === "classes" ? 34 : 14), frame))
}

const draw = (state, data) => {
  const { plot, arrays } = state, width = plot.clientWidth
  if (!width) return
  const height = Math.max(LEAST, plot.clientHeight)
  const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
  const frame = { width, right: width - ROOM.right, bottom: height - ROOM.bottom }
  const group = make("g"), above = make("g"), labels = make("g")
  const about = [Math.max(3, Math.round((frame.right - ROOM.left) / 100)), 5]
  const scales = axes(group, { width, height, room: ROOM, extent: data.extent, xLabel: data.name, yLabel: data.label, about })
  if (data.kind === "classes") {
    for (const text of group.querySelectorAll('.tick[text-anchor="end"]')) text.remove()
    for (const line of group.querySelectorAll(".grid")) if (line.getAttribute("y1") === line.getAttribute("y2")) line.remove()
    data.classes.forEach((text, k) =>
      labels.append(...onPlate("name", ROOM.left + 6, scales.sy(data.classes.length - 0.5 - k) + 15, text)))
  }
  drawBackground(group, data, scales, frame)
  const parts = Object.fromEntries(["left", "right"].map(side => [side, make("rect", { class: `shade ${side}`, y: ROOM.top, height: frame.bottom - ROOM.top })]))
  group.append(parts.left, parts.right)
  drawRows(group, data, arrays, scales)
  drawLines(above, labels, data, scales, frame)
  Object.assign(parts, {
    line: make("line", { class: "cursor", y1: ROOM.top, y2: frame.bottom }),
    grip: make("path", { class: "grip" }),
    toLeft: make("text", { class: "side left", y: ROOM.top - 8, "text-anchor": "end" }),
    toRight: make("text", { class: "side right", y: ROOM.top - 8 }),
  })
  svg.append(group, above, parts.line, labels, parts.grip, parts.toLeft, parts.toRight)
  plot.replaceChildren(svg)
  Object.assign(state, { svg, frame, scales, parts, drawn: `${width} ${plot.clientHeight}` })
}

// The cut that the two sides are shown of: the guess while one is asked for, then the one that is looked at.
const showCut = (state, data) => {
  const { plot, read, arrays, parts, frame, scales } = state, asking = data.at !== null
  const none = !arrays.threshold.length
  plot.classList.toggle("asking", asking)
  plot.setAttribute("role", asking ? "slider" : "img")
  plot.setAttribute("tabindex", asking ? 0 : -1)
  const at = asking ? { x: arrays.threshold[state.at], n_left: arrays.n_left[state.at] } : data.looked ?? data.chosen ?? data.guess
  const pieces = []
  if (at) {
    const k = arrays.threshold.indexOf(at.x)
    pieces.push(["strong", data.asks[k] ?? `${data.name} ≤ ${thresholdText(at.x, data.decimals[k])}`], ["", " · "], ["left", `${rows(at.n_left)} left`])
    pieces.push(["", ", "], ["right", `${whole(data.n_rows - at.n_left)} right`])
  } else pieces.push(["", none ? data.none : ""])
  showPieces(read, pieces)
  const text = pieces.map(([, words]) => words).join("")
  plot.setAttribute("aria-label", asking ? `Your cut. ${data.words}` : `${data.words}. ${text}`)
  for (const [name, value] of Object.entries({ min: 1, max: arrays.threshold.length, now: state.at + 1, text }))
    if (asking) plot.setAttribute(`aria-value${name}`, value)
    else plot.removeAttribute(`aria-value${name}`)
  if (!parts) return
  for (const part of Object.values(parts)) part.setAttribute("visibility", at ? "visible" : "hidden")
  for (const part of [parts.line, parts.grip]) part.setAttribute("visibility", asking ? "visible" : "hidden")
  if (!at) return
  const x = scales.sx(at.x)
  const set = (part, values) => { for (const name in values) part.setAttribute(name, values[name]) }
  const shaded = data.kind === "stems" ? 1 : 0
  set(parts.left, { x: ROOM.left, width: shaded * Math.max(0, x - ROOM.left) })
  set(parts.right, { x, width: shaded * Math.max(0, frame.right - x) })
  set(parts.line, { x1: x, x2: x })
  set(parts.grip, { d: `M${x - 7},${frame.bottom + 8}L${x},${frame.bottom - 3}L${x + 7},${frame.bottom + 8}Z` })
  const sides = [`← ${rows(at.n_left)}`, `${rows(data.n_rows - at.n_left)} →`]
  const [left, right] = besides(x, sides.map(words => 7 * words.length), data.label.length ? ROOM.left + 7.2 * data.label.length + 12 : 2, frame.width - 2)
  set(parts.toLeft, { x: left })
  set(parts.toRight, { x: right })
  // Else the reading above says it alone: a text beside another line would be taken for that one's.
  const fit = left >= 2 && right + 7 * sides[1].length <= frame.width && left <= x && x <= right
  parts.toLeft.textContent = fit ? sides[0] : ""
  parts.toRight.textContent = fit ? sides[1] : ""
}

// Where two texts of these widths end and begin beside x: pushed aside where they would leave the picture.
const besides = (x, [a, b], low, high) => {
  let left = x - 8, right = x + 8
  if (right + b > high) { right = high - b; left = Math.min(left, right - 14) }
  if (left - a < low) { left = low + a; right = Math.max(right, left + 14) }
  return [left, right]
}

const smallPicture = small => {
  const button = element("button"), name = element("span", "", small.name)
  button.type = "button"
  button.dataset.feature = small.feature
  button.setAttribute("aria-label", small.words)
  name.title = small.name
  const svg = make("svg", { viewBox: "0 0 255 255", preserveAspectRatio: "none", "aria-hidden": "true" })
  small.marks.forEach(([xs, ys], k) => {
    const x = bytes(xs), y = bytes(ys)
    const kind = small.marks.length > 1 ? `class-${k % 3}` : "tip"
    svg.append(make("path", { class: kind, d: Array.from(x, (value, i) => `M${value},${255 - y[i]}h${k % 3 === 2 ? 1 : 0}`).join("") }))
  })
  for (const [kind, x] of small.cuts) svg.append(make("path", { class: `cut ${kind}`, d: `M${x},0V255` }))
  button.append(name, svg)
  return button
}

// The guess and the best of all, each with its gain as a bar.
const drawCompared = (state, data) => {
  const { compared } = state, active = compared.getRootNode().activeElement
  const focused = compared.contains(active) ? active.className : null
  compared.replaceChildren(...data.compared.map(worth => {
    const button = element("button", worth.kind), track = element("span", "track"), fill = element("span", "fill")
    button.type = "button"
    button.dataset.feature = worth.feature
    button.setAttribute("aria-pressed", worth.feature === data.feature)
    button.title = "Look at it"
    fill.style.width = `${100 * Math.min(1, worth.share)}%`
    track.append(fill)
    button.append(element("span", "what", worth.label), track, element("span", "worth", worth.gain))
    return button
  }))
  if (focused) compared.querySelector(`.${focused}`)?.focus({ preventScroll: true })
}

const drawSmall = (state, data) => {
  const { features } = state, active = features.getRootNode().activeElement
  const focused = features.contains(active) ? active.dataset.feature : null
  const signature = JSON.stringify(data.small)
  if (state.small !== signature) {
    features.replaceChildren(...data.small.map(smallPicture))
    state.small = signature
  }
  for (const button of features.children) {
    const chosen = Number(button.dataset.feature) === data.feature
    setChosen(button, chosen, "aria-pressed")
    if (button.dataset.feature === focused) button.focus({ preventScroll: true })
  }
}

// What is kept of a strip, its parts among it.
const stateOf = parentElement => {
  if (!states.has(parentElement)) {
    const names = ["plot", "read", "note", "features", "compared"]
    states.set(parentElement, Object.fromEntries(names.map(name => [name, parentElement.querySelector(`.row-strip .${name}`)])))
  }
  return states.get(parentElement)
}

export default function ({ data, parentElement, setTriggerValue }) {
  const state = stateOf(parentElement), { plot, features, compared } = state
  const { at: _, ...picture } = data, signature = JSON.stringify(picture), isOther = state.signature !== signature
  state.signature = signature
  if (isOther) {
    state.note.textContent = data.note
    state.arrays = unpacked(data)
  }
  const busy = (state.dragging || state.timer) && state.feature === data.feature && data.at !== null
  if (!busy) state.at = data.at
  state.feature = data.feature
  const repaint = () => { draw(state, data); showCut(state, data) }
  if (isOther) {
    draw(state, data)
    drawSmall(state, data)
    drawCompared(state, data)
  }
  showCut(state, data)

  const last = state.arrays.threshold.length - 1, asking = data.at !== null
  const tell = () => setTriggerValue("placed", { feature: data.feature, cut: state.at })
  const move = at => { state.at = clamp(at, 0, last); showCut(state, data) }
  drag(plot, state, {
    may: () => asking,
    move: event => move(cutAt(state.arrays, state.scales.sx.invert(pointIn(state.svg, event)[0]))),
    done: () => tellNow(state, tell),
  })
  plot.onkeydown = event => {
    if (!asking || hasModifier(event)) return
    const page = Math.max(2, Math.round(last / 10)), step = event.shiftKey ? 1 : Math.max(1, Math.round(last / 200))
    const next = slideTo(event.key, state.at, { low: 0, high: last, step, page })
    if (next === undefined) return
    event.preventDefault()
    move(next)
    tellKey(state, tell)
  }
  features.onclick = compared.onclick = event => {
    const button = event.target.closest("button")
    if (button) setTriggerValue("looked", { feature: Number(button.dataset.feature) })
  }
  roveButtons(features)
  return onResize(plot, () => { if (`${plot.clientWidth} ${plot.clientHeight}` !== state.drawn) repaint() })
}
