// A model that boosts by itself: a clock leads through the rounds, points can be dragged, and the strip scrubbed.
import { drag, pointIn } from "../components/kit/pointer.js"
import { hasModifier, slideTo } from "../components/kit/keys.js"
import { clamp, shown } from "../components/kit/numbers.js"
import { onResize } from "../components/kit/resize.js"
import { boosted } from "./booster.js"
import { elements, paint } from "./hero_paint.js"
import { scale } from "./hero_scale.js"
import { paintStrip, roundAt, stripElements } from "./hero_strip.js"

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches
const states = new WeakMap() // parent element: its state
const LOOPS = 3, HOLD = 2600, REWIND = 900, AHEAD = 90, STILL_BEAT = 700, LONGEST_FRAME = 50 // milliseconds
const FIRST_LASTS = 2000, LAST_LASTS = 600, FASTER = 3.5 // a round's time, and the rounds in which it falls to a third
const STILL_ROUND = 3 // what is seen where nothing moves
const REACH = 18, REACH_OF_A_FINGER = 28 // pixels around a point
const STEP = 0.1, PAGE = 0.5 // of the keys, in units of y
const PAUSE = '<path d="M7 4.5v11M13 4.5v11"/>', PLAY = '<path fill="currentColor" d="M7 4l9 6-9 6z"/>'
const BACK = '<path d="M4 8a6.5 6.5 0 1 1-.3 4M4 3.500V8h4.500"/>'
const icon = path => `<svg viewBox="0 0 20 20" aria-hidden="true">${path}</svg>`
const eased = share => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2)
const lasts = round => LAST_LASTS + (FIRST_LASTS - LAST_LASTS) * Math.exp(-round / FASTER)

// --- the model

const refit = state => {
  state.order = state.points.map((_, i) => i).sort((a, b) => state.points[a].x - state.points[b].x)
  const sorted = name => state.order.map(i => state.points[i][name])
  state.model = boosted({ x: sorted("x"), y: sorted("y") }, state.data.unseen, state.data.settings)
}

const putBack = state => {
  state.points = state.data.x.map((x, i) => ({ x, y: state.data.y[i] }))
  state.ghost = null
  refit(state)
}

// --- what is on the screen

const draw = state => {
  if (!state.size) return
  paint(state)
  paintStrip(state)
  const round = Math.ceil(state.at - 1e-6), { loss, unseenLoss } = state.model
  const words = `${round} of ${state.rounds}`
  if (state.words === words + loss[round]) return
  state.words = words + loss[round]
  state.find(".round b").textContent = words
  state.find(".training b").textContent = loss[round].toFixed(3)
  state.find(".unseen b").textContent = unseenLoss[round].toFixed(3)
  state.track.setAttribute("aria-valuenow", round)
  state.track.setAttribute(
    "aria-valuetext", `Round ${words}: loss ${shown(loss[round])}, on unseen rows ${shown(unseenLoss[round])}`,
  )
}

const setPlaying = (state, isPlaying) => {
  state.isPlaying = isPlaying
  const button = state.find(".play")
  button.innerHTML = icon(isPlaying ? PAUSE : PLAY)
  button.setAttribute("aria-label", isPlaying ? "Pause" : "Play")
  if (!isPlaying) goTo(state, Math.ceil(state.at - 1e-6))
  wake(state)
}

const goTo = (state, at) => {
  state.at = clamp(at, 0, state.rounds)
  state.rewind = 0
  state.hold = state.at >= state.rounds ? HOLD : 0
  wake(state)
}

// --- the clock: it plays, holds at the end, winds back, and rests after some loops

const advance = (state, passed) => {
  const { rounds } = state
  if (state.rewind > 0) {
    state.rewind = Math.max(0, state.rewind - passed / REWIND)
    state.at = rounds * eased(state.rewind)
  } else if (state.hold > 0) {
    state.hold -= passed
    if (state.hold > 0) return
    state.loops += 1
    if (state.loops >= LOOPS) setPlaying(state, false)
    else if (isStill()) state.at = 0
    else state.rewind = 1
    state.ghost = null
  } else {
    if (isStill()) {
      state.beat = (state.beat ?? 0) + passed
      if (state.beat < STILL_BEAT) return
      state.beat = 0
      state.at = Math.min(rounds, Math.floor(state.at) + 1)
    } else state.at = Math.min(rounds, state.at + passed / lasts(state.at))
    if (state.at >= rounds) state.hold = HOLD
  }
}

// While a point is held, all rounds are shown that it changes.
const runAhead = (state, passed) => {
  const { rounds } = state, left = (rounds - state.at) * Math.exp(-passed / AHEAD)
  state.at = isStill() || left < 0.3 ? rounds : rounds - left
}

const tick = (state, now) => {
  state.frame = null
  if (!state.root.isConnected) return
  const passed = clamp(now - (state.last ?? now), 0, LONGEST_FRAME)
  state.last = now
  if (runs(state)) (state.held ? runAhead : advance)(state, passed)
  draw(state)
  if (runs(state)) state.frame = requestAnimationFrame(later => tick(state, later))
}

const runs = state => state.isPlaying && state.isSeen && !(state.held && state.at >= state.rounds)

// Draws in the next frame, and goes on while it plays.
const wake = state => {
  if (state.frame) return
  state.last = null
  state.frame = requestAnimationFrame(now => tick(state, now))
}

// --- points that are dragged, or moved by keys

const nearPoint = (state, event) => {
  const [x, y] = pointIn(state.svg, event), { px, py } = state.scale
  const away = state.points.map(point => Math.hypot(px(point.x) - x, py(point.y) - y))
  const i = away.indexOf(Math.min(...away))
  return away[i] <= (event.pointerType === "mouse" ? REACH : REACH_OF_A_FINGER) ? i : -1
}

