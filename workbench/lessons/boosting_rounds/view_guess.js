// Where the next tree cuts first: asked in the picture, on any feature that it has an axis for; of categories it is asked between
// which of them, in the order of their sums. A picture says axis(S, f): the scale of a feature, isUp where it runs upwards.
import { clamp, outward, part } from "../../stage/kit/easing.js"
import { whyNothing } from "../../stage/kit/gain.js"
import { handleAt } from "../../stage/kit/guess.js"
import { arrowTo, grip } from "../../stage/kit/marks.js"
import { asRead, significant, threshold } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { ARROW, ASKED, MARK, TOLD } from "./view_phases.js"

const TELL_MS = 1600,
  STEPS = 60, // of a key, from one end of an axis to the other
  OF_HAND = 3, // pixels: what is dragged is not surer than that
  AS_GOOD = 0.95, // share of the best gain of which nobody asks why
  LEAST = 1e-6 // u of a round of which nothing is seen yet

// When to stop: after which of so many rounds the unseen rows were missed least; the last one where there are none.
export const bestRound = ({ record: { losses, n_rounds: n } }, many = n) => {
  const unseen = losses.subarray(n + 1, n + 2 + many),
    best = unseen.indexOf(Math.min(...unseen))
  return best < 0 ? many : best
}

// By how much more they are missed after so many rounds, in words; "" of what is no share.
const riseOf = S => {
  const { losses, n_rounds: n } = S.record,
    [low, now] = [bestRound(S), n].map(round => losses[n + 1 + round]),
    rise = 100 * (now / low - 1)
  return low > 0 ? (rise < 1 ? "less than 1 %" : `${rise < 10 ? Number(rise.toPrecision(2)) : Math.round(rise)} %`) : ""
}

const rootOf = (S, round) => S.own.model.round(round).nodes[0]
const nextStep = S => (S.guess ? S.guess.step : S.at.round + 1)
const hasCut = ({ n, record: { trees } }, round) => round <= n && trees.left[trees.start[round - 1]] >= 0
const canAsk = S => hasCut(S, nextStep(S))
const isOfCategories = ({ levels }, f) => levels[f].length > 0

export const isAsking = S => Boolean(S.guess && !S.guess.told)
// While a round is played, or passed by, nothing is asked.
const isFilm = S => !S.guess && (S.playing || S.passes() || !S.resting())
// With answers every round is seen whole, as are all once the last was seen, and one that was shown until one goes on.
const isShown = S => S.at.round > 0 && (S.at.guess === 0 || S.own.seen === S.n || Math.max(S.at.round, S.own.seen) === S.own.whole)
// The next cut is asked for over a clear picture: what led to that of a round goes as its step is taken. Who looks at
// something of it sees it again.
const asksOn = (S, round) => hasCut(S, round + 1) && !isShown(S)
export const isCleared = (S, round) => asksOn(S, round) && !S.passes() && !(S.resting() && looksBack(S))
const looksBack = S => S.over !== null || S.at.node || (S.at.feature ?? null) !== null || S.parts.gain.matches(":focus-visible") || S.parts.sums.querySelector(":focus") !== null
// How far the arrow from a guess to the best cut is: it sets out once both are there.
export const reachOf = ({ guess: G, view }) => (G?.told ? part(view - G.step + 1, ARROW) : 0)
const hasArrived = S => reachOf(S) === 1
export const isAnswered = (S, m) => Boolean(S.guess?.told && S.guess.step === m.round)

// A first guess that tells nothing: with this share of the rows on the left, or half of the categories.
export const newGuess = ({ X, levels }, feature, share) => {
  const sorted = X.map(values => {
    const known = Array.from(values).filter(Number.isFinite).sort((a, b) => a - b)
    return known.length ? known : [0]
  })
  return {
    feature,
    ends: sorted.map((known, f) => (levels[f].length ? [1, levels[f].length - 1] : [known[0], known.at(-1)])),
    values: sorted.map((known, f) => (levels[f].length ? levels[f].length >> 1 : known[Math.floor(share * known.length)])),
  }
}

// What every cut of a feature gains at the root of a round, and the best of all; null while it is on its way.
export const rootCuts = (S, round, f) => {
  const at = feature => S.moment({ ...S.at, round, node: 0, feature, cut: null }),
    curveIn = moment => moment?.curves.find(each => each.feature === f),
    root = at(null),
    curve = curveIn(root) ?? curveIn(at(f))
  return curve && root?.best?.gain > 0 ? { curve, best: root.best.gain, root } : null
}

