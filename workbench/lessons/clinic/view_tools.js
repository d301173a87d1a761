// The instruments, which open where the two part: −g and w of every row, twin across and patient up, and one
// row's course. What needs numbers is a table.
import { ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { n, roundsOf } from "./view_panels.js"

const PICTURES = "gradients"

const hasPictures = ({ record }) => Boolean(record.sides[0].g)
const toolOf = S => {
  const { record } = S,
    sheet = record.sheets.find(({ name }) => name === S.at.instrument)
  return sheet ?? (hasPictures(S) ? null : record.sheets[0])
}

export const tabsOf = S => {
  const { record } = S,
    chosen = toolOf(S)?.name ?? PICTURES,
    all = [...(hasPictures(S) ? [{ name: PICTURES, title: "In pictures" }] : []), ...record.sheets]
  if (all.length < 2) return ""
  return all
    .map(({ name, title }) => `<button type="button" role="tab" data-tool="${name}" aria-selected="${name === chosen}">${title}</button>`)
    .join("")
}

const tableOf = ({ heads, rows, note }) => {
  const cells = (row, tag) => `<tr>${row.map(each => `<${tag}>${escaped(each)}</${tag}>`).join("")}</tr>`
  return `<table><thead>${cells(heads, "th")}</thead><tbody>${rows.map(row => cells(row, "td")).join("")}</tbody></table><p class="note">${escaped(note)}</p>`
}

// Two beside each other and the third below them where it is narrow.
export const measureTools = S => {
  const { own, L } = S,
    { em } = L,
    { w, h } = L.tools,
    isWide = w > 520,
    gap = isWide ? 22 : 12
  const box = (x, y, wide, high) => ({ x, y: y + 1.5 * em, w: wide, h: high - 2.85 * em, right: x + wide })
  const third = (w - 2 * gap) / 3,
    half = (w - gap) / 2
  own.dials = isWide
    ? [0, 1, 2].map(i => box(i * (third + gap), 0, third, h))
    : [box(0, 0, half, h / 2), box(half + gap, 0, half, h / 2), box(0, h / 2, w, h / 2)]
}

export const drawTools = (S, time, open) => {
  const { parts } = S,
    sheet = toolOf(S)
  const isTable = Boolean(sheet) && open > 0
  parts.sheet.hidden = !isTable
  if (isTable) put(parts.sheet, tableOf(sheet))
  put(parts.dials, isTable || !open ? "" : dialsOf(S, time, open))
}

const title = (box, text, em) => `<text class="ink" x="${box.x}" y="${box.y - 0.55 * em}">${text}</text>`

const dialsOf = (S, time, open) => {
  const { own, record } = S,
    [first, second, third] = own.dials
  const drawn =
    scatter(S, first, "Gradients −g", valuesOf(S, time, "g", -1), "points") +
    scatter(S, second, "Leaf weights w", valuesOf(S, time, "w", 1), "squares") +
    courseOf(S, third, time)
  const isThere = time.round === Math.ceil(record.parts / S.per)
  const verdicts = isThere ? [0, 1, 2].map(k => verdictOf(S, time, k)) : []
  return `<g style="opacity:${open}">${drawn}${verdicts.join("")}</g>`
}

// Equal or not, over each instrument, once the clock has passed what it shows.
const verdictOf = (S, { moment, u }, k) => {
  const kind = (S.record.parts - 1) % S.per,
    box = S.own.dials[k],
    shows = k < 2 ? k : Math.max(2, kind)
  if (moment < shows || (moment === shows && u < 0.99) || shows > kind) return ""
  return `<text class="verdict end${shows === kind ? " parted" : ""}" x="${box.right}" y="${box.y - 0.4 * S.L.em}">${shows === kind ? "≠" : "="}</text>`
}

// A round's values of the twin and the patient, on the way from those of the round before.
const valuesOf = (S, { round, moment, u, isStart }, name, sign) => {
  const due = name === "g" ? 0 : 1,
    share = isStart || moment < due ? 0 : moment === due ? soft(u) : 1
  return [1, 0].map(side => {
    const now = roundsOf(S, S.record.sides[side], round)[name],
      was = round > 1 ? roundsOf(S, S.record.sides[side], round - 1)[name] : null
    return Float32Array.from(now, (value, i) => sign * lerp(was ? was[i] : 0, value, share))
  })
}

const scatter = (S, { x, y, w, h }, name, values, cls) => {
  const { em } = S.L,
    side = Math.min(w - 18, h),
    x0 = x + (w - side) / 2,
    y0 = y + (h - side) / 2
  const frame =
    title({ x, y }, name, em) +
    `<rect class="grid" x="${x0}" y="${y0}" width="${side}" height="${side}"/>` +
    `<text class="mid" x="${x0 + side / 2}" y="${y0 + side + 1.05 * em}">twin</text><text class="mid" transform="translate(${x0 - 6} ${y0 + side / 2}) rotate(-90)">${escaped(S.record.title)}</text>`
  const [across, up] = values
  let most = 1e-9
  for (const list of values) for (const value of list) if (Math.abs(value) > most) most = Math.abs(value)
  most *= 1.1
  const px = value => round1(x0 + (side * (value + most)) / (2 * most)),
    py = value => round1(y0 + (side * (most - value)) / (2 * most))
  const d = cls === "points" ? points(across, up, px, py) : squares(across, up, px, py)
  const row = S.over ?? S.own.row,
    ring = Number.isFinite(across[row] + up[row]) ? `<circle class="ring-of-row" cx="${px(across[row])}" cy="${py(up[row])}" r="6.5"/>` : ""
  return `${frame}<path class="grid" d="M${x0} ${y0 + side / 2}h${side}M${x0 + side / 2} ${y0}v${side}"/><path class="same" d="M${x0} ${y0 + side}L${x0 + side} ${y0}"/><path class="${cls}" d="${d}"/>${ring}`
}

const points = (across, up, px, py) => {
  let d = ""
  across.forEach((value, i) => {
    if (Number.isFinite(value + up[i])) d += `M${px(value)} ${py(up[i])}h0`
  })
  return d
}
// Rows of one leaf are one square, the larger the more they are.
const squares = (across, up, px, py) => {
  const many = new Map()
  across.forEach((value, i) => {
    const key = `${px(value)} ${py(up[i])}`
    if (Number.isFinite(value + up[i])) many.set(key, (many.get(key) ?? 0) + 1)
  })
  let d = ""
  for (const [key, count] of many) {
    const [x, y] = key.split(" ").map(Number),
      side = clamp(3 + 9 * Math.sqrt(count / across.length), 4, 11)
    d += `M${round1(x - side / 2)} ${round1(y - side / 2)}h${round1(side)}v${round1(side)}h${-round1(side)}z`
  }
  return d
}

// The course of one row: F in training, or what is made of it where F is right.
const answerAt = (S, side, round, row) => {
  const { answer, F } = S.record.sides[side]
  return (answer ?? F)[round * n(S) + row]
}

const courseOf = (S, { x, y, w, h }, time) => {
  const { record, L } = S,
    { em } = L,
    row = S.over ?? S.own.row,
    x0 = x + 24,
    wide = w - 24 - 4.7 * em
  const frame = title({ x, y }, `${capital(record.answer)} of row ${record.ids[row]}`, em) + `<rect class="grid" x="${x0}" y="${y}" width="${wide + 6}" height="${h}"/>`
  const last = Math.max(4, time.round),
    due = record.sides[0].answer ? 3 : 2,
    share = time.isStart || time.moment < due ? 0 : time.moment === due ? part(time.u, [0.4, 1]) : 1
  let most = 0.2
  for (const side of [0, 1]) for (let k = 0; k <= time.round; k++) most = Math.max(most, Math.abs(answerAt(S, side, k, row)) || 0)
  most *= 1.15
  const px = k => round1(lerp(x0 + 4, x0 + wide, k / last)),
    py = value => round1(y + (h * (most - value)) / (2 * most))
  let drawn = `<path class="grid" d="M${x0} ${py(0)}h${wide + 6}"/><text class="end" x="${x0 - 4}" y="${py(0) + 4}">0</text>`
  for (const k of ticks(0, last, 4)) if (Number.isInteger(k)) drawn += `<text class="mid" x="${px(k)}" y="${y + h + 1.05 * em}">${k}</text>`
  const ends = [1, 0].map(side => {
    let d = ""
    for (let k = 0; k < time.round; k++) d += `${k ? "L" : "M"}${px(k)} ${py(answerAt(S, side, k, row))}`
    const from = answerAt(S, side, time.round - 1, row),
      to = answerAt(S, side, time.round, row),
      value = share ? lerp(from, to, soft(share)) : from
    if (!Number.isFinite(value)) return { side, d, value, x: px(time.round), y: y + 12 }
    return { side, d: `${d}L${px(time.round - 1 + share)} ${py(value)}`, value, x: px(time.round - 1 + share), y: py(value) }
  })
  return `${frame}${drawn}${ends.map(end => `<path class="${end.side ? "twin-line" : "patient-line"}" d="${end.d.includes("NaN") ? "" : end.d}"/>`).join("")}${endsOf(S, ends, [y, h])}`
}
const capital = text => text[0].toUpperCase() + text.slice(1)

// Both ends with their numbers, which are kept apart.
const endsOf = ({ record, L: { em } }, [twin, patient], [y, h]) => {
  const gap = patient.y - twin.y,
    push = Math.max(0, 1.15 * em - Math.abs(gap)) / 2,
    sign = gap >= 0 ? 1 : -1
  const place = (end, by) => round1(clamp(end.y + 4 + by * sign * push, y + 10, y + h - 2))
  const of = (end, by, name) =>
    `<circle class="i-dot" cx="${end.x}" cy="${end.y}" r="${end.side ? 3 : 4}"/><text class="value halo" role="button" tabindex="0" data-card="row" x="${end.x + 8}" y="${place(end, by)}" aria-label="${name}: ${textOf(end.value)}, opens its sum">${end.side ? "twin " : ""}${textOf(end.value)}</text>`
  return of(twin, -1, "Twin") + of(patient, 1, escaped(record.title))
}
const textOf = value => (Number.isFinite(value) ? significant(value) : "NaN")

// What F of the ringed row is the sum of, in the round that is shown.
export const cardOfRow = S => {
  const { record, own } = S,
    round = Math.max(1, Math.ceil(S.at.round / S.per)),
    row = own.row
  const number = value => `<mn>${textOf(value)}</mn>`
  const lines = record.sides.map((side, i) => {
    const { w, F0, F1 } = roundsOf(S, side, round)
    const step = `<mi>η</mi><mi>w</mi><mo>=</mo>${number(side.rate)}<mo>·</mo><mo>(</mo>${number(w[row])}<mo>)</mo><mo>=</mo>${number(side.rate * w[row])}`
    return `<p><b>${i ? "Healthy twin" : escaped(record.title)}</b> <math><mi>F</mi><mo>:</mo>${number(F0[row])}<mo>→</mo>${number(F1[row])}<mo>,</mo><mspace width="1em"></mspace>${step}</math></p>`
  })
  return `<p class="note">Row ${record.ids[row]}, round ${round}</p>${lines.join("")}`
}
