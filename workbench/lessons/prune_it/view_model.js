// The record as states: which nodes are leaves at each price, what every branch is worth there, and what is asked of it.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"

export const INNER = 0
export const LEAF = 1
export const GONE = 2

// What happens when in one step, as parts of its time.
const GROW = [0, 0.3] // the first time: every node goes to the height that it is worth
const riseOf = (S, state) => [isAsked(S, state) ? GROW[1] : 0.04, 0.5] // the water rises to the next price
const FOLD = [0.5, 0.84] // what it has reached folds
const SETTLE = [0.8, 1] // the branches above are worth something else now

const BEYOND = 0.7 // of a rung: room above the last one

export const isAlpha = S => S.record.kind === "alpha"

// Leaves stand half a place apart from the inner node between them, so that no two nodes stand above each other.
const placesOf = ({ left, right }) => {
  const x = new Float64Array(left.length)
  let count = 0
  const visit = k => {
    if (left[k] < 0) return (x[k] = count++ + 0.5)
    visit(left[k])
    x[k] = count
    visit(right[k])
  }
  visit(0)
  return { x, slots: count }
}

// What the branches are worth at a state: the first one writes all of them, every other one those that it changes.
const walkerOf = ({ start, node, worth }, n) => {
  const now = new Float64Array(n)
  let at = -1
  return state => {
    if (state < at) at = -1
    for (; at < state; at++) for (let i = start[at + 1]; i < start[at + 2]; i++) now[node[i]] = worth[i]
    return now
  }
}

const wayOf = (way, record, n) => {
  const { leaf_at: leafAt, gone_at: goneAt } = way,
    isGone = (k, state) => goneAt[k] >= 0 && goneAt[k] <= state
  const kind = (k, state) => isGone(k, state) ? GONE : record.left[k] < 0 || (leafAt[k] >= 0 && leafAt[k] <= state) ? LEAF : INNER
  const falls = Array.from(way.leaves, () => [])
  leafAt.forEach((state, k) => state > 0 && !isGone(k, state) && falls[state].push(k))
  const into = (k, state) => {
    let at = k
    while (isGone(at, state)) at = record.parent[at]
    return at
  }
  return {
    way,
    kind,
    falls,
    from: walkerOf(way, n),
    to: walkerOf(way, n),
    last: walkerOf(way, n)(way.leaves.length - 1), // of each branch before it fell
    // The node into which another one falls: the first above it that is there at a state.
    into,
  }
}

// A node and all below it, as far as they are inner ones.
export const branchBelow = ({ left, right }, node, isInner) => {
  const found = [node]
  for (const k of found) if (isInner(k)) found.push(left[k], right[k]) // grows while it is read
  return found
}

// How high a price stands, as a share: every price at which something falls is a rung, one as far above the last as the other.
const levelOf = (rungs, top) => {
  const n = rungs.length - 1
  return value => {
    const k = Math.max(0, rungs.findLastIndex(each => each <= value)),
      share = clamp((value - rungs[k]) / ((rungs[k + 1] ?? top) - rungs[k]))
    return (k + (k < n ? share : BEYOND * share)) / (n + BEYOND)
  }
}

export const EQUAL = 1e-9 // of two worths
const rungsOf = ({ kind, price, ways }) => {
  if (kind === "alpha") return [...price]
  const touched = ways.flatMap(way => [...way.touched]).filter(each => each > 0).sort((a, b) => a - b)
  return [0, ...touched.filter((each, i) => !(each - touched[i - 1] < EQUAL * each))]
}

// How many leaves there are below each node, and what they err.
const branchesOf = ({ left, right, size }) => {
  const found = Array.from(left, (_, k) => ({ many: 1, size: size[k] }))
  for (let k = left.length - 1; k >= 0; k--) {
    const [a, b] = [found[left[k]], found[right[k]]]
    if (a) found[k] = { many: a.many + b.many, size: a.size + b.size }
  }
  return found
}

// A small branch that is not among the first to fall, of which it is shown what is asked of all.
const exampleOf = (branches, { kind, falls }) => {
  const stay = falls.length > 1 ? [...branches.keys()].filter(k => kind(k, 1) === INNER) : [],
    leaves = k => branches[k].many + (branches[k].many < 3 ? Infinity : 0)
  return stay.sort((a, b) => leaves(a) - leaves(b) || 0)[0] ?? 0
}

