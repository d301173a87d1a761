// The two pictures: one tree and many, over one feature, in the plane of two, or by what is said and what is true.
import { below, extent, padded, planeScales, scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { borderOf, fitGround, paintGround } from "../../stage/kit/ground.js"
import { circle, classMark, pathOf } from "../../stage/kit/marks.js"
import { tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set, style } from "../../stage/kit/svg.js"
import { CUT, LIFT, SEEN, setOf, SINK } from "./view_model.js"

const LEVELS = 254,
  MIDDLE = 127
const STRONGEST = 0.24,
  FEW = 25, // cuts of many trees: the more there are, the fainter, until only their boxes are seen
  MANY = 80
const NEAR = 15 // pixels from a row that is pointed at
const GAP = 6, // from a box to its text
  OFF = [0, -1, 1, -2, 2] // heights of a text along its side
const LANE = 0.36 // of the way between two classes: how far their rows are spread

const side = s =>
  `<path data-layer="old${s}"/><path class="newcut" data-layer="new${s}"/><path class="borderhalo" data-layer="halo${s}"/>` +
  `<path class="border" data-layer="border${s}"/><g data-layer="rows${s}"></g><path class="after" data-layer="curve${s}"/>`
export const LAYERS = side(0) + side(1)

// --- where they stand

export const placePanels = S => {
  const { picture: { w, h }, em } = S.L,
    { record, own } = S,
    isNarrow = w < 560,
    [left, gap] = isNarrow ? [2, 10] : [2.4 * em, 2 * em],
    [top, foot] = [3.1 * em, 1.7 * em],
    wide = (w - gap) / 2,
    high = (h - foot) / 2,
    ends = endsOf(record)
  own.panels = [0, 1].map(s => {
    const [x0, x1, y0, y1] =
      record.kind === "curve"
        ? [left, w, s * high + top, (s + 1) * high - (s ? 0 : 0.4 * em)]
        : [s * (wide + gap) + left, s * (wide + gap) + wide, top, h - foot]
    const box = [x0, y0, x1, y1],
      [px, py] = record.kind === "plane" ? planeScales(ends, box) : [scale(ends[0], [x0, x1]), scale(ends[1], [y1, y0])],
      canvas = S.parts[`ground${s}`]
    canvas.hidden = record.kind !== "plane"
    const ground = canvas.hidden ? null : fitGround(canvas, S.root, record.sides[s].edges, box, px, py, ["--ground-a", "--ground-b"])
    return { x0, x1, y0, y1, box, px, py, ground }
  })
  S.L.r = isNarrow ? 1.7 : clamp(0.23 * em, 2.6, 4.4) * (record.rows[SEEN].y.length > 250 ? 0.8 : 1)
  own.drawn = {}
}

const endsOf = ({ kind, extents: [x, y], scale: [low, high], is_class: isClass, rows }) => {
  if (kind === "plane") return [padded(x, 0.04), padded(y, 0.05)]
  const values = padded([low, high], 0.05)
  if (kind === "curve") return [padded(x, 0.008), values]
  return isClass ? [padded([0, 1], 0.05), [-0.5, 1.5]] : [values, padded(extent(rows[0].y, extent(rows[1].y)), 0.05)]
}

// Where a row stands; value: what is said of it, on which it depends where there are many features.
export const placeOf = ({ record }, P, which, i, value) => {
  const { x, y } = record.rows[which]
  if (record.kind === "plane") return [P.px(x[0][i]), P.py(x[1][i])]
  if (record.kind === "curve") return [P.px(x[0][i]), P.py(y[i])]
  const lane = record.is_class ? LANE * (2 * ((i * 0.618034) % 1) - 1) : 0
  return [P.px(value), P.py(y[i] + lane)]
}

// --- what no step changes

export const drawStill = S => {
  const { record, own, L: { em } } = S,
    isAnswers = record.kind === "answers",
    name = escaped(isAnswers ? (record.is_class ? record.target : "prediction") : record.axes[0])
  const still = own.panels.map((P, s) =>
    (record.kind !== "curve" || s ? below(P.px, P.y1, em, { name }) : "") +
    `<rect class="frame" x="${P.x0}" y="${P.y0}" width="${P.x1 - P.x0}" height="${P.y1 - P.y0}"/>` +
    up(S, P, s) + (isAnswers ? rightAnswers(record, P) : "") + (record.truth ? truth(record, P) : ""))
  put(S.parts.still, still.join(""))
}

const up = ({ record, L: { em, picture } }, P, s) => {
  const isCurve = record.kind === "curve",
    isAnswers = record.kind === "answers"
  if (picture.w < 560 || (isAnswers && record.is_class) || (!isCurve && s === 1)) return ""
  const head = P.y0 + 0.8 * em, // of the axis's name, below the caption
    name = record.axes[1] ? `<text class="ink" x="${P.x0 - 7}" y="${round1(head)}" text-anchor="end">${escaped(record.axes[1])}</text>`
      : isAnswers ? `<text class="ink" x="${P.x0 + 8}" y="${round1(P.y0 + 1.3 * em)}">truth</text>` : ""
  return ticks(...P.py.domain, isCurve ? 3 : 5)
    .filter(value => P.py(value) > head + em)
    .map(value => `<text x="${P.x0 - 7}" y="${round1(P.py(value) + 0.3 * em)}" text-anchor="end">${tick(value)}</text>`)
    .join("") + name
}

// Where a prediction is right: the diagonal, or the side of the row's own class.
const rightAnswers = (record, P) => {
  if (record.is_class) return `<path class="grid" d="M${round1(P.px(0.5))} ${P.y0}V${P.y1}M${P.x0} ${round1(P.py(0.5))}H${P.x1}"/>`
  const ends = [Math.max(P.px.domain[0], P.py.domain[0]), Math.min(P.px.domain[1], P.py.domain[1])]
  return `<path class="diagonal" d="${pathOf(ends.map(value => [P.px(value), P.py(value)]))}"/>`
}

const truth = ({ truth: values, extents: [[low, high]] }, P) =>
  `<path class="truth" d="${pathOf(Array.from(values, (y, i) => [P.px(lerp(low, high, i / (values.length - 1))), P.py(y)]))}"/>`

// --- a frame

export const drawPanels = (S, step, u) => {
  const { own } = S,
    lift = S.isStart ? 0 : outward(part(u, LIFT))
  own.panels.forEach((P, s) => {
    const model = own.model.sides[s],
      now = { s, P, model, step, u, lift }
    if (S.record.kind === "plane") drawGround(S, now)
    if (S.record.kind === "curve") set(own.layers[`curve${s}`], "d", curveOf(now))
    drawCuts(S, now)
    drawRows(S, now)
  })
}

const between = (before, after, lift) =>
  lift === 0 ? before : lift === 1 ? after : Float32Array.from(before, (value, i) => lerp(value, after[i], lift))

const drawGround = (S, { s, P, model, step, lift }) => {
  const { drawn, layers } = S.own,
    key = `${step}|${lift}`
  if (drawn[`ground${s}`] === key) return
  drawn[`ground${s}`] = key
  const now = between(model.cellsIn(step - 1), model.cellsIn(step), lift)
  paintGround(P.ground, Float32Array.from(now, value => value / LEVELS))
  const d = S.record.is_class ? borderOf(now, MIDDLE, model.edges, P.box, P.px, P.py) : ""
  set(layers[`halo${s}`], "d", d)
  set(layers[`border${s}`], "d", d)
}

const curveOf = ({ P, model, step, lift }) => {
  const values = between(model.cellsIn(step - 1), model.cellsIn(step), lift),
    bounds = [P.px.domain[0], ...model.edges[0], P.px.domain[1]]
  let d = `M${P.x0} ${round1(P.py(values[0]))}`
  values.forEach((value, i) => {
    d += `V${round1(P.py(value))}H${round1(clamp(P.px(bounds[i + 1]), P.x0, P.x1))}`
  })
  return d
}

// The cuts there are, and those of this round on their way. Of many small trees they come with the tree that brings them.
const drawCuts = (S, { s, P, model, step, u }) => {
  const { layers, drawn } = S.own,
    { cuts, is_tree: isTree } = model
  if (!cuts) return
  const made = S.isStart ? step - 1 : step,
    isNow = made === step && u < 1,
    long = isTree ? soft(part(u, CUT)) : 1
  const key = `${made}|${isNow ? long : "rest"}`
  if (drawn[`cuts${s}`] !== key) {
    drawn[`cuts${s}`] = key
    let old = "",
      fresh = "",
      many = 0
    for (let i = 0; i < cuts.at.length && cuts.since[i] <= made; i++) {
      const isFresh = isNow && cuts.since[i] === step
      many++
      if (isFresh) fresh += cutLine(P, cuts, i, long)
      else if (S.record.kind === "plane") old += cutLine(P, cuts, i, 1)
    }
    P.faint = isTree ? 0.6 : STRONGEST * clamp((MANY - many) / (MANY - FEW))
    set(layers[`old${s}`], "d", old)
    set(layers[`new${s}`], "d", fresh)
  }
  set(layers[`old${s}`], "class", isTree ? "leafbox" : "mesh")
  style(layers[`old${s}`], "opacity", P.faint.toFixed(3))
  const late = part(u, isTree ? [0.8, 1] : SINK),
    end = S.record.kind === "plane" ? P.faint : 0
  style(layers[`new${s}`], "opacity", lerp(isTree ? 1 : 0, end, late).toFixed(3))
  style(layers[`new${s}`], "stroke-width", lerp(isTree ? 2 : 1, 1, late).toFixed(2))
}

const cutLine = (P, { axis, at, low, high }, i, long) => {
  const [from, to] = axis[i]
    ? [clamp(P.px(low[i]), P.x0, P.x1), clamp(P.px(high[i]), P.x0, P.x1)]
    : [clamp(P.py(high[i]), P.y0, P.y1), clamp(P.py(low[i]), P.y0, P.y1)]
  const end = round1(lerp(from, to, long))
  return axis[i] ? `M${round1(from)} ${round1(P.py(at[i]))}H${end}` : `M${round1(P.px(at[i]))} ${round1(from)}V${end}`
}

// --- rows

const drawRows = (S, { s, P, model, step, lift }) => {
  const { record, own, L } = S,
    which = setOf(S),
    state = lift > 0 ? step : step - 1,
    moves = record.kind === "answers"
  const key = `${which}|${moves ? `${step}|${lift}` : which === SEEN ? "" : state}`
  if (own.drawn[`rows${s}`] === key) return
  own.drawn[`rows${s}`] = key
  const values = between(model.saidIn(which, step - 1), model.saidIn(which, step), lift)
  const { y } = record.rows[which],
    places = Array.from(y, (_, i) => placeOf(S, P, which, i, values[i]))
  P.rows = places
  put(
    own.layers[`rows${s}`],
    record.is_class ? classRows(L, y, places, which, i => model.isWrong(which, state, i)) : plainRows(S, y, places, which),
  )
}

const classRows = ({ r }, y, places, which, isWrong) => {
  const marks = ["", ""]
  let wrong = ""
  places.forEach(([x, at], i) => {
    marks[y[i]] += classMark(y[i] === 1, x, at, r)
    if (which !== SEEN && isWrong(i)) wrong += circle(x, at, round1(r * 1.9))
  })
  const hollow = which === SEEN ? "" : " hollow"
  return `<path class="mark-a${hollow}" d="${marks[0]}"/><path class="mark-b${hollow}" d="${marks[1]}"/>${wrong && `<path class="errs" d="${wrong}"/>`}`
}

// Rows with a number as target: in a plane in the colour that the ground should have.
const plainRows = ({ record, L }, y, places, which) => {
  const hollow = which === SEEN ? "" : " hollow"
  if (record.kind !== "plane")
    return `<path class="dots${hollow}" d="${places.map(([x, at]) => circle(x, at, L.r * 0.8)).join("")}"/>`
  const [low, high] = record.scale
  return places
    .map(([x, at], i) => {
      const share = clamp((y[i] - low) / (high - low || 1)),
        strong = Math.round(30 + 70 * Math.abs(2 * share - 1))
      const fill = `color-mix(in srgb, var(--ground-${share < 0.5 ? "a" : "b"}) ${strong}%, var(--paper))`
      return `<circle class="target" cx="${round1(x)}" cy="${round1(at)}" r="${round1(L.r * 0.85)}" style="fill:${fill}"/>`
    })
    .join("")
}

// The row nearest to a place in either picture; null where none is as near as that, or outside of both.
export const rowAt = (S, [px, py], reach = NEAR) => {
  const which = setOf(S),
    { y } = S.record.rows[which]
  let found = null,
    least = reach ** 2
  if (!S.own.panels.some(({ x0, x1, y0, y1 }) => px >= x0 && px <= x1 && py >= y0 && py <= y1)) return null
  S.own.panels.forEach((P, s) => {
    const values = S.own.model.sides[s].saidIn(which, S.at.round)
    for (let i = 0; i < y.length; i++) {
      const [x, at] = placeOf(S, P, which, i, values[i]),
        far = (x - px) ** 2 + (at - py) ** 2
      if (far < least) [least, found] = [far, i]
    }
  })
  return found
}

// Where a text of so many pixels stands beside a box, over as few rows as can be; within it where it fills the picture.
export const beside = ({ x0, y0, x1, y1, rows }, [left, top, right, foot], [wide, high]) => {
  const [x, y] = [(left + right - wide) / 2, (top + foot + high) / 2]
  const covered = ([at, under]) => {
    const isIn = at >= x0 && at + wide <= x1 && under - high >= y0 && under <= y1
    return isIn ? rows.filter(([px, py]) => px > at - 4 && px < at + wide + 4 && py > under - high && py < under + 4).length : Infinity
  }
  const places = OFF.flatMap(off => [[right + GAP, y + off * high], [left - GAP - wide, y + off * high], [x + off * high, top - GAP], [x + off * high, foot + GAP + high]]),
    best = places.reduce((best, each) => (covered(each) < covered(best) ? each : best))
  return (covered(best) < Infinity ? best : [x, y0 + high + GAP]).map(round1)
}
