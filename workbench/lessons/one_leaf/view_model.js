// A leaf as the record has it, and what runs between its numbers: curves, penalty, both sides of a cut.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { towardsZero } from "../../stage/kit/formula.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { nearest } from "../../stage/kit/pointing.js"
import { round1 } from "../../stage/kit/svg.js"

export const weightOf = (G, H, lambda, alpha = 0) => (H + lambda > 1e-12 ? -towardsZero(G, alpha) / (H + lambda) : 0)
export const depthOf = (G, H, lambda, alpha = 0) => -0.5 * towardsZero(G, alpha) * weightOf(G, H, lambda, alpha)

export const textAt = (x, y, words, cls = "", anchor = "middle", opacity = 1) =>
  opacity > 0.02 ? `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}" style="opacity:${opacity.toFixed(2)}">${words}</text>` : ""

export const rectAt = (x, y, w, h, cls, opacity = 1) =>
  `<rect class="${cls}" style="opacity:${opacity}" x="${round1(Math.min(x, x + w))}" y="${round1(Math.min(y, y + h))}" width="${round1(Math.max(0.8, Math.abs(w)))}" height="${round1(Math.max(0.8, Math.abs(h)))}"/>`

// A number at rest: three digits, without zeros at its end.
export const brief = value => (Math.abs(value) >= 1000 || Math.abs(value) < 1e-3 ? significant(value) : tick(Number(value.toPrecision(3))))

export const plus = value => (value > 0 ? `+${brief(value)}` : brief(value))

// A curve between its points, bent as they are. n: of points from a to b, the first at `from`.
const between = (values, [a, b], n, from, w) => {
  const place = clamp(((w - a) / (b - a)) * (n - 1), 0, n - 1),
    i = clamp(Math.round(place), 1, n - 2),
    t = place - i
  const [p, q, r] = [values[from + i - 1], values[from + i], values[from + i + 1]]
  return q + (t * (r - p)) / 2 + (t * t * (p - 2 * q + r)) / 2
}

// The same of few values on a way from 0 to 1, straight from one to the next.
const onLine = (values, from, many, t) => {
  const place = t * (many - 1),
    i = Math.min(many - 2, Math.floor(place))
  return lerp(values[from + i], values[from + i + 1], place - i)
}

export const modelOf = record => {
  const { sums, axis, rows, means, change, far } = record,
    n = change.length
  return {
    group: (i, w) => between(means, axis, n, i * n, w),
    truth: w => between(change, axis, n, 0, w),
    // The loss of all rows at a raw prediction, for those that start from one.
    shifted: F => between(far.total, far.reach, far.total.length, 0, F),
    penalty: (w, share = 1) => share * (0.5 * sums.lambda * w * w + sums.alpha * Math.abs(w)),
    // The sums on the way to the raw prediction at which the last act ends.
    onWay: t => [far.shift, far.G, far.H].map(values => onLine(values, 0, values.length, t)),
    // Slope and bend of a row there.
    rowOnWay: (i, t) => [far.g, far.h].map(values => onLine(values, i * far.shift.length, far.shift.length, t)),
    counts: rows.n,
  }
}

// The first three acts ask where the curve of the next one will be lowest; what has been seen is asked no more, and an answer
// rests until one goes on from it.
export const ASKS = 3
const asks = ({ at, own, record, resting }) => at.guess !== 0 && resting() && at.round < (record.sums.lambda || record.sums.alpha ? ASKS : 2) && own.seen <= at.round
export const isAsked = S => asks(S) && !S.own.rests
export const isResting = S => asks(S) && S.own.rests
// Where it is: of the rows' losses, of the parabola, and with the penalty.
export const lowestAt = ({ record: { sums, axis } }, act) =>
  [0, sums.free_lowest ?? axis[sums.G < 0 ? 1 : 0], weightOf(sums.G, sums.H, 0), sums.best][act]

// The act of two leaves asks for the cut, which stands in the middle until it is dragged.
export const isCutAsked = ({ own, at, record, playing }) => own.asksCut && !playing && record.which[at.round] === 4 && record.places.length > 1
// Whether the cut pays is asked before the act that tells, whether the parabola holds in its own, where the truth is there.
export const isBetAsked = S => {
  const { own, at, playing, record: { which } } = S
  if (playing || !S.resting()) return false
  if (which[at.round] === 6) return own.asksLie
  return own.asksBets && own.seen <= at.round && !isCutAsked(S) && which[at.round] === 4 && which[at.round + 1] === 5
}
export const isCutPut = ({ own: { cut } }) => cut !== null && cut.mine !== null
const middle = ({ places, best_place: best }) => places.filter(place => place !== best)[(places.length - 2) >> 1]

// Which cut is looked at: the place in the record nearest to what is asked.
export const placeNow = S => {
  const { record, at } = S,
    wanted = at.leaf_left ?? (isCutAsked(S) ? middle(record) : record.best_place)
  return nearest(record.places.length, i => (record.places[i] - wanted) ** 2, Infinity) ?? 0
}
export const fallOf = ({ depth }) => depth[0] + depth[1]

// Both leaves of this cut; undefined where one row cannot be parted.
export const sidesOf = S => S.record.parted[placeNow(S)]

// w of the hand: the guess while one is asked, which stands until its answer is there; then what was dragged, else the leaf's own.
export const handOf = S => {
  const { own, at, record, view } = S,
    { axis } = record
  if (own.drag !== null) return own.drag
  if (isAsked(S)) return own.w
  const step = Math.ceil(view),
    isNew = at.guess !== 0 && own.seen < step,
    told = act => (act < ASKS ? lowestAt(S, Math.max(1, act)) : record.sums.hand),
    found = lerp(isNew ? own.w : told(step - 1), told(step), soft(part(view, [step - 0.1, step])))
  return clamp(at.leaf_w ?? found, ...axis)
}
