// The record as splits: where in one of them the clock stands, the cut in hand, and what it parts.
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { asRead, threshold, withoutNoise } from "../../stage/kit/numbers.js"

// Of a step that finds: a cut goes through all rows, then to the best one; the tree takes it. Of one that asks: the last node
// leaves, the next one comes, and the cut that can be taken hold of parts it.
export const PHASES = { sweep: [0, 0.68], settle: [0.68, 0.82], named: [0.82, 0.98], leaves: [0.1, 0.6], comes: [0.2, 0.75], moves: [0, 0.7], lifts: [0.7, 1] }

// The split k of a step, from 1 on; whether the step finds it, or looks back at all.
export const timeOf = (S, step, u) => {
  const { n_splits: many } = S.record
  return { step, u, k: Math.min(many, Math.ceil(step / 2)), finds: step % 2 === 0, ends: step > 2 * many, isRest: u === 1 }
}
export const splitNow = S => Math.min(S.record.n_splits, Math.ceil(S.at.round / 2))
export const isAsking = S => S.at.round % 2 === 1 && S.at.round < S.n && S.at.guess !== 0 && !S.own.said.has(splitNow(S))
export const nodeOfSplit = ({ tree }, k) => tree.split.indexOf(k)
export const featureOfSplit = (record, k) => record.tree.feature[nodeOfSplit(record, k)]

// Between which values every node lies on all features, in those of the root; and what a cut makes of a node's.
export const limitsOf = ({ tree: { parent, left, feature, threshold } }, root) => {
  const found = [root]
  for (let id = 1; id < parent.length; id++) {
    const above = parent[id]
    found.push(sidesOf(found[above], feature[above], threshold[above])[Number(id !== left[above])])
  }
  return found
}
export const sidesOf = (limits, f, at) => [[limits[f][0], at], [at, limits[f][1]]].map(side => limits.map((each, i) => (i === f ? side : each)))

// Whether of all leaves that are there when a node is split none has a better cut.
export const gainsMost = ({ tree: { could, parent, split } }, id) =>
  could.every((gain, leaf) => gain <= could[id] || (split[leaf] && split[leaf] < split[id]) || split[parent[leaf]] >= split[id])

export const nodeOf = (S, k) => S.moment({ ...S.at, round: 2 * k - 1, find_feature: null, find_cut: null }) ?? null

// The cut of a feature that gains most, of those that may be; of the first so many.
export const bestOf = (M, f, many = Infinity) => {
  if (M.best.feature === f && many === Infinity) return M.best.cut
  const { verdict, gain } = M.features[f],
    merit = i => gain[i] - (verdict[i] ? 1e9 : 0)
  let best = -1
  for (let i = 0; i < Math.min(many, gain.length); i++) if (best < 0 || merit(i) > merit(best)) best = i
  return best
}

export const nearestCut = ({ threshold: all }, x) => {
  const at = all.findIndex((each, i) => (each + all[i + 1]) / 2 >= x)
  return at < 0 ? all.length - 1 : at
}
const OF_HAND = 3 // pixels
// The cut at a place on a scale; of those within the breadth of a hand that which is said the shortest.
export const cutAtPlace = ({ names }, M, f, at, place) => {
  const F = M.features[f],
    [low, nearest, high] = [-OF_HAND, 0, OF_HAND].map(by => nearestCut(F, at.back(place + by))).sort((a, b) => a - b),
    letters = i => nameOf({ names }, M, f, i).length
  let found = nearest
  if (!F.asks) for (let i = low; i <= high; i++) if (letters(i) < letters(found)) found = i
  return { f, i: found }
}
const AT_FIRST = 1 / 3 // of the way from one end to the other
const atFirst = F => nearestCut(F, lerp(...F.ends, AT_FIRST))

// The feature that one looks at while it is asked: that of the line that is held, chosen, looked at last, cut last, or the
// first that can be cut.
const askedFeature = (S, k, M) => {
  const { at, own, record } = S
  if (at.round === 2 * k - 1 && own.pick) return own.pick.f
  if (at.round === 2 * k - 1 && at.find_feature !== null) return clamp(at.find_feature, 0, M.features.length - 1)
  const canBe = f => f !== undefined && M.features[f].threshold.length > 0
  return [own.looks.get(k), k > 1 ? featureOfSplit(record, k - 1) : undefined].find(canBe) ?? Math.max(0, M.features.findIndex(({ threshold: all }) => all.length))
}

