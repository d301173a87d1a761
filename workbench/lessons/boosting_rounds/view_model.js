// A record as rounds: raw predictions grow by rate * weight of each row's leaf, in the order and to the bits of gbtlib.
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"

const KEPT_STATES = 24,
  KEPT_ROUNDS = 24,
  BETWEEN = 32

// Raw predictions of all rows, or cells, after every round; states are kept here and there and grown from these.
const statesOf = ({ base, start, weight }, leaves, count, rate) => {
  const kept = new Map([[0, new Float64Array(count).fill(base)]])
  const grow = (before, round) => {
    const after = new Float64Array(count),
      from = start[round - 1],
      at = (round - 1) * count
    for (let i = 0; i < count; i++) after[i] = before[i] + rate * weight[from + leaves[at + i]]
    return after
  }
  const state = round => {
    if (kept.has(round)) return kept.get(round)
    let near = round
    while (!kept.has(near)) near--
    let values = kept.get(near)
    for (; near < round; near++) {
      values = grow(values, near + 1)
      if ((near + 1) % BETWEEN === 0) kept.set(near + 1, values)
    }
    kept.set(round, values)
    const loose = [...kept.keys()].filter(each => each % BETWEEN)
    if (loose.length > KEPT_STATES) kept.delete(loose[0])
    return values
  }
  return state
}

// What the axis shows of raw predictions: themselves, or the probability of the class that they speak for.
const linkOf = ({ link, k }) => {
  if (link === "identity") return all => all[k]
  if (link === "softmax")
    return all =>
      all[k].map((own, i) => {
        let sum = 0
        for (const each of all) sum += Math.exp(each[i] - own)
        return 1 / sum
      })
  return all => all[k].map(raw => 1 / (1 + Math.exp(-link * raw)))
}

// What is drawn of a round: its nodes with their rows, and each row before it, after it, and what it still misses.
const roundOf = (M, round, negative, endOf) => {
  const { record, n } = M,
    nodes = nodesOf(record, round),
    before = M.shown(round - 1),
    after = M.shown(round),
    res = negative(round, before)
  const leaf = new Uint8Array(n),
    rows = nodes.map(() => [])
  for (let i = 0; i < n; i++) {
    leaf[i] = M.node(round, i)
    rows[leaf[i]].push(i)
  }
  for (const node of nodes) {
    node.rows = rows[node.k]
    node.shown = node.rows.length
    node.mean = node.n ? -node.G / node.n : 0
  }
  const leaves = leavesInOrder(nodes),
    within = k => nodes.filter(each => each.path.includes(k)).flatMap(each => each.rows)
  const isGrownOn = i => !record.grown_on || record.grown_on[(round - 1) * n + i] === 1
  return { round, nodes, leaves, leaf, before, after, res, end: endOf(before, res), within, isGrownOn }
}

export const modelOf = record => {
  const n = record.y.length,
    { outputs, k, n_rounds: R, edges } = record,
    link = linkOf(record)
  const many = edges.length ? edges.reduce((all, each) => all * (each.length + 1), 1) : 0
  const rowStates = outputs.map(each => statesOf(each, each.row, n, record.rate))
  const cellStates = outputs.map(each => statesOf(each, each.cell, many, record.rate))
  const kept = new Map() // round: what is drawn of it
  const M = {
    record,
    n,
    R,
    rate: record.rate,
    isClass: record.task === "classification",
    leafMark: outputs[k],
  }
  M.raw = round => rowStates[k](round)
  M.shown = round => link(rowStates.map(state => state(round)))
  M.cells = round => link(cellStates.map(state => state(round)))
  M.node = (round, i) => outputs[k].node[outputs[k].start[round - 1] + outputs[k].row[(round - 1) * n + i]]
  const most = record.gradient
    ? record.gradient.reduce((all, each) => Math.max(all, Math.abs(each)), 1e-300)
    : 1
  // The negative gradient of each row, and where its stem ends on the axis.
  const negative = (round, before) => {
    if (!record.gradient) return before.map((each, i) => record.y[i] - each)
    return Float64Array.from(record.gradient.subarray((round - 1) * n, round * n), each => -each)
  }
  const endOf = (before, res) => {
    if (!record.gradient || !M.isClass) return before.map((each, i) => each + res[i])
    return before.map((each, i) => each + ((record.y[i] - each) * Math.abs(res[i])) / most)
  }
  M.round = round => {
    const found = kept.get(round) ?? roundOf(M, round, negative, endOf)
    kept.delete(round)
    kept.set(round, found)
    if (kept.size > KEPT_ROUNDS) kept.delete(kept.keys().next().value)
    return found
  }
  M.levels = levelsOf(record)
  return M
}

const leavesInOrder = nodes => {
  const found = []
  const visit = k => (nodes[k].kids ? nodes[k].kids.forEach(visit) : found.push(nodes[k]))
  visit(0)
  return found
}
