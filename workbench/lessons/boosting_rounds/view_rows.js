// Many features: every row stands at its target, its prediction is a dot, the stem between is what is missed.
import { across, below, belowNames, extent, missingStrip, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { circle, classMark, upright } from "../../stage/kit/marks.js"
import { signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set, style } from "../../stage/kit/svg.js"
import { barAt, drawFeatures, gainBox, smallAt } from "./view_features.js"
import { ROWS_KEY, rowWords, STEM_KEY } from "./view_keys.js"
import { ANCHOR, FLY, LIFT, RISE, SHRINK } from "./view_phases.js"
import { categoriesOf, featureScale, ordersOf, placeRows, sortCategories } from "./view_places.js"
import { isOpen, top } from "./view_rows_top.js"
import { nodeNow, positionOf } from "./view_second.js"

const MODES = { rank: "by prediction", leaf: "by leaf", feature: "over a feature" }
const RAWS = [-3, -2, -1, 0, 1, 2, 3]

const build = S => {
  const { record, own } = S,
    { model } = own
  let ends = model.isClass ? [0, 1] : extent(record.y)
  if (!model.isClass) for (const round of [1, record.n_rounds]) ends = extent(model.shown(round), ends)
  Object.assign(own, {
    y: model.isClass ? ends : padded(ends, 0.04),
    mode: own.mode ?? (S.at.over >= 0 ? "feature" : "rank"),
    turn: { t: 1 },
    domains: [],
    sides: [], // of each feature its categories from left to right
    sorted: null,
    xs: null,
  })
  own.guess = {
    feature: record.trees.feature[0] < 0 ? 0 : firstFeature(record),
    values: record.X.map(startOf),
  }
}

// Nothing that tells: the feature in the middle of all, and a cut that leaves 30 % on the right.
const firstFeature = ({ names }) => Math.floor(names.length / 2)
const startOf = values => {
  const known = Array.from(values)
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  return known[Math.floor(0.7 * known.length)] ?? 0
}

const measure = S => {
  const { L, own } = S,
    { picture: box, em } = L
  L.x0 = 2.9 * em
  L.x1 = box.w - (own.model.isClass ? 2.6 : 1) * em
  L.top = 5.1 * em
  L.foot = box.h - 1.6 * em
  L.band = 3.1 * em
  L.bottom = L.foot - L.band
  L.r = (box.w < 450 ? 2.1 : clamp(0.2 * em, 2.6, 4)) * (own.model.n > 300 ? 0.75 : 1)
  L.py = scale(own.y, [L.bottom, L.top])
  own.turn.key = own.featuresKey = null
  own.xs = null
}

const still = ({ L, record, own }) => {
  const { em } = L
  if (!own.model.isClass)
    return (
      across(L.py, [L.x0, L.x1], em) +
      `<text class="ink" x="${L.x0 - 8}" y="${L.top - 1.1 * em}" text-anchor="start">${escaped(record.target)}</text>`
    )
  let drawn = `<text class="ink" x="${L.x0 - 8}" y="${L.top - 1.1 * em}" text-anchor="end">p</text>`
  for (const p of [0, 0.25, 0.5, 0.75, 1]) {
    const y = round1(L.py(p)),
      text = p === 0.5 ? "½" : (p * 4) % 2 ? "" : p
    drawn += `<path class="${p === 0.5 ? "half" : "grid"}" d="M${L.x0} ${y}H${L.x1}"/><text x="${L.x0 - 8}" y="${y + 0.3 * em}" text-anchor="end">${text}</text>`
  }
  if (typeof record.link !== "number") return drawn
  drawn += `<text class="ink" x="${L.x1 + 10}" y="${L.top - 1.1 * em}">raw</text>`
  let last = Infinity
  for (const raw of RAWS) {
    const y = round1(L.py(1 / (1 + Math.exp(-record.link * raw))))
    if (last - y < 1.2 * em) continue
    last = y
    drawn += `<path class="grid" d="M${L.x1} ${y}h4"/><text x="${L.x1 + 10}" y="${y + 0.3 * em}">${raw < 0 ? "−" : ""}${Math.abs(raw)}</text>`
  }
  return drawn
}

// The feature that rows stand over: the guessed one, the one whose cuts are looked at, or that of the first cut.
const featureNow = (S, { m, last, u }) => {
  if (isOpen(S)) return S.own.guess.feature
  if (S.at.over >= 0 && S.at.over < S.record.names.length) return S.at.over
  if (u < RISE[0] && m.round > 1) return Math.max(0, last.nodes[0].feature)
  const node = nodeNow(S, m),
    split = node.kids || node.parent < 0 ? node : m.nodes[node.parent]
  return Math.max(
    0,
    u === 1 ? (S.at.round === m.round ? (S.at.feature ?? split.feature) : split.feature) : m.nodes[0].feature,
  )
}

const litRows = (S, { m, u }) => {
  const k = u !== 1 ? 0 : S.over !== null ? positionOf(m, S.over) : nodeNow(S, m).k
  if (!k) return null
  const lit = new Uint8Array(S.own.model.n)
  for (const i of m.within(k)) lit[i] = 1
  return lit
}

const LAYERS = ["dots", "paledots", "down", "up", "paledown", "paleup", "wrong", "rise", "old"]

const draw = (S, now) => {
  const { m, last, u, anchored } = now,
    { own, L, record } = S,
    { model, layers } = own
  own.feature = featureNow(S, now)
  sortCategories(S, now, isOpen(S))
  const xs = placeRows(S, now, own.feature),
    lift = outward(part(u, LIFT)),
    isBefore = lift === 0,
    lit = (own.lit = litRows(S, now))
  const shown = isBefore ? 1 - soft(anchored) : part(lift, [0, 0.4]),
    r = 0.86 * L.r,
    hasOld = shown > 0 && (!isBefore || m.round > 1)
  const d = Object.fromEntries(LAYERS.map(name => [name, ""]))
  for (let i = 0; i < model.n; i++) {
    const x = xs[i],
      value = isBefore ? m.before[i] : lerp(m.before[i], m.after[i], lift),
      was = isBefore ? last.before[i] : m.before[i]
    const on = !lit || lit[i],
      y = L.py(value),
      ty = L.py(record.y[i]),
      pale = on ? "" : "pale"
    if (hasOld && on) {
      d.rise += upright(x, L.py(was), y)
      d.old += circle(x, L.py(was), r * 0.9)
    }
    d[`${pale}dots`] += circle(x, y, r)
    if (model.isClass) {
      d[pale + (record.y[i] ? "up" : "down")] += classMark(record.y[i] === 1, x, ty, L.r)
      if (on && value > 0.5 !== record.y[i] > 0.5) d.wrong += circle(x, ty, L.r + 2.5)
    } else d[`${pale}down`] += circle(x, ty, L.r)
  }
  for (const name in d) set(layers[name], "d", d[name])
  style(layers.rise, "opacity", (0.32 * shown).toFixed(3))
  style(layers.old, "opacity", shown.toFixed(3))
  put(layers.axis, axisOf(S, now, isBefore))
  drawModes(S)
}

const axisOf = (S, now, isBefore) => {
  const { L, own, record } = S,
    { em } = L,
    y = L.foot + 1.3 * em,
    { m } = now
  if (own.mode === "feature") return featureAxis(S)
  if (own.mode === "leaf") return leafAxis(S, now)
  let drawn = `<path class="grid" d="M${L.x0} ${L.foot}H${L.x1}"/><text x="${L.x0}" y="${y}">lowest prediction</text><text x="${L.x1}" y="${y}" text-anchor="end">highest</text>`
  if (!own.model.isClass) return drawn
  const values = isBefore ? m.before : m.after,
    low = values.reduce((many, each) => many + (each <= 0.5), 0)
  if (low && low < record.y.length) {
    const x = round1(lerp(L.x0 + 8, L.x1 - 8, (low - 0.5) / (record.y.length - 1)))
    drawn += `<path class="half" d="M${x} ${L.top - 8}V${L.bottom + 8}"/>`
  }
  return drawn
}

const featureAxis = S => {
  const { L, own, record } = S,
    { em } = L,
    f = own.feature,
    at = featureScale(S, f),
    name = escaped(record.names[f]),
    marks = categoriesOf(S, f).map((text, i) => [i + 0.5, text])
  const axis = marks.length ? belowNames(at, L.foot, em, marks, name) : below(at, L.foot, em, { n: 5, name })
  return axis + (at.gap ? missingStrip(at.gap, L.top, L.foot, em) : "")
}

const leafAxis = (S, { m, last, u }) => {
  const { L, own } = S,
    { em } = L,
    shown = m.round > 1 && u < RISE[0] ? last : m,
    { groups, span } = ordersOf(shown).leaves
  const isHeld = Boolean(S.guess?.told) && u < FLY[0],
    seen = shown === m && !isHeld ? part(u, SHRINK) : 1 - part(u, [0, 0.09])
  return groups
    .map(({ node, from, to }) => {
      const [x0, x1] = [from, to].map((at, side) =>
        round1(lerp(L.x0 + 8, L.x1 - 8, at / span) + (side ? 6 : -6)),
      )
      const text =
        x1 - x0 > 2.2 * em
          ? `<text class="delta" style="opacity:${seen.toFixed(3)}" x="${(x0 + x1) / 2}" y="${L.foot + 1.3 * em}" text-anchor="middle">${signed(node.weight * own.model.rate)}</text>`
          : ""
      return `<path class="grid" d="M${x0} ${L.foot - 4}v4H${x1}v-4"/>${text}`
    })
    .join("")
}

const drawModes = S => {
  const { own, record } = S
  put(
    S.parts.views,
    Object.entries(MODES)
      .map(([mode, text]) => {
        const name =
          mode === "feature" && own.mode === "feature"
            ? `over <b>${escaped(record.names[own.feature])}</b>`
            : text
        return `<button type="button" role="tab" data-mode="${mode}" aria-selected="${mode === own.mode}">${name}</button>`
      })
      .join(""),
  )
}

const stems = ({ L, own, record }, { m, last, u, anchored }) => {
  const a = soft(anchored),
    isOld = u < ANCHOR[1],
    wide = L.x1 - L.x0,
    isOn = own.model.isClass && !record.gradient
  return i => {
    const from = isOld ? lerp(last.before[i], m.before[i], a) : m.before[i]
    const to = isOn ? record.y[i] : isOld ? lerp(last.end[i], m.end[i], a) : m.end[i]
    return [own.xs[i], L.py(from), L.py(to), (own.xs[i] - L.x0) / wide]
  }
}

const rowAt = ({ L, own, record }, [px, py], m) => {
  let found = null,
    least = 22 ** 2
  for (let i = 0; i < own.xs.length; i++) {
    const far = (own.xs[i] - px) ** 2 + Math.min((L.py(record.y[i]) - py) ** 2, (L.py(m.after[i]) - py) ** 2)
    if (far < least) [least, found] = [far, i]
  }
  return found
}

const press = (S, place) => {
  if (S.guess && !S.guess.told) {
    const f = barAt(S, place)
    if (f === null) return true
    Object.assign(S.own.guess, { feature: f })
    S.guess.dropped = Boolean(S.record.levels[f].length)
    S.parts.pills.hidden = true
    S.ask()
    return true
  }
  const f = barAt(S, place) ?? smallAt(S, place)
  if (f === null || !S.resting()) return false
  S.act({ feature: f, cut: null })
  return true
}

const legend = ({ record }) => {
  const name = record.classes.length ? "p before" : "before"
  return (
    (record.classes.length ? classKeys(record.classes) : ROWS_KEY) +
    key('<circle cx="6" cy="6" r="4" class="olddots"/>', name, 12) +
    key('<circle cx="6" cy="6" r="4" class="dots"/>', "after", 12) +
    STEM_KEY +
    (record.classes.length ? key('<circle cx="6" cy="6" r="5" class="wrong"/>', "wrong", 12) : "")
  )
}

const setMode = (S, mode) => {
  if (S.guess && !S.guess.told && mode !== "feature") S.closeGuess()
  S.own.mode = mode
  if (S.at.over >= 0) S.act({ over: -1 })
  S.ask()
}

// The guess is one over a feature: the one that is shown, unless it is of categories.
const opened = ({ own, record }) => {
  if (own.mode === "feature" && !record.levels[own.feature]?.length) own.guess.feature = own.feature
  own.mode = "feature"
}

const turn = (S, by) => {
  const many = S.record.names.length
  S.act({ feature: (S.own.gain.drawn.curve.feature + by + many) % many, cut: null })
}

export const rowsPicture = {
  hasModes: true,
  layers:
    '<g data-layer="axis"></g><path class="risen" data-layer="rise"/><path class="stems" data-layer="faint" style="opacity:.13"/><path class="stems thick" data-layer="stems"/>' +
    '<path class="olddots" data-layer="old"/><path class="dots" data-layer="dots"/><path class="mark-a" data-layer="down"/><path class="mark-b" data-layer="up"/>' +
    '<g class="pale"><path class="dots" data-layer="paledots"/><path class="mark-a" data-layer="paledown"/><path class="mark-b" data-layer="paleup"/></g><path class="wrong" data-layer="wrong"/>',
  legend,
  build,
  measure,
  still,
  draw,
  stems,
  // No wall of them where rows are many: two thirds of the ground stay free.
  stemWidth: ({ L, own }) => clamp((0.35 * (L.x1 - L.x0)) / own.model.n, 0.4, 1.5),
  top,
  rowAt,
  press,
  lit: S => S.own.lit,
  seated: (_, m, node) => [...node.rows].sort((i, j) => m.res[j] - m.res[i]),
  asked: () => "? ≤ ?",
  gainTitle: ({ record: { names } }) => (names.length > 1 ? `Gain of ${names.length} features` : "Gain of every cut"),
  gainBox,
  gains: (S, m, _, cut) => drawFeatures(S, m, cut),
  turn,
  readout: rowWords,
  setMode,
  opened,
  offer: S =>
    S.own.mode === "feature"
      ? '<span class="note">drag the line</span>'
      : '<button type="button" class="skip" data-view="guess">guess over a feature</button>',
  guessed: ({ own: { guess } }) => ({ feature: guess.feature, value: guess.values[guess.feature] }),
  dragGuess: (S, [x]) => {
    const { guess } = S.own,
      at = featureScale(S, guess.feature)
    guess.values[guess.feature] = clamp(at.back(x), ...at.domain)
  },
  nudge: (S, _, by) => {
    const { guess } = S.own,
      [low, high] = featureScale(S, guess.feature).domain
    guess.values[guess.feature] = clamp(guess.values[guess.feature] + (by * (high - low)) / 60, low, high)
  },
}
