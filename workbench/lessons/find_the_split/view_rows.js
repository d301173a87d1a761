// The rows of a node over a feature. A cut gives each side a mean of its own; what that takes of the stems is a block whose
// area is the side's sum. Of classes each has a lane, with its share on both sides.
import { across, BEFORE_GAP, below, belowNames, GAP, missingStrip, scale, scattered } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { grip, LETTERS, markOf, upright } from "../../stage/kit/marks.js"
import { added, signed, significant } from "../../stage/kit/numbers.js"
import { escaped, fade, put, round1 } from "../../stage/kit/svg.js"
import { cutOf, handleOf, handOf, nearestCut, nodeOf, PHASES } from "./view_model.js"
import { drawEnd } from "./view_end.js"
import { drawGain } from "./view_gain.js"

const LEAST_APART = 2.3, // pixels of stems
  OVER = { comes: [0.05, 0.4], leaves: [0.35, 0.75] }, // of two nodes over one axis
  BESIDE = 1.3 // em from the cut to its sums: between them is what takes hold of it

export const measureRows = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    many = record.classes.length
  const x0 = (many ? 0.4 : 3) * em,
    foot = h - 1.6 * em,
    head = foot - clamp(0.2 * h, 4.6 * em, 8 * em)
  const P = { em, w, h, x0, x1: w - 0.6 * em, rail: 1.2 * em, top: 3 * em, end: head - 2.7 * em, head, foot, many }
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

