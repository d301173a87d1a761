// One feature: the prediction is a step function over it, each row has a stem to what is still missed.
import { across, below, extent, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { classMark, coil, grip, upright } from "../../stage/kit/marks.js"
import { significant, signed, threshold } from "../../stage/kit/numbers.js"
import { escaped, round1, set, style } from "../../stage/kit/svg.js"
import { ROWS_KEY, STEM_KEY } from "./view_keys.js"
import { ANCHOR, LIFT, RISE, SEEN } from "./view_phases.js"
import { nodeNow, positionOf } from "./view_second.js"

const MOST_FOR_RANGE = 1e6
const build = S => {
  const { record, own } = S,
    { model } = own,
    x = record.X[0],
    edges = record.edges[0]
  own.x = padded(extent(x), 0.008)
  own.bounds = [own.x[0], ...edges, own.x[1]]
  let ends = model.isClass ? [0, 1] : extent(record.y)
  if (!model.isClass && record.n_rounds * own.bounds.length < MOST_FOR_RANGE)
    for (let round = 0; round <= record.n_rounds; round++) ends = extent(model.cells(round), ends)
  own.y = padded(ends, 0.05)
  const [low, high] = extent(x)
  own.guess = { feature: 0, value: (low + high) / 2, low, high }
}

const measure = S => {
  const { L, own } = S,
    { picture: box, em } = L
  L.x0 = 2.45 * em
  L.x1 = box.w - 8
  L.top = 2.9 * em
  L.foot = box.h - 1.6 * em
  L.band = 3.5 * em
  L.bottom = L.foot - L.band
  L.px = scale(own.x, [L.x0, L.x1])
  L.py = scale(own.y, [L.bottom, L.top])
}

const still = S => {
  const { L, record, own } = S,
    { em } = L
  let drawn =
    across(L.py, [L.x0, L.x1], em, { n: own.model.isClass ? 2 : 4 }) +
    below(L.px, L.foot, em, { n: 6, name: escaped(record.names[0]) })
  drawn += own.model.isClass ? classRows(S) : `<path class="rows" d="${rowDots(S)}"/>`
  if (record.truth) {
    const { x, y } = record.truth
    drawn += `<path class="truth" d="${Array.from(x, (each, i) => `${i ? "L" : "M"}${round1(L.px(each))} ${round1(L.py(y[i]))}`).join("")}"/>`
  }
  return drawn
}

const rowDots = ({ L, record }) =>
  Array.from(record.y, (y, i) => `M${round1(L.px(record.X[0][i]))} ${round1(L.py(y))}h0`).join("")
const classRows = ({ L, record }) => {
  const of = isUp =>
    Array.from(record.y, (y, i) =>
      (y === 1) === isUp ? classMark(isUp, L.px(record.X[0][i]), L.py(y), 4) : "",
    ).join("")
  return `<path class="mark-a" d="${of(false)}"/><path class="mark-b" d="${of(true)}"/>`
}

// The steps of a prediction from left to right, and back again for what lies between two.
const stairs = ({ L, own }, values) => {
  let d = `M${round1(L.px(own.bounds[0]))} ${round1(L.py(values[0]))}`
  for (let j = 1; j < values.length; j++)
    if (values[j] !== values[j - 1]) d += `H${round1(L.px(own.bounds[j]))}V${round1(L.py(values[j]))}`
  return `${d}H${round1(L.px(own.bounds.at(-1)))}`
}
const backwards = ({ L, own }, values) => {
  let d = `V${round1(L.py(values.at(-1)))}`
  for (let j = values.length - 1; j > 0; j--)
    if (values[j] !== values[j - 1]) d += `H${round1(L.px(own.bounds[j]))}V${round1(L.py(values[j - 1]))}`
  return `${d}H${round1(L.px(own.bounds[0]))}Z`
}

const draw = (S, { m, last, u, anchored }) => {
  const { model, layers } = S.own,
    lift = outward(part(u, LIFT)),
    isBefore = lift === 0
  const before = model.cells(m.round - 1),
    after = isBefore ? before : model.cells(m.round)
  const now = isBefore ? before : before.map((each, j) => lerp(each, after[j], lift))
  const ghost = isBefore ? model.cells(last.round - 1) : before,
    shown = isBefore ? 1 - soft(anchored) : part(lift, [0, 0.4])
  set(layers.after, "d", stairs(S, now))
  style(layers.before, "opacity", shown.toFixed(3))
  style(layers.added, "opacity", shown ? `calc(var(--added) * ${shown.toFixed(3)})` : "0")
  if (!shown) return
  const path = stairs(S, ghost)
  set(layers.before, "d", path)
  set(layers.added, "d", stairs(S, now) + backwards(S, ghost))
}

// Stems stand on the prediction: while they are anchored anew they go from the last round's to this one's.
const stems = ({ L, record, own }, { m, last, u, anchored }) => {
  const a = soft(anchored),
    x = record.X[0],
    n = own.model.n,
    isOld = u < ANCHOR[1]
  return i => {
    const from = isOld ? lerp(last.before[i], m.before[i], a) : m.before[i]
    const to = isOld ? lerp(last.end[i], m.end[i], a) : m.end[i]
    return [L.px(x[i]), L.py(from), L.py(to), i / n]
  }
}

const cutMark = (S, { m, u, cut }, isTold, node) => {
  const { L } = S,
    { em } = L,
    isOwn = cut.node === node && cut.way && (node.kids || cut.isOwn)
  if (!isOwn && !node.kids) return ""
  const at = isOwn ? cut.way.x[cut.i] : node.threshold,
    x = round1(L.px(at))
  const [left, right] = isOwn
    ? [cut.way.nLeft[cut.i], cut.moment.node.n - cut.way.nLeft[cut.i]]
    : node.kids.map(kid => m.nodes[kid].n)
  const seen = isTold ? Math.max(part(u, SEEN), part(u, RISE)) : part(u, SEEN)
  if (!seen) return ""
  const y = L.foot - 0.6 * em,
    wide = (String(right).length + 2) * 0.5 * em,
    isNear = x + 7 + wide > L.x1 + 8,
    far = (String(left).length + 2) * 0.5 * em
  const counts = isTold
    ? ""
    : `<g class="halo"><text x="${Math.max(x - 7, L.x0 + far - 24)}" y="${y}" text-anchor="end"><tspan class="ink">L</tspan> ${left}</text>` +
      `<text x="${isNear ? L.x1 + 8 : x + 7}" y="${isNear ? y - 1.2 * em : y}" text-anchor="${isNear ? "end" : "start"}"><tspan class="ink">R</tspan> ${right}</text></g>`
  return `<g style="opacity:${seen.toFixed(3)}"><path class="cut" d="M${x} ${L.top - 8}V${L.foot}"/>${counts}</g>`
}

// What every cut gains, below the rows and on one scale with the best.
export const hill = (S, step, feature, to, foot, high) => {
  const moment = S.moment({ ...S.at, round: step, node: 0, feature: null, cut: null })
  const curve = moment?.curves.find(each => each.feature === feature),
    best = moment?.best?.gain
  if (!curve || !(best > 0)) return ""
  const way = curve.ways[0],
    points = Array.from(way.gain, (gain, i) => [
      to(way.x[i]),
      foot - (Math.max(0, gain) / best) * high * S.guess.spring,
    ])
  const line = points
    .filter(([x]) => !Number.isNaN(x))
    .map(([x, y], i) => `${i ? "L" : "M"}${round1(x)} ${round1(y)}`)
    .join("")
  return line
    ? `<path class="hill" d="${line}V${foot}H${round1(points[0][0])}Z"/><path class="hillline" d="${line}"/>`
    : ""
}

const handle = (S, isTold) => {
  const { L, own } = S,
    { em } = L,
    { value } = own.guess,
    x = round1(L.px(value)),
    isOpen = Boolean(S.guess)
  return (
    `<g class="handle" data-axis="0" role="slider" tabindex="0" aria-label="Your guess" aria-valuenow="${value}" ` +
    `aria-valuetext="${threshold(value, S.record.decimals[0])}" aria-disabled="${isTold}"><rect x="${x - 22}" y="0" width="44" height="${L.top - 4}" fill="transparent"/>` +
    `<path class="${isOpen ? "guessed" : "stub"}" d="M${x} 14V${isOpen ? L.foot : L.top - 2}"/>${grip(x, 14, em)}</g>`
  )
}

const top = (S, now) => {
  const { L, own, record } = S,
    { m, u } = now,
    isRest = u === 1,
    G = S.guess,
    isTold = Boolean(G?.told && G.step === m.round)
  const over = isRest && S.over !== null ? m.nodes[positionOf(m, S.over)] : null,
    node = over ?? nodeNow(S, m)
  let drawn = ""
  if (isRest && node.k) {
    const [low, high] = node.limits[0] ?? [-Infinity, Infinity],
      ends = [
        [L.x0, L.px(Math.max(low, own.x[0]))],
        [L.px(Math.min(high, own.x[1])), L.x1],
      ]
    for (const [a, b] of ends)
      if (b - a > 8)
        drawn += `<rect class="veil" x="${a - 2}" y="${L.top - 8}" width="${b - a + 4}" height="${L.foot - L.top + 7}"/>`
  }
  if (isTold && u > ANCHOR[1]) drawn += hill(S, m.round, 0, L.px, L.foot, L.band - 12)
  drawn += S.isStart ? "" : cutMark(S, now, isTold, node)
  if (S.row !== null && isRest) {
    const x = L.px(record.X[0][S.row])
    drawn += `<path class="stem" d="${upright(x, L.py(m.before[S.row]), L.py(m.end[S.row]))}"/><circle class="ring" cx="${x}" cy="${L.py(record.y[S.row])}" r="5"/>`
  }
  if (isTold && G.spring)
    drawn += coil([L.px(G.value), L.top - 8], [L.px(m.nodes[0].threshold), L.top - 8], G.spring)
  if (G || (S.at.round < S.n && S.scene.guess.step(S) !== null)) drawn += handle(S, isTold)
  return drawn
}

const rowAt = ({ L, record }, [px, py]) => {
  let found = null,
    least = 26 ** 2
  for (let i = 0; i < record.y.length; i++) {
    const far = (L.px(record.X[0][i]) - px) ** 2 + 0.5 * (L.py(record.y[i]) - py) ** 2
    if (far < least) [least, found] = [far, i]
  }
  return found
}

const readout = ({ record }, m, i) => {
  const x = `${record.names[0]} ${threshold(record.X[0][i], record.decimals[0])}`
  return record.classes.length
    ? `${x} · ${record.classes[record.y[i]]} · p ${significant(m.before[i])} → ${significant(m.after[i])} · −g ${signed(m.res[i])}`
    : `${x} · ${record.target} ${significant(record.y[i])} · −g ${signed(m.res[i], 3)}`
}

export const curvePicture = {
  stemWidth: ({ L, own }) => clamp((0.5 * (L.x1 - L.x0)) / own.model.n, 0.6, 1.15),
  layers:
    '<path class="added" data-layer="added"/><path class="stems" data-layer="faint" style="opacity:.25"/><path class="stems" data-layer="stems"/>' +
    '<path class="before" data-layer="before"/><path class="after" data-layer="after"/>',
  legend: ({ record }) =>
    (record.classes.length ? classKeys(record.classes) : ROWS_KEY) +
    (record.truth ? key('<path d="M0 6h20" class="truth"/>', escaped(record.target)) : "") +
    key('<path d="M0 6h20" class="before"/>', "before") +
    key('<path d="M0 6h20" class="after"/>', record.classes.length ? "p after" : "after") +
    STEM_KEY,
  build,
  measure,
  still,
  draw,
  stems,
  top,
  rowAt,
  seated: (_, __, node) => node.rows,
  asked: ({ record }) => `${escaped(record.names[0])} ≤ ?`,
  gainTitle: () => "Gain of every cut",
  regionWords: ({ record }, node) => {
    const [low, high] = node.limits[0] ?? [-Infinity, Infinity],
      digits = record.decimals[0],
      name = record.names[0]
    const below = Number.isFinite(low) ? threshold(low, digits) : ""
    return Number.isFinite(high)
      ? `${below && `${below} < `}${name} ≤ ${threshold(high, digits)}`
      : `${name} > ${below}`
  },
  readout,
  offer: () => '<span class="note">drag the line</span>',
  guessed: S => ({ feature: 0, value: S.own.guess.value }),
  dragGuess: (S, [x]) => {
    const { guess } = S.own
    guess.value = clamp(S.L.px.back(x), guess.low, guess.high)
  },
  nudge: (S, _, by) => {
    const { guess } = S.own
    guess.value = clamp(guess.value + (by * (guess.high - guess.low)) / 100, guess.low, guess.high)
  },
}
