// The question is answered on the strip itself: one line says who errs less, and from which round on. Told, both errors are
// drawn there from left to right, while the clock runs to where they cross.
import { clamp, part, soft } from "../../stage/kit/easing.js"
import { SHOW } from "../../stage/kit/guess.js"
import { grip } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import {
  AGAIN, answerOfBet, answerOnStrip, FOOT, HEAD, isNever, newBet, placeOnStrip, stripHead, stripText, stripX, tellBet, wireOnStrip,
  withdrawBet,
} from "../../stage/kit/on_strip.js"
import { escaped, note, put, round1, style } from "../../stage/kit/svg.js"
import { isTold, SEEN, UNSEEN } from "./view_model.js"

const TELL_MS = 1200,
  FILL = [0.6, 1] // of it, in which the answer comes
const HANDLE = 16, // below its line, and where it is taken hold of
  BESIDE_KNOB = 14

// at: from which round on the many err less, one beyond the last for never. shown: how much of the answer is drawn.
export const begin = S => ({ ...newBet(Math.max(1, Math.round(0.67 * S.n))), shown: isTold(S) ? 1 : 0, begin: null })

export const placeCourse = S => {
  placeOnStrip(S)
  S.own.drawn.course = null
}

// The answer comes: the clock runs to where both cross, wherever it stands.
const tell = S => {
  const { own, record } = S,
    from = S.view
  Object.assign(own.bet, { shown: S.calm() ? 1 : 0, begin: null })
  own.set = record.has_unseen ? UNSEEN : SEEN
  S.act({ guess: 0, round: record.leads ?? S.n })
  S.view = from
  S.fit()
  S.run({ to: S.at.round, ms: from === S.at.round ? 0 : TELL_MS, ease: soft })
}

const askAgain = S => {
  S.act({ guess: 1 })
  S.own.set = SEEN
  S.own.bet = begin(S)
  S.fit()
}

const asks = { least: 1, isTold, begin, tell }
export const withdraw = S => withdrawBet(S, asks)
export const answerOf = S => answerOfBet(S, asks)
export const afterAll = S => (isTold(S) ? null : () => tellBet(S, asks))

// How much of the answer is drawn; true while that grows.
export const runAnswer = (S, now) => {
  const { bet } = S.own
  if (!isTold(S) || bet.shown === 1) return false
  bet.begin ??= now
  bet.shown = clamp((now - bet.begin) / TELL_MS)
  return bet.shown < 1
}

export const wireCourse = S => {
  wireOnStrip(S, asks)
  S.listen(S.root, "click", event => event.target.closest("[data-again]") && askAgain(S))
}

// --- what is drawn over the strip

export const drawCourse = S => {
  const { bet } = S.own,
    key = JSON.stringify([bet, S.at.guess, S.L.strip.w, S.L.em])
  const lines = S.parts.course.querySelector(".lines")
  style(lines, "clip-path", bet.shown < 1 ? `inset(-20px ${round1(100 * (1 - bet.shown))}% -20px -20px)` : "")
  if (S.own.drawn.course === key) return
  S.own.drawn.course = key
  put(S.parts.asked, isTold(S) ? answer(S) : question(S))
}

const handle = (S, isOpen) => {
  const x = round1(stripX(S, S.own.bet.at)),
    { h } = S.L.strip,
    { bet } = S.own
  return (
    `<g class="handle" role="slider" tabindex="0" aria-label="From which round on ${escaped(S.record.names[1])} err less" aria-valuemin="1" aria-valuemax="${S.n + 1}"` +
    ` aria-valuenow="${bet.at}" aria-valuetext="${isNever(S, bet.at) ? "never" : `round ${bet.at}`}"><rect x="${x - 22}" y="0" width="44" height="${HEAD}" fill="transparent"/>` +
    `<path class="${isOpen ? "guessed" : "stub"}" d="M${x} ${HANDLE}V${h - FOOT}"/>${grip(x, HANDLE, S.L.em)}</g>`
  )
}

// What is not shown yet, in as many words as there is room for, in em.
const hidden = ({ measure, n_judged: many, has_unseen: isUnseen }, room) => {
  const rows = `${many.toLocaleString("en")} ${isUnseen ? "unseen" : "training"} rows`
  return [`${escaped(measure)} on ${rows}: not shown yet`, `${rows}: not shown yet`, ""].find(text => 0.45 * text.length < room || !text)
}

const question = S => {
  const { bet } = S.own,
    { record, L } = S,
    { w, h } = L.strip,
    { em } = L,
    x = stripX(S, S.own.bet.at)
  if (!bet.isOpen) return stripHead(S, 16, hidden(record, (x - 40) / em)) + handle(S, false)
  const [less, more] = record.names.map(name => `${escaped(name)} ${/trees|settings/.test(name) ? "err" : "errs"} less`),
    middle = h / 2 + 8,
    room = text => 0.5 * em * text.length + 24
  let drawn = `<rect class="mine-zone" x="0" y="${HEAD - 4}" width="${round1(x)}" height="${h - HEAD - FOOT + 8}"/>`
  if (x > room(less)) drawn += stripText(x - 14, middle, `${less} ◂`, "end", "mine-text")
  if (w - x > room(more)) drawn += stripText(x + 14, middle, `▸ ${more}`, "start", "mine-text")
  const says = isNever(S, bet.at) ? "never" : `from round ${bet.at} on`,
    isLate = x > w - 9 * em
  if (!bet.isDropped) drawn += stripHead(S, x + (isLate ? -20 : 20), says, isLate ? "end" : "start", "mine-text")
  return drawn + handle(S, true)
}

