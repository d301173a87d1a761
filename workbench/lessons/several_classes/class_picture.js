// Several classes in all rounds: rows between the corners of their classes, the chosen row's F and p, a tree a class.
import { framesOf, onFrames } from "../../components/kit/frames.js"
import { clamp } from "../../components/kit/numbers.js"
import { onResize } from "../../components/kit/resize.js"
import { heed, isNews, onKey, paintControls, takeFrames, wireControls } from "../../components/kit/rounds.js"
import { layoutBars, paintBars } from "./class_picture_bars.js"
import { layoutCourse, paintCourse } from "./class_picture_course.js"
import { layoutKey, layoutSimplex, paintSimplex } from "./class_picture_simplex.js"
import { layoutTrees, paintTrees } from "./class_picture_trees.js"

const PACE = { patience: 160, beat: 450, slowBeat: 900 } // milliseconds, see rounds.js
const pictures = new WeakMap() // parent element: what it shows

// The height of the bars, before anything beside them is measured.
const reserve = ({ frames, places }) => {
  places.bars.classList.toggle("alone", frames.places.length === 0)
  places.bars.style.setProperty("--rows", frames.classes.length)
}

const layout = state => {
  reserve(state)
  layoutKey(state)
  layoutSimplex(state)
  layoutBars(state)
  layoutTrees(state)
  layoutCourse(state)
}

const paint = state => {
  paintSimplex(state)
  paintBars(state)
  paintTrees(state)
  paintCourse(state)
  paintControls(state, `Round ${state.round} of ${state.data.rounds}`)
}

const refresh = state => {
  const frames = framesOf(state.data.signature)
  if (!frames || !state.width) return
  if (state.frames !== frames) takeFrames(state, frames)
  state.round = clamp(state.round, 1, frames.rounds)
  const { signature, row, of_class: chosen, guess, known } = state.data
  const drawn = `${signature} ${row} ${chosen} ${guess} ${known} ${state.width} ${state.height}`
  if (state.drawn !== drawn) {
    layout(state)
    state.drawn = drawn
  }
  state.paint()
}

const wire = (state, parentElement) => {
  const root = (state.root = parentElement.querySelector(".class-picture"))
  state.paint = () => paint(state)
  state.places = { key: root.querySelector(".key"), trees: root.querySelector(".trees") }
  for (const name of ["simplex", "bars", "course"]) state.places[name] = root.querySelector(`.${name}`)
  wireControls(state)
  state.controls.range.onkeydown = event => onKey(state, event)
  onResize(root, (width, height) => {
    if (!width || (width === state.width && height === state.height)) return
    Object.assign(state, { width, height })
    refresh(state)
  })
  onFrames(root, () => refresh(state))
}

export default function ({ data, parentElement, setTriggerValue }) {
  let state = pictures.get(parentElement)
  if (!state) {
    state = { round: data.round, server: data.round, told: [], pace: PACE, moves: true, data }
    pictures.set(parentElement, state)
    wire(state, parentElement)
  }
  state.data = data
  state.tell = setTriggerValue
  heed(state)
  if (isNews(state)) refresh(state)
}
