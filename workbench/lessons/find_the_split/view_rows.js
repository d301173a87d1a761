// The rows of a node over a feature. A cut gives each side a mean of its own; what that takes of the stems is a block whose
// area is the side's sum. Of classes each has a lane, with its share on both sides.
import { across, BEFORE_GAP, below, belowNames, GAP, missingStrip, scale, scattered } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { arrowTo, grip, LETTERS, markOf, upright } from "../../stage/kit/marks.js"
import { signed, significant } from "../../stage/kit/numbers.js"
import { escaped, fade, put, round1 } from "../../stage/kit/svg.js"
import { bandAxis, bandUnder, drawBand } from "./view_band.js"
import { drawEnd, isOneLine } from "./view_end.js"
import { cutAtPlace, cutOf, foundAt, isAsking, levelsOf, nameOf, nodeOf, PHASES } from "./view_model.js"

const LEAST_APART = 2.3, // pixels of stems
  CLEARED = [0, 0.12], // what was told of the last node goes at once
  ZOOMS = [0, 0.65] // from one node to another over one axis

const measure = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    many = record.classes.length,
    foot = h - 1.6 * em,
    head = foot - clamp(0.19 * h, 4.6 * em, 9 * em)
  const P = { em, w, h, x0: 3 * em, x1: w - 0.6 * em, rail: 1.2 * em, top: 3 * em, end: head - 0.9 * em, head, foot, many }
  P.y = scale(record.ends, [P.end, P.top])
  P.lane = k => {
    const high = (P.end - P.top) / many
    return [P.top + (k + 1) * high - 0.3 * em, P.top + k * high + 1.5 * em]
  }
  P.gap = ({ missing_left }) => (missing_left ? [P.x1 - GAP * em, P.x1] : null)
  P.x = F => scale(own.window ?? F.ends, [P.x0, (P.gap(F)?.[0] ?? P.x1 + BEFORE_GAP * em) - BEFORE_GAP * em])
  P.places = (M, F) => placesOf(P, M, F)
  own.P = P
}

const still = ({ own: { P }, record, parts }) => {
  const lines = record.classes.map((_, k) => `M${P.x0} ${round1(P.lane(k)[0])}H${P.x1}`).join("")
  put(parts.still, P.many ? `<path class="grid" d="${lines}"/>` : across(P.y, [P.x0, P.x1], P.em) + `<text class="ink" x="0" y="${P.top - 0.6 * P.em}">${escaped(record.up)}</text>`)
}

// Where the drawn rows stand, in pixels; a category has many at one place, and so has the strip of those without a value.
const placesOf = (P, M, F) => {
  const x = P.x(F),
    gap = P.gap(F)
  return i => {
    const away = scattered(M.rows[i])
    return Number.isNaN(F.x[i]) ? (gap[0] + gap[1]) / 2 + away * (gap[1] - gap[0]) : x(F.x[i] + (F.marks.length ? away : 0))
  }
}

// From where to where each side is drawn, and which it is: left and right of the cut, and the strip; all one side where none is cut.
const stretchesOf = ({ P, F, cut, at, ends: [low, high] }) => {
  const gap = P.gap(F),
    beside = gap ? [[...gap, cut && !F.missing_left[cut.i] ? 1 : 0]] : []
  return (cut ? [[low, at, 0], [at, high, 1], ...beside] : [[low, high, 0], ...beside]).map(([from, to, side]) => [round1(from), round1(to), side])
}
const lineAt = (stretches, ys) => stretches.map(([from, to, side]) => `M${from} ${round1(ys[side])}H${to}`).join("")
const blocksAt = (stretches, ys, y0) =>
  stretches.map(([from, to, side]) => `<rect class="moved" x="${from}" y="${round1(Math.min(ys[side], y0))}" width="${Math.max(0, round1(to - from))}" height="${round1(Math.abs(ys[side] - y0))}"/>`).join("")

