// Two features: the prediction is a colour of the plane, a line where the odds are even, each row has a stem of what is
// missed.
import { extent, padded, planeAxes, planeScales } from "../../stage/kit/axes.js"
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { borderOf, fitGround, paintGround } from "../../stage/kit/ground.js"
import { classKeys, key, lineKey } from "../../stage/kit/legend.js"
import { classMark, upright, veil } from "../../stage/kit/marks.js"
import { signed } from "../../stage/kit/numbers.js"
import { nearest } from "../../stage/kit/pointing.js"
import { escaped, put, round1, set, style } from "../../stage/kit/svg.js"
import { handle, hasLine, isAnswered, isFresh, newGuess, wayToBest } from "./view_guess.js"
import { SHRINK } from "./view_phases.js"

const MOST_FOR_RANGE = 2e6,
  AT_LEFT = 0.62, // of the rows, at the first guess
  NARROW = 450

const build = S => {
  const { record, own, record: { X: [x, y] } } = S
  own.ends = [padded(extent(x), 0.04), padded(extent(y), 0.06)]
  own.guess = newGuess(record, 0, AT_LEFT)
  own.shares = sharesOf(S)
  own.unit = own.model.isClass ? 1 : 1 / (Math.max(...extent(own.model.missed(0).res).map(Math.abs)) || 1)
}

// Where a prediction stands on the scale of colours: a probability itself, else between the least and the largest.
const sharesOf = ({ record, own }) => {
  if (own.model.isClass) return value => value
  let ends = extent(record.y)
  const cells = record.edges.reduce((all, each) => all * (each.length + 1), 1)
  if (cells * record.n_rounds < MOST_FOR_RANGE) ends = extent(own.model.cells(record.n_rounds), ends)
  return value => (value - ends[0]) / (ends[1] - ends[0] || 1)
}

const measure = S => {
  const { L, own, record: { X, y, edges }, L: { picture: box, em } } = S,
    isNarrow = box.w < NARROW
  Object.assign(L, { side: (isNarrow ? 4.2 : 4.9) * em, band: 2.5 * em, x0: 2.45 * em, top: 2.5 * em, foot: box.h - 1.6 * em })
  L.x1 = box.w - L.side
  L.bottom = L.foot - L.band
  L.box = [L.x0, L.top, L.x1, L.bottom]
  const [px, py] = planeScales(own.ends, L.box)
  Object.assign(L, { px, py: Object.assign(py, { isUp: true }), stem: clamp(0.12 * (L.bottom - L.top), 22, 84) })
  L.r = isNarrow ? 2.7 : clamp(0.23 * em, 2.8, 4.4) * (y.length > 320 ? 0.8 : 1)
  own.ground = fitGround(S.parts.ground, S.root, edges, L.box, px, py, ["--ground-a", "--ground-b"])
  own.painted = own.drawnOld = null
  const { isClass } = own.model,
    marks = isUp => Array.from(y, (each, i) => ((each === 1) === isUp ? classMark(isUp, px(X[0][i]), py(X[1][i]), L.r) : "")).join("")
  set(own.layers.down, "d", isClass ? marks(false) : "")
  set(own.layers.up, "d", isClass ? marks(true) : "")
  put(own.layers.targets, isClass ? "" : targets(S))
}

// Rows with a number as target: a dot in the colour that the ground should have.
const targets = ({ L, record: { X, y }, own }) =>
  Array.from(y, (each, i) => {
    const share = own.shares(each),
      strong = Math.round(30 + 70 * Math.abs(2 * share - 1)),
      fill = `color-mix(in srgb, var(--ground-${share < 0.5 ? "a" : "b"}) ${strong}%, var(--paper))`
    return `<circle class="target" cx="${round1(L.px(X[0][i]))}" cy="${round1(L.py(X[1][i]))}" r="${L.r * 0.85}" style="fill:${fill}"/>`
  }).join("")

