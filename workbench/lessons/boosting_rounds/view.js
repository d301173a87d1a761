// Boosting, round by round: the picture of the rows, the tree that each round grows, and what its cuts gain.
import { heightOf } from "../../stage/kit/axes.js"
import { lerp, outward, part } from "../../stage/kit/easing.js"
import { wireGain } from "../../stage/kit/gain.js"
import { closeGuess, openGuess, putTop, wholeOf } from "../../stage/kit/guess.js"
import { wireRows, wireTree } from "../../stage/kit/pointing.js"
import { significant } from "../../stage/kit/numbers.js"
import { courses } from "../../stage/kit/strip.js"
import { put, round1, say, svg, toggle } from "../../stage/kit/svg.js"
import { curvePicture } from "./view_curve.js"
import { drawStems, rowWords, stemKey } from "./view_stems.js"
import { cardOf } from "./view_formula.js"
import { modelOf } from "./view_model.js"
import { runTurn } from "./view_places.js"
import { rowsPicture } from "./view_rows.js"
import { planePicture } from "./view_plane.js"
import { appears, CLEAR, LEVEL, LIFT, MARK, SHRINK } from "./view_phases.js"
import { buildSecond, cutNow, drawGains, drawTitles, drawTree, measureTree, overNode } from "./view_second.js"
import { bestRound, guess, isAsking, isCleared, isFresh, isHeld } from "./view_guess.js"

const BACK_MS = 1200 // from the last round to the one where the unseen rows were missed least

const PICTURES = { curve: curvePicture, plane: planePicture, rows: rowsPicture }

const build = S => {
  const { record, parts } = S,
    model = modelOf(record),
    picture = PICTURES[record.kind],
    { base } = record.outputs[record.k],
    { own, own: { guess } } = S
  if (picture !== S.own.picture) S.own.mode = null // how rows stand is kept from record to record of one picture
  if (S.own.began === undefined) S.own.began = S.at.round
  Object.assign(S.own, { model, picture, moment: null, guess: {}, seen: 0, whole: null })
  S.own.start = model.isClass ? `F₀ = ${significant(base)}: p ${significant(model.shown(0)[0])} everywhere` : `prediction = ${significant(base)} everywhere`
  parts.moving.innerHTML = picture.layers
  parts.ground.width = 0 // nothing of another picture stays
  parts.gainbox.querySelector("[data-gain=features]")?.remove()
  S.own.layers = Object.fromEntries([...parts.moving.querySelectorAll("[data-layer]")].map(each => [each.dataset.layer, each]))
  parts.views.hidden = !picture.hasModes
  S.root.classList.toggle("many", Boolean(picture.hasModes))
  parts.moving.classList.toggle("regression", !model.isClass)
  picture.build(S)
  if (JSON.stringify(own.guess.ends) === JSON.stringify(guess?.ends)) own.guess = guess // of the same rows it stays where it was
  buildSecond(S)
}

const wire = S => {
  const { own } = S
  wireTree(S, {
    tree: () => own.model.round(Math.max(1, S.at.round)).nodes,
    choose: (_, id) => S.act({ node: S.at.node === id ? 0 : id, feature: null, cut: null }),
  })
  wireRows(S, (_, place) => own.picture.rowAt(S, place, own.model.round(S.at.round)))
  const curve = () => own.cut?.curve ?? own.gain.drawn.curve
  const turn = by => {
    const { length: many } = S.record.names
    S.act({ feature: (curve().feature + by + many) % many, cut: null })
  }
  wireGain(S, {
    gain: () => own.gain,
    curve,
    now: () => own.cut?.candidate ?? 0,
    aim: (_, cut) => S.act(cut === null ? { feature: null, cut: null } : { feature: curve().feature, cut }),
    other: (_, by) => turn(by),
    press: (_, place) => own.picture.press?.(S, place),
  })
  for (const name of ["focus", "blur"]) S.listen(S.parts.gain, name, S.draw) // whom keys lead there sees the last cut again
  S.listen(S.parts.sums, "focusout", S.ask)
  S.listen(S.root, "click", ({ target }) => {
    const mode = target.closest("[data-mode]")?.dataset.mode
    if (mode) own.picture.setMode(S, mode)
    if (target.closest("[data-view=guess]")) openGuess(S)
    if (target.closest("[data-view=best]")) S.go(bestRound(S), { ms: BACK_MS })
  })
  S.listen(S.parts.gaintabs, "click", event => {
    const tab = event.target.closest("[data-feature]")
    if (!tab || !S.resting()) return
    S.act({ feature: Number(tab.dataset.feature), cut: null })
    S.draw()
    S.parts.gaintabs.querySelector(`[data-feature="${tab.dataset.feature}"]`)?.focus()
  })
}

// The cut of a node that the picture shows: the one in the hand, or the tree's own; null of a leaf without one.
const shownCut = (m, node, { way, i, curve, isOwn, moment, node: looked }) => {
  if (looked === node && way && moment.node.id === node.id && (node.kids || isOwn))
    return { feature: curve.feature, at: way.x[i], many: [way.nLeft[i], moment.node.n - way.nLeft[i]], way, isOwn }
  return node.kids && { feature: node.feature, at: node.threshold, many: node.kids.map(kid => m.nodes[kid].n) }
}

