// The record as splits: where in one of them the clock stands, the tree so far, the cut in hand and what it parts.
import { clamp, part } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { decimals, decimalsFor, significant, threshold, withoutNoise } from "../../stage/kit/numbers.js"

// Of a step that finds: a cut goes through all rows, then to the best one; the tree takes it. Of one that asks: the last node
// leaves, the next one comes.
export const PHASES = { sweep: [0, 0.7], settle: [0.7, 0.86], named: [0.84, 0.98], leaves: [0.1, 0.6], comes: [0.25, 0.8], moves: [0.1, 0.7] }

// The split k of a step, from 1 on; whether the step finds it, or looks back at all.
export const timeOf = (S, step, u) => {
  const { n_splits: many } = S.record
  return { step, u, k: Math.min(many, Math.ceil(step / 2)), finds: step % 2 === 0, ends: step > 2 * many, isRest: u === 1 }
}
export const splitNow = S => Math.min(S.record.n_splits, Math.ceil(S.at.round / 2))
export const isAsking = S => S.at.round % 2 === 1 && S.at.round < S.n && S.at.guess !== 0 && !S.own.said.has(splitNow(S))

export const nodeOf = (S, k) => S.moment({ ...S.at, round: 2 * k - 1, find_feature: null, find_cut: null, find_easy: 0 }) ?? null

// The cut of a feature that gains most, of those that may be.
export const bestOf = (M, f) => {
  if (M.best.feature === f) return M.best.cut
  const { rank, gain } = M.features[f]
  let best = -1
  rank.forEach((each, i) => {
    const isBetter = best < 0 || (each > 0 ? rank[best] === 0 || each < rank[best] : rank[best] === 0 && gain[i] > gain[best])
    if (isBetter) best = i
  })
  return best
}

export const nearestCut = ({ threshold: all }, x) => {
  let low = 0,
    high = all.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] + all[middle + 1]) / 2 < x) low = middle + 1
    else high = middle
  }
  return high
}

// The feature that one looks at while it is asked: that of the line that is held, chosen, told, looked at last, or the first that can be cut.
export const askedFeature = (S, k, M) => {
  const { at, own } = S
  if (at.find_easy) return M.best.feature
  if (at.round === 2 * k - 1 && own.pick) return own.pick.f
  if (at.round === 2 * k - 1 && at.find_feature !== null) return clamp(at.find_feature, 0, M.features.length - 1)
  return own.looks.get(k) ?? Math.max(0, M.features.findIndex(({ threshold: all }) => all.length))
}

const chosenCut = (S, M, f) => {
  if (S.own.tried?.f === f) return S.own.tried.i
  const { candidate } = M.features[f]
  if (S.at.find_cut === null || S.at.find_feature === null || !candidate.length) return bestOf(M, f)
  let at = 0
  candidate.forEach((each, i) => {
    if (Math.abs(each - S.at.find_cut) < Math.abs(candidate[at] - S.at.find_cut)) at = i
  })
  return at
}

// What is shown of a node at a time: over which feature, with which of its cuts, −1 for none; how far the sweep has come.
export const handOf = (S, { step, u, k, finds, isRest }) => {
  const M = nodeOf(S, k)
  if (!M) return null
  const asked = askedFeature(S, k, M)
  if (!finds) {
    const { pick } = S.own,
      yours = S.own.said.get(k)
    const cut = S.at.round === step ? (isAsking(S) ? pick : yours) : null
    return { k, M, f: asked, i: cut?.f === asked ? cut.i : -1, kind: "asked", swept: 0 }
  }
  if (isRest) {
    const isHere = S.at.round === step
    const f = isHere && S.own.tried ? S.own.tried.f : isHere && S.at.find_feature !== null ? clamp(S.at.find_feature, 0, M.features.length - 1) : M.best.feature
    return { k, M, f, i: isHere ? chosenCut(S, M, f) : bestOf(M, f), kind: "found", swept: 1 }
  }
  const order = S.record.plane ? [0, 1] : [asked], // features, one after the other
    swept = part(u, PHASES.sweep) * order.length
  if (swept < order.length) {
    const f = order[Math.floor(swept)],
      { ends, threshold: all } = M.features[f],
      far = swept % 1
    return { k, M, f, i: all.length ? nearestCut(M.features[f], ends[0] + far * (ends[1] - ends[0])) : -1, kind: "sweeps", swept: far }
  }
  const f = M.best.feature
  return { k, M, f, from: order.at(-1), i: bestOf(M, f), kind: "settles", settled: part(u, PHASES.settle), swept: 1 }
}

