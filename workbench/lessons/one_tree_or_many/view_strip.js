// The question is answered on the strip itself: one line says who errs less, and from which round on. Told, the clock winds back
// to the start and runs to that round, waits there, and goes on to the end: the knob draws both errors, while the pictures and
// the trees go with it.
import { part } from "../../stage/kit/easing.js"
import { CHOICES, SHOW } from "../../stage/kit/guess.js"
import { grip } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import {
  AGAIN, answerOfBet, answerOnStrip, FOOT, HEAD, isUnderKnob, newBet, placeOnStrip, stripHead, stripText, stripX, tellBet,
  wireOnStrip, withdrawBet,
} from "../../stage/kit/on_strip.js"
import { escaped, note, put, round1 } from "../../stage/kit/svg.js"
import { errorsOf, isJudged, isTold } from "./view_model.js"

const ROUND_MS = [420, 3200], // of the film: of a round, and of all until the answer at most
  LOOK_MS = 1000, // at the answer
  REST_MS = 2600, // of all rounds after it, at most
  BACK_MS = [60, 600] // the same of the way back
const RISES = 1.03 // times the least error: so much higher is seen
const HANDLE = 16, // below its line, and where it is taken hold of
  BESIDE_KNOB = 14

// at: from which round on the many err less, one beyond the last for never.
export const begin = S => newBet(Math.max(1, Math.round(0.67 * S.n)))

export const placeCourse = S => {
  placeOnStrip(S)
  S.own.drawn.course = null
}

// Round by round: a film shows none on its way.
const by = many => t => Math.floor(t * many + 1e-9) / (many || 1)

// Nothing is told on the way back; who presses once more is at the start at once.
const tell = S => {
  const isBack = S.motion?.to === 0
  S.own.bet.isDropped = false // how sure one is has been said
  S.own.film = true
  S.run({ to: 0, ms: isBack ? 0 : Math.min(BACK_MS[0] * S.view, BACK_MS[1]) / S.speed, ease: by(Math.round(S.view)), done: () => film(S) })
}

const film = S => {
  const { n } = S,
    lead = leadOf(S),
    first = Math.min(ROUND_MS[0] * lead, ROUND_MS[1]),
    rest = lead < n ? Math.min(ROUND_MS[0] * (n - lead), REST_MS) : 0,
    ms = first + (rest && LOOK_MS) + rest
  S.act({ guess: 0, round: n, row: null, trained_rows: 0 })
  S.view = 0
  S.fit()
  S.own.film = true
  const ease = t => by(n)((lead * part(t * ms, [0, first]) + (n - lead) * part(t * ms, [ms - rest, ms])) / n)
  S.run({ to: n, ms: ms / S.speed, ease })
}
const leadOf = ({ record, n }) => record.leads ?? n
const isAnswered = S => !S.own.film || S.view >= leadOf(S)

const askAgain = S => {
  S.act({ guess: 1, trained_rows: 0 })
  S.own.bet = begin(S)
  S.fit()
}

const asks = { least: 1, isTold, begin, tell }
export const withdraw = S => withdrawBet(S, asks)
export const answerOf = S => answerOfBet(S, asks)
export const afterAll = S => (isTold(S) ? null : () => tellBet(S, asks))

export const wireCourse = S => {
  wireOnStrip(S, asks)
  S.listen(S.root, "click", event => event.target.closest("[data-again]") && askAgain(S))
}

export const courses = S => {
  const { record: { names, has_unseen: isUnseen } } = S,
    mark = isJudged(S) ? "unseen" : "train",
    lines = errorsOf(S).map((values, s) => ({ name: names[s], mark: `${mark}${s ? "" : " other"}`, values }))
  return { lines: isTold(S) || isUnseen ? lines : [], head: HEAD }
}

// --- what is drawn over the strip

