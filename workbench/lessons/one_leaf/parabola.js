// One leaf: the true change of its loss over w, the parabola, and w, lambda and learning_rate to be moved.
// Everything follows from G, H, alpha, lambda and the true curve without penalty: no server while one drags.
import { glideLambda, glideLeaf } from "./parabola_motion.js"
import { newAct } from "../../components/kit/acts.js"
import { axes } from "../../components/kit/axes.js"
import { element } from "../../components/kit/html.js"
import { slideTo } from "../../components/kit/keys.js"
import { tellAll } from "../../components/kit/listen.js"
import { offerMotion } from "../../components/kit/motion.js"
import { clamp, floats, nearest, shown } from "../../components/kit/numbers.js"
import { drag, pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make, path } from "../../components/kit/svg.js"
import { tellKey, tellNow } from "../../components/kit/telling.js"
import { LAMBDA, weightOf } from "./weight.js"

const leaves = new WeakMap() // parent element: { signature, chosen, act, dragging, ... }
const ROOM = { left: 62, right: 14, top: 26, bottom: 42 }
const ROW = 19, DUST = 1e-5 // of the strip with the words of the marks

const penaltyOf = (data, lambda, w) => 0.5 * lambda * w * w + data.alpha * Math.abs(w)
const parabolaOf = (data, lambda, w) => data.G * w + 0.5 * data.H * w * w + penaltyOf(data, lambda, w)
const normOf = (data, lambda, w) => data.G * w + 0.5 * data.H * w * w + 0.5 * lambda * Math.abs(w)

// The true change at w, by the points of the curve around it.
const truthOf = (state, lambda, w) => {
  const { data, curve } = state, [low, high] = data.extent
  const place = clamp(((w - low) / (high - low)) * (curve.length - 1), 0, curve.length - 1)
  const i = clamp(Math.round(place), 1, curve.length - 2), t = place - i
  const [a, b, c] = [curve[i - 1], curve[i], curve[i + 1]]
  const without = b + (t * (c - a)) / 2 + (t * t * (a - 2 * b + c)) / 2
  // The points are float32: what is smaller than their last digit is left over from rounding.
  const dust = DUST * Math.max(Math.abs(a), Math.abs(b), Math.abs(c))
  return (Math.abs(without) < dust ? 0 : without) + penaltyOf(data, lambda, w)
}

// Where the true change is lowest, or null if that is not in the picture.
const lowestOf = (state, lambda) => {
  if (state.data.endless && lambda === 0) return null // a float32 plateau has a lowest point, the loss has none
  const [low, high] = state.data.extent, n = state.curve.length
  const at = i => low + ((high - low) * i) / (n - 1)
  const value = i => state.curve[i] + penaltyOf(state.data, lambda, at(i))
  let best = 0
  for (let i = 1; i < n; i++) if (value(i) < value(best)) best = i
  if (best === 0 || best === n - 1) return null
  const [a, b, c] = [value(best - 1), value(best), value(best + 1)]
  const bend = a - 2 * b + c
  return at(best) + (bend > 0 ? ((a - c) / (2 * bend)) * ((high - low) / (n - 1)) : 0)
}

const swatch = (colour, words, value) => {
  const part = element("span"), mark = element("span", "swatch")
  mark.style.background = colour
  part.append("  ", mark, words, element("b", "", value))
  return part
}

const read = (state, root) => {
  const { data, chosen } = state, { w, lambda } = chosen, colours = data.colours
  const line = root.querySelector(".reading")
  if (data.hidden) line.replaceChildren(swatch(colours.guess, "your w = ", shown(w)))
  else
    line.replaceChildren(
      swatch(colours.guess, "At w = ", shown(w)),
      swatch(colours.truth, "true loss ", signed(truthOf(state, lambda, w))),
      swatch(colours.parabola, "parabola ", signed(parabolaOf(data, lambda, w))),
      ...(data.ghost ? [swatch(colours.other, `${data.ghost.name}: w* = `, shown(weightOf(ghostOf(data), lambda)))] : []),
    )
}
const ghostOf = data => ({ ...data, ...data.ghost })
const signed = value => (value > 0 ? "+" : "") + shown(value)

