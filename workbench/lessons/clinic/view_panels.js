// Patient and twin on one scale, side by side or laid over each other, where the twin is thinner and its dots are hollow; it
// has a colour of its own. A round: stems of −g grow, level out to their leaf, shrink to the step that moves F by each booster's own
// line; then the losses that are reported, of its rows, and once all is told from round to round. Others move from step to step.
import { belowNames, scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { placeIn, putTop } from "../../stage/kit/guess.js"
import { circle, classMark, grip, pathOf } from "../../stage/kit/marks.js"
import { tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { figure } from "./view_cards.js"
import { roundOf, seenAt, WIDE } from "./view_lens.js"

const FAR = 4, // so many times the twin's range, and what lies beyond it begins to be drawn by powers, wholly at FAR²
  HALF = 0.55, // of the height is the twin's range then
  ROOM = 1.1,
  SHRINK = [0, 0.4], // of the moment of F: the leaf to the step
  MOVE = [0.4, 1],
  FRAMED = 0.2, // of the twin's way: its axis is gone by then, so that no two cross, and what differs comes as late
  STICKS = 30, // of a curve, at most: more are a comb
  LEAST = 5e-4, // a loss beside which no other is seen
  MOST_LINES = 9, // of a table
  TITLE = { wide: 17, narrow: 10 } // em from the patient's name to the twin's, where they lie over each other
const ALL = { gradients: 0, weights: 1, F: 2, loss: 3 }

const n = ({ record }) => record.ids.length
const everyOf = S => Math.ceil(n(S) / STICKS) // so many rows on, a row has marks of its own
const isBoosted = ({ record }) => Boolean(record.sides[0].g)
const rowOf = (values, round, many) => values.subarray(round * many, (round + 1) * many)
// Of a side: g and w of a round, F and losses before and after it.
export const roundsOf = (S, side, round) => {
  const of = (name, at) => (side[name] ? rowOf(side[name], at, n(S)) : null)
  return {
    g: of("g", round - 1),
    w: of("w", round - 1),
    F0: of("F", round - 1),
    F1: of("F", round),
    loss: of("loss", round),
    answer: of("answer", round),
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

// Where a value stands between −1 and 1: beyond the twin's range by powers, the more so the farther the patient goes there.
const bent = (patient, twin) => {
  const all = Math.max(patient, twin),
    bend = clamp(Math.log(all / twin) / Math.log(FAR) - 1)
  const place = value => {
    if (!bend) return value / all
    const size = Math.abs(value),
      high = size <= twin ? (HALF * size) / twin : HALF + ((1 - HALF) * Math.log(size / twin)) / Math.log(all / twin)
    return Math.sign(value) * lerp(size / all, high, bend)
  }
  return Object.assign(place, { all, twin, bends: bend > 0 })
}

const placer = (S, round, moment) => {
  const { own, record } = S,
    key = `${round} ${moment}`
  if (own.placers.has(key)) return own.placers.get(key)
  const least = record.kind === "line" ? most(record.y) : isBoosted(S) ? 0.4 : 0,
    [patient, twin] = record.sides.map(side => ROOM * Math.max(least, reach(S, side, round, moment)) || 1)
  const found = bent(patient, twin)
  own.placers.set(key, found)
  return found
}

const marksOf = ({ all, twin, bends }) => {
  if (!bends) return ticks(-all, all, 5)
  const powers = ticks(Math.log10(twin) + 0.35, Math.log10(all), 2).map(power => 10 ** Math.round(power))
  const isFar = value => value > 1.4 * twin && value < all,
    found = [...new Set(powers)].filter(isFar),
    far = found.length ? found : [2, 5].map(each => each * 10 ** Math.floor(Math.log10(all))).filter(isFar)
  return [...ticks(-twin, twin, 4), ...far, ...far.map(value => -value)]
}

// --- places

const hasFloor = S => !isBoosted(S) && !S.own.isSigned

export const measurePanels = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    isWide = w > WIDE,
    gap = isWide ? 18 : 8,
    left = (isWide ? 2.6 : 1.9) * em,
    half = (w - gap - 2 * left) / 2
  own.placers = new Map()
  own.isSigned = record.sides.some(({ F }) => F.some(value => value < 0))
  own.ends = record.x ? [Math.min(...record.x), Math.max(...record.x)] : [-0.5, n(S) - 0.5]
  own.box = { left, half, from: 2 * left + half + gap, whole: w - left, y: 1.9 * em, h: h - 3.5 * em, isWide }
}

// Where both are, the twin so far over the patient: the twin goes there, and both become as wide as the picture.
const placePanels = ({ own, record }) => {
  const { left, half, from, whole, y, h } = own.box
  own.panels = [left, lerp(from, left, own.laid)].map(x => {
    const w = lerp(half, whole, own.laid),
      at = scale(own.ends, [x + 3, x + w - 3])
    return { x, y, w, h, at, places: Float32Array.from(record.ids, (_, i) => at(record.x ? record.x[i] : i)) }
  })
}

export const rowAt = (S, event) => {
  const { own, parts, record } = S,
    [x, y] = placeIn(S, parts.picture, event),
    panel = own.panels.find(each => x > each.x - 4 && x < each.x + each.w + 4 && y > each.y && y < each.y + each.h)
  if (!panel || record.row === null || own.hasCourses) return null
  let best = 0
  panel.places.forEach((place, i) => {
    if (Math.abs(place - x) < Math.abs(panel.places[best] - x)) best = i
  })
  return best
}

// The twin's name is the handle by which it is pulled over the patient: where it is, and how far a place there lays it.
const handleX = ({ own: { box }, L: { em } }) => [box.from, box.left + TITLE[box.isWide ? "wide" : "narrow"] * em].map(x => x + 0.9 * em)
export const laidAt = (S, event) => {
  const [from, to] = handleX(S)
  return clamp((placeIn(S, S.parts.picture, event)[0] - from) / (to - from))
}

// --- a frame

export const drawPanels = (S, time) => {
  const { record, own, L: { em } } = S,
    { round, moment, u, isStart } = time,
    per = record.moments.length,
    before = moment ? [round, moment - 1] : round > 1 ? [round - 1, per - 1] : [round, 0]
  placePanels(S)
  own.hasCourses = showsLosses(S, time) && isAllTold(S)
  const from = placer(S, ...before),
    to = placer(S, round, moment),
    mixed = isStart ? 0 : soft(part(u, [0, 0.7])),
    place = value => lerp(from(value), to(value), mixed)
  const { y: top, h } = own.box,
    [mid, high] = hasFloor(S) ? [top + h, h] : [top + h / 2, h / 2],
    losses = showsLosses(S, time) ? lossPlacer(shownLosses(S, time)) : null,
    y = value => (losses ? top + h - LOSS_HIGH * h * losses(value) : mid - high * clamp(place(value), -1, 1))
  const marks = losses ?? (mixed < 0.5 ? from : to)
  own.axis = marks
  const drawn = [frameOf(S, own.panels[0], y, marks, time), insideOf(S, 0, y, time), `<g class="of-twin">${insideOf(S, 1, y, time)}</g>`, gapsOf(S, y, time)]
  if (own.laid < FRAMED) drawn.unshift(`<g opacity="${1 - own.laid / FRAMED}">${frameOf(S, own.panels[1], y, marks, time)}</g>`)
  put(S.parts.panels, drawn.join(""))
  const x = lerp(...handleX(S), own.laid)
  const words = own.laid ? "Pull the twin off" : `Lay the twin over ${escaped(record.title)}`
  const handle = `<g class="handle" role="button" tabindex="0" data-lay="1" data-axis="lay" aria-label="${words}">${grip(round1(x), 0.75 * em, em)}</g>`
  putTop(S, handle + titleOf(S, 0, own.box.left, time) + titleOf(S, 1, x + 1.3 * em, time))
}

// A side's name, and what it says of the row that is pointed at.
const titleOf = (S, side, x, { round, moment, u }) => {
  const { record, own, L: { em } } = S,
    row = ringed(S),
    names = record.courses.names ?? [record.title, "Healthy twin"]
  const hasRoom = own.box.isWide && (own.laid === 0 || own.laid === 1)
  let aside = ""
  if (own.hasCourses) aside = hasRoom ? `<tspan class="value" dx=".6em">unseen ${figure(record.courses.unseen[side][Math.floor(round - 1 + u)])}</tspan>` : ""
  else if (hasRoom && row !== null && isTold(S)) aside = `<tspan class="value of-${isBoosted(S) ? moment : ""}" dx=".6em">row ${record.ids[row]}: ${answerOf(S, side, round, moment, row)}</tspan>`
  else if (isBoosted(S) && moment === ALL.weights && own.laid % 1 === 0) aside = `<tspan class="aside" dx=".6em">${record.sides[side].leaves[round - 1]} leaves</tspan>`
  else if (hasRoom && side && !own.laid) aside = `<tspan class="aside" dx=".6em">pull it over ${escaped(record.title)}</tspan>`
  return `<text class="ink title${side ? " of-twin" : ""}" x="${round1(x)}" y="${1.1 * em}">${escaped(names[side])}${aside}</text>`
}
const lossWords = (moment, value) => (moment === ALL.loss && value < LEAST ? "≈ 0" : figure(value))
const answerOf = (S, side, round, moment, row) => {
  const { g, w, F0, F1, answer, loss } = roundsOf(S, S.record.sides[side], round)
  if (g && !S.isStart && moment === ALL.gradients) return `−g ${figure(-g[row])}`
  if (g && moment === ALL.weights) return `w ${figure(w[row])}`
  if (loss && moment === ALL.loss) return answer ? `${S.record.answer} ${figure(answer[row])}` : `loss ${lossWords(moment, loss[row])}`
  return `F ${figure((S.per === 1 || moment >= ALL.F ? F1 : F0)[row])}`
}
const isTold = ({ at }) => at.told > 0 || at.guess === 0
const isAllTold = ({ at }) => at.told === 2 || at.guess === 0
const ringed = ({ at, own: { over }, record }) => (record.row === null ? null : (over ?? Math.min(at.followed ?? record.row, record.ids.length - 1)))

// The numbers of the row that is followed, of both sides, moment by moment: so many seen in this round, the others of the last
// one; where none is followed, some of what is drawn at a step.
export const tableOf = S => {
  const { record } = S,
    row = ringed(S),
    at = seenAt(S),
    round = roundOf(S, at),
    seen = at - (round - 1) * S.per
  if (row === null) return tableOfStep(S, at)
  const numberOf = ({ g, w, F1, loss }, i) => [-g?.[row], w?.[row], F1[row], loss?.[row]][i]
  const numbers = record.moments.map((_, i) => {
    const from = i < seen ? round : round - 1
    return from ? record.sides.map(side => lossWords(i, numberOf(roundsOf(S, side, from), i))) : ["", ""]
  })
  return { head: `row ${record.ids[row]}`, numbers, seen, round }
}

const tableOfStep = ({ record: { ids, kind, labels, names, sides, step, what, x } }, at) => {
  const value = ({ F }, i) => F[at * ids.length + i],
    there = [...ids.keys()].filter(i => !sides.every(side => Number.isNaN(value(side, i)))),
    some = there.filter((_, i) => i % Math.ceil(there.length / MOST_LINES) === 0),
    name = i => (kind === "bars" ? `bar ${ids[i] + 1}` : x ? `at ${figure(x[i])}` : `row ${ids[i]}`)
  return {
    head: `${what}, ${step.toLowerCase()} ${labels[at]}`,
    names: some.map(i => (names?.length ? names[i] : name(i))),
    numbers: some.map(i => sides.map(side => figure(value(side, i)))),
  }
}

// Losses have the panel to themselves, on a scale from its floor, from the instant at which their moment begins to its end.
const showsLosses = (S, { moment }) => isBoosted(S) && moment === ALL.loss
const shownLosses = (S, { round }) =>
  S.record.sides.map((side, i) => (S.own.hasCourses ? coursesOf(S, i).flatMap(([, values]) => [...values]) : roundsOf(S, side, round).loss))
const coursesOf = ({ record: { courses } }, side) => [["train", courses.seen[side]], ["unseen", courses.unseen[side]]]
const LOSS_HIGH = 0.92 // of the panel
const lossPlacer = both => bent(...both.map(losses => Math.max(most(losses), LEAST)))

const markAt = (x, y, value) => `<path class="grid" d="M${x - 3} ${round1(y)}h3"/><text class="end" x="${x - 6}" y="${round1(y) + 4}">${tick(value)}</text>`

const frameOf = (S, panel, y, place, time) => {
  const { x, y: top, w, h, at } = panel,
    { record, own, L: { em } } = S,
    foot = top + h + 1.15 * em,
    along = own.hasCourses ? roundsAlong(S, panel) : record.kind === "line" ? at : null
  let drawn = ""
  for (const value of marksOf(place)) {
    const here = round1(y(value))
    if (here > top + 4 && here < top + h + 1 && (value >= 0 || !hasFloor(S))) drawn += markAt(x, here, value)
  }
  if (!showsLosses(S, time)) drawn += `<path class="zero" d="M${x} ${round1(y(0))}h${w}"/>`
  drawn += `<rect class="grid" x="${x}" y="${top}" width="${w}" height="${h}"/>`
  if (along) {
    for (const value of ticks(...along.domain, 4)) drawn += `<text class="mid" x="${round1(along(value))}" y="${foot}">${tick(value)}</text>`
    const parts = round1(along(record.parts / S.per))
    if (own.hasCourses) drawn += `<path class="parting" d="M${parts} ${top}v${h}"/><text x="${parts + 6}" y="${top + 1.2 * em}">they part</text>`
  } else if (record.kind === "classes") {
    const middle = at(record.y.indexOf(1) - 0.5)
    drawn += `<path class="grid" d="M${middle} ${top}v${h}"/>`
    ;[(x + middle) / 2, (middle + x + w) / 2].forEach((centre, k) => {
      const text = record.classes[k],
        half = 0.24 * em * (text.length + 3)
      drawn += `<path class="mark-${k ? "b" : "a"}" d="${classMark(k === 1, centre - half, foot - 4, 4)}"/><text x="${centre - half + 9}" y="${foot}">${escaped(text)} ${k ? "↑" : "↓"}</text>`
    })
  } else if (record.names?.length) drawn += belowNames(at, top + h, em, record.names.map((name, i) => [i, name]), "")
  return drawn
}

// How wide a side's marks are, of so much room for each row, side by side and laid over.
const wideOf = ({ own }, side, room, least, most) => clamp(room * lerp(0.62, side ? 0.3 : 0.85, own.laid), least, most)

const box = (x, a, b, wide) => `M${round1(x - wide / 2)} ${round1(a)}h${round1(wide)}V${round1(b)}h${-round1(wide)}z`

const insideOf = (S, side, y, time) => {
  if (!isBoosted(S)) return stepOf(S, side, y, time)
  const { own } = S
  if (own.hasCourses) return coursesOf(S, side).map(([cls, values]) => courseOf(S, side, y, time, cls, values)).join("")
  const { places, w } = own.panels[side],
    now = momentOf(S, side, time),
    by = everyOf(S),
    room = (w * by) / n(S)
  let stems = "",
    leaves = ""
  places.forEach((x, i) => {
    const base = now.base(i)
    if (i % by || !Number.isFinite(base)) return
    const [a, b] = [y(base), y(base + now.lengthOf(i))]
    if (now.stem) stems += `M${round1(x)} ${round1(a)}V${round1(b)}`
    if (now.leaf) leaves += box(x, a, b, wideOf(S, side, room, 3, 16))
  })
  const wide = wideOf(S, side, room, 1.6, lerp(5, side ? 4 : 9, own.laid)),
    line = lerp(2, side ? 1.4 : 3.4, own.laid)
  const drawn = (cls, share, thick, d) => `<path class="${cls}" style="stroke-width:${thick};opacity:${share}" d="${d}"/>`
  return (
    drawn("stems", now.stem, wide, stems) + drawn("leaves", now.leaf, line, leaves) + lossOf(S, side, y, time, wide, by) +
    `<g style="opacity:${showsLosses(S, time) ? 0 : 1}">${truthOf(S, side, y)}${answersOf(S, side, y, now.F)}${ringOf(S, side, y, now.F)}</g>`
  )
}

// What is seen at a moment of a round: how long stems are from their base, and where F is.
const momentOf = (S, side, { round, moment, u, isStart }) => {
  const own = S.record.sides[side],
    { g, w, F0, F1 } = roundsOf(S, own, round)
  const grown = isStart ? 0 : moment > ALL.gradients ? 1 : soft(u),
    level = moment > ALL.weights ? 1 : moment === ALL.weights ? soft(u) : 0,
    shrunk = moment > ALL.F ? 1 : moment === ALL.F ? soft(part(u, SHRINK)) : 0,
    moved = moment > ALL.F ? 1 : moment === ALL.F ? soft(part(u, MOVE)) : 0
  const forgotten = i => lerp(F0[i], 0, clamp(2 * moved))
  const F = i => {
    if (moved === 0) return F0[i]
    if (!own.forgets) return lerp(F0[i], F1[i], moved)
    return moved < 0.5 ? forgotten(i) : lerp(0, F1[i], 2 * moved - 1)
  }
  return {
    F,
    base: i => (own.forgets && moved > 0 ? forgotten(i) : F0[i]),
    lengthOf: level === 0 ? i => -g[i] * grown : i => lerp(-g[i], w[i], level) * lerp(1, own.rate, shrunk),
    stem: grown > 0 ? 1 - part(level, [0.3, 1]) : 0,
    leaf: part(level, [0, 0.7]) * (1 - lerp(0.28, 0.6, S.own.laid) * part(moved, [0.8, 1])) * (moment > ALL.F ? 0 : 1),
  }
}

// The patient's dots are filled; its twin's become rings about them.
const answersOf = (S, side, y, F) => {
  const { own } = S,
    { places, x: left, w } = own.panels[side],
    wide = clamp((w / n(S)) * 0.5, 3.4, 10),
    hollow = side * own.laid
  let dots = "",
    rings = "",
    line = "",
    last = null
  places.forEach((place, i) => {
    const [x, at] = [round1(place), round1(y(F(i)))]
    if (!Number.isFinite(F(i))) return
    dots += `M${x} ${at}h0`
    if (hollow) rings += circle(x, at, 0.5 * wide)
    line += last === null ? `M${x} ${at}` : at === last ? "" : `H${x}V${at}`
    last = at
  })
  if (S.record.kind === "classes")
    return `<path class="answers" style="stroke-width:${wide};opacity:${1 - hollow}" d="${dots}"/><path class="twins" opacity="${hollow}" d="${rings}"/>`
  return `<path class="after" style="stroke-width:${lerp(2.6, side ? 1.4 : 4, own.laid)};" d="${line}H${left + w}"/>`
}

const truthOf = (S, side, y) => {
  if (S.record.kind !== "line") return ""
  let d = ""
  S.own.panels[side].places.forEach((x, i) => {
    d += `M${round1(x)} ${round1(y(S.record.y[i]))}h0`
  })
  return `<path class="targets" d="${d}"/>`
}

// Losses grow from the floor of the panel; where there is no number, a cross says so.
const lossOf = (S, side, y, time, wide, by) => {
  if (!showsLosses(S, time)) return ""
  const { places, x: left, y: top, h } = S.own.panels[side],
    both = shownLosses(S, time),
    grown = soft(time.u)
  let bars = "",
    none = ""
  places.forEach((x, i) => {
    const loss = both[side][i],
      at = round1(x)
    if (i % by === 0 && Number.isFinite(loss)) bars += `M${at} ${top + h}v${-round1(grown * (top + h - y(loss)))}`
    else if (!Number.isFinite(loss)) none += `M${at - 4} ${top + 10}l8 8m0 -8l-8 8`
  })
  return `<g><path class="losses-of-rows" style="stroke-width:${wide}" d="${bars}"/><path class="i-none" d="${none}"/>${none ? `<text class="ink" x="${left + 8}" y="${top + h - 8}">NaN</text>` : ""}</g>`
}

// A loss over the rounds, as far as they have come; a cross ends it where it is no number any more.
const roundsAlong = ({ n, per }, { x, w }) => scale([0, n / per], [x + 3, x + w - 3])
const courseOf = (S, side, y, { round, u }, cls, values) => {
  const along = roundsAlong(S, S.own.panels[side]),
    now = round - 1 + u,
    points = []
  for (let k = 0; k < now + 1 && Number.isFinite(values[k]); k++) {
    const at = Math.min(k, now)
    points.push([along(at), y(lerp(values[Math.max(0, k - 1)], values[k], at === k ? 1 : at % 1))])
  }
  const none = points.length <= now ? points.at(-1) : null
  const end = none ? `<path class="i-none" d="M${round1(none[0] - 4)} ${round1(none[1] - 4)}l8 8m0 -8l-8 8"/><text class="ink halo mid" x="${round1(none[0])}" y="${round1(none[1] - 9)}">${figure(values[points.length])}</text>` : ""
  return `<path class="${cls}" d="${pathOf(points)}"/>${end}`
}

const ringOf = (S, side, y, F) => {
  const row = ringed(S)
  if (row === null || !Number.isFinite(F(row))) return ""
  return `<circle class="ring-of-row" cx="${round1(S.own.panels[side].places[row])}" cy="${round1(y(F(row)))}" r="6"/>`
}

// --- the difference itself, where both lie over each other

const shownBy = (S, side, time) => {
  if (!isBoosted(S)) return steppedOf(S, side, time)
  const { F, base, lengthOf } = momentOf(S, side, time)
  return time.moment < ALL.F ? i => base(i) + lengthOf(i) : F
}

const gapsOf = (S, y, time) => {
  const { own } = S
  if (!own.laid || time.isStart || (time.moment === ALL.loss && S.per > 1)) return ""
  const [patient, twin] = [0, 1].map(side => shownBy(S, side, time)),
    by = everyOf(S)
  let d = ""
  own.panels[0].places.forEach((x, i) => {
    if (i % by) return
    const [a, b] = [y(patient(i)), y(twin(i))]
    if (Math.abs(a - b) > 0.5) d += `M${round1(x)} ${round1(a)}V${round1(b)}`
  })
  return `<path class="gaps" style="opacity:${part(own.laid, [1 - FRAMED, 1])}" d="${d}"/>`
}

// In how many rows both differ at the moment that is shown; and why not, where they have parted and these numbers have not.
export const differs = S => {
  const { record, at, per } = S
  if (S.isStart || !S.resting()) return ""
  const [round, moment] = [Math.ceil(at.round / per), (at.round - 1) % per],
    [mine, other] = record.sides.map(({ leaves }) => (moment === ALL.weights ? leaves?.[round - 1] : 0)),
    many = record.differ[at.round - 1],
    what = record.kind === "bars" ? "bar" : "row"
  if (many) return `${many} of ${record.n_rows} ${what}s ${many > 1 ? "differ" : "differs"}`
  if (mine !== other) return `no row differs, but ${mine} and ${other} leaves do`
  if (at.round < record.parts || !isBoosted(S)) return `here no ${what} differs`
  return moment === ALL.loss ? "no loss differs: it is of what predict says, not of the F that training goes on from" : `no ${what} differs: training goes on from the same F`
}

// --- what is no booster: from one step to the next

const steppedOf = (S, side, { round, u }) => {
  const { F0, F1 } = roundsOf(S, S.record.sides[side], round)
  return i => lerp(F0[i] || 0, F1[i] || 0, soft(u))
}

const stepOf = (S, side, y, time) => {
  const { F0, F1 } = roundsOf(S, S.record.sides[side], time.round),
    value = steppedOf(S, side, time)
  if (S.record.kind !== "bars") return truthOf(S, side, y) + answersOf(S, side, y, value)
  const { places, w } = S.own.panels[side],
    wide = wideOf(S, side, w / n(S), 1.2, side ? 30 : 60)
  let drawn = ""
  places.forEach((x, i) => {
    if (Number.isNaN(F0[i]) && Number.isNaN(F1[i])) return
    const [a, b] = [y(0), y(value(i))].sort((p, q) => p - q)
    drawn += box(x, a, b, wide)
  })
  return `<path class="bars" style="stroke-width:${clamp(wide / 4, 0.8, lerp(2.2, side ? 1.4 : 3.4, S.own.laid))}" d="${drawn}"/>`
}