const placeOfRow = ({ P, M, F }, i) => {
  const x = P.places(M, F)(i)
  if (!P.many) return [x, P.y(M.at[i])]
  const [foot, head] = P.lane(M.code[i])
  return [x, foot - 5 - M.at[i] * (foot - head - 10)]
}

// --- a node with the cut in hand

const axisNow = ({ own: { P }, record }, { M, f }) => {
  const F = M.features[f],
    x = P.x(F),
    name = escaped(record.names[f]),
    gap = P.gap(F)
  return (gap ? missingStrip(gap, P.top, P.foot, P.em) : "") + (F.marks.length ? belowNames(x, P.foot, P.em, F.marks, name) : below(x, P.foot, P.em, { n: 6, name }))
}

// grown: how far the stems have, lift: how far the cut has parted the node. told: how much of its gains is seen; hasAxis: whether
// it has one of its own.
const sceneOf = (S, hand, { opacity = 1, grown = 1, lift = 1, told = 1, hasAxis = true } = {}) => {
  const { own: { P }, record } = S,
    { M, f, i } = hand,
    F = M.features[f],
    x = P.x(F),
    cut = i >= 0 && lift > 0 ? cutOf(S, M, f, i) : null,
    at = cut && x(F.threshold[i]),
    pen = { S, P, M, F, cut, at, grown, lift, told, ends: [x(F.ends[0]), x(F.ends[1])] },
    isMine = hand.kind === "asked"
  const line = cut ? `<path class="${isMine ? `yours${hand.isPlaced ? "" : " thin"}` : "cut"}" style="opacity:${lift}" d="M${round1(at)} ${P.top - 6}V${P.end + 6}"/>` : ""
  const axis = hasAxis ? axisNow(S, hand) : "",
    none = F.none ? `<text class="ink" x="${P.x0 + P.em}" y="${P.end + 1.4 * P.em}">No cut here: ${escaped(F.marks.length ? "these categories have no order" : "all rows have one value")}</text>` : ""
  const band = bandUnder(P, x),
    gains = bandAxis(P, isMine ? 0 : M.best.gain) + (lift === 1 ? drawBand(S, band, hand, f) : "") + guessed(S, band, hand)
  return `<g${opacity < 1 ? ` style="opacity:${opacity.toFixed(3)}"` : ""}>${record.classes.length ? lanes(pen) : numbers(pen)}${line}${none}${axis}${told > 0 ? `<g style="opacity:${told}">${gains}</g>` : ""}</g>`
}

const numbers = pen => {
  const { S, P, M, F, cut, grown, lift } = pen,
    stretches = stretchesOf(pen),
    follows = S.record.kind === "squared_error",
    base = follows ? M.mean : 0,
    levels = cut ? cut.sides.map(side => lerp(base, levelsOf(S.record, M, side)[0], lift)) : [base, base],
    where = P.places(M, F),
    foot = P.y(base)
  let stems = "",
    dots = ""
  const by = Math.ceil((LEAST_APART * M.at.length) / (P.x1 - P.x0))
  S.own.stemOf = Math.round((by * M.n) / M.at.length) // so many rows each
  M.at.forEach((value, i) => {
    if (i % by) return
    const px = where(i),
      y = P.y(value)
    stems += upright(px, foot, foot + (y - foot) * grown)
    dots += `M${px.toFixed(1)} ${y.toFixed(1)}h0`
  })
  const ys = levels.map(P.y)
  return (
    `${cut ? blocksAt(stretches, ys, foot) : ""}<path class="stems" d="${stems}"/><path class="dots" d="${dots}"/>` +
    `<path class="${cut || !follows ? "before" : "after"}" style="opacity:${grown}" d="${lineAt(stretches, [foot, foot])}"/>${cut ? `<path class="after" d="${lineAt(stretches, ys)}"/>` : ""}`
  )
}