// Vertical marks from points of the curves into the strip above the axis, their words in a row each. In the
// order of the marks no line crosses words: those to the right of their lines go down from right to left.
const drawMarks = (marks, group, frame) => {
  const { sx, sy, width, floor } = frame, low = ROOM.left, high = width - ROOM.right
  for (const mark of marks) {
    const at = sx(mark.x)
    mark.side = at < low - 1 ? -1 : at > high + 1 ? 1 : 0
    mark.at = clamp(at, low, high)
    mark.text = (mark.side < 0 ? "← " : "") + mark.words + (mark.side > 0 ? " →" : "")
    mark.wide = 7.2 * mark.text.length + 10
  }
  const beyond = isRight => Math.max(...marks.map(({ at, wide }) => (isRight ? at + wide - high : low + wide - at)))
  const isRight = beyond(true) <= Math.max(0, beyond(false))
  marks.sort((a, b) => (isRight ? b.at - a.at : a.at - b.at))
  marks.forEach((mark, row) => {
    const level = floor + 14 + ROW * row, top = clamp(sy(mark.y), ROOM.top, floor)
    mark.top = top
    if (!mark.side) {
      mark.line = make("line", { class: "drop", x1: mark.at, x2: mark.at, y1: top, y2: level + 3, stroke: mark.colour, "stroke-dasharray": mark.dash ?? "" })
      mark.dot = make("circle", { cx: mark.at, cy: top, r: 5, fill: mark.colour })
      group.append(mark.line, mark.dot)
    }
    const fitting = isRight ? Math.min(mark.at, high - mark.wide + 8) : Math.max(mark.at, low + mark.wide - 8)
    frame.texts.push(make("text", { class: "mark", x: fitting + (isRight ? 8 : -8), y: level, "text-anchor": isRight ? "start" : "end" }, mark.text))
  })
}

const drawCurves = (state, group, frame) => {
  const { data, chosen, curve } = state, { lambda, rate } = chosen, { sx, sy } = frame, colours = data.colours
  const [low, high] = data.extent, xs = [], truth = [], bow = [], norm = [], ghost = []
  for (let i = 0; i < curve.length; i++) {
    const w = low + ((high - low) * i) / (curve.length - 1)
    xs.push(sx(w))
    truth.push(sy(curve[i] + penaltyOf(data, lambda, w)))
    bow.push(sy(parabolaOf(data, lambda, w)))
    norm.push(sy(normOf(data, lambda, w)))
    if (data.ghost) ghost.push(sy(parabolaOf(ghostOf(data), lambda, w)))
  }
  const clipped = make("g", { "clip-path": "url(#inside)" }), sliding = make("g")
  if (data.ghost) clipped.append(make("path", { class: "curve ghost", d: path(xs, ghost), stroke: colours.other }))
  sliding.append(make("path", { class: "curve", d: path(xs, truth), stroke: colours.truth, style: "stroke-width: 6" }))
  if (data.norm)
    sliding.append(make("path", { class: "curve", d: path(xs, norm), stroke: colours.other, "stroke-dasharray": "7 5" }))
  sliding.append(make("path", { class: "curve bow", d: path(xs, bow), stroke: colours.parabola }))
  clipped.append(sliding)
  group.append(clipped)
  const best = weightOf(data, lambda), step = rate * best, lowest = lowestOf(state, lambda)
  const [full, shrunk] = [
    { x: best, y: parabolaOf(data, lambda, best), colour: colours.parabola, dash: "7 4", words: `w* = ${shown(best)}` },
    { x: step, y: truthOf(state, lambda, step), colour: colours.step, words: `step η·w* = ${shown(step)}` },
  ], marks = [full, shrunk]
  if (lowest !== null)
    marks.push({
      x: lowest, y: truthOf(state, lambda, lowest), colour: colours.truth, dash: "2 4",
      words: `true loss lowest at ${shown(lowest)}`,
    })
  if (typeof data.guess === "number")
    marks.push({ x: data.guess, y: truthOf(state, lambda, data.guess), colour: colours.guess, words: `your guess ${shown(data.guess)}` })
  drawMarks(marks, group, frame)
  return {
    group, sliding, curves: [...sliding.children], marks: { best: full, step: shrunk, lowest: lowest === null ? {} : marks[2] }, step: data.step,
    axes: `${data.extent} ${state.size}`, zero: [sx(0), sy(0)], origin: [sx(step), sy(truthOf(state, lambda, step))],
  }
}

