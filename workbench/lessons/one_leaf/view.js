// One leaf: its rows' losses add up, become a parabola, carry a penalty, part into two bowls, and pay for it.
import { clamp, part } from "../../stage/kit/easing.js"
import { CHOICES, placeIn, putTop, runReach, SHOW } from "../../stage/kit/guess.js"
import { towardsZero } from "../../stage/kit/formula.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { sufficing } from "../../stage/kit/numbers.js"
import { wireDrag, wireOver } from "../../stage/kit/pointing.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, note, put, say } from "../../stage/kit/svg.js"
import { drawCurves, hasHand } from "./view_curves.js"
import { ASKS, brief, fallOf, handOf, isAsked, isBetAsked, isCutAsked, isCutPut, isResting, lowestAt, modelOf, placeNow, plus, sidesOf, weightOf } from "./view_model.js"
import { actTime, phasesAt } from "./view_phases.js"
import { drawRows, rowAt, wireCut } from "./view_rows.js"
import { drawFormulas, drawTerms } from "./view_terms.js"

const SURE = ["guessing", "fairly sure", "sure"]
const LAYOUT = {
  right:
    `<div class="head"><b data-part="rowshead"></b><span class="note" data-part="rowsnote"></span></div>` +
    `<div class="rows-box" data-part="space"><svg data-part="rows" role="group" aria-label="Rows with slope g and bend h"></svg>` +
    `<div class="terms-box" data-part="termsbox"><div class="head second"><b data-part="termshead"></b><span class="note" data-part="termsnote"></span></div>` +
    `<svg data-part="terms" aria-hidden="true"></svg></div></div>` +
    `<div class="formulas" data-part="formulas" role="group" aria-label="Formulas"></div>`,
}

const NOTHING = { hasSums: false, w: 0, seen: 0, asks: null, mine: null, reached: 1, isDropped: false, rests: false, opens: null, asksCut: true, cut: null, asksBets: true, asksLie: false, bet: null }

const build = S => {
  const { own, record } = S
  Object.assign(own, { model: modelOf(record), drag: null, bars: [], fitted: null, pointed: null, bet: null })
  if (own.of !== record.title) Object.assign(own, NOTHING, { of: record.title, ...(S.at.guess === 0 ? { seen: S.n, asksCut: false, asksBets: false } : {}) })
}

// --- w in the hand

const moveTo = (S, w) => {
  const [low, high] = S.record.axis,
    grain = 10 ** (Math.floor(Math.log10(high - low)) - 2)
  const to = clamp(Number((Math.round(w / grain) * grain).toPrecision(5)), low, high)
  if (isAsked(S)) S.own.w = to
  else S.own.drag = to
  S.ask()
}

const wireHand = S => {
  const { top, picture, answer } = S.parts
  const drop = () => {
    if (isAsked(S)) S.own.isDropped = true
    else {
      S.act({ leaf_w: S.own.drag })
      S.own.drag = null
    }
    S.ask()
  }
  wireDrag(S, picture, {
    of: top,
    starts: event => {
      if (!event.target.closest(".handle")) return false
      S.stop()
      S.own.isDropped = false
      event.preventDefault()
      return true
    },
    by: event => moveTo(S, S.own.scene.x.back(placeIn(S, picture, event)[0])),
    end: drop,
  })
  S.listen(top, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key],
      [low, high] = S.record.axis
    const isEnter = event.key === "Enter" && isAsked(S),
      end = { Home: low, End: high }[event.key]
    if (!event.target.closest(".handle") || (by === undefined && end === undefined && !isEnter)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isEnter) moveTo(S, end ?? handOf(S) + (by * (high - low)) / 100)
    if (isEnter || !isAsked(S)) drop()
    S.draw()
    if (isEnter) answer.querySelector("[data-sure]").focus()
    else top.querySelector(".handle")?.focus({ preventScroll: true })
  })
}

// A row that is pointed at has its curve lit.
const wirePointing = S => wireOver(S, S.parts.space, event => rowAt(S, placeIn(S, S.parts.space, event)[0]), "pointed")

