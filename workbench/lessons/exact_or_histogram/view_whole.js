// The whole model, boosted with every cut and with ever fewer bins: what it has learned, and how many cuts it has scored.
import { across, scale } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { isPassed, stateNow } from "./view_model.js"

const MANY = 1e5 // cuts, which are said in thousands

export const placeWhole = S => {
  const { own, L: { em, side: { w, h } } } = S
  own.W = { em, w, h, x: scale([0, S.n], [2.9 * em, w - 1.8 * em]), loss: [0.5 * h, 3.4 * em] }
}

export const drawWhole = (S, course) => {
  const { own: { W, model }, record } = S,
    { em, w, h, x, loss } = W,
    at = model.states.indexOf(stateNow(S)),
    top = loss[0] + 2.8 * em,
    foot = h - 1.9 * em,
    unit = course && Math.max(...course.scored) >= MANY ? 1000 : 1
  const columns = model.states.map((_, k) => `<rect class="column" data-halving="${k}" x="${round1(x(k - 0.5))}" y="${round1(top)}" width="${round1(x(1) - x(0))}" height="${round1(h - top)}"/>`)
  let drawn = text("ink", 0, top, `Cuts scored in ${record.rounds} rounds${unit > 1 ? ", thousands" : ""}`, "start") + namesOf(S, at, h - 0.5 * em)
  drawn += `<path class="grid" d="M${x.range[0] - 8} ${round1(foot)}H${w}"/>`
  if (!course) return drawn + text("", w / 2, loss[0] - 4 * em, `${S.n + 1} models are boosted …`)
  return drawn + worksOf(S, [foot, top + 2.3 * em], course.scored, at, unit) + lossesOf(S, course, at) + columns.join("")
}

export const text = (cls, left, y, says, anchor = "middle") => `<text class="${cls}" x="${round1(left)}" y="${round1(y)}" text-anchor="${anchor}">${says}</text>`
const namesOf = ({ own: { model, W } }, at, y) =>
  text("", 0, y, "bins", "start") + model.states.map((state, k) => text(k === at ? "ink" : "", W.x(k), y, state ? state.max_bin : "all")).join("")

const lossesOf = (S, { training, unseen = [], stray = [], n, n_all: all, n_unseen: many }, at) => {
  const { own: { W, time }, record } = S,
    { em, w, x, loss } = W,
    lines = [["unseen", unseen], ["train", training]].filter(([, values]) => values.length),
    top = Math.max(...Array.from(unseen, (each, k) => each + stray[k]), ...training) || 1,
    y = scale([0, 1.08 * top], loss)
  let drawn = text("ink", 0, 0.9 * em, `Loss after ${record.rounds} rounds`, "start")
  const [seen, other] = [training, unseen].map(values => ` ${significant(values[at])}`),
    [some, whole, others] = [n, all, many].map(each => each.toLocaleString("en"))
  drawn += text("of-model", w, 0.9 * em, `● training${seen}${many ? ` &#160; ○ unseen${other}` : ""}`, "end")
  drawn += text("", w, 2.2 * em, (n < all ? `${some} of ${whole} rows; ` : "") + (many ? `| as far as chance may lead, ${others} rows` : "no row is unseen"), "end")
  drawn += `${namesOf(S, at, loss[0] + 1.1 * em)}<path class="cut thin" d="M${round1(x(time.place))} ${loss[1]}V${loss[0]}"/>`
  drawn += across(y, [x.range[0] - 8, w], em, { n: 5 })
  for (const [cls, values] of lines) {
    const points = Array.from(values, (each, k) => [x(k), y(each)]).filter((_, k) => isPassed(S, k))
    drawn += `<path class="every" d="M${round1(x(0))} ${round1(y(values[0]))}H${w}"/><path class="${cls}" d="${points.map((each, k) => `${k ? "L" : "M"}${each.map(round1).join(" ")}`).join("")}"/>`
    const now = circle(x(time.place), y(between(values, time.place)), 6)
    drawn += `<path class="lossdot${cls === "unseen" ? " hollow" : ""}" d="${points.map(each => circle(...each, 3.4)).join("")}${now}"/>`
  }
  const bars = Array.from(unseen, (each, k) => (k && isPassed(S, k) ? upright(x(k), y(each - stray[k]), y(each + stray[k])) : ""))
  return `${drawn}<path class="stray" d="${bars.join("")}"/>`
}

const between = (values, place) => lerp(values[Math.floor(place)], values[Math.ceil(place)], place % 1)

// On the way to the answer, as far as one has come; the bar of what is shown glides from one to the next.
const worksOf = (S, work, scored, at, unit) => {
  const { own: { W: { em, x }, time: { place, u } } } = S,
    high = scale([0, Math.max(...scored)], work),
    wide = Math.min(34, 0.66 * (x(1) - x(0)))
  const bar = (cls, k, value) => `<rect class="work${cls}" x="${round1(x(k) - wide / 2)}" y="${round1(high(value))}" width="${round1(wide)}" height="${round1(Math.max(1, work[0] - high(value)))}"/>`
  const bars = Array.from(scored, (each, k) => {
    if (!isPassed(S, k)) return []
    return [bar(u === 1 && k === at ? " on" : "", k, each), text(`halo${k === at ? " ink" : ""}`, x(k), high(each) - 0.35 * em, Math.round(each / unit).toLocaleString("en"))]
  })
  return bars.map(([each]) => each).join("") + (u < 1 ? bar(" on", place, between(scored, place)) : "") + bars.map(([, number]) => number).join("")
}
