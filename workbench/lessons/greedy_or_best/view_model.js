// The record as the pictures ask for it: a column for each first cut, trees by their numbers; and which of them is shown when.
import { part, soft } from "../../stage/kit/easing.js"
import { significant, threshold } from "../../stage/kit/numbers.js"

// What happens when, as parts of the time of one column: the first cut comes, then the best cut of each side of it. The reveal
// lets all trees fall before, in one column after another, outwards from the guess.
const COME = [0, 0.42],
  SIDES = [
    [0.4, 0.7],
    [0.68, 1],
  ],
  FALLS = 0.55,
  FALL = 0.28, // of one column
  LATER = 0.26
export const FALLEN = [LATER + FALL - 0.08, LATER + FALL] // the axis comes once all stand

const cutsOf = ({ cuts, names }) => {
  const side = i => ({ n: cuts.n[i], G: cuts.G[i], H: cuts.H[i], weight: cuts.weight[i], cost: cuts.cost[i] })
  return Array.from(cuts.gain, (gain, i) => ({
    feature: cuts.feature[i],
    at: cuts.threshold[i],
    gain,
    name: `${names[cuts.feature[i]]}\u00a0≤\u00a0${threshold(cuts.threshold[i])}`, // in one line
    sides: [side(2 * i), side(2 * i + 1)],
  }))
}

const SAME = 1e-12
export const isSame = (gain, other) => Math.abs(gain - other) <= SAME

export const modelOf = record => {
  const { cuts, trees, starts } = record,
    all = cutsOf(record),
    at = i => (i < 0 ? null : all[i])
  const treeAt = id => ({
    id,
    cut: at(trees.root[id]),
    kids: [at(trees.left[id]), at(trees.right[id])],
    gain: trees.gain[id],
  })
  const greedyPlace = trees.root[record.greedy] + 1 // where its own tree is shown, else the best
  const columns = Array.from(record.bests, (best, j) => ({
    place: j,
    cut: at(j - 1),
    alone: j ? cuts.gain[j - 1] : 0,
    from: starts[j],
    to: starts[j + 1],
    n: starts[j + 1] - starts[j],
    shown: j === greedyPlace ? record.greedy : best,
    most: trees.gain[best],
    isBetter: j > 0 && trees.gain[best] - trees.gain[record.greedy] > SAME, // than greedy's
    name: j ? all[j - 1].name : "no cut",
  }))
  const placeOf = id => trees.root[id] + 1
  const sizes = [record.root.weight, ...cuts.weight].map(weight => Math.abs(weight - record.undecided))
  const heights = [record.root.weight, ...cuts.weight].map(Math.abs)
  return {
    columns,
    treeAt,
    placeOf,
    gains: trees.gain,
    greedy: columns[greedyPlace],
    best: columns[placeOf(record.best)],
    top: trees.gain[record.best],
    n: trees.gain.length,
    farthest: Math.max(...sizes) || 1,
    heaviest: Math.max(...heights) || 1,
  }
}

export const isTold = S => S.at.greedy_told === 1 || S.at.guess === 0

// Whether a column shows what stands on its first cut: greedy's does always.
export const isOpen = (S, place) => isTold(S) || place === S.own.model.greedy.place

// The tree that a column shows: its first cut alone while nothing may be told, else the one that was chosen, or its best.
export const treeIn = (S, place) => {
  const { model } = S.own,
    { from, to, shown } = model.columns[place],
    chosen = S.at.any_tree
  if (!isOpen(S, place)) return model.treeAt(from)
  const isChosen = place === S.at.round && chosen !== null && chosen >= from && chosen < to && isTold(S)
  return model.treeAt(isChosen ? chosen : shown)
}
// The tree beside the columns: while one is asked, of that which is pointed at or said; then one that is pointed at in any
// column; else that of the column where the clock is.
export const treeNow = (S, place) => {
  const { peek, over, pick, model } = S.own
  if (!isTold(S)) return treeIn(S, over ?? pick ?? place)
  return peek !== null && S.resting() ? model.treeAt(peek) : treeIn(S, place)
}

// That which goes: as all trees fall, what was seen of one's own first cut.
export const treeBefore = (S, { from }) => {
  const { reveal, pick, model } = S.own
  return reveal && pick !== null ? model.treeAt(model.columns[pick].from) : treeIn(S, from)
}

// Where the clock is: the column that comes, the one that goes, and how far its three cuts have come; of the reveal: how far
// all trees have fallen.
export const timeOf = (S, step, u) => {
  const to = S.isStart ? 0 : step,
    isStill = S.isStart || u >= 1,
    from = isStill ? to : (S.from ?? step - 1),
    falls = S.own.reveal?.to === to && !isStill ? FALLS : 0,
    share = phase => (isStill || from === to ? 1 : soft(part((u - falls) / (1 - falls), phase)))
  return { to, from, u: isStill ? 1 : u, falls, come: share(COME), sides: SIDES.map(share) }
}

// How far the trees of a column have fallen to what they gain.
export const fallen = (S, place, { u, falls }) => {
  const { reveal } = S.own
  if (!isTold(S)) return 0
  if (!falls) return reveal ? 0 : 1 // its first frame may be the last of what was before
  const begins = LATER * (Math.abs(place - reveal.from) / Math.max(1, S.n))
  return soft(part(u, [begins, begins + FALL]))
}

// The nodes of a tree as the kit draws them, numbered as gbtlib does.
export const nodesOf = (tree, record) => {
  const found = []
  const add = (parent, depth, cut, leaf) => {
    const id = found.length
    found.push({ id, parent, depth, kids: null, path: parent < 0 ? [0] : [...found[parent].path, id], cut, ...leaf })
    return id
  }
  const split = id => {
    const { cut, depth } = found[id],
      kids = depth === 0 ? tree.kids : [null, null]
    if (cut) found[id].kids = cut.sides.map((side, k) => add(id, depth + 1, kids[k], side))
  }
  add(-1, 0, tree.cut, record.root)
  for (let id = 0; id < found.length && id < 3; id++) split(id)
  for (const node of found) {
    const { cut, n, weight } = node
    node.asks = cut?.name ?? ""
    node.more = cut ? `gains ${significant(cut.gain)}` : ""
    node.shown = n // its bar is as wide as it has rows
    const rows = `${n} ${n === 1 ? "row" : "rows"}`
    node.words = cut ? `${cut.name}, ${rows}, gains ${significant(cut.gain)}` : `weight ${significant(weight)}, ${rows}`
  }
  return found
}

// The region of a node in the plane: [low, high] along each feature. ends: of the whole plane.
export const regionOf = (nodes, id, ends) => {
  const box = ends.map(each => [...each])
  nodes[id].path.slice(1).forEach(child => {
    const { cut, kids } = nodes[nodes[child].parent]
    box[cut.feature][kids[0] === child ? 1 : 0] = cut.at
  })
  return box
}

export const isInside = (box, x, row) => box.every(([low, high], k) => x[k][row] > low && x[k][row] <= high)
