// The rows as columns: what each loses at w as a bar on the axis of the picture, which stack up as its curves do; then slope g
// and bend h of each, whose bars slide into G and H, and part with the leaf.
import { extent, scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { placeIn, putHeld } from "../../stage/kit/guess.js"
import { wireDrag } from "../../stage/kit/pointing.js"
import { round1 } from "../../stage/kit/svg.js"
import { decimals, decimalsFor } from "../../stage/kit/numbers.js"
import { brief, handOf, isCutAsked, isCutPut, placeNow, rectAt, sidesOf, textAt } from "./view_model.js"

const shown = (opacity, drawn) => (opacity > 0.02 ? `<g style="opacity:${opacity.toFixed(2)}">${drawn}</g>` : "")

const HALF = 0.52, // of the height, once the sums of the rows say something
  WHOLE = 0.9, // before
  LEFT = 3, // of the names of what a row has, in em
  SUM = 5, // of the column of the sums
  WIDEST = 7, // a column
  WITH_TEXT = 2.7

// Where the columns stand; the gap between both sides opens as they part.
const gridOf = (S, p) => {
  const { record: { rows, places }, L: { em, space } } = S,
    n = rows.n.length,
    isParted = p.parts,
    gap = 0.9 * em * isParted,
    pitch = Math.min(WIDEST * em, (space.w - (LEFT + SUM + 0.9) * em) / n),
    cut = places.length ? placeNow(S) + 1 : n
  return {
    em, n, pitch, cut, gap, isParted, W: space.w,
    isGrouped: rows.n.some(many => many > 1),
    hasTexts: pitch > WITH_TEXT * em,
    wide: Math.min(0.6 * pitch, 3.4 * em),
    x: i => LEFT * em + pitch * (i + 0.5) + (i >= cut ? gap : 0),
    sumX: LEFT * em + pitch * n + gap + 0.5 * SUM * em,
    foot: lerp(WHOLE, HALF, p.room) * space.h,
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

// What each row has, above its column.
const heads = ({ em, n, x, isGrouped, hasTexts }, rows) => {
  if (!hasTexts) return ""
  const lines = isGrouped ? { rows: rows.n, y: rows.y, F: rows.F } : { y: rows.y, F: rows.F, ...(rows.p.length ? { p: rows.p } : {}) }
  return Object.entries(lines)
    .map(([name, values], k) => {
      const y = (0.95 + 1.25 * k) * em
      let drawn = textAt(0, y, name, "", "start")
      for (let i = 0; i < n; i++) drawn += textAt(x(i), y, brief(values[i]), k ? "" : "ink")
      return drawn
    })
    .join("")
}

export const drawRows = (S, p) => {
  const grid = gridOf(S, p),
    { rows, sums } = rowsNow(S, p)
  let drawn = heads(grid, rows) + shown(1 - p.gone, losses(S, grid, p)) + shown(p.comes, slopes(grid, p, rows, sums))
  if (grid.isParted) drawn += sides(S, grid, p)
  putHeld(S.parts.rows, drawn)
}

// A loss where the picture has it; below the picture, on a phone, on a scale of its own.
const lossScale = ({ own: { scene: { y, box } }, L: { em, picture, space } }) => {
  const isBeside = space.x > picture.x + picture.w - 1,
    range = isBeside ? y.range.map(each => each + picture.y - space.y) : [space.h - 2 * em, 4.4 * em]
  return { y: scale(y.domain, range), gap: isBeside ? space.x - picture.x - box.x1 : 0 }
}

// What each row loses at the w of the hand; column after column they slide onto their sum.
const losses = (S, { em, wide, x, sumX, W, isGrouped, hasTexts }, p) => {
  const { own, own: { model }, record: { heights, sums } } = S,
    w = handOf(S),
    { y, gap } = lossScale(S),
    each = model.counts.map((many, i) => model.group(i, w) * lerp(1, many, p.stack)),
    digits = decimalsFor(isGrouped && p.stack < 1 ? heights[0][1] : sums.L0),
    at = value => Math.max(y(value), y.range[1]),
    bar = (middle, low, high, cls, opacity) => rectAt(middle - wide / 2, at(high), wide, at(low) - at(high), cls, opacity)
  const isRest = p.stack === 0 || p.stack === 1
  // The lines across the picture run on.
  let drawn = ticks(...y.domain, 8).map(value => `<path class="grid" d="M${round1(-gap)} ${round1(y(value))}H${W}"/>`).join(""),
    sum = 0
  each.forEach((value, i) => {
    const cls = own.pointed === i ? "loss-bar lit" : "loss-bar",
      low = sum * p.stack
    drawn += bar(x(i), 0, value, cls, p.stack > 0 ? 0.25 : 1)
    if (p.stack > 0) drawn += bar(lerp(x(i), sumX, p.stack), low, low + value, cls)
    if (hasTexts && isRest) drawn += textAt(x(i), at(value) - 6, decimals(value, digits), "ink")
    sum += value
  })
  if (p.stack === 1) drawn += textAt(sumX, at(sum) - 6, `<tspan class="sum">${decimals(sum, digits)}</tspan>`, "ink") + textAt(sumX, 0.95 * em, "sum", "ink")
  return drawn
}

// Slopes above, bends below: each a bar in its column, all of them one in the column of the sums.
const slopes = (grid, p, rows, sums) => {
  const { em, W, n, x, sumX, foot, isGrouped, hasTexts } = grid,
    top = 6.4 * em,
    end = foot - 2.8 * em,
    middle = lerp(top, end, 0.62)
  const [g, h] = ["slope", "bend"].map((word, k) => `${word} ${isGrouped ? "Σ " : ""}${"gh"[k]}${rows.heads[k] && !isGrouped ? ` = ${rows.heads[k]}` : ""}`)
  const one = (values, total, [from, to], t, cls) => {
    const ends = extent(values.map((_, i) => values.slice(0, i + 1).reduce((a, b) => a + b, 0)), extent([0, ...values])),
      y = scale(ends, [to, from])
    let drawn = `<path class="grid" d="M0 ${round1(y(0))}H${W}"/>`,
      sum = 0
    const bar = (at, low, high, opacity) => rectAt(at - grid.wide / 2, y(high), grid.wide, y(low) - y(high), cls, opacity)
    for (let i = 0; i < n; i++) {
      drawn += bar(x(i), 0, values[i], t > 0 ? 0.4 : 1)
      if (hasTexts) drawn += textAt(x(i), y(values[i]) + (values[i] < 0 ? 1.05 * em : -4), brief(values[i]))
      if (t > 0 && t < 1) drawn += bar(lerp(x(i), sumX, t), sum * t, sum * t + values[i])
      sum += values[i]
    }
    return [t === 1 ? drawn + bar(sumX, 0, total) : drawn, total < 0 ? y(total) + 1.1 * em : y(total) - 5]
  }
  const [ofG, yG] = one(rows.g, sums.G, [top, middle - 1.9 * em], p.slope, "slope-bar"),
    [ofH, yH] = one(rows.h, sums.H, [middle + 1.4 * em, end], clamp(p.bend / 0.6), "bend-bar")
  const words = textAt(sumX, yG, `G = ${brief(sums.G)}`, "of-slope")
  return (
    textAt(0, top - 1.5 * em, g, "", "start") + textAt(0, middle + 0.3 * em, h, "", "start") + ofG + ofH +
    shown(p.slope, `<g data-card="rowsG" data-axis="sums" class="opens" role="button" tabindex="0">${words}</g>`) +
    shown(clamp(p.bend / 0.6), textAt(sumX, yH, `H = ${brief(sums.H)}`, "ink"))
  )
}

// The row whose column is at a place, or null.
export const rowAt = (S, x) => {
  const { pitch, n, x: at } = gridOf(S, { parts: 0, room: 1 }),
    i = Math.floor((x - at(0)) / pitch + 0.5)
  return S.record.which[S.at.round] < 2 && i >= 0 && i < n ? i : null
}

// Brackets with the sums of each side, and the cut between them, which is dragged from gap to gap.
const sides = (S, { em, x, pitch, n, cut, foot, isParted }, p) => {
  const { G, H } = sidesOf(S),
    { places } = S.record,
    low = foot - 2.4 * em
  const one = (from, to, k) => {
    const [a, b] = [x(from) - 0.4 * pitch, x(to) + 0.4 * pitch],
      sub = k ? "R" : "L"
    const line = (name, value, y) => textAt((a + b) / 2, y, `${name}<tspan dy="3" class="sub">${sub}</tspan><tspan dy="-3"> ${brief(value)}</tspan>`, "ink")
    return `<path class="bracket" d="M${round1(a)} ${round1(low - 5)}v5H${round1(b)}v-5"/>${line("G", G[k], low + 1.15 * em)}${line("H", H[k], low + 2.3 * em)}`
  }
  const at = round1((x(cut - 1) + x(cut)) / 2),
    line = `<path class="cut" d="M${at} 0V${round1(foot)}"/>`
  const handle =
    places.length > 1
      ? `<g class="cut-handle${isCutAsked(S) ? " asks" : ""}" data-axis="cut" role="slider" tabindex="0" aria-label="Rows in the left leaf" aria-valuemin="${places[0]}" aria-valuemax="${places.at(-1)}" aria-valuenow="${places[cut - 1]}"><rect x="${at - 12}" y="0" width="24" height="${round1(foot)}" fill="transparent"/>${line}<rect class="knob" x="${at - 5}" y="${round1(0.5 * foot)}" width="10" height="26" rx="5"/></g>`
      : line
  const tried = isCutPut(S) && p.a <= 4 ? round1((x(S.own.cut.mine) + x(S.own.cut.mine + 1)) / 2) : at,
    mine = tried === at ? "" : `<path class="mine" d="M${tried} 0V${round1(foot)}"/>`
  return shown(isParted, mine + one(0, cut - 1, 0) + one(cut, n - 1, 1) + handle)
}

// The cut is dragged, or moved by arrows: both sides are its two leaves at once.
export const wireCut = S => {
  const { rows } = S.parts
  const cutTo = place => {
    const { places } = S.record,
      wanted = places[clamp(place, 0, places.length - 1)]
    if (wanted !== places[placeNow(S)]) S.act({ leaf_left: wanted === S.record.best_place && !isCutAsked(S) ? null : wanted })
  }
  wireDrag(S, rows, {
    starts: event => event.target.closest(".cut-handle") && S.resting(),
    by: event => {
      event.preventDefault()
      const { x } = gridOf(S, { parts: 1, room: 1 }),
        [at] = placeIn(S, rows, event),
        place = S.record.places.findIndex((_, i) => at < x(i + 1))
      cutTo(place < 0 ? S.record.places.length - 1 : place)
    },
  })
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
