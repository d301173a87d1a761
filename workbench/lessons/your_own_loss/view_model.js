// The record as states: what each row has after so many rounds, and the tree that leads from one to the next.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"

// Phases of a round, as shares of u: the tree is there before what falls down it.
export const PHASES = { tree: [0, 0.16], fall: [0.1, 0.5], level: [0.56, 0.66], shrink: [0.68, 0.77], step: [0.78, 1], pulls: [0.88, 1] }
// When a node is there: depth after depth, those deeper than three at once.
export const appears = (p, depth) => part(p.tree, [0.2 * Math.min(depth, 3), 0.4 + 0.2 * Math.min(depth, 3)])
export const phasesOf = u => Object.fromEntries(Object.entries(PHASES).map(([name, ends]) => [name, part(u, ends)]))

export const modelOf = record => {
  const { rows, n_rounds: n } = record,
    many = rows.x.length,
    wide = record.places.length,
    kept = new Map()
  const state = (name, at) => rows[name].subarray(at * many, (at + 1) * many)
  return {
    n,
    many,
    state,
    usual: at => record.usual?.fit.subarray(at * wide, (at + 1) * wide),
    line: at => record.fit.subarray(at * wide, (at + 1) * wide),
    leaves: round => record.trees.leaf.subarray((round - 1) * many, round * many),
    nodes: round => {
      if (!kept.has(round)) kept.set(round, nodesOf(record, round))
      return kept.get(round)
    },
    // Leaves of all rounds are drawn on one scale, so that none jumps.
    heaviest: record.trees.weight.reduce((most, weight, i) => (record.trees.left[i] < 0 ? Math.max(most, Math.abs(weight)) : most), 1e-9),
    levels: levelsOf(record),
  }
}

// A value on its way from what was drawn of another loss.
export const mixed = ({ own: { morph } }, name, i, value) => {
  const was = morph?.from[name]?.[i]
  return Number.isFinite(was) && Number.isFinite(value) ? lerp(was, value, soft(morph.t)) : value
}

export const rowNow = S => Math.min(S.at.own_row ?? S.record.first, S.own.model.many - 1)

// Where the chosen row is held, or was let go and waits for what is boosted; null where it is that of the record.
export const heldY = S => {
  const { own: { y }, record: { rows } } = S
  return y === null || y === rows.y[rowNow(S)] ? null : y
}

// Of values that are evenly spread from a to b, the one at a place.
export const readAt = (values, [a, b], place) => {
  const at = clamp(((place - a) / (b - a)) * (values.length - 1), 0, values.length - 1.001),
    i = Math.floor(at)
  return lerp(values[i], values[i + 1], at - i)
}

// How far the loss pulls a row after so many rounds: one that is held, from where it is held.
export const pullOf = (S, round, i) => {
  const { own: { model }, record: { shape } } = S,
    y = i === rowNow(S) ? heldY(S) : null
  return y === null || !shape ? model.state("pull", round)[i] : -readAt(shape.gradient, shape.ends, model.state("raw", round)[i] - y)
}

// Where F stands, and what the loss is there: as it was made for the row's own F, or asked for where the reader has put it;
// undefined while that is on its way.
export const hereNow = S => {
  const { at, own: { model } } = S
  if (at.own_F !== null) return S.moment()?.here
  const [F, loss, pull, h, step] = ["raw", "loss", "pull", "hessian", "alone"].map(name => model.state(name, at.round)[rowNow(S)])
  return { F, loss, g: -pull, h, step }
}