const topOf = (S, now) => {
  const { m, u, cut, kept } = now,
    { picture } = S.own,
    node = overNode(S, m, u),
    shown = shownCut(m, node, cut),
    seen = part(u, MARK) * kept
  return [
    picture.ground(S, now, node),
    isHeld(S) ? picture.guess(S, now) : "", // below what is said of a cut
    shown && seen ? `<g class="last-cut"${seen < 1 ? ` style="opacity:${seen.toFixed(3)}"` : ""}>${picture.mark(S, node, shown, m)}</g>` : "",
    S.row !== null && u === 1 ? picture.overRow(S, m) : "",
    picture.labels?.(S, now, node) ?? "",
  ].join("")
}

const STEADY = 0.4 // of the lift at one speed, so that it is seen from its first frame on when it runs backwards, too

// What a frame draws from. isBefore: nothing of the round is seen yet, u is 0. kept: how much is seen of what led to the cut.
// stays: of what its cuts gain. lift: how far the prediction has gone from before the round to after it. shown: of what is added.
const nowOf = (S, step, time) => {
  const { model } = S.own,
    m = model.round(step),
    last = model.round(Math.max(1, step - 1)),
    isBefore = S.isStart || (isAsking(S) && S.guess.step === step),
    u = isBefore ? 0 : time,
    rise = part(u, LIFT),
    lift = lerp(outward(rise), rise, STEADY),
    cut = (S.own.cut = cutNow(S, m, u)),
    [kept, stays] = [SHRINK, CLEAR].map(phase => (isCleared(S, step) ? 1 - part(u, phase) : 1))
  return { m, last, u, isBefore, kept, stays: S.playing ? 1 : stays, lift, shown: isFresh(S) ? 0 : part(lift, [0, 0.4]), cut }
}

// The lines of all cuts of the tree, where the picture has places for them; of a plane they are the borders of what is added.
const cutLines = (S, { m, u, kept }) =>
  m.nodes
    .filter(node => node.kids)
    .map(node => `<path class="cutline" style="opacity:${((S.record.kind === "plane" ? 1 : kept) * appears(u, node.depth + 0.6)).toFixed(2)}" d="${S.own.picture.lineOf(S, node)}"/>`)
    .join("")

const WIDE = 600 // pixels, where a legend has room for more than names
const stemWords = ({ L, record }, { u, shown }) => {
  if (u > LEVEL[0] && u < LIFT[0]) return "mean per leaf"
  return record.is_residual && !shown && L.picture.w > WIDE ? "still missed: the negative gradient" : "negative gradient"
}

const draw = (S, step, u) => {
  if (S.guess?.told && S.guess.step === S.at.round && S.resting()) closeGuess(S) // who has gone on is asked about the next tree
  S.own.seen = Math.max(S.own.seen, Math.ceil(S.guess ? S.at.round : S.view))
  toggle(S.root, "hides-future", S.own.seen < S.n)
  const { picture } = S.own,
    now = nowOf(S, step, u),
    { m } = now
  picture.draw(S, now)
  if (picture.lineOf) put(S.own.layers.cuts, cutLines(S, now))
  drawTree(S, now)
  drawStems(S, now, { stem: (...given) => picture.stem(S, ...given), lit: picture.lit?.(S), width: picture.stemWidth?.(S) })
  drawGains(S, now)
  putTop(S, topOf(S, now))
  drawTitles(S, now)
  put(S.own.lowest, lowestOf(S))
  put(S.parts.legend, picture.legend(S, stemKey(stemWords(S, now)), now.shown > 0))
  say(S.parts.readout, S.row !== null && u === 1 ? rowWords(S, m) : "")
}

// On the strip, where the unseen rows were missed least so far, once that is passed; its words stand over both lines, before it,
// if there is room.
const lowestOf = S => {
  const { L: { em, stepX, stripY }, record: { losses, n_rounds: n } } = S,
    round = wholeOf(S),
    best = bestRound(S, round)
  if (best === round) return ""
  const x = stepX(best),
    so = best === bestRound(S) && round === n ? "" : " so far",
    wideOf = words => 0.48 * em * words.length + 9,
    words = [`lowest unseen${so}`, `lowest${so}`].find(each => x > wideOf(each) + stepX(0)) ?? "",
    lineOf = first => Array.from({ length: round + 1 }, (_, i) => [stepX(i), stripY(losses[first + i])]),
    start = stripY(losses[n + 1 + best]),
    top = [0, n + 1].reduce((high, first) => heightOf(lineOf(first), x - wideOf(words), x, high), start)
  return (
    `<circle cx="${round1(x)}" cy="${round1(start)}" r="5"/>` +
    `<text class="ink" x="${round1(x - 9)}" y="${round1(Math.max(0.9 * em, top - 6))}" text-anchor="end">${words}</text>`
  )
}

export const view = {
  unit: "Round",
  steps: S => S.record.n_rounds,
  ms: 1100,
  isWhole: true, // what lies between two rounds is the answer to what the first one asks
  build,
  wire: [wire],
  draw,
  guess,
  measure: S => {
    S.own.picture.measure(S)
    measureTree(S)
    S.parts.course.append((S.own.lowest ??= svg("g", { class: "lowest" })))
  },
  still: S => put(S.parts.still, S.own.picture.still(S)),
  strip: ({ record: { losses, n_rounds: n } }) => courses(losses.subarray(0, n + 1), losses.subarray(n + 1)),
  card: cardOf,
  where: ({ guess: G, view, u }) => (!G ? view : G.told ? G.step - 1 + part(u, LIFT) : G.step - 1), // what is told is not added yet
  runs: runTurn,
  warm: S => {
    const next = Math.min(S.n, S.at.round + 1)
    if (next > 0) S.own.trees(next)
  },
}
