// The strip under the picture: the loss over the rounds, of the training rows and of unseen ones, and a knob.
import { clamp } from "../components/kit/numbers.js"
import { make } from "../components/kit/svg.js"

const SIDE = 12, KNOB = [12, 26] // pixels

export const stripElements = state => {
  const svg = state.track.querySelector("svg")
  const part = (name, className, more = {}) => svg.appendChild(make(name, { class: className, ...more }))
  return {
    past: part("path", "past"), unseen: part("path", "unseen-course"), course: part("path", "course"),
    best: part("circle", "best", { r: 4.5 }), rail: part("path", "rail"), knob: part("rect", "knob", { width: KNOB[0], height: KNOB[1], rx: 6 }),
  }
}

export const roundAt = (state, event) => {
  const box = state.track.getBoundingClientRect(), share = (event.clientX - box.left) / box.width
  return ((share * state.size[2] - SIDE) / (state.size[2] - 2 * SIDE)) * state.rounds
}

export const paintStrip = state => {
  const [, , width, height] = state.size, { loss, unseenLoss } = state.model
  const most = Math.max(...loss, ...unseenLoss)
  const sx = round => SIDE + (round / state.rounds) * (width - 2 * SIDE)
  // By its root: the last rounds, where the two part, would lie on the ground otherwise.
  const sy = value => height - 6 - Math.sqrt(value / most) * (height - 13)
  const line = values => "M" + values.map((value, round) => `${sx(round).toFixed(1)} ${sy(value).toFixed(1)}`).join("L")
  const round = Math.floor(state.at), x = sx(state.at), next = Math.min(state.rounds, round + 1)
  const y = sy(loss[round] + (loss[next] - loss[round]) * (state.at - round))
  const { past, unseen, course, best, rail, knob } = state.strip
  if (state.strip.model !== state.model || state.strip.size !== state.size) {
    Object.assign(state.strip, { model: state.model, size: state.size })
    course.setAttribute("d", line(loss))
    unseen.setAttribute("d", line(unseenLoss))
    const stop = unseenLoss.indexOf(Math.min(...unseenLoss))
    best.setAttribute("cx", sx(stop))
    best.setAttribute("cy", sy(unseenLoss[stop]))
  }
  past.setAttribute("d", `${line(loss.slice(0, round + 1))}L${x.toFixed(1)} ${y.toFixed(1)}V${height}H${SIDE}Z`)
  rail.setAttribute("d", `M${x.toFixed(1)} 0V${height}`)
  knob.setAttribute("x", clamp(x - KNOB[0] / 2, 0, width))
  knob.setAttribute("y", (height - KNOB[1]) / 2)
}
