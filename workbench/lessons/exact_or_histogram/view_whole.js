// The whole model, boosted with every cut and with ever fewer bins: what it has learned, and how many cuts it has scored.
import { scale, ticks } from "../../stage/kit/axes.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { circle } from "../../stage/kit/marks.js"
import { put, round1, say, set } from "../../stage/kit/svg.js"
import { chosen, courseOf, isTold, placeLeft } from "./view_model.js"

export const WHOLE_LAYERS = `<path class="cut thin"/><g></g>`

export const big = value => (value >= 1e6 ? `${(value / 1e6).toPrecision(2)}M` : value >= 1e4 ? `${Math.round(value / 1e3)}k` : value >= 1e3 ? `${(value / 1e3).toPrecision(2)}k` : `${value}`)

export const placeWhole = S => {
  const { own, L: { em, whole } } = S
  own.W = { em, w: whole.w, h: whole.h, x: scale([0, S.n], [2.9 * em, whole.w - 1.8 * em]), loss: [0.46 * whole.h, 0.6 * em], work: [whole.h - 1.7 * em, 0.6 * whole.h] }
  own.wholeKey = null
}

export const drawWhole = (S, { place }) => {
  const { own, parts, record } = S,
    course = courseOf(S),
    isOpen = !isTold(S),
    at = own.reveals ? placeLeft(S) : Number.isInteger(place) || !chosen(S) ? Math.round(place) : null
  say(parts.wholehead, `Whole model, ${record.rounds} rounds`)
  say(parts.wholenote, noteOf(isOpen, course, at))
  const key = [isOpen, Boolean(course), at, own.W.w, own.W.h].join(),
    [now, rest] = parts.wholebox.children
  if (own.wholeKey !== key) put(rest, course ? drawn(S, course, isOpen, at) : labels(S) + waits(S))
  own.wholeKey = key
  const { x, loss } = own.W
  set(now, "d", isOpen || !course ? "" : `M${round1(x(place))} ${loss[1]}V${loss[0]}`)
}

const noteOf = (isOpen, course, at) => {
  if (isOpen) return "losses: after your answer"
  if (!course) return "boosting …"
  return at === null ? "boosted for the halvings" : `unseen ${significant(course.unseen[at])} · ${big(course.scored[at])} cuts`
}

const waits = ({ own: { W, model } }) => {
  const row = (foot, name) =>
    `<path class="grid" d="M${W.x.range[0] - 8} ${round1(foot)}H${W.w}"/><text x="${W.w}" y="${round1(foot - 4.4 * W.em)}" text-anchor="end">${name}</text>` +
    model.states.map((_, k) => `<text class="unknown" x="${round1(W.x(k))}" y="${round1(foot - 1.6 * W.em)}" text-anchor="middle">?</text>`).join("")
  return row(W.loss[0], "nine models are boosted: their losses") + row(W.work[0], "cuts scored")
}

const labels = ({ own: { W, model } }) =>
  model.states.map((state, k) => `<text x="${round1(W.x(k))}" y="${round1(W.h - 0.3 * W.em)}" text-anchor="middle">${state ? state.max_bin : "all"}</text>`).join("")

const drawn = (S, { training, unseen, scored }, isOpen, at) => {
  const { W } = S.own,
    { x, em } = W,
    many = isOpen ? 1 : unseen.length
  const top = Math.max(...unseen, ...training) || 1,
    y = scale([0, 1.05 * top], W.loss),
    high = scale([0, Math.max(...scored)], W.work)
  const spots = values => Array.from(values.slice(0, many), (each, k) => circle(x(k), y(each), 3)).join("")
  const line = values => Array.from(values, (each, k) => `${k ? "L" : "M"}${round1(x(k))} ${round1(y(each))}`).join("")
  let text = labels(S)
  for (const value of ticks(0, top, 2))
    text += `<path class="grid" d="M${x.range[0] - 8} ${round1(y(value))}H${W.w}"/><text x="${x.range[0] - 12}" y="${round1(y(value) + 0.3 * em)}" text-anchor="end">${tick(value)}</text>`
  text += `<path class="grid" d="M${x.range[0] - 8} ${W.work[0]}H${W.w}"/><path class="every" d="${[unseen, training].map(([each]) => `M${round1(x(0))} ${round1(y(each))}H${W.w}`).join("")}"/>`
  text += isOpen ? asked(S, y, training, unseen) : `<path class="unseen" d="${line(unseen)}"/><path class="train" d="${line(training)}"/>` + lossNames(S, y, training, unseen)
  text += `<path class="lossdot hollow" d="${spots(unseen)}"/><path class="lossdot" d="${spots(training)}"/>`
  const wide = Math.min(30, 0.62 * (x(1) - x(0)))
  scored.forEach((each, k) => {
    const up = round1(high(each))
    text +=
      `<rect class="work${k === at ? " on" : ""}" x="${round1(x(k) - wide / 2)}" y="${up}" width="${round1(wide)}" height="${round1(Math.max(1, W.work[0] - up))}"/>` +
      `<text class="halo" x="${round1(x(k))}" y="${up - 4}" text-anchor="middle">${big(each)}</text>`
  })
  return `${text}<text x="${W.w}" y="${round1(W.work[1] - 0.4 * em)}" text-anchor="end">cuts scored</text>`
}

// What every cut comes to, and that with bins it is not told yet.
const asked = ({ own: { W }, n }, y, training, unseen) => {
  const { x, em } = W
  const named = (name, [value]) =>
    `<text class="of-model halo" x="${round1(x(0) + 0.8 * em)}" y="${round1(y(value) - 0.5 * em)}">${name}, every cut</text>` +
    `<text class="unknown halo" x="${round1(x(n))}" y="${round1(y(value) - 0.5 * em)}" text-anchor="middle">?</text>`
  return named("unseen loss", unseen) + named("training loss", training)
}

// Where there is room for them: the higher curve's name above it, the lower one's below.
const lossNames = ({ own: { W } }, y, training, unseen) => {
  const { x, em } = W,
    around = values => values.slice(1, 3).map(y), // their names begin at the second point, where hardly anyone looks
    upper = round1(Math.min(...around(unseen)) - 0.7 * em),
    isApart = Math.min(...around(training)) - upper > 3.4 * em,
    lower = round1(isApart ? Math.min(...around(training)) - 0.7 * em : Math.max(...around(training)) + 1.4 * em)
  return [["unseen loss", upper], ["training loss", lower]].map(([name, place]) => `<text class="of-model halo" x="${round1(x(1) + 6)}" y="${place}">${name}</text>`).join("")
}
