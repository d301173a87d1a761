// Sonar laboratory: 208 rows are dealt into training and test again and again, two models stand on every deal, and what is
// known of their difference narrows. When they can be told apart is asked on the strip, which pairs on the cells of a triangle.
import { part } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { ON_STRIP } from "../../stage/kit/on_strip.js"
import { escaped, put, say } from "../../stage/kit/svg.js"
import { dealAt, drawDeal, drawDots, placeDeal, stillDeal, topOf } from "./view_deal.js"
import { isHurried, modelOf, pairNumber, pairOf, phasesOf, toldOf } from "./view_model.js"
import { drawPairs, drawSecond, gapUnder, placeGaps, placePairs } from "./view_second.js"
import { courseAnswer, drawCourse, isAsked, linesOf, newQuestion, wireCourse, withdraw } from "./view_strip.js"
import { cardOf, dealSaid, offer, prompt, sumsOf } from "./view_words.js"

const FILL_MS = 1400
const layer = name => `<svg class="layer" data-part="${name}" aria-hidden="true"></svg>`
const LAYOUT = {
  picture:
    `<div class="picture" data-part="picture">${layer("still")}${layer("deck")}${layer("moving")}<svg class="layer top" data-part="top"></svg></div>` +
    `<div class="legend"><span class="keys" data-part="legend"></span><output data-part="readout"></output></div>${ON_STRIP}`,
  right:
    `<div class="head"><b data-part="lookhead"></b><div class="tabs" role="tablist" aria-label="Shown of both" data-part="looks"></div></div>` +
    `<div class="hist" data-part="hist"><svg data-part="histbox"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Intervals"></div>` +
    `<div class="head second"><b>The pair</b><span class="note" data-part="pairnote"></span></div>` +
    `<div class="pairs" data-part="pairs"><svg data-part="pairbox" role="radiogroup" aria-label="Pair of models" data-keys></svg></div>`,
}

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), pairKey: null, over: null, pick: null, asksPair: false, shown: 1, begin: null })
  newQuestion(S)
  takePair(S)
  parts.flight.setAttribute("class", "gap-dot now")
}

// Another pair has other piles, lines and numbers.
const takePair = S => {
  const { own, at } = S,
    pairKey = `${at.variant} ${at.than}`
  if (own.pairKey === pairKey) return
  Object.assign(own, { pairKey, over: null })
  own.pair = pairOf(S)
  own.strip = linesOf(S)
}

// --- pointing at a deal, and going to it

const wireDeals = S => {
  const { picture, hist } = S.parts
  for (const [place, under] of [[picture, dealAt], [hist, gapUnder]]) {
    wireOver(S, place, event => under(S, placeIn(S, place, event)))
    S.listen(place, "click", event => {
      const deal = event.target.closest("[data-card]") ? null : under(S, placeIn(S, place, event))
      if (deal === null) return
      S.stop()
      S.go(deal + 1, { leaps: true })
    })
  }
}

// --- the pair: chosen on its cell, or guessed there

const wirePairs = S => {
  const { pairbox } = S.parts,
    cellOf = event => event.target.closest(".pair"),
    placeOf = ({ dataset }) => [Number(dataset.row), Number(dataset.column)]
  S.listen(pairbox, "click", event => cellOf(event) && choose(S, placeOf(cellOf(event))))
  S.listen(pairbox, "keydown", event => {
    const cell = cellOf(event)
    if (!cell) return
    const [i, j] = placeOf(cell),
      to = { ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1] }[event.key]
    if (!to && event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    event.stopPropagation()
    if (to) return pairbox.querySelector(`[data-row="${to[0]}"][data-column="${to[1]}"]`)?.focus()
    choose(S, [i, j])
    if (S.own.pick !== null && !S.parts.pills.hidden) S.parts.pills.querySelector("button").focus()
  })
}

const isAskingPairs = S => toldOf(S) === 1 && S.own.asksPair

// The row's model less the column's; once more the other way round.
const choose = (S, [i, j]) => {
  const { own, record } = S,
    keys = record.keys
  if (isAskingPairs(S)) {
    own.pick = pairNumber(i, j)
    showPills(S)
    return S.ask()
  }
  const isSame = own.pair.a === i && own.pair.b === j,
    [a, b] = isSame ? [j, i] : [i, j]
  if (isAsked(S)) newQuestion(S)
  S.act({ variant: keys[a], than: keys[b] })
}

// In the corner that the triangle leaves free.
const showPills = S => {
  const { parts: { pills }, L: { pairs, strip } } = S
  pills.hidden = false
  pills.style.left = `${pairs.x + pairs.w - pills.offsetWidth - strip.x}px`
  pills.style.top = `${pairs.y - strip.y}px`
}

