// Exact or histogram: from every cut to ever fewer bins. As neighbours become one, fewer borders are left for a cut, and the
// picture shows what of the gain they keep. How few bins are enough is asked on the strip; beside it stands what it costs, or
// how the larger child comes for nothing.
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { placeIn, putTop } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { significant, threshold } from "../../stage/kit/numbers.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, put, round1, say, set, toggle, unset } from "../../stage/kit/svg.js"
import { drawChild, placeChild } from "./view_child.js"
import { binAt, drawLanes, drawStill, placeAt, placeLanes } from "./view_lanes.js"
import { courseOf, isTold, modelOf, phasesOf, stateNow, timeOf } from "./view_model.js"
import { afterAll, askAgain, guess, onStrip, strip } from "./view_strip.js"
import { drawTop, placeTop } from "./view_top.js"
import { drawWhole, placeWhole } from "./view_whole.js"

const layer = name => `<svg class="layer" data-part="${name}" aria-hidden="true"></svg>`
const LAYOUT = {
  picture:
    `<div class="picture" data-part="picture">${layer("still")}${layer("moving")}<svg class="layer top" data-part="top"></svg></div>`,
  right:
    `<div class="head"><b data-part="sidehead"></b><div class="tabs" role="tablist" aria-label="Beside the picture" data-part="looks"></div></div>` +
    `<div class="side" data-part="side"><svg data-part="sidebox"></svg></div>`,
}
const LOOKS = { model: "Whole model", child: "Larger child" }

const build = S => {
  const { own, record } = S,
    asked = `${record.names.cut} ${record.n}`
  if (own.asked !== asked) own.said = null // at another lambda it stays what was said
  Object.assign(own, { asked, model: modelOf(record), hand: null, pick: null, over: null, column: null, bin: null, isTold: null, reveals: false, time: { to: null, from: null, u: 1, place: 0 } })
}

// The state that can be pointed at: at rest, once it is told.
const atRest = S => (S.drag === null && S.resting() && isTold(S) ? S.own.time.to : null)

const wire = S => {
  const { own, parts: { picture, top, side } } = S
  const point = ([column, cut]) => {
    if (own.over === cut && own.column === column) return
    Object.assign(own, { over: cut, column })
    S.ask()
  }
  S.listen(picture, "pointermove", event => point(placeAt(S, atRest(S), placeIn(S, picture, event))))
  S.listen(picture, "pointerleave", () => point([null, null]))
  S.listen(top, "keydown", event => {
    const by = arrowOf(event)
    if (by && event.target.closest(".cutter") && atRest(S)) point([null, clamp(own.mark.i + by, 0, own.model.cutsOf(own.time.to).gain.length - 1)])
  })
  S.listen(S.root, "click", event => {
    const look = event.target.closest("[data-look]")?.dataset.look
    if (look) S.act({ bins_view: look })
    const column = event.target.closest("[data-halving]")
    if (column) S.go(Number(column.dataset.halving))
    if (event.target.closest("[data-again]")) askAgain(S)
  })
  wireBins(S, side)
}

// An arrow to the left or right, which is nobody else's then.
const arrowOf = event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (by) event.preventDefault()
  if (by) event.stopPropagation()
  return by
}

// A bin of the children is pointed at, or reached by keys.
const wireBins = (S, side) => {
  const state = () => (S.at.bins_view === "child" && atRest(S)?.children ? atRest(S) : null)
  const under = event => (state() ? binAt(state().other.edges, S.own.C.x.back(placeIn(S, side, event)[0])) : null)
  const point = wireOver(S, side, under, "bin")
  S.listen(side, "click", event => point(under(event))) // of a finger
  S.listen(side, "keydown", event => {
    const to = state(),
      by = to && arrowOf(event)
    if (by) point(clamp((S.own.bin ?? -1) + by, 0, to.other.n.length - 1))
  })
}

// --- a frame

