// Components follow what the reader does in another one: the side of a split that is looked at, and the round.
import { listenWhileThere, tellAll } from "./listen.js"

// The part of a split that the reader looks at, "left", "right", "node" or null: told to all components.
const FOCUS = "gbt-focus"
const focusListeners = new WeakMap() // parent element: its listener

export const tellFocus = side => tellAll(FOCUS, side)

export const onFocus = (parentElement, handler) => {
  const old = focusListeners.get(parentElement)
  if (old) document.removeEventListener(FOCUS, old)
  const listener = event => handler(event.detail)
  focusListeners.set(parentElement, listener)
  document.addEventListener(FOCUS, listener)
  return () => document.removeEventListener(FOCUS, listener)
}

// --- a step is drawn before Python hears of it
// The scrubber tells the round on the screen; what Python sent for the rounds next to its own is kept here.
// Each component is a script of its own: they share nothing but the page's global object.
const ROUND = "gbt-round"

export const tellRound = round => {
  if (round === globalThis.gbtRound) return
  globalThis.gbtRound = round
  // After the next frame, so that the picture does not wait for the rest.
  setTimeout(() => { if (round === globalThis.gbtRound) tellAll(ROUND) })
}

export const roundNow = () => globalThis.gbtRound

// While the scrubber plays, the others rest: what they show is of none of its rounds.
export const tellPlaying = isPlaying => {
  globalThis.gbtPlays = isPlaying
  tellAll(ROUND)
}

export const keepAhead = data => {
  globalThis.gbtAhead = data
  tellAll(ROUND)
}

// Calls handler when the reader steps, or when rounds were sent ahead.
export const onRound = (element, handler) => listenWhileThere(element, ROUND, handler)

// What a component draws for the round on the screen, where that is known: from Python's data, or sent ahead. Where
// several components of a name stand on a page, each one's data say its `part` of it.
export const atRound = (name, data) => {
  if (globalThis.gbtPlays) return undefined
  const round = globalThis.gbtRound, ahead = globalThis.gbtAhead
  if (round === undefined || round === data.round) return data
  return ahead?.context === data.context ? ahead.rounds[round]?.[data.part ?? name] : undefined
}

// A component that is drawn by draw, and again when the reader steps to a round that was sent ahead.
const followers = new WeakMap() // parent element: the last call, the text of what is drawn, the listener
export const following = (name, draw) => call => {
  const state = followers.get(call.parentElement) ?? {}
  followers.set(call.parentElement, state)
  document.removeEventListener(ROUND, state.listener)
  const host = call.parentElement.getRootNode().host
  if (call.data.context === undefined) { // it follows no step, or does no longer
    state.text = undefined
    host?.removeAttribute("data-behind")
    return draw(call)
  }
  const paint = data => {
    const text = JSON.stringify(data)
    if (text === state.text) return
    state.text = text
    state.forget = draw({ ...call, data })
  }
  state.listener = () => {
    const data = atRound(name, call.data)
    host?.toggleAttribute("data-behind", !data)
    if (data) paint(data)
  }
  document.addEventListener(ROUND, state.listener)
  const now = atRound(name, call.data)
  host?.toggleAttribute("data-behind", !now)
  paint(now ?? call.data)
  return () => {
    document.removeEventListener(ROUND, state.listener)
    state.forget?.()
  }
}
