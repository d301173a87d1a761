// AdaBoost in all rounds: rows sized by weight over the vote's ground, |g| beside them, error, weight and votes.
import { framesOf, onFrames } from "../../components/kit/frames.js"
import { channels, clamp } from "../../components/kit/numbers.js"
import { settle, wireMotion } from "../../components/kit/motion.js"
import { onResize } from "../../components/kit/resize.js"
import { heed, isNews, onKey, paintControls, takeFrames, wireControls } from "../../components/kit/rounds.js"
import { layoutCourse, paintCourse, paintVotes } from "./rounds_picture_courses.js"
import { layoutPlane, paintPlane } from "./rounds_picture_planes.js"
import { layoutScatter, paintScatter } from "./rounds_picture_scatter.js"
import { curve } from "./rounds_picture_shapes.js"
import { layoutKey, paintHeads } from "./rounds_picture_words.js"

const PACE = { patience: 160, beat: 900, slowBeat: 900 } // milliseconds, see rounds.js
const COURSE = 160, LEAST = 120 // pixels: high is a picture below the stage, and at least one on it
const adas = new WeakMap() // parent element: what it shows

const layout = state => {
  const frames = state.frames
  state.rgb = frames.colours.map(channels)
  state.low = COURSE
  const heightOf = name => Math.max(LEAST, Math.floor(state.parts[name].plot.clientHeight))
  layoutKey(state)
  state.drawnParts = {
    rows: layoutPlane(state, "rows", heightOf("rows")),
    twin: layoutPlane(state, "twin", heightOf("twin")),
    scatter: layoutScatter(state, heightOf("scatter")),
    error: layoutCourse(state, "error", [curve(frames, 0)], { bound: frames.bound }),
    weight: layoutCourse(state, "weight", [curve(frames, 1)], { bars: true }),
    vote: layoutCourse(state, "vote", [curve(frames, 2), curve(frames, 3)], {}),
  }
}

const paint = state => {
  paintPlane(state, "rows")
  paintPlane(state, "twin")
  paintScatter(state)
  for (const name of ["error", "weight", "vote"]) paintCourse(state, name)
  paintVotes(state)
  paintHeads(state)
  paintControls(state, `Round ${state.round} of ${state.data.rounds}`)
}

const refresh = state => {
  const frames = framesOf(state.data.signature)
  if (!frames || !state.width) return
  if (state.frames !== frames) {
    settle(state)
    takeFrames(state, frames)
  }
  state.round = clamp(state.round, 1, frames.rounds)
  const drawn = `${state.data.signature} ${state.width} ${state.height}`
  if (state.drawn !== drawn) {
    layout(state)
    state.drawn = drawn
  }
  state.paint()
}

let made = 0
const wire = (state, parentElement) => {
  const root = (state.root = parentElement.querySelector(".rounds-picture"))
  state.id = ++made
  state.paint = () => paint(state)
  state.keyPlace = root.querySelector(".key")
  state.parts = {}
  for (const part of root.querySelectorAll("[data-part]"))
    state.parts[part.dataset.part] = { head: part.querySelector(".head"), plot: part.querySelector(".plot") }
  wireControls(state)
  wireMotion(root.querySelector(".motion"))
  const upper = root.querySelector(".upper")
  upper.tabIndex = -1 // whoever clicks into the picture has the keys there, too
  upper.onkeydown = event => onKey(state, event)
  onResize(upper, (width, height) => {
    if (!width || (width === state.width && height === state.height)) return
    Object.assign(state, { width, height })
    refresh(state)
  })
  onFrames(root, () => refresh(state))
}

export default function ({ data, parentElement, setTriggerValue }) {
  let state = adas.get(parentElement)
  if (!state) {
    state = { round: data.round, server: data.round, told: [], pace: PACE, moves: true, data }
    adas.set(parentElement, state)
    wire(state, parentElement)
  }
  state.data = data
  state.tell = setTriggerValue
  heed(state)
  if (isNews(state)) refresh(state)
}
