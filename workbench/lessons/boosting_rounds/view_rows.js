// Many features: every row stands at its target, its prediction is a dot, the stem between is what is missed.
import { across, below, belowNames, extent, missingStrip, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { circle, classMark, upright } from "../../stage/kit/marks.js"
import { signed } from "../../stage/kit/numbers.js"
import { openGuess } from "../../stage/kit/guess.js"
import { nearest } from "../../stage/kit/pointing.js"
import { escaped, put, round1, set, style } from "../../stage/kit/svg.js"
import { barAt, drawFeatures, gainBox } from "./view_features.js"
import { handle, hasLine, isAnswered, isLined, newGuess, wayToBest } from "./view_guess.js"
import { SHRINK } from "./view_phases.js"
import { categoriesOf, featureScale, ordersOf, placeRows, slotsOf, sortCategories } from "./view_places.js"
import { nodeNow, overNode } from "./view_second.js"
import { ROWS_KEY } from "./view_stems.js"

const MODES = { rank: "by prediction", leaf: "by leaf", feature: "over a feature" }
const AT_LEFT = 0.7 // of the rows, at the first guess

// y: from where to where the axis goes. beside: the share of a feature's range that is free at both ends.
export const newPlaces = (own, y, mode, beside) =>
  Object.assign(own, { y, mode, beside, turn: { t: 1 }, domains: [], sides: [], sorted: null, xs: null }) // sides: categories from left to right

const build = S => {
  const { record, own, own: { model } } = S
  let ends = model.isClass ? [0, 1] : extent(record.y)
  if (!model.isClass) for (const round of [1, record.n_rounds]) ends = extent(model.shown(round), ends)
  newPlaces(own, model.isClass ? ends : padded(ends, 0.04), own.mode ?? (S.at.over >= 0 ? "feature" : "rank"), 0.03)
  own.guess = newGuess(record, Math.floor(record.names.length / 2), AT_LEFT)
}

const measure = S => {
  const { L, own, L: { picture: box, em } } = S
  Object.assign(L, { inset: 8, x0: 2.9 * em, x1: box.w - (own.model.isClass ? 2.6 : 1) * em, top: 5.1 * em, foot: box.h - 1.6 * em, band: 3.1 * em })
  L.grip = L.top - 1.55 * em
  L.r = (box.w < 450 ? 2.1 : clamp(0.2 * em, 2.6, 4)) * (own.model.n > 300 ? 0.75 : 1)
  L.py = scale(own.y, [L.foot - L.band, L.top])
  own.turn.key = own.xs = null
}

const still = ({ L, L: { em }, record, own }) => {
  const head = L.top - 1.1 * em,
    text = (words, x, anchor) => `<text class="ink" x="${x}" y="${head}" text-anchor="${anchor}">${words}</text>`
  if (!own.model.isClass) return across(L.py, [L.x0, L.x1], em) + text(escaped(record.target), L.x0 - 8, "start")
  const shares = [0, 0.25, 0.5, 0.75, 1].map(p => {
    const y = round1(L.py(p)),
      words = p === 0.5 ? "½" : (p * 4) % 2 ? "" : p
    return `<path class="${p === 0.5 ? "half" : "grid"}" d="M${L.x0} ${y}H${L.x1}"/><text x="${L.x0 - 8}" y="${y + 0.3 * em}" text-anchor="end">${words}</text>`
  })
  return text("p", L.x0 - 8, "end") + shares.join("")
}

// The feature that rows stand over: the guessed one, the one whose cuts are looked at, or that of the first cut.
const featureNow = (S, { m, u }) => {
  if (S.guess) return S.own.guess.feature
  if (S.at.over >= 0 && S.at.over < S.record.names.length) return S.at.over
  const node = nodeNow(S, m),
    split = u < 1 ? m.nodes[0] : node.kids || node.parent < 0 ? node : m.nodes[node.parent]
  return Math.max(0, (u === 1 && S.at.round === m.round ? S.at.feature : null) ?? split.feature)
}

const litRows = (S, { m, u }) => {
  const k = u === 1 ? overNode(S, m, u).k : 0
  if (!k) return null
  const lit = new Uint8Array(S.own.model.n)
  for (const i of m.within(k)) lit[i] = 1
  return lit
}

const LAYERS = ["dots", "paledots", "down", "up", "paledown", "paleup", "wrong", "rise", "old"]

const draw = (S, now) => {
  const { m, lift, shown } = now,
    { own, L, record, own: { model, layers } } = S
  own.feature = featureNow(S, now)
  sortCategories(S, now)
  const xs = placeRows(S, now),
    lit = (own.lit = litRows(S, now)),
    r = 0.86 * L.r,
    d = Object.fromEntries(LAYERS.map(name => [name, ""]))
  for (let i = 0; i < model.n; i++) {
    const x = xs[i],
      value = lerp(m.before[i], m.after[i], lift),
      was = L.py(m.before[i]),
      on = !lit || lit[i],
      pale = on ? "" : "pale",
      [y, ty] = [L.py(value), L.py(record.y[i])]
    if (shown && on) {
      d.rise += upright(x, was, y)
      d.old += circle(x, was, r * 0.9)
    }
    d[`${pale}dots`] += circle(x, y, r)
    d[pale + (model.isClass && record.y[i] ? "up" : "down")] += classMark(model.isClass && record.y[i] === 1, x, ty, L.r)
    if (model.isClass && on && value > 0.5 !== record.y[i] > 0.5) d.wrong += circle(x, ty, L.r + 2.5)
  }
  for (const name in d) set(layers[name], "d", d[name])
  style(layers.rise, "opacity", (0.32 * shown).toFixed(3))
  style(layers.old, "opacity", shown.toFixed(3))
  put(layers.axis, axisOf(S, now))
  put(S.parts.views, Object.keys(MODES).map(mode => modeTab(S, mode)).join(""))
}

const modeTab = ({ own, record }, mode) => {
  const text = mode === "feature" && own.mode === mode ? `over <b>${escaped(record.names[own.feature])}</b>` : MODES[mode]
  return `<button type="button" role="tab" data-mode="${mode}" aria-selected="${mode === own.mode}">${text}</button>`
}

const axisOf = (S, now) => {
  const { L, own, L: { em } } = S,
    y = L.foot + 1.3 * em
  if (own.mode === "feature") return featureAxis(S)
  if (own.mode === "leaf") return leafAxis(S, now)
  const axis = `<path class="grid" d="M${L.x0} ${L.foot}H${L.x1}"/><text x="${L.x0}" y="${y}">lowest prediction</text><text x="${L.x1}" y="${y}" text-anchor="end">highest</text>`
  if (!own.model.isClass) return axis
  const values = now.lift ? now.m.after : now.m.before,
    low = values.reduce((many, each) => many + (each <= 0.5), 0)
  if (!low || low === values.length) return axis
  const x = round1(lerp(L.x0 + L.inset, L.x1 - L.inset, (low - 0.5) / (values.length - 1)))
  return `${axis}<path class="half" d="M${x} ${L.top - 8}V${L.foot - L.band + 8}"/>`
}

const featureAxis = S => {
  const { L, own: { feature: f }, L: { em }, record } = S,
    at = featureScale(S, f),
    name = escaped(record.names[f]),
    marks = categoriesOf(S, f).map((text, i) => [i + 0.5, text]),
    axis = marks.length ? belowNames(at, L.foot, em, marks, name) : below(at, L.foot, em, { name })
  return axis + (at.gap ? missingStrip(at.gap, L.top, L.foot, em) : "")
}

const leafAxis = (S, { m, u }) => {
  const { L, own, L: { em } } = S,
    { groups, span } = ordersOf(m).leaves,
    seen = part(u, SHRINK)
  return groups
    .map(({ node, from, to }) => {
      const [x0, x1] = [from, to].map((at, side) => round1(lerp(L.x0 + 8, L.x1 - 8, at / span) + (side ? 6 : -6))),
        text = `<text class="delta" style="opacity:${seen.toFixed(3)}" x="${(x0 + x1) / 2}" y="${L.foot + 1.3 * em}" text-anchor="middle">${signed(node.weight * own.model.rate)}</text>`
      return `<path class="grid" d="M${x0} ${L.foot - 4}v4H${x1}v-4"/>${x1 - x0 > 2.2 * em ? text : ""}`
    })
    .join("")
}

// --- above the rows: which of them go left, the cut, a row that is pointed at, the guess

const stem = ({ L, own: { xs } }, i, from, to) => [xs[i], L.py(from), L.py(to)]

// Which rows of the node go left: by the tree's own split, else by the cut in the hand.
const goesLeft = (S, m, { kids }, { way, at, feature, isOwn }) => {
  if (!isOwn) {
    const left = new Set(m.within(kids[0]))
    return i => left.has(i)
  }
  const values = S.record.X[feature],
    slots = slotsOf(S, feature)
  return i => (Number.isNaN(values[i]) ? way.side === "left" : (slots.length ? slots[values[i]] : values[i]) <= at)
}

const lanes = (S, m, node, shown) => {
  const { L, own, L: { em } } = S,
    isLeft = goesLeft(S, m, node, shown),
    bottom = L.foot - L.band,
    ys = [bottom + 1.15 * em, bottom + 2.2 * em],
    d = m.within(node.k).map(i => `M${own.xs[i].toFixed(1)} ${ys[isLeft(i) ? 0 : 1] - 4.5}v9`)
  const texts = ys.map((y, side) => `<text class="ink" x="${L.x0 - 8}" y="${y + 4}" text-anchor="end">${"LR"[side]}</text><text x="${L.x1 + 10}" y="${y + 4}">${own.model.isClass ? shown.many[side] : ""}</text>`)
  return `<path class="lanes" d="${d.join("")}"/>${texts.join("")}`
}

const overRow = ({ L, own: { xs }, record, row }, m) =>
  `<path class="stem" d="${upright(xs[row], L.py(m.after[row]), L.py(m.left[row]))}"/><circle class="ring hollow" cx="${xs[row]}" cy="${L.py(record.y[row])}" r="${L.r + 3}"/>`

// The cut, upright over its feature.
const cutLine = (S, { feature: f, at }) =>
  S.own.mode === "feature" && S.own.feature === f && Number.isFinite(at) ? `<path class="cut" d="M${round1(featureScale(S, f)(at))} ${S.L.top - 8}V${S.L.foot}"/>` : ""

const mark = (S, node, shown, m) => lanes(S, m, node, shown) + cutLine(S, shown)

const guessOver = (S, { m }) => {
  const { own: { feature, mode }, L } = S
  if (mode !== "feature") return ""
  return (isAnswered(S, m) && S.guess.feature === feature ? wayToBest(S, m, L.grip) : "") + handle(S, feature, L.grip, hasLine(S) ? (L.down ?? L.foot) : L.grip + 34)
}

const rowAt = ({ L, own: { xs }, record }, [px, py], m) => {
  const away = y => (L.py(y) - py) ** 2
  return nearest(xs.length, i => (xs[i] - px) ** 2 + Math.min(away(record.y[i]), away(m.after[i])), 24)
}

const press = (S, place) => {
  const isAsked = isLined(S) && !S.guess?.told,
    f = barAt(S, place)
  if (f === null || !(isAsked || S.resting())) return isAsked
  if (isAsked) {
    openGuess(S)
    S.own.guess.feature = f
    S.guess.dropped = false
  } else S.act({ feature: f, cut: null })
  return true
}

const setMode = (S, mode) => {
  if (S.guess && !S.guess.told && mode !== "feature") S.closeGuess()
  S.own.mode = mode
  if (S.at.over >= 0) S.act({ over: -1 })
  S.ask()
}

// What a picture of rows over a feature has, whatever it draws of the prediction.
export const overFeature = {
  stem,
  axis: featureScale,
  overRow,
  guess: guessOver,
  rowAt,
  over: ({ own }) => (own.mode === "feature" ? own.feature : null),
}

export const rowsPicture = {
  ...overFeature,
  hasModes: true,
  layers:
    '<g data-layer="axis"></g><path class="risen" data-layer="rise"/><path class="stems" data-layer="faint" style="opacity:.13"/><path class="stems thick" data-layer="stems"/><path class="stems thick" data-layer="takes"/>' +
    '<path class="olddots" data-layer="old"/><path class="dots" data-layer="dots"/><path class="mark-a" data-layer="down"/><path class="mark-b" data-layer="up"/>' +
    '<g class="pale"><path class="dots" data-layer="paledots"/><path class="mark-a" data-layer="paledown"/><path class="mark-b" data-layer="paleup"/></g><path class="wrong" data-layer="wrong"/>',
  legend: ({ record: { classes } }, stems, isAdded) =>
    (classes.length ? classKeys(classes) : ROWS_KEY) +
    (isAdded ? key('<circle cx="6" cy="6" r="4" class="olddots"/>', "before", 12) : "") +
    key('<circle cx="6" cy="6" r="4" class="dots"/>', `${classes.length ? "p" : "prediction"}${isAdded ? " after" : ""}`, 12) +
    stems +
    (classes.length ? key('<circle cx="6" cy="6" r="5" class="wrong"/>', "wrong", 12) : ""),
  build,
  measure,
  still,
  draw,
  // No wall of them where rows are many: two thirds of the ground stay free.
  stemWidth: ({ L, own }) => clamp((0.35 * (L.x1 - L.x0)) / own.model.n, 0.4, 1.5),
  ground: () => "",
  mark,
  press,
  lit: S => S.own.lit,
  gainTitle: ({ record: { names } }) => (names.length > 1 ? `Gain of ${names.length} features` : "Gain of every cut"),
  gainBox,
  span: (S, f) => (S.record.levels[f].length ? undefined : featureScale(S, f).domain),
  gains: drawFeatures,
  setMode,
  opened: ({ own }) => {
    if (own.mode === "feature") own.guess.feature = own.feature
    own.mode = "feature"
  },
  offer: S => (S.own.mode === "feature" ? '<span class="note">drag the line</span>' : '<button type="button" class="skip" data-view="guess">guess over a feature</button>'),
}
