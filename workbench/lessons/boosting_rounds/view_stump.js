// While the next cut is asked for: the tree that the guess would begin, a cut and two leaves, each as high as the mean of what
// its rows miss.
import { decimals, decimalsFor } from "../../stage/kit/numbers.js"
import { buildTree, layOut } from "../../stage/kit/tree.js"
import { nameOf, saidOf } from "./view_guess.js"
import { slotsOf } from "./view_places.js"

const HIGH = 1.3 // means of all that is missed: as high as there is room for

// What is missed on either side of the guess, of the rows that the round is grown on; one that lacks the feature is on none.
const sidesOf = (S, m) => {
  const { X, levels } = S.record,
    { feature, value } = saidOf(S),
    slots = levels[feature].length ? slotsOf(S, feature) : null,
    sides = [[], []]
  X[feature].forEach((x, i) => {
    if (!Number.isNaN(x) && m.isGrownOn(i)) sides[Number((slots ? slots[x] : x) > value)].push(m.res[i])
  })
  return sides
}
const meanOf = values => values.reduce((sum, each) => sum + each, 0) / (values.length || 1)

// Its group. isSeen: whether the guess has its line in the picture; else nothing is known of the cut.
export const stumpOf = (S, m, isSeen) => {
  const size = HIGH * meanOf(m.res.map(Math.abs)) || 1,
    asks = isSeen ? nameOf(S, saidOf(S), true) : "? ≤ ?",
    sides = isSeen ? sidesOf(S, m) : [[], []],
    [left, right] = sides.map(({ length }) => length)
  const leaf = (rows, side) => ({
    parent: 0, depth: 1, kids: null, path: [0, side + 1], weight: meanOf(rows),
    n: isSeen ? rows.length : "", label: isSeen ? decimals(meanOf(rows), decimalsFor(size)) : "?",
  })
  const root = { parent: -1, depth: 0, kids: [1, 2], path: [0], asks, says: isSeen ? [`${left} rows | ${right}`, `${left} | ${right}`] : ["not grown yet"] },
    nodes = [root, ...sides.map(leaf)].map((node, k) => ({ ...node, k, id: k, words: "" }))
  const T = layOut(nodes, S.L.tree, S.L.em, { levels: S.own.model.levels, now: 1 })
  buildTree(T, { scale: T.half / size, name: "mean" })
  T.group.setAttribute("class", "stump")
  for (const box of T.boxes) for (const name of ["role", "tabindex", "data-node"]) box.removeAttribute(name)
  return T.group
}