const tellPairs = S => {
  const { own, record, parts } = S,
    { pick } = own
  parts.pills.hidden = true
  Object.assign(own, { asksPair: false, shown: S.calm() ? 1 : 0, begin: null })
  const changes = { lab_told: 2 }
  if (pick !== null) {
    const cell = own.cells.find(({ dataset: { row, column } }) => pairNumber(Number(row), Number(column)) === pick)
    Object.assign(changes, { variant: record.keys[cell.dataset.row], than: record.keys[cell.dataset.column] })
  }
  S.act(changes)
}

// --- buttons

const wireButtons = S => {
  S.listen(S.root, "click", event => {
    const { target } = event,
      look = target.closest("[data-look]")?.dataset.look
    if (look) S.act({ lab_view: look })
    if (target.closest("[data-next]")) askPairs(S)
    else if (target.closest("[data-skip], [data-sure]") && isAskingPairs(S)) tellPairs(S)
    else if (target.closest("[data-again]")) askAgain(S)
  })
}

const askPairs = S => {
  Object.assign(S.own, { asksPair: true, pick: null })
  S.ask()
}

const askAgain = S => {
  S.stop()
  Object.assign(S.own, { pick: null, asksPair: false, shown: 1 })
  newQuestion(S)
  S.act({ guess: null, lab_told: 0 })
  S.go(Math.min(3, S.n), { jump: true })
}

// Next after the last deal: to the question about pairs, and to its answer.
const afterAll = S => (toldOf(S) !== 1 ? null : S.own.asksPair ? () => tellPairs(S) : () => askPairs(S))

const takeBack = S => {
  if (withdraw(S)) return true
  if (!isAskingPairs(S)) return false
  Object.assign(S.own, S.own.pick === null ? { asksPair: false } : { pick: null })
  S.parts.pills.hidden = true
  S.ask()
  return true
}

const runs = (S, now) => {
  const { own } = S
  if (own.shown === 1) return false
  own.begin ??= now
  own.shown = part(now - own.begin, [0, FILL_MS])
  return own.shown < 1
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S
  takePair(S)
  if (own.fitted !== own.pairKey) return S.fit()
  // Who has walked through all deals has seen when the two can be told apart.
  if (isAsked(S) && S.resting() && S.at.round === S.n && S.n === S.record.n_wanted) S.act({ lab_told: 1 })
  if (!S.resting()) own.over = null
  const p = phasesOf(S, u)
  drawDeal(S, step, p)
  drawDots(S, step, p)
  put(parts.top, topOf(S, step, p))
  drawSecond(S, step, p)
  drawPairs(S)
  drawCourse(S)
  const whole = S.isStart ? 0 : p.mean < 1 ? step - 1 : step // numbers rest while the intervals glide
  put(parts.sums, sumsOf(own.model.state(own.pair, whole)))
  put(parts.legend, legendOf(S))
  say(parts.readout, dealSaid(S, p))
}

const legendOf = ({ record, own: { pair } }) =>
  classKeys(record.classes) +
  key('<circle class="dot-0" cx="6" cy="6" r="4.4"/>', escaped(record.short[pair.a]), 12) +
  key('<circle class="dot-1" cx="6" cy="6" r="3.8"/>', escaped(record.short[pair.b]), 12) +
  key('<path class="band" d="M0 1h20v10h-20z"/>', "mean") +
  key('<path class="unseen" d="M0 6h20"/>', "one deal")

export const view = {
  unit: "Deal",
  count: (S, at) => `Deal <b>${isHurried(S) ? S.step : at}</b> of ${S.n}`,
  ms: 1150,
  layout: () => LAYOUT,
  steps: S => S.record.n_deals,
  build,
  wire: [wireCourse, wireDeals, wirePairs, wireButtons],
  measure: S => {
    takePair(S)
    S.own.fitted = S.own.pairKey
    placeDeal(S)
    placeGaps(S)
    placePairs(S)
  },
  still: stillDeal,
  draw,
  runs,
  strip: S => {
    takePair(S)
    return S.own.strip
  },
  after: afterAll,
  beyond: S => (S.own.asksPair ? "Show" : "Pairs"),
  guess: {
    stops: [0, 0],
    step: () => null,
    prompt,
    offer,
    answer: S => (isAskingPairs(S) && S.own.pick !== null ? () => tellPairs(S) : courseAnswer(S)),
  },
  card: cardOf,
  escape: takeBack,
}
