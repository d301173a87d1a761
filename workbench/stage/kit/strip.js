// The strip of the loss is the slider: its curves are the track, what lies ahead is thin.
import { wholeTicks } from "./axes.js"
import { clamp, lerp } from "./easing.js"
import { placeIn } from "./guess.js"
import { wireDrag } from "./pointing.js"
import { countOf, countText } from "./stepper.js"
import { escaped, put, round1, set } from "./svg.js"

const SIDE = 16,
  FOOT = 21,
  HEAD = 8,
  MOST_POINTS = 500,
  LEAST_FALL = 1.02

// Heights from 0 to 1 of all lines on one scale, logarithmic where all are positive. ends: of an even scale instead. A line
// with low is a band from there.
const heights = (lines, ends) => {
  if (ends) return value => clamp((value - ends[0]) / (ends[1] - ends[0]))
  const all = lines.flatMap(({ values, low = [] }) => [...values, ...low]).filter(Number.isFinite)
  const isLog = all.every(value => value > 0),
    to = isLog ? Math.log : value => value
  let low = Math.min(...all.map(to)),
    high = Math.max(...all.map(to))
  if (isLog && high - low < Math.log(LEAST_FALL)) low = high - Math.log(LEAST_FALL)
  const wide = high - low || 1
  return value => clamp((to(value) - low) / wide)
}

const pathOf = (values, x, y) => {
  let d = ""
  const by = Math.max(1, Math.ceil(values.length / MOST_POINTS))
  for (
    let i = 0;
    i < values.length;
    i += i + by < values.length || i === values.length - 1 ? by : values.length - 1 - i
  )
    if (Number.isFinite(values[i])) d += `${d ? "L" : "M"}${round1(x(i))} ${round1(y(values[i]))}`
  return d
}

const knob = (head, h, middle) =>
  `<path d="M0 ${head - HEAD}V${h - 17}" class="cut"/><rect x="-5" y="${middle - 14}" width="10" height="28" rx="5" class="knob"/>` +
  `<path d="M-1.5 ${middle - 5}v10M1.5 ${middle - 5}v10" class="ridges"/>`

// Few steps have names, each with its formula above it; names alone where there is less room, by turns higher and lower where
// that is little, and numbers where they would not fit then.
const namesOf = ({ L }, acts) =>
  acts
    .map(([name, formula], at) => {
      const { w, h } = L.strip,
        isNarrow = w < 66 * acts.length,
        isWide = w > 84 * acts.length,
        half = 0.25 * L.em * name.length + 2,
        fits = !isNarrow || half < w / acts.length,
        x = round1(fits ? clamp(L.stepX(at), half, w - half) : L.stepX(at))
      const above = !isWide ? "" : `<text class="formula" x="${x}" y="${round1(0.4 * h)}" text-anchor="middle">${escaped(formula)}</text>`
      return `${above}<text x="${x}" y="${round1(isWide ? h - 9 : h * (isNarrow && fits ? [0.34, 0.7][at % 2] : 0.5) + 5)}" text-anchor="middle">${fits ? escaped(name) : at + 1}</text>`
    })
    .join("")

const along = places => at => {
  const i = clamp(Math.floor(at), 0, places.length - 2)
  return lerp(places[i], places[i + 1], at - i)
}
const backAlong = places => x => {
  const i = clamp(places.findLastIndex(each => each <= x), 0, places.length - 2)
  return i + (x - places[i]) / (places[i + 1] - places[i])
}

export const fitStrip = S => {
  const { w, h } = S.L.strip,
    { lines, head = HEAD, ticks = Math.max(2, Math.floor(w / 120)), ends } = S.scene.strip(S),
    high = heights(lines, ends),
    foot = h - FOOT
  const acts = S.scene.acts?.(S),
    side = acts ? w / (2 * acts.length) : SIDE
  const places = S.scene.places?.(S) // of the steps, where they are not equally far from each other
  S.L.stepX = places ? along(places) : step => lerp(side, w - side, S.n ? step / S.n : 0)
  S.L.stepAt = places ? backAlong(places) : x => ((x - side) / (w - 2 * side)) * S.n
  S.L.stripY = value => lerp(foot, head, high(value))
  const paths = lines
    .map(({ values, low, mark }) => {
      const x = at => S.L.stepX(at * S.per),
        d = pathOf(values, x, S.L.stripY)
      if (!low || !d) return `<path class="${mark}" d="${d}"/>`
      const under = pathOf([...low].reverse(), at => x(low.length - 1 - at), S.L.stripY)
      return `<path class="${mark}" d="${d}${under.replace("M", "L")}z"/>`
    })
    .join("")
  const texts = acts ? namesOf(S, acts) : wholeTicks(S.n / S.per, ticks)
    .map(at => `<text x="${round1(S.L.stepX(at * S.per))}" y="${h - 4}" text-anchor="middle">${S.scene.tick?.(S, at) ?? at}</text>`)
    .join("")
  const id = (S.stripId ??= `done${Math.random().toString(36).slice(2, 8)}`),
    middle = (h - 17) / 2
  put(
    S.parts.course,
    `<clipPath id="${id}"><rect x="0" y="0" height="${h}" width="10"/></clipPath>` +
      `<rect class="past" x="0" y="0" height="${h}" width="10"/>${texts}<g class="lines"><g class="later">${paths}</g>` +
      `<g clip-path="url(#${id})">${paths}</g></g><g class="now">${acts ? `<rect x="-22" y="${h - 4}" width="44" height="4" rx="2" class="knob"/>` : knob(head, h, middle)}</g>`,
  )
  S.L.done = [...S.parts.course.querySelectorAll("clipPath rect, .past")]
  S.L.now = S.parts.course.querySelector(".now")
}

export const drawStrip = S => {
  const x = round1(S.L.stepX(S.scene.where?.(S) ?? S.view)),
    at = countOf(S),
    { strip } = S.parts
  for (const each of S.L.done) set(each, "width", x)
  set(S.L.now, "transform", `translate(${x} 0)`)
  set(strip, "aria-valuemax", String(S.n))
  set(strip, "aria-valuenow", String(at))
  set(strip, "aria-valuetext", countText(S, at).replace(/<[^>]*>/g, ""))
}

export const wireStrip = S => {
  const { strip } = S.parts
  wireDrag(S, strip, {
    starts: event => !event.button,
    by: event => S.scrub(S.L.stepAt(placeIn(S, strip, event)[0])),
    end: () => S.scrubs && S.letGo(),
  })
}

// The lines of training rows and of unseen ones.
export const courses = (training, unseen, name = "training") => ({
  lines: [
    { name, mark: "train", values: training },
    { name: "unseen", mark: "unseen", values: unseen },
  ],
})
