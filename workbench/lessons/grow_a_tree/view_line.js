// The error as a bar, of which splits explain more and more; below it the line of the leaves that wait, each with what it would
// take from it. Where what is explained ends they all begin: the front leaves the line, and explains that much more.
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { arrowTo } from "../../stage/kit/marks.js"
import { decimals, decimalsFor, withoutNoise } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { seenOf } from "./view_geometry.js"
import { FLY, GROW, NEW, PART, PICK, SORT } from "./view_phases.js"
import { chip } from "./view_rows.js"
import { isKnownAt, standing, toldShare } from "./view_sides.js"

const LEAST_BAR = 1.2,
  TICKET = 2.4, // em
  LETTER = 0.45, // em
  VAIN = 0.01, // of the whole error
  GAIN_ROOM = 3.4, // of a number beside a bar
  NAMED = 7 // of what a piece of the bar is

// Who waits, in front first: as they came; best first by what they gain. While nobody knows what the newest gain, they are seen
// with those that gain most of all others, by number. Leaves that cannot be split stand at the end.
const lineOf = (side, splits, isKnown) => {
  const all = standing(side, splits),
    isNew = node => !isKnown && node.born === splits,
    open = all.filter(node => node.isOpen),
    ended = all.filter(node => !node.isOpen)
  if (!side.is_best_first) return [...open, ...ended]
  open.sort((a, b) => isNew(b) - isNew(a) || b.gain - a.gain || a.split - b.split)
  const seen = isKnown ? [] : open.splice(0, seenOf(side, all.length)).sort((a, b) => a.name - b.name)
  return [...seen, ...open, ...ended]
}

// How many of them are seen.
export const rowsAt = (side, made) => seenOf(side, standing(side, made).length)

// The same where nothing moves.
export const restingLine = (S, side, made) => lineOf(side, made, isKnownAt(S, made))

// The error now: while a node parts it is exactly that of the two means on the screen.
export const errorNow = (side, { made, k, u, runs }) => {
  if (!runs) return side.level[made]
  const left = 1 - soft(part(u, PART))
  return side.level[k] + left ** 2 * (side.level[k - 1] - side.level[k])
}

// A part of the whole error, with the decimals of that: what is less than the last of them is said to be less, and none is 0.
export const partText = (value, all) => {
  const digits = decimalsFor(all, 3)
  if (!withoutNoise(value, all)) return "0"
  return value < 10 ** -digits ? `&lt;${decimals(10 ** -digits, digits)}` : decimals(value, digits)
}

const bar = (cls, x0, x1, y, high, more = "") => `<rect class="${cls}" x="${round1(x0)}" y="${round1(y)}" width="${round1(Math.max(LEAST_BAR, x1 - x0))}" height="${round1(high)}"${more}/>`
const textAt = (cls, x, y, words, opacity = 1) => `<text class="${cls}" style="opacity:${round1(opacity)}" x="${round1(x)}" y="${round1(y)}">${words}</text>`

export const drawLine = (S, side, V, time, markOf) => {
  const now = V.gain(side.level[0] - errorNow(side, time)),
    pen = { S, side, V, em: V.em, now, bars: "", tags: "" }
  const moved = waiting(pen, time, markOf)
  return `${chain(pen, time)}${nextOf(pen, time)}<path class="level" d="M${round1(now)} ${round1(V.chain)}V${round1(moved)}"/>${pen.bars}${pen.tags}`
}

// Who is next, where that is known.
const nextOf = ({ S, side, V, em, now }, { made, runs }) => {
  const [first] = restingLine(S, side, made)
  if (runs || S.guess?.told || !first.isOpen || made >= S.n || (side.is_best_first && !isKnownAt(S, made))) return ""
  const isLate = now + V.gain(first.gain) - V.gain(0) + GAIN_ROOM * em > V.right
  return textAt("end ink", now - 2 * V.radius - 12 - (isLate ? GAIN_ROOM * em : 0), V.place(0) + 0.32 * em, "next")
}

// The splits so far that bought next to nothing.
export const vainOf = ({ level, splits }, made) => splits.slice(0, made).filter((_, at) => level[at] - level[at + 1] < VAIN * level[0])

