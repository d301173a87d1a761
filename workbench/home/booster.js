// An exact booster for one feature, as gbtlib's: half the squared error, so g = F - y and h = 1; every midpoint
// between neighbours is a candidate; score G²/(n + λ) on both sides; leaf weight -G/(n + λ).
const NOISE = 2 ** -48 // a gain below this share of the scores is rounding

// The cut with the largest gain among rows [from, to) in the order of x: the position of the first row on its
// right; -1 if none gains. sums: of g over the rows before each position.
const bestCut = (x, sums, from, to, lambda) => {
  const score = (low, high) => (sums[high] - sums[low]) ** 2 / (high - low + lambda)
  const whole = score(from, to)
  let best = -1, top = whole * (1 + NOISE)
  for (let cut = from + 1; cut < to; cut++) {
    const both = x[cut] > x[cut - 1] ? score(from, cut) + score(cut, to) : 0
    if (both > top) [best, top] = [cut, both]
  }
  return best
}

// The tree on gradients: its splits, each {from, cut, to, level, threshold}, a parent before its children; and its
// leaves from left to right, each {from, to, level, end, weight}, where rows with x <= end are in it or before it.
const grown = (x, gradients, { max_depth: depth, reg_lambda: lambda }) => {
  const sums = new Float64Array(x.length + 1), splits = [], leaves = []
  gradients.forEach((g, i) => { sums[i + 1] = sums[i] + g })
  const grow = (from, to, level, end) => {
    const cut = level < depth ? bestCut(x, sums, from, to, lambda) : -1
    if (cut < 0) return leaves.push({ from, to, level, end, weight: -(sums[to] - sums[from]) / (to - from + lambda) })
    const threshold = x[cut - 1] / 2 + x[cut] / 2
    splits.push({ from, cut, to, level, threshold })
    grow(from, cut, level + 1, threshold)
    grow(cut, to, level + 1, end)
  }
  grow(0, x.length, 0, Infinity)
  return { splits, leaves }
}

const meanLoss = (y, raw) => y.reduce((sum, each, i) => sum + (raw[i] - each) ** 2 / 2, 0) / y.length

// Boosts rows {x, y}, x ascending, with settings under gbtlib's names. Returns x, y, trees, and at every round from
// 0 on the raw prediction `raw`, and the mean loss of these rows and of unseen ones: `loss`, `unseenLoss`.
export const boosted = ({ x, y }, unseen, settings) => {
  const { n_estimators: rounds, learning_rate: rate } = settings
  const base = y.reduce((sum, each) => sum + each, 0) / y.length
  const raw = [new Float64Array(y.length).fill(base)], trees = []
  const unseenRaw = new Float64Array(unseen.y.length).fill(base)
  const loss = [meanLoss(y, raw[0])], unseenLoss = [meanLoss(unseen.y, unseenRaw)]
  for (let round = 1; round <= rounds; round++) {
    const before = raw[round - 1], after = Float64Array.from(before)
    const tree = grown(x, before.map((each, i) => each - y[i]), settings)
    for (const { from, to, weight } of tree.leaves) for (let i = from; i < to; i++) after[i] += rate * weight
    unseen.x.forEach((each, i) => { unseenRaw[i] += rate * tree.leaves.find(leaf => each <= leaf.end).weight })
    trees.push(tree)
    raw.push(after)
    loss.push(meanLoss(y, after))
    unseenLoss.push(meanLoss(unseen.y, unseenRaw))
  }
  return { x, y, trees, raw, loss, unseenLoss }
}
