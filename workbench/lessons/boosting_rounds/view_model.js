// A record as rounds: raw predictions grow by rate * weight of each row's leaf, in the order and to the bits of gbtlib.
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"
import { treeKeeper } from "../../stage/kit/tree.js"

const KEPT = 24, // states and rounds
  BETWEEN = 32 // rounds between states that stay

// Raw predictions of all rows, or cells, after every round; states are kept here and there and grown from these.
const statesOf = ({ base, start, weight }, leaves, count, rate) => {
  const staying = [new Float64Array(count).fill(base)]
  const grown = (values, round) => {
    const from = start[round - 1],
      at = (round - 1) * count
    return values.map((value, i) => value + rate * weight[from + leaves[at + i]])
  }
  const stays = at => {
    for (let j = staying.length; j * BETWEEN <= at; j++) {
      staying[j] = staying[j - 1]
      for (let round = (j - 1) * BETWEEN + 1; round <= j * BETWEEN; round++) staying[j] = grown(staying[j], round)
    }
    return staying[at / BETWEEN]
  }
  const state = treeKeeper(round => (round % BETWEEN ? grown(state(round - 1), round) : stays(round)), KEPT)
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
  for (const node of nodes) Object.assign(node, { rows: [], mean: node.n ? -node.G / node.n : 0 })
  const leaf = Uint8Array.from({ length: n }, (_, i) => M.node(round, i))
  leaf.forEach((k, i) => nodes[k].rows.push(i))
  for (const node of nodes) node.shown = node.rows.length
  const leaves = leavesInOrder(nodes),
    within = k => nodes.filter(each => each.path.includes(k)).flatMap(each => each.rows)
  const isGrownOn = i => !record.grown_on || record.grown_on[(round - 1) * n + i] === 1
  return { round, nodes, leaves, leaf, before, after, res, end: endOf(before, res), within, isGrownOn }
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
  // The negative gradient of each row, and where its stem ends on the axis.
  const negative = (round, before) => {
    if (!gradient) return before.map((each, i) => y[i] - each)
    return Float64Array.from(gradient.subarray((round - 1) * n, round * n), each => -each)
  }
  const endOf = (before, res) => {
    if (!gradient || !M.isClass) return before.map((each, i) => each + res[i])
    return before.map((each, i) => each + ((y[i] - each) * Math.abs(res[i])) / most)
  }
  M.round = treeKeeper(round => roundOf(M, round, negative, endOf), KEPT)
  return M
}

const leavesInOrder = nodes => {
  const found = []
  const visit = k => (nodes[k].kids ? nodes[k].kids.forEach(visit) : found.push(nodes[k]))
  visit(0)
  return found
}
