// AdaBoost: rows as large as they weigh, a tree that chases the heavy ones, its vote, and a row on one scale.
// Asked is which row will weigh most, on the rows.
import { fraction, math, mi, mn, number } from "../../stage/kit/formula.js"
import { handleAt, openGuess, placeIn, putTop, wholeOf } from "../../stage/kit/guess.js"
import { key, keysOfClasses, lineKey } from "../../stage/kit/legend.js"
import { significant, sufficing } from "../../stage/kit/numbers.js"
import { nearestOf, wireOver, wireRows } from "../../stage/kit/pointing.js"
import { courses } from "../../stage/kit/strip.js"
import { escaped, put, set, toggle } from "../../stage/kit/svg.js"
import { FEW, chosenOf, isEnd, isHiding, isUntold, modelOf, otherCourse, phasesOf, placeOf } from "./view_model.js"
import { drawPlane, measurePlane, radius, rowAt, stillPlane } from "./view_plane.js"
import { drawLanes, drawVotes, voteAt } from "./view_second.js"

const SLOW_MS = 2600, // of the first round of a reveal
  FAST_MS = 750, // of each one after it
  REACH = 14 // pixels from a dot

const LAYOUT = {
  right:
    `<div class="head"><b data-part="rowhead"></b><span class="note" data-part="rownote"></span>` +
    `<div class="tabs" role="radiogroup" aria-label="Label of the row" data-part="labels"></div>` +
    `<button type="button" class="others" data-part="others" aria-pressed="false">other losses</button></div>` +
    `<p class="key" data-part="key"></p>` +
    `<div class="lanes" data-part="lanes"><svg aria-hidden="true"><g data-part="crowd"></g><g data-part="courses"></g></svg></div>` +
    `<div class="head second"><b class="for-row" data-part="votehead"></b><span class="note" data-part="votenote"></span></div>` +
    `<div class="votes" data-part="votes"><svg data-part="votebox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Of the round"></div>`,
}

const KEY = "weight ÷ average: where a tree is <b>wrong</b> it goes up, else down"
const legendOf = ({ classes }) =>
  keysOfClasses(classes) +
  key('<circle cx="3" cy="6" r="1.8" class="of-rows"/><circle cx="13" cy="6" r="5" class="of-rows"/>', "area: weight") +
  key('<circle cx="6" cy="6" r="3" class="wrongs"/><circle cx="6" cy="6" r="3" class="of-rows"/>', "wrong this round", 12) +
  lineKey("cut", "this tree") +
  (classes.length === 2 ? lineKey("after", "vote tied") : "")

const build = S => {
  const { own, record, parts } = S
  Object.assign(own, { model: modelOf(record), pick: null, said: null, isTold: false, painted: null, over: null, vote: null, dots: [], course: null, crowdTo: null })
  put(parts.legend, legendOf(record))
}

const wire = S => {
  const { picture, labels, others, lanes, votes } = S.parts
  const take = row => {
    if (row === null) return
    if (isHiding(S)) pick(S, row)
    else if (S.resting()) S.act({ row: S.record.number[row] })
  }
  const dot = event => nearestOf(S.own.dots, placeIn(S, lanes, event), REACH),
    vote = event => voteAt(S, placeIn(S, votes, event))
  wireRows(S, rowAt)
  wireOver(S, lanes, dot)
  wireOver(S, votes, vote, "vote")
  S.listen(picture, "click", event => take(rowAt(S, placeIn(S, picture, event), Infinity)))
  S.listen(lanes, "click", event => take(dot(event)))
  S.listen(votes, "click", event => S.resting() && vote(event) !== null && S.go(vote(event)))
  S.listen(others, "click", () => {
    S.own.hasOthers = !S.own.hasOthers
    S.ask()
  })
  S.listen(labels, "click", event => {
    if (event.target.closest("[aria-checked=false]")) flip(S)
  })
}

const pick = (S, row) => {
  if (!openGuess(S)) return
  S.own.pick = row
  S.guess.dropped = true
  S.ask()
}

// The same row with its other label: boosted anew, where somebody can.
const flip = S => {
  const row = S.record.number[placeOf(S)]
  S.turn({ ada_flip: S.record.is_wrong ? 0 : 1, ada_wrong: row, row, round: Math.max(1, S.at.round) })
}