const draw = (S, now) => {
  const { own, L, record, own: { model, layers } } = S,
    { m, lift, shown } = now,
    border = values => (model.isClass ? borderOf(values, 0.5, record.edges, L.box, L.px, L.py) : ""),
    state = `${m.round}|${lift}`
  if (own.painted !== state) {
    own.painted = state
    const after = model.cells(m.round),
      values = model.cells(m.round - 1).map((each, i) => lerp(each, after[i], lift))
    paintGround(own.ground, values.map(own.shares))
    for (const name of ["border", "halo"]) set(layers[name], "d", border(values))
  }
  style(layers.old, "opacity", shown.toFixed(3))
  style(layers.oldhalo, "opacity", (0.7 * shown).toFixed(3))
  if (shown && own.drawnOld !== m.round) {
    own.drawnOld = m.round
    for (const name of ["old", "oldhalo"]) set(layers[name], "d", border(model.cells(m.round - 1)))
  }
}

const ENDLESS = [-Infinity, Infinity]

// The part of the picture that a node is.
const regionOf = ({ L }, { limits: { 0: along = ENDLESS, 1: up = ENDLESS } }) => {
  const [x0, y0, x1, y1] = L.box,
    [left, right] = along.map(value => clamp(L.px(value), x0, x1)),
    [low, high] = up.map(value => clamp(L.py(value), y0, y1))
  return [left, high, right, low]
}

const lineOf = (S, node, { feature, threshold: at } = node, beyond = 0) => {
  const [x0, y0, x1, y1] = regionOf(S, node)
  return feature ? `M${x0} ${round1(S.L.py(at))}H${x1 + beyond}` : `M${round1(S.L.px(at))} ${y0}V${y1 + beyond}`
}

const boxed = ([x0, y0, x1, y1], more) => `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" ${more}/>`

// A stem stands on its row, as long as what is missed; on one scale in all rounds.
const stem = ({ L, record: { X: [x, y] }, own: { unit } }, i, from, to) => {
  const at = L.py(y[i])
  return [L.px(x[i]), at, at - (to - from) * unit * L.stem]
}

// The region of a node, all else under paper.
const ground = (S, { u }, node) => {
  if (u < 1 || !node.k) return ""
  const box = regionOf(S, node),
    [x0, y0, x1, y1] = S.L.box
  return veil([x0 - 1, y0 - 1, x1 + 1, y1 + 1], box) + boxed(box, 'class="chosenbox"')
}

// Where the step of a region is written: of some places in it, as far from its rows and their stems as there is room.
const PLACES = [0, 0.25, 0.5, 0.75, 1]
const spotOf = (S, m, node) => {
  const [x0, y0, x1, y1] = regionOf(S, node),
    [w, h] = [1.5 * S.L.em + 4, 0.75 * S.L.em + 4]
  if (x1 - x0 < 2 * w || y1 - y0 < 2 * h) return null
  const things = Array.from(m.after, (after, i) => S.own.picture.stem(S, i, after, m.left[i])),
    freeAt = ([x, y]) => Math.min(...things.map(([at, top, end]) => Math.max(Math.abs(at - x) - w, Math.max(Math.min(top, end) - y, y - Math.max(top, end)) - h)))
  const spots = PLACES.flatMap(a => PLACES.map(b => [x0 + w + a * (x1 - x0 - 2 * w), y0 + h + b * (y1 - y0 - 2 * h)])),
    free = spots.map(freeAt)
  return spots[free.indexOf(Math.max(...free))]
}

const labelOf = (S, m, node, isSmall = false) => {
  if (node.spotIn !== S.L) Object.assign(node, { spotIn: S.L, spot: spotOf(S, m, node) })
  if (!node.spot) return ""
  const [x, y] = node.spot,
    text = signed(node.weight * S.own.model.rate, 2)
  return `<g class="halo"><text class="delta${isSmall ? " rest" : ""}" x="${x}" y="${y + 0.35 * S.L.em}" text-anchor="middle">${text}</text></g>`
}

// By how much each leaf moves its own region, or the one that is looked at.
const labels = (S, { m, u }, node) => {
  if (isFresh(S)) return ""
  if (u === 1 && node.k) return node.kids ? "" : labelOf(S, m, node)
  const seen = part(u, [SHRINK[0], SHRINK[0] + 0.05])
  return seen ? `<g style="opacity:${seen.toFixed(3)}">${m.leaves.map(leaf => labelOf(S, m, leaf, u === 1)).join("")}</g>` : ""
}

