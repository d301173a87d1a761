// The picture: all rows on the table, those that are dealt out in the order of their scores, once for each model, and the AUC
// of every deal so far.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark } from "../../stage/kit/marks.js"
import { decimals } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"

const COLUMNS = 26,
  NEAR = 12, // pixels from a dot within which it is pointed at
  LAG = 0.4 // of a flight: how much later the last row leaves than the first

const SIDES = [0, 1]

export const placeDeal = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    isNarrow = w < 500,
    rows = Math.ceil(record.y.length / COLUMNS)
  const x0 = isNarrow ? 0 : 26,
    x1 = isNarrow ? w - 4 : w - 4.9 * em,
    high = 0.31 * h,
    railTop = high + 0.9 * em,
    railHigh = 0.135 * h,
    axisTop = railTop + 2 * railHigh + 0.5 * em,
    strip = (h - axisTop - 1.3 * em) / 2
  const least = Math.min(...record.area, ...record.published.filter(each => each !== null)),
    low = Math.min(0.6, Math.floor(20 * least - 0.2) / 20)
  const r = clamp(0.27 * Math.min((x1 - x0) / COLUMNS, high / rows), 2.3, 6)
  own.D = {
    em, w, x0, x1, isNarrow, low, strip, r, railTop, railHigh,
    seatR: Math.min(r, (0.43 * (x1 - x0)) / record.n_test),
    dot: clamp(w / 190, 2.6, 5.4) * Math.min(1, Math.sqrt(60 / (record.n_deals || 1))),
    cell: i => [lerp(x0 + 6, x1, (Math.floor(i / rows) + 0.5) / COLUMNS), lerp(1.4 * em, high, ((i % rows) + 0.5) / rows)],
    seat: (side, place) => [lerp(x0 + 8, x1 - 4, (place + 0.5) / record.n_test), railTop + railHigh * (side + (isNarrow ? 0.72 : 0.52))],
    x: area => lerp(x0 + 8, w - (isNarrow ? 8 : 14), (area - low) / (1 - low)),
    foot: side => axisTop + strip * (side + 1),
  }
  placePiles(S)
}

// Where the dots of all deals lie, in the order in which they came.
export const placePiles = S => {
  const { own: { D, model, pair }, record } = S
  D.piles = [pair.a, pair.b].map(v => {
    const areas = Array.from({ length: model.n }, (_, k) => model.area(v, k)),
      room = D.strip - (record.published[v] === null ? 0.6 : 1.9) * D.em
    return piled(areas.map(D.x), 2 * D.dot + 0.6, room, 2 * D.dot)
  })
}

// Places [x, height] of dots so wide, which lie on each other, closer where there is no room.
export const piled = (xs, wide, room, step) => {
  const heights = new Map()
  const found = xs.map(x => {
    const bin = Math.round(x / wide),
      height = heights.get(bin) ?? 0
    heights.set(bin, height + 1)
    return [bin * wide, height]
  })
  const by = Math.min(step, room / Math.max(1, ...heights.values()))
  return found.map(([x, height]) => [x, height * by])
}

export const dotAt = ({ own: { D } }, side, k) => {
  const [x, up] = D.piles[side][k]
  return [x, D.foot(side) - D.dot - 2 - up]
}

export const stillDeal = S => {
  const { own: { D, pair }, record } = S,
    { em, x0, x1, isNarrow } = D,
    both = [pair.a, pair.b]
  const line = (x, to, y) => `<path class="grid" d="M${round1(x)} ${round1(y)}H${round1(to)}"/>`
  const parts = `${record.n_train} ${isNarrow ? "train" : "stay to train on"}, ${record.n_test} ${isNarrow ? "test" : "are dealt out for the test"}`
  let drawn = `<text class="ink" x="${x0}" y="${0.9 * em}">${record.y.length} rows<tspan class="plain" dx=".6em">${parts}</tspan></text>`
  drawn += `<text x="${x1}" y="${round1(D.railTop + 0.45 * em)}" text-anchor="end">scored as mine ▸</text>`
  for (const side of SIDES) {
    drawn += `<text class="ink" x="${x0}" y="${round1(D.railTop + side * D.railHigh + 0.45 * em)}">${escaped(record.names[both[side]])}</text>`
    drawn += line(D.x(D.low), D.x(1), D.foot(side))
  }
  for (let tenth = Math.ceil(10 * D.low + 0.5); tenth <= 10; tenth++)
    drawn += `<text x="${round1(D.x(tenth / 10))}" y="${round1(D.foot(1) + 1.15 * em)}" text-anchor="middle">${tenth / 10}</text>`
  put(S.parts.still, `${drawn}<text x="${round1(D.x(D.low))}" y="${round1(D.foot(1) + 1.15 * em)}">AUC</text>`)
}

// What was published, where it was of this model itself, else of which.
const flagOf = ({ own: { D, pair }, record }, side) => {
  const v = [pair.a, pair.b][side],
    said = record.published[v]
  if (said === null) return ""
  const of = record.published_of[v]
  return pennant([D.x(said), D.foot(side), D.foot(side) - D.strip + 0.75 * D.em], D, `${of ? `${of}, ` : ""}published ${decimals(said)}`)
}

