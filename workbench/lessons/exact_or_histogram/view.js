// Exact or histogram: from every cut to ever fewer bins. Rows fall into their bins, the running sum leaves a gain at every
// border and nowhere else, and the larger child comes for nothing. How few bins are enough is asked on the strip.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { bracketed, gainFormula, math, mi, mn } from "../../stage/kit/formula.js"
import { PICTURE } from "../../stage/kit/frame.js"
import { placeIn, putTop } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { circle, grip } from "../../stage/kit/marks.js"
import { decimals, significant, threshold } from "../../stage/kit/numbers.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { CHILD_LAYERS, drawChild, placeChild, wireChild } from "./view_child.js"
import { drawLanes, drawStill, LAYERS, placeAt, placeLanes, sweepAt } from "./view_lanes.js"
import { chosen, isBack, isTold, modelOf, phasesOf, placeLeft, stepOf, timeOf } from "./view_model.js"
import { drawWhole, placeWhole, WHOLE_LAYERS } from "./view_whole.js"
import { limitOf, offer, percent, prompt, said } from "./view_words.js"

const STEP_MS = 1200,
  HALVING_MS = 900, // of the way to the answer
  MOST_HALVINGS = 4,
  NEAR = 0.1,
  HEAD = 22 // pixels of the strip above what is kept, for its number

const LAYOUT = {
  picture:
    `${PICTURE}<div class="under-picture"><div class="sums" data-part="sums" role="group" aria-label="Of the cut"></div>` +
    `<label class="tuner" data-part="tuner">max_bin<input type="range" data-part="slider" min="0" step="1"><output data-part="tuned"></output></label></div>`,
  right:
    `<div class="head"><b data-part="childhead"></b><span class="note" data-part="childnote"></span></div>` +
    `<div class="child" data-part="child" role="slider" tabindex="0" aria-label="Bin" aria-valuemin="1"><svg data-part="childbox" aria-hidden="true">${CHILD_LAYERS}</svg></div>` +
    `<div class="cost" data-part="cost"></div>` +
    `<div class="head second"><b data-part="wholehead"></b><span class="note" data-part="wholenote"></span></div>` +
    `<div class="whole" data-part="whole"><svg data-part="wholebox" aria-hidden="true">${WHOLE_LAYERS}</svg></div>`,
}
const LEGEND =
  key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "−g of a row", 12) +
  key('<path d="M0 6h20" class="exact"/>', "every cut") +
  key('<circle cx="6" cy="6" r="3.4" class="cutdots"/>', "between bins", 12) +
  key('<circle cx="6" cy="6" r="4.4" class="bestall"/>', "best of all", 12)

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), places: new Map(), hand: null, pick: null, said: null, over: null, column: null, bin: null, isTold: null, reveals: false })
  put(parts.legend, LEGEND)
  set(parts.slider, "max", String(own.model.stops.length - 1))
  if (!own.layers) wire(S)
}

const wire = S => {
  const { own, parts } = S,
    { picture, slider, top } = parts
  parts.moving.innerHTML = LAYERS
  own.layers = Object.fromEntries([...parts.moving.querySelectorAll("[data-layer]")].map(each => [each.dataset.layer, each]))
  const point = ([column, cut]) => {
    if (own.over === cut && own.column === column) return
    Object.assign(own, { over: cut, column })
    S.ask()
  }
  S.listen(picture, "pointermove", event => {
    const isFree = S.drag === null && S.resting() && isTold(S) && own.time
    point(isFree ? placeAt(S, own.time.to, placeIn(S, picture, event)) : [null, null])
  })
  S.listen(picture, "pointerleave", () => point([null, null]))
  S.listen(top, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by || !event.target.closest(".cutter") || !S.resting()) return
    point([null, clamp(own.mark.i + by, 0, own.model.cutsOf(own.time.to).gain.length - 1)])
    event.preventDefault()
    event.stopPropagation()
  })
  S.listen(slider, "input", () => tune(S, Number(slider.value)))
  S.listen(S.root, "click", event => {
    if (event.target.closest("[data-again]")) askAgain(S)
  })
  wireChild(S)
}

// Any max_bin, between the halvings as well.
const tune = (S, i) => {
  const { max_bin: maxBin } = S.own.model.stops[i],
    step = stepOf(maxBin)
  S.stop()
  if (step !== S.at.round || !S.resting()) S.go(step, { jump: true })
  S.own.over = S.own.column = S.own.bin = null
  S.act({ bins: S.own.model.states[step].max_bin === maxBin ? null : maxBin, marked_bin: null })
}