export const modelOf = record => {
  const n = record.parent.length,
    ways = record.ways.map(way => wayOf(way, record, n))
  const heights = [...record.price, ...ways.flatMap(({ way: { worth } }) => [...worth])].filter(each => each > 0),
    rungs = rungsOf(record)
  const branches = branchesOf(record)
  return { n, ways, rungs, level: levelOf(rungs, 1.06 * Math.max(0, ...heights) || 1), ...placesOf(record), branches, example: exampleOf(branches, ways[0]) }
}

// Whether nothing falls: at rest, or while one guesses; and whether a state is seen whole, which is so in passing, too.
export const isStill = S => S.resting() || S.guess !== null
export const isWhole = S => S.guess !== null || Number.isInteger(S.view)

// Where the clock stands between two states; before the first step, in the first one.
export const timeOf = S => {
  if (S.isStart) return { from: 0, to: 0, u: 1, grow: isAsked(S, 0) ? 0 : 1, rise: 1, fold: 1, settle: 1 }
  const { step, u } = S,
    [grow, fold, settle] = [GROW, FOLD, SETTLE].map(phase => soft(part(u, phase)))
  return { from: step - 1, to: step, u, grow: isAsked(S, step - 1) ? grow : 1, rise: part(u, riseOf(S, step - 1)), fold, settle }
}

export const priceAt = ({ record }, { from, to, rise }) => lerp(record.price[from], record.price[to], rise)

// On its way with as many decimals as the price that it goes to.
export const priceText = (S, time) => {
  const price = priceAt(S, time),
    { price: prices } = S.record
  if (price === prices[time.to] || price === prices[time.from]) return significant(price)
  return price.toFixed(significant(prices[time.to]).split(".")[1]?.length ?? 0)
}

// The clock where the water's surface is under the hand: near a price what it has reached folds.
const NEAR = 10 // pixels
export const clockAt = (S, heightOf, high) => {
  const { record: { price }, n } = S
  for (let k = 0; k < n; k++) {
    const [low, next] = [heightOf(price[k]), heightOf(price[k + 1])],
      near = Math.min(NEAR, (heightOf(price[k + 2] ?? Infinity) - next) / 2)
    if (high < next) return k + lerp(...riseOf(S, k), Math.max(0, (high - low) / (next - low)))
    if (high < next + near) return k + lerp(riseOf(S, k)[1], 1, (high - next) / near)
  }
  return n
}

// Whether it is asked still which branch falls first.
export const isAsked = ({ at, record, n }, state) => record.kind === "alpha" && at.guess !== 0 && state === 0 && at.prune_seen === 0 && n > 0

// Whether what the gammas leave, or which tree cross-validation keeps, is told: once the picture has come to rest with it.
export const isTold = ({ at, own }) => at.guess === 0 || own.isTold

// Whether which tree cross-validation keeps is to be asked: once all are seen.
export const isKeeping = ({ record: { validated }, at, n }) =>
  Boolean(validated) && n > 1 && at.guess !== 0 && at.prune_told === 0 && at.prune_seen >= n

// Whether the tree that is shown is proposed to be it; the last one stands there unasked.
export const saysKept = S => isKeeping(S) && S.at.round < S.n && S.at.round === S.own.proposed

// Whether it is on its way to the tree that is kept.
export const isTelling = S => isAlpha(S) && S.at.prune_told === 1 && !isTold(S) && !S.resting()

// Unseen rows would answer what is asked of cross-validation.
export const hidesFolds = S => Boolean(S.record.validated) && !isTold(S)

// The node that the reader holds on to; the root, which is what no link names, is kept apart.
export const chosenOf = ({ own, at: { node } }) => (own.holdsRoot ? 0 : node > 0 && node < own.model.n ? node : null)

// The branch that is said to fall first by alpha.
export const pickOf = S => (isAlpha(S) ? S.own.folded[0][0] ?? null : null)

// One's own branch in the picture: as it is said, and beside what fell.
export const yoursNow = S => pickOf(S) ?? (S.at.round === 1 && S.step === 1 ? (S.own.fell?.yours ?? null) : null)

// The node whose branch is looked at: the one pointed at, said, or chosen; that which falls next; the root where that is asked.
export const nodeNow = (S, { to }) => {
  const [way] = S.own.model.ways
  const yours = to === 1 ? (S.own.fell?.yours ?? null) : null // beside what fell, as long as that is said
  if (!isWhole(S)) return yours ?? way.falls[to][0] ?? 0
  const held = S.over ?? pickOf(S) ?? chosenOf(S) ?? yours
  if (held !== null) return way.into(held % S.own.model.n, to)
  return isAsked(S, to) ? S.own.model.example : (way.falls[to + 1]?.[0] ?? 0)
}
