// Beside the picture, the deal itself: all rows on the table, those that are dealt out in the order of their scores, once
// for each model, or as the models' ROC curves; both areas, and their difference, which flies to its pile.
import { scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark } from "../../stage/kit/marks.js"
import { decimals } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say } from "../../stage/kit/svg.js"
import { areasOf } from "./view_words.js"

const COLUMNS = 26,
  LAG = 0.4 // of a flight: how much later the last row leaves than the first


export const placeDeal = S => {
  const { own, record, L: { em, deal: { w, h } } } = S,
    rows = Math.ceil(record.y.length / COLUMNS),
    railHigh = 3.1 * em,
    high = h - 2 * railHigh - 2.5 * em, // of the table, below which the rails and their sum stand
    r = clamp(0.36 * Math.min(w / COLUMNS, (high - 1.5 * em) / rows), 2.3, 6)
  own.D = {
    em, w, h, r,
    seatR: Math.min(r, (0.43 * w) / record.n_test),
    cell: i => [lerp(0, w, (Math.floor(i / rows) + 0.5) / COLUMNS), lerp(1.5 * em, high, ((i % rows) + 0.5) / rows)],
    line: side => high + railHigh * side + 1.6 * em,
    seat: (side, place) => [lerp(2, w - 2, (place + 0.5) / record.n_test), high + railHigh * side + 2.55 * em],
    foot: h - 0.7 * em,
  }
}

export const drawDeal = (S, step, p) => {
  const { own: { D, pair }, at, parts, record } = S,
    isRoc = at.lab_view === "curves",
    k = S.isStart || !S.n ? null : step - 1
  const tab = (name, text) => `<button type="button" role="tab" data-look="${name}" aria-selected="${at.lab_view === name}">${text}</button>`
  put(parts.looks, tab("ranks", "Ranks") + tab("curves", "ROC curves"))
  say(parts.lookhead, S.n ? `Deal ${S.isStart ? 0 : step}` : "No deal yet")
  const sum = k === null ? "" : sumOf(S, k, p)
  if (isRoc) return put(parts.dealbox, rocOf(S, k, p) + sum)
  let drawn = `<text x="0" y="${0.9 * D.em}">a deal: ${record.n_train} rows at random train, ${record.n_test} test</text>`
  drawn += `<text x="${D.w}" y="${0.9 * D.em}" text-anchor="end">scored as mine ▸</text>` + rowsOf(S, k, p)
  for (const [side, v] of [pair.a, pair.b].entries()) {
    const y = round1(D.line(side)),
      said = record.published[v],
      of = record.published_of[v]
    const flag = said === null ? "" : `<tspan class="told-text" dx=".7em">${of ? `${escaped(of)}, ` : ""}published ${decimals(said)}</tspan>`
    drawn += `<text x="0" y="${y}"><tspan class="ink">${escaped(record.short[v])}</tspan>${flag}</text>`
    if (k !== null) drawn += `<text class="auc auc-${side}" role="button" tabindex="0" data-card="area${side}" style="opacity:${p.score.toFixed(2)}" x="${D.w}" y="${y}" text-anchor="end"><tspan class="plain">${side ? "" : "AUC "}</tspan>${areasOf(S, k).each[side]}</text>`
  }
  put(parts.dealbox, drawn + sum)
}

// Both areas and their difference, and the dot that flies from there.
const sumOf = (S, k, p) => {
  const { D } = S.own,
    y = round1(D.foot),
    [x0, y0] = dotOf(D),
    dot = p.gap > 0 ? "" : `<circle class="gap-dot now" cx="${x0}" cy="${round1(y0)}" r="${round1(0.45 * D.em)}"/>`
  return `<g style="opacity:${p.score.toFixed(2)}"><text x="0" y="${y}">difference of this deal</text>${dot}<text class="ink deal-sum" x="${D.w}" y="${y}" text-anchor="end">${areasOf(S, k).sum}</text></g>`
}
const dotOf = ({ em, w, foot }) => [w - 14.4 * em, foot - 0.3 * em]

// Where the difference begins its flight, on the stage.
export const sumAt = ({ own: { D }, L: { deal } }) => {
  const [x, y] = dotOf(D)
  return [deal.x + x, deal.y + y]
}

