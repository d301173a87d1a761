// The record as states: raw predictions F and probabilities p of every row, added up as gbtlib adds them.
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { decimals } from "../../stage/kit/numbers.js"
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"

// Each class has its turn in a round, one after the other. Phases of a turn: its tree grows, leaves come to their weight, shrink
// by the learning rate, and lift F.
export const FULL = [0.28, 0.36]
export const SHRINK = [0.34, 0.42]
const MOVE = [0.36, 1]
export const appears = (turn, depth) => part(turn, [0.08 * Math.min(depth, 3), 0.08 + 0.08 * Math.min(depth, 3)])

const OPENS_AT = 3
const NODE = 1e5 // a node of class k has the number k * NODE + its own, wherever trees stand side by side
export const numberOf = (k, id) => k * NODE + id
export const classOfNode = number => Math.floor(number / NODE)

// How much of its turn each class has had, and of its step.
export const turnsOf = (u, many) =>
  Array.from({ length: many }, (_, k) => part(u, [k / many, (k + 1) / many]))
export const movesOf = (u, many) => turnsOf(u, many).map(turn => soft(part(turn, MOVE)))

// Parts of which all together are 1.
export const sharesOf = parts => {
  const sum = parts.reduce((all, each) => all + each, 0)
  return parts.map(each => each / sum)
}
export const softmax = raw => sharesOf(raw.map(value => Math.exp(value - Math.max(...raw))))

export const modelOf = record => {
  const { base, classes, codes, outputs, rate } = record,
    K = classes.length,
    n = codes.length,
    states = [Float64Array.from({ length: n * K }, (_, at) => base[at % K])],
    trees = new Map()
  const weight = (round, k, i) => outputs[k].weight[outputs[k].start[round - 1] + outputs[k].cell[(round - 1) * n + i]]
  const step = (round, k, i) => rate * weight(round, k, i)
  const state = r => {
    for (let at = states.length; at <= r; at++)
      states.push(states[at - 1].map((value, j) => value + step(at, j % K, (j / K) | 0)))
    return states[r]
  }
  const raw = (r, i) => Array.from(state(r).subarray(i * K, (i + 1) * K))
  const nodes = (round, k) => {
    const key = `${round} ${k}`
    if (!trees.has(key)) {
      const X = record.missing.map(is => (is ? [NaN] : []))
      trees.set(key, nodesOf({ trees: record.trees[k], names: record.names, reasons: record.reasons, X }, round).map(node => ({ ...node, id: numberOf(k, node.id) })))
    }
    return trees.get(key)
  }
  return {
    K, n, raw, weight, step, nodes,
    p: (r, i) => softmax(raw(r, i)),
    // On its way in a round: each class has taken its share of its step.
    between: (round, i, moves) => raw(round - 1, i).map((value, k) => value + moves[k] * step(round, k, i)),
    // Of what the trees of each class have added, so much is kept.
    only: (raw, kept) => raw.map((value, k) => lerp(base[k], value, kept[k])),
    leaf: (round, k, i) => outputs[k].node[outputs[k].start[round - 1] + outputs[k].cell[(round - 1) * n + i]],
    levels: Math.max(...record.trees.map(each => levelsOf({ trees: each }))),
  }
}

// What is not wholly 0 or 1 never reads so.
export const probability = p => (p > 0.9995 ? "> 0.999" : p < 0.0005 ? "< 0.001" : decimals(p))

export const rowOf = S => Math.min(S.record.codes.length - 1, S.at.row ?? S.record.row)
// Before the first answer, in the rounds that the lesson opens with, there is only what the answer needs; at the start no more.
export const isFirst = ({ at, own, isStart }) => isStart || (at.guess !== 0 && at.round <= OPENS_AT && !own.told.size)
export const classOf = S => S.at.of_class ?? S.record.codes[rowOf(S)]
