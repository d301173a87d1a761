// The ledger of one row: a waterfall of what every round adds, and lines over the same rounds below it.
// Click, drag or arrow keys choose a round; the picture follows at once, Python is told of a key at once and of all
// else when one pauses.
import { ticks } from "../../components/kit/axes.js"
import { onRound, roundNow, tellRound } from "../../components/kit/follow.js"
import { hasModifier, slideTo } from "../../components/kit/keys.js"
import { clamp, shown } from "../../components/kit/numbers.js"
import { heedValue, pendingOf, tellValue } from "../../components/kit/pending.js"
import { drag, pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make, path } from "../../components/kit/svg.js"
import { tellKey, tellSoon } from "../../components/kit/telling.js"

const memory = new WeakMap() // parent element: { signature, width, round, timer, ... }
const ROOM = { left: 62, right: 112, top: 26, bottom: 12 }, FOOT = 40
const WATERFALL = 3, LINES = 1, LEAST = 44 // shares of the height, and pixels of a share at least
const IN_HEAD = 116, TICK = 34 // pixels for a number beside a title, and for one below
const LETTER = 9.3, TITLE_LETTER = 8 // pixels of a bold letter at most
const PAUSE_MS = 150

// The scales of a panel whose top is at `top`.
const scales = (data, panel, width, top, height) => {
  const [low, high] = panel.extent, step = (width - ROOM.left - ROOM.right) / (data.n + 1)
  return {
    step, top, height,
    sx: round => ROOM.left + step * (round + 0.5),
    sy: value => top + height - ((value - low) / (high - low)) * height,
  }
}

const titleRoom = ({ kind }, width) => width - ROOM.left - (kind === "waterfall" ? 4 : IN_HEAD)

// A title that would leave no room for the number beside it is pressed together.
const press = (title, room) => {
  if (title.getComputedTextLength() <= room) return
  title.setAttribute("textLength", room)
  title.setAttribute("lengthAdjust", "spacingAndGlyphs")
}

const frame = (group, panel, { sy, top }, width) => {
  for (const y of ticks(...panel.extent, panel.kind === "waterfall" ? 5 : 3))
    group.append(
      make("line", { class: Math.abs(y) < 1e-12 ? "zero" : "grid", x1: ROOM.left, x2: width - ROOM.right, y1: sy(y), y2: sy(y) }),
      make("text", { class: "tick", x: ROOM.left - 7, y: sy(y) + 4, "text-anchor": "end" }, shown(y)),
    )
  group.append(make("text", { class: "title", x: ROOM.left, y: top - 8 }, panel.title))
  for (const mark of panel.marks)
    group.append(make("line", {
      class: mark.dashed ? "mark dashed" : "mark", stroke: mark.colour,
      x1: ROOM.left, x2: width - ROOM.right, y1: sy(mark.value), y2: sy(mark.value),
    }))
}

// Bars from one sum to the next, and the sums as a staircase.
const waterfall = (group, data, { values }, { sx, sy, step }) => {
  const wide = Math.max(1, Math.min(step * 0.8, 40))
  let stairs = `M${sx(0) - step / 2},${sy(values[0])}`
  values.forEach((value, round) => {
    stairs += `V${sy(value).toFixed(1)}H${(sx(round) + step / 2).toFixed(1)}`
    if (round === 0) return
    const from = sy(values[round - 1]), to = sy(value)
    group.append(make("rect", {
      class: "bar", "data-round": round, x: sx(round) - wide / 2, width: wide, y: Math.min(from, to),
      height: Math.max(1, Math.abs(to - from)), fill: value >= values[round - 1] ? data.up : data.down,
    }))
  })
  group.append(make("path", { class: "sum", d: stairs }))
}

const curves = (group, panel, { sx, sy }) => {
  for (const { values, colour, thin } of panel.lines) {
    const xs = values.map((_, i) => sx(i + panel.first))
    group.append(make("path", { class: thin ? "curve thin" : "curve", stroke: colour, d: path(xs, values.map(sy)) }))
    if (values.length === 1) group.append(make("circle", { class: "dot", r: 4, cx: xs[0], cy: sy(values[0]), fill: colour }))
  }
}