// Rows of a class lie in its lane, whose height is a share from 0 to 1.
const lanes = pen => {
  const { S, P, M, cut, lift, told } = pen,
    { classes } = S.record,
    whole = M.n,
    marks = classes.map(() => ""),
    stretches = stretchesOf(pen),
    shares = cut?.sides.map(side => levelsOf(S.record, M, side))
  M.code.forEach((code, i) => {
    marks[code] += markOf(code, ...placeOfRow(pen, i), 3.3)
  })
  return classes
    .map((name, k) => {
      const [foot, head] = P.lane(k),
        y = share => foot + share * (head - foot),
        before = y(M.total[k] / whole),
        levels = shares?.map(each => lerp(before, y(each[k]), lift)),
        count = cut ? `: ${cut.sides[0].sums[k]} left, ${cut.sides[1].sums[k]} right` : `: ${M.total[k]} of ${whole}`
      return (
        `${levels ? blocksAt(stretches, levels, before) : ""}<path class="mark-${LETTERS[k]}" d="${marks[k]}"/><path class="${cut ? "before" : "after"}" d="${lineAt(stretches, [before, before])}"/>` +
        `${levels ? `<path class="after" d="${lineAt(stretches, levels)}"/>` : ""}${told ? `<text class="ink halo" x="${P.x0 + 4}" y="${round1(head - 0.45 * P.em)}">${escaped(name)}<tspan class="rest">${count}</tspan></text>` : ""}`
      )
    })
    .join("")
}

// The guess stays, and an arrow runs from it to the best cut.
const guessed = ({ own: { P, said, reached } }, band, { M, f, k, kind }) => {
  const yours = kind === "asked" ? null : said.get(k)
  if (yours?.f !== f) return ""
  const x = round1(band.at(yours.at)),
    pin = `<path class="yours thin" d="M${x} ${P.top - 6}V${P.end + 6}"/>`
  if (yours.share > 0.995 || f !== M.best.feature || M.best.cut < 0 || !reached) return pin
  return pin + arrowTo([x, P.top - 0.4 * P.em], [round1(band.at(M.features[f].threshold[M.best.cut])), P.top - 0.4 * P.em], reached)
}

// --- a frame

const draw = (S, { k, u, finds, ends, isRest }) => {
  const { own: { hand }, parts, record } = S,
    comes = part(u, PHASES.comes),
    lift = isRest ? 1 : soft(part(u, PHASES.lifts))
  fade(parts.still, ends && record.names.length > 1 ? 1 - comes : 1)
  let drawn = ""
  if (ends) drawn = isRest ? drawEnd(S, 1) : toTheEnd(S, k, u)
  else if (!hand) drawn = ""
  else if (!finds) drawn = isRest ? sceneOf(S, hand) : k > 1 ? onTheWay(S, hand, u, lift) : sceneOf(S, hand, { grown: S.isStart ? 0 : part(u, PHASES.moves), lift: S.isStart ? 0 : lift })
  else if (hand.kind === "settles" && hand.from !== hand.f) {
    const { settled } = hand
    drawn = (settled < 0.6 ? sceneOf(S, { ...hand, f: hand.from, i: -1 }, { opacity: 1 - settled / 0.6 }) : "") + sceneOf(S, hand, { opacity: part(settled, [0.4, 1]) })
  } else drawn = sceneOf(S, hand)
  put(parts.moving, drawn)
}

// From the node that was found to the next one: what was told of it goes at once, then its rows. Over one feature both are on one
// axis, which moves from one to the other.
const onTheWay = (S, hand, u, lift) => {
  const last = foundAt(S, hand.k - 1),
    told = 1 - part(u, CLEARED),
    leaves = 1 - part(u, PHASES.leaves)
  if (last?.f !== hand.f) return (last && leaves ? sceneOf(S, last, { opacity: leaves, told }) : "") + sceneOf(S, hand, { opacity: part(u, PHASES.comes), lift })
  return zoomed(S, [last, hand].map(({ M, f }) => M.features[f].ends), u, () =>
    (leaves ? sceneOf(S, last, { opacity: leaves, told, hasAxis: false }) : "") + sceneOf(S, hand, { opacity: 1 - told, lift, hasAxis: false }) + axisNow(S, hand))
}

