// Your own loss: what it asks of every row, the tree that answers, and where both take the fit at one row, which is asked on
// the fit itself.
import { across, below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { flown } from "../../stage/kit/flight.js"
import { fraction, math, mi, mn, nodeCard, number, weightFormula } from "../../stage/kit/formula.js"
import { handleAt, placeIn, putTop } from "../../stage/kit/guess.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { arrowTo, circle, grip, pathOf, upright } from "../../stage/kit/marks.js"
import { added, significant, sufficing, tick } from "../../stage/kit/numbers.js"
import { nearestOf, wireRows, wireTree } from "../../stage/kit/pointing.js"
import { capital, escaped, put, round1, say, set, style, toggle } from "../../stage/kit/svg.js"
import { courses, fitStrip } from "../../stage/kit/strip.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper, wayTo } from "../../stage/kit/tree.js"
import { drawLoss, placeLoss, wireLoss } from "./view_loss.js"
import { choose, dots, RING, recordHeld, ringOf, wireRow } from "./view_row.js"
import { drawRungs, nameSide } from "./view_rungs.js"
import { drawChoices, wireChoices } from "./view_choices.js"
import { appears, askAgain, bet, betOn, endOn, fitAt, hereNow, isFar, isFirst, isTold, lossOf, modelOf, nextLoss, phasesOf, pickOf, rowNow, stemNow, takeLoss, tell, turned, yNow } from "./view_model.js"

const REVEAL_MS = 4200,
  SLOW = 1.7, // of the first of these rounds: in them all other pulls go
  REACH = 12, // pixels from a row
  NUDGE = 0.02, // of the axis of y
  ASIDE = 2, // em from the row to the handle, which covers neither it nor the stem of its pull
  STAGGER = 0.36, // of the time in which stems leave
  SMALL = 9, // pixels of one that flies
  ALIKE = 1e-6, // of two pulls
  TURN_MS = 700, // in which one loss goes over into another
  AWAY = [0, -1, 1, -2, 2, -3, 3, -4, 4, -6, 6], // em to a note from where it would stand
  OF_RING = 40, // rows that a card covers rather than the ringed one
  NARROW = 560 // pixels of a picture whose question alone says how it is answered

const LAYOUT = {
  right:
    `<div class="tabs losses-of-all" data-part="choices" data-keys role="radiogroup" aria-label="Loss"></div>` +
    `<div class="head"><b data-part="losshead"></b><span class="keys" data-part="losskeys"></span></div>` +
    `<div class="curve-of-row" data-part="curve" role="slider" tabindex="0" aria-label="F"><svg data-part="curvebox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Of the row"></div>` +
    `<div class="head second"><b data-part="treehead"></b><span class="keys" data-part="treekeys"></span></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>`,
}
const legendOf = ({ record: { pulls }, own: { model: { perPull } } }) =>
  key('<path d="M6 6h0" class="rows"/>', "rows", 12) +
  key('<circle cx="6" cy="6" r="2.3" class="hollow-rows"/>', "unseen", 12) +
  lineKey("after", "fit") +
  lineKey("stem", `pull −g${perPull < 0.995 ? `, drawn × ${significant(perPull)}` : ""}${pulls && `: ${pulls}`}`) +
  lineKey("truth", "truth")
const KEY_OF_LEAF = lineKey("before", "what a leaf sees")
const keysOfTree = ({ rate }) =>
  key('<rect class="full" x="1" y="1" width="10" height="10"/>', "w", 12) + key('<rect class="step" x="1" y="1" width="10" height="10"/>', `step ${tick(rate)} w`, 12)

const build = S => {
  const { own, record } = S
  own.bets ??= new Map()
  own.turn = own.shown?.isBinary === record.is_binary && !S.calm() ? { ...own.shown, ...own.curves, share: 0 } : null
  S.isRunning = Boolean(own.turn)
  take(S, record, own.loss !== record.loss || own.y !== null ? own.curves?.ends : {}) // other parameters have other ends
  Object.assign(own, { pick: null, F: null, y: null, heldFrom: null, awaited: null, loss: record.loss })
  S.ask()
}

// Another loss of the same rows, or another of its parameters: the fit, what pulls at it and the loss go over into the new ones.
const runTurn = (S, now) => {
  const { turn } = S.own
  if (!turn) return false
  turn.begin ??= now
  turn.share = soft(clamp((now - turn.begin) / TURN_MS))
  if (turn.share === 1 || !S.resting()) S.own.turn = null
  return Boolean(S.own.turn)
}

// ends: where losses have the fit at the row, as far as it is known before the moment has come.
const take = (S, record, ends = {}) => {
  S.record = record
  Object.assign(S.own, { model: modelOf(record), curves: { ...record.curves, ends } })
  S.own.trees?.clear()
}

const wire = S => {
  const { picture } = S.parts
  wireTree(S, { tree: () => S.own.model.nodes(Math.max(1, S.at.round)), choose: () => {} })
  wireRows(S, (_, place) => nearest(S, place))
  S.listen(picture, "click", event => {
    const row = S.resting() && !S.guess ? nearest(S, placeIn(S, picture, event)) : null
    if (row !== null && row !== rowNow(S)) choose(S, row)
  })
  S.listen(S.parts.answer, "click", ({ target }) => (target.closest("[data-next]") ? takeLoss(S, nextLoss(S)) : target.closest("[data-again]") && askAgain(S)))
  wireLoss(S)
  wireRow(S)
  wireChoices(S)
}

const nearest = ({ own: { P }, record: { rows } }, place) => nearestOf(Array.from(rows.x, (x, i) => [i, P.x(x), P.y(rows.y[i])]), place, REACH)

// --- the rows and the fit

const measure = S => {
  const { own, L, record } = S,
    { em, picture, tree } = L,
    { x } = record.truth
  own.P = { em, x: scale([x[0], x.at(-1)], [2.6 * em, picture.w - em]), y: scale(record.extent, [picture.h - 2.2 * em, 1.2 * em]) }
  placeLoss(S)
  own.trees ??= treeKeeper(round => {
    const T = layOut(own.model.nodes(round), { w: own.T.w, h: own.T.h }, own.T.em, { levels: own.model.levels })
    seat(S, T, own.model.leaves(round))
    buildTree(T, { scale: T.half / own.model.heaviest(round), hasCards: true })
    return T
  })
  own.trees.clear()
  own.T = { w: tree.w, h: tree.h, em }
}

// Where each row comes to rest in its leaf, and the ways there.
const seat = (S, T, leaves) => {
  const count = T.nodes.map(() => 0)
  for (const leaf of leaves) count[leaf]++
  const met = T.nodes.map(() => 0)
  T.seat = Float64Array.from(leaves, leaf => (met[leaf]++ - (count[leaf] - 1) / 2) * Math.min(4, (T.slot - 14) / count[leaf]))
  T.way = T.nodes.map((node, k) => (node.kids ? null : wayTo(T, k, S.L.isStacked ? T.boxH / 2 : 0)))
}

const lineOf = (P, xs, ys) => pathOf(Array.from(xs, (x, i) => [P.x(x), P.y(ys[i])]))

const still = S => {
  const { own: { P }, record, parts } = S,
    { truth, rows: { unseen } } = record
  let drawn = across(P.y, P.x.range, P.em) + below(P.x, P.y.range[0], P.em, { name: "x" })
  drawn += `<text class="ink" x="${P.x.range[0]}" y="${0.8 * P.em}">${record.is_binary ? "y, 1 where it was above 0; the fit is the probability of 1" : "y"}</text>`
  drawn += `<path class="truth" d="${lineOf(P, truth.x, truth.y)}"/>`
  drawn += `<path class="hollow-rows" d="${Array.from(unseen.x, (x, i) => circle(P.x(x), P.y(unseen.y[i]), 2.3)).join("")}"/>`
  put(parts.still, drawn)
}

const draw = (S, step, u) => {
  const { own, parts } = S,
    held = recordHeld(S)
  if (held?.record && held.record !== S.record && held.record.n_rounds >= S.at.round) {
    take(S, held.record, held.ends)
    fitStrip(S)
  }
  const { record } = S,
    { model, P } = own,
    p = phasesOf(S, u),
    share = S.isStart ? 0 : p.step
  const before = model.line(step - 1),
    after = model.line(step),
    line = turned(own, "line", Float32Array.from(after, (each, i) => lerp(before[i], each, share)))
  own.shown = { isBinary: record.is_binary, line, fit: turned(own, "fit", model.state("fit", S.at.round)), pull: turned(own, "pull", model.state("pull", S.at.round)) }
  let drawn = drawStems(S, step, p)
  if (u < 1 && !S.isStart && !isFar(S)) drawn += `<path class="before" d="${lineOf(P, record.places, before)}"/>`
  drawn += `<path class="after" d="${lineOf(P, record.places, line)}"/>`
  if (S.resting() && S.at.round === S.n && !isTold(S)) tell(S)
  put(parts.moving, dots(S) + drawn)
  put(parts.legend, legendOf(S))
  toggle(S.root, "is-first", isFirst(S))
  toggle(S.root, "hides-future", S.at.guess !== 0 && (askedAt(S) !== null || !isTold(S)))
  drawLoss(S, p)
  put(parts.losskeys, isFirst(S) ? "" : KEY_OF_LEAF)
  drawChoices(S)
  drawTree(S, step, p)
  putTop(S, drawRungs(S) + ringOf(S) + top(S))
  say(parts.readout, S.row === null ? "" : `pull ${significant(model.state("pull", S.at.round)[S.row])}`)
}

// As long as the loss pulls, in the unit of y; they leave for the tree in the order of x, and new ones grow from the fit
// that has moved.
const drawStems = (S, step, p) => {
  const { own, record: { rows }, isStart, parts } = S,
    { P, model } = own,
    T = own.trees(step)
  const stem = (at, i, long) => {
    const next = isFar(S) ? p.step : 0,
      now = name => (own.turn ? own.shown[name][i] : lerp(model.state(name, at)[i], next ? model.state(name, at + 1)[i] : 0, next)),
      foot = now("fit"),
      tip = foot + long * model.perPull * now("pull")
    return Number.isFinite(tip) ? [P.x(rows.x[i]), P.y(foot), P.y(tip)] : null
  }
  let here = "",
    away = "",
    ofRow = ""
  for (let i = 0; i < model.many; i++) {
    const gone = isStart ? 0 : part(p.fall, [(STAGGER * i) / model.many, (STAGGER * i) / model.many + 1 - STAGGER])
    const found = gone === 0 ? stem(step - 1, i, 1) : p.pulls > 0 ? stem(step, i, p.pulls) : null
    if (found && i === rowNow(S) && (isFar(S) || S.resting())) ofRow = pullOf(S, found, i)
    else if (found) here += upright(...found)
    if (gone > 0 && p.level < 1) away += flying(S, T, i, stem(step - 1, i, 1), soft(gone))
  }
  set(parts.flight, "d", away)
  style(parts.flight, "opacity", (0.9 * (1 - p.level)).toFixed(3))
  return `<path class="stems" d="${here}"/>${ofRow}`
}

// On a long way and at rest that of the chosen row is told apart: how much it is, on the other side than the handle or the fit's
// name, and how many rows pull no less and no more.
const pullOf = (S, [x, y0, y1], i) => {
  const { own: { P, model }, step, u } = S,
    isLeft = (askedAt(S) === null ? nameSide(P, x) : handleSide(P, x)) > 0,
    pulls = at => model.state("pull", at),
    size = Math.abs(pulls(step)[i]),
    others = u < 1 ? [] : Array.from(pulls(step), Math.abs).filter((each, k) => k !== i && each > size - ALIKE),
    alike = others.filter(each => each < size + ALIKE).length,
    words = u < 1 || S.L.picture.w < NARROW ? "" : alike ? alike === 1 ? "as one other" : `as ${alike === model.many - 1 ? "all" : alike} others` : others.length ? "" : "more than any other",
    at = `x="${round1(x + (isLeft ? -8 : 8))}" text-anchor="${isLeft ? "end" : "start"}"`,
    y = round1(freeOf(S, i, [x, isLeft ? -1 : 1], y1, words) + (words ? -0.3 : 0.3) * P.em)
  return (
    `<path class="stem" d="${upright(x, y0, y1)}"/>` +
    `<text class="own-pull halo" ${at} y="${y}">pull ${significant(lerp(pulls(step - 1)[i], pulls(step)[i], u))}</text>` +
    (words ? `<text class="halo" ${at} y="${round1(y + 1.25 * P.em)}">${words}</text>` : "")
  )
}

// Where the note beside a pull covers neither the ring with its name nor another row or pull, as near to a height as there is
// room; else it covers rows.
const freeOf = (S, own, [x, side], wanted, words) => {
  const { own: { P, shown, model }, record: { rows } } = S,
    ring = P.y(yNow(S)),
    wide = (0.5 * Math.max(10, words.length) + 1) * P.em,
    half = (words ? 1.2 : 0.6) * P.em,
    near = Array.from(rows.x, (each, k) => [(P.x(each) - x) * side, k]).filter(([far, k]) => k !== own && far > 0 && far < wide),
    marks = near.flatMap(([, k]) => [[rows.y[k], rows.y[k]], [shown.fit[k], shown.fit[k] + model.perPull * shown.pull[k]]]).map(ends => ends.map(P.y))
  const isClear = y => ends => Math.max(...ends) < y - half || Math.min(...ends) > y + half,
    places = AWAY.map(far => wanted + far * P.em).filter(y => y > half && isClear(y)([ring - 1.9 * P.em, ring + 0.7 * P.em]))
  return places.find(y => marks.every(isClear(y))) ?? places[0] ?? wanted
}

const flying = (S, T, i, found, e) => {
  if (!found) return ""
  const [x, y0, y1] = found,
    { model } = S.own,
    long = y0 - y1,
    now = lerp(long, Math.sign(long) * Math.min(SMALL, Math.abs(long)), Math.min(1, e / 0.3))
  const spread = ((i + 0.5) / model.many - 0.5) * Math.min(8 * T.em, T.w / 4)
  const [X, Y] = flown(S, T, { from: [x, y0], way: T.way[model.leaves(S.step)[i]], spread, seat: T.seat[i] }, e)
  return `M${round1(X)} ${round1(Y)}v${round1(-now)}`
}

const drawTree = (S, step, p) => {
  const { own, parts } = S,
    { model } = own
  say(parts.treehead, S.isStart ? "Before the first tree" : `The tree of round ${step} answers`)
  put(parts.treekeys, keysOfTree(S.record))
  const T = own.trees(step),
    grown = depth => (S.isStart ? 0 : appears(p, depth))
  placeTrees(parts.treebox, [T.group])
  const lit = S.row === null ? null : new Set(model.nodes(step)[model.leaves(step)[S.row]].path)
  paintTree(T, {
    appears: (k, isEdge) => grown(T.nodes[k].kids || isEdge ? T.nodes[k].depth : 3),
    full: S.isStart ? 0 : p.level,
    step: [S.isStart ? 0 : p.shrink, lerp(1, S.record.rate, p.shrink)],
    names: grown(3),
    lit,
    family: S.over === null || S.isStart ? null : familyOf(T.nodes, S.over),
  })
}

// --- the question: where this loss has the fit at the row after the last round, said on the fit

const handleSide = (P, x) => (x + 2 * ASIDE * P.em < P.x.range[1] ? 1 : -1)

const top = S => {
  const { own: { P }, record } = S,
    yours = betOn(S),
    end = fitAt(S, S.n),
    x = P.x(record.rows.x[rowNow(S)]),
    besidePull = x + 7 * nameSide(P, x)
  if (yours !== undefined) return S.at.round === S.n && S.resting() ? arrowTo([besidePull, P.y(yours)], [besidePull, P.y(end)], 1) : ""
  if (askedAt(S) === null || (!S.resting() && !S.guess) || S.own.heldFrom !== null) return ""
  const now = pickOf(S),
    y = round1(P.y(now)),
    gx = round1(x + handleSide(P, x) * ASIDE * P.em)
  const stub =
    `<path class="stub" d="M${round1(x)} ${round1(P.y(fitAt(S, S.at.round)))}V${y}${underRing(S, x, y)}"/>` +
    `<path class="guessed" d="M${round1(x)} ${y}H${gx}"/><circle class="asked-at" cx="${round1(x)}" cy="${y}" r="4"/>`
  return handleAt({ label: `The fit at the row after ${S.n} rounds`, now, text: significant(now), least: record.extent[0], most: record.extent[1] }, stub + grip(gx, y, P.em, true))
}

// From the ring along its column, as far as the stem of its pull and the guess leave it free.
const underRing = (S, x, y) => {
  const { own: { P } } = S,
    ring = P.y(yNow(S)),
    [, tip] = stemNow(S),
    down = Math.sign(y - ring),
    [from, to] = [ring + down * RING * P.em, down * Math.min(down * tip, down * y)]
  return down * (to - from) > 4 ? `M${round1(x)} ${round1(from)}V${round1(to)}` : ""
}

const pickAt = (S, value) => {
  S.own.pick = clamp(value, ...S.record.extent)
}

const reveal = S => S.go(S.n, { ms: REVEAL_MS / S.speed, ease: t => t ** SLOW })
const askedAt = S => (S.at.round === S.n || isTold(S) || betOn(S) !== undefined ? null : S.at.round)

const promptOf = S => {
  const { record, own } = S
  if (askedAt(S) !== null || !(isTold(S) || own.y !== null)) {
    const then = `after ${S.n} rounds of ${record.title}`
    if (S.guess?.dropped) return `The ringed row’s fit ${then}?` // beside it is asked how sure one is
    return S.L.picture.w < NARROW && askedAt(S) !== null ? `Drag to the ringed row’s fit ${then}` : `Where is the fit at the ringed row ${then}?`
  }
  const round = S.step
  if (S.isStart) return `Before the first tree the fit is at ${significant(fitAt(S, 0))}`
  if (round === S.n && S.resting()) return `${capital(lossOf(S).words)} ends at ${significant(fitAt(S, round))}: ${why(S)}`
  return `${capital(record.title)} takes the fit to ${significant(lerp(fitAt(S, round - 1), fitAt(S, round), phasesOf(S, S.u).step))} in ${round} ${round === 1 ? "round" : "rounds"}`
}

// What moved F: the row's own pulls, and those of the other rows in its leaves; first that which moved it more.
const moved = S => {
  const { n, own: { model }, record: { rows } } = S,
    row = rowNow(S),
    all = model.state("raw", n)[row] - model.state("raw", 0)[row]
  return [["its own pull", " beats ", rows.own[row]], ["leaf mates", " beat ", all - rows.own[row]]].sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]))
}
const why = S => {
  const [[one, beats, more], [other, , less]] = moved(S)
  return `${S.record.is_binary ? "F by " : ""}${one} ${added(more)}${more * less < 0 ? beats : ", "}${other} ${added(less)}`
}

