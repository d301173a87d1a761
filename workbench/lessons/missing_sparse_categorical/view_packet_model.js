// The packet's clock: where the cut, the packet and both levels are at a step and u; and where all that stands.
import { below, extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { tick } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { circle, upright } from "../../stage/kit/marks.js"
import { exact, isAsking, isExample, LEFT, RIGHT, rowsName, text } from "./view_model.js"

// Of u: the cut slides, the packet goes left, its gain is marked, right, marked, and to the side that wins.
export const SLIDE = [0, 0.14]
const ASK = 0.16,
  TO = [[0.16, 0.31], [0.45, 0.62]],
  NEARLY = 1e-6
export const MARKS = [[0.31, 0.45], [0.62, 0.77]]
export const WIN = [0.79, 0.96]

const MOST_NAMED = 4, // rows of a packet
  MARGIN = 2 / 15, // of the height of all stems, above and below
  LEVELS = 1.6 // times as high as the highest stem, at most

export const packetName = record => {
  const { n_packet: n, packet } = record
  return isExample(record) || n <= MOST_NAMED ? rowsName(record, packet) : `${tick(n)} rows`
}

// The side on which a cut rests with its packet: of a model that of its file, else the better one.
export const sideAt = ({ keeps, side }) => keeps ?? side

// --- where everything stands

// The weights of the cut that is kept, with the packet on either side and without.
const weightsOf = ({ cuts, best }) => (best === null ? [] : [...cuts[best].out, ...cuts[best].ways.flatMap(({ weight }) => weight)])

// Heights of stems, and of those weights where these are not much higher.
const heights = record => {
  const { y, start } = record,
    [low, high] = extent(y, [start, start]),
    size = LEVELS * Math.max(high - start, start - low),
    weights = isExample(record) ? [] : weightsOf(record)
  const [a, b] = extent(weights.map(each => clamp(each, -size, size)), [low, high]),
    room = MARGIN * (b - a || 1)
  return [a - room, b + room]
}

// Many stems, as a path that no frame changes.
const stemsOf = ({ own: { P }, record: { x, y, start } }) => {
  const known = x.flatMap((each, i) => (each === null ? [] : [i])),
    r = known.length > 120 ? 2 : 3
  return {
    lines: known.map(i => upright(P.X(x[i]), P.Y(start), P.Y(y[i]))).join(""),
    dots: known.map(i => circle(P.X(x[i]), P.Y(y[i]), r)).join(""),
  }
}

export const measure = S => {
  const { record, own, L: { em, picture: { w, h } } } = S,
    { x, y, packet, is_zero, start, cuts } = record,
    asked = isExample(record) ? [] : cuts.flatMap(({ at }) => at ?? []),
    known = [...x.filter(each => each !== null), ...asked, ...(is_zero && packet.length ? [0] : [])]
  const x0 = 2.6 * em,
    bay = clamp(packet.length * 1.5 * em + 18, 4.2 * em, 0.17 * w),
    a0 = x0 + bay + 12,
    a1 = w - bay - 12,
    top = 8.3 * em,
    foot = h - 3.2 * em
  const [low, high] = known.length ? extent(known) : [0, 1],
    room = 0.09 * (high - low || 1)
  const X = scale([low - room, high + room], [a0, a1]),
    Y = scale(heights(record), [foot, top]),
    least = Math.max(6.2, 0.56 * record.name.length + 2.6) * em, // its name stands in it
    wide = clamp(packet.length * 1.4 * em + 20, least, Math.max(least, 0.4 * (a1 - a0))),
    most = Math.max(...y.map(each => Math.abs(each - start)), 1e-9)
  const near = Math.min(...cuts.map(({ at }) => (at === null ? Infinity : Math.abs(X(at) - X(0)))), Infinity),
    narrow = clamp(2 * near - 6, 0.62 * em, Math.min(packet.length + 1, 9) * 0.62 * em)
  const tall = { y: top - 6, w: bay, h: foot - top + em }
  own.P = {
    em, w, h, x0, a0, a1, top, foot, X, Y,
    home: { x: (a0 + a1) / 2 - wide / 2, y: 1.3 * em, w: wide, h: 5.2 * em },
    bays: [{ x: x0, ...tall }, { x: w - bay, ...tall }],
    zero: { ...tall, x: X(0) - narrow / 2, w: narrow },
    most: isExample(record) ? most : Math.max(...weightsOf(record).map(Math.abs), 1e-9), scale: (5.4 * em * 0.4) / most,
  }
  own.P.level = value => clamp(Y(value), top - 6, foot)
  own.P.stems = isExample(record) ? null : stemsOf(S)
}

export const cutX = ({ own: { P }, record: { cuts } }, k) => (k < 0 || !cuts.length ? P.a0 : cuts[k].at === null ? P.a1 + 6 : P.X(cuts[k].at))

export const places = S => {
  measure(S)
  const { own: { P }, record, record: { cuts } } = S,
    end = P.w - 1.6 * P.em
  return [P.a0 - P.em, ...cuts.map((_, k) => Math.min(cutX(S, k), end - Math.min(5.4, 4.1 + 0.25 * record.name.length) * P.em)), end]
}

export const still = ({ own: { P }, record }) => {
  const { y, start, name } = record,
    lines = extent(y).filter(v => Math.abs(P.Y(v) - P.Y(start)) > P.em)
  return (
    lines.map(v => `<path class="grid" d="M${P.x0} ${P.Y(v)}H${P.w}"/>` + text(P.x0 - 8, P.Y(v) + 0.3 * P.em, exact(v), { anchor: "end" })).join("") +
    `<path class="before" d="M${P.x0} ${P.Y(start)}H${P.w}"/>` + text(P.x0 - 8, P.Y(start) + 0.3 * P.em, isExample(record) ? `F ${exact(start)}` : "0", { anchor: "end" }) +
    below(P.X, P.foot + 4, P.em, { n: 6, name: escaped(name) })
  )
}
export const rect = (cls, { x, y, w, h }) => `<rect class="${cls}" x="${round1(x)}" y="${round1(y)}" width="${round1(w)}" height="${round1(h)}" rx="9"/>`

// --- where the packet is: -1 left, 0 in its pocket, 1 right

// Where it rests at a cut; a zero lies on one side of it.
export const restOf = ({ is_zero, cuts }, k) => {
  const { at } = cuts[k]
  if (is_zero) return at !== null && at >= 0 ? -1 : 1
  return sideAt(cuts[k]) === LEFT ? -1 : 1
}

// The way that a cut ends with.
const restingWay = (record, cut) => cut.ways[cut.ways.length === 2 && restOf(record, record.cuts.indexOf(cut)) > 0 ? RIGHT : 0]

export const dockOf = (S, step, u) => {
  const { record, own } = S,
    { cuts, packet, best, answer } = record
  if (!packet.length || !cuts.length) return 0
  if (isAsking(S)) return own.pick ?? 0
  if (own.hold === "packet" && own.isPulled) return own.pull
  const n = cuts.length
  if (step > n) return lerp(restOf(record, n - 1), restOf(record, best), soft(part(u, SLIDE)))
  if (step === 0) return record.is_zero ? restOf(record, 0) : 0
  if (own.what !== null && u === 1) return own.what
  const wins = restOf(record, step - 1),
    isAnswer = own.isFresh && step === answer,
    said = isAnswer ? own.said ?? 0 : 0,
    before = step > 1 ? restOf(record, step - 2) : 0
  if (record.is_zero) return isAnswer ? lerp(said, wins, soft(part(u, [TO[0][0], TO[1][1]]))) : wins
  if (u < TO[0][0]) return isAnswer ? said : lerp(before, 0, soft(part(u, SLIDE)))
  if (cuts[step - 1].ways.length === 1) return lerp(said, 1, soft(part(u, [TO[0][0], TO[1][1]])))
  if (u < TO[1][0]) return lerp(said, -1, soft(part(u, TO[0])))
  if (u < WIN[0]) return lerp(-1, 1, soft(part(u, TO[1])))
  return lerp(1, wins, soft(part(u, WIN)))
}

// All of a frame that the parts draw from.
export const frameOf = (S, step, u) => {
  const { record, own } = S,
    { cuts, best, asked } = record,
    n = cuts.length,
    asking = isAsking(S)
  if (asking) [step, u] = [asked + 1, ASK]
  const isLast = step > n,
    k = !n ? null : isLast ? best : Math.max(0, step - 1),
    cut = k === null ? null : cuts[k]
  const from = isLast ? n - 1 : step - 2,
    isThere = asking || (own.isFresh && step === record.answer)
  const x = n ? (isThere ? cutX(S, k) : step === 0 ? own.P.a0 : lerp(cutX(S, from), cutX(S, k), soft(part(u, SLIDE)))) : own.P.w,
    q = dockOf(S, step, u)
  const joined = [clamp((-q - 0.55) / 0.45), clamp((q - 0.55) / 0.45)],
    seen = step === 0 ? 0 : isThere || step > 1 ? 1 : part(u, [0.04, 0.14])
  const ways = cut ? (cut.ways.length === 2 ? cut.ways : [cut.ways[0], cut.ways[0]]) : null
  const slid = isThere || step < 2 ? 1 : soft(part(u, SLIDE)),
    last = step < 2 ? null : cuts[Math.min(step, n + 1) - 2]
  const weights = !cut ? [0, 0] : cut.out.map((out, side) => seen * lerp(last ? restingWay(record, last).weight[side] : 0, record.packet.length ? lerp(out, ways[side].weight[side], joined[side]) : ways[side].weight[side], slid))
  const isTrue = seen === 1 && slid === 1 && !own.tween && joined.every(each => each < NEARLY || each > 1 - NEARLY)
  return moved(S, { step, u, asking, isLast, k, cut, ways, x, q, joined, weights, isTrue, n })
}

// --- from one record to the next: what a row that lost its value, or has it again, does to all others

const TURN_MS = 420

export const begin = S => {
  const { own, record } = S,
    { shown } = own
  own.tween = shown && isExample(record) && shown.feature === record.feature && !S.calm() ? { from: shown, t: 0 } : null
  own.shown = null
  if (own.tween) S.ask()
}

export const runs = ({ own }, now) => {
  const { tween } = own
  if (!tween) return false
  tween.begin ??= now
  tween.t = clamp((now - tween.begin) / TURN_MS)
  if (tween.t === 1) own.tween = null
  return tween.t < 1
}

const moved = ({ own, record }, f) => {
  const { tween } = own,
    t = tween ? soft(tween.t) : 1
  const x = tween ? lerp(tween.from.x, f.x, t) : f.x,
    weights = tween ? f.weights.map((weight, side) => lerp(tween.from.weights[side], weight, t)) : f.weights
  own.shown = { feature: record.feature, x, weights, rows: own.shown?.rows ?? [] }
  return { ...f, x, weights }
}

// Where a row stands: its place along, and its stem from and to.
export const movedRow = ({ own }, i, place) => {
  const from = own.tween?.from.rows[i],
    now = from ? place.map((value, k) => lerp(from[k], value, soft(own.tween.t))) : place
  own.shown.rows[i] = now
  return now
}

export const boxOf = ({ own: { P }, record: { is_zero } }, q, asking) => {
  const to = is_zero && !asking ? P.zero : q < 0 ? P.bays[LEFT] : P.bays[RIGHT],
    t = soft(Math.abs(q))
  return { ...Object.fromEntries(["x", "y", "w", "h"].map(each => [each, lerp(P.home[each], to[each], t)])), t }
}
