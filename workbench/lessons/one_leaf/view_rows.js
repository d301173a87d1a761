// The rows: what each loses at w as a bar, which slide into their sum; then its slope g and its bend h, whose bars slide into
// G and H and part with the leaf.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { put, round1 } from "../../stage/kit/svg.js"
import { decimals, decimalsFor, significant } from "../../stage/kit/numbers.js"
import { brief, handOf, placeNow, rectAt, textAt } from "./view_model.js"

const text = (x, y, words, cls = "", anchor = "start") => textAt(x, y, words, cls, anchor)
const bar = (x, y, wide, high, cls, opacity) => rectAt(x, y - high / 2, wide, high, cls, opacity)
const shown = (opacity, drawn) => (opacity > 0.02 ? `<g style="opacity:${opacity.toFixed(2)}">${drawn}</g>` : "")

const HALF = 0.52 // of the room, once the sums of the rows say something
const LOSSES = [0.36, 0.54] // where the bars of losses begin, and how long they get, as shares of the width

// Where rows and columns stand; the gap between both sides opens as they part.
const gridOf = (S, p) => {
  const { record: { rows, sums, places }, L: { em, space: { w: W, h }, formulas } } = S,
    H = lerp(h + formulas.h * (1 - p.lines), HALF * h, p.room),
    n = rows.n.length
  const isParted = p.parts * (1 - p.tree) > 0 ? p.parts : 0,
    gap = 0.9 * em * isParted,
    top = 1.5 * em,
    foot = 2.3 * em
  const pitch = Math.min(lerp(11, 3, p.room) * em, (H - foot - top - gap - 2) / n),
    cut = places.length ? placeNow(S) + 1 : n
  const end = top + pitch * n + gap + 0.3 * em
  const sides = [1, -1].map(sign => rows.g.reduce((sum, g) => sum + Math.max(0, sign * g), 0)),
    reach = Math.max(...sides, (sides[0] + sides[1]) / 2, Math.abs(sums.G), 1e-12)
  return {
    em, W, n, pitch, cut, gap, isParted,
    isGrouped: rows.n.some(many => many > 1),
    hasTexts: pitch > 0.95 * em,
    high: Math.min(0.62 * pitch, lerp(58, 15, p.room)),
    y: i => top + pitch * (i + 0.5) + (i >= cut ? gap : 0),
    g0: 0.5 * W,
    h0: 0.7 * W,
    gWide: (0.15 * W) / reach,
    hWide: (0.12 * W) / Math.max(sums.H, 1e-12),
    sumY: end + 0.55 * foot,
    foot: end,
  }
}

// The rows where the clock is: on the way to another raw prediction all their numbers change.
const rowsNow = ({ record, own }, { lie }) => {
  const { rows, sums, far } = record
  if (!far || lie === 0) return record
  const [F, G, H] = own.model.onWay(lie),
    each = rows.y.map((_, i) => own.model.rowOnWay(i, lie))
  const [g, h] = [0, 1].map(k => each.map(pair => pair[k]))
  return { rows: { ...rows, g, h, F: rows.F.map(() => Number(F.toFixed(2))), p: rows.p.map((_, i) => g[i] + rows.y[i]) }, sums: { ...sums, G, H } }
}

const columnAt = (W, k, many) => 0.07 * W + k * (many > 2 ? 0.125 : 0.15) * W

export const drawRows = (S, p) => {
  const grid = gridOf(S, p),
    { rows, sums } = rowsNow(S, p),
    { em, W, n, y, sumY, foot, isGrouped, hasTexts } = grid
  const columns = isGrouped ? { rows: rows.n, "mean y": rows.y, "mean F": rows.F } : { y: rows.y, F: rows.F, ...(rows.p.length ? { p: rows.p } : {}) }
  let drawn = `<path class="grid" d="M0 ${round1(foot)}H${W}"/>`
  Object.entries(columns).forEach(([name, values], k, all) => {
    const x = columnAt(W, k, all.length)
    drawn += text(x, 0.95 * em, name, "", "end")
    if (hasTexts) for (let i = 0; i < n; i++) drawn += text(x, y(i) + 0.3 * em, brief(values[i]), k ? "" : "ink", "end")
  })
  drawn += shown(1 - p.gone, losses(S, grid, p)) + shown(p.comes, slopes(grid, p, rows, sums))
  if (p.slope > 0.02 || p.stack === 1) drawn += text(0.02 * W, sumY + 0.35 * em, "sum", "ink")
  if (grid.isParted) drawn += sides(S, grid)
  putKeepingFocus(S.parts.rows, drawn)
}

