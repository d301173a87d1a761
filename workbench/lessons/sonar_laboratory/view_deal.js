// Beside the picture, the deal itself: all rows on the table, and those that are dealt out once for each model, as a stair from
// the highest score on: a mine is a step up, a rock one across. The area under the stair is the AUC, which stands beside it; the
// difference of both areas flies to its pile.
import { scale } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark } from "../../stage/kit/marks.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"

const LAG = 0.6, // of a flight: how much later the row of the lowest score leaves than that of the highest
  SMALLEST = 2.3, // and largest: pixels of a mark's radius
  LARGEST = 6

export const placeDeal = S => {
  const { own, record, L: { em, deal: { w, h } } } = S,
    many = record.y.length,
    wide = Math.min(0.52 * w, 0.37 * (h - 7.4 * em)), // of a stair
    head = 1.7 * em, // a line of words
    tops = [2, 1].map(below => h - 2 * em - below * (wide + 0.8 * em)),
    table = tops[0] - 2.2 * em - head, // its height
    rows = Math.ceil(Math.sqrt((many * Math.max(table, 1)) / w)),
    pitch = [w / Math.ceil(many / rows), table / rows],
    r = Math.max(SMALLEST, Math.min(LARGEST, 0.37 * Math.min(...pitch)))
  const stairs = tops.map(top => ({ top, x: scale([0, 1], [0, wide]), y: scale([0, 1], [top + wide, top]) }))
  own.D = {
    em, w, wide, r, stairs,
    beside: round1(wide + em), // what is said of a stair
    stepR: Math.max(SMALLEST, (0.46 * wide) / (0.56 * record.n_test)),
    cell: i => [(Math.floor(i / rows) + 0.5) * pitch[0], head + ((i % rows) + 0.5) * pitch[1]],
    foot: h - 0.6 * em,
    dot: [wide + 0.1 * em, h - em], // of the difference, before its number
  }
}

export const drawDeal = (S, step, p) => {
  const { own: { D }, record, parts } = S,
    k = S.isStart ? null : step - 1
  let drawn =
    `<text x="0" y="${0.9 * D.em}">A deal: ${record.n_train} random rows train both models, ${record.n_test} hollow ones test</text>` +
    `<text x="0" y="${round1(D.stairs[0].top - 0.6 * D.em)}">highest score first: mine up, rock across; AUC: the area</text>`
  for (const side of [0, 1]) drawn += stairOf(S, side, k, p)
  put(parts.dealbox, drawn + rowsOf(S, k, p) + (k === null ? "" : numbersOf(S, k, p.score)))
}

// What stands of a model before its rows come, and the area under them.
const stairOf = (S, side, k, p) => {
  const { own, record } = S,
    { em, wide, stairs, beside } = own.D,
    v = own.pair.two[side],
    { top, x, y } = stairs[side],
    said = record.published[v],
    of = record.published_of[v]
  const line = (cls, by, says) => `<text class="${cls}" x="${beside}" y="${round1(top + by * em)}">${says}</text>`
  const drawn =
    `<rect class="frame-of" x="0" y="${round1(top)}" width="${round1(wide)}" height="${round1(wide)}"/><path class="grid" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>` +
    line("ink model-name", 1, escaped(record.short[v])) +
    (said === null ? "" : line("published", 2.5, `${of ? `${escaped(of)}: ` : "a paper: AUC "}${decimals(said, of ? 3 : 2)}`))
  if (k === null || p.score === 0) return drawn
  const path = own.model.stair(v, k).corners.map(([a, b], i) => `${i ? "L" : "M"}${round1(x(a))} ${round1(y(b))}`).join("")
  return `${drawn}<g style="opacity:${p.score.toFixed(2)}"><path class="under-${side}" d="${path}V${round1(y(0))}H${round1(x(0))}z"/><path class="roc-${side}" d="${path}"/></g>`
}

// Both areas, their difference, and the dot as which it flies from there.
const numbersOf = (S, k, seen) => {
  const { D: { em, wide, stairs, beside, foot, dot: [x0, y0] }, pair } = S.own
  const text = (y, says, more = "") => `<text x="${beside}" y="${round1(y)}"${more}>${says}</text>`,
    foots = stairs.map(({ top }) => top + wide - 0.3 * em),
    says = foots.map(foot => text(foot - 1.7 * em, "AUC")),
    sums = areasOf(S, k).map((each, side) => text(foots[side], each, ` class="ink auc auc-${side}" role="button" tabindex="0" data-card="area${side}"`))
  return `<g style="opacity:${seen.toFixed(2)}">${says.join("")}${sums.join("")}<text x="${round1(x0 - em)}" y="${round1(foot)}" text-anchor="end">difference</text><circle class="gap-dot now" cx="${round1(x0)}" cy="${round1(y0)}" r="${round1(0.45 * em)}"/>${text(foot, signed(pair.gaps[k], 3), ' class="ink deal-sum"')}</g>`
}

// Both areas, with one digit more than their difference has: in all deals the same, so that no number changes its width.
export const areasOf = ({ own: { model, pair } }, k) => pair.two.map(v => decimals(model.area(v, k), 4))

// Where the difference begins its flight, on the stage.
export const sumAt = ({ own: { D: { dot: [x, y] } }, L: { deal } }) => [deal.x + x, deal.y + y]

// Rows that lie on the table, those that are away, and those in the air.
const rowsOf = (S, now, p) => {
  const { own: { D, model }, record } = S,
    [lies, flies] = [["", ""], ["", ""]],
    last = now === null ? 0 : (S.from ?? now), // the deals before this one
    before = last > 0 && last - 1 !== now ? last - 1 : null,
    isOut = p.deal > 0 ? now : p.home < 1 ? before : null,
    away = new Set(isOut === null ? [] : model.rowsOf(isOut))
  let holes = ""
  record.y.forEach((code, i) => {
    const mark = classMark(code === 1, ...D.cell(i), D.r)
    if (away.has(i)) holes += mark
    else lies[code] += mark
  })
  if (before !== null && p.home < 1) flown(S, before, 1 - p.home, flies)
  if (now !== null && p.deal > 0) flown(S, now, p.deal, flies)
  const both = ([rocks, mines]) => `<path class="mark-a" d="${rocks}"/><path class="mark-b" d="${mines}"/>`
  return `<path class="hole" d="${holes}"/><g class="lies">${both(lies)}</g>${both(flies)}`
}

// The rows of the highest scores fly first, so that the stair is built from its foot.
const flown = ({ own: { D, model, pair }, record: { y, n_test: many } }, k, t, marks) => {
  pair.two.forEach((v, side) => {
    const { x, y: up } = D.stairs[side]
    model.stair(v, k).steps.forEach(([row, a, b], place) => {
      const lag = (LAG * place) / many,
        e = soft(part(t, [lag, lag + 1 - LAG])),
        [x0, y0] = D.cell(row)
      marks[y[row]] += classMark(y[row] === 1, lerp(x0, x(a), e), lerp(y0, up(b), e), Number(lerp(D.r, D.stepR, e).toFixed(2)))
    })
  })
}
