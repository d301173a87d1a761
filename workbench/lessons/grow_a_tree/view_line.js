// The error as a level, and the gains of open nodes as bars that hang from it: a bar that is taken lets it fall to its foot.
import { ticks } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { coil } from "../../stage/kit/marks.js"
import { decimals, significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { FLY, GROW, NEW, PART, PICK } from "./view_phases.js"
import { chip } from "./view_rows.js"
import { standing, toldShare } from "./view_sides.js"

const LEAST_BAR = 1.2

// The splits whose bars are shown begin after this one; and how high the scale goes.
const firstAt = (C, made) => (C.isWhole ? 0 : Math.max(0, made - C.room))

// What waits, as far as there is room: in front who came first; of more than have room those that gain most.
export const lineOf = (side, C, splits) => {
  const all = standing(side, splits)
  if (C.isWhole || all.length <= C.room + 1) return all
  const kept = side.is_best_first ? [...all].sort((a, b) => b.gain - a.gain) : all.filter(node => node.isOpen)
  const shown = new Set(kept.slice(0, C.room + 1))
  return all.filter(node => shown.has(node))
}

export const scaleAt = (side, C, time) => {
  const { made, k, u, runs } = time,
    fly = runs ? soft(part(u, FLY)) : 0,
    from = firstAt(C, made),
    to = runs ? firstAt(C, k) : from
  const first = lerp(from, to, fly),
    top = lerp(side.level[from], side.level[to], fly)
  return { first, top, fly, y: error => C.level(error, top) }
}

// The error now: while a node parts it is exactly that of the two means on the screen.
export const errorNow = (side, { made, k, u, runs }) => {
  if (!runs) return side.level[made]
  const left = 1 - soft(part(u, PART))
  return side.level[k] + left ** 2 * (side.level[k - 1] - side.level[k])
}

export const drawLine = (S, side, C, time, focus, markOf) => {
  const scale = scaleAt(side, C, time),
    level = scale.y(errorNow(side, time)),
    bars = []
  const pen = { S, C, em: S.L.em, scale, level, bars, values: "", tags: "" }
  waitingBars(pen, side, time, markOf)
  if (time.runs) takenBar(pen, side, time, markOf)
  return (
    axis(pen, side) +
    area(pen, side, time) +
    takenBars(pen, side, time, focus) +
    stair(pen, side, time) +
    bars.join("") +
    pen.values +
    pen.tags +
    gapMark(pen, side, time) +
    legend(pen, side, time)
  )
}

const axis = ({ C, em, scale }) =>
  ticks(0, scale.top, 3)
    .filter(value => value < scale.top)
    .map(value => `<text class="end" x="${C.x0 - 8}" y="${round1(scale.y(value) + 0.3 * em)}">${tick(value)}</text>`)
    .join("")

// The steps so far, from the left edge on: their ends and their heights.
const steps = ({ C, scale }, side, { made }, at) => {
  let d = ""
  for (let number = Math.floor(scale.first) + 1; number <= made; number++)
    d += `H${round1(Math.max(C.x0, at(number)))}V${round1(scale.y(side.level[number]))}`
  return d
}

const area = (pen, side, time) => {
  const { C, scale, level } = pen,
    start = `M${C.x0} ${C.foot}V${round1(scale.y(side.level[Math.floor(scale.first)]))}`
  const edge = number => C.taken(number, scale.first) - C.bar / 2
  const last = time.runs && scale.fly === 1 ? `H${round1(edge(time.k))}` : ""
  return (
    `<path class="rest" d="${start}${steps(pen, side, time, edge)}${last}V${round1(level)}H${C.x1}V${C.foot}Z"/>` +
    `<path class="grid" d="M${C.x0} ${C.foot}H${C.x1}"/>`
  )
}

const stair = (pen, side, time) => {
  const { C, scale, level } = pen,
    edge = number => C.taken(number, scale.first) + C.bar / 2
  const last = time.runs ? `H${round1(edge(time.k))}` : ""
  return `<path class="level" d="M${C.x0} ${round1(scale.y(side.level[Math.floor(scale.first)]))}${steps(pen, side, time, edge)}${last}V${round1(level)}H${C.x1}"/>`
}

const takenBars = ({ C, em, scale }, side, { made }, focus) => {
  let drawn = ""
  for (let number = Math.floor(scale.first) + 1; number <= made; number++) {
    const x = C.taken(number, scale.first),
      y = scale.y(side.level[number - 1]),
      high = Math.max(LEAST_BAR, scale.y(side.level[number]) - y)
    if (x - C.bar / 2 < C.x0 - 1) continue
    const node = side.splits[number - 1]
    drawn += `<rect class="done" x="${round1(x - C.bar / 2)}" y="${round1(y)}" width="${round1(C.bar)}" height="${round1(high)}"/>`
    if (C.slot > 1.6 * em)
      drawn += `<text class="mid${focus === node ? " ink" : ""}" x="${round1(x)}" y="${round1(y - 5)}">${node.name}</text>`
  }
  return drawn
}

// One open node in the line: its bar as far as it is told, else a ticket.
const waits = (pen, node, x, top, told, opacity = 1) => {
  const { C, em, scale, bars } = pen,
    left = round1(x - C.bar / 2)
  if (!node.isOpen) {
    pen.tags += `<text class="mid" style="opacity:${opacity}" x="${round1(x)}" y="${round1(Math.min(top + 1.2 * em, C.foot - 3))}">–</text>`
    return
  }
  if (told <= 0) {
    const high = Math.max(4, Math.min(1.9 * em, C.foot - top - 4))
    bars.push(
      `<g style="opacity:${opacity}"><rect class="ticket" x="${left}" y="${round1(top)}" width="${round1(C.bar)}" height="${round1(high)}" rx="3"/>` +
        (C.bar > 9 ? `<text class="mid ink" x="${round1(x)}" y="${round1(top + high / 2 + 0.33 * em)}">?</text>` : "") +
        "</g>",
    )
    return
  }
  const full = scale.y(0) - scale.y(node.gain),
    high = Math.max(LEAST_BAR, full * told)
  bars.push(
    `<rect class="waits" style="opacity:${opacity}" x="${left}" y="${round1(top)}" width="${round1(C.bar)}" height="${round1(high)}"/>`,
  )
  if (told >= 1 && C.slot > 2.4 * em && !pen.S.own.hidesGain?.(node))
    pen.values += `<text class="mid value" style="opacity:${opacity}" x="${round1(x)}" y="${round1(Math.min(top + high + 1.05 * em, C.foot - 3))}">${gainText(node.gain, scale.top)}</text>`
}

// With the decimals of the axis: a hundredth of its height is the least that is told.
export const gainText = (gain, top) => {
  const digits = -Math.floor(Math.log10(top / 100)),
    least = 10 ** -digits
  if (gain < least) return `&lt;${tick(least)}`
  return digits > 0 ? decimals(gain, digits) : significant(gain)
}

const waitingBars = (pen, side, time, markOf) => {
  const { C, em, scale, level } = pen,
    { made, k, runs } = time,
    now = lineOf(side, C, made),
    next = runs ? lineOf(side, C, k) : now
  const grown = soft(part(time.u, GROW))
  now.forEach((node, place) => {
    if (runs && node.split === k) return
    const to = next.indexOf(node),
      x = lerp(C.waiting(place), C.waiting(to < 0 ? place : to), runs ? scale.fly : 0)
    waits(pen, node, x, level, toldShare(pen.S, node, time, grown))
    pen.tags += chip(C, em, node, [x, level - C.radius - 5], markOf(node))
  })
  if (!runs || time.u < NEW[0]) return
  const fresh = soft(part(time.u, NEW))
  next.forEach((node, place) => {
    if (now.includes(node)) return
    const x = C.waiting(place) + 40 * (1 - fresh),
      isKnown = pen.S.own.seen > k || pen.S.at.guess === 0 || node.born < k
    waits(pen, node, x, level, isKnown ? 1 : 0, fresh)
    pen.tags += chip(C, em, node, [x, level - C.radius - 5], "", fresh)
  })
}

// The bar that is taken: framed, slid to its step, and turned blue as the level passes through it.
const takenBar = (pen, side, time, markOf) => {
  const { C, em, scale, level, bars } = pen,
    { k, u } = time,
    node = side.splits[k - 1]
  const place = lineOf(side, C, k - 1).indexOf(node),
    x = lerp(C.waiting(Math.max(0, place)), C.taken(k, scale.first), scale.fly),
    top = scale.y(side.level[k - 1]),
    foot = scale.y(side.level[k])
  const bar = (mark, y, high) =>
    `<rect class="${mark}" x="${round1(x - C.bar / 2)}" y="${round1(y)}" width="${round1(C.bar)}" height="${round1(high)}"/>`
  if (scale.fly > 0)
    bars.push(
      bar("waits", level, Math.max(0, foot - level)),
      bar("done", top, Math.max(u > PART[0] ? LEAST_BAR : 0, level - top)),
    )
  else waits(pen, node, x, level, toldShare(pen.S, node, time, soft(part(u, GROW))))
  if (part(u, PICK) > 0.3 && scale.fly < 1)
    bars.push(
      `<rect class="frame" x="${round1(x - C.bar / 2 - 2)}" y="${round1(top - 1)}" width="${round1(C.bar + 4)}" height="${round1(Math.max(3, foot - top + 3))}" rx="2"/>`,
    )
  pen.tags += chip(C, em, node, [x, top - C.radius - 5], markOf(node), 1 - part(soft(part(u, PART)), [0.7, 1]))
}

// A told guess beside the best: its own bar stays framed; what it lacks is the measure of best first alone.
const gapMark = ({ S, C, em, scale }, side, time) => {
  const G = S.guess,
    chosen = S.own.chosen
  if (!G?.told || !chosen || S.own.sides[chosen.side] !== side || time.u > FLY[0] + 0.001) return ""
  const node = side.nodes[chosen.id],
    best = side.splits[time.k - 1],
    place = lineOf(side, C, time.k - 1).indexOf(node)
  if (place < 0 || node === best) return ""
  const top = scale.y(side.level[time.k - 1]),
    high = gain => scale.y(0) - scale.y(gain)
  const own = top + high(node.gain),
    other = Math.max(top + high(best.gain), own),
    x = C.waiting(place),
    half = C.bar / 2 + 3
  const lacks = side.is_best_first && other - own > 8,
    end = lacks ? lerp(own, other, Math.min(1.15, Math.max(0, G.spring))) : own
  const frame = `<rect class="mine" x="${round1(x - half)}" y="${round1(top - 1)}" width="${round1(2 * half)}" height="${round1(Math.max(5, end - top + 4))}" rx="2"/>`
  if (!lacks) return frame
  return `${frame}${coil([x, own + 1], [x, other], G.spring)}<text class="mid mine-text halo" x="${round1(x)}" y="${round1(other + 1.25 * em)}">−${gainText(best.gain - node.gain, scale.top)}</text>`
}

const legend = ({ C, em, S }, side, { made }) => {
  const y = round1(C.foot + 1.2 * em),
    between = round1(C.waiting(-0.5) - 0.2 * C.slot),
    hidden = standing(side, made).length - lineOf(side, C, made).length
  const isWide = C.slot * (C.room + 1) > 15 * em
  const more = hidden > 0 ? `, ${hidden} more` : isWide ? ", first come in front" : ""
  return (
    `<text x="${C.x0}" y="${y}">${C.isWhole || made <= C.room ? "explained, split by split" : `the last ${C.room} splits`}</text>` +
    (S.n ? `<text x="${round1(between + 0.3 * C.slot)}" y="${y}">waiting${more}</text>` : "") +
    `<path class="grid between" d="M${between} ${round1(C.head - 4)}V${y}"/>`
  )
}
