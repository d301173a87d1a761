// Two features: the prediction is a colour of the plane, a line where the odds are even, each row has a stem of what is
// missed.
import { extent, padded, scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { borderOf, fitGround, paintGround } from "../../stage/kit/ground.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { classMark, coil, upright, veil } from "../../stage/kit/marks.js"
import { threshold, tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set, style } from "../../stage/kit/svg.js"
import { rowWords, STEM_KEY } from "./view_keys.js"
import { ANCHOR, appears, FLY, LIFT, RISE, SEEN } from "./view_phases.js"
import { handles, hills, turned } from "./view_plane_guess.js"
import { nodeNow, positionOf } from "./view_second.js"
import { labelOf, regionOf } from "./view_spots.js"

const MOST_FOR_RANGE = 2e6

const build = S => {
  const { record, own } = S,
    [x, y] = record.X
  own.ends = [padded(extent(x), 0.04), padded(extent(y), 0.06)]
  own.guess = {
    feature: 0,
    values: [0, 1].map(f => middleOf(record.X[f])),
    lows: [0, 1].map(f => extent(record.X[f])),
  }
  own.shares = sharesOf(S)
  own.spots = new Map()
}

const middleOf = values => {
  const [low, high] = extent(values)
  return lerp(low, high, 0.62)
}

// Where a prediction stands on the scale of colours: a probability itself, else between the least and the largest.
const sharesOf = ({ record, own }) => {
  if (own.model.isClass) return value => value
  let ends = extent(record.y)
  const cells = record.edges.reduce((all, each) => all * (each.length + 1), 1)
  if (cells * record.n_rounds < MOST_FOR_RANGE) ends = extent(own.model.cells(record.n_rounds), ends)
  return value => (value - ends[0]) / (ends[1] - ends[0] || 1)
}

const measure = S => {
  const { L, own, record } = S,
    { picture: box, em } = L,
    isNarrow = box.w < 450
  L.side = (isNarrow ? 4.2 : 4.9) * em
  L.band = 2.5 * em
  L.x0 = 2.45 * em
  L.x1 = box.w - L.side
  L.top = 2.5 * em
  L.foot = box.h - 1.6 * em
  L.bottom = L.foot - L.band
  const w = L.x1 - L.x0,
    h = L.bottom - L.top,
    [a, b] = own.ends
  const one = isLike(own.ends) ? Math.min(w / (a[1] - a[0]), h / (b[1] - b[0])) : 0
  L.px = scale(one ? around(a, w / one) : a, [L.x0, L.x1])
  L.py = scale(one ? around(b, h / one) : b, [L.bottom, L.top])
  L.stem = clamp(0.12 * h, 22, 84)
  L.r = isNarrow ? 2.7 : clamp(0.23 * em, 2.8, 4.4) * (record.y.length > 320 ? 0.8 : 1)
  L.box = [L.x0, L.top, L.x1, L.bottom]
  own.ground = fitGround(S.parts.ground, S.root, record.edges, L.box, L.px, L.py, [
    "--ground-a",
    "--ground-b",
  ])
  own.painted = own.drawnBorder = own.drawnOld = null
  own.spots.clear()
  const marks = isUp =>
    Array.from(record.y, (y, i) =>
      (y === 1) === isUp ? classMark(isUp, L.px(record.X[0][i]), L.py(record.X[1][i]), L.r) : "",
    ).join("")
  set(own.layers.down, "d", own.model.isClass ? marks(false) : "")
  set(own.layers.up, "d", own.model.isClass ? marks(true) : "")
  put(own.layers.targets, own.model.isClass ? "" : targets(S))
}

// Features of about one size are drawn on one scale, so that the plane keeps its shape.
const isLike = ([a, b]) => Math.max((a[1] - a[0]) / (b[1] - b[0]), (b[1] - b[0]) / (a[1] - a[0])) < 3
const around = ([a, b], wide) => [(a + b - wide) / 2, (a + b + wide) / 2]

// Rows with a number as target: a dot in the colour that the ground should have.
const targets = ({ L, record, own }) =>
  Array.from(record.y, (y, i) => {
    const share = own.shares(y),
      hue = share < 0.5 ? "a" : "b",
      strong = Math.round(30 + 70 * Math.abs(2 * share - 1))
    const fill = `color-mix(in srgb, var(--ground-${hue}) ${strong}%, var(--paper))`
    return `<circle class="target" cx="${round1(L.px(record.X[0][i]))}" cy="${round1(L.py(record.X[1][i]))}" r="${L.r * 0.85}" style="fill:${fill}"/>`
  }).join("")

const still = ({ L, record }) => {
  const { em } = L,
    [x0, y0, x1, y1] = L.box
  let drawn = `<rect class="frame" x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}"/>`
  for (const value of ticks(...L.px.domain, 6)) {
    const x = round1(L.px(value))
    if (x > x0 + 8)
      drawn += `<path class="grid" d="M${x} ${L.foot}v4"/><text x="${x}" y="${L.foot + 1.3 * em}" text-anchor="middle">${tick(value)}</text>`
  }
  for (const value of ticks(...L.py.domain, 4)) {
    const y = round1(L.py(value))
    drawn += `<path class="grid" d="M${x0} ${y}h-4"/><text x="${x0 - 8}" y="${y + 0.3 * em}" text-anchor="end">${tick(value)}</text>`
  }
  return (
    `${drawn}<path class="grid" d="M${x0} ${L.foot}H${x1}"/><text class="ink" x="${x1 + 8}" y="${L.foot + 1.3 * em}">${escaped(record.names[0])}</text>` +
    `<text class="ink" x="${x0 - 8}" y="${y0 - 8}" text-anchor="${record.names[1].length > 3 ? "start" : "end"}">${escaped(record.names[1])}</text>`
  )
}

const lineOf = (S, node, feature, at, beyond = 0) => {
  const [x0, y0, x1, y1] = regionOf(S, node)
  return feature
    ? `M${x0} ${round1(S.L.py(at))}H${x1 + beyond}`
    : `M${round1(S.L.px(at))} ${y0}V${y1 + beyond}`
}

const draw = (S, { m, last, u, anchored }) => {
  const { own, L, record } = S,
    { model, layers } = own,
    lift = outward(part(u, LIFT)),
    isBefore = lift === 0
  const border = values => (model.isClass ? borderOf(values, 0.5, record.edges, L.box, L.px, L.py) : "")
  const stateKey = `${m.round}|${lift}`
  if (own.painted !== stateKey) {
    own.painted = stateKey
    const before = model.cells(m.round - 1),
      after = isBefore ? before : model.cells(m.round)
    const now = isBefore ? before : before.map((each, i) => lerp(each, after[i], lift))
    paintGround(own.ground, now.map(own.shares))
    own.now = now
    const d = border(now)
    set(layers.border, "d", d)
    set(layers.halo, "d", d)
  }
  const shown = isBefore ? 1 - soft(anchored) : part(lift, [0, 0.4]),
    ghost = isBefore ? last.round - 1 : m.round - 1
  style(layers.old, "opacity", shown.toFixed(3))
  style(layers.oldhalo, "opacity", (0.7 * shown).toFixed(3))
  if (shown && own.drawnOld !== ghost) {
    own.drawnOld = ghost
    const d = border(model.cells(ghost))
    set(layers.old, "d", d)
    set(layers.oldhalo, "d", d)
  }
  put(layers.cuts, cutLines(S, m, last, u, isBefore) + tints(S, m, u))
}

// The lines of the tree's cuts, as they appear; those of the last round go.
const cutLines = (S, m, last, u, isBefore) => {
  const isHeld = Boolean(S.guess?.told) && u < FLY[0],
    fading = isBefore && m.round > 1 ? 1 - part(u, [0.02, 0.1]) : 0
  const lines = (each, seen) =>
    each.nodes
      .map(node =>
        node.kids && seen(node) > 0
          ? `<path class="cutline" style="opacity:${(0.75 * seen(node)).toFixed(2)}" d="${lineOf(S, node, node.feature, node.threshold)}"/>`
          : "",
      )
      .join("")
  return (
    (fading ? lines(last, () => fading) : "") +
    (u > 0.1 && !isHeld ? lines(m, node => appears(u, node.depth + 0.6)) : "")
  )
}

// The step arrives in its region: the hue says which way, how strong it is how far.
const tints = (S, m, u) => {
  const pulse = Math.min(part(u, [0.66, 0.72]), 1 - part(u, [0.9, 1]))
  if (pulse <= 0) return ""
  const most = Math.max(...m.leaves.map(node => Math.abs(node.weight)), 1e-12)
  return m.leaves
    .map(node => {
      const [x0, y0, x1, y1] = regionOf(S, node),
        strong = (pulse * 0.45 * Math.abs(node.weight)) / most
      return `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" style="fill:var(--ground-${node.weight > 0 ? "b" : "a"});opacity:${strong.toFixed(3)}"/>`
    })
    .join("")
}

// A stem stands on its row, as long as its negative gradient; on one scale in all rounds.
const stems = ({ L, record, own }, { m, last, u, anchored }) => {
  const a = soft(anchored),
    [x, y] = record.X,
    [low, high] = L.px.domain,
    isOld = u < ANCHOR[1]
  own.unit ??= own.model.isClass ? 1 : 1 / (Math.max(...extent(own.model.round(1).res).map(Math.abs)) || 1)
  const longOf = (round, i) =>
    (own.model.isClass ? round.end[i] - round.before[i] : round.res[i] * own.unit) * L.stem
  return i => {
    const long = isOld ? lerp(longOf(last, i), longOf(m, i), a) : longOf(m, i),
      at = L.py(y[i])
    return [L.px(x[i]), at, at - long, (x[i] - low) / (high - low)]
  }
}

const region = (S, m, node) => {
  const box = regionOf(S, node),
    [x0, y0, x1, y1] = box,
    [a, b, c, d] = S.L.box
  return (
    veil([a - 1, b - 1, c + 1, d + 1], box) +
    `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" class="chosenbox"/>${node.kids ? "" : labelOf(S, m, node)}`
  )
}

const cutMark = (S, { m, u, cut }, isTold, node) => {
  const { L } = S,
    { em } = L,
    isOwn = cut.node === node && cut.way && (node.kids || cut.isOwn)
  const seen = isTold ? Math.max(part(u, SEEN), part(u, RISE)) : part(u, SEEN)
  if (!seen || (!isOwn && !node.kids)) return ""
  const feature = isOwn ? cut.curve.feature : node.feature,
    at = isOwn ? cut.way.x[cut.i] : node.threshold
  const [left, right] = isOwn
    ? [cut.way.nLeft[cut.i], cut.moment.node.n - cut.way.nLeft[cut.i]]
    : node.kids.map(kid => m.nodes[kid].n)
  const [x0, , , y1] = regionOf(S, node),
    x = L.px(at),
    y = L.py(at)
  const line = feature
    ? `M${x0} ${y}H${L.x1 + (isTold ? L.band : 6)}`
    : `M${x} ${regionOf(S, node)[1]}V${isTold ? L.foot : Math.max(y1, L.bottom) + 6}`
  const letter = (text, n) => `<tspan class="ink">${text}</tspan> ${n}`,
    side = L.x1 + 7
  const counts = isTold
    ? ""
    : feature
      ? `<text x="${side}" y="${clamp(y - 0.6 * em, L.top + em, L.bottom)}">${letter("R", right)}</text><text x="${side}" y="${clamp(y + 1.4 * em, L.top, L.bottom)}">${letter("L", left)}</text>`
      : `<text x="${x - 8}" y="${L.bottom + 1.35 * em}" text-anchor="end">${letter("L", left)}</text><text x="${x + 8}" y="${L.bottom + 1.35 * em}">${letter("R", right)}</text>`
  return `<g style="opacity:${seen.toFixed(3)}"><path class="cut" d="${line}"/>${counts}</g>`
}

const top = (S, now) => {
  const { L, record } = S,
    { m, u } = now,
    isRest = u === 1,
    G = S.guess,
    isTold = Boolean(G?.told && G.step === m.round)
  const over = isRest && S.over !== null ? m.nodes[positionOf(m, S.over)] : null,
    node = over ?? nodeNow(S, m)
  let drawn = isRest && node.k ? region(S, m, node) : ""
  const labels = part(u, [0.68, 0.73])
  if (labels > 0 && !(isRest && node.k))
    drawn += `<g style="opacity:${labels.toFixed(3)}">${m.leaves.map(leaf => labelOf(S, m, leaf, isRest)).join("")}</g>`
  if (isTold && u > ANCHOR[1]) drawn += hills(S, m)
  if (!S.isStart) drawn += cutMark(S, now, isTold, node)
  if (S.row !== null && isRest) {
    const x = L.px(record.X[0][S.row]),
      y = L.py(record.X[1][S.row]),
      [, y0, y1] = stems(S, now)(S.row)
    drawn += `<path class="stem" d="${upright(x, y0, y1)}"/><circle class="ring hollow" cx="${x}" cy="${y}" r="${L.r + 3}"/>`
  }
  if (isTold && G.spring) {
    const root = m.nodes[0],
      away = 14
    if (root.feature !== G.feature) drawn += turned(S, G, root)
    else
      drawn += G.feature
        ? coil([L.x1 - away, L.py(G.value)], [L.x1 - away, L.py(root.threshold)], G.spring)
        : coil([L.px(G.value), L.top + away], [L.px(root.threshold), L.top + away], G.spring)
  }
  return drawn + (G || (S.at.round < S.n && S.scene.guess.step(S) !== null) ? handles(S, isTold) : "")
}

const rowAt = ({ L, record }, [px, py]) => {
  let found = null,
    least = 18 ** 2
  for (let i = 0; i < record.y.length; i++) {
    const far = (L.px(record.X[0][i]) - px) ** 2 + (L.py(record.X[1][i]) - py) ** 2
    if (far < least) [least, found] = [far, i]
  }
  return found
}

export const planePicture = {
  layers:
    '<path class="borderhalo" data-layer="oldhalo"/><path class="oldborder" data-layer="old"/><path class="borderhalo" data-layer="halo"/>' +
    '<path class="border" data-layer="border"/><g data-layer="cuts"></g><path class="stems" data-layer="faint" style="opacity:.2"/><path class="stemhalo" data-layer="stemhalo"/>' +
    '<path class="stems thick" data-layer="stems"/><g data-layer="targets"></g><path class="mark-a" data-layer="down"/><path class="mark-b" data-layer="up"/>',
  legend: ({ record }) =>
    record.classes.length
      ? `${classKeys(record.classes)}<span>p 0 <i class="scale"></i> 1</span>` +
        key('<path d="M0 6h20" class="oldborder"/>', "before") +
        key('<path d="M0 6h20" class="border"/>', "p = 0.5") +
        STEM_KEY
      : `${key('<circle class="target" cx="6" cy="6" r="3.4" fill="var(--ground-b)"/>', "rows", 12)}<span>${escaped(record.target)} low <i class="scale"></i> high</span>${STEM_KEY}`,
  build,
  measure,
  still,
  draw,
  stems,
  top,
  rowAt,
  seated: (_, m, node) => [...node.rows].sort((i, j) => m.res[j] - m.res[i]),
  asked: () => "? ≤ ?",
  gainTitle: () => "Gain of every cut",
  turn: (S, by) => S.act({ feature: (S.own.gain.drawn.curve.feature + by + 2) % 2, cut: null }),
  warm: S => {
    const m = S.at.round ? S.own.model.round(S.at.round) : null
    for (const leaf of m?.leaves ?? []) labelOf(S, m, leaf)
  },
  readout: rowWords,
  offer: () => '<span class="note">drag a line, either way</span>',
  guessed: ({ own: { guess } }) => ({ feature: guess.feature, value: guess.values[guess.feature] }),
  dragGuess: (S, [x, y]) => {
    const { guess } = S.own,
      f = (guess.feature = Number(S.drag))
    guess.values[f] = clamp(f ? S.L.py.back(y) : S.L.px.back(x), ...guess.lows[f])
  },
  nudge: (S, axis, by) => {
    const { guess } = S.own,
      f = (guess.feature = Number(axis)),
      [low, high] = guess.lows[f]
    guess.values[f] = clamp(guess.values[f] + (by * (high - low)) / 60, low, high)
  },
  thresholdText: ({ record }, f, value) => threshold(value, record.decimals[f]),
}
