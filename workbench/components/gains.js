// Gain curves: moves a cursor over the cuts at once, and tells Python where it stopped.
// The way and candidate under the pointer: the nearest cut across, and of two curves the nearer one.
import { drawCurve, drawStrip, showCursor } from "./gains_paint.js"
import { peakAfter, peaksOf } from "./gains_peaks.js"
import { onFocus } from "./kit/follow.js"
import { hasModifier, roveButtons } from "./kit/keys.js"
import { clamp, nearest } from "./kit/numbers.js"
import { drag, pointIn } from "./kit/pointer.js"
import { onResize } from "./kit/resize.js"
import { tellKey, tellNow } from "./kit/telling.js"

const states = new WeakMap() // parent element: cursor, picture, timers

const under = (state, data, event) => {
  const [px, py] = pointIn(state.svg, event)
  let found = null
  data.ways.forEach((way, w) => {
    const i = nearest(state.places[w].xs, px)
    const across = Math.abs(state.places[w].xs[i] - px), along = Math.abs(state.places[w].ys[i] - py)
    const distance = Math.round(across / 4) * 1000 + along
    if (!found || distance < found.distance) found = { way: w, candidate: way.candidate[i], distance }
  })
  return found && { way: found.way, candidate: found.candidate }
}

// Where an arrow key leads.
const stepped = (key, at, data) => {
  const way = data.ways[at.way], last = way.candidate.length - 1, i = nearest(way.candidate, at.candidate)
  const to = j => ({ way: at.way, candidate: way.candidate[clamp(j, 0, last)] })
  switch (key) {
    case "ArrowRight": return to(i + 1)
    case "ArrowLeft": return to(i - 1)
    case "PageUp": return to(i + 10)
    case "PageDown": return to(i - 10)
    case "Home": return to(0)
    case "End": return to(last)
    case "ArrowUp": case "ArrowDown": {
      if (data.ways.length === 1) return to(key === "ArrowUp" ? i + 1 : i - 1)
      const other = data.ways[1 - at.way], x = way.x[i] ?? Infinity
      return { way: 1 - at.way, candidate: other.candidate[x === Infinity ? other.x.length - 1 : nearest(other.x.map(v => v ?? 1e300), x)] }
    }
  }
}

// Where the button leads: to the next lower peak of the curve.
const peakBeyond = (data, at) => {
  const way = data.ways[at.way], next = peakAfter(way, nearest(way.candidate, at.candidate))
  return next === undefined ? null : { way: at.way, candidate: way.candidate[next] }
}

const noteOf = data => {
  const verdicts = new Set(data.ways.flatMap(way => way.verdict))
  const reasons = data.hidden ? data.bands.map(band => band.words) : data.reasons.filter((_, i) => i && verdicts.has(i))
  const ghost = data.ghost.length ? "Dashed grey is as fitted." : ""
  return [data.note, ghost, reasons.length ? `Grey is forbidden: ${[...new Set(reasons)].join("; ")}.` : ""].filter(Boolean).join(" ")
}

const placeOf = ({ cursor, ways }) => {
  const w = cursor ? ways.findIndex(way => cursor.candidate <= way.candidate.at(-1)) : -1
  return { way: Math.max(w, 0), candidate: cursor ? cursor.candidate : 0 }
}

// Whether the data would change the picture: the answer to a move seldom does, the cursor stands there already.
const isNews = (state, { cursor, ...rest }, busy) => {
  const text = JSON.stringify(rest), before = state.text, there = placeOf({ ...rest, cursor })
  state.text = text
  return text !== before || !(busy || (state.at.way === there.way && state.at.candidate === there.candidate))
}

const wireStrip = (strip, choose) => {
  strip.onclick = event => {
    const button = event.target.closest("button")
    if (button) choose(Number(button.dataset.feature))
  }
  roveButtons(strip)
}

const freshState = root => {
  const names = [".plot", ".read", ".note", ".features", ".peak"]
  const [plot, read, note, strip, peak] = names.map(name => root.querySelector(name))
  return { plot, read, note, strip, peak, side: null }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".gains")
  if (!states.has(parentElement)) states.set(parentElement, freshState(root))
  const state = states.get(parentElement), { plot, strip, note, peak } = state
  const busy = (state.dragging || state.timer) && state.feature === data.feature
  const repaint = () => { drawCurve(state, data); showCursor(state, data) }
  if (isNews(state, data, busy)) {
    if (!busy) state.at = placeOf(data)
    note.textContent = note.title = noteOf(data)
    repaint()
    drawStrip(state, data)
    strip.setAttribute("aria-label", data.hidden ? "All features" : "All features, best first")
  }
  state.feature = data.feature

  const commit = () => setTriggerValue("move", { feature: data.feature, candidate: state.at.candidate })
  const move = at => {
    if (!at) return
    state.at = { ...at, moved: true }
    showCursor(state, data)
  }
  drag(plot, state, {
    may: () => data.ways.length > 0,
    move: event => move(under(state, data, event)),
    done: () => tellNow(state, commit),
  })
  plot.onkeydown = event => {
    const next = data.ways.length && !hasModifier(event) && stepped(event.key, state.at, data)
    if (!next) return
    event.preventDefault()
    move(next)
    tellKey(state, commit)
  }
  peak.hidden = data.hidden || !data.ways.some(way => peaksOf(way).length > 1)
  peak.onclick = () => {
    move(peakBeyond(data, state.at))
    tellNow(state, commit)
  }
  wireStrip(strip, feature => setTriggerValue("move", { feature, candidate: null }))
  const forget = [
    onFocus(parentElement, side => { state.side = side; showCursor(state, data) }),
    onResize(plot, () => { if (plot.clientWidth !== state.drawnWidth) repaint() }),
  ]
  return () => forget.forEach(each => each())
}
