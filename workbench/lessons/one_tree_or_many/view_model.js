// The record by state and row: what both models say, and where the pieces of the trees lie.
import { clamp } from "../../stage/kit/easing.js"

export const SEEN = 0
export const UNSEEN = 1

// What happens when in one round, as parts of its time.
export const COME = [0, 0.1] // the new small tree stands large at the right
export const GROW = [0.1, 0.46] // it grows from there over the whole picture of the many
export const CUT = [0.1, 0.5] // the one tree is cut, each cut in its own piece
export const STEPS = [0.42, 0.52] // the steps of the small tree stand in their pieces
export const LIFT = [0.58, 1] // both predictions change
export const SINK = [0.64, 0.97] // the small tree sinks in

const block = (values, many, state) => values.subarray(state * many, (state + 1) * many)

const sideOf = (side, rows, nStates) => ({
  ...side,
  saidIn: (set, state) => block(side.said[set], rows[set].y.length, state),
  isWrong: (set, state, i) => Boolean(side.wrong?.[set][state * rows[set].y.length + i]),
  cellsIn: state => block(side.cells, side.cells.length / nStates, state),
})

export const modelOf = record => ({
  sides: record.sides.map(side => sideOf(side, record.rows, record.n_rounds + 1)),
  leaves: round => leavesOf(record, round),
  most: Math.max(1e-12, ...record.stamps.weight.map(Math.abs)),
})

// The leaves of a round's small tree: its step without the rate, and from where to where along each axis.
const leavesOf = ({ stamps: { weight, box, start } }, round) => {
  const wide = box.length / weight.length,
    from = start[round - 1]
  return Array.from({ length: start[round] - from }, (_, i) => ({
    weight: weight[from + i],
    box: box.subarray((from + i) * wide, (from + i + 1) * wide),
  }))
}

// Which rows are looked at: those never seen only once it is told what is said of them.
export const isTold = S => S.at.guess === 0
export const setOf = S => {
  const { at, record } = S,
    isTrainedOn = at.trained_rows || (at.row !== null && record.rows[SEEN].number.includes(at.row))
  return isTold(S) && record.has_unseen && !isTrainedOn ? UNSEEN : SEEN
}
// By which both are judged where the answer is looked at; of those that they are trained on there is another course.
export const isJudged = S => isTold(S) && setOf(S) === (S.record.has_unseen ? UNSEEN : SEEN)
export const errorsOf = S => S.own.model.sides.map(side => (isJudged(S) ? side.judged : side.seen))

// The row that is pointed at, else the one that is chosen, as long as it is drawn.
export const rowNow = S => {
  if (S.own.over !== null) return S.own.over
  const i = S.record.rows[setOf(S)].number.indexOf(S.at.row ?? -1)
  return i < 0 ? null : i
}

// The piece in which a place lies: the nearest cuts that pass it, on every side. Null where not all cuts are drawn.
export const pieceAt = ({ cuts }, state, place) => {
  if (!cuts?.is_whole) return null
  const found = place.map(() => [-Infinity, Infinity])
  for (let i = 0; i < cuts.at.length && cuts.since[i] <= state; i++) {
    const axis = cuts.axis[i],
      other = place[1 - axis],
      at = cuts.at[i]
    if (other !== undefined && (other <= cuts.low[i] || other > cuts.high[i])) continue
    if (place[axis] <= at) found[axis][1] = Math.min(found[axis][1], at)
    else found[axis][0] = Math.max(found[axis][0], at)
  }
  return found
}

// A piece on the screen, as [x0, y0, x1, y1].
export const onScreen = (P, [across, up]) => {
  const x = value => clamp(P.px(value), P.x0, P.x1),
    y = value => clamp(P.py(value), P.y0, P.y1)
  return [x(across[0]), up ? y(up[1]) : P.y0, x(across[1]), up ? y(up[0]) : P.y1]
}
