// The stage: one state S, and one clock. Everything is drawn from (step, u): S.view = step - 1 + u runs after S.at.round,
// which is where the reader has gone at once. See "The stage" in ARCHITECTURE.md.
import { clamp, even, lerp, outward } from "./easing.js"
import { fitFrame, mountFrame } from "./frame.js"
import { answers, closeGuess, drawGuess, openGuess, putAgain, putOf, runReach, wireGuess } from "./guess.js"
import { afterOf, countOf, drawStepper, wireStepper } from "./stepper.js"
import { set, unset } from "./svg.js"
import { drawStrip, fitStrip, wireStrip } from "./strip.js"
import { wireKeys } from "./keys.js"
import { drawCard, wireCards } from "./card.js"

const STEP_MS = 820,
  BACK_SHARE = 0.6,
  PLAY_MS = 1200,
  CALM_MS = 900,
  SETTLE_MS = 160,
  WARM_MS = 25,
  HURRY_MS = 500 // between two presses: who hurries to the end stays there
const LEAST = 1e-6 // u of a step that begins
const AT_START = 0.0999 // u of step 1 before anything of it is seen
const SAME_STEP = ["feature", "cut", "node"] // what another step does not keep
const KEPT_MOMENTS = 64

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches

// root: an empty element. view: the lesson's. record: all its steps. source: moment(at). cursor: the held values.
// told: called after every act with the held values that it has changed. step: which of them counts the steps, low the
// least that it can be; on the stage it is the round. turn: sets values of the page that choose another record, where
// somebody can make one. keys: whether the page's keys step. put: of S.put(),
// when the page was left. leadsOn: gives what goes on behind the last step, null for nothing.
export const openStage = ({ root, view, record, source, cursor, told, turn, step = "round", low = 0, keys = true, put, leadsOn }) => {
  const S = {
    root,
    scene: view,
    record,
    source,
    turn,
    keys,
    leadsOn,
    stepName: step,
    low,
    at: {},
    own: {},
    ends: [],
    playing: false,
    speed: 1,
  }
  S.at = heldBy(S, cursor)
  S.told = changes => told?.(sent(S, changes))
  Object.assign(S, {
    guess: null,
    motion: null,
    over: null,
    row: null, drag: null,
    scrubs: false,
    isHeld: false, // a key that steps
    from: null, moments: new Map(), pressedAt: -HURRY_MS,
  })
  bind(S)
  S.at.round = clamp(S.at.round ?? 0, S.low, S.n)
  S.view = S.at.round
  mountFrame(S)
  for (const wire of [wireStepper, wireStrip, wireGuess, wireCards, wireKeys]) wire(S)
  view.build(S)
  for (const wire of view.wire ?? []) wire(S)
  S.fit()
  const sized = new ResizeObserver(() => S.fit())
  sized.observe(root)
  S.ends.push(() => sized.disconnect())
  S.listen(root, "transitionend", event => event.target === root && S.fit())
  document.fonts?.ready.then(() => S.fit())
  S.opens = put ?? { own: {}, guess: null }
  S.ask()
  return S
}

// The held values by their names in the link, and back.
const sent = ({ stepName }, { round, ...others }) =>
  round === undefined ? others : { ...others, [stepName]: round }
const heldBy = ({ stepName }, { [stepName]: round, ...others }) =>
  round === undefined ? others : { ...others, round }

const bind = S => {
  Object.defineProperty(S, "n", { get: () => S.scene.steps(S) })
  Object.defineProperty(S, "per", { get: () => S.scene.per?.(S) ?? 1 }) // steps that make a whole motion
  Object.defineProperty(S, "ms", { get: () => S.scene.ms ?? STEP_MS }) // of one step, at most PLAY_MS
  S.ask = () => {
    S.asked ??= requestAnimationFrame(now => frame(S, now))
  }
  S.fit = () => fit(S)
  S.draw = () => draw(S)
  S.calm = calm
  S.act = changes => act(S, changes)
  S.go = (to, how) => go(S, to, how)
  S.forth = how => forth(S, how)
  S.walk = (by, how) => walk(S, by, how)
  S.play = () => (S.playing ? S.stop() : play(S))
  S.stop = () => stop(S)
  S.scrub = to => scrub(S, to)
  S.letGo = () => letGo(S)
  S.hold = isHeld => hold(S, isHeld)
  S.passes = () => S.scrubs || S.isHeld // nothing is asked of a step that one only passes
  S.run = motion => run(S, motion)
  S.resting = () => !S.motion && !(S.scrubs && !S.scene.isWhole) && S.view === S.at.round
  S.moment = (at = S.at) => momentOf(S, at)
  S.hover = at => S.source?.hover?.(sent(S, at)) // what may be looked at next
  S.show = news => show(S, news)
  S.put = () => putOf(S)
  S.close = () => {
    cancelAnimationFrame(S.asked)
    clearTimeout(S.timer)
    for (const end of S.ends) end()
    S.fit = S.ask = () => {} // another stage may stand there
  }
  S.listen = (target, name, act, options) => {
    target.addEventListener(name, act, options)
    S.ends.push(() => target.removeEventListener(name, act, options))
  }
}