const answer = S => {
  const { own: { bet }, record: { leads }, n } = S,
    isOff = bet.isMine && bet.at !== (leads ?? n + 1)
  const way = isOff ? `<path class="mine-gap" d="M${round1(stripX(S, bet.at))} ${HEAD - 6}H${round1(stripX(S, leads))}"/>` : "",
    drawn = ends(S) + way + answerOnStrip(S, leads, leads === null ? "never" : `round ${leads}`, isOff ? yours(S) : "")
  return `${isWaiting(bet) ? guessed(S) : ""}<g style="opacity:${part(bet.shown, FILL).toFixed(2)}">${drawn}</g>`
}

// The guess stays where it was put while the lines run.
const isWaiting = ({ isMine, shown }) => isMine && shown < 1
const guessed = S => {
  const { own: { bet }, L: { em, strip: { w, h } } } = S,
    x = stripX(S, bet.at),
    isLate = x > w - 9 * em,
    says = isNever(S, bet.at) ? "yours: never" : `yours: round ${bet.at}`
  const words = bet.shown < FILL[0] ? stripHead(S, x + (isLate ? -6 : 6), says, isLate ? "end" : "start", "mine-text") : ""
  return `<path class="mine" d="M${round1(x)} ${HEAD - 8}V${h - FOOT}"/>${words}`
}

const yours = ({ own: { bet }, record: { leads }, n }) => {
  if (bet.at > n || leads === null) return `yours: ${bet.at > n ? "never" : `round ${bet.at}`}`
  const far = Math.abs(bet.at - leads)
  return `yours: ${far} ${far === 1 ? "round" : "rounds"} ${bet.at > leads ? "late" : "early"}`
}

// Both errors at the end, apart from each other.
const ends = S => {
  const { record, L, n } = S,
    { h } = L.strip,
    { em } = L
  const [a, b] = record.sides.map(({ judged }) => L.stripY(judged[n]))
  const [upper, lower] = a <= b ? [0, 1] : [1, 0],
    at = []
  const isUnder = Math.max(a, b) + 1.2 * em < h - FOOT - 4
  at[lower] = Math.abs(a - b) > 1.7 * em ? Math.max(a, b) - 7 : isUnder ? Math.max(a, b) + 1.2 * em : Math.min(a, b) - 7
  at[upper] = Math.max(HEAD + 0.9 * em, Math.min(a, b, at[lower] - 0.9 * em) - 5)
  return record.sides
    .map(({ judged }, s) => stripText(L.stepX(n) - BESIDE_KNOB, at[s], `${escaped(record.names[s])} ${significant(judged[n])}`, "end", "end-text"))
    .join("")
}

// --- what is said

export const offer = S => {
  const { bet } = S.own
  if (isTold(S)) return bet.shown < 1 ? "" : sentence(S) + AGAIN
  return note(bet.isDropped ? "how sure?" : "drag the violet handle") + SHOW
}

const sentence = S => {
  const { record } = S,
    { bet } = S.own,
    said = bet.isMine ? bet.at : null,
    end = record.leads ?? S.n + 1
  if (said === null) return byWrongRows(record)
  if (said === end) return "<span><em>Right</em></span>"
  const [from, to] = [Math.min(said, end), Math.max(said, end) - 1],
    taken = said < end ? 1 : 0,
    more = meanGap(record, taken, from, to)
  if (more <= 0) return ""
  const rounds = from === to ? `round ${from}` : `rounds ${from} to ${to}`
  return `<span><em>Yours</em> takes ${escaped(record.names[taken])} in ${rounds}: <strong>${significant(more)}</strong> more${from === to ? "" : " a round"}</span>`
}

// Who errs less, in which measure, on which rows, and from when on.
export const finding = ({ record, n }) => {
  const [a, b] = record.sides.map(({ judged }) => judged[n]),
    lower = `ower ${record.measure} on ${record.has_unseen ? "unseen" : "training"} rows`
  if (record.leads !== null) return `L${lower}: ${record.names[1]}, from round ${record.leads} on`
  return a === b ? `In the end neither has a l${lower}` : `L${lower} in the end: ${record.names[0]}`
}

const byWrongRows = ({ leads, leads_wrong: wrong }) =>
  wrong === null || wrong === undefined || wrong === leads ? "" : `<span class="note">by wrong rows from round ${wrong} on</span>`

// By how much the side that a guess takes errs more than the other, in the rounds between the guess and the truth.
const meanGap = ({ sides }, taken, from, to) => {
  let sum = 0
  for (let round = from; round <= to; round++) sum += sides[taken].judged[round] - sides[1 - taken].judged[round]
  return sum / (to - from + 1)
}