const drawHandle = (state, group, frame) => {
  const { data, chosen } = state, { sx, sy, floor } = frame, at = sx(chosen.w), colour = data.colours.guess
  group.append(make("line", { class: "drop", x1: at, x2: at, y1: ROOM.top, y2: floor, stroke: colour, "stroke-opacity": 0.7 }))
  if (!data.hidden)
    for (const [value, fill] of [
      [truthOf(state, chosen.lambda, chosen.w), data.colours.truth],
      [parabolaOf(data, chosen.lambda, chosen.w), data.colours.parabola],
    ])
      if (sy(value) > ROOM.top && sy(value) < floor)
        group.append(make("circle", { cx: at, cy: sy(value), r: 5, fill, stroke: colour, "stroke-width": 2 }))
  const handle = state.handle
  handle.setAttribute("transform", `translate(${at},${sy(0)})`)
  handle.setAttribute("aria-valuenow", chosen.w)
  handle.setAttribute(
    "aria-valuetext",
    data.hidden ? `w ${shown(chosen.w)}` : `w ${shown(chosen.w)}, true loss ${signed(truthOf(state, chosen.lambda, chosen.w))}, ` +
      `parabola ${signed(parabolaOf(data, chosen.lambda, chosen.w))}`,
  )
}

const sizeOf = plot => [Math.max(300, Math.floor(plot.clientWidth || 700)), Math.max(200, Math.floor(plot.clientHeight || 400))]

// The frame that stays while one drags; what moves is drawn anew into `state.moving`.
const build = (state, root) => {
  const { data } = state, plot = root.querySelector(".plot"), [width, height] = sizeOf(plot)
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": data.words })
  const bottom = height - ROOM.bottom, back = make("g", { "aria-hidden": "true" })
  // The words of the marks stand below the curves: three rows, with that of a guess four.
  const floor = bottom - (data.hidden ? 0 : 6 + ROW * (typeof data.guess === "number" ? 4 : 3))
  const clip = make("clipPath", { id: "inside" })
  clip.append(make("rect", { x: ROOM.left, y: ROOM.top, width: width - ROOM.left - ROOM.right, height: floor - ROOM.top }))
  const [x0, x1, y0, y1] = data.extent, below = y0 - ((y1 - y0) * (bottom - floor)) / (floor - ROOM.top)
  const scales = axes(back, {
    width, height, room: ROOM, extent: [x0, x1, below, y1], xLabel: "w, added to every row of the leaf",
    yLabel: data.hidden ? "change of the leaf's loss: hidden" : "change of the leaf's loss, penalty included", about: [width > 600 ? 9 : 5, 6],
  })
  if (data.hidden) for (const tick of back.querySelectorAll(".tick[text-anchor=end]")) tick.remove()
  for (const each of back.querySelectorAll(".tick[text-anchor=end], .grid")) // none in the strip
    if (Number(each.getAttribute("y") ?? each.getAttribute("y1")) > floor + 8) each.remove()
  state.frame = { ...scales, width, floor }
  back.append(make("line", { class: "zero", x1: ROOM.left, x2: width - ROOM.right, y1: scales.sy(0), y2: scales.sy(0) }))
  state.moving = make("g", { "aria-hidden": "true" })
  state.handle = make("g", {
    class: "handle", role: "slider", tabindex: 0, "aria-label": "w", "aria-valuemin": data.extent[0],
    "aria-valuemax": data.extent[1],
  })
  state.handle.append(make("circle", { r: 11, fill: data.colours.guess, stroke: "var(--st-background-color)", "stroke-width": 2 }))
  svg.append(clip, back, state.moving, state.handle)
  plot.replaceChildren(svg)
  state.size = [width, height].join()
  return svg
}

const viewOf = ({ data, signature, chosen, size }) => JSON.stringify([signature, chosen, size, data.lambdas, data.rates])