// --- the question: the hand leads through the halvings, and leaves one

const tell = S => {
  const { own, record } = S,
    to = record.fewest,
    from = own.pick === to ? to - 1 : (own.pick ?? 0)
  S.stop()
  Object.assign(own, { said: own.pick, pick: null, hand: null })
  S.act({ bins_told: 1 })
  S.go(from, { jump: true })
  own.reveals = true
  S.go(to, { ms: (HALVING_MS / S.speed) * Math.min(MOST_HALVINGS, Math.abs(to - from)) })
}

const askAgain = S => {
  S.own.said = null
  S.act({ bins_told: 0, bins: null, guess: null })
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
  isOfAll: true,
  step: S => (isTold(S) ? null : S.at.round),
  prompt,
  offer,
  said,
  isSaid: () => true,
  drag: (S, [x]) => {
    const { picture, strip, stepX } = S.L
    take(S, (x + picture.x - strip.x - stepX(0)) / (stepX(1) - stepX(0)))
  },
  nudge: (S, _, by) => take(S, clamp((S.own.pick ?? S.at.round) + by, 1, S.n)),
  judged: ({ own, record }) => ({ yours: own.pick, best: record.fewest, share: 0 }),
  sentence: offer,
  told: S => {
    tell(S)
    return true
  },
}

// What is lost of the gain is drawn as its root: the limit stands apart from nothing lost, and all of it is seen.
const lossOf = kept => -Math.sqrt(Math.max(0, 100 - kept))

// While one is asked, all of the strip is one handle; the guess and the limit stay on it.
const onStrip = S => {
  const { own: { time, said: mine, model }, record, L } = S,
    { em, strip, picture, stepX, stripY } = L,
    y = round1(strip.y - picture.y),
    high = strip.h - 17
  if (!isTold(S)) {
    const x = round1(stepX(time.place)),
      at = Math.max(1, Math.round(time.place))
    return (
      `<g class="handle" role="slider" tabindex="0" data-axis="0" aria-label="Fewest bins that are enough" aria-valuemin="1"` +
      ` aria-valuemax="${S.n}" aria-valuenow="${at}" aria-valuetext="${model.states[at].max_bin} bins">` +
      `<rect x="0" y="${y}" width="${round1(strip.w)}" height="${round1(strip.h)}" fill="transparent"/>` +
      `<path class="guessed" d="M${x} ${y + 4}v${high - 4}"/>${grip(x, y + high / 2, em)}</g>`
    )
  }
  const text = (cls, at, height, anchor, words) =>
    `<text class="${cls} on-strip halo" x="${round1(at)}" y="${round1(y + height)}" text-anchor="${anchor}">${words}</text>`
  const dot = (each, k) => (isPassed(S, k) ? circle(stepX(k), y + stripY(lossOf(each)), 3) : "")
  const share = (each, k) => (isPassed(S, k) ? text(k === shownAt ? "ink" : "", clamp(stepX(k), 1.3 * em, strip.w - 1.3 * em), stripY(lossOf(each)) - (k === shownAt ? 0.8 : 0.5) * em, "middle", decimals(each, each === 100 ? 0 : 1)) : "")
  const shownAt = model.states.indexOf(time.to)
  const x = mine === null ? 0 : round1(stepX(mine))
  let drawn = mine === null ? "" : `<path class="mine" d="M${x} ${y + 4}v${high - 4}"/>`
  drawn += `<path class="keptdot" d="${Array.from(model.kept, dot).join("")}"/>${Array.from(model.kept, share).join("")}`
  drawn += text("", stepX(0.5), stripY(lossOf(100 * record.limit)) + 1.1 * em, "middle", limitOf(S)) + knob(S, stepX(time.place), y)
  const far = mine === null ? 0 : Math.abs(mine - record.fewest)
  if (!far || S.own.reveals) return drawn
  const isOver = mine > record.fewest, // there the line has fallen, and there is room above it
    end = round1(stepX(record.fewest) + (isOver ? 1.4 * em : 0)),
    middle = isOver ? 1.5 * em : 0.62 * strip.h
  return `${drawn}<path class="mine-way" d="M${x} ${round1(y + middle)}H${end}"/>${text("mine-text", (x + end) / 2, middle + (isOver ? -0.3 : 1.1) * em, "middle", `${far} ${far > 1 ? "halvings" : "halving"}`)}`
}
// The strip's knob is the dot of what is shown, so that it covers none.
const knob = ({ own: { time, model }, L }, x, y) => {
  const k = Math.min(Math.floor(time.place), model.kept.length - 2),
    kept = time.to && time.u >= 1 ? 100 * time.to.kept : lerp(model.kept[k], model.kept[k + 1], time.place - k)
  return `<circle class="knob" cx="${round1(x)}" cy="${round1(y + L.stripY(lossOf(kept)))}" r="${round1(0.5 * L.em)}"/>`
}
const isPassed = (S, k) => !S.own.reveals || (isBack(S) ? k >= S.own.time.place : k <= S.own.time.place)

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S
  if (S.resting() && own.reveals) own.reveals = false
  if (!S.guess && !isTold(S)) own.pick = own.hand = null
  if (own.pick !== null && S.drag === null) own.hand = own.pick
  if (!S.resting()) own.over = own.column = own.bin = null
  if (own.isTold !== isTold(S)) {
    own.isTold = isTold(S)
    fitStrip(S)
  }
  own.time = timeOf(S, step, u)
  const { time } = own,
    p = phasesOf(time.u)
  own.mark = own.isTold ? markOf(S, time, p) : own.model.bestOf(null) // while it is asked, the best of every cut
  drawLanes(S, time, p, own.mark)
  drawChild(S, time, p)
  drawWhole(S, time)
  put(parts.sums, sumsOf(S))
  tuned(S, time)
  toggle(S.root, "asks", !own.isTold)
  toggle(S.root, "reveals", own.reveals)
  putTop(S, cutter(S) + onStrip(S))
  say(parts.readout, own.isTold ? (time.to && time.u >= 1 ? readout(S, time.to) : "") : own.mark ? `best at ${threshold(own.mark.at)}` : "")
}

