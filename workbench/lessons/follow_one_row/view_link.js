// From the sum to the prediction: the level of F runs on through the link, and what is still missing is what the row asks for.
import { lerp, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { linkAt } from "./view_model.js"
import { brickClass, endOf, featureBricks, onAxis, said, slotOf } from "./view_pile.js"

// F and the prediction of a class as they are now, where the level begins, and what the row asks for; while they are on
// their way nothing is said of them.
const nowOf = (S, P, { c }, step, u, p) => {
  const { story } = S.own,
    t = S.isStart ? 0 : u < 1 ? soft(p.link) : 1,
    F = lerp(story.F(step - 1, c), story.F(step, c), t),
    isRest = t === 0 || t === 1
  const curved = isRest || !story.curve ? lerp(story.P(step - 1, c), story.P(step, c), t) : linkAt(story, F)
  const laid = S.isStart ? 0 : u < 1 && p.fly < 1 ? step - 1 : step
  const asks = -story.g[t === 1 ? step : step - 1]
  return { F, p: curved, isRest, asks, target: story.targets[c] ?? story.y, from: endOf(P, laid) }
}

const circle = (cls, x, y, r) => `<circle class="${cls}" cx="${round1(x)}" cy="${round1(y)}" r="${round1(r)}"/>`
export const number = (card, inside, words = inside) => `<tspan role="button" tabindex="0" data-card="${card}" data-below aria-label="${words}, opens its sum">${inside}</tspan>`

export const askName = ({ record }) => (!record.is_residual ? "−g" : record.kind === "number" ? "y − F" : "y − p")

// The level of what is guessed runs on as that of F does.
const guessed = (P, x, y, base) =>
  `<path class="mine-level" d="M${round1(slotOf(P, P.mine.round)[0])} ${round1(y)}H${round1(x)}V${base}"/>${circle("mine-now", x, y, 0.36 * P.em)}${circle("mine-now", x, base, 0.36 * P.em)}`

const ofTwo = (S, P, lane, now) => {
  const { em, link: [x0, x1], foot } = P,
    { story } = S.own,
    x = value => lerp(x0, x1, value),
    [low, high] = lane.y.domain,
    base = foot + 6
  let d = ""
  for (let i = 0; i <= 60; i++) {
    const F = lerp(low, high, i / 60)
    d += `${i ? "L" : "M"}${round1(x(linkAt(story, F)))} ${round1(lane.y(F))}`
  }
  const at = x(now.p),
    y = lane.y(now.F),
    name = x(linkAt(story, lane.y.back(lane.a + 3 * em))) - 8, // before the curve
    inside = Math.min(x1 - 3.4 * em, Math.max(x0 + 3.4 * em, at))
  const still =
    `<path class="grid" d="M${x0} ${lane.a}V${base}M${x1} ${lane.a}V${base}M${x0} ${base}H${x1}M${round1(x(0.5))} ${round1(lane.y(0))}V${base}"/>` +
    `<path class="even" d="M${x0} ${round1(lane.y(0))}H${round1(x(0.5))}"/><path class="target" d="M${round1(x(now.target))} ${lane.a}V${base}"/><path class="link" d="${d}"/>`
  const moving =
    `<path class="level" d="M${round1(now.from)} ${round1(y)}H${round1(at)}V${base}"/><path class="asked" d="M${round1(at)} ${base}H${round1(x(now.target))}"/>${circle("now", at, y, 0.36 * em)}${circle("now", at, base, 0.4 * em)}`
  const follows = P.mine ? guessed(P, x(linkAt(story, P.mine.F)), lane.y(P.mine.F), base) : ""
  const texts =
    said(name, lane.a + 2.4 * em, "p(F)", "ink halo", "end") +
    said(x0, base + 1.35 * em, "0", "", "middle") + said(x1, base + 1.35 * em, "1", "", "middle") +
    said(x(now.target) + (now.target ? -7 : 7), lane.a + 0.9 * em, `y = ${now.target}`, "true-text halo", now.target ? "end" : "start")
  const p = `p ${significant(now.p)}`,
    asks = `${askName(S)} = ${significant(now.asks)}`
  return {
    drawn: still + follows + moving + texts,
    top: !now.isRest ? "" : said(inside, base + 1.35 * em, number("p", p), "is-model", "middle") + said(inside, base + 2.6 * em, number("g", asks), "asks", "middle"),
  }
}

const ofNumber = (S, P, lane, now) => {
  const { em, x1 } = P,
    { story } = S.own,
    x = x1 + (P.isNarrow ? 1 : 2.2) * em,
    y = lane.y(now.F),
    yy = lane.y(story.y),
    isAbove = yy < y
  const asks = `${P.isNarrow ? "" : `${askName(S)} = `}${significant(now.asks)}`,
    F = `F ${onAxis(lane, now.F)}`
  const room = Math.abs(y - yy) > 2.6 * em
  return {
    drawn: `<path class="level" d="M${round1(now.from)} ${round1(y)}H${round1(x + 10)}"/><path class="asked" d="M${round1(x)} ${round1(y)}V${round1(yy)}"/>${circle("now", x, y, 0.4 * em)}`,
    top: !now.isRest ? "" :
      said(x + 12, y + (isAbove ? 1.35 : -0.8) * em, number("sum", F), "is-model halo") +
      (room ? said(x + 9, (y + yy) / 2 + 0.3 * em, number("g", asks), "asks halo") : ""),
  }
}

const ofSeveral = (S, P, lane, now) => {
  const { em, link: [x0, x1] } = P,
    { c, a, b } = lane,
    middle = (a + b) / 2,
    half = Math.min(0.9 * em, (b - a) / 4),
    y = lane.y(now.F),
    x = value => lerp(x0, x1, value),
    isOwn = c === S.record.k
  const texts = isOwn && !lane.isSmall ? said(x0, middle - half - 6, `p = softmax of F, y = ${now.target}`) : ""
  const p = significant(now.p),
    asks = `${askName(S)} = ${significant(now.asks)}`
  return {
    drawn:
      `<path class="level${isOwn ? "" : " faint"}" d="M${round1(now.from)} ${round1(y)}H${round1(P.x0)}L${round1(x1 + 3.6 * em)} ${round1(middle)}"/>` +
      `<rect class="frame" x="${x0}" y="${round1(middle - half)}" width="${round1(x1 - x0)}" height="${round1(2 * half)}"/>` +
      `<rect class="${brickClass(S)}" x="${x0}" y="${round1(middle - half)}" width="${round1(Math.max(1, (x1 - x0) * now.p))}" height="${round1(2 * half)}"/>` +
      `<path class="asked" d="M${round1(x(now.p))} ${round1(middle + half + 5)}H${round1(x(now.target))}"/>` +
      `<path class="target" d="M${round1(x(now.target))} ${round1(middle - half - 5)}V${round1(middle + half + 9)}"/>${texts}`,
    top: !now.isRest ? "" :
      said(x1 + 8, middle + 0.3 * em, isOwn ? number("p", p, `p ${p}`) : p, isOwn ? "is-model" : "") +
      (isOwn && !lane.isSmall ? said(x0, middle + half + 2.1 * em, number("g", asks), "asks") : ""),
  }
}

const LINKS = { two: ofTwo, number: ofNumber, several: ofSeveral }

// drawn: below; top: what opens its sum.
export const drawLink = (S, P, lane, step, u, p) => LINKS[S.record.kind](S, P, lane, nowOf(S, P, lane, step, u, p))

// What a card leaves clear: the curve of the link and the bricks, each where it begins and ends.
export const seenIn = S => {
  const { own: { P, story }, at: { round } } = S,
    { lane, edges, link: [x0, x1], byFeatures } = P,
    reach = story.curve ? Array.from({ length: 20 }, (_, i) => lerp(...lane.y.domain, i / 19)) : [],
    curve = reach.map(F => [lerp(x0, x1, linkAt(story, F)), lane.y(F)]),
    bricks = byFeatures ? featureBricks(S, P, round, 1) : edges.slice(1, round + 1).map((x, r) => ({ x, wide: 0, from: story.F(r), to: story.F(r + 1) }))
  return [...curve, ...bricks.flatMap(({ x, wide, from, to }) => [from, to].map(F => [x + wide / 2, lane.y(F)])), [x0, P.foot + P.em], [x1, P.foot + 2 * P.em]]
}
