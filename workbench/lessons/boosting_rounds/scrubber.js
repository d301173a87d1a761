// All rounds of a picture, drawn here: a step asks nobody. The round is told to Python when the reader lets go.
import { atRound, onFocus, onRound } from "../../components/kit/follow.js"
import { framesOf, onFrames } from "../../components/kit/frames.js"
import { bytes } from "../../components/kit/numbers.js"
import { settle, wireMotion } from "../../components/kit/motion.js"
import { onResize } from "../../components/kit/resize.js"
import { heed, isNews, onKey, takeFrames, wireControls } from "../../components/kit/rounds.js"
import { wireGuess } from "./scrubber_guess.js"
import { layout } from "./scrubber_layout.js"
import { paint, paintMarks } from "./scrubber_paint.js"
import { INSIDE } from "./scrubber_shapes.js"

const PACE = { patience: 150, beat: 80, slowBeat: 600 } // milliseconds, see rounds.js
const scrubbers = new WeakMap() // parent element: what it shows

// Draws what changed: everything for other frames or another width, else marks and the moving parts.
const refresh = state => {
  const frames = framesOf(state.data.signature)
  if (!frames || !state.width) return
  if (state.frames !== frames) {
    settle(state)
    takeFrames(state, frames)
    state.aim = null
  }
  const drawn = `${state.data.signature} ${state.width} ${state.height}`
  if (state.drawn !== drawn) {
    const focused = state.picture && state.root.getRootNode().activeElement === state.picture.svg
    layout(state)
    wireGuess(state)
    if (focused) state.picture.svg.focus({ preventScroll: true })
    state.drawn = drawn
  }
  state.sides = bytes(state.data.marks.sides)
  if (state.sides.length !== frames.x.length) state.sides = new Uint8Array(frames.x.length).fill(INSIDE)
  paintMarks(state)
  state.paint()
}

// The marks of the round on the screen, where Python sent them ahead.
const takeMarks = state => {
  const ahead = state.sent.context && atRound("scrubber", state.sent)
  state.root.classList.toggle("behind", Boolean(state.sent.context) && !ahead)
  if (!ahead || ahead.marks === state.data.marks) return
  state.data = { ...state.sent, marks: ahead.marks }
  if (isNews(state)) refresh(state)
}

const wire = (state, parentElement) => {
  const root = (state.root = parentElement.querySelector(".scrubber"))
  state.paint = () => paint(state)
  wireControls(state)
  wireMotion(root.querySelector(".motion"))
  for (const place of [".along", ".controls"]) root.querySelector(place).onkeydown = event => onKey(state, event)
  root.querySelector(".picture.main").onkeydown = event => { if (event.target === state.picture?.svg) onKey(state, event) }
  onResize(root.querySelector(".picture.main"), (width, height) => {
    if (!width || (width === state.width && height === state.height)) return
    Object.assign(state, { width, height })
    refresh(state)
  })
  onFrames(root, () => refresh(state))
  onRound(root, () => takeMarks(state))
}

export default function ({ data, parentElement, setTriggerValue }) {
  let state = scrubbers.get(parentElement)
  if (!state) {
    state = { round: data.round, server: data.round, told: [], side: null, pace: PACE, moves: true, data, sent: data }
    scrubbers.set(parentElement, state)
    wire(state, parentElement)
  }
  state.data = state.sent = data
  state.tell = setTriggerValue
  heed(state)
  const ahead = data.context && atRound("scrubber", data)
  state.root.classList.toggle("behind", Boolean(data.context) && !ahead)
  if (ahead) state.data = { ...data, marks: ahead.marks }
  if (isNews(state)) refresh(state)
  return onFocus(parentElement, side => {
    state.side = side
    if (state.frames && state.drawn) { paintMarks(state); state.paint() }
  })
}
