// The guess on the thing itself: opened by taking hold of it, then how sure one is, then the way to what is true.
// A lesson says in view.guess: step(S) which step is asked about (null for none), prompt(S), stops (where the clock waits
// while it is asked, and where once it is told), offer(S), said(S), judged(S): {yours, best, share} and told(S, guess):
// true where it goes to the answer itself; end(S): where one sees it, if that is not the step; skip(S): goes there without a
// guess, where that is not a step or a leap; isOfAll: it is asked of all steps, so that Next does not step but answers it; answer(S):
// what Next calls where it is asked in another place, null as long as nothing is said there; isOpen(S): whether the reader has
// opened another question; keeps: the names of what in S.own is the guess, which a page that is loaded anew still has. How sure
// one is is asked beside the question, where nothing lies under it. "Show me" stands there as long as step(S) is one that is not told.
import { outward, reaching } from "./easing.js"
import { escaped, put, say, toggle } from "./svg.js"

export const SURE = ["guessing", "fairly", "sure"]
const sureButtons = SURE.map((text, i) => `<button type="button" data-sure="${i}">${text}</button>`).join("")
export const CHOICES = `<span class="sures" role="group" aria-label="How sure are you?">${sureButtons}</span>`
export const SHOW = '<button type="button" class="skip" data-skip="1">Show me</button>'
const OPEN_MS = 180,
  TELL_MS = 420,
  TAP = 3 // pixels that a grip has to be moved for a guess

// What is told is asked no more: the reader goes on to it, and the step after it is asked about.
export const openGuess = S => {
  if (S.guess?.told) {
    const { step: told } = S.guess
    closeGuess(S)
    if (told !== S.at.round) S.go(told, { jump: true })
  }
  const asks = S.scene.guess,
    step = asks?.step(S)
  if (step === null || step === undefined) return false
  S.stop()
  S.over = S.row = null
  if (S.guess && !S.guess.told) return true
  S.motion = null
  S.view = S.at.round
  S.guess = { step, told: false, dropped: false, reached: 0 }
  asks.opened?.(S)
  S.run({ to: step - 1 + asks.stops[0], ms: OPEN_MS, ease: outward })
  return true
}

export const closeGuess = S => {
  if (!S.guess) return
  S.guess = null
}

// Once it is said how sure one is, or one goes on without that, sure: null, the answer comes, and the picture runs to it.
export const tellGuess = (S, sure) => {
  const asks = S.scene.guess,
    G = S.guess
  Object.assign(G, { told: true, sure, reached: S.calm() ? 1 : 0, ...asks.judged(S) })
  if (asks.told?.(S, G)) return
  S.run({ to: G.step - 1 + asks.stops[1], ms: TELL_MS, ease: outward })
}

// The arrow between guess and answer, as far as found.reached; true while it moves.
export const runReach = (S, now, found = S.guess?.told ? S.guess : null) => {
  if (!found || found.reached === 1) return false
  found.begin ??= now
  found.reached = reaching(S.calm() ? Infinity : (now - found.begin) / 1000)
  return found.reached !== 1
}

// What is guessed and not told yet, as JSON can hold it; and a stage that opens with it once all of its first picture is there.
export const putOf = S => {
  const { keeps = ["pick"] } = S.scene.guess ?? {}
  return {
    own: Object.fromEntries(keeps.filter(name => name in S.own).map(name => [name, S.own[name]])),
    guess: S.guess && isAsking(S) && isPut(S) ? { dropped: S.guess.dropped } : null,
  }
}
export const putAgain = S => {
  const { own, guess } = S.opens
  S.opens = null
  const isOpen = (guess || S.at.guess === 1) && openGuess(S)
  Object.assign(S.own, own)
  if (!isOpen || !guess) return
  Object.assign(S.guess, guess)
  S.draw()
}

// Where a pointer is in an element, in its own pixels: a page may be drawn larger than it is laid out.
export const placeIn = (S, element, event) => {
  const { left, top } = element.getBoundingClientRect()
  return [(event.clientX - left) / S.L.zoom, (event.clientY - top) / S.L.zoom]
}

// What lies above the picture, or in another part, with its handles, of which one may have the focus: it keeps it.
export const putTop = (S, drawn) => putHeld(S.parts.top, drawn)
export const putHeld = (part, drawn) => {
  const focused = part.getRootNode().activeElement?.closest?.("[data-axis]")
  const axis = part.contains(focused) ? focused.dataset.axis : null
  put(part, drawn)
  if (axis !== null && !focused.isConnected)
    part.querySelector(`[data-axis="${axis}"]`)?.focus({ preventScroll: true })
}

// What is taken hold of, as a slider: on which axis, its name, where it stands as a number and in words; inside is drawn of it.
export const handleAt = ({ axis = 0, label, now, text, least, most, isUpright }, inside) =>
  `<g class="handle${isUpright ? " upright" : ""}" data-axis="${axis}" role="slider" tabindex="0" aria-label="${escaped(label)}" aria-valuenow="${now}" aria-valuetext="${escaped(text)}"` +
  `${most === undefined ? "" : ` aria-valuemin="${least}" aria-valuemax="${most}"`}>${inside}</g>`

