// The picture: the rows' losses over w, their sum, its parabola, the penalty on it, two bowls for one.
import { across, below, extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { arrowTo, circle, grip, pathOf } from "../../stage/kit/marks.js"
import { decimals, decimalsFor, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { brief, depthOf, handOf, isAsked, isCutPut, isResting, lowestAt, plus, rectAt, sidesOf, textAt, weightOf } from "./view_model.js"

const POINTS = 121
const shade = (cls, d, opacity) => (opacity > 0.004 && d ? `<path class="${cls}" style="opacity:${opacity.toFixed(3)}" d="${d}"/>` : "")
const text = (x, y, words, cls, ...rest) => textAt(x, y, words, `halo ${cls}`, ...rest)

// Words at the first of several places [x, y, anchor] that no curve, no upright, no bar and no other words run through; at the
// first, where none is free.
const FORWARD = { start: 0, middle: 0.5, end: 1 }
const placed = ({ box, em, x, y, drawn, uprights, taken }, words, cls, places, opacity = 1) => {
  if (opacity <= 0.02) return ""
  const wide = 0.54 * em * words.length,
    edges = ([at, foot, anchor]) => [at - FORWARD[anchor] * wide, at + (1 - FORWARD[anchor]) * wide, foot - 1.05 * em, foot + 0.35 * em]
  const isFree = place => {
    const [left, right, top, low] = edges(place)
    if (left < box.x0 || right > box.x1 || top < box.y0 - 6 || low > box.y1) return false
    if (uprights.some(each => each > left - 4 && each < right + 4)) return false
    if (taken.some(([a, b, c, d]) => a < right && b > left && c < low && d > top)) return false
    return drawn.every(f => {
      const [from, to] = extent(Array.from({ length: 13 }, (_, i) => y(f(x.back(lerp(left, right, i / 12))))))
      return to < top || from > low
    })
  }
  const place = places.find(isFree) ?? places[0]
  taken.push(edges(place))
  return text(place[0], place[1], words, cls, place[2], opacity)
}

const isNarrow = S => S.L.picture.w < 560 // where words are few

// Beside a point, as near as there is room, rather under it; first: on which side of it. isOver: above it, wherever it can be.
const NEAR = [0, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12]
const about = ([x, y], em, first = 1, isOver = false) =>
  NEAR.flatMap(rows => [-1, 1].flatMap(way => [0, 12, 3 * em, 6 * em, 9 * em].flatMap(shift => [1, -1].map(side => {
    const far = rows * em + shift + (side === first ? 0 : 3) + (way > 0 === isOver ? (isOver ? 99 : 0.5) * em : 0)
    return [far, x + side * shift, y + (0.35 + way * rows) * em, shift === 0 ? "middle" : side > 0 ? "start" : "end"]
  })))).sort(([a], [b]) => a - b).map(([, ...place]) => place)

// Where everything stands at a time: scales, and what the curves are then.
const sceneOf = (S, p) => {
  const { record, L, own } = S,
    { em } = L,
    { w: W, h: H } = L.picture
  const { sums, far, heights } = record,
    mix = (from, to, t) => from.map((each, i) => lerp(each, to[i], t))
  const box = { x0: 3.1 * em, x1: W - 6, y0: 3.7 * em, y1: H - 2.5 * em }
  const shiftNow = far && p.lie > 0 ? own.model.onWay(p.lie) : null
  const [F, G, Hh] = shiftNow ?? [0, sums.G, sums.H]
  const L0 = shiftNow ? own.model.shifted(F) : sums.L0
  let [low, high] = mix(heights[0], heights[1], p.stack)
  const isChange = p.zoom > 0.5
  const zoomed = heights[2].map(each => each + sums.L0)
  ;[low, high] = mix([low, high], zoomed, p.zoom)
  let axis = record.axis
  if (record.bowls && p.parts > 0) {
    ;[low, high] = mix([low, high], record.bowls[1].map(each => each + sums.L0), p.parts)
    axis = mix(axis, record.bowls[0], p.parts)
  }
  if (far && p.lie > 0) {
    ;[low, high] = mix([low, high], far.heights.map(each => each + far.L0), p.lie)
    axis = mix(axis, far.axis, p.lie)
  }
  const lambda = lerp(sums.lambda, 0, p.lie),
    alpha = lerp(sums.alpha, 0, p.lie)
  const share = p.penalty,
    pen = w => share * (0.5 * lambda * w * w + alpha * Math.abs(w))
  const truth = shiftNow ? w => own.model.shifted(F + w) : w => L0 + own.model.truth(w)
  return {
    em, box, L0, G, H: Hh, lambda, alpha, axis, pen, truth, isChange, from: F,
    x: scale(axis, [box.x0, box.x1]),
    y: scale([low, high], [box.y1, box.y0]),
    bare: w => L0 + G * w + 0.5 * Hh * p.bend * w * w,
    drawn: [], // the curves in the picture, and where lines stand upright in it
    uprights: [],
    taken: [],
    ws: Array.from({ length: POINTS }, (_, i) => lerp(axis[0], axis[1], i / (POINTS - 1))),
  }
}

// A curve within the picture, as a path: what leaves it ends just beyond its edge.
const curve = ({ x, y, ws }, f, only = () => true) => pathOf(ws.filter(only).map(w => [x(w), clamp(y(f(w)), -3000, 3000)]))
const line = (scene, cls, f, opacity, only) => {
  if (opacity > 0.004) scene.drawn.push(f)
  return shade(cls, curve(scene, f, only), opacity)
}
const band = (scene, f, g) => `${curve(scene, f)}${curve({ ...scene, ws: [...scene.ws].reverse() }, g).replace("M", "L")}Z`

const frame = (S, scene, p) => {
  const { box, em, x, y, L0, isChange } = scene,
    base = isChange ? L0 : 0,
    at = scale(y.domain.map(each => each - base), y.range),
    texts = value => `${isChange && value > 0 ? "+" : ""}${tick(value)}`
  const drawn = `${across(at, [box.x0, box.x1], em, { n: 8, texts })}<path class="grid" d="M${round1(x(0))} ${box.y0}V${box.y1}"/>${below(x, box.y1, em, { n: 7 })}${textAt(box.x1, box.y1 + 2.35 * em, "w, added to F of every row", "ink", "end")}`
  const many = S.record.n_rows > S.record.rows.n.length ? "mean loss of rows alike" : "loss of each row"
  const said = isChange ? "change of the leaf’s loss" : p.stack > 0.5 ? "loss of the leaf" : many
  return `${drawn}<text x="0" y="${0.95 * em}">${said}</text>`
}

// The rows' own curves, and as they lie upon each other; bands of what each adds.
const rowCurves = (S, scene, p) => {
  const { model } = S.own,
    faint = 1 - p.zoom,
    under = scene.ws.map(() => 0)
  if (faint < 0.01) return ""
  let drawn = ""
  model.counts.forEach((n, i) => {
    const own = scene.ws.map(w => model.group(i, w)),
      foot = under.map(each => each * p.stack)
    const tops = own.map((each, k) => each * lerp(1, n, p.stack) + foot[k]),
      line = values => values.map((each, k) => [scene.x(scene.ws[k]), clamp(scene.y(each), -3000, 3000)])
    drawn += shade("row-band", `${pathOf(line(tops))}${pathOf(line(foot).reverse()).replace("M", "L")}Z`, 0.14 * p.stack * faint)
    drawn += shade(S.own.pointed === i ? "row-curve lit" : "row-curve", pathOf(line(tops)), faint)
    if (p.stack < 1) scene.drawn.push(w => model.group(i, w))
    own.forEach((each, k) => { under[k] += n * each })
  })
  return drawn
}

const wholeLeaf = (S, scene, p, hidden) => {
  const { L0, G, bare, pen, truth } = scene,
    { record } = S,
    full = w => bare(w) + pen(w),
    reach = p.slope * (scene.axis[1] - scene.axis[0]),
    isLifted = p.penalty > 0 && p.a < 4
  let drawn = ""
  if (isLifted) drawn += shade("penalty", band(scene, full, bare), 0.32 * hidden)
  drawn += line(scene, "truth thick", w => truth(w) + pen(w), part(p.stack, [0.7, 1]) * hidden)
  if (p.slope > 0) drawn += line(scene, "stems thick", w => L0 + G * w, (1 - p.penalty) * hidden, w => Math.abs(w) <= reach)
  if (isLifted) drawn += line(scene, "after thin", bare, 0.85 * hidden)
  if (record.norm && p.penalty > 0) drawn += line(scene, "before", w => bare(w) + 0.5 * scene.lambda * Math.abs(w), p.penalty * hidden)
  if (p.bend > 0) drawn += line(scene, "after", full, part(p.bend, [0, 0.1]) * hidden)
  return drawn
}

const labels = (S, scene, p, hidden) => {
  const { em, x, y, L0, G } = scene
  let drawn = p.stack === 1 && p.zoom < 1 && !S.own.hasSums ? lowestOfRows(S, scene, 1 - p.zoom) : ""
  if (p.stack < 1) drawn += rowLabels(S, scene, 1 - p.stack)
  if (p.slope > 0.3 && p.penalty < 1) {
    const side = G < 0 ? 1 : -1 // where it falls, under the line
    const places = [0.62, 0.75, 0.88, 0.5, 0.4, 0.3].map(share => {
      const low = lerp(L0, y.domain[0], share)
      return [x(clamp((low - L0) / (G || -1e-9), ...scene.axis)) - 12 * side, y(low) + 0.9 * em, side > 0 ? "end" : "start"]
    })
    drawn += placed(scene, `slope G = ${brief(G)}`, "of-slope", places, part(p.slope, [0.3, 1]) * p.zoom * (1 - 3 * p.penalty) * hidden)
  }
  return S.record.far && p.lie > 0 ? drawn + elsewhere(S, scene, p) : drawn
}

// The last act goes its own way: where it is stands large in the picture. Below a loss of 0 nothing can lie, and
// the penalty of the screen would have held the step.
const elsewhere = (S, scene, p) => {
  const { box, em, x, y, truth, lambda } = scene,
    { sums, far: { held } } = S.record,
    digits = p.lie === 1 ? 0 : 2
  let drawn = text(box.x1, box.y0 + 1.5 * em, `what if F = ${decimals(scene.from, digits)}, λ = ${decimals(lambda, digits)}`, "ink large", "end")
  if (p.lie > 0.6) {
    const seen = part(p.lie, [0.6, 1])
    drawn += `<path class="floor" style="opacity:${seen}" d="M${box.x0} ${round1(y(0))}H${box.x1}"/>`
    const places = [1, 0.8, 0.6, 0.4].flatMap(share => [-0.5, 1.3].map(rows => [lerp(box.x0, box.x1, share), y(0) + rows * em, "end"]))
    if (p.lie === 1) drawn += placed(scene, isNarrow(S) ? "loss itself 0" : "loss itself 0: none lies below", "of-truth", places)
  }
  if (p.lie < 1 || p.ball < 1) return drawn
  const at = [x(held), y(truth(held))]
  return drawn + ball(...at, "held-ball", 5.5) + placed(scene, `λ = ${brief(sums.lambda)}${isNarrow(S) ? ": " : " stops at "}${brief(held)}`, "ink", about(at, em, -1, true))
}

// Where the rows together lose least, or where that is left out of the picture.
const lowestOfRows = (S, scene, opacity) => {
  const { x, y, axis, truth, em, box } = scene,
    { free_lowest: lowest } = S.record.sums,
    w = clamp(lowestAt(S, 1), ...axis),
    at = [x(w), y(truth(w))]
  const said = lowest === null ? "falls for ever" : w === lowest ? `lowest at ${brief(lowest)}` : `lowest at ${brief(lowest)}, out of the picture`
  return ball(...at, "true-ball", 5.5, opacity) + placed(scene, said, "of-truth", about(at, em, at[0] > (box.x0 + box.x1) / 2 ? -1 : 1, true), opacity)
}

// Who is who among the rows' curves, where a curve is highest within the picture.
const rowLabels = (S, scene, opacity) => {
  const { x, y, em } = scene,
    { record: { rows, axis, n_rows }, own } = S,
    alike = new Map()
  if (n_rows > rows.n.length) return ""
  rows.y.forEach((each, i) => {
    const key = `${each} ${rows.F[i]}`
    alike.set(key, [...(alike.get(key) ?? []), i])
  })
  if (alike.size > 3) return ""
  return [...alike.values()]
    .map(some => {
      const [i] = some,
        n = some.length,
        rises = own.model.group(i, axis[1]) > own.model.group(i, axis[0])
      const places = [0.06, 0.1, 0.15, 0.2, 0.25, 0.3, 0.36, 0.42, 0.5, 0.6, 0.7].flatMap(share => {
        const w = lerp(...axis, rises ? 1 - share : share)
        return [1, -1].map(way => [x(w) - (rises ? way : -way) * 10, y(own.model.group(i, w)) + (way > 0 ? -0.8 : 1.4) * em, rises === way > 0 ? "end" : "start"])
      })
      return placed(scene, `${n === 1 ? "1 row" : `${n} rows`}, y = ${brief(rows.y[i])}`, "ink", places, opacity)
    })
    .join("")
}

const bar = (x, y0, y1, cls, opacity) => rectAt(x - 5, y0, 10, y1 - y0, cls, opacity)
const ball = (x, y, cls = "ball", r = 6.5, opacity = 1) => `<circle class="${cls}" style="opacity:${opacity}" cx="${round1(x)}" cy="${round1(y)}" r="${r}"/>`

// The ball rolls to the lowest point, as far as the penalty lies on the parabola; its depth, and the truth there.
const lowest = (S, scene, p, hidden) => {
  const { x, y, L0, G, H, box, em } = scene
  if (p.bend < 1 || hidden < 0.02) return ""
  const { sums, far } = S.record,
    sides = [G, H, p.penalty * scene.lambda, p.penalty * scene.alpha],
    w = weightOf(...sides),
    depth = depthOf(...sides),
    isEnd = p.lie === 1,
    inside = value => clamp(y(value), box.y0 - 6, box.y1),
    at = [x(w), inside(L0 - depth)]
  if (w < scene.axis[0] || w > scene.axis[1]) return ""
  if (p.ball > 0) scene.taken.push([at[0] - 6, at[0] + 6, y(L0), at[1]])
  let drawn = p.ball > 0 ? bar(at[0], y(L0), inside(L0 - depth * p.ball), "depth", 0.9 * p.ball) : ""
  const truly = scene.truth(w) + scene.pen(w) - L0,
    isWrong = p.ball > 0 && Math.abs(truly + depth) > 0.03 * (y.domain[1] - y.domain[0])
  const low = p.lie > 0 ? null : sums.lowest
  if (isWrong) {
    const ends = [at[0], inside(L0 + truly)]
    scene.uprights.push(at[0])
    drawn += `<path class="gap-line" d="M${round1(at[0])} ${round1(at[1])}V${round1(ends[1])}"/>${ball(...ends, "true-ball", 5.5)}`
    if (p.lie === 0 || isEnd) drawn += placed(scene, `truly ${plus(isEnd ? far.change : sums.change)}`, "of-truth", about(ends, em, -1), p.ball)
  }
  if (low !== null && p.ball > 0.98 && low > scene.axis[0] && low < scene.axis[1] && Math.abs(x(low) - at[0]) > 9) {
    const least = [x(low), inside(scene.truth(low) + scene.pen(low))]
    drawn += ball(...least, "true-ball", 5) + placed(scene, `truth lowest at ${brief(low)}`, "of-truth", about(least, em, low < w ? -1 : 1))
  }
  drawn += ball(...at)
  if (p.penalty < 1) drawn += placed(scene, `lowest at −G/H = ${brief(weightOf(G, H, 0))}`, "of-model", about(at, em), 1 - 3 * p.penalty)
  const more = isEnd ? `promised ${plus(far.promised)}` : `falls ${brief(sums.depth)}`,
    said = `w* = ${brief(isEnd ? far.best : sums.best)}${isNarrow(S) ? "" : `, ${more}`}`
  if (p.lie === 0 || isEnd) drawn += placed(scene, said, "of-model", about(at, em), part(p.ball, [0.9, 1]))
  return `<g style="opacity:${hidden.toFixed(2)}">${drawn}${sums.rate < 1 && p.lie === 0 && p.ball > 0 ? shrunk(scene, sums, p.ball) : ""}</g>`
}

// What the learning rate leaves of the step.
const shrunk = (scene, { rate, best }, opacity) => {
  const step = rate * best,
    at = [scene.x(step), scene.y(scene.bare(step) + scene.pen(step))]
  return `<path class="step-mark" style="opacity:${opacity}" d="${circle(...at, 4.5)}"/>${placed(scene, `η w* = ${brief(step)}`, "ink", about(at, scene.em, -1), opacity)}`
}

// How deep both would fall with the cut that was said, beside the best one.
const triedFalls = ({ own, record: { parted } }, { x, y, L0 }) => {
  const { w, depth } = parted[own.cut.mine]
  return w.map((each, k) => bar(x(each), y(L0), y(L0 - depth[k]), "mine")).join("")
}

// Two bowls for one: each slides to its own sums, and its depth drops. What they are, the bars of the gain begin with.
const bowls = (S, scene, p) => {
  const shown = p.parts
  S.own.bars = []
  if (shown < 0.02) return ["", ""]
  const { x, y, L0, box, em, lambda, alpha } = scene,
    { G, H, w: ws, depth: depths } = sidesOf(S)
  let curves = line(scene, "before", w => scene.bare(w) + scene.pen(w), shown),
    drawn = ""
  const { sums } = S.record,
    low = y(L0 - sums.depth)
  S.own.bars[2] = [x(sums.best), y(L0), low - y(L0)]
  scene.taken.push([x(sums.best) - 6, x(sums.best) + 6, y(L0), low])
  drawn += bar(x(sums.best), y(L0), low, "minus", p.parts) + ball(x(sums.best), low, "spent-ball", 4.5)
  const feet = G.map((each, k) => {
    const g = lerp(sums.G, each, p.parts),
      h = lerp(sums.H, H[k], p.parts)
    const w = weightOf(g, h, lambda, alpha),
      foot = clamp(y(L0 - depthOf(g, h, lambda, alpha)), box.y0, box.y1)
    curves += line(scene, "after", v => L0 + g * v + 0.5 * (h + lambda) * v * v + alpha * Math.abs(v), shown)
    if (w < scene.axis[0] || w > scene.axis[1]) return [w < 0 ? box.x0 : box.x1, box.y1 - (1 + 1.4 * k) * em]
    S.own.bars[k] = [x(w), y(L0), foot - y(L0)]
    scene.taken.push([x(w) - 6, x(w) + 6, y(L0), foot])
    drawn += bar(x(w), y(L0), y(L0) + (foot - y(L0)) * p.falls, "depth") + ball(x(w), foot, "ball", 0.62 * em) + textAt(x(w), foot + 0.31 * em, "LR"[k], "of-side")
    return [x(w), foot]
  })
  if (isCutPut(S) && p.a <= 4) drawn += triedFalls(S, scene)
  feet.forEach((at, k) => {
    const said = `${k ? "right" : "left"}: w ${brief(ws[k])}${isNarrow(S) ? "" : `, falls ${brief(depths[k])}`}`,
      [isBefore, isBeyond] = [ws[k] < scene.axis[0], ws[k] > scene.axis[1]] // its bowl is deepest out of the picture
    drawn += placed(scene, isBefore ? `← ${said}` : isBeyond ? `${said} →` : said, "of-model", about(at, em, isBefore || (k && !isBeyond) ? 1 : -1), p.falls)
  })
  return [curves, `<g style="opacity:${shown.toFixed(2)}">${drawn}</g>`]
}

export const hasHand = (S, a) => a === 0 || (S.resting() && a <= 3)
const isHeld = (S, a) => hasHand(S, a) && !isResting(S)

// The hand's w: a line through the curves, and the handle above them.
const hand = (S, scene, a) => {
  const { box, em, x, y } = scene,
    w = handOf(S),
    at = x(w),
    told = !isAsked(S),
    grips = 2.5 * em
  if (!isHeld(S, a)) return ""
  const dots = a === 0 ? S.own.model.counts.map((_, i) => [S.own.model.group(i, w), "row-ball"]) : [[scene.truth(w) + scene.pen(w), "true-ball"]]
  if (a >= 2) dots.push([scene.bare(w) + scene.pen(w), "ball"])
  const inside = dots.filter(([value]) => y(value) > box.y0 - 4 && y(value) < box.y1 + 4)
  const isLate = at > box.x1 - 7 * em,
    cls = told ? "cut" : "guessed"
  return (
    `<path class="${cls}" d="M${round1(at)} ${round1(grips)}V${box.y1}"/>${inside.map(([value, kind]) => ball(at, y(value), kind, 4.5)).join("")}` +
    handleAt({ label: "w", now: w.toPrecision(6), text: `w ${brief(w)}`, least: scene.axis[0].toPrecision(4), most: scene.axis[1].toPrecision(4) },
      `<rect x="${round1(at - 20)}" y="${round1(grips - 16)}" width="40" height="${round1(box.y1 - grips + 16)}" fill="transparent"/><g class="${told ? "told" : ""}">${grip(round1(at), grips, em)}</g>`) +
    (told || !S.own.isDropped ? text(at + (isLate ? -1 : 1) * 1.5 * em, grips + 0.35 * em, `w = ${brief(w)}`, told ? "ink" : "mine-text", isLate ? "end" : "start") : "")
  )
}

// The guess stays beside the answer: a dashed line, and once it is told an arrow to where the truth is lowest.
const hasMine = (S, a) => Boolean(S.own.mine) && a <= S.own.mine.act + 0.02 && a > S.own.mine.act - 1 && !isAsked(S)
const guess = (S, scene, a) => {
  const { mine, reached } = S.own
  if (!hasMine(S, a)) return ""
  const { box, em, x } = scene,
    at = x(mine.w),
    best = clamp(lowestAt(S, mine.act), ...scene.axis)
  let drawn = `<path class="mine" d="M${round1(at)} ${box.y0}V${box.y1}"/>`
  if (a < mine.act - 0.01) return drawn
  const top = box.y0 + 0.5 * em,
    far = Math.abs(mine.w - best)
  if (Math.abs(x(best) - at) > 3) drawn += arrowTo([round1(at), top], [round1(x(best)), top], reached)
  const isLeft = mine.w < best ? at > box.x0 + 10 * em : at > box.x1 - 10 * em
  const said = `yours${far < 0.005 * Math.abs(best) ? "" : `, ${brief(Number(decimals(far, decimalsFor(scene.axis[1] - scene.axis[0]))))} off`}`
  return drawn + text(at + (isLeft ? -8 : 8), top + (isLeft === mine.w < best ? 0.35 : 1.8) * em, said, "mine-text", isLeft ? "end" : "start", part(reached, [0.2, 0.6]))
}

// Gives both layers as texts: the curves, and what lies above them.
export const drawCurves = (S, p) => {
  const scene = sceneOf(S, p),
    { box } = scene,
    { a } = p
  const hidden = 1 - p.parts
  S.own.scene = scene
  if (scene.isChange) scene.drawn.push(() => scene.L0)
  if (S.record.far && p.lie > 0.6) scene.drawn.push(() => 0)
  if (isHeld(S, a)) scene.uprights.push(scene.x(handOf(S)))
  if (hasMine(S, a)) scene.uprights.push(scene.x(S.own.mine.w))
  const id = (S.own.clip ??= `plot${Math.random().toString(36).slice(2, 8)}`)
  const inner = rowCurves(S, scene, p) + wholeLeaf(S, scene, p, hidden)
  const zero = scene.isChange ? `<path class="zero" d="M${box.x0} ${round1(scene.y(scene.L0))}H${box.x1}"/>` : ""
  const clip = `<clipPath id="${id}"><rect x="${box.x0}" y="${round1(box.y0 - 6)}" width="${round1(box.x1 - box.x0)}" height="${round1(box.y1 - box.y0 + 6)}"/></clipPath>`
  const [inBowls, bowlMarks] = bowls(S, scene, p)
  const moving = `${clip}${frame(S, scene, p)}<g clip-path="url(#${id})">${inner}${inBowls}</g>${zero}${bowlMarks}${lowest(S, scene, p, hidden * (p.ball > 0 || p.bend === 1 ? 1 : 0))}${labels(S, scene, p, hidden)}`
  return [moving + guess(S, scene, a), hand(S, scene, a)]
}
