// The whole model, boosted with every cut and with ever fewer bins: what it has learned, and how many cuts it has scored.
import { scale, ticks } from "../../stage/kit/axes.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { courseOf, isPassed, isTold, stateNow } from "./view_model.js"

export const big = value => (value >= 1e6 ? `${(value / 1e6).toPrecision(2)}M` : value >= 1e4 ? `${Math.round(value / 1e3)}k` : value >= 1e3 ? `${(value / 1e3).toPrecision(2)}k` : `${value}`)

export const placeWhole = S => {
  const { own, L: { em, side: { w, h } } } = S
  own.W = { em, w, h, x: scale([0, S.n], [2.9 * em, w - 1.8 * em]), loss: [0.5 * h, 2.2 * em], work: [h - 1.9 * em, 0.5 * h + 5.1 * em] }
}

export const drawWhole = S => {
  const { own: { W, model, time }, record } = S,
    { em, w, h, x, loss, work } = W,
    course = courseOf(S),
    isOpen = !isTold(S),
    at = model.states.indexOf(stateNow(S)), // -1 where max_bin is another than those of the halvings
    text = (cls, left, y, says, anchor = "middle") => `<text class="${cls}" x="${round1(left)}" y="${round1(y)}" text-anchor="${anchor}">${says}</text>`
  const title = (y, name, now) => text("ink", 0, y, name, "start") + text("", w, y, now, "end")
  let drawn = title(0.9 * em, `Loss after ${record.rounds} rounds`, isOpen ? "with bins: after your answer" : course && at >= 0 ? `unseen ${significant(course.unseen[at])}; thin lines: chance, of ${course.n_unseen.toLocaleString("en")} rows` : "")
  drawn += title(loss[0] + 2.8 * em, "Cuts scored for it", course && at >= 0 ? big(course.scored[at]) : "")
  drawn += `<path class="grid" d="M${x.range[0] - 8} ${round1(work[0])}H${w}"/>`
  model.states.forEach((state, k) => {
    for (const y of [loss[0] + 1.1 * em, h - 0.5 * em]) drawn += text(k === at ? "ink" : "", x(k), y, state ? state.max_bin : "all")
  })
  if (!course) return drawn + text("", w / 2, loss[0] - 4 * em, `${S.n + 1} models are boosted …`) + unknown(W, model, loss[0] - em, 0)
  if (!isOpen) drawn += `<path class="cut thin" d="M${round1(x(at < 0 ? time.place : at))} ${loss[1]}V${loss[0]}"/>`
  return drawn + lossesOf(S, course, isOpen) + worksOf(W, course.scored, at)
}

const unknown = ({ x }, model, y, from) => model.states.slice(from).map((_, k) => `<text class="unknown" x="${round1(x(k + from))}" y="${round1(y)}" text-anchor="middle">?</text>`).join("")

// While it is asked, what every cut comes to; on the way to the answer, as far as one has come.
const lossesOf = (S, { training, unseen, stray }, isOpen) => {
  const { own: { W, model } } = S,
    { em, w, x, loss } = W,
    top = Math.max(...unseen.map((each, k) => each + stray[k]), ...training) || 1,
    y = scale([0, 1.08 * top], loss),
    isShown = k => (isOpen ? k === 0 : isPassed(S, k))
  let drawn = isOpen ? unknown(W, model, y(unseen[0]) - 2 * em, 1) : ""
  for (const value of ticks(0, top, 5))
    drawn += `<path class="grid" d="M${x.range[0] - 8} ${round1(y(value))}H${w}"/><text x="${x.range[0] - 12}" y="${round1(y(value) + 0.3 * em)}" text-anchor="end">${tick(value)}</text>`
  for (const [cls, values] of [["unseen", unseen], ["train", training]]) {
    const points = Array.from(values, (each, k) => [x(k), y(each)]).filter((_, k) => isShown(k))
    drawn += `<path class="every" d="M${round1(x(0))} ${round1(y(values[0]))}H${w}"/><path class="${cls}" d="${points.map((each, k) => `${k ? "L" : "M"}${each.map(round1).join(" ")}`).join("")}"/>`
    drawn += `<path class="lossdot${cls === "unseen" ? " hollow" : ""}" d="${points.map(each => circle(...each, 3.4)).join("")}"/>`
  }
  const bars = Array.from(unseen, (each, k) => (k && isShown(k) ? upright(x(k), y(each - stray[k]), y(each + stray[k])) : ""))
  drawn += `<path class="stray" d="${bars.join("")}"/>`
  return drawn + lossNames(W, y, isOpen, [["unseen loss", unseen], ["training loss", training]])
}

// The upper curve's name above it, the lower one's where there is room: between both, else below.
const lossNames = ({ em, x }, y, isOpen, both) => {
  const begin = values => Array.from(values.slice(0, isOpen ? 1 : 3), y),
    [upper, lower] = [...both].sort(([, a], [, b]) => b[0] - a[0]).map(([name, values]) => ({ name, top: Math.min(...begin(values)), foot: Math.max(...begin(values)) }))
  const low = lower.top - upper.foot > 2.6 * em ? lower.top - 0.7 * em : lower.foot + 1.4 * em
  return [[upper.name, upper.top - 0.7 * em], [lower.name, low]].map(([name, at]) => `<text class="of-model halo" x="${round1(x(0) + 0.6 * em)}" y="${round1(at)}">${name}${isOpen ? ", every cut" : ""}</text>`).join("")
}

// Each bar leads to its halving.
const worksOf = ({ em, h, x, work }, scored, at) => {
  const high = scale([0, Math.max(...scored)], work),
    wide = Math.min(34, 0.66 * (x(1) - x(0)))
  return Array.from(scored, (each, k) => {
    const up = round1(high(each))
    return (
      `<rect class="work${k === at ? " on" : ""}" x="${round1(x(k) - wide / 2)}" y="${up}" width="${round1(wide)}" height="${round1(Math.max(1, work[0] - up))}"/>` +
      `<text class="halo${k === at ? " ink" : ""}" x="${round1(x(k))}" y="${round1(up - 0.35 * em)}" text-anchor="middle">${big(each)}</text>` +
      `<rect class="work-hit" data-work="${k}" x="${round1(x(k) - wide / 2)}" y="${round1(work[1] - em)}" width="${round1(wide)}" height="${round1(h - work[1] + em)}"/>`
    )
  }).join("")
}