const mark = (S, node, { feature, at, many }) => {
  const { L, L: { em } } = S,
    [x, y] = [L.px(at), L.py(at)],
    side = L.x1 + 7,
    [, , right, low] = regionOf(S, node),
    beyond = feature ? L.x1 + 6 - right : Math.max(low, L.bottom) + 6 - low,
    line = `<path class="cut" d="${lineOf(S, node, { feature, threshold: at }, beyond)}"/>`
  const text = (which, place, anchor = "start") => `<text x="${place[0]}" y="${place[1]}" text-anchor="${anchor}"><tspan class="ink">${"LR"[which]}</tspan> ${many[which]}</text>`
  return feature
    ? line + text(1, [side, clamp(y - 0.6 * em, L.top + em, L.bottom)]) + text(0, [side, clamp(y + 1.4 * em, L.top, L.bottom)])
    : line + text(0, [x - 8, L.bottom + 1.35 * em], "end") + text(1, [x + 8, L.bottom + 1.35 * em])
}

const overRow = (S, m) => {
  const { L, row } = S,
    [x, y, end] = stem(S, row, m.after[row], m.left[row])
  return `<path class="stem" d="${upright(x, y, end)}"/><circle class="ring hollow" cx="${x}" cy="${y}" r="${L.r + 3}"/>`
}

// A line either way.
const guess = (S, { m }) => {
  const { L, own, guess: G } = S,
    mine = f => hasLine(S) && own.guess.feature === f,
    narrow = L.picture.w < NARROW ? 26 : 34,
    handles = [
      handle(S, 0, 14, mine(0) ? L.bottom : L.top - 2),
      handle(S, 1, L.x1 + L.side - 12, mine(1) ? L.x0 : L.x1 + L.side - narrow, L.x1 + 1),
    ]
  return (isAnswered(S, m) ? wayToBest(S, m, G.feature ? L.x1 - 14 : L.top + 14) : "") + handles.filter((_, f) => !G || mine(f)).join("")
}

const rowAt = ({ L, record: { X: [x, y] } }, [px, py]) => nearest(x.length, i => (L.px(x[i]) - px) ** 2 + (L.py(y[i]) - py) ** 2, 18)

export const planePicture = {
  layers:
    '<path class="borderhalo" data-layer="oldhalo"/><path class="oldborder" data-layer="old"/><path class="borderhalo" data-layer="halo"/>' +
    '<path class="border" data-layer="border"/><g data-layer="cuts"></g><path class="stems" data-layer="faint" style="opacity:.2"/><path class="stemhalo" data-layer="stemhalo"/>' +
    '<path class="stems thick" data-layer="stems"/><path class="stems thick" data-layer="takes"/><g data-layer="targets"></g><path class="mark-a" data-layer="down"/><path class="mark-b" data-layer="up"/>',
  legend: ({ record }, stems, isAdded) =>
    record.classes.length
      ? `${classKeys(record.classes)}<span>p 0 <i class="scale"></i> 1</span>` +
        (isAdded ? lineKey("oldborder", "before") : "") +
        lineKey("border", "p = 0.5") +
        stems
      : `${key('<circle class="target" cx="6" cy="6" r="3.4" fill="var(--ground-b)"/>', "rows", 12)}<span>${escaped(record.target)} low <i class="scale"></i> high</span>${stems}`,
  build,
  measure,
  still: ({ L, record }) => planeAxes([L.px, L.py], L.box, L.foot, L.em, record.names.map(escaped)),
  draw,
  lineOf,
  stem,
  axis: ({ L }, f) => (f ? L.py : L.px),
  ground,
  labels,
  mark,
  overRow,
  guess,
  rowAt,
  span: ({ own }, f) => own.ends[f],
  axisName: ({ record: { names } }, f) => escaped(names[f]),
  gainTitle: () => "Gain of every cut",
  over: () => null,
  offer: () => '<span class="note">drag a line, either way</span>',
}
