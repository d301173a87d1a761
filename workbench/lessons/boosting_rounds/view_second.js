// The second view: the tree of the round, and what every cut of a node gains.
import { part, lerp, outward, soft } from "../../stage/kit/easing.js"
import { drawGain, markCut, mountGain, pointOf, raiseGain } from "../../stage/kit/gain.js"
import { classMark } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, fade, put, say, set } from "../../stage/kit/svg.js"
import { askRoot, buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper, wayTo } from "../../stage/kit/tree.js"
import { ANCHOR, appears, FLY, phaseWords, RISE, SHRINK } from "./view_phases.js"

export const buildSecond = S => {
  S.own.gain ??= mountGain(S.parts.gainbox)
  S.own.gain.drawn = null
  S.own.trees = treeKeeper(round => makeTree(S, round))
  S.parts.treebox.replaceChildren()
}

const makeTree = (S, round) => {
  const m = S.own.model.round(round),
    { em } = S.L
  const T = layOut(m.nodes, S.L.tree, em, { levels: S.own.model.levels })
  const top = Math.max(...m.leaves.map(node => Math.abs(node.weight))) || 1
  buildTree(T, { scale: (T.half * 0.92) / top, signs: S.own.model.isClass ? classSigns(T) : "" })
  T.seat = new Float64Array(S.own.model.n)
  T.way = []
  for (const node of m.leaves) {
    const wide = Math.min(4, (T.slot - 14) / node.shown),
      rows = S.own.picture.seated(m, node)
    rows.forEach((i, j) => (T.seat[i] = (j - (node.shown - 1) / 2) * wide))
    T.way[node.k] = wayTo(T, node.k, S.L.isStacked ? T.boxH / 2 : 0)
  }
  return T
}

const classSigns = ({ em, zero, half }) => {
  const r = 0.3 * em,
    x = r + 3,
    up = zero - half + 8,
    down = zero + half - 8
  return (
    `<path class="mark-b" d="${classMark(true, x, up, r)}"/><path class="mark-a" d="${classMark(false, x, down, r)}"/>` +
    `<path class="grid" d="M${x} ${up + r + 3}V${down - r - 3}"/>`
  )
}

export const positionOf = ({ nodes }, id) => Math.max(0, nodes.findIndex(node => node.id === id))

export const drawTree = (S, m, u) => {
  const T = S.own.trees(m.round),
    box = S.parts.treebox,
    G = S.guess,
    isAsked = Boolean(G && !G.told) && u < 0.12
  const old = m.round > 1 && u < ANCHOR[1] && !G ? S.own.trees(m.round - 1) : null
  placeTrees(box, [old?.group, T.group].filter(Boolean))
  if (old) {
    fade(old.group, 1 - part(u, [0.02, 0.1]))
    paintTree(old, { appears: () => 1, full: 1, step: [1, S.own.model.rate], names: 1 })
  }
  fade(T.group, 1)
  const isHeld = Boolean(G?.told) && u < FLY[0],
    isRest = u === 1,
    rate = lerp(1, S.own.model.rate, soft(part(u, SHRINK)))
  const over = isRest && S.over !== null ? positionOf(m, S.over) : null
  paintTree(T, {
    appears: (k, isEdge) =>
      isHeld && (k || isEdge)
        ? 0
        : appears(u, m.nodes[k].kids ? m.nodes[k].depth : isEdge ? m.nodes[k].depth : 3),
    full: part(u, [SHRINK[0] - 0.03, SHRINK[0]]),
    step: [part(u, [SHRINK[0] - 0.05, SHRINK[0]]), rate],
    names: isHeld ? 0 : appears(u, 3),
    chosen: u > 0.3 ? nodeNow(S, m).k : -1,
    lit: isRest && S.row !== null ? new Set(m.nodes[m.leaf[S.row]].path) : null,
    family: over === null ? null : familyOf(m.nodes, over),
  })
  askRoot(box, T, isAsked ? S.own.picture.asked(S) : "")
  return T
}

// The node of the round on the screen that is chosen; the root wherever the cursor is in another round.
export const nodeNow = (S, m) => m.nodes[S.at.round === m.round ? positionOf(m, S.at.node ?? 0) : 0]

// The node whose cuts are shown: one that is pointed at, of a leaf the one above it, else the chosen one.
const gainNode = (S, m, u) => {
  if (u !== 1 || S.over === null) return nodeNow(S, m)
  const over = m.nodes[positionOf(m, S.over)]
  return over.kids || over.parent < 0 ? over : m.nodes[over.parent]
}

// Where in Python's moments the cuts of that node are, wherever in them the cursor is.
const placeOf = (S, m, node) => {
  const isHere = S.at.round === m.round && node === nodeNow(S, m)
  return { ...S.at, round: m.round, node: node.id, cut: null, ...(isHere ? {} : { feature: null }) }
}

// What Python says of them: the last of the same round while it comes, null where it never does.
const cutsOf = (S, m, node) => {
  const found = S.moment(placeOf(S, m, node))
  if (found) S.own.moment = found
  if (found === null) return null
  return found ?? (S.own.moment?.round === m.round ? S.own.moment : undefined)
}