// What levels and thin lines are, at their right end; no text over another. Gives how high they stand.
const notes = (group, panel, { sy, top, height }, width) => {
  const taken = [], lowest = top + height + 6
  const put = (text, y) => {
    let at = Math.max(top + 4, Math.min(y, lowest))
    const way = at > top + height / 2 ? -14 : 14 // to where there is room
    while (taken.some(other => Math.abs(other - at) < 14)) at += way
    taken.push(at)
    const short = text.length > 16 ? `${text.slice(0, 15)}…` : text
    group.append(make("text", { class: "note", x: width - ROOM.right + 6, y: at }, short))
  }
  for (const mark of panel.marks) put(mark.text, sy(mark.value) + 4)
  for (const { values, name, thin } of panel.lines) if (thin) put(name, sy(values[values.length - 1]) + 4)
  return taken
}

const draw = (root, data, [width, room]) => {
  const parts = []
  let top = ROOM.top
  const shares = data.panels.map(panel => (panel.kind === "waterfall" ? WATERFALL : LINES))
  const around = data.panels.length * (ROOM.top + ROOM.bottom) + FOOT - ROOM.bottom
  const one = Math.max(LEAST, Math.floor((room - around) / shares.reduce((sum, share) => sum + share)))
  const heights = shares.map(share => share * one), total = around + heights.reduce((sum, height) => sum + height)
  const svg = make("svg", {
    viewBox: `0 0 ${width} ${total}`, role: "slider", tabindex: 0, "aria-label": data.words,
    "aria-valuemin": 1, "aria-valuemax": data.last, "aria-orientation": "horizontal",
  })
  const back = make("g", { class: "back" }), front = make("g", { class: "front" })
  svg.append(back)
  data.panels.forEach((panel, i) => {
    const scale = scales(data, panel, width, top, heights[i]), group = make("g")
    frame(group, panel, scale, width)
    if (panel.kind === "waterfall") waterfall(group, data, panel.lines[0], scale)
    else curves(group, panel, scale)
    svg.append(group)
    parts.push({ ...scale, noted: notes(group, panel, scale, width) })
    top += heights[i] + ROOM.bottom + ROOM.top
  })
  const foot = total - FOOT + 4, { sx } = parts[0]
  const most = Math.min(10, data.n, (width - ROOM.left - ROOM.right) / TICK)
  for (const round of ticks(0, data.n, most).filter(Number.isInteger))
    svg.append(make("text", { class: "tick", x: sx(round), y: foot + 13, "text-anchor": "middle" }, shown(round)))
  svg.append(make("text", { class: "label", x: (width + ROOM.left - ROOM.right) / 2, y: total - 5, "text-anchor": "middle" }, "round"), front)
  root.replaceChildren(svg)
  for (const [i, title] of svg.querySelectorAll(".title").entries())
    press(title, titleRoom(data.panels[i], width))
  return { svg, back, front, parts, foot }
}

// What the reader said of the next round: an arrow from the sum that it starts from, up or down.
const arrowEnds = (data, { sy, top, height }) => {
  const { way, after } = data.guess, from = sy(data.panels[0].lines[0].values[after])
  const sign = way === "raise" ? -1 : 1, edge = sign < 0 ? top + 2 : top + height - 2
  return [from, from + sign * Math.max(16, Math.min(44, Math.abs(edge - from)))]
}

const arrow = (data, scale) => {
  const { way, after, colour } = data.guess, { sx } = scale, [from, end] = arrowEnds(data, scale)
  const isUp = way === "raise", sign = isUp ? -1 : 1, x = sx(after + 1)
  const isLeft = x > sx(data.n) - 110
  return [
    make("path", { class: "guess", stroke: colour, d: `M${x},${from}V${end}M${x - 6},${end - sign * 8}L${x},${end}L${x + 6},${end - sign * 8}` }),
    make("text", { class: "note", x: x + (isLeft ? -12 : 12), y: end + (isUp ? 6 : 4), "text-anchor": isLeft ? "end" : "start" }, `your guess: ${way}`),
  ]
}

