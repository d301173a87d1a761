// The record as states: what each row has after so many rounds, and the tree that leads from one to the next; and what was
// bet on, loss by loss.
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"

// Phases of a round, as shares of u: the tree is there before what falls down it.
export const PHASES = { tree: [0, 0.16], fall: [0.1, 0.5], level: [0.56, 0.66], shrink: [0.68, 0.77], step: [0.78, 1], pulls: [0.88, 1] }
// When a node is there: depth after depth, those deeper than three at once.
export const appears = (p, depth) => part(p.tree, [0.2 * Math.min(depth, 3), 0.4 + 0.2 * Math.min(depth, 3)])

// On the way over many rounds nothing falls: the fit and what pulls at it go on evenly, beside the whole tree of each.
export const isFar = ({ motion }) => Boolean(motion) && Math.abs(motion.to - motion.from) > 1
export const phasesOf = (S, u) => {
  const p = Object.fromEntries(Object.entries(PHASES).map(([name, ends]) => [name, part(u, ends)]))
  return isFar(S) ? { tree: 1, fall: 0, level: 1, shrink: 1, step: u, pulls: 0 } : p
}

export const modelOf = record => {
  const { rows, n_rounds: n } = record,
    many = rows.x.length,
    wide = record.places.length,
    kept = new Map()
  // As long as a pull of 1 is drawn, in the unit of y: as long, or shorter where all pulls stay in the picture so.
  const room = (pull, k) => {
    const to = pull > 0 ? record.extent[1] : record.extent[0]
    return pull ? (to - rows.fit[k]) / pull : 1
  }
  return {
    n,
    perPull: rows.pull.reduce((least, pull, k) => Math.min(least, room(pull, k)), 1),
    many,
    state: (name, at) => rows[name].subarray(at * many, (at + 1) * many),
    line: at => record.fit.subarray(at * wide, (at + 1) * wide),
    leaves: round => record.trees.leaf.subarray((round - 1) * many, round * many),
    nodes: round => {
      if (!kept.has(round)) kept.set(round, nodesOf(record, round))
      return kept.get(round)
    },
    heaviest(round) {
      return Math.max(1e-9, ...this.nodes(round).map(({ kids, weight }) => (kids ? 0 : Math.abs(weight))))
    },
    levels: levelsOf(record),
  }
}

// Numbers on the way from those of the loss before to those of this one.
export const turned = ({ turn }, name, values) =>
  turn && turn[name]?.length === values.length ? Float64Array.from(values, (each, i) => lerp(turn[name][i], each, turn.share)) : values

export const rowNow = S => Math.min(S.at.own_row ?? S.record.first, S.own.model.many - 1)
export const yNow = S => S.own.y ?? S.record.rows.y[rowNow(S)]
export const fitAt = (S, round) => S.own.model.state("fit", round)[rowNow(S)]
// The ends of the pull of the chosen row.
export const stemNow = S => {
  const { own: { P, model }, at: { round } } = S,
    fit = fitAt(S, round)
  return [fit, fit + model.perPull * model.state("pull", round)[rowNow(S)]].map(P.y)
}

// Where the handle stands: midway between the fit and the row until it is moved, which tells nothing of the end.
export const pickOf = S => S.own.pick ?? (fitAt(S, S.at.round) + yNow(S)) / 2

// Of values that are evenly spread from a to b, the one at a place.
export const readAt = (values, [a, b], place) => {
  const at = clamp(((place - a) / (b - a)) * (values.length - 1), 0, values.length - 1.001),
    i = Math.floor(at)
  return lerp(values[i], values[i + 1], at - i)
}

// Where F stands, and what the loss is there: as it was made for the row's own F, or asked for where the reader has put it;
// undefined while that is on its way.
export const hereNow = S => {
  const { at, own: { model } } = S
  if (at.own_F !== null) return S.moment()?.here
  const [F, loss, pull, h, step] = ["raw", "loss", "pull", "hessian", "alone"].map(name => model.state(name, at.round)[rowNow(S)])
  return { F, loss, g: -pull, h, step }
}

// --- the bets on one row: which losses were told, where each of them has the fit there in the end, and what was said

export const lossOf = S => S.record.choices.find(({ name }) => name === S.record.loss)
const toldBy = S => S.at.own_told.split(",").filter(Boolean)
export const isTold = (S, { name } = lossOf(S)) => toldBy(S).includes(name)
// Before the first answer, at the round that the lesson opens with, there is only what the answer needs.
export const isFirst = S => S.at.guess !== 0 && S.at.round <= 1 && S.at.own_told === ""
export const tell = S => S.act({ own_told: [...toldBy(S), S.record.loss].join() })
// The question is put again where the row's end is not on the screen.
export const askAgain = S => {
  S.own.bets.delete(betKey(S))
  S.act({ own_told: toldBy(S).filter(name => name !== S.record.loss).join(), round: S.at.round === S.n ? 1 : S.at.round })
}
export const endOn = (S, { name, is_binary: isBinary }) => {
  const { own: { curves }, record } = S
  if (!isTold(S, { name })) return undefined
  return name === record.loss ? fitAt(S, S.n) : curves?.row === rowNow(S) || isBinary !== record.is_binary ? curves.ends[name] : undefined
}
const betKey = S => [S.source?.name, rowNow(S)].join()
export const bet = (S, yours) => S.own.bets.set(betKey(S), yours)
export const betOn = S => (S.own.y === null ? S.own.bets.get(betKey(S)) : undefined)

// The loss to bet on after this one: those of the same rows first, one's own in the end.
export const nextLoss = S => {
  const { record: { is_binary, loss, choices } } = S,
    left = choices.filter(each => each.name !== loss && !isTold(S, each)),
    known = left.filter(({ name }) => name !== "own")
  return known.find(each => each.is_binary === is_binary) ?? known[0] ?? left[0]
}

// Another loss is asked about from the first round on where this one was told.
export const takeLoss = (S, loss) => {
  const { own_row, own_y, own_told, round } = S.at,
    isNew = isTold(S) && !isTold(S, loss)
  S.turn({ own_loss: loss.name, own_row, own_y, own_told, own_F: null, round: isNew ? 1 : Math.max(1, round) })
}