const draw = (S, step, u) => {
  const p = phasesOf(u)
  if (!S.resting()) S.own.over = S.own.vote = null
  // Until the course comes anew at another round, the one that is there stays: it is the same.
  S.own.course = S.moment() ?? S.own.course
  S.own.isTold ||= S.resting() && S.at.round >= S.record.asked
  toggle(S.root, "hides-future", isUntold(S))
  drawPlane(S, step, p)
  put(S.parts.labels, tabsOf(S))
  S.parts.others.hidden = isUntold(S) || placeOf(S) === null
  set(S.parts.others, "aria-pressed", String(Boolean(S.own.hasOthers)))
  put(S.parts.key, S.own.hasOthers && !S.parts.others.hidden ? "AdaBoost: weight ÷ average; other losses: pull ÷ pull at round 0" : KEY)
  drawLanes(S, step, p)
  drawVotes(S, step, p)
  putTop(S, top(S))
}

const tabsOf = S => {
  const { record } = S,
    place = placeOf(S)
  if (!S.turn || isHiding(S) || place !== chosenOf(S) || (record.is_wrong && place !== record.suspect)) return ""
  const { classes, codes, is_wrong } = record,
    right = (codes[place] + (is_wrong ? classes.length - 1 : 0)) % classes.length
  const tab = (name, text, isOn) => `<button type="button" role="radio" aria-label="${name} label" aria-checked="${isOn}">${text}</button>`
  return (
    tab("right", escaped(classes[right]), !is_wrong) +
    tab("wrong", `${escaped(classes[(right + 1) % classes.length])}, wrongly`, is_wrong)
  )
}

// --- the question: which row will weigh most

const top = S => {
  const { own: { P, model, pick }, record } = S,
    row = pick ?? model.order[model.n >> 1]
  if (guess.step(S) === null || !(S.resting() || S.guess)) return ""
  const x = P.x(record.x[row]).toFixed(1),
    y = P.y(record.y[row]),
    r = radius(P, model.weight(S.step, row, phasesOf(S.u))) + 9,
    ring = `<circle class="yours${S.guess && pick !== null ? "" : " unsaid"}" cx="${x}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"/>`,
    now = record.number[row],
    said = { label: "The row that will weigh most", now, text: `row ${now}`, least: 0, most: record.number.at(-1) }
  return handleAt(said, `${ring}<path class="grip" d="M${x} ${(y - 6).toFixed(1)}v12"/>`)
}

const fared = S => {
  const { own: { model, said }, record } = S,
    round = wholeOf(S)
  if (isHiding(S)) return '<span class="note">press a row</span>'
  if (!round || isUntold(S)) return said === null ? "" : `<em>Yours: row ${record.number[said]}</em>`
  const weights = model.state("weight", round),
    all = model.heaviest(round),
    most = weights[all[0]],
    mine = said === null || round !== record.asked ? "" : all.includes(said) ? "<em>Yours, right</em>" : `<em>Yours: × ${significant(weights[said])}</em>`,
    turned = S.at.row !== null && round === S.at.round ? otherCourse(S) : null
  if (turned) return `<span>row ${record.number[placeOf(S)]} <strong>× ${significant(weights[placeOf(S)])}</strong>, with the other label <strong>× ${significant(turned[Math.min(round, turned.length - 1)])}</strong></span>${mine}`
  return `<span><strong>× ${significant(most)}</strong> the average${all.length > 1 ? " each" : `, ${Math.round((100 * most) / model.n)} % of all weight`}</span>${mine}`
}

// What is found in the round that is shown, which the strip says.
const finding = S => {
  const { own: { model }, record } = S,
    round = wholeOf(S)
  const all = model.heaviest(round)
  if (all.length === model.n) return "All rows weigh alike"
  const label = record.is_wrong && all[0] === record.suspect ? ", wrongly labelled," : "",
    why = whyOf(S, round, all[0], all.length > 1 ? "them" : "it")
  if (all.length > 1) return `${all.length > FEW ? `${all.length} rows` : `Rows ${all.map(i => record.number[i]).join(", ").replace(/, (\d+)$/, " and $1")}`} weigh most: ${why}`
  return `Row ${record.number[all[0]]}${label} weighs most: ${why}`
}

// A weight is exp of the votes of the trees that miss it, over a sum that all have: so those are the most where it is the largest.
const whyOf = ({ own: { model } }, round, row, them) => {
  const [missed, all] = [model.against(round, row), model.votes(round)].map(significant)
  if (missed === all) return round === 1 ? `tree 1 misses ${them}` : `${round === 2 ? "both" : `all ${round}`} trees miss ${them}`
  return `trees with the most α, ${missed} of ${all}, miss ${them}`
}

