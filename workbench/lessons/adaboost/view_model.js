// The record as states: weights before and after every round, and who is right in it.
import { wholeOf } from "../../stage/kit/guess.js"
import { extent } from "../../stage/kit/axes.js"
import { lerp, parts, soft } from "../../stage/kit/easing.js"

export const ALIKE = 1e-4 // of a weight
export const FEW = 3 // rows, each with its name
// Phases of a round, as shares of u: the cut comes, wrong rows are ringed, the tree gets its weight and votes, weight flows from
// right rows to wrong ones.
const PHASES = { cut: [0.02, 0.16], rings: [0.14, 0.27], bar: [0.26, 0.42], ground: [0.28, 0.42], flow: [0.42, 1] }
export const phasesOf = u => parts(u, PHASES)

export const modelOf = record => {
  const n = record.codes.length,
    cells = record.cells.length / (record.n_rounds + 1)
  const at = (values, size, index) => values.subarray(index * size, (index + 1) * size)
  const state = (name, r) => at(record[name], n, r)
  const predicted = round => at(record.predicted, n, round - 1)
  const isWrong = (round, i) => predicted(round)[i] !== record.codes[i]
  const votes = (round, isOf = () => true) => record.tree_weight.slice(0, round).reduce((sum, each, k) => sum + (isOf(k + 1) ? each : 0), 0)
  return {
    n,
    state,
    cells: r => at(record.cells, cells, r),
    tree: round => at(record.trees, cells, round - 1),
    isWrong,
    votes, // of so many trees, and those that miss a row
    against: (round, i) => votes(round, each => isWrong(each, i)),
    weight: (round, i, { flow }) => lerp(state("weight", round - 1)[i], state("weight", round)[i], soft(flow)),
    heaviest: r => {
      const weights = state("weight", r),
        most = Math.max(...weights)
      return Array.from(weights.keys()).filter(i => most - weights[i] < ALIKE * most)
    },
    ends: (name, r) => extent(state(name, r)),
    order: Array.from({ length: n }, (_, i) => i).sort((a, b) => record.x[a] - record.x[b]),
  }
}

// Whether boosting has stopped early with the tree of a round, from 0 on.
export const isEnd = ({ n_rounds, ended }, round) => Boolean(ended) && round === n_rounds - 1

// The row that is looked at, by its place: the one pointed at, the chosen one, the one whose label may be wrong.
export const placeOf = S => S.row ?? S.own.over ?? chosenOf(S)
export const chosenOf = S => {
  if (S.at.row === null) return isUntold(S) ? null : S.record.suspect
  let best = 0
  S.record.number.forEach((number, i) => {
    if (Math.abs(number - S.at.row) < Math.abs(S.record.number[best] - S.at.row)) best = i
  })
  return best
}

// While it is asked which row will weigh most, nothing tells which one that may be.
export const isHiding = ({ at, own, record }) =>
  record.asked !== null && at.guess !== 0 && at.round < record.asked && own.said === null

// The verdict comes with the clock: until it has stood at the round that is asked about, or later.
export const isUntold = S =>
  isHiding(S) || (S.record.asked !== null && S.at.guess !== 0 && !S.own.isTold && !S.resting())

// The rows that are named as heaviest, if they are few.
export const namedOf = S => {
  const all = S.own.model.heaviest(wholeOf(S))
  return all.length > FEW || isUntold(S) ? [] : all
}

// What the row that is chosen would weigh with its other label, by state, where that is known.
export const otherCourse = S => {
  const { own: { course } } = S
  return !isHiding(S) && course && course.place === placeOf(S) ? course.other : null
}