// What the splits so far have explained of the error, piece by piece, and what is left.
const chain = ({ side, V, em, now }, time) => {
  const { made, k, runs } = time,
    high = 1.5 * em,
    [, to] = V.gain.range,
    until = at => V.gain(side.level[0] - side.level[at])
  const words = partText(errorNow(side, time), side.level[0]),
    all = partText(side.level[0], side.level[0]),
    left = [`${words} of ${all} not explained yet`, `${words} of ${all} left`, words].find(each => 0.42 * em * each.length + 8 < to - now) ?? ""
  let drawn = bar("rest", now, to, V.chain, high) + textAt("end left-over", to - 5, V.chain + 1.05 * em, left)
  if (until(1) - V.gain(0) < NAMED * em && now + (NAMED + 0.42 * left.length) * em < to) drawn += textAt("explained", now + 6, V.chain + 1.05 * em, "◂ explained")
  const last = runs ? k : made,
    vain = vainOf(side, made).map(({ split, name }) => [until(split - 1), name]) // too thin for a number within
  for (let number = 1; number <= last; number++) {
    const x0 = until(number - 1),
      x1 = Math.min(until(number), now),
      { name } = side.splits[number - 1]
    if (x1 <= x0) continue
    drawn += bar("done", x0, x1, V.chain, high, ' rx="1"')
    const says = [...(number === 1 ? [`explained by node ${name}`, `by node ${name}`] : []), `${name}`].find(each => 0.5 * em * each.length + 6 < x1 - x0)
    if (says && number <= made) drawn += textAt("mid paper", (x0 + x1) / 2, V.chain + 1.1 * em, says)
  }
  drawn += ticksOf(V, vain)
  const rows = rowsAt(side, made),
    many = standing(side, made).length - rows,
    isLate = now > (V.gain.range[0] + to) / 2
  return many > 0 ? drawn + textAt(isLate ? "end" : "", now + (isLate ? 0 : -2 * V.radius - 6), V.place(rows - 0.1) + 0.32 * em, `${many} more behind`) : drawn
}

// Splits that bought next to nothing, as ticks through the bar; beside the last what they are, once for all.
const ticksOf = ({ em, chain, left, right }, vain) => {
  if (!vain.length) return ""
  const names = vain.map(([, name]) => name),
    [last] = vain.at(-1),
    words = `splitting ${names.length > 3 ? `${names[0]}, … ${names.at(-1)}` : names.join(", ")} gained almost nothing`,
    isLate = last + LETTER * em * words.length > right,
    until = Math.max(last - 3, left + LETTER * em * words.length),
    ticks = vain.map(([x]) => `M${round1(x)} ${round1(chain)}V${round1(chain + 1.5 * em + 5)}`).join("")
  return `<path class="vain" d="${ticks}"/>${textAt(`value vain-text${isLate ? " end" : ""}`, isLate ? until : last + 3, chain - 4, words)}`
}

// One leaf in the line: its bar as far as it is told, else a ticket. passes: how much it is on its way past others, none of which
// then has a number; who rises does so beside their circles.
const waits = (pen, node, y, { told, opacity = 1, mark = "", passes = 0, rises = 0 }) => {
  const { S, side, V, em, now } = pen,
    high = Math.min(0.66 * V.pitch, 1.5 * em),
    faded = ` style="opacity:${round1(opacity)}"`,
    length = V.gain(node.gain) - V.gain(0)
  if (!node.isOpen) {
    const isLate = now > (V.gain.range[0] + V.gain.range[1]) / 2
    pen.tags += textAt(isLate ? "end" : "", isLate ? now - 2 * V.radius - 12 : now + 6, y + 0.32 * em, "cannot be split", opacity)
  }
  if (node.isOpen && told <= 0) {
    const at = now + TICKET * em < V.right ? now : now - 2 * V.radius - 12 - TICKET * em // before its circle, where it has no room behind
    pen.bars += bar("ticket", at, at + TICKET * em, y - high / 2, high, `${faded} rx="3"`) + textAt("mid ink", at + 0.5 * TICKET * em, y + 0.33 * em, "?", opacity)
  }
  if (node.isOpen && told > 0) {
    pen.bars += bar("waits", now, now + length * told, y - high / 2, high, faded)
    if (told >= 1 && !S.own.hidesGain(side, node)) pen.tags += gainAt(pen, node, y, length, opacity * (1 - passes))
  }
  pen.tags += chip(V.radius, em, node, [now - V.radius - 6 - rises * 2.2 * V.radius, y], mark, opacity)
}

// What it gains: behind its bar, within it, or before its circle, where it has room.
const gainAt = ({ S, side, V, em, now }, node, y, length, opacity) => {
  const words = partText(node.gain, side.level[0]),
    room = GAIN_ROOM * em,
    isNamed = y < V.place(1) && !S.guess && now + length + 2.6 * room <= V.right // the first says what the others are, too
  if (isNamed) return textAt("value", now + length + 10, y + 0.32 * em, `gains ${words} per row`, opacity)
  if (now + length + room <= V.right) return textAt("value", now + length + 10, y + 0.32 * em, words, opacity) // beyond its frame
  if (length > room) return textAt("value paper end", now + length - 6, y + 0.32 * em, words, opacity)
  return textAt("value end", now - 2 * V.radius - 12, y + 0.32 * em, words, opacity)
}