export const guess = {
  skip: reveal,
  stops: [1, 1], // the clock stays where it is while one guesses
  step: askedAt,
  opened: S => {
    S.own.pick = null
  },
  prompt: promptOf,
  offer: S => (askedAt(S) === null ? fared(S) : '<span class="note">drag the violet handle</span>'),
  said: S => significant(pickOf(S)),
  drag: (S, [, y]) => pickAt(S, S.own.P.y.back(y)),
  nudge: (S, _, by) => pickAt(S, pickOf(S) + by * NUDGE * (S.record.extent[1] - S.record.extent[0])),
  judged: S => ({ yours: pickOf(S), best: fitAt(S, S.n), share: 0 }),
  sentence: S => fared(S),
  told: (S, { yours }) => {
    bet(S, yours)
    reveal(S)
    return true
  },
}

const AGAIN = '<button type="button" class="skip" data-again>Ask me</button>'

const fared = S => {
  const yours = betOn(S),
    end = endOn(S, lossOf(S)),
    next = S.turn && S.at.round === S.n && S.resting() && nextLoss(S),
    on = next ? `<button type="button" class="say" data-next>Try ${escaped(next.words)}</button>` : "",
    there = end === undefined || S.at.round === S.n ? "" : `<span>in ${S.n} rounds <strong>${significant(end)}</strong></span>`
  if (yours === undefined) return `${there}${isTold(S) ? AGAIN : ""}${on}`
  const off = end === undefined ? "" : `<span>off by <strong>${significant(Math.abs(yours - end))}</strong></span>`
  return `${there}<em>Yours ${significant(yours)}</em>${off}${on}`
}

