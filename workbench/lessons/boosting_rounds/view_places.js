// Where rows of many features stand: side by side in the order of the prediction or by leaf, or over a feature.
import { BEFORE_GAP, GAP as MISSING, extent, padded, scale, scattered } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { rootCuts } from "./view_guess.js"
import { LIFT, RISE } from "./view_phases.js"

const GAP = 3,
  TURN_MS = 420

// The rank of every row by some values.
const ranks = values => {
  const found = new Float64Array(values.length)
  Array.from(values.keys())
    .sort((a, b) => values[a] - values[b] || a - b)
    .forEach((i, rank) => (found[i] = rank))
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

export const ordersOf = m => (m.orders ??= { before: ranks(m.before), after: ranks(m.after), leaves: byLeaf(m) })

// The scale of a feature, of categories from 0 to their number; gap: from where to where rows that miss it stand.
export const featureScale = (S, f) => {
  const { own, L: { em, x0, x1, inset }, record } = S,
    known = Array.from(record.X[f]).filter(Number.isFinite),
    { length: many } = record.levels[f],
    end = x1 - inset,
    gap = known.length < record.X[f].length ? [end - MISSING * em, end] : null
  own.domains[f] ??= many ? [0, many] : padded(known.length ? extent(known) : [0, 1], own.beside)
  return Object.assign(scale(own.domains[f], [x0 + inset, gap ? gap[0] - BEFORE_GAP * em : end]), { gap })
}

// The categories in the order of the cuts that are asked for or looked at, those that the node does not have last: a cut falls
// between two of them.
export const sortCategories = (S, { cut: { curve: looked }, u }) => {
  const { own, record } = S,
    f = own.feature,
    isLooked = u === 1 && S.over === null && looked?.feature === f,
    curve = !record.levels[f].length ? null : S.guess ? rootCuts(S, S.guess.step, f)?.curve : isLooked ? looked : null
  if (!curve?.marks.length || own.sorted === curve) return
  own.sorted = curve
  const first = curve.marks.map(([, name]) => name)
  own.sides[f] = [...first, ...record.levels[f].filter(name => !first.includes(name))]
}

export const categoriesOf = ({ own, record }, f) => own.sides[f] ?? record.levels[f]
export const slotsOf = (S, f) => S.record.levels[f].map(name => categoriesOf(S, f).indexOf(name) + 0.5)

const placesOver = (S, f) => {
  const at = featureScale(S, f),
    slots = slotsOf(S, f)
  return Float64Array.from(S.record.X[f], (value, i) => {
    if (Number.isNaN(value)) return (at.gap[0] + at.gap[1]) / 2 + scattered(i) * (at.gap[1] - at.gap[0])
    return at(slots.length ? slots[value] + scattered(i) : value)
  })
}

const placesNow = (S, { m, last, u }) => {
  const { own, L: { x0, x1, inset } } = S,
    { n } = own.model,
    inner = share => lerp(x0 + inset, x1 - inset, share)
  if (own.mode === "feature") return placesOver(S, own.feature)
  if (own.mode === "rank") {
    const { before, after } = ordersOf(m),
      t = soft(part(u, LIFT))
    return before.map((rank, i) => inner(lerp(rank, after[i], t) / Math.max(1, n - 1)))
  }
  const t = m.round > 1 ? soft(part(u, RISE)) : 1,
    [a, b] = [last, m].map(each => ordersOf(each).leaves)
  return a.at.map((place, i) => inner(lerp(place / a.span, b.at[i] / b.span, t)))
}

// The places of all rows now; another order, or another feature, is a short way there.
export const placeRows = (S, now) => {
  const { own, own: { turn } } = S,
    key = own.mode + (own.mode === "feature" ? [own.feature, ...categoriesOf(S, own.feature)].join() : "")
  if (turn.key !== key && turn.key && own.xs && !S.calm()) {
    Object.assign(turn, { from: own.xs, begin: null, t: 0 })
    S.ask()
  }
  turn.key = key
  const to = placesNow(S, now),
    t = soft(turn.t)
  own.xs = turn.t < 1 && turn.from ? to.map((place, i) => lerp(turn.from[i], place, t)) : to
  return own.xs
}

// True while rows are on their way.
export const runTurn = ({ own: { turn } }, now) => {
  if (!turn || turn.t >= 1) return false
  turn.begin ??= now
  turn.t = clamp((now - turn.begin) / TURN_MS)
  return true
}
