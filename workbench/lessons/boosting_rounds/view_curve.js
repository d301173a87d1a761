// One feature: the prediction is a step function over it, each row has a stem to what is still missed.
import { across, extent, padded, scale } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { boxOver, leftOf } from "../../stage/kit/gain.js"
import { classKeys, lineKey } from "../../stage/kit/legend.js"
import { classMark, pathOf } from "../../stage/kit/marks.js"
import { threshold } from "../../stage/kit/numbers.js"
import { escaped, round1, set, style } from "../../stage/kit/svg.js"
import { newGuess } from "./view_guess.js"
import { featureScale, placeRows } from "./view_places.js"
import { newPlaces, overFeature } from "./view_rows.js"
import { ROWS_KEY } from "./view_stems.js"

const MOST_FOR_RANGE = 1e6
const build = S => {
  const { record, own, own: { model } } = S,
    edges = record.edges[0]
  let ends = model.isClass ? [0, 1] : extent(record.y)
  if (!model.isClass && record.n_rounds * edges.length < MOST_FOR_RANGE)
    for (let round = 0; round <= record.n_rounds; round++) ends = extent(model.cells(round), ends)
  newPlaces(own, padded(ends, 0.05), "feature", 0.008)
  own.feature = 0
  own.guess = newGuess(record, 0, 0.5)
}

const measure = S => {
  const { L, own, record, L: { picture: box, em } } = S
  Object.assign(L, { inset: 0, x0: leftOf(em), x1: box.w - 8, top: 2.1 * em, grip: 11, foot: box.h, band: 1.6 * em, r: 2 })
  L.down = L.gain.y - box.y + 0.8 * em // where the picture's lines meet those of the gains
  L.py = scale(own.y, [L.foot - L.band, L.top])
  L.px = featureScale(S, 0)
  L.bounds = [L.x0, ...Array.from(record.edges[0], L.px), L.x1].map(round1)
  own.turn.key = own.xs = null
}

const still = ({ L, L: { em, px, py }, record: { X: [x], y, truth }, own }) => {
  const marks = isUp => Array.from(y, (each, i) => ((each === 1) === isUp ? classMark(isUp, px(x[i]), py(each), 4) : "")).join(""),
    rows = own.model.isClass
      ? `<path class="mark-a" d="${marks(false)}"/><path class="mark-b" d="${marks(true)}"/>`
      : `<path class="rows" d="${Array.from(y, (each, i) => `M${round1(px(x[i]))} ${round1(py(each))}h0`).join("")}"/>`,
    line = truth ? pathOf(Array.from(truth.x, (each, i) => [px(each), py(truth.y[i])])) : ""
  return `${across(py, [L.x0, L.x1], em, { n: own.model.isClass ? 2 : 4 })}${rows}<path class="truth" d="${line}"/>`
}

// Both ends of each step of a prediction, from left to right; cells of one height are one step.
const stepsOf = ({ py, bounds }, values) => {
  const ends = Array.from(values.keys()).filter(j => values[j] !== values[j + 1])
  return ends.flatMap((j, i) => [bounds[i && ends[i - 1] + 1], bounds[j + 1]].map(x => [x, py(values[j])]))
}

const draw = (S, now) => {
  const { m, lift, shown } = now,
    { model, layers } = S.own,
    [was, will] = [m.round - 1, m.round].map(round => model.cells(round)),
    values = was.map((each, j) => lerp(each, will[j], lift))
  placeRows(S, now)
  const after = stepsOf(S.L, values)
  set(layers.after, "d", pathOf(after))
  style(layers.before, "opacity", shown.toFixed(3))
  style(layers.added, "opacity", shown ? `calc(var(--added) * ${shown.toFixed(3)})` : "0")
  if (!shown) return
  const before = stepsOf(S.L, was)
  set(layers.before, "d", pathOf(before))
  set(layers.added, "d", `${pathOf([...after, ...before.reverse()])}Z`)
}

const lineOf = ({ L }, { threshold: at }) => `M${round1(L.px(at))} ${L.top - 8}V${L.foot - L.band}`

// All but the rows of a node lies under paper.
const ground = ({ L }, { u }, node) => {
  if (u < 1 || !node.k) return ""
  const [low, high] = limitsOf(node).map(end => Math.min(L.x1, Math.max(L.x0, L.px(end))))
  return [[L.x0, low], [high, L.x1]]
    .filter(([a, b]) => b - a > 8)
    .map(([a, b]) => `<rect class="veil" x="${a - 2}" y="${L.top - 8}" width="${b - a + 4}" height="${L.foot - L.top + 7}"/>`)
    .join("")
}
const limitsOf = ({ limits }) => limits[0] ?? [-Infinity, Infinity]

const mark = ({ L, L: { em } }, _, { at, many: [left, right] }) => {
  const x = round1(L.px(at)),
    y = L.foot - 0.4 * em,
    room = many => (String(many).length + 2) * 0.5 * em,
    isNear = x + 7 + room(right) > L.x1 + 8
  return (
    `<path class="cut" d="M${x} ${L.top - 8}V${L.down}"/><g class="halo"><text x="${Math.max(x - 7, L.x0 + room(left) - 24)}" y="${y}" text-anchor="end"><tspan class="ink">L</tspan> ${left}</text>` +
    `<text x="${isNear ? L.x1 + 8 : x + 7}" y="${isNear ? y - 1.2 * em : y}" text-anchor="${isNear ? "end" : "start"}"><tspan class="ink">R</tspan> ${right}</text></g>`
  )
}

export const curvePicture = {
  ...overFeature,
  layers:
    '<g data-layer="cuts"></g><path class="added" data-layer="added"/><path class="stems" data-layer="faint" style="opacity:.25"/><path class="stems" data-layer="stems"/><path class="stems" data-layer="takes"/>' +
    '<path class="before" data-layer="before"/><path class="after" data-layer="after"/>',
  legend: ({ record }, stems, isAdded) =>
    (record.classes.length ? classKeys(record.classes) : ROWS_KEY) +
    (record.truth ? lineKey("truth", escaped(record.target)) : "") +
    (isAdded ? lineKey("before", "before") : "") +
    lineKey("after", `${record.classes.length ? "p" : "prediction"}${isAdded ? " after" : ""}`) +
    stems,
  build,
  measure,
  still,
  draw,
  lineOf,
  unit: ({ L: { py }, own }) => (own.model.isClass ? null : py(0) - py(1)), // pixels of a step of 1
  ground,
  mark,
  axisName: ({ record: { names } }) => escaped(names[0]),
  span: ({ L }) => L.px.domain,
  gainBox: ({ L }) => boxOver(L, L.gain.h),
  regionWords: ({ record: { decimals: [digits], names: [name] } }, node) => {
    const [low, high] = limitsOf(node),
      above = Number.isFinite(low) ? threshold(low, digits) : ""
    return Number.isFinite(high) ? `${above && `${above} < `}${name} ≤ ${threshold(high, digits)}` : `${name} > ${above}`
  },
  offer: () => '<span class="note">drag the line</span>',
}
