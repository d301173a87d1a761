// The strip: how much of the best gain is kept by ever fewer bins. While it is asked how few are enough, all of it is one
// handle, the hand leads through the halvings, and the picture follows; the guess and the limit stay on it.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { grip } from "../../stage/kit/marks.js"
import { decimals } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { foundNow, isLucky, isPassed, isTold } from "./view_model.js"
import { limitOf, offer, prompt, said } from "./view_words.js"

const HALVING_MS = 1100, // of the way to the answer
  MOST_MS = 3600,
  NEAR = 0.1,
  HEAD = 22 // pixels of the strip above what is kept, for its number

const tell = S => {
  const { own, record } = S,
    to = record.sure,
    from = own.pick === to ? to - 1 : (own.pick ?? 0)
  S.stop()
  Object.assign(own, { said: own.pick, pick: null, hand: null })
  S.act({ bins_told: 1 })
  S.go(from, { jump: true })
  own.reveals = true
  S.go(to, { ms: Math.min(HALVING_MS * Math.abs(to - from), MOST_MS) / S.speed })
}

// Next goes from halving to halving; after the last one it answers.
export const afterAll = S => (isTold(S) ? null : () => tell(S))

export const askAgain = S => {
  S.own.said = null
  S.act({ bins_told: 0, guess: null })
  S.go(0, { jump: true })
}

const take = (S, place) => {
  const near = clamp(Math.round(place), 1, S.n)
  S.own.pick = near
  S.own.hand = Math.abs(place - near) < NEAR ? near : clamp(place, 0, S.n)
}

export const guess = {
  stops: [1, 1], // the clock waits where it is
  skip: tell,
  step: S => (isTold(S) ? null : S.at.round),
  prompt,
  offer,
  said,
  isSaid: ({ own }) => own.pick !== null,
  drag: (S, [x]) => take(S, S.L.stepAt(x + S.L.picture.x - S.L.strip.x)),
  nudge: (S, _, by) => take(S, clamp((S.own.pick ?? S.at.round) + by, 1, S.n)),
  judged: ({ own, record }) => ({ yours: own.pick, best: record.sure, share: 0 }),
  sentence: offer,
  told: S => {
    tell(S)
    return true
  },
}

// What is lost of the gain is drawn as its root: the limit stands apart from nothing lost, and all of it is seen.
const lossOf = kept => -Math.sqrt(Math.max(0, 100 - kept))

export const strip = S => {
  const { own: { model }, record } = S
  if (!isTold(S)) return { lines: [], beside: [], ticks: S.n }
  const values = model.kept.map(lossOf),
    limit = lossOf(100 * record.limit),
    lines = [{ mark: "kept", values }, { mark: "limit", values: model.kept.map(() => limit) }]
  return { lines, ends: [Math.min(...values, limit), 0], head: HEAD, ticks: S.n, beside: [] }
}

const text = (cls, x, y, anchor, words) => `<text class="${cls} strip-text halo" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${words}</text>`

// In the picture's uppermost layer, which reaches over the strip.
export const onStrip = S => {
  const { L: { strip: place, picture } } = S,
    y = round1(place.y - picture.y)
  return isTold(S) ? answerOf(S, y) : handleOf(S, y)
}

const handleOf = ({ own: { time, model, pick }, n, L }, y) => {
  const { em, strip: { w, h }, stepX } = L,
    x = round1(stepX(time.place)),
    at = Math.max(1, Math.round(time.place)),
    bins = model.states[at].max_bin,
    middle = y + (h - 17) / 2,
    out = x < w / 2 ? 1 : -1
  return (
    handleAt({ label: "Fewest bins that are enough", now: at, text: `${bins} bins`, least: 1, most: n },
      `<rect x="0" y="${y}" width="${round1(w)}" height="${round1(h)}" fill="transparent"/><path class="guessed" d="M${x} ${y + 4}V${y + h - 21}"/>${grip(x, middle, em)}`) +
    text("mine-text", x + out * 1.5 * em, middle + 0.3 * em, out > 0 ? "start" : "end", pick === null ? `drag: ${at < n ? "ever fewer" : "more"} bins` : `${bins} bins`)
  )
}

const answerOf = (S, y) => {
  const { own: { said: mine, model }, record, L } = S,
    { em, strip: { w, h }, stepX, stripY } = L,
    shownAt = model.states.indexOf(foundNow(S)),
    yOf = kept => y + stripY(lossOf(kept)),
    x = mine === null ? 0 : round1(stepX(mine)),
    at = yOf(model.kept[mine ?? 0]),
    foot = y + h - 1.8 * em,
    lucky = model.states.findIndex(state => state && isLucky(S, state)),
    isWide = stepX(1) - stepX(0) > 5.6 * em
  const [left, under] = at <= foot - 0.8 * em ? [x + 6, foot] : isWide ? [x + 1.5 * em, at - 0.5 * em] : [x + 6, at - 1.8 * em] // off its number
  let drawn = mine === null ? "" : `<path class="mine" d="M${x} ${round1(at + 6)}V${y + h - 17}"/>${text("mine-text", left, under, "start", "yours")}`
  model.kept.forEach((each, k) => {
    if (!isPassed(S, k)) return
    const isNow = k === shownAt,
      isLuck = k > 0 && isLucky(S, model.states[k]),
      kept = `${decimals(each, each === 100 ? 0 : 1)}${k === 0 ? " %" : k === lucky && isWide ? " by luck" : ""}`
    drawn += `<circle class="keptdot${isLuck ? " hollow" : ""}" cx="${round1(stepX(k))}" cy="${round1(yOf(each))}" r="${isLuck ? 4 : 3}"/>`
    drawn += text(isNow ? "ink" : "", clamp(stepX(k), 1.3 * em, w - 1.3 * em), yOf(each) - (isNow ? 0.8 : isLuck ? 0.6 : 0.5) * em, "middle", kept)
  })
  return drawn + text("", stepX(0.5), yOf(100 * record.limit) + 1.1 * em, "middle", limitOf(S)) + knob(S, yOf)
}

// The strip's knob runs along the line.
const knob = ({ own: { time: { to, from, u, place } }, L }, yOf) => {
  const of = state => yOf(state ? 100 * state.kept : 100)
  return `<circle class="knob" cx="${round1(L.stepX(place))}" cy="${round1(u < 1 ? lerp(of(from), of(to), u) : of(to))}" r="${round1(0.5 * L.em)}"/>`
}