const readout = ({ own: { over, column, mark }, record }, state) => {
  if (column !== null) return `bin ${column + 1}: ${state.n[column]} rows, G ${significant(state.G[column])}, H ${significant(state.H[column])}`
  return over === null ? `${mark ? `cut at ${threshold(mark.at)} ` : ""}keeps ${percent(state.kept)}` : `${record.names.cut} ≤ ${threshold(mark.at)}: gain ${significant(mark.gain)}`
}

// The cut that is shown, to be led from one to the next by keys.
const cutter = S => {
  const { own: { P, mark, time, model }, record } = S
  if (!isTold(S) || !time.to || !mark || !S.resting()) return ""
  const { length: many } = model.cutsOf(time.to).gain
  return (
    `<g class="cutter" data-axis="cut" role="slider" tabindex="0" aria-label="Cut between bins" aria-valuemin="1" aria-valuemax="${many}"` +
    ` aria-valuenow="${mark.i + 1}" aria-valuetext="${escaped(record.names.cut)} ≤ ${threshold(mark.at)}, gain ${significant(mark.gain)}">` +
    `<circle cx="${round1(P.x(mark.at))}" cy="${round1(P.gain(mark.gain))}" r="10" fill="none"/></g>`
  )
}

// The cut whose sums are shown: what the running sum has come to, then the best one, or the one that is pointed at.
const markOf = (S, { to, u }, p) => {
  const { own: { model, over, P } } = S
  if (u >= 1) return over === null ? model.bestOf(to) : model.cutAt(to, over)
  if (p.sweep >= 1) return model.bestOf(to)
  const now = sweepAt(S, p),
    { threshold } = to.cuts
  let last = -1
  if (p.sweep > 0) while (last + 1 < threshold.length && P.x(threshold[last + 1]) <= now) last++
  return model.cutAt(to, last)
}

const SUMS = [["GL", "G<sub>L</sub>", 0], ["HL", "H<sub>L</sub>", 0], ["GR", "G<sub>R</sub>", 1], ["HR", "H<sub>R</sub>", 1]]

const sidesOf = ({ record: { total }, own: { mark } }) => [
  { T: mark.G, H: mark.H },
  { T: total.G - mark.G, H: total.H - mark.H },
]

const sumsOf = S => {
  if (!S.own.mark) return ""
  const sides = sidesOf(S),
    button = (name, text, value) => `<button type="button" data-card="${name}"><span>${text}</span> <b>${significant(value)}</b></button>`
  return SUMS.map(([name, text, side]) => button(name, text, sides[side][name[0] === "G" ? "T" : "H"])).join("") + button("gain", "gain", S.own.mark.gain)
}