const drawAll = (state, root) => {
  state.seen = viewOf(state)
  state.moving.replaceChildren()
  state.frame.texts = []
  state.drawn = state.data.hidden ? null : drawCurves(state, state.moving, state.frame)
  drawHandle(state, state.moving, state.frame)
  state.moving.append(...state.frame.texts) // above all lines
  read(state, root)
  for (const [name, values, value] of [
    ["lambda", state.data.lambdas, state.chosen.lambda],
    ["rate", state.data.rates, state.chosen.rate],
  ]) {
    const input = root.querySelector(`input.${name}`)
    input.max = values.length - 1
    input.value = nearest(values, value)
    input.disabled = state.data.hidden
    input.setAttribute("aria-valuetext", shown(value))
    root.querySelector(`output.${name}`).textContent = shown(value)
  }
}

// --- what the reader does

// An answer from the server to an earlier move must not pull back what is being moved now.
const isAhead = (state, root, heard) => state.dragging || root.querySelector("input:active") || state.act > heard

const keep = (state, telling) => {
  state.act = Infinity // until it is told
  telling(state, () => {
    state.act = newAct()
    state.tell("chosen", { number: state.act, ...state.chosen })
  })
}

const move = (state, root, w) => {
  const [low, high] = state.data.extent, grain = 10 ** (Math.floor(Math.log10(high - low)) - 3)
  const steps = Math.round(clamp(w, low, high) / grain)
  state.chosen.w = clamp(Number((steps * grain).toPrecision(6)), low, high)
  drawAll(state, root)
}

// Another leaf or width, with a handle that is dragged or moved by keys.
const start = (state, root) => {
  const svg = build(state, root)
  drag(svg, state, {
    start: event => {
      event.preventDefault() // the focus goes to the handle
      state.handle.focus()
    },
    move: event => move(state, root, state.frame.sx.invert(pointIn(svg, event)[0])),
    done: () => keep(state, tellNow),
  })
  state.handle.onkeydown = event => {
    const [low, high] = state.data.extent, step = ((high - low) / 200) * (event.shiftKey ? 10 : 1)
    const w = slideTo(event.key, state.chosen.w, { low, high, step })
    if (w === undefined) return
    event.preventDefault()
    move(state, root, w)
    keep(state, tellKey)
  }
}

const wireKnobs = (state, root) => {
  for (const [name, values] of [["lambda", state.data.lambdas], ["rate", state.data.rates]]) {
    const input = root.querySelector(`input.${name}`)
    input.oninput = () => {
      state.chosen[name] = values[Number(input.value)]
      const before = state.drawn
      drawAll(state, root)
      if (before && name === "lambda" && !input.matches(":active")) glideLambda(before, state.drawn) // not while one drags
      tellAll(LAMBDA, state.chosen.lambda)
    }
    input.onchange = () => keep(state, tellNow)
  }
}

const refit = (state, root) => {
  if (sizeOf(root.querySelector(".plot")).join() === state.size) return
  start(state, root)
  drawAll(state, root)
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".leaf")
  const state = leaves.get(parentElement) ?? {}
  leaves.set(parentElement, state)
  const signature = JSON.stringify([data.title, data.G, data.H, data.alpha, data.extent, data.curve, data.ghost, data.hidden || data.guess, data.hidden, data.norm])
  const isFresh = state.signature !== signature
  if (isFresh || !isAhead(state, root, data.heard)) Object.assign(state, { chosen: { ...data.chosen }, act: null })
  Object.assign(state, { data, signature, tell: setTriggerValue })
  if (isFresh) {
    state.curve = floats(data.curve)
    start(state, root)
  }
  const svg = root.querySelector(".plot svg"), sums = root.querySelector(".sums")
  if (svg.getAttribute("aria-label") !== data.words) svg.setAttribute("aria-label", data.words)
  if (sums.textContent !== data.sums) sums.textContent = data.sums
  const before = state.drawn
  if (state.seen !== viewOf(state)) drawAll(state, root) // else what moves is on its way there
  if (isFresh && state.drawn) glideLeaf(before, state.drawn)
  wireKnobs(state, root)
  offerMotion(root)
  return onResize(root.querySelector(".plot"), () => refit(state, root))
}