export const stillRows = S => {
  const { own: { P }, record, parts } = S
  if (P.many) {
    const lines = record.classes.map((_, k) => `M${P.x0} ${round1(P.lane(k)[0])}H${P.x1}`)
    return put(parts.still, `<path class="grid" d="${lines.join("")}"/>`)
  }
  put(parts.still, across(P.y, [P.x0, P.x1], P.em) + (record.up ? `<text class="ink" x="0" y="${P.top - 0.6 * P.em}">${escaped(record.up)}</text>` : ""))
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

const isLeft = (F, i, cut) => (Number.isNaN(F.x[i]) ? F.missing_left[cut] === 1 : F.x[i] <= F.threshold[cut])

// From where to where each side is drawn, and which it is: left and right of the cut, and the strip; all one side where none is cut.
const stretchesOf = ({ P, F, cut, at, ends: [low, high] }) => {
  const gap = P.gap(F),
    beside = gap ? [[...gap, cut && !F.missing_left[cut.i] ? 1 : 0]] : []
  return (cut ? [[low, at, 0], [at, high, 1], ...beside] : [[low, high, 0], ...beside]).map(([from, to, side]) => [round1(from), round1(to), side])
}
const lineAt = (stretches, ys) => stretches.map(([from, to, side]) => `M${from} ${ys[side]}H${to}`).join("")
const blocksAt = (stretches, ys, y0) =>
  stretches.map(([from, to, side]) => `<rect class="moved" x="${from}" y="${Math.min(ys[side], y0)}" width="${Math.max(0, round1(to - from))}" height="${round1(Math.abs(ys[side] - y0))}"/>`).join("")

export const rowPlace = (S, M, f, i) => {
  const { P } = S.own,
    x = P.places(M, M.features[f])(i)
  if (!P.many) return [x, P.y(M.at[i])]
  const [foot, head] = P.lane(M.code[i])
  return [x, foot - 5 - M.at[i] * (foot - head - 10)]
}

// --- a node with the cut in hand

const sceneOf = (S, hand, opacity = 1, grown = 1) => {
  const { own: { P }, record } = S,
    { M, f, i } = hand,
    F = M.features[f],
    x = P.x(F)
  const cut = i >= 0 ? cutOf(S, M, f, i) : null,
    at = cut ? x(F.threshold[i]) : null
  const pen = { S, P, M, F, x, cut, at, hand, grown, ends: [x(F.ends[0]), x(F.ends[1])] }
  const rows = record.classes.length ? lanes(pen) : numbers(pen)
  const line = cut ? `<path class="${hand.kind === "asked" ? "yours" : "cut"}" d="M${round1(at)} ${P.top - 6}V${P.end + 6}"/>` : ""
  const none = F.none ? `<text class="ink" x="${P.x0 + P.em}" y="${P.end + 1.4 * P.em}">No cut here: ${escaped(F.marks.length ? "these categories have no order" : "all rows have one value")}</text>` : ""
  return `<g${opacity < 1 ? ` style="opacity:${opacity.toFixed(3)}"` : ""}>${rows}${line}${sidesBelow(pen)}${none}${axisOf(pen)}${drawGain(S, pen)}</g>`
}

const numbers = pen => {
  const { S, P, M, F, cut, grown } = pen,
    stretches = stretchesOf(pen)
  const follows = S.record.kind === "squared_error",
    base = follows ? M.mean : 0,
    levels = cut ? cut.sides.map(({ n, sums }) => base + (n ? sums[0] / n : 0)) : [base, base],
    where = P.places(M, F)
  let stems = "",
    dots = ""
  const by = Math.ceil((LEAST_APART * M.at.length) / (P.x1 - P.x0)),
    each = Math.round((by * M.n) / M.at.length) // rows that a stem stands for
  M.at.forEach((value, i) => {
    if (i % by) return
    const px = where(i),
      y = P.y(value),
      foot = P.y(follows ? levels[!cut || isLeft(F, i, cut.i) ? 0 : 1] : base)
    stems += upright(px, foot, foot + (y - foot) * grown)
    dots += `M${px.toFixed(1)} ${y.toFixed(1)}h0`
  })
  const y0 = round1(P.y(base)),
    ys = levels.map(each => round1(P.y(each)))
  const drawn = cut ? blocksAt(stretches, ys, y0) : ""
  const means = cut ? `<path class="after" d="${lineAt(stretches, ys)}"/>` : ""
  const before = cut ? "before" : follows ? "after" : "before"
  return `${drawn}<path class="stems" d="${stems}"/><path class="dots" d="${dots}"/><path class="${before}" style="opacity:${grown}" d="${lineAt(stretches, [y0, y0])}"/>${means}` +
    (each > 1 ? `<text class="halo" x="${P.x1}" y="${P.top - 0.6 * P.em}" text-anchor="end">a stem for every ${each} rows</text>` : "")
}

// Rows of a class lie in its lane, whose height is a share from 0 to 1.
const lanes = pen => {
  const { S, P, M, cut, hand } = pen,
    { classes } = S.record,
    whole = Array.from(M.total).reduce((a, b) => a + b, 0),
    marks = classes.map(() => ""),
    stretches = stretchesOf(pen)
  M.code.forEach((code, i) => {
    const [px, py] = rowPlace(S, M, hand.f, i)
    marks[code] += markOf(code, px, py, 3.3)
  })
  let drawn = ""
  classes.forEach((name, k) => {
    const [foot, head] = P.lane(k),
      y = share => round1(foot + share * (head - foot)),
      before = y(M.total[k] / whole)
    const levels = cut ? cut.sides.map(({ n, sums }) => y(n ? sums[k] / n : 0)) : null
    if (levels) drawn += blocksAt(stretches, levels, before)
    drawn += `<path class="mark-${LETTERS[k]}" d="${marks[k]}"/><path class="${cut ? "before" : "after"}" d="${lineAt(stretches, [before, before])}"/>`
    if (levels) drawn += `<path class="after" d="${lineAt(stretches, levels)}"/>`
    const count = cut ? `: ${cut.sides[0].sums[k]} left, ${cut.sides[1].sums[k]} right` : `: ${M.total[k]} of ${whole}`
    drawn += `<text class="ink" x="${P.x0 + 4}" y="${round1(head - 0.45 * P.em)}">${escaped(name)}<tspan class="rest">${count}</tspan></text>`
  })
  return drawn
}

// What each side sums up to, on its side of the line.
const sidesBelow = ({ S, P, cut, at }) => {
  if (!cut) return ""
  const y = round1(P.end + 1.5 * P.em),
    isSummed = !S.record.classes.length
  const texts = cut.sides.map(({ n, sums }) => {
    const rows = `${n} row${n === 1 ? "" : "s"}`
    return isSummed ? [`${rows}, −G = `, added(sums[0])] : [rows, ""]
  })
  return texts
    .map(([plain, sum], side) => {
      const room = (side ? P.x1 - at : at - P.x0) - BESIDE * P.em,
        whole = plain.length + sum.length
      const shown = room > 0.44 * P.em * whole ? plain : room > 0.44 * P.em * (sum.length + 5) && sum ? "−G = " : null
      if (shown === null) return ""
      return `<text x="${round1(at + (side ? BESIDE : -BESIDE) * P.em)}" y="${y}"${side ? "" : ' text-anchor="end"'}>${shown}<tspan class="of-model">${sum}</tspan></text>`
    })
    .join("")
}

const axisOf = ({ S, P, F, x, hand }) => {
  const name = escaped(S.record.names[hand.f]),
    gap = P.gap(F),
    missing = gap ? missingStrip(gap, P.top, P.foot, P.em) : ""
  return missing + (F.marks.length ? belowNames(x, P.foot, P.em, F.marks, name) : below(x, P.foot, P.em, { n: 6, name }))
}

// --- a frame

const ringOf = (S, hand) => {
  if (S.row === null || !hand) return ""
  const [x, y] = rowPlace(S, hand.M, hand.f, S.row)
  return `<circle class="of-row" cx="${round1(x)}" cy="${round1(y)}" r="7"/>`
}

export const drawRows = (S, time) => {
  const { own, parts, record } = S,
    { k, u, finds, ends, isRest } = time,
    hand = own.hand
  const comes = part(u, PHASES.comes),
    leaves = 1 - part(u, PHASES.leaves)
  if (ends) own.whole = nodeOf(S, 1)
  fade(parts.still, ends && record.names.length > 1 ? 1 - comes : 1)
  let drawn = ""
  if (ends) {
    if (!isRest && leaves > 0) drawn += foundScene(S, k, leaves)
    drawn += drawEnd(S, comes)
  } else if (!hand) drawn = ""
  else if (!finds && !isRest) drawn = k > 1 ? onTheWay(S, hand, u, leaves, comes) : sceneOf(S, hand, 1, S.isStart ? 0 : u)
  else if (hand.kind === "settles" && hand.from !== hand.f) {
    const { settled } = hand
    if (settled < 0.6) drawn += sceneOf(S, { ...hand, f: hand.from, i: -1 }, 1 - settled / 0.6)
    drawn += sceneOf(S, hand, part(settled, [0.4, 1]))
  } else if (hand.kind === "settles") drawn = sceneOf(S, { ...hand, i: glided(hand) })
  else drawn = sceneOf(S, hand)
  put(parts.moving, drawn + ringOf(S, isRest && !ends ? hand : null))
}

// From the node that was found to the next one. Over one feature both stand on one axis, which moves from one to the other.
const onTheWay = (S, hand, u, leaves, comes) => {
  const { own, record } = S,
    last = nodeOf(S, hand.k - 1)
  if (record.names.length > 1 || !last) return foundScene(S, hand.k - 1, leaves) + sceneOf(S, hand, comes)
  const [from, to] = [last, hand.M].map(({ features }) => features[0].ends)
  own.window = from.map((end, at) => lerp(end, to[at], soft(u)))
  const { P } = own
  own.clip ??= `rows${Math.random().toString(36).slice(2, 8)}`
  const drawn = sceneOf(S, hand, part(u, OVER.comes)) + foundScene(S, hand.k - 1, 1 - part(u, OVER.leaves)) // no row pales meanwhile
  own.window = null
  return `<clipPath id="${own.clip}"><rect x="${P.x0}" y="0" width="${P.x1 - P.x0}" height="${P.h}"/></clipPath><g clip-path="url(#${own.clip})">${drawn}</g>`
}

// From the last cut of the sweep to the best one.
const glided = ({ M, f, i, settled }) => {
  const last = M.features[f].threshold.length - 1
  return i < 0 ? -1 : Math.round(last + (i - last) * settled)
}

const foundScene = (S, k, opacity) => {
  const hand = handOf(S, { step: 2 * k, u: 1, k, finds: true, isRest: true })
  return hand ? sceneOf(S, hand, opacity) : ""
}

export const rowAt = (S, [px, py]) => {
  const { hand } = S.own
  if (!hand || S.at.round >= S.n) return null
  let best = null,
    least = 12
  hand.M.at.forEach((_, i) => {
    const [x, y] = rowPlace(S, hand.M, hand.f, i),
      far = Math.hypot(x - px, y - py)
    if (far < least) [best, least] = [i, far]
  })
  return best
}

export const rowWords = S => {
  const { own: { hand }, record, row } = S
  if (row === null || !hand) return ""
  const { M, f } = hand,
    x = M.features[f].x[row],
    value = Number.isNaN(x) ? "missing" : significant(x),
    name = M.features[f].marks.length ? "" : `${record.names[f]} ${value}, `
  return `row ${M.rows[row]}: ${name}${record.classes.length ? record.classes[M.code[row]] : `${record.kind === "logistic" ? "−g" : record.up} ${signed(M.at[row])}`}`
}

// --- what is held

export const cutAmongRows = ({ own: { P } }, [px], { f, M }) => {
  const F = M.features[f]
  return F.threshold.length ? { f, i: nearestCut(F, P.x(F).back(px)) } : null
}

// The line that is dragged: its grip runs along the upper edge, and the whole of the rows takes hold of it.
export const handleOverRows = S => {
  const { P, hand: { M, f }, pick } = S.own,
    F = M.features[f],
    at = round1(clamp(pick ? P.x(F)(F.threshold[pick.f === f ? pick.i : F.threshold.length >> 1]) : (P.x0 + P.x1) / 2, P.x0, P.x1)),
    hit = `<rect class="hit" x="${P.x0}" y="${P.top - 0.6 * P.em}" width="${round1(P.x1 - P.x0)}" height="${round1(P.end - P.top + P.em)}"/>`
  return `<path class="rail" d="M${P.x0} ${P.rail}H${P.x1}"/>${handleOf(S, `${hit}<path class="stub" d="M${at} ${P.rail}V${P.top + P.em}"/>${grip(at, P.rail, P.em)}`)}`
}

export const footOfRows = ({ own: { P, hand: { M, f, i } } }) => {
  const x = round1(P.x(M.features[f])(M.features[f].threshold[i]))
  return grip(x, round1(P.end + 1.2 * P.em), P.em)
}
