// The second view: the tree of the round, and what every cut of a node gains.
import { extent, heightOf } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { drawGain, markCut, mountGain, pointOf, raiseGain } from "../../stage/kit/gain.js"
import { classMark } from "../../stage/kit/marks.js"
import { decimals, decimalsFor, significant } from "../../stage/kit/numbers.js"
import { escaped, fade, note, put, round1, say, set, style, toggle } from "../../stage/kit/svg.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper } from "../../stage/kit/tree.js"
import { askedGain, gainOf, opener, plainSums, sumsOf, weightOf } from "./view_formula.js"
import { hasLine, isAsking, isFresh, isHeld, isLined, nameOf, nearestCut, rootCuts, saidOf } from "./view_guess.js"
import { appears, COMES, MARK, phaseWords, RISE, SHRINK, TOLD, WEIGH } from "./view_phases.js"
import { levelled } from "./view_stems.js"

// Over one feature the gains stand beneath the picture, on its axis.
export const buildSecond = S => {
  const { gain, legend, sums } = S.parts,
    isBeneath = S.record.kind === "curve"
  ;(isBeneath ? legend.parentElement : sums).before(gain)
  S.root.classList.toggle("beneath", isBeneath)
  S.own.gain ??= mountGain(S.parts.gainbox)
  Object.assign(S.own, { bare: [], trees: treeKeeper(round => makeTree(S, round)) })
  S.own.gain.drawn = null
}

// Leaves of a flat tree have room to stand as high as their steps do in the picture, in all rounds, where it has their measure.
const FLAT = 2, // levels
  OF_FLAT = 0.34, // of the tree's height
  UNDER_BARS = 2.7, // em, of both lines of what is said
  WIDE_BAR = 0.6, // of the room of a leaf
  LEAST_SIGNS = 2, // em, below zero, where signs have names
  SPENT = 0.005 // of the largest gain of a first cut: what gains less is next to nothing, and stands the lower the less it is
export const measureTree = S => {
  const { own, L: { tree: { h } }, record: { trees: { gain, left, start, weight } } } = S,
    [low, high] = extent(weight.filter((_, at) => left[at] < 0)),
    most = Math.max(-low, high, 1e-300),
    unit = own.picture.unit?.(S)
  own.least = SPENT * Math.max(0, ...Array.from(start, at => gain[at]).filter(Number.isFinite))
  own.bars = own.model.levels <= FLAT ? OF_FLAT * h : undefined
  own.scale = unit && own.bars ? Math.min(unit, own.bars / 2 / most) : null
  own.low = own.scale ? Math.max(0, -low * own.scale) : 0
  own.trees.clear()
  S.parts.treebox.replaceChildren()
}

const makeTree = (S, round) => {
  const m = S.own.model.round(round),
    { em } = S.L
  const T = layOut(m.nodes, S.L.tree, em, { levels: S.own.model.levels, bars: S.own.bars })
  const top = Math.max(...m.leaves.map(node => Math.abs(node.weight))) || 1
  const scale = S.own.scale ?? (T.half * 0.92) / top
  endAtBars(S, T, scale, S.own.model.isClass ? LEAST_SIGNS * em : 0)
  buildTree(T, { scale, signs: S.own.model.isClass ? classSigns(T) : "" })
  T.texts = T.group.querySelectorAll(".leaf text")
  for (const each of T.fulls) style(each, "transform-origin", `0 ${T.zero}px`)
  return T
}

// Branches end over their bars, and what is said of them stands below, in the lowest tree at the very foot. low: how far that
// is from zero, at least.
const endAtBars = (S, T, scale, low = 0) => {
  const { at, em, leaves, nodes, half } = T,
    highs = leaves.map(k => clamp(nodes[k].weight * scale, -half, half))
  T.low = Math.max(low, -Math.min(...highs))
  if (S.own.scale) T.zero = T.h - Math.max(T.low, S.own.low) - UNDER_BARS * em
  leaves.forEach((k, turn) => (at[k].y = T.zero - Math.max(0, highs[turn]) - 5))
  T.foot = T.zero + T.low + UNDER_BARS * em
  T.wide = WIDE_BAR * T.slot
}