const chosenCut = ({ own, at }, M, f) => {
  if (own.tried?.f === f) return own.tried.i
  const { candidate } = M.features[f]
  if (at.find_cut === null || at.find_feature === null || !candidate.length) return bestOf(M, f)
  const far = i => Math.abs(candidate[i] - at.find_cut)
  return candidate.reduce((best, _, i) => (far(i) < far(best) ? i : best), 0)
}

// What is shown of a node at a time: over which feature f, with which of its cuts, −1 for none; isPlaced: whether it was put
// there; how far the sweep has come, with the best cut so far.
export const handOf = (S, { step, u, k, finds, isRest }) => {
  const M = nodeOf(S, k)
  if (!M) return null
  const { own, at, record } = S,
    asked = askedFeature(S, k, M),
    isHere = at.round === step
  if (!finds) {
    const placed = isHere ? (isAsking(S) ? own.pick : own.said.get(k)) : null,
      isPlaced = placed?.f === asked
    return { k, M, f: asked, i: isPlaced ? placed.i : isHere && !own.said.has(k) ? atFirst(M.features[asked]) : -1, isPlaced, kind: "asked", swept: 0 }
  }
  if (isRest) {
    const f = isHere && own.tried ? own.tried.f : isHere && at.find_feature !== null ? clamp(at.find_feature, 0, M.features.length - 1) : M.best.feature
    return { k, M, f, i: isHere ? chosenCut(S, M, f) : bestOf(M, f), kind: "found", swept: 1 }
  }
  const order = record.plane ? [0, 1] : [asked], // features, one after the other
    far = part(u, PHASES.sweep) * order.length
  if (far < order.length) {
    const f = order[Math.floor(far)],
      F = M.features[f],
      i = F.threshold.length ? nearestCut(F, lerp(...F.ends, far % 1)) : -1
    return { k, M, f, i, kind: "sweeps", swept: far % 1, soFar: bestOf(M, f, i + 1) }
  }
  const f = M.best.feature,
    from = order.at(-1),
    settled = part(u, PHASES.settle),
    i = bestOf(M, f)
  return { k, M, f, from, i: from === f && i >= 0 ? Math.round(lerp(M.features[f].threshold.length - 1, i, settled)) : i, kind: "settles", settled, swept: 1 }
}

// A split that is told, as it is shown at rest.
export const foundAt = (S, k) => handOf(S, { step: 2 * k, u: 1, k, finds: true, isRest: true })

// The numbers of a cut: what is summed on both sides, and how many rows are there.
export const cutOf = ({ record }, M, f, i) => {
  const F = M.features[f],
    isBest = i < 0 || (f === M.best.feature && i === M.best.cut),
    many = M.total.length
  const left = i < 0 ? M.best.left : F.sums.subarray(i * many, (i + 1) * many),
    n = i < 0 ? M.best.n_left : F.n_left[i],
    size = Math.max(...Array.from(left, Math.abs), 1e-300),
    right = Array.from(M.total, (all, j) => withoutNoise(all - left[j], size))
  return {
    f, i,
    sides: [{ n, sums: left }, { n: M.n - n, sums: right }],
    gain: isBest ? M.best.gain : F.gain[i],
    rank: isBest ? 1 : F.rank[i],
    verdict: isBest ? 0 : F.verdict[i],
    asks: nameOf(record, M, f, i),
  }
}

export const nameOf = ({ names }, M, f, i) => {
  if (i < 0) return M.best.asks
  const F = M.features[f]
  return F.asks?.[i] ?? `${names[f]} ≤ ${threshold(F.threshold[i], F.decimals[i])}`
}

export const shareOf = (M, { gain }) => (M.best.gain > 0 ? asRead(gain) / asRead(M.best.gain) : 1)
export const percent = share => `${Math.round(100 * Math.max(0, share))} %`
export const rowsOf = n => `${n} row${n === 1 ? "" : "s"}`

// What a side of a cut says: its class shares, or its mean; of gradients their mean.
export const levelsOf = ({ kind }, M, { n, sums }) => {
  if (kind === "squared_error") return [M.mean + (n ? sums[0] / n : 0)]
  return (kind === "logistic" ? [sums[0]] : Array.from(sums)).map(each => (n ? each / n : 0))
}