// What each row loses at the w of the hand, as long as the picture is high; bar after bar they slide into the sum.
const losses = (S, { W, em, y, high, sumY, isGrouped, hasTexts }, p) => {
  const { own, own: { model }, record: { heights, sums } } = S,
    w = handOf(S),
    each = model.counts.map((many, i) => model.group(i, w) * lerp(1, many, p.stack)),
    digits = decimalsFor(isGrouped && p.stack < 1 ? heights[0][1] : sums.L0),
    x0 = LOSSES[0] * W,
    // As high as the picture; at a w where more is lost, as wide as there is room.
    wide = (LOSSES[1] * W) / Math.max(lerp(heights[0][1], heights[1][1], p.stack), lerp(Math.max(...each), each.reduce((a, b) => a + b, 0), p.stack))
  let drawn = text(x0, 0.95 * em, `${isGrouped && p.stack < 1 ? "mean loss" : "loss"} at w = ${significant(w)}`),
    sum = 0
  const isRest = p.stack === 0 || p.stack === 1
  each.forEach((value, i) => {
    const cls = own.pointed === i ? "loss-bar lit" : "loss-bar"
    drawn += bar(x0, y(i), value * wide, high, cls, p.stack > 0 ? 0.3 : 1)
    if (p.stack > 0) drawn += bar(x0 + sum * wide * p.stack, lerp(y(i), sumY, p.stack), value * wide, lerp(high, 14, p.stack), cls)
    if (hasTexts && (isRest || !isGrouped)) drawn += text(x0 + value * wide + 7, y(i) + 0.3 * em, decimals(value, digits), "ink")
    sum += value
  })
  return drawn + (p.stack === 1 ? `<g class="sum">${text(x0 + sum * wide + 7, sumY + 0.35 * em, decimals(sum, digits), "ink")}</g>` : "")
}

const slopes = (grid, p, rows, sums) => {
  const { em, W, n, y, high, g0, h0, gWide, hWide, sumY, isGrouped, hasTexts } = grid,
    t = p.slope,
    tH = clamp(p.bend / 0.6),
    isDone = t === 1 && tH === 1
  const [g, h] = rows.heads.map((each, k) => `${isGrouped ? "Σ " : ""}${"gh"[k]}${each && !isGrouped && W > 400 ? ` = ${each}` : ""}`)
  let drawn = text(g0, 0.95 * em, g, "", "middle") + text(h0, 0.95 * em, h, ""),
    G = 0,
    H = 0
  drawn += `<path class="grid" d="M${round1(g0)} ${1.3 * em}v${round1(sumY - 0.2 * em)}M${round1(h0)} ${1.3 * em}v${round1(sumY - 0.2 * em)}"/>`
  for (let i = 0; i < n; i++) {
    const at = y(i)
    drawn += bar(g0, at, rows.g[i] * gWide, high, "slope-bar", t > 0 ? 0.5 : 1) + bar(h0, at, rows.h[i] * hWide, high, "bend-bar", tH > 0 ? 0.5 : 1)
    if (hasTexts) drawn += text(g0 + (rows.g[i] < 0 ? 5 : -5), at + 0.3 * em, brief(rows.g[i]), "", rows.g[i] < 0 ? "start" : "end")
    if (t > 0 && !isDone) drawn += bar(g0 + G * gWide * t, lerp(at, sumY, t), rows.g[i] * gWide, lerp(high, 13, t), "slope-bar")
    if (tH > 0 && !isDone) drawn += bar(h0 + H * hWide * tH, lerp(at, sumY, tH), rows.h[i] * hWide, lerp(high, 13, tH), "bend-bar")
    G += rows.g[i]
    H += rows.h[i]
  }
  if (isDone) drawn += bar(g0, sumY, sums.G * gWide, 14, "slope-bar") + bar(h0, sumY, sums.H * hWide, 14, "bend-bar")
  const words = text(g0 + (sums.G < 0 ? 8 : -8), sumY + 0.35 * em, `G = ${brief(sums.G)}`, "of-slope", sums.G < 0 ? "start" : "end")
  return (
    drawn + shown(t, `<g data-card="rowsG" class="opens" role="button" tabindex="0">${words}</g>`) +
    shown(tH, text(h0 + sums.H * hWide + 8, sumY + 0.35 * em, `H = ${brief(sums.H)}`, "ink"))
  )
}

