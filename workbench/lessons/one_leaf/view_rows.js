// The rows, each with its slope g and its bend h: the bars slide into the sums G and H, and part with the leaf.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { put, round1 } from "../../stage/kit/svg.js"
import { decimals, decimalsFor } from "../../stage/kit/numbers.js"
import { brief, handOf, placeNow, textAt } from "./view_model.js"

const text = (x, y, words, cls = "", anchor = "start") => textAt(x, y, words, cls, anchor)
const bar = (x, y, wide, high, cls, opacity = 1) =>
  `<rect class="${cls}" style="opacity:${opacity}" x="${round1(Math.min(x, x + wide))}" y="${round1(y - high / 2)}" width="${round1(Math.max(0.8, Math.abs(wide)))}" height="${round1(high)}"/>`

// All of the right to begin with, half of it once their sums say something.
const HALF = 0.52
const roomOfRows = ({ L }, { room }) => lerp(1, HALF, room) * L.space.h

// Where rows and columns stand; the gap between both sides opens as they part.
const gridOf = (S, p) => {
  const { record, L } = S,
    { em } = L,
    { w: W } = L.space,
    H = roomOfRows(S, p),
    n = record.rows.n.length
  const isParted = p.parts * (1 - p.tree) > 0 ? p.parts : 0,
    gap = 0.9 * em * isParted,
    top = 1.5 * em,
    foot = 2.3 * em
  const pitch = Math.min(lerp(6, 3, p.room) * em, (H - foot - top - gap - 2) / n),
    cut = record.places.length ? placeNow(S) + 1 : n
  const end = top + pitch * n + gap + 0.3 * em
  const size = Math.max(1e-12, record.rows.g.reduce((sum, g) => sum + Math.abs(g), 0))
  const most = Math.max(0, ...sideSums(record.rows.g)),
    reach = Math.max(most, size / 2, Math.abs(record.sums.G))
  return {
    em, W, H, n, pitch, cut, gap, isParted,
    high: Math.min(0.62 * pitch, lerp(24, 15, p.room)),
    y: i => top + pitch * (i + 0.5) + (i >= cut ? gap : 0),
    g0: 0.5 * W,
    h0: 0.7 * W,
    gWide: (0.15 * W) / reach,
    hWide: (0.12 * W) / Math.max(record.sums.H, 1e-12),
    sumY: end + 0.55 * foot,
    foot: end,
  }
}
const sideSums = g => [g.filter(each => each > 0), g.filter(each => each < 0)].map(some => Math.abs(some.reduce((a, b) => a + b, 0)))

// The rows where the clock is: on the way to another raw prediction all their numbers change.
const rowsNow = ({ record, own }, { lie }) => {
  const { rows, sums, far } = record
  if (!far || lie === 0) return record
  const [F, G, H] = own.model.onWay(lie),
    each = rows.y.map((_, i) => own.model.rowOnWay(i, lie))
  const [g, h] = [0, 1].map(k => each.map(pair => pair[k]))
  return { rows: { ...rows, g, h, F: rows.F.map(() => F), p: rows.p.map((_, i) => g[i] + rows.y[i]) }, sums: { ...sums, G, H } }
}

const head = (S, { em, W, g0, h0 }) => {
  const { rows } = S.record,
    isGrouped = rows.n.some(n => n > 1),
    y = 0.95 * em
  const [g, h] = rows.heads.map((each, k) => `${isGrouped ? "Σ " : ""}${"gh"[k]}${each && !isGrouped && W > 400 ? ` = ${each}` : ""}`)
  const names = isGrouped ? ["rows", "mean y", "mean F"] : ["y", "F", ...(rows.p.length ? ["p"] : [])]
  return names.map((name, k) => text(columnAt(W, k, names.length), y, name, "", "end")).join("") + text(g0, y, g, "", "middle") + text(h0, y, h, "")
}
const columnAt = (W, k, many) => 0.07 * W + k * (many > 2 ? 0.125 : 0.15) * W