// What is drawn while the axis moves from the ends of one node to those of another; nothing leaves over the numbers beside it.
const zoomed = ({ own }, [from, to], u, drawn) => {
  own.window = from.map((end, at) => lerp(end, to[at], outward(part(u, ZOOMS))))
  own.clip ??= `rows${Math.random().toString(36).slice(2, 8)}`
  const { P } = own,
    inside = drawn()
  own.window = null
  return `<clipPath id="${own.clip}"><path d="M${P.x0} 0H${P.w}V${P.h}H0V${P.end}H${P.x0}Z"/></clipPath><g clip-path="url(#${own.clip})">${inside}</g>`
}

// To the end, over one feature on its axis of all rows.
const toTheEnd = (S, k, u) => {
  const last = foundAt(S, k),
    opacity = 1 - part(u, PHASES.leaves),
    isLine = last && isOneLine(S)
  const drawn = () => (last && opacity ? sceneOf(S, last, { opacity, told: 1 - part(u, CLEARED), hasAxis: !isLine }) : "") + drawEnd(S, part(u, PHASES.comes))
  return isLine ? zoomed(S, [last.M, nodeOf(S, 1)].map(({ features: [F] }) => F.ends), u, drawn) : drawn()
}

// Where the rows stand that can be pointed at, and what they are.
const rows = ({ own: { P, hand }, record }) => {
  if (!hand) return { n: 0 }
  const { M, f } = hand,
    F = M.features[f]
  return {
    n: M.at.length,
    place: i => placeOfRow({ P, M, F }, i),
    says: i => {
      const name = F.marks.length ? "" : `${record.names[f]} ${Number.isNaN(F.x[i]) ? "missing" : significant(F.x[i])}, `
      return `row ${M.rows[i]}: ${name}${record.classes.length ? record.classes[M.code[i]] : `${record.kind === "logistic" ? "−g" : record.up} ${signed(M.at[i])}`}`
    },
  }
}

// --- what is held

const cutAt = ({ own: { P, hand: { M, f } }, record }, [px]) => (M.features[f].threshold.length ? cutAtPlace(record, M, f, P.x(M.features[f]), px) : null)

// The line that is dragged, as a slider over the cuts of the feature: its grip runs along the upper edge, and the whole of the
// rows takes hold of it.
export const sliderOf = (S, f, isAsked, inside, isUpright = false) => {
  const { record, own: { hand: { M, i, f: now, isPlaced } } } = S,
    { threshold: all, gain } = M.features[f],
    at = now === f ? i : all.length >> 1,
    name = nameOf(record, M, f, at),
    label = now === f ? (isAsked ? "Your cut" : "Cut") : `Cut ${record.names[f]} instead`,
    text = now !== f || (isAsked && !isPlaced) ? "not placed" : isAsked ? name : `${name}, gain ${gain[at].toPrecision(3)}`
  return handleAt({ axis: f, label, now: at + 1, least: 1, most: all.length, text, isUpright }, inside)
}

const handle = S => {
  const { P, hand: { M, f, i } } = S.own,
    F = M.features[f],
    at = round1(clamp(P.x(F)(F.threshold[i]), P.x0, P.x1)),
    hit = `<rect class="hit" x="${P.x0}" y="${P.top - 0.6 * P.em}" width="${round1(P.x1 - P.x0)}" height="${round1(P.end - P.top + P.em)}"/>`
  return `<path class="rail" d="M${P.x0} ${P.rail}H${P.x1}"/>${sliderOf(S, f, isAsking(S), `${hit}<path class="stub" d="M${at} ${P.rail}V${P.top - 6}"/>${grip(at, P.rail, P.em)}`)}`
}

export const ROWS = { measure, still, draw, rows, cutAt, handle }
