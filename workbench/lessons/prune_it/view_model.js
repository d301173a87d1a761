// The record as states: which nodes are leaves at each price, and what every branch is worth there.
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { FOLD, GROW, RISE, SETTLE } from "./view_phases.js"

export const INNER = 0
export const LEAF = 1
export const GONE = 2
const IN_VIEW = { alpha: 3, gamma: 9 } // times the next price: how far up the scale goes

// Leaves stand half a place apart from the inner node between them, so that no two nodes stand above each other.
const placesOf = ({ left, right }) => {
  const x = new Float64Array(left.length)
  let count = 0
  const visit = k => {
    if (left[k] < 0) {
      x[k] = count + 0.5
      count++
      return
    }
    visit(left[k])
    x[k] = count
    visit(right[k])
  }
  visit(0)
  return { x, slots: count }
}

// What the branches are at a state: the first one writes all of them, every other one those that it changes.
const walkerOf = ({ start, node, worth, below }, n) => {
  const now = { worth: new Float64Array(n), below: new Float64Array(n) }
  let at = -1
  return state => {
    if (state < at) at = -1
    for (; at < state; at++)
      for (let i = start[at + 1]; i < start[at + 2]; i++) {
        now.worth[node[i]] = worth[i]
        now.below[node[i]] = below[i]
      }
    return now
  }
}

// What is made once for each state.
const stateful = make => {
  const made = []
  return state => (made[state] ??= make(state))
}

const wayOf = (way, record, n) => {
  const { leaf_at: leafAt, gone_at: goneAt, start, node } = way,
    isGone = (k, state) => goneAt[k] >= 0 && goneAt[k] <= state
  const kind = (k, state) =>
    isGone(k, state) ? GONE : record.left[k] < 0 || (leafAt[k] >= 0 && leafAt[k] <= state) ? LEAF : INNER
  const falls = Array.from({ length: way.leaves.length }, () => [])
  leafAt.forEach((state, k) => state > 0 && !isGone(k, state) && falls[state].push(k))
  return {
    way,
    kind,
    falls,
    from: walkerOf(way, n),
    to: walkerOf(way, n),
    asksAt: stateful(state => new Set(node.subarray(start[state], start[state + 1]))), // branches that a state has changed
    // The node into which another one falls: the first above it that is there at a state.
    into: (k, state) => {
      let at = k
      while (isGone(at, state)) at = record.parent[at]
      return at
    },
  }
}

export const modelOf = record => {
  const n = record.parent.length,
    ways = record.ways.map(way => wayOf(way, record, n))
  const inner = [...record.left.keys()].filter(k => record.left[k] >= 0)
  return { n, inner, ways, ...placesOf(record), tops: topsOf(record, ways) }
}

// How far up the scale of each state goes: to what is worth most, but not so far that nobody sees the next price.
const topsOf = ({ kind, price, asked }, ways) => {
  const most = ways.map(({ way: { worth } }) => Math.max(0, ...worth)),
    top = 1.12 * Math.max(...most) || 1
  const tops = Array.from(price.keys(), state =>
    Math.min(top, IN_VIEW[kind] * Math.max(price[Math.min(state + 1, price.length - 1)], price[asked] ?? 0, 1e-9 * top)),
  )
  return tops.map((each, state) => Math.max(each, 1.3 * price[state]))
}

// Whether nothing falls: at rest, or while one guesses; and whether a state is seen whole, which is so in passing, too.
export const isStill = S => S.resting() || S.guess !== null
export const isWhole = S => S.guess !== null || Number.isInteger(S.view)

// Where the clock stands between two states; before the first step, in the first one.
export const timeOf = ({ step, u, isStart }) => {
  if (isStart) return { from: 0, to: 0, u: 1, grow: 1, rise: 1, fold: 1, settle: 1 }
  const [grow, rise, fold, settle] = [GROW, RISE, FOLD, SETTLE].map(phase => soft(part(u, phase)))
  return { from: step - 1, to: step, u, grow, rise, fold, settle }
}

export const priceAt = ({ record }, { from, to, rise }) => lerp(record.price[from], record.price[to], rise)

export const topAt = ({ own }, { from, to, settle }) => {
  const { tops } = own.model
  return tops[from] ** (1 - settle) * tops[to] ** settle
}

// Whether it is asked still what falls after a state.
export const isAsked = ({ at, record, n }, state) =>
  record.kind === "alpha" && at.guess !== 0 && state >= at.prune_seen && state < n

// Whether what the gammas leave, or which tree cross-validation keeps, is told: once the picture has come to rest with it.
export const isTold = ({ at, own }) => at.guess === 0 || own.isTold

// Whether which tree cross-validation keeps is to be asked: once all are seen.
export const isKeeping = S => {
  const { record: { validated }, at, n } = S
  return Boolean(validated) && n > 1 && at.guess !== 0 && at.prune_told === 0 && at.prune_seen >= n
}

// Whether the reader has pointed at the tree that is shown, as the one that is kept; not by stepping there.
export const isPointed = ({ own, at }) => own.points === at.round

// Whether it is on its way to the tree that is kept.
export const isTelling = S => S.record.kind === "alpha" && S.at.prune_told === 1 && !isTold(S) && !S.resting()

// The node that the reader holds on to; the root, which is what no link names, is kept apart.
export const chosenOf = ({ own, at: { node } }) => (own.holdsRoot ? 0 : node > 0 && node < own.model.n ? node : null)

// The branch that is said to fall next by alpha.
export const pickOf = ({ own, record }) => (record.kind === "alpha" ? [...own.folded[0]][0] ?? null : null)

// The node whose branch is looked at: the one pointed at, the chosen one, the one that falls; the root where that is asked.
export const nodeNow = (S, time) => {
  const { own } = S,
    [way] = own.model.ways,
    chosen = chosenOf(S),
    picked = pickOf(S)
  if (isWhole(S)) {
    if (S.over !== null) return way.into(S.over % own.model.n, time.to)
    if (picked !== null) return picked
    if (chosen !== null) return way.into(chosen, time.to)
    return time.to < S.n && !isAsked(S, time.to) ? way.falls[time.to + 1][0] : 0
  }
  return way.falls[time.to][0] ?? 0
}