const take = (state, i) => {
  state.chosen = i
  state.isTouched = true
  state.ghost = { x: state.model.x, raw: state.model.raw }
  state.rewind = 0
  state.at = Math.ceil(state.at - 1e-6)
}

const movePoint = (state, i, x, y) => {
  const { width, reach } = state.data
  state.points = state.points.with(i, { x: clamp(x, 0, width), y: clamp(y, -reach, reach) })
  refit(state)
  state.find(".again").disabled = false
  wake(state)
}

const letGo = state => {
  state.held = false
  state.svg.classList.remove("held")
  if (state.isPlaying) goTo(state, state.rounds)
  const round = Math.ceil(state.at - 1e-6)
  state.find(".told").textContent = `Fitted again: loss ${shown(state.model.loss[round])} after round ${round}.`
  tellPoint(state)
  wake(state)
}

const tellPoint = state => {
  const { x, y } = state.points[state.chosen], { reach } = state.data, { grip } = state.parts
  const place = state.order.indexOf(state.chosen) + 1
  grip.setAttribute("aria-label", `Point ${place} of ${state.points.length}: left and right choose one, up and down move it`)
  for (const [name, value] of Object.entries({ min: -reach, max: reach, now: y.toFixed(2), text: `x ${shown(x)}, y ${shown(y)}` }))
    grip.setAttribute(`aria-value${name}`, value)
}

const wirePoints = state => {
  const { svg } = state
  svg.onpointerdown = event => {
    const i = event.button ? -1 : nearPoint(state, event)
    if (i < 0) return
    event.preventDefault()
    svg.setPointerCapture(event.pointerId)
    svg.classList.add("held")
    state.held = true
    take(state, i)
    wake(state)
  }
  svg.onpointermove = event => {
    if (!state.held) return svg.classList.toggle("near", nearPoint(state, event) >= 0)
    const [x, y] = pointIn(svg, event)
    movePoint(state, state.chosen, state.scale.px.invert(x), state.scale.py.invert(y))
  }
  svg.onpointerup = svg.onpointercancel = () => { if (state.held) letGo(state) }
  // touch-action does not hold on parts of an SVG.
  state.onTouch = event => {
    const [touch] = event.touches
    if (nearPoint(state, { clientX: touch.clientX, clientY: touch.clientY }) >= 0) event.preventDefault()
  }
  state.parts.grip.onkeydown = event => keyOnPoint(state, event)
}

const keyOnPoint = (state, event) => {
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const up = { ArrowUp: STEP, ArrowDown: -STEP, PageUp: PAGE, PageDown: -PAGE }[event.key]
  if (hasModifier(event) || !(side || up)) return
  event.preventDefault()
  setPlaying(state, false)
  state.isTouched = true
  if (side) {
    const place = clamp(state.order.indexOf(state.chosen) + side, 0, state.points.length - 1)
    state.chosen = state.order[place]
  } else {
    const { x, y } = state.points[state.chosen]
    take(state, state.chosen)
    movePoint(state, state.chosen, x, y + up)
    letGo(state)
  }
  tellPoint(state)
}

// --- buttons and the strip of the loss

const wireFoot = state => {
  state.find(".play").onclick = () => {
    if (!state.isPlaying) {
      state.loops = 0
      state.ghost = null
      if (state.at >= state.rounds) goTo(state, 0)
    }
    setPlaying(state, !state.isPlaying)
  }
  const again = state.find(".again")
  again.innerHTML = icon(BACK)
  again.onclick = () => {
    putBack(state)
    again.disabled = true
    state.find(".play").focus()
    state.find(".told").textContent = "The points are back."
    wake(state)
  }
  const scrub = event => goTo(state, roundAt(state, event))
  drag(state.track, {}, { start: () => setPlaying(state, false), move: scrub, done: () => goTo(state, Math.round(state.at)) })
  state.track.onkeydown = event => {
    const to = slideTo(event.key, Math.round(state.at), { low: 0, high: state.rounds, page: 5 })
    if (to === undefined || hasModifier(event)) return
    event.preventDefault()
    setPlaying(state, false)
    goTo(state, to)
  }
}

const begun = (data, root) => {
  const find = selector => root.querySelector(selector)
  const state = { data, root, find, svg: find(".picture"), track: find(".track"), loops: 0, hold: 0, rewind: 0, isSeen: true }
  state.rounds = data.settings.n_estimators
  state.track.setAttribute("aria-valuemin", 0)
  state.track.setAttribute("aria-valuemax", state.rounds)
  putBack(state)
  state.chosen = data.y.indexOf(Math.max(...data.y))
  state.parts = elements(state)
  state.strip = stripElements(state)
  state.at = isStill() ? STILL_ROUND : 0
  wirePoints(state)
  wireFoot(state)
  tellPoint(state)
  setPlaying(state, !isStill())
  return state
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".hero")
  const state = states.get(root) ?? begun(data, root)
  states.set(root, state)
  const forget = onResize(state.svg, (width, height) => {
    state.size = [width, height, state.track.clientWidth, state.track.clientHeight]
    state.scale = scale(state)
    state.svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
    draw(state)
  })
  const watch = new IntersectionObserver(([entry]) => {
    state.isSeen = entry.isIntersecting
    wake(state)
  })
  watch.observe(state.svg)
  state.svg.addEventListener("touchstart", state.onTouch, { passive: false })
  return () => {
    forget()
    watch.disconnect()
    state.svg.removeEventListener("touchstart", state.onTouch)
    cancelAnimationFrame(state.frame)
    state.frame = null
  }
}
