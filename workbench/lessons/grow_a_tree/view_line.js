// The error as a level, and the gains of open nodes as bars that hang from it: a bar that is taken lets it fall to its foot.
import { ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
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

const barAt = (C, mark, x, y, high, more = "", out = 0) =>
  `<rect class="${mark}" x="${round1(x - C.bar / 2 - out)}" y="${round1(y)}" width="${round1(C.bar + 2 * out)}" height="${round1(high)}"${more}/>`
const textAt = (mark, x, y, text, opacity = 1) => `<text class="mid ${mark}" style="opacity:${opacity}" x="${round1(x)}" y="${round1(y)}">${text}</text>`

// pen: what is drawn in the order of the line: bars, their values, and above all the chips of their nodes.
export const drawLine = (S, side, C, time, focus, markOf) => {
  const scale = scaleAt(side, C, time),
    level = scale.y(errorNow(side, time)),
    pen = { S, C, em: S.L.em, scale, level, bars: "", values: "", tags: "" }
  waitingBars(pen, side, time, markOf)
  if (time.runs) takenBar(pen, side, time, markOf)
  return axis(pen) + levels(pen, side, time, focus) + pen.bars + pen.values + pen.tags + gapMark(pen, side, time) + legend(pen, side, time)
}

const axis = ({ C, em, scale }) =>
  ticks(0, scale.top, 3)
    .filter(value => value < scale.top)
    .map(value => `<text class="end" x="${C.x0 - 8}" y="${round1(scale.y(value) + 0.3 * em)}">${tick(value)}</text>`)
    .join("")

// The error as an area with a stair above it, from the left edge on, and the bars that are taken.
const levels = ({ C, em, scale, level }, side, { made, k, runs }, focus) => {
  const start = round1(scale.y(side.level[Math.floor(scale.first)])),
    edge = (number, beside) => `H${round1(Math.max(C.x0, C.taken(number, scale.first) + (beside * C.bar) / 2))}`
  let under = `M${C.x0} ${C.foot}V${start}`,
    stair = `M${C.x0} ${start}`,
    bars = ""
  for (let number = Math.floor(scale.first) + 1; number <= made; number++) {
    const x = C.taken(number, scale.first),
      [top, foot] = [number - 1, number].map(at => scale.y(side.level[at])),
      node = side.splits[number - 1]
    under += `${edge(number, -1)}V${round1(foot)}`
    stair += `${edge(number, 1)}V${round1(foot)}`
    if (x - C.bar / 2 < C.x0 - 1) continue
    bars += barAt(C, "done", x, top, Math.max(LEAST_BAR, foot - top))
    if (C.slot > 1.6 * em) bars += textAt(focus === node ? "ink" : "", x, top - 5, node.name)
  }
  if (runs && scale.fly === 1) under += edge(k, -1)
  if (runs) stair += edge(k, 1)
  const end = `V${round1(level)}H${C.x1}`
  return `<path class="rest" d="${under}${end}V${C.foot}Z"/><path class="grid" d="M${C.x0} ${C.foot}H${C.x1}"/>${bars}<path class="level" d="${stair}${end}"/>`
}

// One open node in the line: its bar as far as it is told, else a ticket.
const waits = (pen, node, x, top, told, opacity = 1) => {
  const { C, em, scale } = pen,
    faded = ` style="opacity:${opacity}"`
  if (!node.isOpen) pen.tags += textAt("", x, Math.min(top + 1.2 * em, C.foot - 3), "–", opacity)
  else if (told <= 0) {
    const high = Math.max(4, Math.min(1.9 * em, C.foot - top - 4))
    pen.bars += barAt(C, "ticket", x, top, high, `${faded} rx="3"`) + (C.bar > 9 ? textAt("ink", x, top + high / 2 + 0.33 * em, "?", opacity) : "")
  } else {
    const high = Math.max(LEAST_BAR, (scale.y(0) - scale.y(node.gain)) * told)
    pen.bars += barAt(C, "waits", x, top, high, faded)
    if (told >= 1 && C.slot > 2.4 * em && !pen.S.own.hidesGain(node))
      pen.values += textAt("value", x, Math.min(top + high + 1.05 * em, C.foot - 3), gainText(node.gain, scale.top), opacity)
  }
}

// With the decimals of the axis: a hundredth of its height is the least that is told.
const gainText = (gain, top) => {
  const digits = -Math.floor(Math.log10(top / 100)),
    least = 10 ** -digits
  if (gain < least) return `&lt;${tick(least)}`
  return digits > 0 ? decimals(gain, digits) : significant(gain)
}

const waitingBars = (pen, side, time, markOf) => {
  const { S, C, em, scale, level } = pen,
    { made, k, u, runs } = time,
    now = lineOf(side, C, made),
    next = runs ? lineOf(side, C, k) : now,
    grown = soft(part(u, GROW)),
    fresh = runs ? soft(part(u, NEW)) : 0
  const put = (node, x, told, mark, opacity) => {
    waits(pen, node, x, level, told, opacity)
    pen.tags += chip(C, em, node, [x, level - C.radius - 5], mark, opacity)
  }
  now.forEach((node, place) => {
    if (runs && node.split === k) return
    const to = next.indexOf(node)
    put(node, lerp(C.waiting(place), C.waiting(to < 0 ? place : to), runs ? scale.fly : 0), toldShare(S, node, time, grown), markOf(node), 1)
  })
  next.forEach((node, place) => {
    if (!fresh || now.includes(node)) return
    const isKnown = S.own.seen > k || S.at.guess === 0 || node.born < k
    put(node, C.waiting(place) + 40 * (1 - fresh), Number(isKnown), "", fresh)
  })
}

// The bar that is taken: framed, slid to its step, and turned blue as the level passes through it.
const takenBar = (pen, side, time, markOf) => {
  const { S, C, em, scale, level } = pen,
    { k, u } = time,
    node = side.splits[k - 1],
    place = lineOf(side, C, k - 1).indexOf(node),
    x = lerp(C.waiting(Math.max(0, place)), C.taken(k, scale.first), scale.fly),
    [top, foot] = [k - 1, k].map(at => scale.y(side.level[at]))
  if (scale.fly > 0)
    pen.bars += barAt(C, "waits", x, level, Math.max(0, foot - level)) + barAt(C, "done", x, top, Math.max(u > PART[0] ? LEAST_BAR : 0, level - top))
  else waits(pen, node, x, level, toldShare(S, node, time, soft(part(u, GROW))))
  if (part(u, PICK) > 0.3 && scale.fly < 1) pen.bars += barAt(C, "frame", x, top - 1, Math.max(3, foot - top + 3), ' rx="2"', 2)
  pen.tags += chip(C, em, node, [x, top - C.radius - 5], markOf(node), 1 - part(soft(part(u, PART)), [0.7, 1]))
}

// A told guess beside the best: its own bar stays framed; what it lacks is the measure of best first alone.
const gapMark = ({ S, C, em, scale }, side, { k, u }) => {
  const { guess: G, own: { chosen, sides } } = S
  if (!G?.told || !chosen || sides[chosen.side] !== side || u > FLY[0] + 0.001) return ""
  const node = side.nodes[chosen.id],
    best = side.splits[k - 1],
    place = lineOf(side, C, k - 1).indexOf(node)
  if (place < 0 || node === best) return ""
  const top = scale.y(side.level[k - 1]),
    foot = gain => top + scale.y(0) - scale.y(gain),
    own = foot(node.gain),
    other = Math.max(foot(best.gain), own),
    x = C.waiting(place),
    lacks = side.is_best_first && other - own > 8,
    end = lacks ? lerp(own, other, clamp(G.spring, 0, 1.15)) : own,
    frame = barAt(C, "mine", x, top - 1, Math.max(5, end - top + 4), ' rx="2"', 3)
  return lacks ? frame + coil([x, own + 1], [x, other], G.spring) + textAt("mine-text halo", x, other + 1.25 * em, `−${gainText(best.gain - node.gain, scale.top)}`) : frame
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