const tuned = (S, { to, u, place }) => {
  const { slider, tuned: text, tuner } = S.parts,
    { stops } = S.own.model
  toggle(tuner, "idle", !isTold(S))
  slider.disabled = !isTold(S)
  const i = to === null ? stops.length - 1 : stops.indexOf(u >= 1 ? to : S.own.model.states[Math.max(1, Math.round(place))])
  if (Number(slider.value) !== i) slider.value = i
  set(slider, "aria-valuetext", to === null ? "every cut" : `${stops[i].max_bin} bins`)
  say(text, to === null ? "all" : String(stops[i].max_bin))
}

// --- the cards

const cardOf = (S, name) => {
  const { own: { mark, time, model }, record } = S,
    [left, right] = sidesOf(S)
  if (name === "gain") {
    const node = { T: record.total.G, H: record.total.H }
    return `<p>What both sides gain over one leaf.</p>${gainFormula({ left, right, node, gain: mark.gain, gamma: 0, lambda: record.lambda })}`
  }
  const [letter, side] = name,
    of = letter === "G" ? "T" : "H",
    whole = letter === "G" ? record.total.G : record.total.H
  if (side === "R") {
    const numbers = `${mn(whole)}<mo>−</mo>${bracketed(left[of])}<mo>=</mo>${mn(right[of])}`
    return math(`${mi(letter, "R")}<mo>=</mo>${mi(letter)}<mo>−</mo>${mi(letter, "L")}<mo>=</mo>${numbers}`)
  }
  const bins = isTold(S) && time.to ? time.to.edges.findLastIndex(each => each <= mark.at) + 1 : null
  const words = bins === null ? `${mark.n} rows` : `the first ${bins} of ${time.to.edges.length - 1} bins, ${mark.n} of ${model.rows} rows`
  const addend = bins === null ? mi(letter.toLowerCase(), "i") : mi(letter, "b"),
    sum = `<munder><mo>∑</mo><mtext>${bins === null ? "rows" : "bins"} up to the cut</mtext></munder>`
  return `<p>The running sum: ${words}.</p>${math(`${mi(letter, "L")}<mo>=</mo>${sum}${addend}<mo>=</mo>${mn(left[of])}`)}`
}

// --- the strip: how much of the best gain is kept

const strip = S => {
  const { own: { model }, record } = S
  if (!isTold(S)) return { lines: [], beside: [], ticks: S.n }
  const lines = [
    { name: "kept", mark: "kept", values: model.kept.map(lossOf) },
    { name: "limit", mark: "limit", values: model.kept.map(() => lossOf(100 * record.limit)) },
  ],
    ends = [Math.min(...lines[0].values, lines[1].values[0]), 0]
  const state = S.own.reveals ? model.states[placeLeft(S)] : shownBy(S, S.scrubs ? Math.ceil(S.view - 1e-9) : S.at.round)
  return { lines, ends, head: HEAD, ticks: S.n, beside: [{ name: "% of the gain", mark: "kept", values: model.kept.map(() => 100 * (state?.kept ?? 1)) }] }
}

// What the stepper speaks of: on the way to the answer what is drawn.
const shownBy = (S, step) => {
  const { model, hand, reveals, time } = S.own
  if (hand !== null) return model.states[Math.round(hand)]
  if (reveals) return time.to
  return (S.scrubs ? null : chosen(S)) ?? model.states[step]
}

const count = (S, step) => {
  const { model } = S.own,
    state = shownBy(S, step),
    { length: cuts } = model.cutsOf(state).gain
  return `<b>${state ? state.max_bin : "every"}</b> ${state ? "bins" : "cut"}<small>${cuts.toLocaleString("en")} ${cuts === 1 ? "cut" : "cuts"} to score</small>`
}

export const view = {
  unit: "Halving",
  ms: STEP_MS,
  layout: () => LAYOUT,
  steps: S => S.record.halvings.length,
  count,
  tick: (S, at) => (at ? S.own.model.states[at].max_bin : "all"),
  where: S => S.own.time.place,
  build,
  measure: S => {
    placeLanes(S)
    placeChild(S)
    placeWhole(S)
  },
  still: drawStill,
  draw,
  guess,
  card: cardOf,
  strip,
}