const passing = (from, to, t, share = Math.min(1, 6 * t * (1 - t))) => ({ passes: from === to ? 0 : share, rises: to < from ? share : 0 })

// Gives how far down the line reaches.
const waiting = (pen, time, markOf) => {
  const { S, side, V, em } = pen,
    { made, k, u, runs } = time,
    before = restingLine(S, side, made),
    sorted = runs ? lineOf(side, made, true) : before,
    after = runs ? restingLine(S, side, k) : before,
    rows = rowsAt(side, made)
  const grown = soft(part(u, GROW)),
    sort = soft(part(u, SORT)),
    fly = runs ? soft(part(u, FLY)) : 0,
    fresh = runs ? soft(part(u, NEW)) : 0
  const splits = runs ? side.splits[k - 1] : null
  before.forEach((node, at) => {
    const here = runs ? lerp(at, sorted.indexOf(node), sort) : at
    if (here > rows - 0.5 && node !== splits) return
    const front = sorted.indexOf(node),
      way = fly ? passing(front - 1, after.indexOf(node), fly) : passing(at, front, sort),
      how = { told: toldShare(S, node, time, grown), mark: markOf(node), ...way }
    if (node === splits) return taken(pen, time, node, here, fly, how)
    waits(pen, node, V.place(runs ? lerp(here, after.indexOf(node), fly) : here), how)
  })
  after.forEach((node, at) => {
    if (!fresh || before.includes(node) || at > rows - 0.5) return
    waits(pen, node, V.place(at) + 0.4 * V.pitch * (1 - fresh), { told: Number(isKnownAt(S, k)), opacity: fresh })
  })
  pen.tags += guessed(pen, time, sorted)
  return Math.min(V.end, V.place(Math.min(rows, Math.max(before.length, after.length)) - 0.5) + 0.1 * em)
}

// Framed in front, it rises to the error, and is explained as its rows part.
const taken = (pen, time, node, here, fly, how) => {
  const { side, V, em, now } = pen,
    { u, k } = time,
    high = lerp(Math.min(0.66 * V.pitch, 1.5 * em), 1.5 * em, fly),
    y = lerp(V.place(here), V.chain + 0.75 * em, fly),
    end = V.gain(side.level[0] - side.level[k])
  if (!fly) waits(pen, node, y, how)
  else {
    pen.bars += bar("waits", now, Math.max(now, end), y - high / 2, high)
    pen.tags += chip(V.radius, em, node, [now - V.radius - 6, y], how.mark, 1 - part(fly, [0, 0.6]))
  }
  if (part(u, PICK) > 0.3 && fly < 1) pen.bars += `<rect class="frame" x="${round1(now - 2 * V.radius - 10)}" y="${round1(y - V.pitch / 2 + 1)}" width="${round1(Math.max(end - now, 2) + 2 * V.radius + 14)}" height="${round1(V.pitch - 2)}" rx="4"/>`
}

// A told guess beside the front: its own place stays framed; what it lacks is the measure of best first alone.
const guessed = ({ S, side, V, em, now }, { u, k }, sorted) => {
  const { guess: G, own } = S
  if (!G?.told || own.pick === null || u > FLY[0] + 0.001) return ""
  const node = own.mineOn(side),
    best = side.splits[k - 1],
    at = sorted.indexOf(node)
  if (at < 0 || at > rowsAt(side, k - 1) - 0.5 || node === best) return ""
  const y = V.place(lerp(restingLine(S, side, k - 1).indexOf(node), at, soft(part(u, SORT)))),
    [mine, other] = [node, best].map(({ gain }) => now + V.gain(gain) - V.gain(0)),
    lacks = u >= GROW[1] && own.hidesGain(side, node) && other - mine > 8,
    end = lacks ? lerp(mine, other, G.reached) : mine
  const frame = `<rect class="mine" x="${round1(now - 2 * V.radius - 10)}" y="${round1(y - V.pitch / 2 + 1)}" width="${round1(end - now + 2 * V.radius + 14)}" height="${round1(V.pitch - 2)}" rx="4"/>`
  if (!lacks) return frame
  return frame + arrowTo([mine + 1, round1(y)], [round1(other), round1(y)], G.reached) + textAt("mine-text halo", other + 6, y + 0.32 * em, `−${partText(best.gain - node.gain, side.level[0])}`)
}
