// Stepping through rounds that the browser holds: buttons, keys, play; and how Python hears of it.
// A state has: frames, round (on the screen), server (Python's), told (and not yet answered), waiting
// and playing (timers), controls, root, data, paint(), tell(name, value) and pace, in milliseconds: patience
// after the last key until Python is told, beat of the rounds while they play, slowBeat for reduced motion. With
// `moves`, a step of one round is a movement, see motion.js.
import { tellPlaying, tellRound } from "./follow.js"
import { hasModifier, slideTo } from "./keys.js"
import { move } from "./motion.js"
import { heedServer, keepTold, settle } from "./pending.js"
import { clamp } from "./numbers.js"

export const show = (state, round) => {
  const wanted = clamp(round, 1, state.frames.rounds)
  if (wanted === state.round) return
  const from = state.round
  state.round = wanted
  if (state.moves && !state.playing && Math.abs(wanted - from) === 1) move(state, from)
  else state.paint()
  if (!state.playing) tellRound(wanted) // while it plays, the other parts of the page rest
}

export const commit = state => {
  clearTimeout(state.waiting)
  state.waiting = null
  const told = state.told.at(-1) ?? state.server
  if (state.round === told) return
  keepTold(state, state.round)
  state.tell("moved", state.round)
}

// At once when Python is idle; else when the key is let go, so that a held one does not ask for every round.
const commitSoon = state => {
  settle(state)
  if (!state.waiting && !state.told.length) return commit(state)
  clearTimeout(state.waiting)
  state.waiting = setTimeout(() => commit(state), state.pace.patience)
  state.letGo ??= () => { if (state.waiting) commit(state) }
  document.addEventListener("keyup", state.letGo, { capture: true, once: true })
}

// Something else that the reader did. Of what still waits at the server, what is told later replaces what was
// told earlier, so a round that has not been answered is told again with it.
export const tellBeside = (state, name, value) => {
  if (state.told.length) state.tell("moved", state.told.at(-1))
  state.tell(name, value)
}

export const stop = state => {
  if (!state.playing) return
  cancelAnimationFrame(state.playing)
  state.playing = null
  state.controls.play.textContent = "Play"
  tellPlaying(false)
  tellRound(state.round)
  commit(state)
}

const play = state => {
  if (state.playing) return stop(state)
  const { beat, slowBeat } = state.pace
  const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? slowBeat : beat
  let last = performance.now()
  clearTimeout(state.waiting)
  if (state.round >= state.frames.rounds) show(state, 1)
  state.controls.play.textContent = "Pause"
  tellPlaying(true)
  const step = now => {
    if (!state.root.isConnected) return tellPlaying(false)
    if (now - last >= pause - 4) {
      last = now
      show(state, state.round + 1)
      if (state.round >= state.frames.rounds) return stop(state)
    }
    state.playing = requestAnimationFrame(step)
  }
  state.playing = requestAnimationFrame(step)
}

export const onKey = (state, event) => {
  if (hasModifier(event) || !state.frames) return
  if (event.target instanceof HTMLButtonElement && event.key === " ") return // it presses the button
  const round = slideTo(event.key, state.round, { low: 1, high: state.frames.rounds })
  if (round === undefined && event.key !== " ") return
  event.preventDefault()
  if (event.key === " ") return play(state)
  stop(state)
  show(state, round)
  commitSoon(state)
}

// The buttons and the slider of rounds.BUTTONS; keys are for the component to bind.
export const wireControls = state => {
  const { root } = state, range = root.querySelector("input")
  state.controls = { range, output: root.querySelector("output") }
  for (const button of root.querySelectorAll("[data-go]")) state.controls[button.dataset.go] = button
  const go = { first: () => 1, back: () => state.round - 1, next: () => state.round + 1, last: () => state.frames.rounds }
  for (const name in go)
    state.controls[name].onclick = () => {
      if (!state.frames) return
      stop(state)
      show(state, go[name]())
      commit(state)
    }
  state.controls.play.onclick = () => { if (state.frames?.rounds > 1) play(state) }
  range.oninput = () => { stop(state); show(state, Number(range.value)) }
  range.onchange = () => commit(state)
}

// Where the controls stand. label: the round in words; words: the same for who hears it.
export const paintControls = (state, label, words = label) => {
  const { round: r, frames, controls: { range, output, ...buttons } } = state, last = frames.rounds
  state.shown = r
  range.value = r
  range.disabled = last === 1
  range.setAttribute("aria-valuetext", words)
  output.textContent = label
  const ends = { play: last === 1, first: r === 1, back: r === 1, next: r === last, last: r === last }
  for (const name in ends) buttons[name].setAttribute("aria-disabled", ends[name])
}

// Another picture: what was still to be told was about the old one. While it played, nobody was told where it is.
export const takeFrames = (state, frames) => {
  const { playing } = state
  clearTimeout(state.waiting)
  cancelAnimationFrame(playing)
  if (playing) tellPlaying(false)
  state.controls.play.textContent = "Play"
  state.controls.range.min = 1
  state.controls.range.max = frames.rounds
  Object.assign(state, { frames, waiting: null, playing: null, told: [], drawn: null })
  state.round = clamp(playing ? state.round : state.data.round, 1, frames.rounds)
  if (playing) commit(state)
}

// Whether the data would change the picture. The answer to a step seldom does: the round stands there already.
export const isNews = state => {
  const { round: _, ...rest } = state.data, said = JSON.stringify(rest), before = state.said
  state.said = said
  return said !== before || state.shown !== state.round
}

// Python's round counts only when somebody else than this scrubber moved it.
export const heed = state => {
  if (heedServer(state, state.data.round) && !state.waiting && !state.playing) state.round = state.data.round
  if (!state.playing) tellRound(state.round)
}
