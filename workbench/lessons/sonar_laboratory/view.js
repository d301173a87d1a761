// Sonar laboratory: rows are dealt into training and test again and again, two models stand on every deal, and their
// differences pile up, until the interval of their mean leaves 0, or not. When it does is asked on the strip, which pairs one
// deal tells apart on the cells of a triangle.
import { part, soft } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { classKeys } from "../../stage/kit/legend.js"
import { HEAD, ON_STRIP } from "../../stage/kit/on_strip.js"
import { put, say, toggle } from "../../stage/kit/svg.js"
import { drawDeal, placeDeal, sumAt } from "./view_deal.js"
import { drawGaps, flightOf, gapUnder, keysOf, linesOf, placesOf, stillGaps } from "./view_gaps.js"
import { isAskingPairs, isDrawingPairs, isHurried, isShowingPairs, modelOf, pairNumber, pairOf, phasesOf, toldOf } from "./view_model.js"
import { drawPairs, pairKeys, placePairs } from "./view_pairs.js"
import { courseAnswer, drawCourse, isAsked, newQuestion, wireCourse, withdraw } from "./view_strip.js"
import { cardOf, offer, prompt } from "./view_words.js"

const FILL_MS = 1400
const LAYOUT = {
  picture: `<div class="legend" data-part="picture"><span class="keys" data-part="top"></span></div>${ON_STRIP.replace("<svg", '<svg data-part="still" aria-hidden="true"></svg><svg data-part="moving" aria-hidden="true"></svg><svg')}`,
  right:
    `<div class="head"><b data-part="lookhead"></b><div class="legend"><span class="keys" data-part="legend"></span></div>` +
    `<div class="tabs" role="tablist" aria-label="Shown on this side" data-part="looks"></div></div>` +
    `<div class="deal" data-part="deal"><svg data-part="dealbox"></svg><svg data-part="pairbox" role="radiogroup" aria-label="Pair of models" data-keys></svg></div>`,
}
const LOOKS = [["deal", "One deal"], ["pairs", "All pairs"]]

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), pairKey: null, over: null, overPair: null, shown: 1, begin: null, found: {} })
  const laboratory = `${record.y.length} ${record.keys}`
  if (isAsked(S) || own.laboratory !== laboratory) newQuestion(S) // what was said stays at another confidence
  own.laboratory = laboratory
  takePair(S)
  parts.flight.setAttribute("class", "gap-dot now")
}

// Another pair has other dots, lines and numbers.
const takePair = S => {
  const { own, at } = S,
    pairKey = `${at.variant} ${at.than}`
  if (own.pairKey === pairKey) return
  Object.assign(own, { pairKey, over: null })
  own.pair = pairOf(S)
  own.strip = linesOf(S)
}

// Another pair has other lines, and all pairs have more room than one deal.
const fitOf = ({ own, root }) => `${own.pairKey} ${root.classList.contains("shows-pairs")}`

// --- the pair: chosen on its cell, or guessed there

const wirePairs = S => {
  const { pairbox } = S.parts,
    cellOf = event => event.target.closest(".pair"),
    placeOf = ({ dataset }) => [Number(dataset.row), Number(dataset.column)]
  wireOver(S, pairbox, event => (cellOf(event) ? pairNumber(...placeOf(cellOf(event))) : null), "overPair")
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
    S.draw()
    S.parts.answer.querySelector("[data-sure]")?.focus()
  })
}

// Of a pair that is told the better model stands first; once more it is the other way round.
const inOrder = ({ own: { model }, record: { keys }, n }, [i, j]) => {
  const { mean } = model.state({ index: pairNumber(i, j), sign: 1 }, n),
    [a, b] = mean < 0 ? [j, i] : [i, j]
  return { variant: keys[a], than: keys[b] }
}

const choose = (S, [i, j]) => {
  const { own, record: { keys } } = S,
    { a, b, two } = own.pair
  if (isAskingPairs(S)) {
    own.pick = pairNumber(i, j)
    return S.ask()
  }
  if (isAsked(S)) newQuestion(S)
  if (two.includes(i) && two.includes(j)) S.act({ variant: keys[b], than: keys[a] })
  else S.act(toldOf(S) === 2 ? inOrder(S, [i, j]) : { variant: keys[i], than: keys[j] })
}