// How high the lines of a panel run from one round to another.
const runs = (panel, { sy }, from, to) => {
  const found = []
  for (const { values, thin } of panel.lines)
    for (let r = Math.max(from, panel.first); r <= to && r - panel.first < values.length && !thin; r++) found.push(sy(values[r - panel.first]))
  for (const [k, to] of found.slice(1).entries()) // and what joins one round to the next
    for (let y = Math.min(found[k], to) + 12; y < Math.max(found[k], to); y += 12) found.push(y)
  return found
}

const valueText = (x, y, words, isLeft) => make("text", { class: "value", x, y, "text-anchor": isLeft ? "end" : "start" }, words)

// The words beside the band: as near as there is room between what is drawn where they stand, else in the panel's head
// where its title leaves room; without that room, too, over the names of levels rather than over a line.
const beside = (panel, scale, { x: wanted, y, words, round, isLate, arrowEnd }, width) => {
  const { sx, sy, step, top, height, noted } = scale, wide = LETTER * words.length
  const x = isLate ? Math.max(wanted, wide + 4) : Math.min(wanted, width - wide - 4)
  const from = Math.floor(((isLate ? x - wide : x) - ROOM.left) / step), to = Math.ceil(((isLate ? x : x + wide) - ROOM.left) / step)
  const inWay = runs(panel, scale, from - 1, to)
  if (arrowEnd !== undefined) inWay.push(arrowEnd - 6, arrowEnd, arrowEnd + 8)
  inWay.push(...panel.marks.map(mark => sy(mark.value)))
  const levels = (isLate ? x : x + wide) > width - ROOM.right ? noted : []
  const isFree = (at, all) => at >= top + 13 && at <= top + height - 3 && !all.some(each => each > at - 17 && each < at + 6)
  const ways = [...inWay, ...levels].flatMap(each => [each - 9, each + 19]).sort((a, b) => Math.abs(a - y) - Math.abs(b - y))
  const free = [y, ...ways].find(each => isFree(each, [...inWay, ...levels]))
  const titleEnd = ROOM.left + Math.min(TITLE_LETTER * panel.title.length, titleRoom(panel, width))
  const head = [width - ROOM.right, width - 4].find(each => titleEnd + 8 < each - wide)
  if (free === undefined && head) return [valueText(head, top - 8, words, true)]
  const at = free ?? ways.find(each => isFree(each, inWay)) ?? y
  if (Math.abs(at - y) <= 24) return [valueText(x, at, words, isLate)]
  const line = panel.lines[panel.lines.length - 1], start = sy(line.values[round - panel.first])
  return [make("path", { class: "lead", d: `M${sx(round)},${start}V${at - 5}H${x + (isLate ? 3 : -3)}` }), valueText(x, at, words, isLate)]
}

// What a panel says of the round: its words and their height, what is read out (and what before all), and dots.
const sayings = (panel, { sx, sy, top, height }, round) => {
  const line = panel.lines[panel.lines.length - 1], value = line.values[round - panel.first]
  if (value === undefined) return null
  const said = `${line.name} ${shown(value)}`
  if (panel.kind === "waterfall") {
    const before = line.values[round - 1], added = value - before
    const low = Math.max(sy(before), sy(value)), high = Math.min(sy(before), sy(value))
    const y = high - 8 > top + 13 ? high - 8 : Math.min(low + 17, top + height - 3)
    return { y, words: `adds ${shown(added)}: F = ${shown(value)}`, said, first: `adds ${shown(added)}`, dots: [] }
  }
  const name = line.name === "prediction" ? "" : `${line.name} = `
  const y = Math.max(top + 13, Math.min(sy(value) - 8, top + height - 3))
  const dot = make("circle", { class: "dot", r: 5, cx: sx(round), cy: sy(value), fill: line.colour })
  return { y, words: name + shown(value), said, dots: [dot] }
}

