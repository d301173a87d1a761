// The children of the best cut in bins of another feature: the smaller one is counted row by row, the larger one is what is
// left of the node when those are taken off, bin by bin. With every cut each row stands by itself; while it is asked how
// many bins are enough, the cut is the best of every cut, which does not tell.
import { clamp, lerp, outward, soft } from "../../stage/kit/easing.js"
import { below, scale } from "../../stage/kit/axes.js"
import { placeIn } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say, set, style } from "../../stage/kit/svg.js"
import { barsOf, binAt } from "./view_lanes.js"
import { isTold } from "./view_model.js"

export const CHILD_LAYERS =
  `<path class="counted"/><path class="smaller"/><path class="counted"/><path class="larger"/><path class="bite"/><g></g><g></g>`

const DONE = { small: 1, slide: 1, rest: 1, bite: 1 },
  GAP = 0.3,
  ROW = 0.62 // of a lane, as high as a row by itself

export const placeChild = S => {
  const { own, L: { em, child } } = S,
    lane = (child.h - 1.7 * em) / 3
  own.C = {
    em,
    w: child.w,
    h: child.h,
    x: [1.2 * em, child.w - 4],
    base: [1, 2, 3].map(k => lane * k - 4),
    tall: lane - 1.9 * em,
  }
  own.childKey = null
}

const scaleOf = ({ own: { C }, record }) => scale(record.ranges[1], C.x)

const rows = n => `${n.toLocaleString("en")} rows`
const NONE = [["no cut gains: the node stays a leaf", ""], ["", ""]]
const namesOf = ({ sizes: [a, b], names: [small, large] }, isEvery) => [
  [`− ${small}, ${rows(a)}`, isEvery ? "each row added" : "counted, row by row"],
  [`= ${large}, ${rows(b)}`, isEvery ? "each row added, too" : "subtracted, bin by bin"],
]

// Whose children are shown: of the best cut between the bins, or of every cut.
const childrenOf = (S, state) => (state ? (isTold(S) ? state.children : state.children_of_every) : S.own.model.ofEvery)

const laneNames = ({ own: { C } }, texts) =>
  texts
    .map(([name, more], k) => {
      const y = round1(C.base[k] - C.tall - 0.4 * C.em)
      return `<path class="grid" d="M${C.x[0]} ${round1(C.base[k])}H${C.x[1]}"/><text class="ink" x="${C.x[0]}" y="${y}">${name}</text><text x="${C.x[1]}" y="${y}" text-anchor="end">${more}</text>`
    })
    .join("")

export const drawChild = (S, { to, from = null, u }, p) => {
  const { own, parts, record } = S,
    { C } = own,
    isOpen = !isTold(S),
    isStill = u >= 1,
    children = childrenOf(S, to),
    bin = isStill && to && children && !isOpen ? binNow(S, to) : null
  set(parts.child, "aria-disabled", String(isOpen || !to?.children))
  set(parts.child, "aria-valuemax", String(to?.other.n.length ?? 1))
  set(parts.child, "aria-valuenow", String((bin ?? 0) + 1))
  say(parts.childhead, isOpen ? "The children of the best cut" : "The larger child for nothing")
  say(parts.childnote, to ? `in ${to.max_bin} bins of another feature` : "along another feature")
  const key = [to?.max_bin, u, isOpen, bin, C.w, C.h].join()
  if (own.childKey === key) return
  own.childKey = key
  const [node, ...others] = parts.childbox.children,
    [labels, over] = others.splice(4),
    x = scaleOf(S)
  const all = [[`node, ${rows(record.n)}`, "the next cut may be here"], ...(children ? namesOf(children, !to) : NONE)]
  put(labels, laneNames(S, all) + below(x, round1(C.base[2]), C.em, { name: record.names.other }))
  put(over, bin === null ? "" : pointed(S, to, bin))
  put(parts.cost, children && (isOpen || !to || p.rest === 1) ? costOf(S, children, to ? to.other.edges.length - 1 : 0) : "")
  const gone = isStill ? 0 : 1 - soft(p.sink)
  if (!to) return drawRows(S, [node, ...others], 1)
  if (gone > 0 && !from) return drawRows(S, [node, ...others], gone)
  const shown = gone > 0 ? from : to,
    share = gone > 0 ? gone : isStill ? 1 : outward(p.fall),
    per = C.tall / Math.max(1, ...shown.other.n)
  const bars = (foot, n, grown = 1) => barsOf(shown.other.edges, x, q => [foot(q), foot(q) - n[q] * per * grown], GAP)
  const counted = childrenOf(S, shown)
  set(node, "d", bars(() => C.base[0], shown.other.n, share))
  if (!counted) for (const each of others) set(each, "d", "")
  else drawSubtraction(S, others, counted, shown.other.n, bars, isOpen || gone > 0 ? DONE : p, per, isOpen || gone > 0 ? share : 1)
}

