// Two features of numbers: the rows in the plane, its ground as deep as what a node says there. The line of a cut stands or
// lies; its grip runs along the upper edge, round the corner and down the right one. Only the node in hand is lit.
import { planeAxes, planeScales, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { circle, grip, LETTERS, markOf, upright, veil } from "../../stage/kit/marks.js"
import { added, significant, signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { cutOf, handleOf, isAsking, nearestCut, PHASES } from "./view_model.js"
import { bandUnder } from "./view_bands.js"
import { drawBands, drawEndBands } from "./view_plane_gain.js"
import { nodeOfSplit } from "./view_second.js"

const NARROW = 480,
  LEAST_DEEP = 0.12 // of the deepest ground, of the least number

// --- where everything is

export const measurePlane = S => {
  const { own, record: { plane, kind }, L: { em, picture: { w, h } } } = S,
    isNarrow = w < NARROW
  const foot = h - 1.6 * em,
    head = foot - 4.6 * em,
    P = { em, w, h, isNarrow, x0: 2.8 * em, x1: w - (isNarrow ? 4.4 : 7) * em, rail: 1.2 * em, top: 3 * em, end: head - 2.2 * em, head, foot }
  P.side = P.x1 + 1.6 * em // the rail beside the plane
  P.box = [P.x0, P.top, P.x1, P.end]
  P.along = planeScales(plane.ends, P.box)
  const beside = scale([0, 1], [P.x1 + 0.7 * em, w - 0.8 * em])
  P.bands = [bandUnder(P, P.along[0]), { at: P.along[1], high: share => beside(clamp(share, 0, 1.02)), isUp: true }]
  P.row = i => plane.x.map((x, f) => P.along[f](x[i]))
  P.stem = kind === "logistic" ? 2.1 * em : (2.4 * em) / (S.record.ends[1] - S.record.ends[0])
  own.P = P
  P.marks = marksOf(S)
  own.limits = limitsOf(S.record, P.along.map(({ domain }) => domain))
}

// Between which values every node lies, on both features.
const limitsOf = ({ tree }, ends) => {
  const found = [ends]
  for (let id = 1; id < tree.parent.length; id++) {
    const above = tree.parent[id]
    found.push(sidesOf(found[above], tree.feature[above], tree.threshold[above])[Number(id !== tree.left[above])])
  }
  return found
}
const sidesOf = (limits, f, at) => [[limits[f][0], at], [at, limits[f][1]]].map(side => limits.map((each, i) => (i === f ? side : each)))

const boxOf = ({ along: [x, y] }, [[left, right], [low, high]]) => [x(left), y(high), x(right), y(low)].map(round1)

const marksOf = ({ own: { P }, record: { plane, classes, kind, ends } }) => {
  const r = P.isNarrow ? 2.8 : 3.6
  if (kind === "squared_error")
    return Array.from(plane.up, (y, i) => {
      const [px, py] = P.row(i),
        deep = Math.round(100 * lerp(LEAST_DEEP, 1, (y - ends[0]) / (ends[1] - ends[0])))
      return `<path class="target" d="${circle(px, py, r)}" style="fill:color-mix(in srgb, var(--model) ${deep}%, var(--paper))"/>`
    }).join("")
  const marks = plane.classes.map(() => "")
  plane.code.forEach((code, i) => {
    marks[code] += markOf(code, ...P.row(i), classes.length ? r : 0.85 * r)
  })
  return marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("")
}

export const stillPlane = S => {
  const { P } = S.own
  put(S.parts.still, planeAxes(P.along, P.box, P.foot, P.em, S.record.names.map(escaped)))
}

// --- the ground

// Of two classes, or of gradients, both hues with paper between them; of more the hue of most; of numbers the mean.
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

const levelsOf = ({ plane: { levels }, tree }, id) => {
  const many = levels.length / tree.parent.length
  return Array.from(levels.subarray(id * many, (id + 1) * many))
}

// What a side of a cut says: its class shares, or its mean.
export const levelsOfSide = ({ kind }, M, { n, sums }) => {
  if (kind === "squared_error") return [M.mean + (n ? sums[0] / n : 0)]
  return (kind === "logistic" ? [sums[0]] : Array.from(sums)).map(each => (n ? each / n : 0))
}

// The leaves that some splits have made, but the node in hand; a cut parts that one.
const ground = (S, splits, node, cuts) => {
  const { own: { limits }, record } = S,
    { split } = record.tree
  let drawn = ""
  for (let id = 0; id <= 2 * splits; id++) {
    const isLeaf = !split[id] || split[id] > splits
    if (isLeaf && (id !== node || !cuts.length)) drawn += tinted(S, limits[id], levelsOf(record, id))
  }
  for (const { M, cut, at, opacity } of cuts)
    sidesOf(limits[node], cut.f, at).forEach((each, side) => {
      drawn += tinted(S, each, levelsOfSide(record, M, cut.sides[side]), opacity)
    })
  return drawn
}

// What a mean leaves of a row's target; or its negative gradient.
const stems = (S, splits, node, parted) => {
  const { own, record } = S,
    { P } = own,
    { tree, plane, kind } = record
  if (record.classes.length) return ""
  let drawn = ""
  plane.up.forEach((up, i) => {
    let id = 0
    while (kind === "squared_error" && tree.split[id] && tree.split[id] <= splits) id = tree.left[id] + Number(plane.x[tree.feature[id]][i] > tree.threshold[id])
    const side = id === node && parted ? parted.levels[Number(plane.x[parted.f][i] > parted.at)] : null,
      level = kind === "logistic" ? 0 : (side ?? levelsOf(record, id)[0])
    const [x, y] = P.row(i)
    drawn += upright(x, y, y - (up - level) * P.stem)
  })
  const [x0, y0, x1, y1] = P.box,
    id = (own.clip ??= `plane${Math.random().toString(36).slice(2, 8)}`)
  return `<clipPath id="${id}"><rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}"/></clipPath><path class="stems" clip-path="url(#${id})" d="${drawn}"/>`
}

// --- the line of a cut

const lineOf = ([x0, y0, x1, y1], { along }, f, at) => {
  const place = round1(along[f](at))
  return f ? [x0, place, x1, place] : [place, y1, place, y0]
}
const lineTo = ([x0, y0, x1, y1]) => `M${round1(x0)} ${round1(y0)}L${round1(x1)} ${round1(y1)}`

const thresholdOf = (M, { f, i }) => (i < 0 ? Number.NaN : M.features[f].threshold[i])

// The cuts in hand, each with how far it is seen: one, or while it turns to the best one on the other feature, two.
const cutsOf = (S, hand) => {
  const one = (each, opacity) => ({ M: hand.M, cut: cutOf(S, hand.M, each.f, each.i), at: thresholdOf(hand.M, each), opacity })
  if (!hand || hand.i < 0) return []
  if (hand.kind !== "settles") return [one(hand, 1)]
  const last = { f: hand.from, i: hand.M.features[hand.from].threshold.length - 1 },
    t = soft(hand.settled)
  if (hand.from !== hand.f) return [one(last, 1 - t), one(hand, t)]
  return [one({ f: hand.f, i: Math.round(lerp(last.i, hand.i, t)) }, 1)]
}

const lineInHand = (S, hand, cuts, region) => {
  const { own } = S,
    lines = cuts.map(({ cut, at }) => lineOf(region, own.P, cut.f, at))
  let line = lines.at(-1)
  if (lines.length > 1) line = turned(lines[0], line, cuts[1].opacity)
  if (own.turn && hand.kind === "asked") line = turned(own.turn.line, line, soft(own.turn.t))
  own.line = line
  return `<path class="${hand.kind === "asked" ? "yours" : "cut"}" d="${lineTo(line)}"/>`
}
const turned = (from, to, t) => to.map((each, i) => lerp(from[i], each, t))

// What each side sums up to, below the plane.
const sidesBelow = (S, { M, cut, at }) => {
  const { own: { P }, record } = S,
    y = round1(P.end + 1.5 * P.em),
    x = cut.f ? null : P.along[0](at)
  return cut.sides
    .map((side, which) => {
      const name = cut.f ? ["below (L): ", "above (R): "][which] : "",
        rows = `${side.n} row${side.n === 1 ? "" : "s"}, `,
        room = x === null ? (P.x1 - P.x0) / 2 : which ? P.x1 - x : x - P.x0
      const [plain, value] = saidOf(record, M, side),
        fits = text => 0.45 * P.em * (text.length + plain.length + value.length) < room - 8
      const lead = [name + rows, name, ""].find(fits)
      if (lead === undefined) return ""
      const [at0, anchor] = x === null ? [which ? P.x1 : P.x0, which ? "end" : "start"] : [x + (which ? 8 : -8), which ? "start" : "end"]
      return `<text x="${round1(at0)}" y="${y}" text-anchor="${anchor}">${lead}${escaped(plain)}<tspan class="of-model">${value}</tspan></text>`
    })
    .join("")
}
const saidOf = ({ kind, classes }, M, side) => {
  if (!classes.length) return ["−G = ", added(side.sums[0])]
  const levels = levelsOfSide({ kind }, M, side),
    k = classes.length === 2 ? 1 : levels.indexOf(Math.max(...levels))
  return [`${classes[k]} `, `${Math.round(100 * levels[k])} %`]
}

// --- a frame

const regionAt = ({ own: { limits, P }, record }, { k, u, finds, ends, isRest }) => {
  const box = id => boxOf(P, limits[id]),
    of = split => box(nodeOfSplit(record, split))
  if (finds) return of(k)
  const t = isRest ? 1 : soft(part(u, [PHASES.leaves[0], PHASES.comes[1]])),
    from = ends ? of(k) : k > 1 ? of(k - 1) : box(0),
    to = ends ? box(0) : of(k)
  return from.map((each, i) => round1(lerp(each, to[i], t)))
}

export const drawPlane = (S, time) => {
  const { own, parts, record } = S,
    { k, ends, isRest } = time,
    { P, hand } = own
  const splits = ends ? k : k - 1,
    node = ends ? -1 : nodeOfSplit(record, k),
    cuts = cutsOf(S, hand),
    region = regionAt(S, time),
    now = cuts.at(-1)
  const parted = now && { f: now.cut.f, at: now.at, levels: now.cut.sides.map(side => levelsOfSide(record, now.M, side)[0]) }
  let drawn = ground(S, splits, node, cuts) + cutLines(S, splits) + stems(S, splits, node, parted) + P.marks + veil(P.box, region)
  drawn += `<rect class="region" x="${region[0]}" y="${region[1]}" width="${round1(region[2] - region[0])}" height="${round1(region[3] - region[1])}"/>`
  if (now) drawn += lineInHand(S, hand, cuts, region) + sidesBelow(S, now)
  if (hand) drawn += drawBands(S, hand, time, now, region)
  else if (ends) drawn += drawEndBands(S, isRest ? 1 : part(time.u, PHASES.comes))
  put(parts.moving, drawn + ringOf(S))
}

const cutLines = ({ own: { P, limits }, record: { tree } }, splits) => {
  let d = ""
  for (let split = 1; split <= splits; split++) {
    const id = tree.split.indexOf(split)
    d += lineTo(lineOf(boxOf(P, limits[id]), P, tree.feature[id], tree.threshold[id]))
  }
  return `<path class="cutline" d="${d}"/>`
}

const ringOf = S => {
  if (S.row === null) return ""
  const [x, y] = S.own.P.row(S.row).map(round1)
  return `<circle class="of-row" cx="${x}" cy="${y}" r="7"/>`
}

export const rowInPlane = ({ own: { P }, record: { plane } }, [px, py]) => {
  let best = null,
    least = 12
  for (let i = 0; i < plane.up.length; i++) {
    const [x, y] = P.row(i),
      far = Math.hypot(x - px, y - py)
    if (far < least) [best, least] = [i, far]
  }
  return best
}

export const wordsOfRow = ({ record, row }) => {
  if (row === null) return ""
  const { plane, names, kind } = record,
    places = names.map((name, f) => `${name} ${significant(plane.x[f][row])}`).join(", ")
  const says = kind === "squared_error" ? `${record.up} ${signed(plane.up[row])}` : plane.classes[plane.code[row]]
  return `row ${plane.rows[row]}: ${places}, ${says}${kind === "logistic" ? `, −g ${signed(plane.up[row])}` : ""}`
}

// --- what is held

// The cut at a place of the picture. Beyond the corner the line turns.
export const cutInPlane = (S, [x, y], { f, M }) => {
  const { own: { P }, at: { find_easy: isTold } } = S,
    isRound = f ? (y < P.top - 0.8 * P.em || y > P.end + 0.8 * P.em) && x < P.x1 + P.em : x > P.x1 + 0.2 * P.em && y > 0.5 * P.em && y < P.end
  const to = isRound && !(isTold && isAsking(S)) && M.features[1 - f].threshold.length ? 1 - f : f,
    F = M.features[to]
  return F.threshold.length ? { f: to, i: nearestCut(F, P.along[to].back(to ? y : x)) } : null
}

// The line turns from where it is drawn.
export const startTurn = S => {
  if (!S.calm() && S.own.line) S.own.turn = { line: S.own.line, begin: null, t: 0 }
}
const TURN_MS = 260
export const turns = (S, now) => {
  const { turn } = S.own
  if (!turn) return false
  turn.begin ??= now
  turn.t = clamp((now - turn.begin) / TURN_MS)
  if (turn.t === 1) S.own.turn = null
  return true
}

export const handleInPlane = S => {
  const { P, hand: { M, f }, pick, limits } = S.own,
    value = pick ? M.features[f].threshold[pick.i] : (limits[M.node][f][0] + limits[M.node][f][1]) / 2,
    place = round1(P.along[f](value)),
    rail = `M${P.x0} ${P.rail}H${round1(P.side - P.em)}Q${P.side} ${P.rail} ${P.side} ${P.rail + P.em}V${round1(P.end)}`
  const shown = f
    ? `<path class="stub" d="M${P.side} ${place}H${round1(P.x1 - P.em)}"/>${grip(P.side, place, P.em, true)}`
    : `<path class="stub" d="M${place} ${P.rail}V${P.top + P.em}"/>${grip(place, P.rail, P.em)}`
  const hit = `<rect class="hit" x="${P.x0}" y="${P.rail - 0.9 * P.em}" width="${round1(P.w - P.x0)}" height="${round1(P.end - P.rail + 1.5 * P.em)}"/>`
  return `<path class="rail" d="${rail}"/>${handleOf(S, hit + shown, f === 1)}`
}

// Under the cut that was found: any other can be tried from there.
export const footInPlane = ({ own: { P, hand: { M, f, i } } }) => {
  const at = round1(P.along[f](M.features[f].threshold[i]))
  return `<path class="cut-foot" d="${f ? `M${P.x1 + 8} ${at - 6}v12l-8 -6z` : `M${at - 6} ${P.end + 8}h12l-6 -8z`}"/>`
}