// What Python says at a place; each is asked for once. undefined: on its way, null: it never comes.
const momentOf = (S, at) => {
  const key = JSON.stringify({ ...at, guess: null })
  if (S.moments.has(key)) return S.moments.get(key)
  const found = S.source ? S.source.moment(sent(S, at)) : null
  if (found === undefined) S.waits = true
  if (!found) return found
  S.moments.set(key, found)
  if (S.moments.size > KEPT_MOMENTS) S.moments.delete(S.moments.keys().next().value)
  return found
}

const fit = S => {
  fitFrame(S)
  S.isFitted = false // nothing is drawn meanwhile, not even where what moves loses the focus
  if (!(S.L.picture.w > 0)) return // it may have no place yet, or any more
  fitStrip(S)
  S.scene.measure(S)
  S.scene.still?.(S)
  S.isFitted = true
  S.draw()
}

const frame = (S, now) => {
  S.asked = null
  const M = S.motion
  if (M) {
    const t = M.ms ? clamp((now - M.begin) / M.ms) : 1
    S.view = lerp(M.from, M.to, M.ease(t))
    if (t < 1) S.ask()
    else arrive(S, M)
  }
  const isReaching = runReach(S, now)
  S.isRunning = Boolean(S.scene.runs?.(S, now)) || isReaching // what moves beside the clock
  if (S.isRunning) S.ask()
  S.draw()
}

const arrive = (S, M) => {
  S.motion = S.from = null
  S.view = M.to
  M.done?.()
  warmSoon(S)
}

// Behind the frame, before a key that is held comes again: a busy browser is not idle for long.
const warmSoon = S => {
  if (S.scene.warm)
    S.idle ??= (window.requestIdleCallback ?? setTimeout)(() => {
      S.idle = null
      if (S.isFitted) S.scene.warm(S)
    }, { timeout: WARM_MS })
}

// Where the clock stands: before the first step nothing of it is seen yet.
export const timeOf = S => {
  if (S.view <= 0) return { step: 1, u: AT_START, isStart: true }
  const step = Math.max(1, Math.ceil(S.view - 1e-9))
  return { step, u: Number((S.view - (step - 1)).toFixed(4)), isStart: false }
}

const draw = S => {
  if (!S.isFitted) return
  const { step, u, isStart } = timeOf(S)
  Object.assign(S, { step, u, isStart })
  if (u !== 1 && !(isStart && S.scene.pointsAtStart)) S.over = S.row = null
  S.waits = false
  S.scene.draw(S, step, u)
  drawStrip(S)
  drawStepper(S)
  drawGuess(S)
  drawCard(S)
  set(S.root, "data-drawn", "")
  set(S.root, "aria-busy", String(S.waits)) // for what the picture has asked Python for
  if (S.opens && !S.waits) putAgain(S)
  if (S.motion || S.scrubs || S.isRunning) set(S.root, "data-moving", "")
  else unset(S.root, "data-moving")
}

const run = (S, { to, ms, ease = even, done }) => {
  if (calm() || !ms) {
    S.motion = S.from = null
    S.view = to
    done?.()
    warmSoon(S)
  } else S.motion = { from: S.view, to, ms, ease, done, begin: performance.now() } // the first frame moves already
  S.ask()
}

// The reader goes to a step: at once in S.at, and the picture runs after it where that is the next one. A motion that
// still runs is cut short; from a guess that was told it goes on where it stands. ms, ease: of a longer way. leaps: the motion
// of the new step alone, from wherever one was: on its way S.from is where.
const go = (S, to, { jump = false, leaps = false, ms: given, ease } = {}) => {
  to = clamp(to, S.low, S.n)
  const from = S.at.round,
    isNear = Math.abs(to - from) === 1
  S.from = null
  const isTold = S.guess?.told && S.guess.step === to && S.view > from
  if (!isTold) {
    closeGuess(S)
    S.view = from
  }
  S.motion = null
  S.over = S.row = null
  const changes = { round: to, ...fresh(S) }
  if (to !== from) S.at = { ...S.at, ...changes }
  if (leaps && to > 0 && to !== from + 1) {
    S.from = from
    S.view = to - 1 + LEAST // the step before is another one than that which was left
  }
  const isMoving = S.from !== null || (isNear && !jump)
  const ms = given ?? (isMoving ? (S.ms / S.speed) * Math.abs(to - S.view) * (to < from && S.from === null ? BACK_SHARE : 1) : 0)
  S.run({ to, ms, ease, done: () => arrived(S) })
  if (to !== from) S.told(changes)
  if (to === S.n) S.stop()
}