const wireAnswer = S =>
  S.listen(S.root, "click", event => {
    const { sure } = event.target.closest("[data-sure]")?.dataset ?? {},
      { bet } = event.target.closest("[data-bet]")?.dataset ?? {}
    if (bet && betOf(S)) tellBet(S, Number(bet))
    if (event.target.closest("[data-again]")) askAgain(S)
    else if (sure && isCutAsked(S)) tellCut(S, SURE[sure])
    else if (isAsked(S) && sure) tell(S, SURE[sure])
  })

// The answer comes: the next act, and nothing beyond it. sure: in words, "" where one goes on without that.
const tell = (S, sure = "") => {
  Object.assign(S.own, { mine: { w: S.own.w, act: S.at.round + 1, sure }, reached: 0, begin: null, isDropped: false })
  S.stop()
  S.go(S.at.round + 1)
}

// Of all cuts the one with which both bowls fall deepest.
const tellCut = (S, sure = "") => {
  const { record: { parted, places, best_place: own }, at } = S,
    falls = parted.map(fallOf),
    best = falls.indexOf(Math.max(...falls))
  S.own.cut = { share: fallOf(sidesOf(S)) / falls[best], sure, mine: at.leaf_left === null ? null : placeNow(S), left: places[best] }
  S.own.asksCut = false
  S.act({ leaf_left: places[best] === own ? null : places[best] })
}

// One of two is said before what the next act shows; right: which.
const BETS = {
  4: {
    asks: S => `${S.own.cut ? `Deepest: ${cutSaid(S)}. ` : ""}Worth γ = ${brief(S.record.sums.gamma)}?`,
    choices: ["worth it", "too dear"],
    right: S => Number(sidesOf(S).gain <= 0),
  },
  6: { asks: () => "Rows sure and wrong, λ = 0: does the parabola hold?", choices: ["it holds", "it lies"], right: () => 1 },
}
const betOf = S => (isBetAsked(S) ? BETS[S.record.which[S.at.round]] : undefined)
const tellBet = (S, said) => {
  const { choices, right } = betOf(S)
  S.own.bet = { act: S.at.round + (S.own.asksLie ? 0 : 1), words: `<em>${choices[said]}</em>: <strong>${said === right(S) ? "right" : "no"}</strong>` }
  if (S.own.asksLie) tellLie(S)
  else S.go(S.at.round + 1)
}
// The parabola comes to the truth that stands there.
const tellLie = S => {
  Object.assign(S.own, { asksLie: false, reached: S.calm() ? 1 : 0, begin: null })
  S.ask()
}
const isLieAsked = S => S.own.asksLie && isBetAsked(S)
const betButtons = ({ choices }) => choices.map((words, i) => `<button type="button" data-bet="${i}">${words}</button>`).join("") + SHOW

const askOn = S => {
  S.own.rests = false
  S.ask()
}

const askAgain = S => {
  Object.assign(S.own, NOTHING)
  S.stop()
  S.act({ guess: 1, leaf_w: null, leaf_left: null })
  S.go(0, { jump: true })
}

const withdraw = S => {
  const { own, at } = S
  if (!isAsked(S)) {
    if (at.leaf_w === null) return false
    S.act({ leaf_w: null })
    return true
  }
  if (!own.isDropped) return false
  Object.assign(own, { w: 0, isDropped: false })
  S.ask()
  return true
}

// What runs beside the clock: the arrow at the end of the reveal, and the parabola that was asked for.
const runs = (S, now) => runReach(S, now, S.resting() ? S.own : null)

// --- words

