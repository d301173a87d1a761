// Every feature small, where the picture shows one at a time: its rows while it is asked, then what its cuts gain.
import { LETTERS, markOf } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say } from "../../stage/kit/svg.js"
import { bestOf, featureOfSplit, nearestCut } from "./view_model.js"

const MARKS = 60, // of a feature that is small
  POINTS = 40,
  EVEN = 0.6180339887

export const hasCells = ({ names, plane }) => names.length > 1 && !plane

export const placeCells = S => {
  const { own, L: { em, cells }, record: { names: { length: many } } } = S,
    rows = many <= 3 ? 1 : many <= 8 ? 2 : many <= 15 ? 3 : many <= 32 ? 4 : 5,
    columns = Math.ceil(many / rows),
    gap = columns > 9 ? 2 : 6,
    wide = (cells.w - gap * (columns - 1)) / columns,
    high = (cells.h - gap * (rows - 1)) / rows,
    hasName = wide > 4.6 * em && high > 2.6 * em
  Object.assign(S.parts.cells.style, { gap: `${gap}px`, gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoRows: `${high}px` })
  own.C = { wide, high, hasName, head: hasName ? 1.3 * em : 3 }
}

export const drawCells = (S, { ends }) => {
  const { own, parts, record } = S,
    { hand, C, over } = own
  if (!hasCells(record)) return
  say(parts.cellnote, record.names[over] ?? (ends ? "what each took" : record.names[hand?.f] ?? ""))
  if (!hand) return put(parts.cells, ends ? totals(S) : "")
  const { M } = hand,
    isTold = hand.kind !== "asked",
    isKnown = hand.kind === "found" || (hand.kind === "settles" && hand.settled > 0.4),
    said = own.said.get(hand.k)
  const cells = record.names.map((name, f) => {
    const state = `${f === hand.f ? " on" : ""}${isKnown && f === M.best.feature ? " best-cell" : ""}${said?.f === f || own.pick?.f === f ? " mine-cell" : ""}`,
      radio = `role="radio" aria-checked="${f === hand.f}" tabindex="${f === hand.f ? 0 : -1}" data-feature="${f}" aria-label="${escaped(name)}"`
    return cell(C, name, isTold ? gainIn(C, M, f, hand.swept) : marksIn(S, M, f), name, state, radio)
  })
  put(parts.cells, cells.join(""))
}

const cell = (C, name, inside, title = name, state = "", radio = "disabled") =>
  `<button type="button" class="cell${state}" ${radio} title="${escaped(title)}"><svg aria-hidden="true">${inside}</svg>${C.hasName ? `<span>${escaped(name)}</span>` : ""}</button>`

// What the splits of each feature took together.
const totals = ({ own: { C }, record }) => {
  const taken = record.names.map((_, f) => record.gains.reduce((sum, each, at) => sum + (featureOfSplit(record, at + 1) === f ? each : 0), 0)),
    most = Math.max(...taken)
  return record.names
    .map((name, f) => {
      const high = round1((taken[f] / most) * (C.high - C.head - 3))
      return cell(C, name, `<path class="tiny-gain" d="M4 ${round1(C.high - 2)}v${-high}h${round1(C.wide - 8)}v${high}z"/>`, `${name}: ${significant(taken[f])}`)
    })
    .join("")
}

// Lanes of the classes, or of the signs of gradients; numbers as high as they are.
const marksIn = ({ own: { C }, record: { kind, classes, ends } }, M, f) => {
  const F = M.features[f],
    many = kind === "logistic" ? 2 : classes.length,
    by = Math.max(1, Math.ceil(M.at.length / MARKS)),
    marks = Array(Math.max(1, classes.length)).fill("")
  for (let i = 0; i < M.at.length; i += by) {
    if (Number.isNaN(F.x[i])) continue
    const x = 4 + ((C.wide - 8) * (F.x[i] - F.ends[0])) / (F.ends[1] - F.ends[0]),
      code = kind === "logistic" ? Number(M.at[i] < 0) : M.code[i],
      lies = kind === "logistic" ? (M.rows[i] * EVEN) % 1 : M.at[i],
      up = many ? 1 - (code + 0.15 + 0.7 * lies) / many : (M.at[i] - ends[0]) / (ends[1] - ends[0]),
      y = C.head + (1 - up) * (C.high - C.head - 4)
    marks[classes.length ? code : 0] += classes.length ? markOf(code, x, y, 2) : `M${x.toFixed(1)} ${y.toFixed(1)}h0`
  }
  return marks.map((d, k) => (d ? `<path class="${classes.length ? `mark-${LETTERS[k]}` : "tiny-dots"}" d="${d}"/>` : "")).join("")
}

const gainIn = (C, M, f, swept) => {
  const F = M.features[f],
    { threshold: all, ends } = F
  if (!all.length || !swept) return ""
  const x = value => 4 + ((C.wide - 8) * (value - ends[0])) / (ends[1] - ends[0]),
    y = gain => C.high - 3 - (Math.max(0, gain) / (M.best.gain || 1)) * (C.high - C.head - 3),
    last = swept < 1 ? nearestCut(F, ends[0] + swept * (ends[1] - ends[0])) : all.length - 1,
    by = Math.max(1, Math.ceil(all.length / POINTS)),
    best = bestOf(M, f)
  let d = `M${round1(x(all[0]))} ${round1(C.high - 3)}`
  for (let i = 0; i <= last; i++) if (i % by === 0 || i === best || i === last) d += `L${round1(x(all[i]))} ${round1(y(F.gain[i]))}`
  return `<path class="tiny-gain" d="${d}V${round1(C.high - 3)}Z"/>`
}
