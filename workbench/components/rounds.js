// Stepping through rounds that the browser holds: buttons, keys, play; and how Python hears of it.
// A component that uses it has paint(S), and the constants PATIENCE, BEAT and SLOW_BEAT in milliseconds.
const show = (S, r) => {
  const wanted = Math.max(1, Math.min(S.frames.rounds, r))
  if (wanted === S.round) return
  S.round = wanted
  paint(S)
  if (!S.playing) tellRound(wanted) // while it plays, the other parts of the page rest
}

const commit = S => {
  clearTimeout(S.waiting)
  S.waiting = null
  const told = S.pending.at(-1) ?? S.server
  if (S.round === told) return
  S.pending.push(S.round)
  S.tell("moved", { round: S.round })
}

// At once when Python is idle; else when the keys rest, so that a held key does not ask for every round.
const commitSoon = S => {
  if (!S.waiting && !S.pending.length) return commit(S)
  clearTimeout(S.waiting)
  S.waiting = setTimeout(() => commit(S), PATIENCE)
}

const stop = S => {
  if (!S.playing) return
  cancelAnimationFrame(S.playing)
  S.playing = null
  S.controls.play.textContent = "Play"
  tellRound(S.round)
  commit(S)
}

const play = S => {
  if (S.playing) return stop(S)
  const beat = matchMedia("(prefers-reduced-motion: reduce)").matches ? SLOW_BEAT : BEAT
  let last = performance.now()
  clearTimeout(S.waiting)
  if (S.round >= S.frames.rounds) show(S, 1)
  S.controls.play.textContent = "Pause"
  const step = now => {
    if (!S.root.isConnected) return
    if (now - last >= beat - 4) {
      last = now
      show(S, S.round + 1)
      if (S.round >= S.frames.rounds) return stop(S)
    }
    S.playing = requestAnimationFrame(step)
  }
  S.playing = requestAnimationFrame(step)
}

const target = (S, key) => ({
  ArrowLeft: S.round - 1, ArrowDown: S.round - 1, ArrowRight: S.round + 1, ArrowUp: S.round + 1,
  PageDown: S.round - 10, PageUp: S.round + 10, Home: 1, End: S.frames.rounds,
})[key]

const onKey = (S, event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !S.frames) return
  if (event.target instanceof HTMLButtonElement && event.key === " ") return // it presses the button
  const r = target(S, event.key)
  if (r === undefined && event.key !== " ") return
  event.preventDefault()
  if (event.key === " ") return play(S)
  stop(S)
  show(S, r)
  commitSoon(S)
}

// Python's round counts only when somebody else than this scrubber moved it.
const heed = S => {
  const at = S.pending.indexOf(S.data.round)
  if (at >= 0) S.pending.splice(0, at + 1)
  else if (S.data.round !== S.server) {
    S.pending = []
    if (!S.waiting && !S.playing) S.round = S.data.round
  }
  S.server = S.data.round
  if (!S.playing) tellRound(S.round)
}
