// What else the reader does in the scrubber, and all of it put together.
// --- guessing a cut

// The ends of the axis on which a cut is guessed.
const asked = S => S.frames.extent.slice(2 * S.data.marks.guess_axis, 2 * S.data.marks.guess_axis + 2)

const moveHandle = (S, value) => {
  const { picture: P, frames: f } = S, axis = S.data.marks.guess_axis, [min, max] = asked(S)
  S.aim = Math.max(min, Math.min(max, value))
  Object.assign(P.handle.style, axis
    ? { left: `${P.room.left}px`, width: `${P.right - P.room.left}px`, top: `${P.sy(S.aim) - 7}px`, height: "14px" }
    : { left: `${P.sx(S.aim) - 7}px`, width: "14px", top: `${P.room.top}px`, height: `${P.bottom - P.room.top}px` })
  P.handle.classList.toggle("lying", axis === 1)
  const name = axis ? f.captions.y : f.captions.x
  const values = { min, max, now: S.aim, text: `${name} ${shown(S.aim)}; Enter chooses it` }
  for (const name in values) P.handle.setAttribute(`aria-value${name}`, values[name])
}

const guess = (S, value) => {
  moveHandle(S, value)
  S.tell("guessed", { guess: S.aim })
}

const wireGuess = S => {
  const { picture: P } = S
  const valueAt = event => { // shares of the picture's box, which presenter mode may zoom
    const box = P.svg.getBoundingClientRect()
    return S.data.marks.guess_axis
      ? P.sy.invert(((event.clientY - box.top) / box.height) * P.height)
      : P.sx.invert(((event.clientX - box.left) / box.width) * P.width)
  }
  P.svg.onclick = event => { if (S.data.marks.ask) guess(S, valueAt(event)) }
  P.svg.onpointermove = event => {
    if (!S.data.marks.ask) return P.hover.setAttribute("d", "")
    const [low, high] = asked(S), value = valueAt(event)
    P.hover.setAttribute("d", value >= low && value <= high ? across(P, S.data.marks.guess_axis, value) : "")
  }
  P.svg.onpointerleave = () => P.hover.setAttribute("d", "")
  P.handle.onkeydown = event => {
    const [low, high] = asked(S), step = (high - low) / 100
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key]
    if (by) moveHandle(S, S.aim + by * step)
    else if (event.key === "Home") moveHandle(S, low)
    else if (event.key === "End") moveHandle(S, high)
    else if (event.key === "Enter" || event.key === " ") guess(S, S.aim)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

// --- putting it together

// Another picture: what was still to be told was about the old one.
const takeFrames = (S, frames) => {
  clearTimeout(S.waiting)
  cancelAnimationFrame(S.playing)
  S.controls.play.textContent = "Play"
  Object.assign(S, { frames, waiting: null, playing: null, pending: [], aim: null, drawn: null })
  S.round = Math.max(1, Math.min(frames.rounds, S.data.round))
}

// Draws what changed: everything for other frames or another width, else marks and the moving parts.
const refresh = S => {
  const frames = globalThis.gbtFrames?.get(S.data.signature)
  if (!frames || !S.width) return
  const drawn = `${S.data.signature} ${S.width} ${S.data.height}`
  if (S.frames !== frames) takeFrames(S, frames)
  if (S.drawn !== drawn) {
    const focused = S.picture && S.root.getRootNode().activeElement === S.picture.svg
    S.controls.range.min = 1
    S.controls.range.max = frames.rounds
    layout(S)
    wireGuess(S)
    if (focused) S.picture.svg.focus({ preventScroll: true })
    S.drawn = drawn
  }
  S.sides = bytes(S.data.marks.sides)
  if (S.sides.length !== frames.x.length) S.sides = new Uint8Array(frames.x.length).fill(INSIDE)
  paintMarks(S)
  paint(S)
}

const wire = (S, parentElement) => {
  const root = (S.root = parentElement.querySelector(".scrubber"))
  const find = selector => root.querySelector(selector)
  S.controls = { range: find("input"), output: find("output") }
  for (const button of root.querySelectorAll("button")) S.controls[button.dataset.go] = button
  const { range, play: playButton } = S.controls
  const go = { first: () => 1, back: () => S.round - 1, next: () => S.round + 1, last: () => S.frames.rounds }
  for (const name in go)
    S.controls[name].onclick = () => {
      if (!S.frames) return
      stop(S)
      show(S, go[name]())
      commit(S)
    }
  playButton.onclick = () => { if (S.frames) play(S) }
  range.oninput = () => { stop(S); show(S, Number(range.value)) }
  range.onchange = () => commit(S)
  find(".controls").onkeydown = event => onKey(S, event)
  find(".picture.main").onkeydown = event => { if (event.target === S.picture?.svg) onKey(S, event) }
  new ResizeObserver(entries => {
    const width = Math.floor(entries[0].contentRect.width)
    if (width && width !== S.width) { S.width = width; refresh(S) }
  }).observe(find(".pictures"))
  const arrived = () => (root.isConnected ? refresh(S) : document.removeEventListener("gbt-frames", arrived))
  document.addEventListener("gbt-frames", arrived)
  // The marks of the round on the screen, where Python sent them ahead.
  const stepped = () => {
    if (!root.isConnected) return document.removeEventListener(ROUND, stepped)
    const ahead = S.sent.context && atRound("scrubber", S.sent)
    if (!ahead || ahead.marks === S.data.marks) return
    S.data = { ...S.sent, marks: ahead.marks }
    refresh(S)
  }
  document.addEventListener(ROUND, stepped)
}

export default function ({ data, parentElement, setStateValue }) {
  let S = scrubbers.get(parentElement)
  if (!S) {
    S = { round: data.round, server: data.round, pending: [], side: null, data, sent: data }
    scrubbers.set(parentElement, S)
    wire(S, parentElement)
  }
  S.data = S.sent = data
  S.tell = (name, value) => setStateValue(name, { ...value, move: Date.now() })
  heed(S)
  const ahead = data.context && atRound("scrubber", data)
  if (ahead) S.data = { ...data, marks: ahead.marks }
  refresh(S)
  return onFocus(parentElement, side => {
    S.side = side
    if (S.frames && S.drawn) { paintMarks(S); paint(S) }
  })
}