// Of the act that plays: what it finds is said once it has been seen.
const prompt = S => {
  const { record } = S,
    { sums } = record,
    act = record.which[Math.ceil(S.view)]
  if (isAsked(S)) return asked(S)[act]
  if (isResting(S)) return act === 1 ? `Together they lose least at w = ${brief(lowestAt(S, 1))}: ${whyLeast(sums)}` : `The parabola is lowest at w = ${brief(lowestAt(S, 2))}${whyLowest(sums)}`
  if (!S.resting() && act in ON_THE_WAY) return ON_THE_WAY[act]
  if (isCutAsked(S)) return "With which cut do both bowls fall deepest?"
  if (betOf(S)) return betOf(S).asks(S)
  if (act === 4 && S.own.cut) return `Both fall deepest with ${cutSaid(S)}`
  const isFar = sums.lowest === null || Math.abs(sums.lowest - sums.best) > 0.1 * Math.abs(sums.best)
  const lowest = sums.lowest === null ? "for the truth there is no lowest point" : `the truth ${brief(sums.lowest)}`
  return [
    "Every row has its own loss over w",
    "Stacked, the rows’ losses are the leaf’s",
    "A line of slope G, bent by H, for the true curve",
    (isFar ? `The parabola says ${brief(sums.best)}, ${lowest}` : `Least at w* = ${brief(sums.best)}${brief(sums.lowest) === brief(sums.best) ? "" : `, truly at ${brief(sums.lowest)}`}`) + whyHeld(sums),
    "Each side slides into a bowl of its own",
    act === 5 ? paid(S) : "",
    act === 6 ? `The parabola lies: rows this sure bend it by ${brief(record.far.H.at(-1))} only, so it falls to w = ${brief(record.far.best)}` : "",
  ][act]
}

// The reason of an answer, in the numbers that are on the screen.
const whyLeast = ({ pulls }) => (pulls === null ? "beyond it they would lose still less" : pulls ? `there slopes −${brief(pulls)} and +${brief(pulls)} cancel` : "there every row is flat")
const whyLowest = ({ G, H }) => {
  const read = sufficing([-G, H], ([top, bottom]) => top / bottom, weightOf(G, H, 0))
  return H > 0 ? `, as −G / H = ${[-G, H].map(value => read(value).replace(/\.?0+$/, zeros => (read(value).includes(".") ? "" : zeros))).join(" / ")}` : ""
}
const whyHeld = ({ G, H, lambda, alpha }) => {
  const says = [lambda && `λ takes the bend from ${brief(H)} to ${brief(H + lambda)}`, alpha && `α the slope from ${brief(Math.abs(G))} to ${brief(Math.abs(towardsZero(G, alpha)))}`]
  return says.some(Boolean) ? `: ${says.filter(Boolean).join(", ")}` : ""
}
const cutSaid = S => {
  const { left } = S.own.cut,
    { w } = S.record.parted[S.record.places.indexOf(left)]
  return `${left} | ${S.record.n_rows - left} rows, which want w = ${w.map(brief).join(" | ")}`
}
const paid = S => {
  const { record: { sums } } = S,
    sides = sidesOf(S),
    [cut, pays] = sides.gain > 0 ? ["Cut", "pays"] : ["No cut", "does not pay"]
  return `${cut}: two bowls fall ${brief(fallOf(sides))}, one ${brief(sums.depth)}, and the rest ${pays} γ = ${brief(sums.gamma)}`
}

// Of a parabola the second question says all that it takes.
const asked = ({ record: { sums } }) => [
  "At which w do all rows together lose least?",
  `Slope ${brief(sums.G)}, and it rises by ${brief(sums.H)} per w: where is it 0?`,
  "And with the penalty ½ λ w² on it?",
]
const ON_THE_WAY = {
  1: "Their losses stack up to that of the leaf",
  2: "Slopes make a line, and bends bend it",
  3: "The penalty lifts it, and its lowest point moves",
  4: "Its rows part: each side has a bowl of its own",
  5: "What two bowls fall deeper than one",
  6: "The same rows, surer and surer",
}

const offer = S => {
  const { own, record } = S
  if (isAsked(S)) return `${own.isDropped ? `<em>w = ${brief(own.w)}</em>${CHOICES}` : note("drag w there")}${SHOW}`
  if (isResting(S)) return own.mine?.act === S.at.round ? judged(S) : ""
  const act = record.which[S.at.round]
  if (!S.resting()) return ""
  if (isCutAsked(S)) return S.at.leaf_left === null ? note("drag the cut") + SHOW : `<em>${S.at.leaf_left} | ${record.n_rows - S.at.leaf_left} rows</em>${CHOICES}`
  const bet = betOf(S)
  if (act === 4 && (bet || isCutPut(S)))
    return (isCutPut(S) ? `<span>${yours(own.cut)} falls <strong>${Math.round(100 * own.cut.share)} %</strong> as deep</span>` : "") + (bet ? betButtons(bet) : "")
  if (act === 3) return `${own.mine?.act === act ? judged(S) : ""}<button type="button" class="skip" data-again="1">Again</button>`
  const fared = own.bet?.act === S.at.round ? `<span>${own.bet.words}</span>` : ""
  if (act === 5) return fared || note(`${sidesOf(S).gain > 0 ? "raise γ until it does not" : "lower γ until it does"} pay`)
  if (act === 6) return bet ? betButtons(bet) : `${fared}<span>promised ${plus(record.far.promised)}, truly <strong>${plus(record.far.change)}</strong></span>`
  return ""
}

