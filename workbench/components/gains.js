// How the reader moves along the gain curves, and how Python hears of it.
// The way and candidate under the pointer: the nearest cut across, and of two curves the nearer one.
const under = (state, data, event) => {
  const box = state.svg.getBoundingClientRect(), scale = state.drawnWidth / box.width
  const px = (event.clientX - box.left) * scale, py = (event.clientY - box.top) * scale
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

const noteOf = data => {
  const verdicts = new Set(data.ways.flatMap(way => way.verdict))
  const reasons = data.hidden ? data.bands.map(band => band.words) : data.reasons.filter((_, i) => i && verdicts.has(i))
  const ghost = data.ghost.length ? "Dashed grey is as fitted." : ""
  return [data.note, ghost, reasons.length ? `Grey is forbidden: ${[...new Set(reasons)].join("; ")}.` : ""].filter(Boolean).join(" ")
}

const place = cursor => (data => {
  const w = cursor ? data.ways.findIndex(way => cursor.candidate <= way.candidate.at(-1)) : -1
  return { way: Math.max(w, 0), candidate: cursor ? cursor.candidate : 0 }
})

export default following("gains", function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".gains")
  if (!states.has(parentElement)) {
    const [plot, read, note, strip] = [".plot", ".read", ".note", ".strip"].map(name => root.querySelector(name))
    states.set(parentElement, { plot, read, note, strip, side: null })
  }
  const state = states.get(parentElement), { plot, strip, note } = state
  for (const [name, colour] of Object.entries(data.colours)) {
    root.style.setProperty(`--${name}`, colour)
    root.style.setProperty(`--${name}-text`, `color-mix(in srgb, ${colour} 62%, var(--st-text-color))`)
  }
  const busy = (state.dragging || state.timer) && state.feature === data.feature
  if (!busy) state.at = place(data.cursor)(data)
  note.textContent = note.title = noteOf(data)
  const repaint = () => { drawCurve(state, data); showCursor(state, data) }
  repaint()
  drawStrip(state, data)
  strip.setAttribute("aria-label", data.hidden ? "All features" : "All features, best first")
  state.feature = data.feature

  const commit = () => {
    clearTimeout(state.timer)
    state.timer = null
    setStateValue("move", { feature: data.feature, candidate: state.at.candidate, time: Date.now() })
  }
  const move = at => {
    if (!at) return
    state.at = at
    showCursor(state, data)
  }
  plot.onpointerdown = event => {
    if (event.button || !data.ways.length) return
    plot.setPointerCapture(event.pointerId)
    state.dragging = true
    move(under(state, data, event))
  }
  plot.onpointermove = event => { if (state.dragging) move(under(state, data, event)) }
  plot.onpointerup = () => { if (state.dragging) { state.dragging = false; commit() } }
  plot.onpointercancel = () => { state.dragging = false }
  plot.onkeydown = event => {
    const next = data.ways.length && !event.ctrlKey && !event.metaKey && !event.altKey && stepped(event.key, state.at, data)
    if (!next) return
    event.preventDefault()
    move(next)
    // The first key is told at once, a held one when it is let go.
    const resting = Date.now() - (state.pressed ?? 0) > 2 * KEY_PAUSE
    state.pressed = Date.now()
    clearTimeout(state.timer)
    if (resting) commit()
    else state.timer = setTimeout(commit, KEY_PAUSE)
  }
  strip.onclick = event => {
    const button = event.target.closest("button")
    if (button) setStateValue("move", { feature: Number(button.dataset.feature), candidate: null, time: Date.now() })
  }
  strip.onkeydown = event => {
    const buttons = [...strip.children], i = buttons.indexOf(event.target.closest("button"))
    const next = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (next === undefined || !buttons[next]) return
    event.preventDefault()
    buttons[next].focus()
  }
  const forget = onFocus(parentElement, side => { state.side = side; showCursor(state, data) })
  state.observer?.disconnect()
  state.observer = new ResizeObserver(() => { if (plot.clientWidth !== state.drawnWidth) repaint() })
  state.observer.observe(plot)
  return () => { forget(); state.observer.disconnect() }
})
