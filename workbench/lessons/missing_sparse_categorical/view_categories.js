// Categories: columns as wide as H and as high as G / H, so that the area is G. A cut of the sorted columns walks along the
// rim of all partitions, each of which is a point (H, G) of its left side; the gain rises outwards, so the best lies there.
import { across, padded, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { pathOf } from "../../stage/kit/marks.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { button, exact, fact, gainCard, isAsking, stepSaid, sum, text, wayOf } from "./view_model.js"
import { drawPlane, drawRanking, drawSides, total } from "./view_categories_plane.js"

const SORT = [0, 0.3],
  CUT = [0.05, 0.5],
  KNOWN = 0.56

// --- where the columns stand

const sumsText = (G, H, code) => `G ${tick(G[code])}, H ${tick(H[code])}`

const measure = S => {
  const { record: { G, H, order }, own, L: { em, picture: { w, h } } } = S,
    ratios = G.map((each, i) => each / H[i]),
    gap = 1.1 * em,
    a0 = 3 * em,
    a1 = w - 0.8 * em,
    unit = (a1 - a0 - gap * (order.length + 1)) / total(H)
  const top = 4.2 * em,
    foot = h - 5.4 * em,
    Y = scale(padded([Math.min(0, ...ratios), Math.max(0, ...ratios)], 0.02), [foot, top])
  const laid = codes => {
    let x = a0 + gap
    return codes.map(code => {
      const column = { code, x, w: H[code] * unit, ratio: ratios[code] }
      x += column.w + gap
      return column
    })
  }
  const columns = laid(order),
    hasRoom = columns.every(({ code, w: wide }) => wide + gap > 0.46 * em * sumsText(G, H, code).length) // else H is the width alone
  const borders = [a0, ...columns.slice(1).map(column => column.x - gap / 2), a1]
  own.P = { em, w, h, a0, a1, top, foot, gap, Y, columns, sorted: columns, unsorted: laid([...order].sort((a, b) => a - b)), borders, hasRoom }
}

const places = S => {
  measure(S)
  const { own: { P }, record: { n_steps } } = S
  return P.borders.map((x, k) => (k === n_steps ? P.w - 1.4 * P.em : Math.min(x, P.w - 4 * P.em)))
}

const still = ({ own: { P } }) =>
  across(P.Y, [P.a0, P.a1], P.em, { n: 4 }) + text(P.a0 - 8, 1.1 * P.em, "G / H", { cls: "ink" }) + `<path class="axis" d="M${P.a0} ${round1(P.Y(0))}H${P.a1}"/>`

// Asked is by label: of sorted columns the answer is read off. Told, they change places first.
const layColumns = ({ own, own: { P } }, f) => {
  const share = f.asking ? 0 : own.isFresh && f.step <= 1 ? soft(part(f.u, SORT)) : 1
  P.sorts = share > 0 && share < 1 // then their sums would lie on each other
  P.columns = share === 1 ? P.sorted : share === 0 ? P.unsorted : P.sorted.map(each => ({ ...each, x: lerp(P.unsorted.find(({ code }) => code === each.code).x, each.x, share) }))
}

// --- which partition is looked at

const chosen = ({ record: { ways }, at }) => ways.find(({ number }) => number === at.partition) ?? null

// The categories on the left: of the cut, of a partition that was chosen, of the guess.
const frameOf = (S, step, u) => {
  const { record, own } = S,
    asking = isAsking(S),
    isLast = step === record.n_steps && !asking,
    free = asking || !S.resting() ? null : chosen(S)
  if (asking) return { step: 0, u: 1, asking, isLast: false, tried: 0, free, left: own.pick ?? [], way: null, x: null }
  const { borders } = own.P,
    best = record.cuts.indexOf(record.best_cut) + 1,
    at = isLast ? best : u > CUT[0] + 0.3 ? step : step - 1
  const x = step === 0 ? null : isLast ? lerp(borders[step - 1], borders[best], soft(part(u, [0, 0.2]))) : lerp(borders[step - 1], borders[step], soft(part(u, CUT)))
  const way = free ?? (at > 0 ? record.ways[record.cuts[at - 1]] : null)
  const left = free ? free.left : record.order.slice(0, Math.max(0, at))
  const tried = isLast ? record.cuts.length : u < KNOWN ? step - 1 : step
  return { step, u, asking, isLast, tried, free, left, way, x: free ? null : x }
}

// --- the picture

const column = (S, f, { code, x, w, ratio }) => {
  const { own: { P }, record: { labels, G, H } } = S,
    isLeft = f.left.includes(code),
    y = P.Y(ratio),
    zero = P.Y(0),
    middle = x + w / 2
  const says = f.step === 0 && !f.asking ? "" : f.asking ? (isLeft ? "left" : "") : isLeft ? "left" : "right",
    cls = f.asking ? "mine-text" : isLeft ? "ink" : ""
  return (
    `<rect class="column${isLeft && !f.asking ? " left" : ""}" x="${round1(x)}" y="${round1(Math.min(y, zero))}" width="${round1(w)}" height="${round1(Math.abs(y - zero))}"/>` +
    text(middle, P.h - 3.5 * P.em, labels[code], { cls: "ink halo", anchor: "middle" }) +
    (P.sorts ? "" : text(middle, P.h - 2.1 * P.em, P.hasRoom ? sumsText(G, H, code) : `G ${tick(G[code])}`, { anchor: "middle" }) + text(middle, P.h - 0.7 * P.em, says, { cls, anchor: "middle" }))
  )
}

const frameAround = ({ own: { P } }, { x, w }, cls) => `<rect class="${cls}" x="${round1(x - P.gap / 2 + 2)}" y="${P.top - 18}" width="${round1(w + P.gap - 4)}" height="${round1(P.h - P.top + 16)}" rx="9"/>`

const drawPicture = (S, f) => {
  const { own, own: { P } } = S,
    columns = P.columns.map(each => column(S, f, each)).join("")
  const mine = !f.asking && own.said && f.isLast ? P.columns.filter(({ code }) => own.said.includes(code)).map(each => frameAround(S, each, "mine")).join("") : ""
  const cut = f.x === null ? "" : `<path class="cut" d="M${round1(f.x)} ${1.5 * P.em}V${P.foot + 8}"/>` + text(f.x - 8, 2.3 * P.em, "L", { cls: "ink", anchor: "end" }) + text(f.x + 8, 2.3 * P.em, "R", { cls: "ink" })
  const order = text(P.a1, 1.1 * P.em, f.asking ? "by label, not sorted yet" : `sorted by ${S.record.key}`, { anchor: "end" })
  return { picture: columns + order + mine + cut, top: f.asking ? P.columns.map(each => handle(S, f, each)).join("") : "" }
}

const handle = (S, f, each) => {
  const isLeft = f.left.includes(each.code),
    label = S.record.labels[each.code]
  return handleAt({ axis: each.code, label, now: isLeft ? 0 : 1, text: isLeft ? "left" : "right", least: 0, most: 1 }, frameAround(S, each, isLeft ? "mine" : "mine unpicked"))
}

// --- the strip: what each sorted cut gains, at its border

const drawMarks = (S, f) => {
  const { record, L: { em, strip: { w, h } }, L } = S,
    gains = record.cuts.map(k => record.ways[k].gain),
    foot = h - 1.75 * em,
    [low, high] = [Math.min(0, ...gains), Math.max(...gains, 1e-9)]
  const y = gain => lerp(foot - 5, 3 * em, (gain - low) / (high - low)),
    points = gains.map((gain, k) => [L.stepX(k + 1), y(gain)])
  const isPassed = k => k < Math.max(f.tried, S.own.seen),
    top = gains.indexOf(Math.max(...gains))
  const spots = points.map(([x, at], k) => {
    const names = listed(S, record.order.slice(0, k + 1)).replaceAll(", ", "")
    const name = text(x, h - 5, `${names} |`, { cls: f.step === k + 1 ? "ink" : "", anchor: "middle" })
    if (f.asking) return ""
    if (!isPassed(k)) return name
    const gain = significant(gains[k]), // beside the strip's mark, not on it
      says = f.step === k + 1 ? text(x + 9, at + 0.35 * em, gain, { cls: "ink halo" }) : text(x, at - 0.75 * em, gain, { cls: "ink halo", anchor: "middle" })
    return `${name}<circle class="wedge${f.isLast && k === top ? " full" : ""}" cx="${round1(x)}" cy="${round1(at)}" r="5"/>${says}`
  })
  return `<path class="line-better" d="${pathOf(points.filter((_, k) => isPassed(k)))}"/>${spots.join("")}` + text(w - 6, h - 5, "all", { anchor: "end" }) + (f.asking ? "" : text(8, 1.1 * em, "gain"))
}

// --- the question

const listed = ({ record: { labels, order } }, codes) => [...order].sort((a, b) => a - b).filter(code => codes.includes(code)).map(code => labels[code]).join(", ")
const percent = (gain, top) => `${Math.round((100 * gain) / top)}\u00a0%`

const prompt = S => {
  const { record } = S,
    { n_steps, ways, is_best } = record
  if (isAsking(S)) return "Which categories on the left gain most?"
  if (S.resting() && chosen(S)) return `One of ${ways.length} partitions: rank ${chosen(S).rank}`
  const step = stepSaid(S)
  if (step === 0) return `Columns sorted by ${record.key}`
  if (step === n_steps && !S.resting()) return "All partitions, sorted cuts or not"
  if (step < n_steps) return `${listed(S, record.order.slice(0, step))} ${step > 1 ? "go" : "goes"} left`
  return is_best ? `Best of ${ways.length}: a sorted cut` : `Best of ${ways.length}: no cut of this order`
}

const offer = S => {
  const { record, at, own } = S,
    { ways, n_steps, is_best } = record,
    top = ways[0].gain
  if (!S.resting()) return ""
  const free = chosen(S)
  if (free) return `<span>gain ${significant(free.gain)}, <strong>${percent(free.gain, top)}</strong> of the best</span>`
  if (at.round === 0) return button("ask", "Ask me")
  if (at.round < n_steps) return `<span>gain <strong>${significant(ways[record.cuts[at.round - 1]].gain)}</strong></span>`
  const yours = own.said ? wayOf(S, own.said) : null,
    told = is_best ? "the gain rises outwards" : "<strong>this order leaves the rim</strong> and misses the best"
  return `<span>${yours ? `<em>yours</em>: <strong>${percent(yours.gain, top)}</strong> of the best` : told}</span>`
}

// --- the hand

const columnAt = ({ own: { P } }, [x]) => P.columns.find(each => x >= each.x - P.gap / 2 && x < each.x + each.w + P.gap / 2)?.code ?? null

const toggled = (codes, code) => (codes.includes(code) ? codes.filter(each => each !== code) : [...codes, code])
const isWhole = ({ own, record }) => own.pick !== null && own.pick.length > 0 && own.pick.length < record.labels.length

const picked = (S, at) => {
  const code = columnAt(S, at)
  return code === null ? S.own.pick : toggled(S.own.pick ?? [], code)
}

// A column that is clicked changes sides: any partition can be looked at.
const click = (S, at) => {
  const code = columnAt(S, at),
    f = frameOf(S, S.step, S.u)
  if (code === null || S.at.round === 0) return
  const left = toggled(f.left, code),
    way = wayOf(S, left)
  if (way && left.length) S.act({ partition: way.number })
}

const press = (S, target) => {
  const row = target.closest("[data-partition]"),
    number = Number(row?.dataset.partition)
  if (row && S.resting()) S.act({ partition: number === S.at.partition ? null : number })
}

// In the ranking up and down choose the partition before and after.
const steps = (S, name) => {
  const { ways, n_steps } = S.record,
    by = { ArrowUp: -1, ArrowDown: 1 }[name]
  if (!by || S.at.round !== n_steps) return false
  const now = ways.findIndex(({ number }) => number === S.at.partition),
    to = clamp(now + by, 0, ways.length - 1)
  S.act({ partition: ways[to].number })
  return true
}

const draw = (S, step, u) => {
  if (S.guess && !S.guess.told && !isWhole(S)) S.guess.dropped = false
  const f = frameOf(S, step, u)
  layColumns(S, f)
  return {
    ...drawPicture(S, f),
    marks: drawMarks(S, f),
    ...drawPlane(S, f),
    ...(f.asking ? drawSides : drawRanking)(S, f),
    sums: sums(S, f),
  }
}

const sums = ({ record: { G, H, lambda } }, f) => {
  if (!f.way) return fact("G", exact(total(G))) + fact("H", exact(total(H))) + fact("λ", lambda)
  const side = j => fact(`G<sub>${"LR"[j]}</sub>`, exact(f.way.G[j])) + fact(`H<sub>${"LR"[j]}</sub>`, exact(f.way.H[j]))
  return side(0) + side(1) + sum("gain", "gain", f.way.gain)
}

const cardOf = S => {
  const { way } = frameOf(S, S.isStart ? 0 : S.step, S.u)
  return way ? gainCard(way.name, { ...way, T: way.G }, { T: total(S.record.G), H: total(S.record.H) }, S.record.lambda) : ""
}

export const partitions = {
  hint: "click the columns",
  revealMs: () => 800,
  places,
  measure,
  still,
  draw,
  legend: () => key('<rect width="12" height="12" class="column"/>', "width H, area G", 12) + key('<rect width="12" height="12" class="column left"/>', "left", 12),
  prompt,
  offer,
  said: S => (isWhole(S) ? listed(S, S.own.pick) : ""),
  whereAt: ({ step, u }) => step - 1 + soft(part(u, CUT)),
  count: ({ record: { n_steps, ways } }, step) => (step === 0 ? "No cut yet" : step === n_steps ? `All ${ways.length} partitions` : `Cut <b>${step}</b> of ${n_steps - 1}`),
  picked,
  dragged: picked,
  nudged: (S, axis, by) => {
    const code = Number(axis),
      codes = (S.own.pick ?? []).filter(each => each !== code)
    return by < 0 || (by === 0 && S.own.pick?.includes(code)) ? [...codes, code] : codes
  },
  isWhole,
  card: cardOf,
  click,
  press,
  key: steps,
}