const yours = ({ sure }) => `<em>yours</em>${sure && `, ${sure},`}`
// How much of what the curve that was asked for can fall a guess takes.
const judged = S => {
  const { sums, axis } = S.record,
    { w, act } = S.own.mine,
    { truth, penalty } = S.own.model
  const falls = [0, truth, w => sums.G * w + 0.5 * sums.H * w * w, w => truth(w) + penalty(w)][act],
    got = -falls(w),
    can = act === ASKS ? sums.can[1] : -falls(clamp(lowestAt(S, act), ...axis))
  if (got <= 0 || can <= 0) return `<span>${yours(S.own.mine)} does <strong>not lower</strong> it</span>`
  return `<span>${yours(S.own.mine)} takes <strong>${Math.round(100 * clamp(got / can))} %</strong> of what can be had</span>`
}

const legend = (S, a) => {
  const { sums, norm } = S.record
  let drawn = a < 1.2 ? lineKey("row-curve", S.record.n_rows > S.record.rows.n.length ? "rows alike" : "a row") : ""
  if (a > 0 && a <= 3 || a > 5) drawn += lineKey("truth", "true loss")
  if (a > 1.25 && a <= 2) drawn += lineKey("stems thick", "slope G")
  if (a > 1.5 && !(a > 5 && S.own.asksLie)) drawn += lineKey("after", "parabola")
  if (a > 2 && a <= 3 && (sums.lambda || sums.alpha)) drawn += key(`<rect width="12" height="12" class="penalty"/>`, "penalty", 12)
  if (a > 3 && a <= 5) drawn += lineKey("before", "one leaf")
  if (a > 2 && a <= 3 && norm) drawn += lineKey("before", "½ λ |w| instead")
  return drawn
}

const readout = (S, a) => {
  const { own, record } = S,
    { sums } = record
  if (isAsked(S) || !hasHand(S, a) || a < 2) return ""
  const w = handOf(S),
    paid = own.model.penalty(w, a >= 3 ? 1 : 0)
  return `at w = ${brief(w)}: true loss ${plus(own.model.truth(w) + paid)}, parabola ${plus(sums.G * w + 0.5 * sums.H * w * w + paid)}`
}

// A question after the first one belongs to the act that it opens, on the way there, too.
const opened = ({ own: { opens }, at, scrubs, resting }) => (!scrubs && opens !== null && (opens === at.round || resting()) ? opens : 0)

// Of acts that were not reached yet the strip says no formula.
const named = S => Math.max(S.own.seen, S.at.round)
const acts = S => S.record.acts.map(([name, formula], i) => [name, i <= named(S) ? formula : ""])

// --- a frame

// As long as the last act asks, its rows have the room of what its answer says.
const asksOfFar = (found, told) => {
  const ball = part(told, [0.6, 1])
  return { ...found, bend: part(told, [0, 0.6]), ball, room: Math.max(1 - found.back, ball) }
}

