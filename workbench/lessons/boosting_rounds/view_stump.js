// While the next cut is asked for: the tree that the guess would begin, a cut and two leaves with their weights.
import { decimals, decimalsFor } from "../../stage/kit/numbers.js"
import { buildTree, layOut } from "../../stage/kit/tree.js"
import { sumsOf } from "./view_formula.js"
import { nameOf, rootCuts, saidOf } from "./view_guess.js"

const HIGH = 1.3 // weights of all that is missed in one leaf: as high as there is room for

// Of both sides of the guess their rows and −G / (H + λ), by the cut that parts the rows as it does; null while it is not known.
const sidesOf = (S, m) => {
  const { feature, value } = saidOf(S),
    found = rootCuts(S, m.round, feature),
    way = found?.curve.ways[0]
  if (!way?.x.length) return null
  const { node, formula } = found.root,
    after = way.x.findIndex(x => x >= value),
    i = after < 0 ? way.x.length - 1 : after > 0 && S.record.X[feature].some(x => x > value && x < way.x[after]) ? after - 1 : after
  const side = (n, G, H) => ({ n, weight: -sumsOf(G, H, formula).T / (H + formula.reg_lambda.now) })
  return [side(way.nLeft[i], way.GL[i], way.HL[i]), side(node.n - way.nLeft[i], way.GR[i], way.HR[i])]
}

// Its group. isSeen: whether the guess has its line in the picture; else nothing is known of the cut.
export const stumpOf = (S, m, isSeen) => {
  const [{ n, H }] = m.nodes,
    size = (HIGH * m.res.reduce((sum, each) => sum + Math.abs(each), 0) * n) / (H * m.res.length) || 1,
    asks = isSeen ? nameOf(S, saidOf(S), true) : "? ≤ ?",
    sides = isSeen ? sidesOf(S, m) : null,
    rows = sides?.map(({ n }) => n)
  const leaf = side => ({
    parent: 0, depth: 1, kids: null, path: [0, side + 1], weight: sides?.[side].weight ?? 0,
    n: rows?.[side] ?? "", label: sides ? decimals(sides[side].weight, decimalsFor(size)) : "?",
  })
  const root = { parent: -1, depth: 0, kids: [1, 2], path: [0], asks, says: rows ? [`${rows[0]} rows | ${rows[1]}`, rows.join(" | ")] : ["not grown yet"] },
    nodes = [root, leaf(0), leaf(1)].map((node, k) => ({ ...node, k, id: k, words: "" }))
  const T = layOut(nodes, S.L.tree, S.L.em, { levels: S.own.model.levels, now: 1, bars: S.own.bars })
  buildTree(T, { scale: S.own.scale ?? T.half / size })
  T.group.setAttribute("class", "stump")
  for (const box of T.boxes) for (const name of ["role", "tabindex", "data-node"]) box.removeAttribute(name)
  return T.group
}