export const drawCourse = S => {
  const { bet, film, drawn } = S.own,
    key = JSON.stringify([bet, film, isAnswered(S), S.at.guess, isJudged(S), isUnderKnob(S, leadOf(S)), S.L.strip.w, S.L.em])
  if (drawn.course === key) return
  drawn.course = key
  put(S.parts.asked, !isTold(S) && !film ? question(S) : !isAnswered(S) ? waiting(S) : isJudged(S) ? (film ? "" : told(S)) + answer(S) : trained(S))
}

// What the lines are of, and what is not shown yet, in as many words as there is room for, in em.
const hidden = ({ measure, n_judged: many, has_unseen: isUnseen }, room) => {
  const rows = `${many.toLocaleString("en")} ${isUnseen ? "unseen" : "training"} rows`
  const says = isUnseen ? [`${escaped(measure)} on training rows; on ${rows}: not shown yet`, `${escaped(measure)}, training rows`] : [`${escaped(measure)} on ${rows}: not shown yet`]
  return [...says, `${isUnseen ? "training" : rows}`, ""].find(text => 0.45 * text.length < room)
}

const question = S => {
  const { own: { bet }, record, L: { em, strip: { w, h } } } = S,
    x = round1(stripX(S, bet.at))
  const handle =
    `<g class="handle" role="slider" tabindex="0" aria-label="From which round on ${escaped(record.names[1])} err less" aria-valuemin="1" aria-valuemax="${S.n + 1}"` +
    ` aria-valuenow="${bet.at}" aria-valuetext="${place(S.n, bet.at)}"><rect x="${x - 22}" y="0" width="44" height="${HEAD}" fill="transparent"/>` +
    `<path class="${bet.isOpen ? "guessed" : "stub"}" d="M${x} ${HANDLE}V${h - FOOT}"/>${grip(x, HANDLE, em)}</g>`
  // Who errs less on either side of it; where one side has no room for it, the names alone.
  const names = record.names.map(name => escaped(name)),
    wide = text => (text ? 0.5 * em * text.length + 32 : 0),
    fits = (text, s) => wide(text) < (s ? w - x : x),
    says = [names.map((name, s) => `${name} ${errs(record, s)} less`), names, ["", ""]].find(each => each.every(fits)),
    [less, more] = says
  return (
    (record.has_unseen ? namedAtEnd(S, [bet.at]) : "") +
    stripHead(S, 16, hidden(record, (x - wide(less) - 30) / em)) +
    (less && stripHead(S, x - 18, `${less} ◂`, "end", "mine-text") + stripHead(S, x + 18, `▸ ${more}`, "start", "mine-text")) + handle
  )
}

const errs = ({ names }, s) => (/trees|settings/.test(names[s]) ? "err" : "errs")

const place = (n, at) => (at > n ? "never" : `round ${at}`)

// The guess stays where it was put while the lines are drawn.
const waiting = S => {
  const { own: { bet }, n, L: { em, strip: { w, h } } } = S,
    x = round1(stripX(S, bet.at)),
    isLate = x > w - 9 * em
  if (!bet.isMine) return ""
  return `<path class="mine" d="M${x} ${HEAD - 8}V${h - FOOT}"/>` + stripHead(S, x + (isLate ? -6 : 6), `yours: ${place(n, bet.at)}`, isLate ? "end" : "start", "mine-text")
}

// Who errs less for a while, and then no more, did so.
const answered = ({ record: { leads, names, sides: [one, many] }, n }) =>
  leads === null && many.judged.some((each, k) => each < one.judged[k]) ? `${names[1]} lead, but not for good` : place(n, leads ?? n + 1)

// How far the guess is off.
const yours = ({ own: { bet }, record: { leads }, n }) => {
  const far = Math.abs(bet.at - leads)
  return bet.at > n || leads === null ? "yours" : `yours: ${far} ${far === 1 ? "round" : "rounds"} ${bet.at > leads ? "late" : "early"}`
}

const answer = S => {
  const { own: { bet }, record: { leads }, n } = S,
    isOff = bet.isMine && bet.at !== (leads ?? n + 1)
  return (
    (isOff ? `<path class="mine-gap" d="M${round1(stripX(S, bet.at))} ${HEAD - 6}H${round1(stripX(S, leads))}"/>` : "") +
    answerOnStrip(S, leads, answered(S), isOff ? yours(S) : "")
  )
}

