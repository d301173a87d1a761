// The strip: how the mean's interval narrows with the deals while one deal's spread stays. There it is asked after how many
// deals the two can be told apart.
import { clamp } from "../../stage/kit/easing.js"
import { significant, signed } from "../../stage/kit/numbers.js"
import { answerOfBet, isNever, newBet, placeOnStrip, stripX, wireOnStrip, withdrawBet } from "../../stage/kit/on_strip.js"
import { put, round1, toggle } from "../../stage/kit/svg.js"
import { isHurried, toldOf } from "./view_model.js"

const REVEAL_MS = 5200,
  LEAST_MS = 900
const HEAD = 34,
  FOOT = 20,
  EARLY = 8 // deals, of which fewer have intervals that leave the strip

export const isAsked = S => toldOf(S) === 0
const begin = S => newBet(Math.ceil(S.n / 2))

// Dealing goes on to the last deal, many a second.
const tell = S => {
  const left = S.n - S.at.round
  S.own.bet.of = S.own.pair.index
  S.act({ lab_told: 1 })
  S.go(S.n, { ms: left ? Math.max(LEAST_MS, (REVEAL_MS * left) / S.n) / S.speed : 0 })
}

const asks = { least: 2, isTold: S => !isAsked(S), begin, tell }
export const wireCourse = S => wireOnStrip(S, asks)
export const withdraw = S => withdrawBet(S, asks)
export const courseAnswer = S => answerOfBet(S, asks)
export const newQuestion = S => {
  S.own.bet = begin(S)
  S.parts.pills.hidden = true
}

// --- the lines

export const linesOf = S => {
  const { own: { model, pair } } = S,
    states = Array.from({ length: S.n + 1 }, (_, m) => model.state(pair, m)),
    late = states.filter(each => each && each.n >= Math.min(EARLY, S.n)),
    most = 1.06 * Math.max(0.01, ...late.map(each => Math.abs(each.mean) + each.of_one), Math.abs(pair.published ?? 0))
  const values = (of, beyond = value => clamp(value, -most, most)) => states.map(each => (each ? beyond(of(each)) : Number.NaN))
  const inside = value => (Math.abs(value) < most ? value : Number.NaN)
  return {
    head: HEAD,
    ends: [-most, most],
    lines: [
      { mark: "band", values: values(each => each.mean + each.of_mean), low: values(each => each.mean - each.of_mean) },
      ...[-1, 1].map(sign => ({ mark: "unseen", values: values(each => each.mean + sign * each.of_one, inside) })),
      { mark: "after", values: values(each => each.mean) },
    ],
    beside: [],
  }
}

// --- what stands over them

// A guess is about the pair of which it was asked.
const isYours = ({ own: { bet, pair } }) => bet.isMine && bet.of === pair.index

const text = (x, y, says, { anchor = "start", cls = "" } = {}) =>
  `<text class="${cls} halo" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${says}</text>`

export const drawCourse = S => {
  const { own: { pair }, L, parts } = S,
    { w } = L.strip,
    y = value => round1(L.stripY(value))
  toggle(S.root, "unanswered", isAsked(S) || isHurried(S))
  placeOnStrip(S)
  let drawn = `<path class="zero" d="M14 ${y(0)}H${w - 10}"/>${text(4, y(0) + 4, "0", { cls: "ink" })}`
  if (pair.published !== null) drawn += `<path class="pole dotted" d="M14 ${y(pair.published)}H${w - 10}"/>`
  put(parts.asked, drawn + (isAsked(S) ? handleOf(S) : S.n > 2 && !isHurried(S) ? answerOf(S) : ""))
}

const handleOf = S => {
  const { bet } = S.own,
    { em, strip: { w, h } } = S.L,
    x = round1(stripX(S, bet.at)),
    says = isNever(S, bet.at) ? `not within ${S.n} deals` : `after deal ${bet.at}`
  const isLate = x > w - 11 * em,
    label = bet.isOpen ? says : "drag the flag",
    out = isLate ? -1 : 1
  const head = x > 17 * em ? text(22, 6 + 0.9 * em, "difference: mean and interval so far") : ""
  return (
    `${bet.isDropped && isLate ? "" : head}<g class="handle" role="slider" tabindex="0" aria-label="After how many deals the two can be told apart" aria-valuemin="2" aria-valuemax="${S.n + 1}" aria-valuenow="${bet.at}" aria-valuetext="${says}">` +
    `<path class="hit" d="M${x - 1.7 * em} 0h${3.4 * em}V${HEAD}H${x + 6}V${h - FOOT}H${x - 6}V${HEAD}H${x - 1.7 * em}z"/><path class="${bet.isOpen ? "guessed" : "stub"}" d="M${x} 6V${h - FOOT}"/>` +
    `<path class="grip" d="M${x} 6h${out * 1.5 * em}l${-out * 5} ${0.5 * em}l${out * 5} ${0.5 * em}h${-out * 1.5 * em}z"/></g>` +
    (bet.isDropped ? "" : text(x + out * 2 * em, 6 + 0.9 * em, label, { anchor: isLate ? "end" : "start", cls: "mine-text" }))
  )
}

const answerOf = S => {
  const { own: { pair, bet } } = S,
    { em, strip: { w, h } } = S.L,
    line = 6 + 0.9 * em,
    told = stripX(S, pair.from)
  const says = isNever(S, pair.from) ? `0 is still inside after ${S.n}` : `told apart after deal ${pair.from}`,
    half = 0.25 * em * says.length,
    middle = clamp(told, half + 4, w - half - 6)
  let drawn = isNever(S, pair.from) ? "" : `<path class="told-line" d="M${round1(told)} ${HEAD - 8}V${h - FOOT}"/>`
  drawn += text(middle, line, says, { anchor: "middle", cls: "told-text" })
  if (!isYours(S) || bet.at === pair.from) return drawn
  const x = stripX(S, bet.at),
    yours = isNever(S, bet.at) ? "yours: never" : `yours: deal ${bet.at}`,
    wide = 0.5 * em * yours.length
  const isAfter = x > middle ? x + wide < w - 4 : x + wide + 6 > middle - half,
    at = x > middle ? (isAfter ? x + 6 : x - 6) : isAfter ? x - 6 : x + 6
  const anchor = at > x ? "start" : "end",
    isFree = x > middle ? at - (anchor === "end" ? wide : 0) > middle + half + 8 : at - (anchor === "end" ? wide : 0) > 0
  drawn += `<path class="mine" d="M${round1(x)} ${HEAD - 8}V${h - FOOT}"/>`
  return drawn + (isFree ? text(at, line, yours, { anchor, cls: "mine-text" }) : text(x + 6, line + 1.2 * em, yours, { cls: "mine-text" }))
}

// --- what is said

export const fared = S => {
  const { own: { bet, pair, model } } = S
  if (!isYours(S)) return ""
  if (bet.at === pair.from) return "<em>Yours: right.</em> "
  if (isNever(S, bet.at)) return "<em>Yours: never.</em> "
  const { mean, of_mean: half } = model.state(pair, bet.at)
  return `<em>Yours, deal ${bet.at}: ${signed(mean, 3)} ± ${significant(half)}.</em> `
}
