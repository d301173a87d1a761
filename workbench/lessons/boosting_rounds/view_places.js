// Where rows of many features stand: side by side in the order of the prediction or by leaf, or over a feature.
import { extent, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { LIFT, RISE } from "./view_phases.js"

const GAP = 3,
  MISSING = 0.08,
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

// The scale of a feature; rows that miss it stand beyond its end.
export const featureScale = (S, f) => {
  const { own, L, record } = S,
    known = Array.from(record.X[f]).filter(Number.isFinite)
  own.domains ??= []
  own.domains[f] ??= padded(known.length ? extent(known) : [0, 1], 0.03)
  const hasGaps = known.length < record.X[f].length,
    [p, q] = [L.x0 + 8, L.x1 - 8],
    end = hasGaps ? lerp(q, p, MISSING) : q
  const to = scale(own.domains[f], [p, end])
  return Object.assign(value => (Number.isNaN(value) ? q - 4 : to(value)), {
    back: to.back,
    domain: to.domain,
    range: to.range,
    gaps: hasGaps ? q - 4 : null,
  })
}

const placesNow = (S, { m, last, u }, feature) => {
  const { own, L, record } = S,
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
  } else {
    const at = featureScale(S, feature)
    for (let i = 0; i < n; i++) to[i] = at(record.X[feature][i])
  }
  return to
}

// The places of all rows now; another order, or another feature, is a short way there.
export const placeRows = (S, now, feature) => {
  const { own } = S,
    key = `${own.mode}|${own.mode === "feature" ? feature : ""}|${S.L.picture.w}`
  const turn = own.turn,
    isOther = turn.key !== key
  if (isOther && turn.key && own.xs && !S.calm() && turn.key.split("|")[2] === key.split("|")[2]) {
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
