// The row's story as the stage takes it, what of it is known so far, and the phases of a round.
import { extent, padded, ticks } from "../../stage/kit/axes.js"
import { lerp, part, parts, soft } from "../../stage/kit/easing.js"
import { fitStrip } from "../../stage/kit/strip.js"

// As shares of u: the tree comes, the row falls through it, the rows of its leaf show what they ask for, w shrinks by the
// learning rate, what is left of it flies to the pile, the link takes the sum on to the prediction.
const PHASES = { fade: [0.05, 0.1], fall: [0.09, 0.4], gather: [0.4, 0.5], mean: [0.47, 0.53], shrink: [0.5, 0.6], fly: [0.64, 0.8], link: [0.8, 0.95] }
export const phasesOf = u => parts(u, PHASES)

const LEAST_SIDE = { number: 0, two: 0.35, several: 0.25 }, // F of classes goes at least so far to both sides of 0, and of itself
  ROOM = 0.1 // beyond that, as a share
export const GROW = [0, 0.3] // of u, in which the axes make room: before anything is there to be compared

// The row on the screen: while another one is on its way, the last one.
export const storyOf = S => {
  const found = S.record.story ?? S.moment()
  if (found && found !== S.own.found) {
    const K = found.targets.length
    S.own.found = found
    S.own.story = {
      ...found,
      K,
      F: (round, c = S.record.k) => found.raw[round * K + c],
      P: (round, c = S.record.k) => found.prediction[round * K + c],
      wOf: (round, c = S.record.k) => found.w[(round - 1) * K + c],
      brick: (round, c = S.record.k) => found.added[(round - 1) * K + c],
      isGrownOn: round => found.trained && found.grown_on[round - 1] === 1,
    }
    S.own.trees.clear()
    S.own.spans = null
    fitStrip(S)
  }
  return S.own.story
}

export const isByFeatures = S => S.at.bricks !== "rounds" && Boolean(S.own.story?.bricks)

// The classes whose sums are shown: all, or the one that is looked at.
export const lanesOf = S => (isByFeatures(S) || S.own.story.K === 1 ? [S.record.k] : Array.from({ length: S.own.story.K }, (_, c) => c))

// What each column of the pile by features adds after so many rounds.
export const columnsAt = (S, round) => {
  const { bricks } = S.own.story,
    wide = bricks.names.length
  return bricks[S.at.bricks].subarray(round * wide, (round + 1) * wide)
}

// To the next numbers of an axis, so that most rounds leave it as it is.
const whole = ([low, high]) => {
  const [, by] = ticks(0, high - low, 5)
  return [Math.floor(low / by) * by, Math.ceil(high / by) * by]
}

// From where to where F has gone after each round: it tells nothing of what comes.
const spansOf = S => {
  const { own: { story }, record: { kind } } = S,
    least = LEAST_SIDE[kind]
  const ends = kind === "number" ? [story.F(0), story.y, story.noiseless ?? story.y] : [-least, least]
  let [low, high] = extent(ends)
  return Array.from({ length: S.n + 1 }, (_, round) => {
    for (const c of lanesOf(S)) {
      const F = story.F(round, c)
      ;[low, high] = extent([F - least, F + least], [low, high])
    }
    let sum = story.F(0)
    const sums = isByFeatures(S) ? Array.from(columnsAt(S, round), each => (sum += each)) : []
    return whole(padded(extent(sums, [low, high]), ROOM))
  })
}

export const spanNow = (S, step, u) => {
  const { own, at } = S
  if (own.spans?.of !== at.bricks) own.spans = { of: isByFeatures(S) ? at.bricks : "rounds", all: spansOf(S) }
  const { all } = own.spans
  if (S.isStart) return all[0]
  const t = soft(part(u, GROW))
  return [0, 1].map(end => lerp(all[step - 1][end], all[step][end], t))
}

// What the link makes of a raw prediction, between the points of its curve.
export const linkAt = ({ curve: { F, p } }, value) => {
  const at = ((value - F[0]) / (F.at(-1) - F[0])) * (F.length - 1),
    i = Math.min(F.length - 2, Math.max(0, Math.floor(at)))
  return lerp(p[i], p[i + 1], Math.min(1, Math.max(0, at - i)))
}

// Training rows of a node of the round's tree, what each asks for, the most first. reach: of g in the whole round. at: its position; null for the row's leaf.
export const companyOf = (S, round, nodes, at) => {
  const { own: { story }, record: { company } } = S,
    n = company.number.length,
    from = (round - 1) * n,
    own = story.at[round - 1],
    isLeaf = at === null || at === own
  const rows = [],
    reach = extent(company.g.subarray(from, from + n), [0, 0])
  for (let i = 0; i < n; i++) {
    if (company.number[i] === story.row) continue
    const isIn = isLeaf ? company.leaf[from + i] === story.leaf[round - 1] : nodes[company.at[from + i]].path.includes(at)
    if (isIn) rows.push({ number: company.number[i], asks: -company.g[from + i] })
  }
  if (isLeaf || nodes[own].path.includes(at)) rows.push({ number: story.row, asks: -story.g[round - 1], isMine: true })
  rows.sort((a, b) => b.asks - a.asks || a.number - b.number)
  const node = nodes[at ?? own]
  if (!isLeaf) return { rows, reach, isLeaf, n: node.n, G: node.G, H: node.H, w: node.weight }
  return { rows, reach, isLeaf, n: story.n[round - 1], G: story.G[round - 1], H: story.H[round - 1], w: story.wOf(round) }
}