// With every cut: each row of the node, and of either child.
const drawRows = (S, [node, small, sliding, large, bite], share) => {
  const { own: { C, model }, record: { rows: { other, is_left: isLeft } } } = S,
    x = scaleOf(S),
    isSmall = model.ofEvery?.names[0] === "left" ? 1 : 0
  const stand = (lane, isIn) => {
    let d = ""
    for (let i = 0; i < other.length; i++)
      if (isIn(isLeft[i])) d += `M${round1(x(other[i]) - 0.5)} ${round1(C.base[lane])}v${round1(-ROW * C.tall * share)}h1v${round1(ROW * C.tall * share)}z`
    return d
  }
  set(node, "d", stand(0, () => true))
  set(small, "d", model.ofEvery ? stand(1, side => side === isSmall) : "")
  set(large, "d", model.ofEvery ? stand(2, side => side !== isSmall) : "")
  style(large, "opacity", "1")
  for (const each of [sliding, bite]) set(each, "d", "")
}

// The node's bars slide down, and the smaller child's bite off what is theirs; grown: how much of all stands.
const drawSubtraction = ({ own: { C: { base: [top, middle, foot] } } }, [small, sliding, large, bite], { n: [few, many] }, all, bars, p, per, grown) => {
  set(small, "d", bars(() => middle, few, outward(p.small) * grown))
  set(sliding, "d", p.slide > 0 && p.rest < 1 ? bars(() => lerp(top, foot, soft(p.slide)), all) : "")
  style(sliding, "opacity", (1 - p.rest).toFixed(2))
  set(large, "d", p.rest > 0 ? bars(() => foot, many, grown) : "")
  style(large, "opacity", p.rest.toFixed(2))
  set(bite, "d", p.bite > 0 ? bars(q => lerp(middle, foot - many[q] * per * grown, soft(p.bite)), few, grown) : "")
}

const costOf = ({ record }, { sizes: [small, large] }, bins) => {
  const number = n => `<b>${n.toLocaleString("en")}</b>`
  if (!bins) return `<span>additions: ${number(small)} + ${number(large)} rows</span><span>all ${number(record.n)}</span>`
  return `<span>additions: ${number(small)} rows + ${number(bins)} bins</span><span>${bins < large ? "instead of" : "not fewer than"} ${number(record.n)} rows</span>`
}

// The bin that is pointed at, or the one that was pressed.
const binNow = ({ own, at }, { other }) => {
  const bin = own.bin ?? (at.marked_bin ? at.marked_bin - 1 : null)
  return bin !== null && bin < other.n.length ? bin : null
}

const pointed = (S, { other, children }, bin) => {
  const { C } = S.own,
    x = scaleOf(S),
    [a, b] = [other.edges[bin], other.edges[bin + 1]].map(each => round1(clamp(x(each), ...C.x))),
    isEnd = (a + b) / 2 > C.w - 9 * C.em
  const veil = (from, wide) => C.base.map(y => `<rect class="veil" x="${from}" y="${round1(y - C.tall - 1)}" width="${Math.max(0, wide)}" height="${round1(C.tall)}"/>`).join("")
  const texts = [other, ...children.n.map((n, k) => ({ n, G: children.G[k] }))].map(({ n, G }, k) =>
    `<text class="ink halo" x="${isEnd ? a - 6 : b + 6}" y="${round1(C.base[k] - 0.5 * C.em)}" text-anchor="${isEnd ? "end" : "start"}">n ${n[bin]}, G ${significant(G[bin])}</text>`)
  return veil(C.x[0], a - C.x[0]) + veil(b, C.x[1] - b) + texts.join("")
}

export const wireChild = S => {
  const { child } = S.parts
  const under = event => {
    const to = S.resting() && isTold(S) ? S.own.time?.to : null
    return to?.children ? binAt(to.other.edges, scaleOf(S).back(placeIn(S, child, event)[0])) : null
  }
  wireOver(S, child, under, "bin")
  S.listen(child, "click", event => {
    const bin = under(event)
    if (bin !== null) S.act({ marked_bin: S.at.marked_bin === bin + 1 ? null : bin + 1 })
  })
  S.listen(child, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
      to = S.resting() && isTold(S) ? S.own.time.to : null
    if (!by || !to?.children) return
    S.act({ marked_bin: clamp((binNow(S, to) ?? to.children.busiest - by) + by, 0, to.other.n.length - 1) + 1 })
    event.preventDefault()
    event.stopPropagation()
  })
}