// --- the cards

const cardOfRow = (S, { F, loss, g, h, step }) => {
  const { reg_lambda: lambda, why_h: why } = S.record,
    gap = '<mspace width="1.6em"/>'
  return (
    `<p><b>The ringed row at F = ${significant(F)}</b></p>` +
    math(`${mi("ℓ")}<mo>=</mo>${mn(loss)}${gap}${mi("g")}<mo>=</mo>${fraction("<mo>∂</mo><mi>ℓ</mi>", `<mo>∂</mo>${mi("F")}`)}<mo>=</mo>${mn(g)}${gap}${mi("h")}<mo>=</mo>${mn(h)}`) +
    (why ? `<p>${escaped(why)}</p>` : "") +
    `<p>Of a leaf with this row alone, the lowest point of the parabola:</p>${weightFormula({ T: g, H: h, lambda, weight: step, names: ["g", "h"] })}` +
    (S.at.round === S.n && S.at.own_F === null && isTold(S) ? wayOf(S, F) : "")
  )
}
// Where the ringed row ended, as the sum of what moved it.
const wayOf = (S, F) => {
  const terms = [["start", "", S.own.model.state("raw", 0)[rowNow(S)]], ...moved(S)],
    read = sufficing(terms.map(([, , by]) => by), values => values.reduce((sum, each) => sum + each), F)
  const addend = ([name, , by], k) => `<mo>${by < 0 ? "−" : k ? "+" : ""}</mo><munder>${number(read(Math.abs(by)))}<mtext>${name}</mtext></munder>`
  return math(`${mi("F")}<mo>=</mo>${terms.map(addend).join("")}<mo>=</mo>${mn(F)}`)
}

const cardOf = (S, name) => {
  if (name.startsWith("node")) return nodeCard(S.own.model.nodes(Math.max(1, S.at.round)), name, S.record.reg_lambda)
  const here = hereNow(S)
  return here ? cardOfRow(S, here) : here === null ? "" : undefined
}

export const view = {
  unit: "Round",
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  measure,
  still,
  draw,
  guess,
  runs: runTurn,
  card: cardOf,
  cardsBeside: true,
  // All that is of the ringed row, before the others.
  uncovered: S => {
    const { own: { P }, record: { rows, truth } } = S,
      row = [yNow(S), fitAt(S, S.at.round)].map(y => [P.x(rows.x[rowNow(S)]), P.y(y)])
    return [rows, truth].flatMap(each => Array.from(each.x, (x, i) => [P.x(x), P.y(each.y[i])])).concat(Array(OF_RING).fill(row).flat())
  },
  strip: S => courses(S.record.training, S.record.unseen, lossOf(S).words),
}