// The row whose bar of losses is at a height, or null.
export const rowAt = (S, y) => {
  const G = gridOf(S, { parts: 0, tree: 0, room: 0, lines: S.record.which[S.at.round] }),
    i = Math.floor((y - G.y(0)) / G.pitch + 0.5)
  return S.record.which[S.at.round] < 2 && i >= 0 && i < G.n ? i : null
}

// What is drawn anew while both sides move keeps the focus where it was.
const putKeepingFocus = (svg, drawn) => {
  const focused = svg.getRootNode().activeElement,
    kept = svg.contains(focused) ? [".cut-handle", ".opens"].find(each => focused.matches(each)) : null
  put(svg, drawn)
  if (kept && !focused.isConnected) svg.querySelector(kept)?.focus({ preventScroll: true })
}

// Brackets with the sums of each side, and the cut between them, which is dragged from gap to gap.
const sides = (S, { W, em, y, high, n, cut, gap, isParted }) => {
  const { G, H } = S.own.sides
  const one = (from, to, k) => {
    const a = y(from) - high / 2 - 2,
      b = y(to) + high / 2 + 2,
      middle = (a + b) / 2,
      sub = k ? "R" : "L"
    const line = (name, value, at) => `<text class="ink" x="${W - 11}" y="${round1(at)}" text-anchor="end">${name}<tspan dy="3" class="sub">${sub}</tspan><tspan dy="-3"> ${brief(value)}</tspan></text>`
    return `<path class="bracket" d="M${W - 7} ${round1(a)}h5V${round1(b)}h-5"/>${line("G", G[k], middle - 0.15 * em)}${line("H", H[k], middle + 0.85 * em)}`
  }
  const at = round1(y(cut) - gap / 2 - (y(cut) - y(cut - 1) - gap) / 2)
  const many = S.record.places.length,
    handle =
      many > 1
        ? `<g class="cut-handle" role="slider" tabindex="0" aria-label="Rows in the left leaf" aria-valuemin="${S.record.places[0]}" aria-valuemax="${S.record.places.at(-1)}" aria-valuenow="${S.record.places[cut - 1]}"><rect x="0" y="${at - 12}" width="${W}" height="24" fill="transparent"/><path class="cut" d="M0 ${at}H${round1(0.88 * W)}"/><rect class="knob" x="${round1(0.4 * W)}" y="${at - 5}" width="26" height="10" rx="5"/></g>`
        : `<path class="cut" d="M0 ${at}H${round1(0.88 * W)}"/>`
  return shown(isParted, one(0, cut - 1, 0) + one(cut, n - 1, 1) + handle)
}

// The cut is dragged, or moved by arrows: both sides are its two leaves at once.
export const wireCut = S => {
  const { rows } = S.parts
  let isHeld = false
  const cutTo = place => {
    const { places } = S.record,
      wanted = places[clamp(place, 0, places.length - 1)]
    if (wanted !== places[placeNow(S)]) S.act({ leaf_left: wanted === S.record.best_place ? null : wanted })
  }
  S.listen(rows, "pointerdown", event => {
    if (!event.target.closest(".cut-handle") || !S.resting()) return
    isHeld = true
    rows.setPointerCapture(event.pointerId)
    event.preventDefault()
  })
  S.listen(rows, "pointermove", event => {
    if (!isHeld) return
    const { y } = gridOf(S, { parts: 1, tree: 0, room: 1, lines: 1 }),
      [, at] = placeIn(S, rows, event),
      place = S.record.places.findIndex((_, i) => at < y(i + 1))
    cutTo(place < 0 ? S.record.places.length - 1 : place)
  })
  for (const name of ["pointerup", "pointercancel"]) S.listen(rows, name, () => { isHeld = false })
  S.listen(rows, "keydown", event => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (!event.target.closest(".cut-handle") || by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    cutTo(placeNow(S) + by)
    S.draw()
    rows.querySelector(".cut-handle").focus()
  })
}
