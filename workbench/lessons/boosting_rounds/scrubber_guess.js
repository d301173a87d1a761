// Guessing a cut: a click in the picture, or a handle that keys move.
import { slideTo } from "../../components/kit/keys.js"
import { clamp, shown } from "../../components/kit/numbers.js"
import { pointIn } from "../../components/kit/pointer.js"
import { tellBeside } from "../../components/kit/rounds.js"
import { across } from "./scrubber_shapes.js"

// The ends of the axis on which a cut is guessed.
export const asked = state => state.frames.extent.slice(2 * state.data.marks.guess_axis, 2 * state.data.marks.guess_axis + 2)

export const moveHandle = (state, value) => {
  const { picture, frames } = state, axis = state.data.marks.guess_axis, [min, max] = asked(state)
  state.aim = clamp(value, min, max)
  Object.assign(picture.handle.style, axis
    ? { left: `${picture.room.left}px`, width: `${picture.right - picture.room.left}px`, top: `${picture.sy(state.aim) - 7}px`, height: "14px" }
    : { left: `${picture.sx(state.aim) - 7}px`, width: "14px", top: `${picture.room.top}px`, height: `${picture.bottom - picture.room.top}px` })
  picture.handle.classList.toggle("lying", axis === 1)
  const caption = axis ? frames.captions.y : frames.captions.x
  const values = { min, max, now: state.aim, text: `${caption} ${shown(state.aim)}; Enter chooses it` }
  for (const name in values) picture.handle.setAttribute(`aria-value${name}`, values[name])
}

const guess = (state, value) => {
  moveHandle(state, value)
  tellBeside(state, "guessed", state.aim)
}

export const wireGuess = state => {
  const { picture } = state
  const valueAt = event => {
    const [x, y] = pointIn(picture.svg, event)
    return state.data.marks.guess_axis ? picture.sy.invert(y) : picture.sx.invert(x)
  }
  picture.svg.onclick = event => { if (state.data.marks.ask) guess(state, valueAt(event)) }
  picture.svg.onpointermove = event => {
    if (!state.data.marks.ask) return picture.hover.setAttribute("d", "")
    const [low, high] = asked(state), value = valueAt(event)
    picture.hover.setAttribute("d", value >= low && value <= high ? across(picture, state.data.marks.guess_axis, value) : "")
  }
  picture.svg.onpointerleave = () => picture.hover.setAttribute("d", "")
  picture.handle.onkeydown = event => {
    const [low, high] = asked(state), value = slideTo(event.key, state.aim, { low, high, step: (high - low) / 100 })
    if (value !== undefined) moveHandle(state, value)
    else if (event.key === "Enter" || event.key === " ") guess(state, state.aim)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
