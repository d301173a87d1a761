// What the record says of a pair of models, deal by deal; and the phases of a deal.
import { lerp, part } from "../../stage/kit/easing.js"

// The last test rows go home, others are dealt out to both models and build a stair each, whose area is the AUC; the difference
// flies to its pile, and the intervals follow.
const PHASES = { home: [0, 0.16], deal: [0.08, 0.52], score: [0.5, 0.62], gap: [0.64, 0.87], mean: [0.86, 1] }
const names = Object.keys(PHASES)
const all = value => Object.fromEntries(names.map(name => [name, value]))

// Many deals in a hurry: no row flies, holes and piles follow at once.
export const isHurried = ({ motion }) => Boolean(motion) && Math.abs(motion.to - motion.from) > 1.5

export const phasesOf = (S, u) => {
  if (S.isStart) return all(0)
  if (isHurried(S)) return { ...all(1), mean: u }
  return Object.fromEntries(names.map(name => [name, part(u, PHASES[name])]))
}

// 0: nothing is answered, 1: when the two can be told apart, 2: which pairs one deal tells apart.
export const toldOf = ({ at }) => (at.guess === 0 ? 2 : at.lab_told)

export const isAskingPairs = S => toldOf(S) === 1 && S.own.asksPair
export const isShowingPairs = S => isAskingPairs(S) || S.at.lab_view === "pairs"

// Where one more deal falls is not shown before it is known whether the mean tells the two apart.
export const isHeldBack = S => toldOf(S) === 0 || isHurried(S)

// While the cells are drawn one after the other, what they tell is not said yet.
export const isDrawingPairs = S => toldOf(S) === 2 && S.own.shown < 1
export const areAsked = S => isAskingPairs(S) || isDrawingPairs(S)

export const pairNumber = (i, j) => (i > j ? (i * (i - 1)) / 2 + j : (j * (j - 1)) / 2 + i)

export const modelOf = record => {
  const { n_deals: n, n_test: wide } = record,
    stairs = new Map()
  const rowsOf = k => record.test.subarray(k * wide, (k + 1) * wide)
  const area = (v, k) => record.area[v * n + k]
  const ranksOf = (v, k) => record.ranks.subarray((v * n + k) * wide, (v * n + k + 1) * wide)
  return {
    n,
    rowsOf,
    area,
    gaps: record.keys.flatMap((_, i) => Array.from({ length: i * n }, (_, at) => area(i, at % n) - area(Math.floor(at / n), at % n))),
    // Test rows of a deal in the order of a model's scores.
    stair: (v, k) => {
      const key = v * n + k
      if (!stairs.has(key)) stairs.set(key, stairOf(record.y, ranksOf(v, k), rowsOf(k), record.mines[k]))
      return stairs.get(key)
    },
    state: (pair, m) => stateOf(record, pair, m),
  }
}

// From the highest score on, in shares of the rocks and of the mines: corners [x, y] of the ROC curve, between which rows of one
// score stand on a slope; steps: of each row [row, x, y], the middle of its step.
const stairOf = (y, ranks, rows, mines) => {
  const order = Array.from(ranks.keys()).sort((a, b) => ranks[b] - ranks[a] || rows[a] - rows[b]),
    sizes = [rows.length - mines, mines],
    corners = [[0, 0]],
    steps = []
  for (let from = 0, end = 0; from < order.length; from = end) {
    while (end < order.length && ranks[order[end]] === ranks[order[from]]) end++
    const tied = order.slice(from, end).map(place => rows[place]),
      [x0, y0] = corners.at(-1),
      ups = tied.filter(row => y[row] === 1).length,
      to = [x0 + (tied.length - ups) / sizes[0], y0 + ups / sizes[1]]
    tied.forEach((row, i) => {
      const t = (i + 0.5) / tied.length
      steps.push([row, lerp(x0, to[0], t), lerp(y0, to[1], t)])
    })
    corners.push(to)
  }
  return { corners, steps }
}

// After m deals: mean, spread and intervals of the first model's area less the second's; null before there is one.
const stateOf = (record, { index, sign }, m) => {
  const at = index * (record.n_deals + 1) + m
  if (!(m > 1)) return null
  return {
    n: m,
    t: record.t[m],
    mean: sign * record.mean[at],
    ...Object.fromEntries(["sd", "of_mean", "of_new", "of_one"].map(name => [name, record[name][at]])),
  }
}

// The two that are compared: a less b. gaps: deal by deal.
export const pairOf = ({ at, record, own: { model } }) => {
  const [a, b] = [record.keys.indexOf(at.variant), record.keys.indexOf(at.than)],
    index = pairNumber(a, b),
    isPublished = [a, b].every(v => record.published[v] !== null && !record.published_of[v]),
    published = isPublished ? record.published[a] - record.published[b] : null
  return {
    a,
    b,
    two: [a, b],
    index,
    sign: a > b ? 1 : -1,
    gaps: Array.from({ length: model.n }, (_, k) => model.area(a, k) - model.area(b, k)),
    published,
    from: record.apart_from[index],
    isOne: record.is_one_enough[index] === 1,
  }
}

// The deals, from one to another of the first m, after which the mean's interval leaves 0 out.
export const apartRuns = ({ own: { model, pair } }, most) => {
  const runs = []
  for (let m = 2; m <= most; m++) {
    const { mean, of_mean: half } = model.state(pair, m)
    if (Math.abs(mean) <= half) continue
    if (runs.at(-1)?.[1] === m - 1) runs.at(-1)[1] = m
    else runs.push([m, m])
  }
  return runs
}

// Half the mean's interval after as many deals as are said, if they scatter as those so far; null where none is said.
export const projected = ({ own: { bet, model, pair }, at, n, record }) => {
  const state = model.state(pair, at.round)
  if (toldOf({ at }) || !bet.isOpen || bet.at > n || !state) return null
  return (record.t[bet.at] * state.sd) / Math.sqrt(bet.at)
}