const classSigns = ({ em, zero, half, low }) => {
  const r = 0.3 * em,
    x = r + 3,
    up = zero - half + 8,
    down = zero + low - r
  return (
    `<path class="mark-b" d="${classMark(true, x, up, r)}"/><path class="mark-a" d="${classMark(false, x, down, r)}"/>` +
    `<path class="grid" d="M${x} ${up + r + 3}V${down - r - 3}"/>`
  )
}

const positionOf = ({ nodes }, id) => Math.max(0, nodes.findIndex(node => node.id === id))

// The bar of a leaf rises while its stems level out to their mean, and goes on to the leaf's weight, which then is said.
const raiseLeaves = (T, m, u) => {
  const weighed = soft(part(u, WEIGH)),
    heightOf = value => clamp(value * T.scale, -T.half, T.half)
  T.leaves.forEach((k, turn) => {
    const { mean, weight } = m.nodes[k],
      now = lerp(mean * levelled(u, m.nodes[k], T.leaves.length), weight, weighed)
    style(T.fulls[turn], "transform", weighed < 1 && heightOf(weight) ? `scaleY(${(heightOf(now) / heightOf(weight)).toFixed(4)})` : "")
  })
  for (const each of T.texts) fade(each, weighed)
}

// --- while the next cut is asked for: the tree that the guess would begin, a cut and two leaves with their weights

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
  const side = (n, G, H) => ({ n, G, weight: -sumsOf(G, H, formula).T / (H + formula.reg_lambda.now) })
  return [side(way.nLeft[i], way.GL[i], way.HL[i]), side(node.n - way.nLeft[i], way.GR[i], way.HR[i])]
}

// isSeen: whether the guess has its line in the picture; else nothing is known of the cut.
const stumpOf = (S, m, isSeen) => {
  const [{ n, H }] = m.nodes,
    size = (HIGH * m.res.reduce((sum, each) => sum + Math.abs(each), 0) * n) / (H * m.res.length) || 1,
    asks = isSeen ? nameOf(S, saidOf(S), true) : `${S.record.names.length > 1 ? "?" : S.record.names[0]} ≤ ?`,
    sides = isSeen ? sidesOf(S, m) : null,
    rows = sides?.map(({ n }) => n)
  const leaf = side => ({
    parent: 0, depth: 1, kids: null, path: [0, side + 1], weight: sides?.[side].weight ?? 0,
    n: rows?.[side] ?? "", label: sides ? decimals(sides[side].weight, decimalsFor(size)) : "?",
  })
  const root = { parent: -1, depth: 0, kids: [1, 2], path: [0], asks, says: [rows && S.guess ? "your cut" : `${n} training rows`] },
    nodes = [root, leaf(0), leaf(1)].map((node, k) => ({ ...node, k, id: k, words: "" }))
  const T = layOut(nodes, S.L.tree, S.L.em, { levels: S.own.model.levels, bars: S.own.bars })
  const scale = S.own.scale ?? T.half / size
  endAtBars(S, T, scale)
  buildTree(T, { scale, ...(rows ? {} : { name: "", under: "" }) })
  T.group.setAttribute("class", "stump")
  for (const box of T.boxes) for (const name of ["role", "tabindex", "data-node"]) box.removeAttribute(name)
  return Object.assign(T, { round: m.round, sides })
}

const hasAxis = S => S.record.kind !== "rows" || S.own.mode === "feature"

// What stands there while the next cut is asked for, and as long as the answer is on its way.
const asked = (S, m) => {
  const { own } = S,
    isToCome = isFresh(S)
  if (isToCome || isAsking(S) || (S.isStart && m.nodes[0].kids)) {
    const coming = isToCome ? own.model.round(m.round + 1) : m
    own.stump = stumpOf(S, coming, isHeld(S) && hasAxis(S))
    return own.stump
  }
  if (S.resting()) own.stump = null
  return null
}

