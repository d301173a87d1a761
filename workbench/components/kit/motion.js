// A step from one round to the next as a movement: `state.at` goes from round to round, and between r - 1 and r the
// picture of round r is so far on its way from what was before it to what is after it. state.paint() draws it.
import { element } from "./html.js"

export const LASTS = 600 // milliseconds
const FRAME = 16 // milliseconds
const kept = (globalThis.gbtMotion ??= { isOff: false }) // for all pictures of the tab

export const isStill = () => kept.isOff || matchMedia("(prefers-reduced-motion: reduce)").matches

// The round that is drawn, and how far on its way it is, 0 to 1.
export const drawnAt = state => {
  const at = state.at ?? state.round, round = Math.max(1, Math.ceil(at))
  return [round, at - round + 1]
}

export const settle = state => {
  cancelAnimationFrame(state.moving)
  state.moving = state.at = null
}

// The round is shown at once by words and numbers; another step cuts the movement short.
export const move = (state, from) => {
  settle(state)
  if (isStill()) return state.paint()
  const to = state.round, start = performance.now() - FRAME // the first picture is on its way already
  const step = now => {
    const share = Math.min(1, (now - start) / LASTS)
    state.at = share < 1 ? from + (to - from) * (1 - (1 - share) ** 3) : null
    state.moving = share < 1 && state.root.isConnected ? requestAnimationFrame(step) : null
    state.paint()
  }
  step(start)
}

// A button that turns movement off and on: it says how it stands, and what a click does.
export const wireMotion = button => {
  const say = () => {
    button.textContent = kept.isOff ? "Motion off" : "Motion on"
    button.title = kept.isOff ? "A step shows its end at once. Click: it moves there" : "A step moves to its end. Click: it shows it at once"
  }
  button.onclick = () => {
    kept.isOff = !kept.isOff
    say()
  }
  say()
}

// The same button in the corner of a picture that has no place of its own for it.
export const offerMotion = picture => {
  if (picture.querySelector(".motion")) return
  const button = Object.assign(element("button", "motion corner"), { type: "button" })
  wireMotion(button)
  picture.append(button)
}
