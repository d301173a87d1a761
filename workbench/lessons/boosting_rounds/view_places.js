// Where rows of many features stand: side by side in the order of the prediction or by leaf, or over a feature.
import { BEFORE_GAP, extent, GAP as MISSING, padded, scale, scattered } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { LIFT, RISE } from "./view_phases.js"

const GAP = 3,
  TURN_MS = 420

// The rank of every row by some values.
const ranks = values => {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b),
    found = new Float64Array(values.length)
  order.forEach((i, rank) => (found[i] = rank))
  return found
}

// Rows by leaf, from left to right in the tree, with gaps between; and where each leaf begins and ends.
const byLeaf = m => {
  const at = new Float64Array(m.before.length),
    groups = []
  let next = 0
  for (const node of m.leaves) {
    const from = next
    for (const i of [...node.rows].sort((a, b) => m.before[a] - m.before[b])) at[i] = next++
    if (next === from) continue
    groups.push({ node, from, to: next - 1 })
    next += GAP
  }
  return { at, groups, span: Math.max(1, next - GAP - 1) }
}

export const ordersOf = m =>
  (m.orders ??= { before: ranks(m.before), after: ranks(m.after), leaves: byLeaf(m) })

// The scale of a feature, of categories from 0 to their number; gap: from where to where rows that miss it stand.
export const featureScale = (S, f) => {
  const { own, L: { em, x0, x1 }, record } = S,
    known = Array.from(record.X[f]).filter(Number.isFinite),
    { length: many } = record.levels[f]
  own.domains[f] ??= many ? [0, many] : padded(known.length ? extent(known) : [0, 1], 0.03)
  const end = x1 - 8,
    gap = known.length < record.X[f].length ? [end - MISSING * em, end] : null
  return Object.assign(scale(own.domains[f], [x0 + 8, gap ? gap[0] - BEFORE_GAP * em : end]), { gap })
}

// The categories in the order of the cuts that are looked at, those that the node does not have last: a cut falls between.
export const sortCategories = (S, { cut: { curve }, u }, isOpen) => {
  const { own, record } = S,
    f = own.feature
  if (u < 1 || isOpen || S.over !== null || curve?.feature !== f || !curve.marks.length || own.sorted === curve) return
  own.sorted = curve
  const first = curve.marks.map(([, name]) => name)
  own.sides[f] = [...first, ...record.levels[f].filter(name => !first.includes(name))]
}

export const categoriesOf = ({ own, record }, f) => own.sides[f] ?? record.levels[f]

const placesOver = (S, f) => {
  const { record } = S,
    at = featureScale(S, f),
    names = record.levels[f],
    sorted = categoriesOf(S, f),
    slots = names.map(name => sorted.indexOf(name) + 0.5),
    { gap } = at
  return Float64Array.from(record.X[f], (value, i) => {
    if (Number.isNaN(value)) return (gap[0] + gap[1]) / 2 + scattered(i) * (gap[1] - gap[0])
    return at(names.length ? slots[value] + scattered(i) : value)
  })
}

const placesNow = (S, { m, last, u }, feature) => {
  const { own, L } = S,
    { n } = own.model,
    inner = share => lerp(L.x0 + 8, L.x1 - 8, share),
    to = new Float64Array(n)
  if (own.mode === "rank") {
    const { before, after } = ordersOf(m),
      t = soft(part(u, LIFT))
    for (let i = 0; i < n; i++) to[i] = inner(lerp(before[i], after[i], t) / Math.max(1, n - 1))
  } else if (own.mode === "leaf") {
    const t = m.round > 1 ? soft(part(u, [RISE[0], 0.17])) : 1,
      a = ordersOf(last).leaves,
      b = ordersOf(m).leaves
    for (let i = 0; i < n; i++) to[i] = inner(lerp(a.at[i] / a.span, b.at[i] / b.span, t))
  } else return placesOver(S, feature)
  return to
}

// The places of all rows now; another order, or another feature, is a short way there.
export const placeRows = (S, now, feature) => {
  const { own } = S,
    key = `${own.mode}|${own.mode === "feature" ? [feature, ...categoriesOf(S, feature)].join() : ""}`
  const turn = own.turn,
    isOther = turn.key !== key
  if (isOther && turn.key && own.xs && !S.calm()) {
    Object.assign(turn, { from: own.xs, begin: null, t: 0 })
    S.ask()
  }
  turn.key = key
  const to = placesNow(S, now, feature)
  if (turn.t < 1 && turn.from) {
    const t = soft(turn.t)
    for (let i = 0; i < to.length; i++) to[i] = lerp(turn.from[i], to[i], t)
  }
  own.xs = to
  return to
}

// True while rows are on their way.
export const runTurn = ({ own: { turn } }, now) => {
  if (!turn || turn.t >= 1) return false
  turn.begin ??= now
  turn.t = clamp((now - turn.begin) / TURN_MS)
  return true
}
