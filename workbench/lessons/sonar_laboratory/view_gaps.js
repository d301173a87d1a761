// The picture: every deal's difference stands over its number. About them lies the interval of their mean, which shrinks, and
// where one more deal falls, which stays as wide as it is; the line of 0 is thick wherever the mean's interval leaves it out.
// While it is asked, the hand shows how wide that comes to be if the deals go on like these.
import { extent, padded, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { key } from "../../stage/kit/legend.js"
import { circle } from "../../stage/kit/marks.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { FOOT, HEAD, stripText, stripX } from "../../stage/kit/on_strip.js"
import { nearestOf } from "../../stage/kit/pointing.js"
import { escaped, put, round1, set } from "../../stage/kit/svg.js"
import { apartRuns, areAsked, isHeldBack, isShowingPairs, projected } from "./view_model.js"

const EARLY = 8, // deals, of which fewer have intervals that leave the picture
  EDGE = 12, // em of a name and what is before it
  LOW = 450, // pixels, where a name of the axis has no room
  RIM = 2, // pixels about the last one
  NARROW = 500 // pixels, where no name fits beside the deals

const ONE = '<path class="one-band" d="M0 0H20V12H0z"/><path class="unseen" d="M0 1H20M0 11H20"/>',
  MEAN = '<path class="band" d="M0 2H20V10H0z"/><path class="after" d="M0 6H20"/>'

// Of the step of each deal, between the numbers of the axis and the place of what is never.
export const placesOf = ({ n, L: { em, strip: { w } } }) => {
  const [left, right] = [4.4 * em, w - 6 * em]
  return Array.from({ length: n + 1 }, (_, k) => lerp(left, right, k / n))
}

// Of few deals an interval may be wider than the picture: each begins where it and all after it have room.
export const linesOf = S => {
  const { own: { model, pair } } = S,
    states = Array.from({ length: S.n + 1 }, (_, m) => model.state(pair, m)),
    edge = (each, name, sign) => (each ? each.mean + sign * each[name] : Number.NaN),
    both = (each, name) => [-1, 1].map(sign => edge(each, name, sign)),
    ends = padded(extent([...pair.gaps, ...states.slice(EARLY).flatMap(each => both(each, "of_one")), pair.published ?? 0, 0]), 0.06)
  const course = (name, sign) => {
    const last = states.findLastIndex(each => !both(each, name).every(value => value === clamp(value, ...ends)))
    return states.map((each, m) => (m > last ? edge(each, name, sign) : Number.NaN))
  }
  return {
    ends,
    lines: [
      { mark: "one-band", values: course("of_one", 1), low: course("of_one", -1) },
      { mark: "band", values: course("of_mean", 1), low: course("of_mean", -1) },
      ...[1, -1].map(sign => ({ mark: "unseen", values: course("of_one", sign) })),
      { mark: "after", values: states.map(each => each?.mean ?? Number.NaN) },
    ],
    beside: [],
  }
}

const radiusOf = ({ L: { stepX } }) => clamp(0.42 * (stepX(1) - stepX(0)), 2.6, 6)
const gapAt = (S, k) => [S.L.stepX(k + 1), S.L.stripY(S.own.pair.gaps[k])]

export const gapUnder = (S, place) =>
  nearestOf(Array.from({ length: S.at.round }, (_, k) => [k, ...gapAt(S, k)]), place, radiusOf(S) + 4)

export const stillGaps = S => {
  const { own: { pair, strip }, record: { short }, L } = S,
    { em, stepX, stripY, strip: { w, h } } = L,
    zero = stripY(0)
  let drawn = `<path class="zero" d="M${stepX(0)} ${round1(zero)}H${w - 8}"/>`
  for (const value of ticks(...strip.ends, 4))
    drawn += stripText(stepX(0) - 8, stripY(value) + 4, value ? signed(value, 2) : "0", "end", value ? "" : "ink")
  const [a, b] = [pair.a, pair.b].map(v => `${escaped(short[v])} better`),
    along = (y, anchor, words) => `<text class="ink" x="${em}" y="${y}" transform="rotate(-90 ${em} ${y})" text-anchor="${anchor}">${words}</text>`
  drawn += along(HEAD, "end", `${h < LOW ? "" : "difference in AUC: "}${a} ▶`) + along(h - FOOT, "start", `◀ ${b}`)
  put(S.parts.still, drawn + ofOneDeal(S))
}

// Once the question is answered: where one more deal falls has its name, and what was published, on one deal, is a line.
const ofOneDeal = ({ n, own: { model, pair }, L: { em, stepX, stripY } }) => {
  const long = Math.min(n - 1, Math.ceil((EDGE * em) / (stepX(1) - stepX(0)))), // deals under the name
    tops = Array.from({ length: long }, (_, k) => model.state(pair, n - k)).map(({ mean, of_one: half }) => mean + half).concat(pair.gaps.slice(-long)),
    edge = stripText(stepX(n) - em, stripY(Math.max(...tops)) - 0.5 * em, "where the next deal falls", "end", "after-text")
  if (pair.published === null) return `<g class="of-one-deal">${edge}</g>`
  const y = stripY(pair.published),
    heights = pair.gaps.slice(-long).map(gap => y - stripY(gap)),
    within = (low, high) => heights.filter(each => each > low * em && each < high * em).length,
    by = within(-0.4, 1.6) <= within(-1.6, 0.4) ? -0.5 : 1.1 // above or below, where fewer deals are
  return `<g class="of-one-deal">${edge}<path class="pole" d="M${stepX(0)} ${round1(y)}H${stepX(n) + em}"/>${stripText(stepX(n) - em, y + by * em, `the paper’s ${signed(pair.published, 3)}`, "end", "published")}</g>`
}

export const drawGaps = (S, step, p) => {
  const { parts, L: { stripY } } = S,
    n = S.isStart ? 0 : p.gap === 1 ? step : step - 1,
    known = S.isStart ? 0 : p.mean === 1 ? step : step - 1,
    r = round1(radiusOf(S)),
    y0 = round1(stripY(0))
  const runs = apartRuns(S, known).map(([a, b]) => `M${round1(S.L.stepX(a - 0.5))} ${y0}H${round1(S.L.stepX(Math.min(b + 0.5, S.n)))}`)
  let drawn = `<path class="apart-run" d="${runs.join("")}"/>${projectedOf(S)}`
  for (let k = 0; k < n; k++) {
    const [x, y] = gapAt(S, k).map(round1)
    drawn += `<circle class="gap-dot${k === step - 1 ? " now" : ""}" cx="${x}" cy="${y}" r="${k === step - 1 ? r + RIM : r}"/>`
  }
  put(parts.moving, drawn + pointedOf(S))
}

// How wide the mean's interval is at the deal that is said, about today's mean.
const projectedOf = S => {
  const half = projected(S)
  if (half === null) return ""
  const { own: { bet, model, pair }, L: { em, stripY, strip: { w } } } = S,
    { mean } = model.state(pair, S.at.round),
    x = round1(stripX(S, bet.at)),
    [a, b] = [-half, half].map(each => round1(stripY(mean + each))),
    says = w < NARROW ? "if it goes on" : "mean’s interval, if deals go on like this",
    out = x + (1 + 0.5 * says.length) * em < w ? 1 : -1
  return `<path class="mine-bar" d="M${x} ${a}V${b}M${x - 6} ${a}h12M${x - 6} ${b}h12"/>${stripText(x + out * em, b + 0.35 * em, says, out > 0 ? "start" : "end", "mine-text")}`
}

const pointedOf = S => {
  const { own: { over, pair }, L: { em, strip: { w } } } = S
  if (over === null) return ""
  const [x, y] = gapAt(S, over).map(round1),
    up = y > HEAD + 3 * em ? -0.9 : 1.7
  return `<circle class="ring-of" cx="${x}" cy="${y}" r="${radiusOf(S) + 3}"/><text class="ink halo" data-part="readout" x="${clamp(x, 7 * em, w - 7 * em)}" y="${round1(y + up * em)}" text-anchor="middle">deal ${over + 1}: ${signed(pair.gaps[over], 3)}</text>`
}

// The marks and what they stand for, once it is told each with its number, which opens its sum. state: of the pair, null of too few deals.
export const keysOf = (S, state) => {
  const isTold = !isHeldBack(S)
  const interval = (name, of, says, mark) =>
    key(mark, `${says}${state && isTold ? `: <b class="number" role="button" tabindex="0" data-card="${name}" data-below>${name === "one" ? "" : `${signed(state.mean, 3)} `}± ${decimals(state[of])}</b>` : ""}`)
  const deals = key('<circle class="gap-dot" cx="6" cy="6" r="5"/>', "one deal", 12)
  if (areAsked(S)) return deals
  return (
    deals + (isTold ? interval("one", "of_one", "next deal", ONE) : "") + interval("mean", "of_mean", `band: mean, ${S.record.level} %`, MEAN) +
    (isShowingPairs(S) ? "" : key('<path class="apart-run" d="M0 6H20"/>', isTold ? "told apart" : "told apart: band clear of 0"))
  )
}

// From the sum of the deal to its place.
export const flightOf = (S, from, p) => {
  const { L: { strip }, parts, step } = S,
    isOn = !S.isStart && p.gap > 0 && p.gap < 1,
    e = soft(p.gap)
  if (!isOn) return set(parts.flight, "d", "")
  const [x, y] = gapAt(S, step - 1)
  set(parts.flight, "d", circle(lerp(from[0], strip.x + x, e), lerp(from[1], strip.y + y, e) - 40 * Math.sin(Math.PI * e), round1(radiusOf(S) + RIM)))
}
