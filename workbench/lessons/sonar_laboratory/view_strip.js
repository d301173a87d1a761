// The strip: how the mean's interval narrows with the deals while one deal's spread stays. There it is asked after how many
// deals the two can be told apart.
import { grip } from "../../stage/kit/marks.js"
import {
  answerOfBet, answerOnStrip, FOOT, footOf, HEAD, isNever, newBet, placeOnStrip, stripHead, stripText, stripX, wireOnStrip, withdrawBet,
} from "../../stage/kit/on_strip.js"
import { put, round1, toggle } from "../../stage/kit/svg.js"
import { apartRuns, areAsked, isHeldBack, isHurried, toldOf } from "./view_model.js"

const REVEAL_MS = 5200,
  LEAST_MS = 900,
  PAUSE_MS = 1000, // where they are told apart, and where no more
  MOST_PAUSES = 4

export const isAsked = S => toldOf(S) === 0
const begin = S => newBet(Math.ceil(S.n / 2))

// Dealing goes on to the last deal, many a second, with a rest where what is known of the two turns.
const tell = S => {
  const { at: { round }, n } = S,
    left = n - round,
    turns = apartRuns(S, n).flatMap(([a, b]) => [a, b + 1]).filter(m => m > round && m < n).slice(0, MOST_PAUSES),
    ms = Math.max(LEAST_MS, (REVEAL_MS * left) / n),
    all = ms + PAUSE_MS * turns.length
  S.own.bet.of = S.own.pair.index
  S.act({ lab_told: 1 })
  S.go(n, { ms: left ? all / S.speed : 0, ease: resting(turns.map(m => (m - round) / left), PAUSE_MS / all) })
}

// Even, but for so much of the time at each of these shares of the way.
const resting = (turns, each) => t => {
  const pace = 1 / (1 - each * turns.length)
  return turns.reduce((way, turn) => (way > turn ? Math.max(turn, way - each * pace) : way), t * pace)
}

const asks = { least: 2, isTold: S => !isAsked(S), begin, tell }
export const wireCourse = S => wireOnStrip(S, asks)
export const withdraw = S => withdrawBet(S, asks)
export const courseAnswer = S => answerOfBet(S, asks)
export const newQuestion = S => {
  Object.assign(S.own, { bet: begin(S), pick: null, asksPair: false })
}

// --- what stands over them

// A guess is about the pair of which it was asked.
const isYours = ({ own: { bet, pair } }) => bet.isMine && bet.of === pair.index

export const drawCourse = S => {
  const { parts } = S
  toggle(S.root, "unanswered", isHeldBack(S))
  toggle(S.root, "asks-pairs", areAsked(S)) // what was told of one pair is of no use there
  placeOnStrip(S)
  let drawn = ""
  if (isAsked(S)) drawn = neverOf(S) + handleOf(S)
  else if (isHurried(S)) drawn = neverOf(S) + soFar(S)
  else if (!areAsked(S)) drawn = answerOf(S)
  put(parts.asked, drawn)
}

export const saysOf = ({ own: { bet }, n }) => (bet.at > n ? `not within ${n} deals` : `from deal ${bet.at} on`)

// Behind the last deal is the answer that they are not told apart.
const neverOf = (S, cls = "mine-text") => {
  const { em, stepX, strip: { w, h } } = S.L,
    x = stepX(S.n) + 0.5 * em,
    text = (y, words) => stripText(stripX(S, null), HEAD + y * em, words, "middle", cls)
  return `<g class="never"><rect x="${round1(x)}" y="${HEAD}" width="${round1(w - x - 6)}" height="${round1(h - FOOT - HEAD)}" rx="6"/>${text(1.8, "never")}${text(3.1, `in ${S.n}`)}</g>`
}

const handleOf = S => {
  const { bet } = S.own,
    { em, strip: { w, h } } = S.L,
    x = round1(stripX(S, bet.at)),
    says = saysOf(S)
  const isLate = x > w - 11 * em,
    label = bet.isOpen ? says : "drag to your answer",
    out = isLate ? -1 : 1
  return (
    `<g class="handle" role="slider" tabindex="0" aria-label="From which deal on the two are told apart" aria-valuemin="2" aria-valuemax="${S.n + 1}" aria-valuenow="${bet.at}" aria-valuetext="${says}">` +
    `<rect class="hit" x="${x - 1.7 * em}" y="0" width="${3.4 * em}" height="${h - FOOT}"/><path class="${bet.isOpen ? "guessed" : "stub"}" d="M${x} 6V${round1(footOf(S, bet.at))}"/>${grip(x, 13, em)}</g>` +
    stripHead(S, x + out * 1.5 * em, label, isLate ? "end" : "start", "mine-text")
  )
}

// While deals go on: what is known after those that are dealt.
const soFar = S => {
  const known = Math.floor(S.view + 1e-9),
    runs = apartRuns(S, known),
    [from, to] = runs.at(-1) ?? []
  if (to === known) return answerOnStrip(S, from, `told apart since deal ${from}`, yoursOf(S))
  return answerOnStrip(S, S.n + 1, runs.length ? undoneWords(runs) : "", yoursOf(S))
}

const yoursOf = S => (!isYours(S) ? "" : isNever(S, S.own.bet.at) ? "yours: never" : `yours: deal ${S.own.bet.at}`)
const undoneWords = runs => `told apart at deals ${runs.map(wordsOfRun).join(", ")}, then no more`
const wordsOfRun = ([first, last]) => (first === last ? first : `${first} to ${last}`)

const answerOf = S => {
  const { own: { pair, bet } } = S
  if (pair.isOne && toldOf(S) === 2) return answerOnStrip(S, 1, "one deal is enough: 0 lies outside where the next one falls", "")
  const runs = apartRuns(S, S.n),
    undone = runs.length ? undoneWords(runs) : "never told apart",
    says = isNever(S, pair.from) ? undone : `told apart from deal ${pair.from} on`
  return (isNever(S, pair.from) ? neverOf(S, "told-text") : "") + answerOnStrip(S, pair.from, says, bet.at !== pair.from ? yoursOf(S) : "")
}

// --- what is said

export const fared = S => {
  const { own: { bet, pair } } = S
  if (!isYours(S)) return ""
  if (bet.at === pair.from) return "<em>Yours: right.</em> "
  if (isNever(S, bet.at)) return "<em>Yours: never.</em> "
  const run = apartRuns(S, S.n).find(([a, b]) => a <= bet.at && bet.at <= b),
    says = !run ? "not apart there" : run[1] === S.n ? `apart since deal ${run[0]}` : `apart, but no more at deal ${run[1] + 1}`
  return `<em>Yours, deal ${bet.at}: ${says}.</em> `
}
