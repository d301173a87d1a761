// A question that is answered on the strip: a handle is dragged along the steps. The answer is S.own.bet. A view says: least, the first step that can be said; isTold(S); begin(S): a new bet; tell(S): the answer
// comes.
import { clamp } from "./easing.js"
import { placeIn } from "./guess.js"
import { wireDrag } from "./pointing.js"
import { round1 } from "./svg.js"

export const HEAD = 34 // pixels above what is drawn there, and below it
export const FOOT = 20
const lineOf = em => 6 + 0.9 * em // where the words above it stand

export const ON_STRIP =
  `<div class="on-strip" data-part="onstrip"><svg data-part="asked" role="group" aria-label="Your answer"></svg></div>`

// at: the step that is said, one beyond the last for never.
export const newBet = at => ({ at, isOpen: false, isDropped: false, isMine: false })

export const placeOnStrip = S => {
  const { x, y, w, h } = S.L.strip
  for (const [name, value] of Object.entries({ left: x, top: y, width: w, height: h })) S.parts.onstrip.style[name] = `${value}px`
}

export const isNever = (S, step) => step === null || step > S.n
export const stripX = (S, step) => (isNever(S, step) ? (S.L.stepX(S.n) + S.L.strip.w) / 2 : S.L.stepX(step))

// Where the line of an answer ends: that of never is of no step, and crosses nothing that stands there.
export const footOf = (S, step) => (isNever(S, step) ? HEAD + 2 * S.L.em : S.L.strip.h - FOOT)

const moveTo = (S, least, x) => {
  const wide = S.L.stepX(S.n) - S.L.stepX(0),
    step = Math.round(((x - S.L.stepX(0)) / wide) * S.n)
  S.own.bet.at = x > (S.L.stepX(S.n) + stripX(S, null)) / 2 ? S.n + 1 : clamp(step, least, S.n)
  S.ask()
}

const open = S => {
  S.stop()
  Object.assign(S.own.bet, { isOpen: true, isMine: true, isDropped: false })
}

// Takes the answer back, as Escape does; true where there was one.
export const withdrawBet = (S, { isTold, begin }) => {
  if (!S.own.bet.isOpen || isTold(S)) return false
  S.own.bet = begin(S)
  S.ask()
  return true
}

// What Next and Play lead to once something is said, sure or not; null before.
export const answerOfBet = (S, asks) => (S.own.bet.isOpen && !asks.isTold(S) ? () => tellBet(S, asks) : null)

export const tellBet = (S, { tell }) => {
  S.stop()
  tell(S)
}

export const wireOnStrip = (S, asks) => {
  const { least, isTold } = asks
  const { onstrip, asked } = S.parts
  wireDrag(S, asked, {
    starts: event => {
      if (!event.target.closest(".handle")) return false
      open(S)
      event.preventDefault()
      return true
    },
    by: event => moveTo(S, least, placeIn(S, onstrip, event)[0]),
    end: () => {
      S.own.bet.isDropped = true
      holdFocus(S)
    },
  })
  S.listen(asked, "keydown", event => takeKey(S, least, event))
  S.listen(S.root, "click", event => {
    if (isTold(S) || !event.target.closest("[data-skip], [data-sure]")) return
    S.own.bet.isMine &&= S.own.bet.isDropped
    tellBet(S, asks)
  })
}

const takeKey = (S, least, event) => {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
  if (by === undefined && event.key !== "Enter") return
  event.preventDefault()
  event.stopPropagation()
  const { isDropped } = S.own.bet // what was put stays put, wherever it is moved
  open(S)
  S.own.bet.isDropped = isDropped || by === undefined
  if (by === undefined) {
    S.draw()
    S.parts.answer.querySelector("[data-sure]").focus()
    return
  }
  S.own.bet.at = clamp(S.own.bet.at + by, least, S.n + 1)
  holdFocus(S)
}

// Arrows move what was last taken hold of.
const holdFocus = S => {
  S.draw()
  S.parts.asked.querySelector(".handle")?.focus({ preventScroll: true })
}

export const stripText = (x, y, says, anchor = "start", cls = "") =>
  `<text class="${cls} halo" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${says}</text>`

// Words in the line above what is drawn.
export const stripHead = ({ L: { em } }, x, says, anchor, cls) => stripText(x, lineOf(em), says, anchor, cls)

export const isUnderKnob = (S, step) => Math.abs(stripX(S, step) - S.L.stepX(S.view)) < 1

// The answer at its step, `says`, and beside it what the reader has said, `yours`, where that is not "".
export const answerOnStrip = (S, step, says, yours) => {
  const { em, strip: { w, h } } = S.L,
    half = 0.26 * em * says.length,
    middle = clamp(stripX(S, step), half + 4, w - half - 6),
    x = stripX(S, S.own.bet.at),
    wide = 6 + 0.5 * em * yours.length,
    sides = x > middle ? [1, -1] : [-1, 1] // away from the answer, else towards it, else in a line of its own
  const fits = side => (side > 0 ? x + wide < w : x > wide),
    isFree = side => fits(side) && Math.abs(x + (side * wide) / 2 - middle) > wide / 2 + half + 8,
    side = sides.find(isFree) ?? sides.find(fits),
    low = yours && !isFree(side) ? 1.2 * em : 0
  const knob = isUnderKnob(S, step) ? `V${(h - 17) / 2 - 14}m0 28` : "", // which it leaves clear
    line = isNever(S, step) ? "" : `<path class="told-line" d="M${round1(stripX(S, step))} ${round1(HEAD - 9 + low)}${knob}V${h - FOOT}"/>`,
    told = line + stripHead(S, middle, says, "middle", "told-text")
  if (!yours) return told
  return (
    `${told}<path class="mine" d="M${round1(x)} ${HEAD - 8}V${round1(footOf(S, S.own.bet.at))}"/>` +
    stripText(x + 6 * side, lineOf(em) + low, yours, side > 0 ? "start" : "end", "mine-text")
  )
}

// The same button on every strip.
export const AGAIN = '<button type="button" class="skip" data-again="1">Again</button>'