const fresh = S => ({
  ...Object.fromEntries(SAME_STEP.filter(name => name in S.at).map(name => [name, name === "node" ? 0 : null])),
  ...S.source?.resets,
})

const arrived = S => {
  if (S.playing) {
    const wait = (calm() ? CALM_MS : S.per > 1 ? 0 : PLAY_MS - S.ms) / S.speed
    S.timer = setTimeout(() => S.playing && onward(S), wait)
  } else if (S.at.guess === 1 && S.at.round < S.n && !S.isHeld) openGuess(S)
}

// A key that is held goes on from step to step, until it is let go.
const hold = (S, isHeld) => {
  if (S.isHeld === isHeld) return
  S.isHeld = isHeld
  if (!isHeld && S.resting()) arrived(S)
  S.ask()
}

// One step on or back, to that beside it, or where a view leads instead.
const walk = (S, by, how) => {
  const { round } = S.at,
    to = S.scene.beside?.(S, by) ?? round + by
  go(S, to, { leaps: Math.abs(to - round) > 1, ...how })
}

const forth = (S, how) => {
  const isHurried = performance.now() - S.pressedAt < HURRY_MS
  S.pressedAt = performance.now()
  if (answers(S)) return
  const isOnALongWay = S.motion?.to === S.at.round && S.motion.to - S.motion.from > Math.max(1, S.per)
  if (isOnALongWay) go(S, S.at.round, { jump: true }) // to an answer: it is seen before what follows
  else if (S.at.round < S.n) walk(S, 1, how)
  else if (S.resting()) (S.scene.after?.(S) || !isHurried) && afterOf(S)?.()
  else go(S, S.n) // the last motion is cut short, as any other
}

const play = S => {
  if (answers(S)) return
  S.playing = true
  if (S.at.round === S.n) go(S, 0)
  else onward(S)
}

// To the end of the next whole motion, of which each takes as long as any other.
const onward = S => {
  const { per, at: { round } } = S,
    to = Math.min(S.n, (Math.floor(round / per) + 1) * per)
  if (per > 1) go(S, to, { ms: (PLAY_MS / S.speed) * ((to - round) / per) })
  else walk(S, 1)
}

const stop = S => {
  S.playing = false
  clearTimeout(S.timer)
  S.ask()
}

// The strip is dragged: the picture is wherever the hand is, backwards as well.
const scrub = (S, to) => {
  stop(S)
  closeGuess(S)
  const near = clamp(Math.round(to), S.low, S.n),
    { isWhole } = S.scene
  S.motion = S.from = null
  S.scrubs = true
  S.view = isWhole || Math.abs(to - near) < 0.1 ? near : clamp(to, S.low, S.n)
  if (isWhole && near !== S.at.round) S.at = { ...S.at, round: near, ...fresh(S) } // told once the hand lets go
  S.ask()
}

const letGo = S => {
  const to = countOf(S) // what was shown stays
  S.scrubs = false
  if (to !== S.at.round || S.scene.isWhole) {
    const changes = { round: to, ...fresh(S) }
    S.at = { ...S.at, ...changes }
    S.told(changes)
  }
  S.run({ to, ms: SETTLE_MS, ease: outward })
}

// Held values change: the step as by go, all others where one is.
const act = (S, { round, ...others }) => {
  if (Object.keys(others).some(name => S.at[name] !== others[name])) {
    S.at = { ...S.at, ...others }
    S.told(others)
  }
  if (round !== undefined && round !== S.at.round) return go(S, round)
  if (others.guess === 0) S.closeGuess()
  S.ask()
}

// Another record, or another place that somebody else has chosen: shown at once, without motion. Where nothing is another,
// whatever runs goes on.
const show = (S, { record, source, cursor = {}, step = S.stepName, low = S.low }) => {
  const isOther = Boolean(record) && record !== S.record,
    known = step === S.stepName ? sent(S, S.at) : {} // another value counts its steps
  Object.assign(S, { stepName: step, low })
  const news = Object.entries(cursor).filter(([name, value]) => known[name] !== value),
    changes = heldBy(S, Object.fromEntries(news))
  if (source && source !== S.source) {
    S.source = source
    S.moments.clear()
  }
  if (!isOther && !Object.keys(changes).length) return S.ask()
  stop(S)
  closeGuess(S)
  if (isOther) S.record = record
  S.at = { ...S.at, ...changes }
  S.at.round = clamp(S.at.round, S.low, S.n)
  Object.assign(S, { view: S.at.round, motion: null, from: null, scrubs: false, over: null, row: null })
  if (isOther) {
    S.isFitted = false
    S.scene.build(S)
  }
  S.fit()
  if (changes.guess === 1) openGuess(S)
}