export const drawRows = (S, p) => {
  const { parts } = S,
    G = gridOf(S, p),
    now = rowsNow(S, p),
    { rows, sums } = now,
    { em, W, n, pitch, y, high, g0, h0, gWide, hWide, sumY } = G
  const isGrouped = rows.n.some(many => many > 1),
    isDone = p.slope === 1 && p.bend > 0.6
  let drawn = head(S, G) + `<path class="grid" d="M0 ${round1(G.foot)}H${W}M${round1(g0)} ${1.3 * em}v${round1(sumY - 0.2 * em)}M${round1(h0)} ${1.3 * em}v${round1(sumY - 0.2 * em)}"/>`,
    before = [0, 0]
  const t = p.slope,
    tH = clamp(p.bend / 0.6)
  for (let i = 0; i < n; i++) {
    const at = y(i),
      shown = isGrouped ? [String(rows.n[i]), brief(rows.y[i]), brief(rows.F[i])] : [brief(rows.y[i]), brief(rows.F[i]), ...(rows.p.length ? [brief(rows.p[i])] : [])]
    if (pitch > 0.95 * em) shown.forEach((each, k) => { drawn += text(columnAt(W, k, shown.length), at + 0.3 * em, each, k ? "" : "ink", "end") })
    drawn += bar(g0, at, rows.g[i] * gWide, high, "slope-bar", t > 0 ? 0.5 : 1) + bar(h0, at, rows.h[i] * hWide, high, "bend-bar", tH > 0 ? 0.5 : 1)
    if (pitch > 0.95 * em) drawn += text(g0 + (rows.g[i] < 0 ? 5 : -5), at + 0.3 * em, brief(rows.g[i]), "", rows.g[i] < 0 ? "start" : "end")
    if (!isDone) {
      if (t > 0) drawn += bar(g0 + before[0] * gWide * t, lerp(at, sumY, t), rows.g[i] * gWide, lerp(high, 13, t), "slope-bar")
      if (tH > 0) drawn += bar(h0 + before[1] * hWide * tH, lerp(at, sumY, tH), rows.h[i] * hWide, lerp(high, 13, tH), "bend-bar")
    }
    before = [before[0] + rows.g[i], before[1] + rows.h[i]]
  }
  if (p.zoom < 1) drawn += `<g style="opacity:${(1 - p.zoom).toFixed(2)}">${losses(S, G, p)}</g>`
  if (isDone) drawn += bar(g0, sumY, sums.G * gWide, 14, "slope-bar") + bar(h0, sumY, sums.H * hWide, 14, "bend-bar")
  const named = (opacity, words) => (opacity > 0.02 ? `<g style="opacity:${opacity.toFixed(2)}">${words}</g>` : "")
  drawn += named(t, text(0.02 * W, sumY + 0.35 * em, "sums", "ink") + card("rowsG", text(g0 + (sums.G < 0 ? 8 : -8), sumY + 0.35 * em, `G = ${brief(sums.G)}`, "of-slope", sums.G < 0 ? "start" : "end")))
  drawn += named(tH, text(h0 + sums.H * hWide + 8, sumY + 0.35 * em, `H = ${brief(sums.H)}`, "ink"))
  if (G.isParted) drawn += sides(S, G)
  putKeepingFocus(parts.rows, drawn)
}

// What each row loses at the w of the hand, and all of them once they are stacked.
const losses = (S, { W, em, y, pitch, sumY }, p) => {
  const { model } = S.own,
    w = handOf(S),
    each = model.counts.map((n, i) => n * model.group(i, w)),
    digits = decimalsFor(S.record.sums.L0),
    at = (place, value) => text(W, place + 0.3 * em, decimals(value, digits), "ink", "end")
  return (
    text(W, 0.95 * em, "its loss at w", "", "end") +
    (pitch > 0.95 * em ? each.map((value, i) => at(y(i), value)).join("") : "") +
    (p.stack === 1 ? text(0.02 * W, sumY + 0.35 * em, "sum", "ink") + `<g class="sum">${at(sumY, each.reduce((a, b) => a + b, 0))}</g>` : "")
  )
}

// What is drawn anew while both sides move keeps the focus where it was.
const putKeepingFocus = (svg, drawn) => {
  const focused = svg.getRootNode().activeElement,
    kept = svg.contains(focused) ? [".cut-handle", ".opens"].find(each => focused.matches(each)) : null
  put(svg, drawn)
  if (kept && !focused.isConnected) svg.querySelector(kept)?.focus({ preventScroll: true })
}

const card = (name, inside) => `<g data-card="${name}" class="opens" role="button" tabindex="0">${inside}</g>`

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
  return `<g style="opacity:${isParted.toFixed(2)}">${one(0, cut - 1, 0)}${one(cut, n - 1, 1)}${handle}</g>`
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
  const placeAt = event => {
    const grid = gridOf(S, { parts: 1, tree: 0, room: 1 }),
      [, at] = placeIn(S, rows, event)
    return S.record.places.findIndex((_, i) => at < grid.y(i + 1)) ?? 0
  }
  S.listen(rows, "pointerdown", event => {
    if (!event.target.closest(".cut-handle") || !S.resting()) return
    isHeld = true
    rows.setPointerCapture(event.pointerId)
    event.preventDefault()
  })
  S.listen(rows, "pointermove", event => {
    if (!isHeld) return
    const place = placeAt(event)
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