// What moves with the chosen round: the band, the marked bar, and the numbers at the lines.
const point = (data, { svg, back, front, parts, foot }, round, width) => {
  const { sx, step } = parts[0], wide = Math.max(step, 4)
  back.replaceChildren(make("rect", { class: "band", x: sx(round) - wide / 2, width: wide, y: ROOM.top - 4, height: foot - ROOM.top + 4 }))
  for (const bar of svg.querySelectorAll(".bar")) bar.classList.toggle("now", Number(bar.dataset.round) === round)
  const isLate = sx(round) > width * 0.72
  const found = [], said = []
  const isGuessed = data.guess && data.guess.after === round
  data.panels.forEach((panel, i) => {
    const saying = sayings(panel, parts[i], round), hasArrow = isGuessed && i === 0
    if (!saying) return
    said.push(saying.said)
    if (saying.first) said.unshift(saying.first)
    const past = hasArrow && !isLate ? step + 8 : 0 // beyond the arrow of the guess
    const x = sx(round) + (isLate ? -1 : 1) * (wide / 2 + 6) + past
    const arrowEnd = hasArrow ? arrowEnds(data, parts[0])[1] : undefined
    found.push(...saying.dots, ...beside(panel, parts[i], { x, y: saying.y, words: saying.words, round, isLate, arrowEnd }, width))
  })
  if (isGuessed) found.push(...arrow(data, parts[0]))
  front.replaceChildren(...found)
  svg.setAttribute("aria-valuenow", round)
  svg.setAttribute("aria-valuetext", `round ${round} of ${data.n}: ${said.join(", ")}`)
}

// The chosen round, in a picture that is drawn anew only where it has changed.
const showRound = (root, data, kept, signature) => {
  const width = Math.max(320, root.clientWidth), size = [width, root.clientHeight]
  const isSame = kept.signature === signature && kept.size.join() === size.join()
  if (isSame && kept.pointed === kept.round) return
  if (!isSame) {
    const hadFocus = kept.drawn?.svg === root.getRootNode().activeElement && kept.drawn !== undefined
    kept.drawn = draw(root, data, size)
    Object.assign(kept, { signature, size })
    if (hadFocus) kept.drawn.svg.focus()
  }
  point(data, kept.drawn, kept.round, width)
  kept.pointed = kept.round
}

// Lines that end at the last round that is shown: a page by itself has all rounds, also while the next is guessed.
const ended = data => ({ ...data, panels: data.panels.map(panel => ({
  ...panel, lines: panel.lines.map(line => ({ ...line, values: line.values.slice(0, data.last + 1 - panel.first) })),
})) })

export default function ({ data: sent, parentElement, setTriggerValue }) {
  const data = ended(sent)
  const root = parentElement.querySelector(".ledger")
  const kept = memory.get(parentElement) ?? { told: pendingOf(data.round), timer: null, size: [] }
  memory.set(parentElement, kept)
  heedValue(kept.told, data.round)
  if (kept.timer === null) kept.round = kept.told.value // else the reader is further than Python knows
  const { round: _, ...picture } = data, signature = JSON.stringify(picture)
  const show = () => showRound(root, data, kept, signature)
  const choose = (wanted, tellWhen) => {
    const round = clamp(wanted, 1, data.last)
    if (round === kept.round && kept.timer === null) return
    kept.round = round
    show()
    tellRound(round)
    const tell = () => {
      tellValue(kept.told, kept.round)
      setTriggerValue("round", kept.round)
    }
    tellWhen(kept, tell, PAUSE_MS)
  }
  const under = event => {
    const { svg, parts } = kept.drawn
    return Math.floor((pointIn(svg, event)[0] - ROOM.left) / parts[0].step)
  }
  drag(root, kept, { move: event => choose(under(event), tellSoon) })
  root.onkeydown = event => {
    const round = slideTo(event.key, kept.round, { low: 1, high: data.last })
    if (round === undefined || hasModifier(event)) return
    event.preventDefault()
    choose(round, tellKey)
  }
  show()
  kept.follow = () => { // where the slider below it leads, which is news to what was still to be told here
    const round = roundNow()
    if (round === kept.round || !(round <= data.last)) return
    clearTimeout(kept.timer)
    Object.assign(kept, { round, timer: null })
    tellValue(kept.told, kept.round)
    show()
  }
  if (!kept.follows) onRound(root, () => kept.follow())
  kept.follows = true
  return onResize(root, show)
}
