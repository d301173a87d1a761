// The record as states, 0 with every cut and then by halving; which of them is on its way when; and what may be told.
import { lerp, parts } from "../../stage/kit/easing.js"

// Phases of a halving, as shares of u: neighbours become one, the cut glides to the best that is left; then the node's
// bars go down to the larger child, and the smaller child's take theirs off.
const PHASES = { merge: [0, 0.42], glide: [0.42, 0.7], slide: [0.72, 0.86], bite: [0.86, 0.97], rest: [0.97, 1] }
export const phasesOf = u => parts(u, PHASES)

export const modelOf = record => {
  const { bins, every } = record,
    states = [null, ...bins]
  const cutsOf = state => (state ? { ...state.cuts, best: state.best } : every)
  const cutAt = (state, i) => {
    const { threshold, gain, n_left } = cutsOf(state)
    return i < 0 ? null : { i, at: threshold[i], gain: gain[i], n: n_left[i] }
  }
  return {
    states,
    ofEvery: childrenOf(record),
    cutsOf,
    cutAt,
    bestOf: state => cutAt(state, cutsOf(state).best),
    top: Math.max(0, ...every.gain),
    enough: enoughOf(record),
    rowsIn: state => (record.n - record.gaps) / (cutsOf(state).gain.length + 1), // of a bin; equal values share one
    kept: Float64Array.from(states, state => 100 * (state ? state.kept : 1)),
  }
}

// From where to where the longest run of cuts lies that all keep as much as is asked, and the rows between; null where none gains.
const enoughOf = ({ every: { threshold }, stretch }) => stretch && { from: threshold[stretch[0]], to: threshold[stretch[1]], rows: stretch[2] }

// How many rows a bin holds, on its way, too; and how that reads.
export const rowsNow = ({ own: { model: { rowsIn }, time: { to, from = null, u } } }) => (u < 1 ? lerp(rowsIn(from), rowsIn(to), u) : rowsIn(to))
export const oneBin = many => `one bin: ${Math.round(many)} ${Math.round(many) === 1 ? "row" : "rows"}`

// Whether so few bins keep enough although no border had to fall among those cuts.
export const isLucky = ({ own: { model }, record }, state) => model.states.indexOf(state) > record.sure && state.kept >= record.limit

// The names and sizes of the children of the best of every cut, the smaller one first; null where there is none.
const childrenOf = ({ n, every: { best, n_left: many } }) => {
  if (best < 0) return null
  const both = [["left", many[best]], ["right", n - many[best]]].sort(([, a], [, b]) => a - b)
  return { names: both.map(([name]) => name), sizes: both.map(([, size]) => size) }
}

export const isTold = ({ at, record }) => record.sure === null || at.bins_told === 1 || at.guess === 0

// What is shown: the state that comes, the one that goes, how far, and where on the strip that is. Under the hand that
// guesses it is wherever that is.
export const timeOf = S => {
  const { own: { model, hand }, step, u } = S
  const from = (place, isWhole) => {
    const next = Math.max(1, Math.ceil(place - 1e-9))
    return isWhole ? { to: model.states[place], u: 1, place } : { to: model.states[next], from: model.states[next - 1], u: place - next + 1, place }
  }
  if (hand !== null) return from(hand, Number.isInteger(hand))
  return S.isStart ? from(0, true) : from(step - 1 + u, u >= 1)
}

// On the way to the answer, which may lead back from too few bins: the halvings down to where one has been. And what is spoken of:
// the state whose bins are drawn, or the one next to the hand; and the one whose best cut is.
export const isPassed = ({ own: { said, reveals, time: { place } } }, k) => !reveals || k <= Math.max(place, said ?? 0)
const stateAfter = (phase, { own: { hand, model, time: { to, from, u } } }) => (hand !== null ? model.states[Math.round(hand)] : u > phase ? to : from)
export const stateNow = S => stateAfter(PHASES.merge[1], S)
export const foundNow = S => stateAfter(PHASES.glide[1], S)

// The whole models: in a file they stand in it, else they are asked for while one guesses.
export const courseOf = S => {
  const found = S.record.course ?? S.moment({ ...S.at, bins_told: 1 })
  return found?.training ? found : null
}
