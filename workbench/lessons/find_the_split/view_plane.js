// Two features of numbers: the rows in the plane, its ground as deep as what a node says there. A cut stands or lies: its grip
// runs along the upper edge or down the right one. Only the node in hand is lit.
import { planeAxes, planeScales, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { arrowTo, circle, grip, LETTERS, markOf, veil } from "../../stage/kit/marks.js"
import { significant, signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { bandAxis, bandUnder, drawBand, endBars } from "./view_band.js"
import { cutAtPlace, cutOf, isAsking, levelsOf, limitsOf, nodeOfSplit, PHASES, sidesOf } from "./view_model.js"
import { sliderOf } from "./view_rows.js"

const NARROW = 480,
  LEAST_DEEP = 0.12, // of the deepest ground, of the least number
  BESIDE = 0.66 // of the band beside the plane: its numbers stand after the bars

const measure = S => {
  const { own, record, record: { plane }, L: { em, picture: { w, h } } } = S,
    isNarrow = w < NARROW,
    foot = h - 1.6 * em,
    head = foot - 4.6 * em
  const P = { em, w, h, isNarrow, x0: 3 * em, x1: w - (isNarrow ? 5.4 : 8) * em, rail: 1.2 * em, top: 2.6 * em, end: head - 0.9 * em, head, foot }
  P.box = [P.x0, P.top, P.x1, P.end]
  P.along = planeScales(plane.ends, P.box)
  const beside = scale([0, 1], [P.x1 + 2.2 * em, w - 0.8 * em])
  P.bands = [{ ...bandUnder(P, P.along[0]), isPair: true }, { at: P.along[1], high: share => beside(clamp(share, 0, 1.02)), isUp: true, isPair: true }]
  P.row = i => plane.x.map((x, f) => P.along[f](x[i]))
  own.P = P
  P.marks = marksOf(S)
  own.limits = limitsOf(record, P.along.map(({ domain }) => domain))
}

const boxOf = ({ along: [x, y] }, [[left, right], [low, high]]) => [x(left), y(high), x(right), y(low)].map(round1)

const marksOf = ({ own: { P }, record: { plane, classes, kind, ends } }) => {
  const r = P.isNarrow ? 2.8 : 3.6
  if (kind === "squared_error")
    return Array.from(plane.up, (y, i) => {
      const deep = Math.round(100 * lerp(LEAST_DEEP, 1, (y - ends[0]) / (ends[1] - ends[0])))
      return `<path class="target" d="${circle(...P.row(i), r)}" style="fill:color-mix(in srgb, var(--model) ${deep}%, var(--paper))"/>`
    }).join("")
  const marks = plane.classes.map(() => "")
  plane.code.forEach((code, i) => {
    marks[code] += markOf(code, ...P.row(i), classes.length ? r : 0.85 * r)
  })
  return marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("")
}

const still = ({ own: { P }, parts, record }) => put(parts.still, planeAxes(P.along, P.box, P.foot, P.em, record.names.map(escaped)))

// --- the ground: of two classes, or of gradients, both hues with paper between them; of more the hue of most; of numbers the mean

const tintOf = ({ record: { kind, plane, ends } }, levels) => {
  if (kind === "squared_error") return ["var(--model)", 1.6 * lerp(LEAST_DEEP, 1, (levels[0] - ends[0]) / (ends[1] - ends[0]))]
  const many = plane.classes.length
  if (kind !== "logistic" && many > 2) {
    const most = Math.max(...levels)
    return [`var(--ground-${LETTERS[levels.indexOf(most)]})`, (1.5 * (most - 1 / many)) / (1 - 1 / many)]
  }
  const up = kind === "logistic" ? levels[0] / Math.max(...ends.map(Math.abs)) : 2 * levels[1] - 1
  return [`var(--ground-${up < 0 ? "a" : "b"})`, 1.5 * Math.abs(up)]
}
const tinted = (S, limits, levels, opacity = 1) => {
  const [x0, y0, x1, y1] = boxOf(S.own.P, limits),
    [hue, deep] = tintOf(S, levels)
  return `<rect x="${x0}" y="${y0}" width="${round1(Math.max(0, x1 - x0))}" height="${round1(Math.max(0, y1 - y0))}" style="fill:${hue};fill-opacity:calc(var(--tint) * ${(deep * opacity).toFixed(3)})"/>`
}

// The leaves that some splits have made, but the node in hand; a cut parts that one.
const ground = (S, splits, node, cuts) => {
  const { own: { limits }, record: { tree: { split, parent }, plane } } = S,
    many = plane.levels.length / parent.length
  let drawn = ""
  for (let id = 0; id <= 2 * splits; id++) {
    const isLeaf = !split[id] || split[id] > splits
    if (isLeaf && (id !== node || !cuts.length)) drawn += tinted(S, limits[id], Array.from(plane.levels.subarray(id * many, (id + 1) * many)))
  }
  for (const { M, cut, at, opacity } of cuts)
    sidesOf(limits[node], cut.f, at).forEach((each, side) => {
      drawn += tinted(S, each, levelsOf(S.record, M, cut.sides[side]), opacity)
    })
  return drawn
}

// --- the line of a cut

const lineOf = ([x0, y0, x1, y1], { along }, f, at) => {
  const place = round1(along[f](at))
  return f ? `M${x0} ${place}H${x1}` : `M${place} ${y1}V${y0}`
}

// The cuts in hand, each with how far it is seen: one, or while it goes over to the best one on the other feature, two.
const cutsOf = (S, hand) => {
  const { M } = hand ?? {}
  const one = (f, i, opacity) => ({ M, cut: cutOf(S, M, f, i), at: M.features[f].threshold[i], opacity })
  if (!hand || hand.i < 0) return []
  if (hand.kind !== "settles" || hand.from === hand.f) return [one(hand.f, hand.i, 1)]
  const t = soft(hand.settled)
  return [one(hand.from, M.features[hand.from].threshold.length - 1, 1 - t), one(hand.f, hand.i, t)]
}

// --- a frame

const regionAt = ({ own: { limits, P }, record }, { k, u, finds, ends, isRest }) => {
  const of = split => boxOf(P, limits[split > 0 ? nodeOfSplit(record, split) : 0])
  if (finds) return of(k)
  const t = isRest ? 1 : outward(part(u, [0, PHASES.comes[1]])),
    [from, to] = ends ? [k, 0] : [k - 1, k],
    goal = of(to)
  return of(from).map((each, i) => round1(lerp(each, goal[i], t)))
}

const draw = (S, time) => {
  const { own: { P, hand, limits }, parts, record: { tree } , record } = S,
    { k, u, finds, ends, isRest } = time,
    splits = ends ? k : k - 1,
    isComing = !finds && !ends && !isRest, // its cut comes with it
    cuts = isComing ? [] : cutsOf(S, hand),
    region = regionAt(S, time)
  const borders = Array.from({ length: splits }, (_, at) => {
    const id = tree.split.indexOf(at + 1)
    return lineOf(boxOf(P, limits[id]), P, tree.feature[id], tree.threshold[id])
  })
  let drawn = `${ground(S, splits, ends ? -1 : nodeOfSplit(record, k), cuts)}<path class="cutline" d="${borders.join("")}"/>${P.marks}${veil(P.box, region)}`
  drawn += `<rect class="region" x="${region[0]}" y="${region[1]}" width="${round1(region[2] - region[0])}" height="${round1(region[3] - region[1])}"/>`
  for (const { cut, at, opacity } of cuts) drawn += `<path class="${hand.kind === "asked" ? `yours${hand.isPlaced ? "" : " thin"}` : "cut"}" style="opacity:${opacity}" d="${lineOf(region, P, cut.f, at)}"/>`
  if (ends) drawn += `<g style="opacity:${isRest ? 1 : part(u, PHASES.comes)}">${bandAxis(P, 0)}${endBars(S, P.bands[0], 0)}${endBars(S, P.bands[1], 1, BESIDE)}</g>`
  else if (hand && !isComing) drawn += bandAxis(P, hand.kind === "asked" ? 0 : hand.M.best.gain) + P.bands.map((band, f) => drawBand(S, band, hand, f)).join("") + guessed(S, hand, region)
  put(parts.moving, drawn)
}

// The guess stays, with an arrow to the best cut where that lies along.
const guessed = ({ own: { P, said, reached } }, { kind, k, M }, region) => {
  const yours = kind === "found" || kind === "settles" ? said.get(k) : null
  if (!yours) return ""
  const line = `<path class="yours thin" d="${lineOf(region, P, yours.f, yours.at)}"/>`,
    { feature, cut } = M.best
  if (yours.share > 0.995 || yours.f !== feature) return line
  const [from, to] = [yours.at, M.features[feature].threshold[cut]].map(P.along[feature])
  return line + (feature ? arrowTo([region[2] - P.em, from], [region[2] - P.em, to], reached) : arrowTo([from, region[1] + P.em], [to, region[1] + P.em], reached))
}

const rows = ({ own: { P }, record: { plane, names, kind, up } }) => ({
  n: plane.up.length,
  place: P.row,
  says: i => {
    const places = names.map((name, f) => `${name} ${significant(plane.x[f][i])}`).join(", ")
    return `row ${plane.rows[i]}: ${places}, ${kind === "squared_error" ? `${up} ${signed(plane.up[i])}` : plane.classes[plane.code[i]]}${kind === "logistic" ? `, −g ${signed(plane.up[i])}` : ""}`
  },
})

// --- what is held

const cutAt = ({ own: { P, hand: { M, f: now } }, record }, place, f = now) => (M.features[f].threshold.length ? cutAtPlace(record, M, f, P.along[f], place[f]) : null)

// A grip for each feature; the plane itself takes hold of the cut that is there.
const handle = S => {
  const { P, hand: { M, f: now, i }, limits } = S.own
  return [1 - now, now]
    .filter(f => M.features[f].threshold.length)
    .map(f => {
      const at = f === now ? M.features[f].threshold[i] : (limits[M.node][f][0] + limits[M.node][f][1]) / 2,
        place = round1(P.along[f](at)),
        side = P.x1 + 1.1 * P.em,
        hit = f === now ? `<rect class="hit" x="${P.x0}" y="${P.top}" width="${round1(P.x1 - P.x0)}" height="${round1(P.end - P.top)}"/>` : ""
      return (
        `<path class="rail" d="${f ? `M${side} ${P.top}V${P.end}` : `M${P.x0} ${P.rail}H${P.x1}`}"/>` +
        sliderOf(S, f, isAsking(S), hit + (f ? grip(side, place, P.em, true) : grip(place, P.rail, P.em)), f === 1)
      )
    })
    .join("")
}

export const PLANE = { measure, still, draw, rows, cutAt, handle }