const draw = (S, step, u) => {
  const { record, parts, own } = S,
    a = actTime(S, step, u),
    found = phasesAt(a, record.parted.length > 0)
  if (S.resting()) {
    own.seen = Math.max(own.seen, S.at.round)
    if (own.named !== named(S)) {
      own.named = named(S)
      fitStrip(S)
    }
    if (own.asks !== S.at.round) Object.assign(own, { asks: S.at.round, w: 0, isDropped: false, rests: own.asks !== null && S.at.round > 0 })
    own.opens = isAsked(S) && S.at.round > 0 ? S.at.round + 1 : null
    if (S.playing && record.which[S.at.round] === 4) own.asksCut = false
    if (record.which[S.at.round] === 5 && own.seen === S.at.round) own.asksLie = own.asksBets && !S.playing
    if (S.at.round >= ASKS && S.at.guess !== 0) queueMicrotask(() => S.at.round >= ASKS && S.act({ guess: 0 }))
  }
  // Who is asked for the lowest point of slope and bend has both beside the picture, and keeps them while it comes.
  own.hasSums = (isAsked(S) && record.which[S.at.round] === 1) || (own.hasSums && a > 1 && a < 2)
  const told = own.asksLie ? 0 : own.reached,
    p = own.hasSums ? { ...found, gone: 1, comes: 1, slope: 1 } : a > 5 ? asksOfFar(found, told) : found
  const [curves, top] = drawCurves(S, p)
  put(parts.moving, curves)
  putTop(S, top)
  say(parts.rowshead, a > 1.02 || own.hasSums ? "Its rows" : `${record.rows.n.some(n => n > 1) ? "Mean loss of rows alike" : "Loss of each row"} at w = ${brief(handOf(S))}`)
  say(parts.rowsnote, `${record.n_rows.toLocaleString("en")} ${record.n_rows === 1 ? "row" : "rows"}`)
  drawRows(S, { ...p, bend: own.hasSums ? 1 : found.bend })
  drawTerms(S, p)
  drawFormulas(S, p)
  put(parts.legend, legend(S, a))
  say(parts.readout, readout(S, a))
}

// --- cards

const cardOf = (S, name) => {
  const { record } = S
  if (name === "rowsG") return sumsCard(S)
  if (name === "gain") return written(sidesOf(S).card)
  const [, kind, rest] = name.match(/^([a-z]+)(\d+)$/)
  const found = { far: () => record.far.lines[rest], parted: () => sidesOf(S).lines[rest], line: () => record.lines[rest[0]]?.[rest[1]] }[kind]()
  return found ? written(found.card) : undefined
}

const written = ({ name, words, math }) => `<p><b>${escaped(name)}.</b> ${words}</p>${math.map(each => `<div>${each}</div>`).join("")}`

const SHOWN = 5
const sumsCard = ({ record: { rows, sums } }) => {
  const sum = (name, values, total) => {
    const some = values.slice(0, SHOWN).map((each, i) => `${i ? (each < 0 ? " − " : " + ") : each < 0 ? "−" : ""}${brief(Math.abs(each))}`)
    return `<p>${name} = ${some.join("")}${values.length > SHOWN ? ` + … (${values.length - SHOWN} more)` : ""} = <b>${brief(total)}</b></p>`
  }
  return `${sum("G = Σ g", rows.g, sums.G)}${sum("H = Σ h", rows.h, sums.H)}<p><code>G, H = gradient[rows].sum(), hessian[rows].sum()</code></p>`
}

// What Next does at a question that something is put to, and at an answer.
const answer = S => {
  if (isResting(S)) return () => askOn(S)
  if (!S.resting()) return null
  return isCutAsked(S) ? () => tellCut(S) : isLieAsked(S) ? () => tellLie(S) : isAsked(S) && S.own.isDropped ? () => tell(S) : null
}

export const view = {
  layout: () => LAYOUT,
  steps: S => S.record.acts.length - 1,
  count: (S, step) => {
    const act = Math.max(step, opened(S))
    return `<span><b>${act + 1}</b> of ${S.record.acts.length}: ${S.record.acts[act][0]}</span>`
  },
  where: S => Math.max(S.view, opened(S)),
  acts,
  build,
  wire: [wireHand, wireAnswer, wireCut, wirePointing],
  measure: () => {},
  draw,
  runs,
  strip: () => ({ lines: [] }),
  guess: { stops: [0, 0], step: () => null, keeps: ["w", "asks", "isDropped", "seen", "mine", "rests", "asksCut", "cut", "asksBets", "asksLie", "bet"], prompt, offer, skip: S => (answer(S) ?? (() => S.go(S.at.round + 1)))(), answer },
  card: cardOf,
  escape: withdraw,
}