// A flag on a pole at [x, foot, top], with its text where there is room.
export const pennant = ([x, foot, top], { em, w }, text) => {
  const [at, y] = [round1(x), round1(top)],
    out = x + (1 + 0.5 * text.length) * em < w ? 1 : -1
  return (
    `<path class="pole" d="M${at} ${round1(foot)}V${y}"/><path class="pennant" d="M${at} ${round1(y - 1)}l${out * 0.8 * em} ${0.32 * em}l${-out * 0.8 * em} ${0.32 * em}z"/>` +
    `<text class="told-text halo" x="${round1(x + out * em)}" y="${round1(y + 0.62 * em)}" text-anchor="${out > 0 ? "start" : "end"}">${escaped(text)}</text>`
  )
}

// Rows that lie on the table, those that are away, and those in the air.
export const drawDeal = (S, step, p) => {
  const { own: { D, model }, record } = S,
    marks = ["", ""]
  const now = model.n && !S.isStart ? step - 1 : null,
    last = S.from ?? step - 1, // the deals before this one
    before = last > 0 && last - 1 !== now ? last - 1 : null
  const isOut = p.deal > 0 ? now : p.home < 1 ? before : null,
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
  const rails = now !== null && p.deal === 1 ? railsOf(S, now) : SIDES.map(side => railOf(D, side, [record.n_test])).join("")
  put(
    S.parts.deck,
    `<path class="grid" d="${rails}"/><path class="hole" d="${holes}"/><path class="mark-a" d="${marks[0]}"/><path class="mark-b" d="${marks[1]}"/>`,
  )
}

// A line under all rows of one score: those are tied.
const railOf = (D, side, ends) => {
  const y = round1(D.seat(side, 0)[1] + D.seatR + 4)
  return ends.map((end, i) => `M${round1(D.seat(side, (ends[i - 1] ?? 0) - 0.42)[0])} ${y}H${round1(D.seat(side, end - 0.58)[0])}`).join("")
}
const railsOf = ({ own: { D, model, pair } }, k) => [pair.a, pair.b].map((v, side) => railOf(D, side, model.order(v, k).ends)).join("")

const flown = (S, k, t, marks) => {
  const { own: { D, model, pair }, record } = S,
    rows = model.rowsOf(k)
  for (const [side, v] of [pair.a, pair.b].entries()) {
    const { at } = model.order(v, k)
    rows.forEach((i, test) => {
      const lag = (LAG * i) / record.y.length,
        e = soft(part(t, [lag, lag + 1 - LAG])),
        [x0, y0] = D.cell(i),
        [x1, y1] = D.seat(side, at[test])
      marks[record.y[i]] += classMark(record.y[i] === 1, lerp(x0, x1, e), lerp(y0, y1, e), Number(lerp(D.r, D.seatR, e).toFixed(2)))
    })
  }
}

const dot = (side, [x, y], r) => `<circle class="dot-${side}" cx="${round1(x)}" cy="${round1(y)}" r="${round1(r - (side ? 1 : 0))}"/>`
const between = ([a, b]) => `M${round1(a[0])} ${round1(a[1])}L${round1(b[0])} ${round1(b[1])}`

// The AUC of every deal, the two of one deal joined.
export const drawDots = (S, step, p) => {
  const { own: { D }, parts } = S,
    n = S.isStart || !S.n ? 0 : step - 1,
    places = k => SIDES.map(side => dotAt(S, side, k))
  let joined = "",
    dots = ""
  for (let k = 0; k < n; k++) joined += between(places(k))
  for (let k = 0; k < n; k++) dots += SIDES.map(side => dot(side, places(k)[side], D.dot)).join("")
  let drawn = `<path class="joins" style="opacity:${Math.min(0.16, 6 / (n || 1)).toFixed(3)}" d="${joined}"/>${dots}`
  if (!S.isStart && p.drop > 0) {
    const t = soft(p.drop),
      now = places(step - 1).map(([x, y], side) => [lerp(D.w - 20, x, t), lerp(D.seat(side, 0)[1], y, t)])
    if (t === 1) drawn += `<path class="join" d="${between(now)}"/>`
    drawn += SIDES.map(side => dot(side, now[side], D.dot + 1.2)).join("")
  }
  put(parts.moving, drawn)
}

// The AUC of this deal, each with its card, and the deal that is pointed at.
export const topOf = (S, step, p) => {
  const { own: { D, model, pair, over } } = S,
    { em, isNarrow } = D,
    flags = SIDES.map(side => flagOf(S, side)).join("")
  if (S.isStart || !S.n) return flags
  let drawn = flags + [pair.a, pair.b]
    .map((v, side) => {
      const y = round1(D.seat(side, 0)[1] + (isNarrow ? -0.75 : 0.42) * em)
      return `<text class="auc auc-${side}" role="button" tabindex="0" data-card="area${side}" style="opacity:${p.score.toFixed(2)}" x="${isNarrow ? D.x1 : D.w}" y="${y}" text-anchor="end">${decimals(model.area(v, step - 1))}</text>`
    })
    .join("")
  if (over === null || over >= step) return drawn
  const both = SIDES.map(side => dotAt(S, side, over))
  drawn += `<path class="join" d="${between(both)}"/>`
  return drawn + both.map(([x, y]) => `<circle class="ring-of" cx="${round1(x)}" cy="${round1(y)}" r="${round1(D.dot + 3)}"/>`).join("")
}

export const dealAt = (S, [px, py]) => {
  let best = null,
    least = NEAR
  for (let k = 0; k < S.at.round; k++)
    for (const side of SIDES) {
      const [x, y] = dotAt(S, side, k),
        far = Math.hypot(x - px, y - py)
      if (far < least) [best, least] = [k, far]
    }
  return best
}