const told = S => namedAtEnd(S, [S.record.leads, S.own.bet.isMine ? S.own.bet.at : null])
const trained = S => namedAtEnd(S, []) + stripHead(S, 16, `${escaped(S.record.measure)} on training rows`)
const namedAtEnd = (S, steps) => {
  const lines = errorsOf(S)
  return named(S, lines, S.record.names.map((name, s) => `${escaped(name)} ${significant(lines[s][S.n])}`), steps)
}

// Two lines by their names, as near to the end as what stands at these steps leaves room: between the lines where these are
// far from each other, else above and below them.
const named = ({ L: { em, strip: { h }, stepX, stepAt, stripY }, n }, lines, says, steps) => {
  const wide = 0.5 * em * Math.max(...says.map(each => each.length)),
    marks = steps.filter(at => at !== null && at <= n).map(stepX),
    last = stepX(n) - BESIDE_KNOB,
    x = [last, ...marks.map(at => at - 8).sort((a, b) => b - a)].find(end => end - wide > 0 && marks.every(at => at < end - wide || at > end)) ?? last
  const [from, to] = [Math.max(0, Math.floor(stepAt(x - wide))), Math.ceil(stepAt(x)) + 1],
    of = lines.map(values => Array.from(values.subarray(from, to), stripY)),
    upper = of[0].at(-1) <= of[1].at(-1) ? 0 : 1,
    [highest, high, low] = [Math.min(...of[upper]), Math.max(...of[upper]), Math.min(...of[1 - upper])],
    isBetween = low - high > 2.3 * em
  const below = Math.max(...of[1 - upper]) + 1.2 * em,
    above = highest - 5,
    under = isBetween || below > h - FOOT - 4 ? low - 5 : below,
    over = isBetween || above < HEAD + 0.7 * em ? high + 1.05 * em : above,
    isOnLower = under === below && over > low - 4, // then both stand below it
    ys = isOnLower ? [under, under + 1.15 * em] : [Math.min(over, under - 1.15 * em), under]
  return says.map((text, s) => stripText(x, ys[Number(s !== upper)], text, "end", s ? "end-text" : "ink")).join("")
}

// --- what is said

export const prompt = S => {
  const { own: { film }, record: { n_judged: many, has_unseen: isUnseen } } = S
  if (!isTold(S) && !film) return S.record.asks
  return !isAnswered(S) ? `Both start again, judged by ${many.toLocaleString("en")} rows ${isUnseen ? "never seen" : "they are trained on"}` : finding(S)
}

export const offer = S => {
  const { own: { bet, film }, n, record: { names } } = S,
    mine = bet.at > n ? `<em>${escaped(names[1])}: never</em>` : `<em>${escaped(names[1])}, from round ${bet.at} on</em>`
  if (!isTold(S) && !film) return (bet.isOpen ? mine : "") + (bet.isDropped ? CHOICES : note("drag the violet handle")) + SHOW
  return film ? (bet.isMine ? mine : "") : sentence(S) + AGAIN
}

const sentence = ({ record: { leads, why }, own: { bet }, n }) =>
  (why && note(why)) + (bet.isMine ? `<em>${bet.at === (leads ?? n + 1) ? "Right: that is your guess" : `You said ${place(n, bet.at)}`}</em>` : "")

// Who errs less, in which measure, on which rows, and from when on.
const finding = ({ record: { sides, measure, has_unseen: isUnseen, leads, names }, n }) => {
  const [a, b] = sides.map(({ judged }) => judged[n]),
    lower = `ower ${measure} on ${isUnseen ? "unseen" : "training"} rows`,
    least = Math.min(...sides[1].judged),
    rises = b > RISES * least ? `; it rises again after round ${sides[1].judged.indexOf(least)}` : ""
  if (leads !== null) return `L${lower}: ${names[1]}, from round ${leads} on${rises}`
  return a === b ? `In the end neither has a l${lower}` : `L${lower} in the end: ${names[0]}`
}