const draw = (S, step, u) => {
  const { own } = S
  if (S.resting() && own.reveals) own.reveals = false
  if (!S.guess && !isTold(S)) own.pick = own.hand = null
  if (own.pick !== null && S.drag === null) own.hand = own.pick
  if (!S.resting()) own.over = own.column = own.bin = null
  if (own.isTold !== isTold(S)) {
    own.isTold = isTold(S)
    fitStrip(S)
  }
  own.time = timeOf(S, step, u)
  const p = phasesOf(own.time.u)
  own.mark = own.isTold ? markOf(S, own.time, p) : own.model.bestOf(null) // while it is asked, the best of every cut
  drawLanes(S, p)
  drawSide(S, p)
  toggle(S.root, "asks", !own.isTold)
  toggle(S.root, "reveals", own.reveals)
  putTop(S, cutter(S) + onStrip(S))
}

// The top of the curve; once it is told, what bins cost and save, and how the larger child is come by.
const drawSide = (S, p) => {
  const { at, own, parts } = S,
    { time, isTold: hasTabs } = own,
    look = hasTabs ? at.bins_view : "model",
    course = courseOf(S), // asked for while one guesses
    isChild = look === "child",
    bins = isChild && time.u >= 1 && time.to?.children ? time.to.other.n.length : 0
  const tab = ([name, words]) => `<button type="button" role="tab" data-look="${name}" aria-selected="${look === name}">${words}</button>`
  say(parts.sidehead, isChild ? childWords(time.to) : hasTabs ? "What bins cost" : "The top of the curve, magnified")
  put(parts.looks, hasTabs ? Object.entries(LOOKS).map(tab).join("") : "")
  put(parts.sidebox, isChild ? drawChild(S, p) : hasTabs ? drawWhole(S, course) : drawTop(S, p))
  toggle(parts.side, "can", bins > 0)
  const said = { role: "slider", tabindex: "0", "aria-label": "Bin", "aria-valuemin": "1", "aria-valuemax": bins, "aria-valuenow": bins ? (own.bin ?? -1) + 1 : 0 }
  for (const [name, value] of Object.entries(said)) bins ? set(parts.side, name, String(value)) : unset(parts.side, name)
}

const childWords = state => {
  if (!state) return "Children of the best cut"
  const [few, many] = state.children?.sizes ?? []
  return `The ${few < many ? "larger" : "other"} child, by subtraction`
}

// The cut that is shown, to be led from one to the next by keys.
const cutter = S => {
  const { own: { P, mark, time, model }, record } = S
  if (!isTold(S) || !time.to || !mark || !S.resting()) return ""
  return (
    `<g class="cutter" data-axis="cut" role="slider" tabindex="0" aria-label="Cut between bins" aria-valuemin="1" aria-valuemax="${model.cutsOf(time.to).gain.length}"` +
    ` aria-valuenow="${mark.i + 1}" aria-valuetext="${escaped(record.names.cut)} ≤ ${threshold(mark.at)}, gain ${significant(mark.gain)}">` +
    `<circle cx="${round1(P.x(mark.at))}" cy="${round1(P.gain(mark.gain))}" r="10" fill="none"/></g>`
  )
}

// The cut whose sums are shown: the old one while bins become one, then every cut on its way to the best that is left; or the
// one that is pointed at.
const markOf = ({ own: { model, over }, record: { every } }, { to, from, u }, { glide }) => {
  if (u >= 1) return over === null ? model.bestOf(to) : model.cutAt(to, over)
  const [old, best] = [from, to].map(model.bestOf)
  if (glide === 0 || glide === 1 || !old || !best || old.at === best.at) return glide < 1 ? old : best
  const at = lerp(old.at, best.at, soft(glide)),
    i = clamp(every.change.findLastIndex(each => each <= at), 0, every.gain.length - 1)
  return { ...model.cutAt(null, i), at }
}

const count = S => {
  const { model } = S.own,
    state = stateNow(S),
    { length: cuts } = model.cutsOf(state).gain
  return `<b>${state ? state.max_bin : "all"}</b> ${state ? "bins" : "cuts"}<small>${cuts.toLocaleString("en")} ${!state ? "" : cuts === 1 ? "cut " : "cuts "}to score</small>`
}

export const view = {
  unit: "Halving",
  ms: 1200,
  layout: () => LAYOUT,
  steps: S => S.record.bins.length,
  count,
  tick: (S, at) => (at ? S.own.model.states[at].max_bin : "all"),
  where: S => S.own.time.place,
  build,
  wire: [wire],
  measure: S => {
    placeLanes(S)
    placeChild(S)
    placeTop(S)
    placeWhole(S)
  },
  still: drawStill,
  draw,
  guess,
  strip,
  after: afterAll,
}