// The cut of a curve that is nearest to a place, of two alike the better: [way, which of its cuts].
export const nearestCut = ({ ways }, value) => {
  const farFrom = each => (Number.isFinite(each - value) ? Number(Math.abs(each - value).toPrecision(6)) : Infinity), // no digit of a float counts
    cuts = ways.flatMap(({ x, gain }, way) => Array.from(x, (each, i) => ({ far: farFrom(each), gain: gain[i], at: [way, i] })))
  return cuts.sort((a, b) => a.far - b.far || b.gain - a.gain)[0]?.at ?? null
}

// The gain of a cut of a feature as a share of the best, in words, and why it is not as good; "" while it is not known.
const shareOf = (S, { step, feature, value }) => {
  const found = rootCuts(S, step, feature),
    [at, i] = (found && nearestCut(found.curve, value)) ?? []
  if (i === undefined) return ""
  const yours = found.curve.ways[at],
    share = Math.max(0, asRead(yours.gain[i])) / asRead(found.best),
    why = share < AS_GOOD ? whyLess(bestIn(found.root), [yours, i], found.root.formula.reg_lambda.now) : ""
  return ` · <strong>${Math.round(100 * share)} %</strong> of its gain${whyNothing(share, yours.nLeft[i], found.root.node.n) || why}`
}

const bestIn = ({ curves, best: { feature, candidate: best } }) => {
  const way = curves.find(each => each.feature === feature).ways.find(({ candidate }) => candidate.includes(best))
  return [way, way.candidate.indexOf(best)]
}

// Of two cuts, the sides of the better one and of the other: their −G, or H where that makes more of the difference.
const whyLess = (best, yours, lambda) => {
  const apart = ([{ GL, GR }, i]) => (GL[i] - GR[i]) ** 2,
    perH = ([{ HL, HR }, i]) => 1 / (HL[i] + lambda) + 1 / (HR[i] + lambda),
    isOfG = apart(yours) / apart(best) < perH(yours) / perH(best)
  const sides = ([{ GL, GR, HL, HR }, i]) => (isOfG ? [-GL[i], -GR[i]] : [HL[i], HR[i]]).map(each => significant(each)).join(" | ")
  return `: ${isOfG ? "−G" : "H"} of its sides ${sides(best)}, of yours ${sides(yours)}`
}

const bestName = (S, step) => {
  const root = rootOf(S, step),
    value = bestOf(S, root, step)
  return isOfCategories(S.record, root.feature) && value > 0 ? nameOf(S, { feature: root.feature, value }) : root.asks
}
// Decimals of what is dragged along the axis of a feature.
const digitsOf = (S, f) => {
  const { domain: [a, b], range: [p, q] } = S.own.picture.axis(S, f)
  return clamp(Math.ceil(Math.log10(Math.abs((q - p) / (b - a || 1)) / OF_HAND)), 0, 6)
}
const inHand = (S, f, value) => (isOfCategories(S.record, f) ? Math.round(value) : Number(value.toFixed(digitsOf(S, f))))
export const saidOf = ({ own: { guess: { feature, values } } }) => ({ feature, value: values[feature] })

// Of categories, in the order of their sums, how many go left.
export const nameOf = (S, { feature: f, value }, isWhole = S.record.names.length > 1) => {
  const { names, levels } = S.record
  if (levels[f].length) return `${names[f]} in ${value} of ${levels[f].length}`
  return `${isWhole ? `${names[f]} ≤ ` : ""}${threshold(value, digitsOf(S, f))}`
}

// Where the best cut of a root stands on the axis of its feature.
const bestOf = (S, { feature, threshold: at }, round) => {
  const curve = isOfCategories(S.record, feature) ? rootCuts(S, round, feature)?.curve : null
  return curve ? curve.ways[0].x[curve.ways[0].candidate.indexOf(curve.best)] : at
}

const move = (S, f, value) => {
  const { guess } = S.own
  guess.feature = f
  guess.values[f] = inHand(S, f, clamp(value, ...guess.ends[f]))
}

const filmWords = S => {
  const { step, u, motion } = S,
    [root] = S.own.model.round(step).nodes
  if (motion && Math.abs(motion.to - motion.from) > 1) return `Round ${step}`
  if (!root.kids) return `Round ${step}: a single leaf`
  return u > MARK[1] ? `Best: ${root.asks}` : `Round ${step}`
}