// Rows that lie on the table, those that are away, and those in the air.
const rowsOf = (S, now, p) => {
  const { own: { D, model, pair }, record } = S,
    marks = ["", ""],
    last = now === null ? 0 : (S.from ?? now), // the deals before this one
    before = last > 0 && last - 1 !== now ? last - 1 : null,
    isOut = p.deal > 0 ? now : p.home < 1 ? before : null,
    away = new Set(isOut === null ? [] : model.rowsOf(isOut))
  let holes = ""
  record.y.forEach((code, i) => {
    const [x, y] = D.cell(i),
      mark = classMark(code === 1, x, y, D.r)
    if (away.has(i)) holes += mark
    else marks[code] += mark
  })
  if (before !== null && p.home < 1) flown(S, before, 1 - p.home, marks)
  if (now !== null && p.deal > 0) flown(S, now, p.deal, marks)
  const rails = [pair.a, pair.b].map((v, side) => railOf(D, side, now !== null && p.deal === 1 ? model.order(v, now).ends : [record.n_test]))
  return `<path class="grid" d="${rails.join("")}"/><path class="hole" d="${holes}"/><path class="mark-a" d="${marks[0]}"/><path class="mark-b" d="${marks[1]}"/>`
}

// A line under all rows of one score: those are tied.
const railOf = (D, side, ends) => {
  const y = round1(D.seat(side, 0)[1] + D.seatR + 4)
  return ends.map((end, i) => `M${round1(D.seat(side, (ends[i - 1] ?? 0) - 0.42)[0])} ${y}H${round1(D.seat(side, end - 0.58)[0])}`).join("")
}

const flown = ({ own: { D, model, pair }, record: { y } }, k, t, marks) => {
  for (const [side, v] of [pair.a, pair.b].entries()) {
    const { at } = model.order(v, k)
    model.rowsOf(k).forEach((i, test) => {
      const lag = (LAG * i) / y.length,
        e = soft(part(t, [lag, lag + 1 - LAG])),
        [[x0, y0], [x1, y1]] = [D.cell(i), D.seat(side, at[test])]
      marks[y[i]] += classMark(y[i] === 1, lerp(x0, x1, e), lerp(y0, y1, e), Number(lerp(D.r, D.seatR, e).toFixed(2)))
    })
  }
}

// --- the ROC curves of a deal, which grow from the highest score to the lowest: a mine is a step up, a rock one across

const rocOf = (S, k, p) => {
  const { own: { model, pair, D: { em, w, h } }, record } = S,
    side = Math.min(h - 6.4 * em, w - 14 * em),
    [x0, y0] = [1.8 * em, 1.6 * em],
    x = scale([0, 1], [x0, x0 + side]),
    y = scale([0, 1], [y0 + side, y0])
  const text = (at, down, says, anchor = "middle") => `<text x="${round1(at)}" y="${round1(down)}" text-anchor="${anchor}">${says}</text>`
  let drawn = `<rect class="frame-of" x="${x0}" y="${y0}" width="${side}" height="${side}"/><path class="grid" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>`
  for (const value of [0, 0.5, 1]) drawn += text(x(value), y(0) + 1.15 * em, value) + text(x0 - 6, y(value) + 0.3 * em, value, "end")
  drawn += text(x0, y0 - 0.5 * em, "share of mines found", "start") + text(x(0.5), y(0) + 2.2 * em, "share of rocks called mines")
  if (k === null) return drawn
  const left = x(1) + 1.2 * em
  for (const v of [pair.b, pair.a])
    drawn += `<path class="roc-${v === pair.a ? 0 : 1}" d="${rocPath(S, v, k, soft(p.roc)).map(([a, b], i) => `${i ? "L" : "M"}${round1(x(a))} ${round1(y(b))}`).join("")}"/>`
  drawn += text(left, y0 + 0.8 * em, "AUC ± error of one deal", "start")
  for (const [at, v] of [pair.a, pair.b].entries()) {
    const top = round1(y0 + (2.6 + 3.2 * at) * em)
    drawn += `<path class="roc-${at}" d="M${left} ${top - 0.3 * em}h${1.6 * em}"/><text class="ink" x="${round1(left + 2.1 * em)}" y="${top}">${escaped(record.short[v])}</text>`
    drawn += `<text class="number" role="button" tabindex="0" data-card="error${at}" x="${round1(left + 2.1 * em)}" y="${round1(top + 1.3 * em)}" style="opacity:${p.score.toFixed(2)}">${decimals(model.area(v, k))} ± ${decimals(model.error(v, k))}</text>`
  }
  return drawn
}

// Points [share of rocks, share of mines] from the highest score on; rows of one score come together.
const rocPath = ({ own: { model }, record }, v, k, t) => {
  const { ends, rows } = model.order(v, k),
    mines = record.mines[k],
    rocks = record.n_test - mines,
    points = [[0, 0]]
  let up = 0,
    across = 0
  for (let i = ends.length - 1; i >= 0; i--) {
    for (let place = ends[i - 1] ?? 0; place < ends[i]; place++) record.y[rows[place]] ? up++ : across++
    points.push([across / rocks, up / mines])
  }
  const far = t * (points.length - 1),
    down = Math.floor(far)
  if (down === points.length - 1) return points
  const [from, to] = [points[down], points[down + 1]]
  return [...points.slice(0, down + 1), [0, 1].map(axis => lerp(from[axis], to[axis], far - down))]
}
