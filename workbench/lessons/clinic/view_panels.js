// Patient and twin side by side, on one scale. A round: stems of −g grow, level out to their leaf, shrink to the step that
// moves F by each booster's own line; then the losses that are reported. Other patients move from step to step.
import { scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { classMark } from "../../stage/kit/marks.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"

const FAR = 4, // so many times the twin's range, and what lies beyond it is drawn by powers
  HALF = 0.55, // of the height is the twin's range then
  ROOM = 1.1,
  SHRINK = [0, 0.4], // of the moment of F: the leaf to the step
  MOVE = [0.4, 1]
const ALL = { gradients: 0, weights: 1, F: 2, loss: 3 }

export const n = ({ record }) => record.ids.length
const rowOf = (values, round, many) => values.subarray(round * many, (round + 1) * many)
// Of a side: g and w of a round, F and losses before and after it.
export const roundsOf = (S, side, round) => {
  const many = n(S),
    of = (name, at) => (side[name] ? rowOf(side[name], at, many) : null)
  return {
    g: of("g", round - 1),
    w: of("w", round - 1),
    F0: of("F", round - 1),
    F1: of("F", round),
    loss: of("loss", round),
    before: of("loss", round - 1),
  }
}

// --- scales: one for both sides at each moment

const most = (...lists) => {
  let found = 0
  for (const list of lists) for (const value of list) if (Math.abs(value) > found && Number.isFinite(value)) found = Math.abs(value)
  return found
}
const reach = (S, side, round, moment) => {
  const { g, w, F0, F1 } = roundsOf(S, side, round)
  if (!g) return most(F0, F1)
  if (moment === ALL.gradients) return most(F0, F0.map((value, i) => value - g[i]))
  return moment === ALL.weights ? most(F0, F0.map((value, i) => value + w[i])) : most(F0, F1)
}

// Where a value stands between −1 and 1: beyond the twin's range by powers, where the patient leaves it far behind.
const placer = (S, round, moment) => {
  const { own, record } = S,
    key = `${round} ${moment}`
  if (own.placers.has(key)) return own.placers.get(key)
  const least = record.kind === "line" ? most(record.y) : 0.4 * (record.sides[0].g ? 1 : 0),
    [patient, twin] = record.sides.map(side => ROOM * Math.max(least, reach(S, side, round, moment)) || 1)
  const all = Math.max(patient, twin),
    bends = patient > FAR * twin,
    place = value => {
      const size = Math.abs(value)
      if (!bends) return value / all
      const high = size <= twin ? (HALF * size) / twin : HALF + ((1 - HALF) * Math.log(size / twin)) / Math.log(all / twin)
      return Math.sign(value) * high
    }
  const found = Object.assign(place, { all, twin, bends })
  own.placers.set(key, found)
  return found
}

const marksOf = ({ all, twin, bends }) => {
  if (!bends) return ticks(-all, all, 5)
  const powers = ticks(Math.log10(twin) + 0.35, Math.log10(all), 2).map(power => 10 ** Math.round(power))
  const far = [...new Set(powers)].filter(value => value > 1.4 * twin && value < all)
  return [...ticks(-twin, twin, 4), ...far, ...far.map(value => -value)]
}

// --- places

const hasFloor = ({ record, own }) => !record.sides[0].g && !own.isSigned

export const measurePanels = S => {
  const { own, record, L } = S,
    { w, h } = L.picture,
    gap = w > 520 ? 18 : 8,
    { tools } = L,
    left = w > 520 ? 2.6 * L.em : 1.9 * L.em,
    wide = (w - gap - 2 * left) / 2
  own.placers = new Map()
  own.isSigned = record.sides.some(({ F }) => F.some(value => value < 0))
  own.panels = [0, 1].map(side => ({ x: left + side * (wide + gap + left), y: 1.9 * L.em, w: wide, h: h - 3.5 * L.em }))
  own.lent = tools.y < L.picture.y + h ? tools.h + 0.3 * L.em : 0 // of the height, to instruments that are open
  own.high = own.panels[0].h
  const many = n(S)
  const ends = record.x ? [Math.min(...record.x), Math.max(...record.x)] : [-0.5, many - 0.5]
  own.x = own.panels.map(({ x, w: across }) => {
    const at = scale(ends, [x + 3, x + across - 3])
    return Float32Array.from(record.ids, (_, i) => at(record.x ? record.x[i] : i))
  })
  own.across = own.panels.map(({ x, w: across }) => scale(ends, [x + 3, x + across - 3]))
}

export const rowAt = (S, event) => {
  const { own, parts } = S,
    [x, y] = placeIn(S, parts.picture, event),
    side = own.panels.findIndex(each => x > each.x - 4 && x < each.x + each.w + 4 && y > each.y && y < each.y + each.h)
  if (side < 0 || S.record.row === null) return null
  let best = 0
  own.x[side].forEach((place, i) => {
    if (Math.abs(place - x) < Math.abs(own.x[side][best] - x)) best = i
  })
  return best
}

// --- a frame

// lends: how much of the room for the instruments these have.
export const drawPanels = (S, time, lends) => {
  const { record, own } = S,
    { round, moment, u, isStart } = time
  const per = record.moments.length,
    before = moment ? [round, moment - 1] : round > 1 ? [round - 1, per - 1] : [round, 0]
  const from = placer(S, ...before),
    to = placer(S, round, moment),
    mixed = soft(part(u, [0, 0.7]))
  const place = value => lerp(from(value), to(value), isStart ? 0 : mixed)
  const panels = own.panels.map((panel, i) => {
    panel.h = own.high - lends * own.lent
    const mid = hasFloor(S) ? panel.y + panel.h : panel.y + panel.h / 2,
      high = hasFloor(S) ? panel.h : panel.h / 2
    const y = value => mid - high * clamp(place(value), -1, 1)
    return frameOf(S, panel, i, y, time, mixed < 0.5 ? from : to) + insideOf(S, panel, i, y, time)
  })
  put(S.parts.panels, panels.join(""))
}

const headOf = (S, side, { round, moment, isStart }) => {
  const { record } = S,
    { leaves } = record.sides[side],
    row = S.over
  if (row !== null && row !== undefined && S.record.row !== null) return `row ${record.ids[row]}: F ${significant(lastF(S, side)[row])}`
  if (leaves && moment === ALL.weights && !isStart) return `${leaves[round - 1]} leaves`
  return ""
}
const lastF = (S, side) => {
  const { F0, F1 } = roundsOf(S, S.record.sides[side], Math.max(1, Math.ceil(S.at.round / S.per)))
  return S.per === 1 || (S.at.round - 1) % S.per >= ALL.F ? F1 : F0
}

const frameOf = (S, { x, y: top, w, h }, side, y, time, place) => {
  const { record, L, own } = S,
    { em } = L,
    foot = top + h + 1.15 * em,
    names = record.courses.names ?? [record.title, "Healthy twin"]
  let drawn =
    `<text class="ink title" x="${x}" y="${1.15 * em}">${escaped(names[side])}<tspan class="aside" dx=".6em">${headOf(S, side, time)}</tspan></text>` +
    `<rect class="grid" x="${x}" y="${top}" width="${w}" height="${h}"/>`
  for (const value of marksOf(place)) {
    const at = round1(y(value))
    if (at > top + 4 && at < top + h + 1 && (value >= 0 || !hasFloor(S)))
      drawn += `<path class="grid" d="M${x - 3} ${at}h3"/><text class="end" x="${x - 6}" y="${at + 4}">${tick(value)}</text>`
  }
  drawn += `<path class="zero" d="M${x} ${round1(y(0))}h${w}"/>`
  if (record.kind === "classes") {
    const first = record.y.indexOf(1),
      middle = own.across[side](first - 0.5)
    drawn += `<path class="grid" d="M${middle} ${top}v${h}"/>`
    ;[[0, (x + middle) / 2], [1, (middle + x + w) / 2]].forEach(([k, centre]) => {
      const text = record.classes[k],
        half = 0.24 * em * (text.length + 3)
      drawn += `<path class="mark-${k ? "b" : "a"}" d="${classMark(k === 1, centre - half, foot - 4, 4)}"/><text x="${centre - half + 9}" y="${foot}">${escaped(text)} ${k ? "↑" : "↓"}</text>`
    })
  } else if (record.kind === "line") {
    const at = own.across[side]
    for (const value of ticks(...at.domain, 4)) drawn += `<text class="mid" x="${round1(at(value))}" y="${foot}">${tick(value)}</text>`
  } else drawn += namesOf(S, side, foot)
  return drawn
}

const namesOf = ({ record, own, L }, side, foot) => {
  const { names } = record,
    panel = own.panels[side]
  if (!names?.length) return ""
  const by = Math.ceil((names.length * 0.5 * L.em * Math.max(...names.map(each => each.length + 1))) / panel.w)
  return names.map((name, i) => (i % by ? "" : `<text class="mid" x="${round1(own.x[side][i])}" y="${foot}">${escaped(name)}</text>`)).join("")
}

const insideOf = (S, panel, side, y, time) => {
  const { record } = S
  if (!record.sides[side].g) return stepOf(S, panel, side, y, time)
  const now = momentOf(S, side, time)
  let stems = "",
    leaves = ""
  S.own.x[side].forEach((x, i) => {
    const base = now.base(i)
    if (!Number.isFinite(base)) return
    const y0 = round1(y(base)),
      at = round1(x)
    if (now.stem > 0) stems += `M${at} ${y0}V${round1(y(base + now.lengthOf(i)))}`
    if (now.leaf > 0) leaves += `M${at} ${y0}V${round1(y(base + now.lengthOf(i)))}`
  })
  const wide = clamp((panel.w / n(S)) * 0.62, 0.9, 3)
  return (
    truthOf(S, side, y) +
    `<path class="stems" style="stroke-width:${wide};opacity:${now.stem}" d="${stems}"/>` +
    `<path class="leaves" style="stroke-width:${wide};opacity:${now.leaf}" d="${leaves}"/>` +
    lossOf(S, panel, side, time, wide) +
    `<g style="opacity:${now.dots}">${answersOf(S, panel, side, y, now.F)}</g>` +
    ringOf(S, side, y, now.F)
  )
}

// What is seen at a moment of a round: how long stems are from their base, and where F is.
const momentOf = (S, side, { round, moment, u, isStart }) => {
  const own = S.record.sides[side],
    { g, w, F0, F1 } = roundsOf(S, own, round)
  const grown = isStart ? 0 : moment > ALL.gradients ? 1 : soft(u),
    level = moment > ALL.weights ? 1 : moment === ALL.weights ? soft(u) : 0,
    shrunk = moment > ALL.F ? 1 : moment === ALL.F ? soft(part(u, SHRINK)) : 0,
    moved = moment > ALL.F ? 1 : moment === ALL.F ? soft(part(u, MOVE)) : 0,
    told = moment > ALL.F ? soft(u) : 0
  const forgotten = i => lerp(F0[i], 0, clamp(2 * moved))
  const F = i => {
    if (moved === 0) return F0[i]
    if (!own.forgets) return lerp(F0[i], F1[i], moved)
    return moved < 0.5 ? forgotten(i) : lerp(0, F1[i], 2 * moved - 1)
  }
  const length = level === 0 ? i => -g[i] * grown : i => lerp(-g[i], w[i], level) * lerp(1, own.rate, shrunk)
  return {
    F,
    base: i => (own.forgets && moved > 0 ? forgotten(i) : F0[i]),
    lengthOf: length,
    stem: grown > 0 ? 1 - part(level, [0.3, 1]) : 0,
    leaf: part(level, [0, 0.7]) * (1 - 0.28 * part(moved, [0.8, 1])) * (1 - told),
    dots: 1 - 0.6 * told,
  }
}

const answersOf = (S, panel, side, y, F) => {
  const places = S.own.x[side]
  if (S.record.kind === "classes") {
    let dots = ""
    places.forEach((x, i) => {
      if (Number.isFinite(F(i))) dots += `M${round1(x)} ${round1(y(F(i)))}h0`
    })
    return `<path class="answers" style="stroke-width:${clamp((panel.w / n(S)) * 1.6, 2.4, 5)}" d="${dots}"/>`
  }
  let d = "",
    last = null
  places.forEach((x, i) => {
    const at = round1(y(F(i)))
    if (last === null) d += `M${round1(x)} ${at}`
    else if (at !== last) d += `H${round1(x)}V${at}`
    last = at
  })
  return `<path class="after" d="${d}H${panel.x + panel.w}"/>`
}

const truthOf = (S, side, y) => {
  if (S.record.kind !== "line") return ""
  let d = ""
  S.own.x[side].forEach((x, i) => {
    d += `M${round1(x)} ${round1(y(S.record.y[i]))}h0`
  })
  return `<path class="targets" d="${d}"/>`
}

// Losses stand on the floor of the panel, on a scale of their own; where there is no number, a cross says so.
const lossOf = (S, { y: top, h }, side, { round, moment, u }, wide) => {
  const isNext = moment === ALL.gradients && round > 1
  if (moment !== ALL.loss && !isNext) return ""
  const both = S.record.sides.map(each => roundsOf(S, each, round)[isNext ? "before" : "loss"]),
    high = most(...both) || 1,
    share = isNext ? 1 - part(u, [0, 0.5]) : soft(u)
  let bars = "",
    none = ""
  S.own.x[side].forEach((x, i) => {
    const loss = both[side][i],
      at = round1(x)
    if (Number.isFinite(loss)) bars += `M${at} ${top + h}v${-round1((isNext ? 1 : share) * 0.45 * h * (loss / high))}`
    else none += `M${at - 4} ${top + 10}l8 8m0 -8l-8 8`
  })
  return `<g style="opacity:${share}"><path class="losses-of-rows" style="stroke-width:${wide}" d="${bars}"/><path class="i-none" d="${none}"/>${none ? `<text class="ink" x="${S.own.panels[side].x + 8}" y="${top + 18}">NaN</text>` : ""}</g>`
}

const ringOf = (S, side, y, F) => {
  const { own } = S,
    row = S.over ?? (S.at.told > 0 || S.at.guess === 0 ? own.row : null)
  if (row === null || row === undefined || !Number.isFinite(F(row))) return ""
  return `<circle class="ring-of-row" cx="${round1(own.x[side][row])}" cy="${round1(y(F(row)))}" r="6"/>`
}

// What is no booster: from one step to the next.
const stepOf = (S, panel, side, y, { round, u }) => {
  const { F0, F1 } = roundsOf(S, S.record.sides[side], round),
    moved = soft(u)
  const value = i => lerp(Number.isNaN(F0[i]) ? 0 : F0[i], Number.isNaN(F1[i]) ? 0 : F1[i], moved)
  if (S.record.kind !== "bars") return truthOf(S, side, y) + answersOf(S, panel, side, y, value)
  const wide = clamp((panel.w / n(S)) * 0.66, 1.2, 46)
  let drawn = ""
  S.own.x[side].forEach((x, i) => {
    if (Number.isNaN(F0[i]) && Number.isNaN(F1[i])) return
    const [a, b] = [y(0), y(value(i))].sort((p, q) => p - q)
    drawn += `M${round1(x - wide / 2)} ${round1(a)}h${round1(wide)}V${round1(b)}h${-round1(wide)}z`
  })
  return `<path class="bars" style="stroke-width:${clamp(wide / 4, 0.8, 2.2)}" d="${drawn}"/>`
}