const prompt = S => {
  if (hasArrived(S)) return `Best: ${bestName(S, S.guess.step)}`
  if (isFilm(S) || S.guess?.told) return filmWords(S)
  if (!S.guess && isShown(S) && canAsk(S)) return `${filmWords(S)}. And the next tree?`
  if (S.at.round >= S.n && !S.guess) return bestRound(S) < S.n ? `Enough after round ${bestRound(S)}: unseen rows are missed ${[riseOf(S)].map(rise => rise && `${rise} `)}more since.` : `All ${S.n} trees are grown.`
  if (!canAsk(S)) return "The next tree is a single leaf: it cuts nowhere."
  const tree = nextStep(S) === 2 ? "second tree" : "next tree" // who sees one tree's work is told so
  return S.record.kind === "rows" ? `What will the ${tree} ask first?` : `Where will the ${tree} cut first?`
}

export const guess = {
  keeps: ["guess"],
  stops: [ASKED, TOLD],
  step: S => (canAsk(S) && !isFilm(S) ? nextStep(S) : null),
  prompt,
  offer: S => {
    if (isFilm(S)) return ""
    if (canAsk(S)) return S.own.picture.offer(S)
    return bestRound(S) < S.n && S.at.round === S.n ? `<button type="button" class="skip" data-view="best">To round ${bestRound(S)}</button>` : ""
  },
  said: S => escaped(nameOf(S, saidOf(S))),
  judged: S => {
    const said = saidOf(S)
    return { ...said, yours: nameOf(S, said, true) }
  },
  sentence: (S, G) => `<span><em>yours ${escaped(G.yours)}</em>${hasArrived(S) ? shareOf(S, G) : ""}</span>`,
  told: (S, { step }) => {
    S.view = step - 1 + LEAST
    S.run({ to: step - 1 + TOLD, ms: TELL_MS })
    return true
  },
  skip: S => {
    S.own.whole = nextStep(S)
    S.go(S.own.whole)
  },
  opened: S => {
    const { guess, picture } = S.own
    Object.assign(S.own, { whole: null, hasTried: true })
    guess.values = guess.values.map((value, f) => inHand(S, f, value))
    picture.opened?.(S)
  },
  drag: (S, place) => {
    const f = Number(S.drag),
      axis = S.own.picture.axis(S, f)
    move(S, f, axis.back(place[Number(Boolean(axis.isUp))]))
  },
  nudge: (S, axis, by) => {
    const f = Number(axis),
      { values, ends: { [f]: [low, high] } } = S.own.guess
    move(S, f, values[f] + by * (isOfCategories(S.record, f) ? 1 : (high - low) / STEPS))
  },
}

// --- what is drawn of it

export const isHeld = S => Boolean(S.guess) || (!isFilm(S) && S.at.round < S.n && guess.step(S) !== null)

// Where a stage opens, the tree that is asked about stands there already, and nothing of it is known.
export const isFresh = S => !S.own.hasTried && S.at.round > 0 && S.own.began === S.own.seen && S.resting() && isHeld(S) && isCleared(S, S.at.round)

// The line of the guess stands in the picture, from the grip on, and goes on among the gains where none are seen.
const isOpen = (S, isAsked) => Boolean(S.guess) || (isHeld(S) && (S.isStart || isAsked(S, S.at.round)))
export const isLined = S => isOpen(S, isCleared)
export const hasLine = S => isOpen(S, asksOn)

// What takes hold of the guess on a feature: its grip along the axis at a place across, and the line from there to the end.
export const handle = (S, f, across, end, far = across) => {
  const { L: { em, top }, own: { guess: { values, feature }, picture }, record: { names } } = S,
    at = picture.axis(S, f),
    place = round1(at(values[f])),
    line = S.guess && feature === f ? "guessed" : "stub",
    label = { axis: f, label: names.length > 1 ? `Your guess on ${names[f]}` : "Your guess", now: values[f], text: nameOf(S, { feature: f, value: values[f] }), isUpright: at.isUp }
  const inside = at.isUp
    ? `<rect x="${far}" y="${place - 20}" width="${across + 22 - far}" height="40" fill="transparent"/><path class="${line}" d="M${end} ${place}H${across - 12}"/>${grip(across, place, em, true)}`
    : `<rect x="${place - 22}" y="${across - 14}" width="44" height="${top + 10 - across}" fill="transparent"/><path class="${line}" d="M${place} ${across}V${end}"/>${grip(place, across, em)}`
  return handleAt(label, inside)
}

// From the guess to the best cut, at a place across the axis that both are on.
export const wayToBest = (S, m, across) => {
  const { guess: G, own: { picture } } = S,
    [root] = m.nodes,
    f = root.feature,
    best = bestOf(S, root, m.round)
  if (!reachOf(S) || G.feature !== f || !Number.isFinite(best)) return ""
  const at = picture.axis(S, f),
    ends = [G.value, best].map(value => (at.isUp ? [across, at(value)] : [at(value), across]))
  return arrowTo(...ends, outward(reachOf(S)))
}