const tellPairs = S => {
  const { own } = S,
    { pick } = own,
    { i, j } = own.cells.find(({ index }) => index === pick) ?? {}
  Object.assign(own, { asksPair: false, shown: 0, begin: null, found: pick === null ? {} : inOrder(S, [i, j]) })
  S.act({ lab_told: 2, lab_view: "pairs" })
}

// --- deals that are pointed at, and buttons

const wireButtons = S => {
  wireOver(S, S.parts.strip, event => gapUnder(S, placeIn(S, S.parts.strip, event)))
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
  S.draw() // at once, for keys lead to a cell
}

const askAgain = S => {
  S.stop()
  S.own.shown = 1
  newQuestion(S)
  S.act({ guess: null, lab_told: 0, lab_view: "deal" })
  S.go(S.record.first, { jump: true })
}

const takeBack = S => {
  if (withdraw(S)) return true
  if (!isAskingPairs(S)) return false
  Object.assign(S.own, S.own.pick === null ? { asksPair: false } : { pick: null })
  S.ask()
  return true
}

const runs = (S, now) => {
  const { own } = S
  if (own.shown === 1) return false
  own.begin ??= now
  own.shown = S.calm() ? 1 : part(now - own.begin, [0, FILL_MS])
  if (own.shown === 1) S.act(own.found) // the picture has the pair once its cell is told
  return own.shown < 1
}

// --- a frame

// What stands beside the picture, and over it what it is.
const drawLooks = (S, step) => {
  const { parts, record } = S,
    isOfPairs = isShowingPairs(S),
    isTold = toldOf(S) === 2 && !isDrawingPairs(S),
    deal = S.isStart ? 0 : step
  const tab = ([name, text]) => `<button type="button" role="tab" data-look="${name}" aria-selected="${isOfPairs === (name === "pairs")}">${text}</button>`
  put(parts.looks, LOOKS.map(tab).join(""))
  say(parts.lookhead, !isOfPairs ? `Deal ${deal}` : isTold ? "Deals until told apart" : `All pairs on deal ${deal}`)
  put(parts.legend, !isOfPairs ? classKeys(record.classes) : isTold ? pairKeys(S) : "")
}

const draw = (S, step, u) => {
  const { own, parts } = S
  takePair(S)
  toggle(S.root, "shows-pairs", isShowingPairs(S))
  if (own.fitted !== fitOf(S)) return S.fit()
  // Who has walked through all deals has seen when the two can be told apart.
  if (isAsked(S) && S.resting() && S.at.round === S.n) S.act({ lab_told: 1 })
  if (!S.resting()) own.over = own.overPair = null
  const p = phasesOf(S, u),
    whole = S.isStart ? 0 : p.mean < 1 ? step - 1 : step
  drawGaps(S, step, p)
  drawLooks(S, step)
  drawDeal(S, step, p)
  put(parts.top, keysOf(S, own.model.state(own.pair, whole)))
  flightOf(S, sumAt(S), p)
  drawPairs(S, step, p)
  drawCourse(S)
}

export const view = {
  unit: "Deal",
  count: (S, at) => `Deal <b>${isHurried(S) ? S.step : at}</b> of ${S.n}`,
  tick: (S, at) => (at === S.n ? `${at} deals` : at),
  ms: 1150,
  layout: () => LAYOUT,
  steps: S => S.record.n_deals,
  build,
  wire: [wireCourse, wirePairs, wireButtons],
  measure: S => {
    takePair(S)
    S.own.fitted = fitOf(S)
    placeDeal(S)
    placePairs(S)
  },
  still: stillGaps,
  draw,
  runs,
  strip: S => {
    takePair(S)
    return { ...S.own.strip, head: HEAD + 1.2 * S.L.em } // under two lines of words
  },
  places: placesOf,
  // The line goes on once the difference has come to its place.
  where: S => (S.motion && !S.isStart && !isHurried(S) ? S.step - 1 + soft(phasesOf(S, S.u).mean) : S.view),
  after: S => (toldOf(S) === 1 ? () => askPairs(S) : null),
  beyond: () => "Next question",
  guess: {
    stops: [0, 0],
    isOpen: isAskingPairs,
    keeps: ["bet", "asksPair", "pick"],
    step: () => null,
    prompt,
    offer,
    answer: S => (isAskingPairs(S) ? () => tellPairs(S) : courseAnswer(S)),
  },
  card: cardOf,
  escape: takeBack,
}