// The numbers of a cut: what is summed on both sides, and how many rows are there.
export const cutOf = ({ record }, M, f, i) => {
  const F = M.features[f],
    isBest = i < 0 || (f === M.best.feature && i === M.best.cut),
    many = M.total.length
  const left = i < 0 ? M.best.left : F.sums.subarray(i * many, (i + 1) * many),
    nLeft = i < 0 ? M.best.n_left : F.n_left[i]
  const right = Array.from(M.total, (all, j) => all - left[j]),
    size = Math.max(...Array.from(left, Math.abs), 1e-300)
  const sides = [{ n: nLeft, sums: left }, { n: M.n - nLeft, sums: right.map(each => withoutNoise(each, size)) }]
  return {
    f, i, sides,
    gain: isBest ? M.best.gain : F.gain[i],
    rank: isBest ? 1 : F.rank[i],
    verdict: isBest ? 0 : F.verdict[i],
    half: record.kind === "squared_error" && i >= 0 ? [F.half[i], M.half - F.half[i]] : null,
    asks: nameOf(record, M, f, i),
  }
}

export const nameOf = ({ names }, M, f, i) => {
  if (i < 0) return M.best.asks
  const F = M.features[f]
  return F.asks?.[i] ?? `${names[f]} ≤ ${threshold(F.threshold[i], F.decimals[i])}`
}

// The line that is dragged while it is asked, as a slider over the cuts of the feature.
export const handleOf = ({ record, own: { hand: { M, f }, pick } }, inside, isUpright = false) => {
  const most = M.features[f].threshold.length,
    i = pick?.f === f ? pick.i : most >> 1
  return handleAt({ label: "Your cut", now: i + 1, least: 1, most, text: pick ? nameOf(record, M, f, i) : "not placed", isUpright }, inside)
}

export const shareOf = (M, cut) => (M.best.gain > 0 ? cut.gain / M.best.gain : 1)
export const percent = share => `${Math.round(100 * Math.max(0, share))} %`

// Rows times impurity, from the rows of each class.
const impureOf = (kind, sums) => {
  const counts = Array.from(sums),
    n = counts.reduce((a, b) => a + b, 0) || 1
  if (kind === "gini") return n - counts.reduce((sum, each) => sum + each ** 2, 0) / n
  return counts.reduce((sum, each) => sum - (each > 0 ? each * Math.log2(each / n) : 0), 0)
}

// What a whole node has, in the unit of the gain: half of its squares, ½ G² / (H + λ), or rows times impurity.
const scoreOf = ({ lambda }, [G, H]) => G ** 2 / (H + lambda) / 2
export const wholeOf = (record, { half, total }) =>
  record.kind === "squared_error" ? half : record.kind === "logistic" ? scoreOf(record, total) : impureOf(record.kind, total)

// What is left on a side, and what its own mean, or its own shares, take of it.
export const partsOf = (record, M, { half, sides }) => {
  const { kind } = record,
    whole = Array.from(M.total).reduce((a, b) => a + b, 0)
  return sides.map(({ n, sums }, at) => {
    if (kind === "logistic") return { taken: scoreOf(record, sums), left: 0 }
    if (kind === "squared_error") {
      const taken = n ? sums[0] ** 2 / n / 2 : 0
      return { taken, left: (half?.[at] ?? taken) - taken }
    }
    const left = impureOf(kind, sums),
      p = Array.from(sums, each => each / (n || 1)),
      q = Array.from(M.total, each => each / whole),
      taken = kind === "gini" ? n * p.reduce((sum, each, k) => sum + (each - q[k]) ** 2, 0) : n * p.reduce((sum, each, k) => sum - (each > 0 ? each * Math.log2(q[k]) : 0), 0) - left
    return { taken, left }
  })
}

export const WHERE = "cut where?"
// The tree after so many splits, as nodes that can be drawn; asked: of the last of them nothing but that it is one.
export const treeAfter = ({ record, own }, splits, asked = false) => {
  const T = record.tree,
    nodes = []
  const digits = decimalsFor(Math.max(...Array.from(T.bar, Math.abs)))
  for (let id = 0; id <= 2 * splits; id++) {
    const parent = T.parent[id],
      split = T.split[id],
      isInner = split > 0 && split <= splits
    const node = { k: id, id, parent, depth: T.depth[id], n: T.n[id], weight: T.bar[id], split, hidden: 0, shown: 0 }
    Object.assign(node, {
      kids: isInner ? [T.left[id], T.left[id] + 1] : null,
      path: [...(id ? nodes[parent].path : []), id],
      label: T.label[id] || decimals(T.value[id], digits),
    })
    const isAsked = asked && split === splits,
      isHidden = asked && id > 2 * splits - 2
    if (isAsked) Object.assign(node, { asks: WHERE, more: "not split yet" })
    else if (isHidden) Object.assign(node, { label: "", n: "", weight: 0 })
    else if (isInner) {
      const said = own.said.get(split)
      Object.assign(node, { asks: T.asks[id], plain: T.short[id], name: T.name[id] })
      node.more = said ? `you ${percent(said.share)}` : `gain ${significant(record.gains[split - 1])}`
    }
    node.words = isHidden ? `Node ${id}` : isInner
      ? `Node ${id}: ${node.asks}, ${node.n} rows, ${node.more}`
      : `Node ${id}: ${node.n} rows, ${T.what || "class"} ${node.label}${split ? ", not split yet" : T.why[id] ? `, a leaf: ${T.why[id]}` : ""}`
    nodes.push(node)
  }
  return nodes
}