// A tree comes over what stood there, the guess or the last tree.
const comeOver = (S, m, u) => {
  const { stump, trees, model } = S.own,
    isGuess = stump?.round === m.round,
    last = u >= COMES[1] ? null : isGuess ? stump : m.round > 1 ? trees(m.round - 1) : null
  if (last && !isGuess) paint(S, last, model.round(m.round - 1), 1)
  if (last) fade(last.group, 1 - part(u, COMES))
  return last?.group
}

const paint = (S, T, m, u) => {
  const isRest = u === 1,
    over = isRest && S.over !== null ? positionOf(m, S.over) : null,
    shrinks = part(u, SHRINK)
  raiseLeaves(T, m, u)
  fade(T.group, 1)
  paintTree(T, {
    appears: (k, isEdge) => (m.nodes[k].kids || isEdge ? appears(u, m.nodes[k].depth) : Math.min(1, 5 * levelled(u, m.nodes[k], T.leaves.length))),
    full: 1,
    step: [Math.min(1, 5 * shrinks), lerp(1, S.own.model.rate, soft(shrinks))],
    names: appears(u, 2),
    chosen: u > RISE[1] ? nodeNow(S, m).k : -1,
    lit: isRest && S.row !== null ? new Set(m.nodes[m.leaf[S.row]].path) : null,
    family: over === null ? null : familyOf(m.nodes, over),
  })
}

export const drawTree = (S, { m, u }) => {
  const T = S.own.trees(m.round),
    stump = asked(S, m)
  if (!stump) paint(S, T, m, u)
  placeTrees(S.parts.treebox, stump ? [stump.group] : [comeOver(S, m, u), T.group].filter(Boolean))
}

// The node of the round on the screen that is chosen; the root wherever the cursor is in another round.
export const nodeNow = (S, m) => m.nodes[S.at.round === m.round ? positionOf(m, S.at.node ?? 0) : 0]