// The first round slowly, so that each of its moves is seen; then the others.
const reveal = S => {
  const many = S.record.asked - S.at.round,
    ms = SLOW_MS + (many - 1) * FAST_MS,
    roundsAt = now => (now < SLOW_MS ? now / SLOW_MS : 1 + (now - SLOW_MS) / FAST_MS)
  S.go(S.record.asked, { ms: ms / S.speed, ease: t => roundsAt(t * ms) / many })
}

export const guess = {
  stops: [1, 1],
  skip: reveal,
  step: S => (isHiding(S) ? S.at.round : null),
  opened: S => {
    S.own.pick = null
  },
  prompt: S => (S.record.asked === null ? "No row weighs more than another" : isUntold(S) ? `Which row weighs most after round ${S.record.asked}?` : finding(S)),
  offer: S => (S.record.asked === null ? "" : fared(S)),
  said: S => `row ${S.record.number[S.own.pick ?? S.own.model.order[S.own.model.n >> 1]]}`,
  drag: (S, place) => {
    S.own.pick = rowAt(S, place) ?? S.own.pick
  },
  nudge: (S, _, by) => {
    const { model, pick } = S.own,
      at = pick === null ? model.n >> 1 : model.order.indexOf(pick)
    S.own.pick = model.order[Math.min(model.n - 1, Math.max(0, at + by))]
  },
  judged: S => ({ yours: S.own.pick, best: S.own.model.heaviest(S.record.asked)[0], share: 0 }),
  sentence: S => fared(S),
  told: (S, { yours }) => {
    S.own.said = yours
    reveal(S)
    return true
  },
}

// --- the cards

// What is added for K classes; nothing for two.
const ofMore = ({ record }, inside) => (record.classes.length > 2 ? `<mo>+</mo><mi>ln</mi>${inside}` : "")
const CARDS = [
  (_, { error }) => math(`${mi("e")}<mo>=</mo><munder><mo>∑</mo><mtext>wrong</mtext></munder>${mi("w", "i")}<mo>=</mo>${mn(error)}`),
  (S, { error, weight }) => {
    const others = S.record.classes.length - 1,
      read = sufficing([1 - error, error], ([right, wrong]) => Math.log((others * right) / wrong), weight)
    return (
      math(`<mi>α</mi><mo>=</mo><mi>ln</mi>${fraction(`<mn>1</mn><mo>−</mo>${mi("e")}`, mi("e"))}${ofMore(S, `<mo>(</mo>${mi("K")}<mo>−</mo><mn>1</mn><mo>)</mo>`)}`) +
      math(`<mo>=</mo><mi>ln</mi>${fraction(number(read(1 - error)), number(read(error)))}${ofMore(S, number(others))}<mo>=</mo>${mn(weight)}`) +
      `<p>${significant(weight / S.own.model.votes(S.at.round))} of all votes so far.</p>`
    )
  },
  (_, { error, weight, raised, normaliser }) => {
    const exponent = sufficing([weight], ([alpha]) => Math.exp(alpha), raised),
      read = sufficing([1 - error, error, raised], ([stay, wrong, by]) => stay + wrong * by, normaliser),
      [right, wrong, by] = [1 - error, error, raised].map(each => number(read(each)))
    return (
      math(`<mi>exp</mi><mi>α</mi><mo>=</mo><mi>exp</mi>${number(exponent(weight))}<mo>=</mo>${mn(raised)}`) +
      "<p>Then all are divided by their sum.</p>" +
      math(`${mi("Z")}<mo>=</mo><mn>1</mn><mo>−</mo>${mi("e")}<mo>+</mo>${mi("e")}<mo>·</mo><mi>exp</mi><mi>α</mi><mo>=</mo>${right}<mo>+</mo>${wrong}<mo>·</mo>${by}<mo>=</mo>${mn(normaliser)}`)
    )
  },
]

const cardOf = (S, name) => {
  const { record, at } = S,
    round = at.round - 1
  if (round < 0) return ""
  if (isEnd(record, round)) return `<p>${record.ended[1]}</p>`
  return CARDS[Number(name.at(-1))](S, { error: record.error[round], weight: record.tree_weight[round], raised: record.raised[round], normaliser: record.normaliser[round] })
}

export const view = {
  unit: "Round",
  ms: 1100,
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  measure: measurePlane,
  still: stillPlane,
  draw,
  guess,
  card: cardOf,
  strip: ({ record }) => courses(...record.wrong, "vote wrong"),
}
