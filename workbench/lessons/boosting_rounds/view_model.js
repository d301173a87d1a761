// A record as rounds: raw predictions grow by rate * weight of each row's leaf, in the order and to the bits of gbtlib.
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"
import { leavesOf, treeKeeper } from "../../stage/kit/tree.js"

const KEPT = 24 // rounds

// Raw predictions of all rows, or cells, after every round that has been asked for so far, and all before it.
const statesOf = ({ base, start, weight }, leaves, count, rate) => {
  const states = [new Float64Array(count).fill(base)]
  return round => {
    for (let next = states.length; next <= round; next++)
      states.push(states[next - 1].map((value, i) => value + rate * weight[start[next - 1] + leaves[(next - 1) * count + i]]))
    return states[round]
  }
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

// What is drawn of a round: its nodes with their rows, and each row before it and after it; what it misses before (res), and
// where its stem ends, before and after.
const roundOf = (M, round) => {
  const { record, n } = M,
    nodes = nodesOf(record, round),
    { shown: before, res, ends: end } = M.missed(round - 1),
    { shown: after, ends: left } = M.missed(round)
  for (const node of nodes) Object.assign(node, { rows: [], mean: node.n ? -node.G / node.n : 0 })
  const leaf = Uint8Array.from({ length: n }, (_, i) => M.node(round, i))
  leaf.forEach((k, i) => nodes[k].rows.push(i))
  const leaves = leavesOf(nodes).map(k => nodes[k]),
    within = k => nodes.filter(each => each.path.includes(k)).flatMap(each => each.rows)
  const isGrownOn = i => !record.grown_on || record.grown_on[(round - 1) * n + i] === 1
  leaves.forEach((node, turn) => {
    const rows = node.rows.filter(isGrownOn)
    // The mean of what is missed is −G / n; of another loss, whose stems are no gradients, that of the stems.
    const level = record.is_residual ? node.mean : rows.reduce((sum, i) => sum + end[i] - before[i], 0) / (rows.length || 1)
    Object.assign(node, { turn, level })
  })
  return { round, nodes, leaves, leaf, before, after, res, end, left, within, isGrownOn }
}

export const modelOf = record => {
  const { outputs, k, edges, gradient, y, rate } = record,
    n = y.length,
    link = linkOf(record),
    many = edges.length ? edges.reduce((all, each) => all * (each.length + 1), 1) : 0,
    rowStates = outputs.map(each => statesOf(each, each.row, n, rate)),
    cellStates = outputs.map(each => statesOf(each, each.cell, many, rate)),
    most = gradient ? gradient.reduce((all, each) => Math.max(all, Math.abs(each)), 1e-300) : 1
  const M = {
    record,
    n,
    rate,
    isClass: record.task === "classification",
    raw: rowStates[k],
    shown: round => link(rowStates.map(state => state(round))),
    cells: round => link(cellStates.map(state => state(round))),
    node: (round, i) => outputs[k].node[outputs[k].start[round - 1] + outputs[k].row[(round - 1) * n + i]],
    levels: levelsOf(record),
  }
  // Of a state what the axis shows of each row, its negative gradient, and where its stem ends; of a loss whose gradient is
  // sent, nothing is known of the last.
  const missedIn = state => {
    const shown = M.shown(state)
    if (!gradient) return { shown, res: shown.map((each, i) => y[i] - each), ends: y }
    if (state === record.n_rounds) return { shown, ends: shown }
    const res = Float64Array.from(gradient.subarray(state * n, (state + 1) * n), each => -each)
    return { shown, res, ends: shown.map((each, i) => each + (M.isClass ? ((y[i] - each) * Math.abs(res[i])) / most : res[i])) }
  }
  M.missed = treeKeeper(missedIn, KEPT)
  M.round = treeKeeper(round => roundOf(M, round), KEPT)
  return M
}