export const wireGuess = S => {
  const { top, question } = S.parts
  S.closeGuess = () => {
    if (!S.guess) return
    closeGuess(S)
    S.motion = null
    S.view = S.at.round
    S.ask()
  }
  S.listen(S.root, "click", event => {
    const sure = event.target.closest("[data-sure]"),
      skips = event.target.closest("[data-skip]")
    if (sure && S.guess) tellGuess(S, Number(sure.dataset.sure))
    if (!skips) return
    const { step, end, skip } = S.scene.guess
    if (S.guess && isPut(S)) tellGuess(S, null)
    else if (skip) skip(S)
    else if (isAsking(S)) S.go(end?.(S) ?? S.guess?.step ?? step(S))
  })
  wireHold(S)
  S.listen(top, "keydown", event => takeKey(S, event, question))
}

// The handle by pointer: a grip that is pressed and not moved is no guess.
const wireHold = S => {
  const { picture, top } = S.parts
  let tapped = null // where the grip was taken hold of, until it moves
  S.listen(top, "pointerdown", event => {
    const handle = event.target.closest(".handle")
    if (!handle || !openGuess(S)) return
    S.drag = handle.dataset.axis ?? "0"
    picture.setPointerCapture(event.pointerId)
    event.preventDefault()
    handle.focus({ preventScroll: true }) // arrows move what was last taken hold of
    const at = placeIn(S, picture, event)
    tapped = handle.querySelector(".gripline") && event.target.closest(".grip, .gripline") ? at : null
    if (!tapped) S.scene.guess.drag?.(S, at)
    S.ask()
  })
  S.listen(picture, "pointermove", event => {
    if (S.drag === null) return
    const [x, y] = placeIn(S, picture, event)
    if (tapped && Math.hypot(x - tapped[0], y - tapped[1]) < TAP) return
    tapped = null
    S.scene.guess.drag?.(S, [x, y])
    S.ask()
  })
  for (const name of ["pointerup", "pointercancel"])
    S.listen(picture, name, () => {
      if (S.drag === null) return
      S.drag = null
      if (tapped && S.guess && !isPut(S)) S.closeGuess()
      else if (S.guess) S.guess.dropped = true
      S.draw()
      S.ask()
    })
}

// The handle by keyboard: arrows move it, Enter asks how sure one is, in the strip.
const takeKey = (S, event, question) => {
  const handle = event.target.closest(".handle")
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
  if (!handle || (by === undefined && event.key !== "Enter") || !openGuess(S)) return
  const axis = handle.dataset.axis ?? "0"
  S.scene.guess.nudge?.(S, axis, by ?? 0, event.key)
  if (by === undefined) S.guess.dropped = true
  event.preventDefault()
  event.stopPropagation()
  S.draw()
  const next =
    by === undefined
      ? question.querySelector("[data-sure]")
      : S.parts.top.querySelector(`.handle[data-axis="${axis}"]`)
  next?.focus()
}

export const drawGuess = S => {
  const asks = S.scene.guess,
    { prompt, answer, question } = S.parts
  const isAsked = Boolean(asks)
  question.hidden = !isAsked
  if (!isAsked) return
  say(prompt, asks.prompt(S))
  toggle(question, "open", Boolean((S.guess && !S.guess.told) || asks.isOpen?.(S)))
  put(answer, answerOf(S, asks))
}

// The last step that is seen whole.
export const wholeOf = S => (S.resting() ? S.at.round : Math.floor(S.view + 1e-9))

const isAsking = S => (S.guess ? !S.guess.told : (S.scene.guess.step(S) ?? null) !== null)

// Whether a guess is said, sure or not: its answer then says how good it was.
const isPut = S => Boolean(S.guess.dropped || S.scene.guess.isSaid?.(S))

// Next and Play answer what is asked where something is guessed, sure or not, or where it is asked of all steps.
export const isAnswerable = S => {
  const asks = S.scene.guess
  return Boolean(asks && (asks.answer?.(S) || (S.guess && !S.guess.told && isPut(S)) || (asks.isOfAll && isAsking(S))))
}
export const answers = S => {
  if (!isAnswerable(S)) return false
  const { answer, skip } = S.scene.guess,
    elsewhere = answer?.(S)
  S.stop()
  if (elsewhere) elsewhere()
  else if (S.guess) tellGuess(S, null)
  else skip(S)
  return true
}

const answerOf = (S, asks) => {
  const G = S.guess
  if (!G) return asks.offer(S) + (isAsking(S) ? SHOW : "")
  if (G.told) return asks.sentence(S, G)
  const said = isPut(S) ? `<em>${asks.said(S)}</em>` : asks.offer(S)
  return said + (G.dropped ? CHOICES : "") + SHOW
}