// The cut that is looked at: the reader's, or the one that the tree took, or the best there is.
export const cutNow = (S, m, u) => {
  const node = gainNode(S, m, u),
    moment = cutsOf(S, m, node)
  if (!moment) return { node, moment: null, curve: null, candidate: null, isComing: moment === undefined }
  const curve = moment.curves.find(each => each.feature === moment.feature) ?? moment.curves[0]
  const isHere = S.at.round === m.round && moment.node.id === (S.at.node ?? 0) && (S.at.cut ?? null) !== null,
    wanted = isHere && S.at.feature === curve.feature ? S.at.cut : (moment.cursor?.candidate ?? curve.best),
    candidate = wanted === null ? null : nearestDrawn(curve, wanted),
    at = candidate === null ? null : pointOf(curve, candidate)
  return { node, moment, curve, candidate, way: at && curve.ways[at[0]], i: at?.[1], isOwn: isHere }
}

const nearestDrawn = ({ ways }, wanted) => {
  const all = ways.flatMap(({ candidate }) => [...candidate])
  return all.length ? all.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best)) : null
}

export const drawGains = (S, m, u, cut) => {
  const { gain } = S.own,
    rise = outward(part(u, RISE)),
    { em } = S.L,
    isSeen = Boolean(cut.curve) && rise > 0
  raiseGain(gain, isSeen ? rise : 0, part(u, [0.14, 0.165]))
  if (cut.curve) {
    const { w, h } = S.L.gain,
      box = S.own.picture.gainBox?.(S, cut) ?? { x: 0, y: 0, w, h }
    drawGain(gain, cut.curve, cut.moment.range, box, em, cut.moment)
    markCut(gain, cut.candidate, cut.curve.best)
  }
  S.own.picture.gains?.(S, isSeen ? cut : null)
  const { gainnote, gainhead, gaintabs, gain: slider } = S.parts
  say(gainhead, S.own.picture.gainTitle(S))
  say(gainnote, isSeen ? noteOf(S, cut) : S.guess && !S.guess.told ? "after your guess" : "")
  set(gainnote, "title", isSeen ? cut.moment.node.why : "")
  put(gaintabs, isSeen && S.record.kind === "plane" ? tabsOf(S, cut) : "")
  set(slider, "aria-valuetext", isSeen ? cut.moment.texts.curve : "")
  drawSums(S, m, u, isSeen ? cut : null)
}

const noteOf = (S, { node, moment }) => {
  if (moment.node.isLeaf) return moment.node.why.split(":")[0]
  return node.k === 0 ? "all rows" : (S.own.picture.regionWords?.(S, node) ?? `${node.n} rows`)
}

const tabsOf = (S, { curve, moment }) =>
  S.record.names
    .map(
      (name, f) =>
        `<button type="button" role="tab" data-feature="${f}" aria-selected="${f === curve.feature}">` +
        `${escaped(name)} <b>${significant(moment.gains[f])}</b></button>`,
    )
    .join("")

const opener = (card, inside) => `<button type="button" data-card="${card}"><span>${inside}</span></button>`
const sum = (name, value, card) => opener(card, `${name} <b>${value}</b>`)
// Both sums of a side, or of a leaf, which open as one.
const pair = (side, G, H) => {
  const index = side && `<sub>${side}</sub>`
  return opener(`sums${side}`, `G${index} <b>${significant(G)}</b>&ensp;H${index} <b>${significant(H)}</b>`)
}

// Of a node whose cuts are not there: what the record has of it.
const ownSums = node =>
  [`n <b>${node.n}</b>`, `G <b>${significant(node.G)}</b>`, `H <b>${significant(node.H)}</b>`]
    .concat(node.kids ? [`gain <b>${significant(node.gain)}</b>`] : [`w <b>${significant(node.weight)}</b>`])
    .map(each => `<span class="note">${each}</span>`)
    .join("")

// The sums of the cut, or of the leaf that is looked at.
const drawSums = (S, m, u, cut) => put(S.parts.sums, cut ? sumsOf(S, m, u, cut) : u === 1 && !S.isStart && !S.own.cut.isComing ? ownSums(overNode(S, m, u)) : "")

const overNode = (S, m, u) => (u === 1 && S.over !== null ? m.nodes[positionOf(m, S.over)] : nodeNow(S, m))

const sumsOf = (S, m, u, { isOwn, way, i, moment }) => {
  const node = overNode(S, m, u),
    { rate } = S.own.model
  if (!node.kids && !(isOwn && S.over === null))
    return (
      pair("", node.G, node.H) +
      sum("w = −G/(H+λ) =", significant(node.weight), "w") +
      sum(`× ${rate} =`, `<span style="color:var(--model)">${significant(node.weight * rate)}</span>`, "w")
    )
  if (!way) return `<span class="note">${escaped(moment.texts.best)}</span>`
  return pair("L", way.GL[i], way.HL[i]) + pair("R", way.GR[i], way.HR[i]) + sum("gain", significant(way.gain[i]), "gain")
}

export const drawTitles = (S, m, u, isStart) => {
  const { treehead, treenote } = S.parts,
    isOpen = u < ANCHOR[1] + 0.005,
    { model, start } = S.own
  const last = isOpen && !S.guess ? Math.max(1, m.round - 1) : m.round
  say(treehead, isStart ? "No tree yet" : `Tree of round ${last}`)
  const phase = phaseWords(u, { rate: model.rate, isResidual: S.record.is_residual, isClass: model.isClass })
  say(treenote, isStart && !S.guess ? start : isOpen ? "" : phase)
}