// The node whose cuts are shown: one that is pointed at, of a leaf that is not chosen the one above it, else the chosen one.
const gainNode = (S, m, u) => {
  const over = overNode(S, m, u)
  return over.kids || over.parent < 0 || over === nodeNow(S, m) ? over : m.nodes[over.parent]
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

export const drawGains = (S, { m, u, cut, isBefore, stays }) => {
  const { gain, picture, guess } = S.own,
    { w, h } = S.L.gain,
    { em } = S.L,
    G = S.guess,
    seen = cut.curve ? outward(part(u, RISE)) * stays : 0,
    isAsked = isBefore || (!seen && isLined(S)),
    feature = seen ? cut.curve.feature : ((isAsked ? null : gain.drawn?.curve.feature) ?? guess.feature),
    name = picture.axisName?.(S, feature),
    span = isAsked && !hasAxis(S) ? undefined : picture.span?.(S, feature),
    box = picture.gainBox?.(S, cut) ?? { x: 0, y: 0, w, h }
  if (seen) drawGain(gain, cut.curve, { ...cut.moment, range: cut.moment.range.map((end, i) => (i ? Math.max(end, Math.cbrt(end ** 2 * S.own.least)) : end)), span, box, em, name })
  else if (span) drawGain(gain, (S.own.bare[feature] ??= { feature, marks: [], ways: [], ghost: [] }), { range: [0, 1], span, box, em, name })
  const mine = span && isLined(S) && (isAsked || cut.node.k === 0) && guess.feature === feature ? gain.x(guess.values[feature]) : null
  style(gain.box, "visibility", seen || span ? "" : "hidden")
  raiseGain(gain, seen, part(u, MARK) * stays, stays === 1 && G ? mine : null)
  if (seen) markCut(gain, cut.candidate, cut.curve.best)
  const past = !isLined(S) && hasLine(S) ? `round ${m.round}, cut already` : "", // while the next one is asked for
    best = mine === null && seen === 1 && S.record.kind === "curve" ? bestOf(S, cut) : null,
    spent = seen && cut.moment.best?.gain < S.own.least && cut.node.k === 0 ? "almost nothing left to gain" : "",
    [brief, whole] = best ? [[past, best.words], [past, best.words, spent]].map(each => each.filter(Boolean).join(": ")) : [],
    isRoomy = best && Math.max(best.place[0], w - 2 * em - best.place[0]) > wideOf(S, whole),
    words = isRoomy ? whole : brief
  toggle(S.root, "looks-back", past !== "")
  if (best) put(gain.mine, beside(S, "ink", best.place, words, best.place[0] + wideOf(S, words) > w - 2 * em))
  else if (!seen) put(gain.mine, span ? toCome(S, G?.told ? null : mine) : "")
  else put(gain.mine, mine === null ? "" : mineOf(S, mine, cut))
  style(gain.mine, "opacity", G?.told && seen ? (part(u, MARK) * stays).toFixed(3) : "")
  picture.gains?.(S, seen ? cut : null, isAsked)
  const { gainnote, gainhead, gaintabs, gain: slider, sums } = S.parts
  say(gainhead, S.root.classList.contains("beneath") ? (seen && isLeaf(S, m, u, cut) ? "What this leaf weighs" : "What a cut gains") : picture.gainTitle(S))
  say(gainnote, seen ? [!best && past, (!isRoomy && spent) || noteOf(S, m, u, cut)].filter(Boolean).join(" · ") : isAsked ? "after your guess" : "")
  set(gainnote, "title", seen ? cut.moment.node.why : "")
  put(gaintabs, seen && S.record.kind === "plane" ? tabsOf(S, cut) : "")
  set(slider, "aria-valuetext", cut.curve && !isBefore ? cut.moment.texts.curve : "")
  put(sums, seen ? sumsBelow(S, m, u, cut) : isAsked ? askedGain(S.record, cut.moment, S.own.began === S.own.seen, S.own.stump?.sides) : u === 1 && !cut.isComing ? plainSums(overNode(S, m, u)) : "")
}

// A number beside its mark, over the curve.
const wideOf = ({ L: { em } }, words) => 9 + 0.5 * em * words.length
const beside = (S, cls, [x, y], words, isBefore) => {
  const { drawn } = S.own.gain,
    wide = wideOf(S, words),
    [from, to] = isBefore ? [x - wide, x - 9] : [x + 9, x + wide],
    high = drawn.points.reduce((top, points) => heightOf(points, from, to, top), Infinity)
  return `<text class="halo ${cls}" x="${round1(isBefore ? to : from)}" y="${round1(Math.max(8, Math.min(y + 5, high - 5)))}" text-anchor="${isBefore ? "end" : "start"}">${words}</text>`
}

// The best cut on the curve: where it stands, and what it gains; null where there is none.
const bestOf = ({ own: { gain } }, { curve }) => {
  const [way, i] = pointOf(curve, curve.best) ?? []
  return i === undefined ? null : { place: gain.drawn.points[way][i], words: significant(curve.ways[way].gain[i]) }
}

// The place of what cuts gain, as long as that is not told; x: of the guess in it, null of none.
const toCome = (S, x) => {
  const { L: { em }, own: { gain: { x: { range: [x0, x1] }, drawn: { top, foot } } } } = S,
    panel = `<rect class="to-come" x="${x0}" y="${top}" width="${round1(x1 - x0)}" height="${Math.max(0, foot - top)}"/><text class="ink" x="${x0 - 8}" y="${round1(top - 0.7 * em)}" text-anchor="end">gain</text>`
  if (x === null) return panel
  return `${panel}<path class="${S.guess ? "guessed" : "stub"}" d="M${round1(x)} ${top - 8}V${foot}"/>${beside(S, "mine-text", [x, (top + foot) / 2], "gains ?", x > x1 - 5 * em)}`
}

// The guess on the axis, as high as it gains, and broken from there to what the best cut gains.
const mineOf = (S, x, cut) => {
  const { L: { em }, own: { gain } } = S,
    { foot } = gain.drawn,
    [x0, x1] = gain.x.range
  const [way, near] = nearestCut(cut.curve, S.guess.value),
    place = gain.drawn.points[way][near],
    best = bestOf(S, cut) ?? { place, words: "" },
    [bestX, bestY] = best.place,
    y = round1(place[1]),
    isLeft = x < bestX,
    yours = `yours gains ${significant(cut.curve.ways[way].gain[near])}`,
    [low, high] = isLeft ? [bestX, bestX + wideOf(S, best.words)] : [bestX - wideOf(S, best.words), bestX], // where that is said
    spots = [[x, isLeft], [x, !isLeft], [low, true], [high, false]],
    isFree = ([at, isBefore]) => {
      const [from, to] = isBefore ? [at - wideOf(S, yours), at] : [at, at + wideOf(S, yours)]
      return from >= x0 && to <= x1 + em && (to <= low || from >= high)
    },
    [at, isBefore] = spots.find(isFree) ?? spots[0]
  return (
    `<path class="guessed" d="M${round1(x)} ${foot}V${y}"/><path class="stub" d="M${round1(x)} ${y}V${round1(bestY)}H${round1(bestX)}"/><circle class="mine" cx="${round1(x)}" cy="${y}" r="5"/>` +
    beside(S, "mine-text", [at, Math.min(y, foot - 12)], yours, isBefore) + beside(S, "ink", best.place, best.words, !isLeft)
  )
}

// Which rows: those of the node that is looked at, of a leaf why it is one as well.
const noteOf = (S, m, u, { moment, isOwn }) => {
  const node = isOwn && S.over === null ? nodeNow(S, m) : overNode(S, m, u),
    rows = node.k === 0 ? `${node.n} training rows` : (S.own.picture.regionWords?.(S, node) ?? `${node.n} rows`)
  return moment.node.isLeaf ? `${rows} · ${moment.node.why.split(":")[0]}` : rows
}

const tabsOf = (S, { curve, moment }) =>
  S.record.names
    .map(
      (name, f) =>
        `<button type="button" role="tab" data-feature="${f}" aria-selected="${f === curve.feature}">` +
        `${escaped(name)} <b>${significant(moment.gains[f])}</b></button>`,
    )
    .join("")

export const overNode = (S, m, u) => (u === 1 && S.over !== null ? m.nodes[positionOf(m, S.over)] : nodeNow(S, m))

// A leaf is looked at as one, but for a cut of it that is in the hand.
const isLeaf = (S, m, u, { isOwn }) => !overNode(S, m, u).kids && !(isOwn && S.over === null)

const sumsBelow = (S, m, u, cut) => {
  const { way, i, moment } = cut
  if (isLeaf(S, m, u, cut)) {
    const leaf = overNode(S, m, u)
    return opener("w", leaf.weight, weightOf(moment, leaf, S.own.model.rate))
  }
  return way ? opener("gain", way.gain[i], `<span>gain</span>${gainOf(moment, way, i)}`) : note(escaped(moment.texts.best))
}

export const drawTitles = (S, { m, u, isBefore }) => {
  const { treehead, treenote } = S.parts,
    { model, start, stump } = S.own,
    isStill = !isBefore && u < COMES[0], // what stood there
    isTried = isFresh(S) && hasAxis(S), // the line that waits in the picture
    phase = phaseWords(u, { rate: model.rate, isResidual: S.record.is_residual, isClass: model.isClass })
  const tree = isStill && stump ? "The next tree" : `Tree of round ${isStill && m.round > 1 ? m.round - 1 : m.round}`
  say(treehead, isAsking(S) || (isStill && S.guess) ? "Your first cut" : isBefore ? "No tree yet" : isTried ? "If it cut there" : isFresh(S) ? "The next tree" : tree)
  say(treenote, isBefore && m.round === 1 ? start : isTried ? "" : isBefore || isFresh(S) ? "after your guess" : S.guess && u === TOLD ? "Next adds it" : phase)
}
