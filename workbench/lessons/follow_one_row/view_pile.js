// The pile: the start, and a brick for each round or for each feature, which add up to F.
import { across, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { classMark, LETTERS, markOf } from "../../stage/kit/marks.js"
import { decimals, decimalsFor, significant } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { columnsAt, GROW, isByFeatures, lanesOf, spanNow } from "./view_model.js"

const AHEAD = 1.2, // rounds that are shown before they come
  FEWEST = 5,
  LETTER = 0.47, // of em
  LENS = 3, // how much wider the round at hand is, at most
  NARROW = 14, // pixels of a round that need none
  REACH = 2.3, // rounds beside it
  TOGETHER = 30 // pixels
export const said = (x, y, inside, cls = "", anchor = "start") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${inside}</text>`
export const box = (x, y0, y1, wide) => `M${round1(x)} ${round1(Math.min(y0, y1))}h${round1(wide)}v${round1(Math.max(1, Math.abs(y1 - y0)))}h${round1(-wide)}z`

// Where all stands: x from x0 to x1, the link from l0 to l1, a lane for each class.
export const placesOf = (S, step, u) => {
  const { L: { em, picture: { w, h } }, record: { kind, k }, own: { recut } } = S,
    isNarrow = w < 520,
    byFeatures = isByFeatures(S)
  const shown = lanesOf(S)
  const isBar = kind === "several",
    top = 2.7 * em,
    link = [(isBar ? 0.2 : 0.9) * em, w * (isBar ? 0.17 : isNarrow ? 0.32 : 0.27)],
    x0 = (kind === "number" ? 3 : isBar ? 6.4 : 3.4) * em + (kind === "number" ? 0 : link[1]),
    x1 = w - (kind === "number" ? (isNarrow ? 6.4 : 8) : isNarrow ? 1 : 4.5) * em
  const foot = h - (kind === "two" ? 3.6 : 1.8) * em
  const gap = shown.length > 1 ? 1.1 * em : 0,
    high = (foot - top + gap) / shown.length - gap,
    span = spanNow(S, step, u).map((end, i) => lerp(recut?.span[i] ?? end, end, soft(recut?.t ?? 1)))
  const lanes = shown.map((c, i) => {
    const a = top + i * (high + gap)
    return { c, a, b: a + high, y: scale(span, [a + high, a]), isSmall: high < 5 * em }
  })
  const P = { em, w, h, x0, x1, top, foot, lanes, link, byFeatures, isNarrow, lane: lanes.find(({ c }) => c === k) }
  return { ...P, edges: byFeatures ? columnEdges(S, P) : roundEdges(S, P, step, u) }
}

// The same sum cut otherwise: the bricks that were slide together to one place, those that are part from there. Where they
// lie in F none of them moves.
const folded = ({ own }, { x1 }, bricks, { c }) => {
  const { recut, cuts } = own
  if (!recut) {
    cuts[c] = bricks
    return bricks
  }
  const isGoing = recut.t < 0.5,
    t = soft(isGoing ? 1 - 2 * recut.t : 2 * recut.t - 1)
  return ((isGoing && recut.cuts[c]) || bricks).map(({ x, wide, from, to }) => ({ x: lerp(x1 - TOGETHER, x, t), wide: lerp(TOGETHER, wide, t), from, to }))
}

// All are as wide as each other, until they would be too narrow: then a lens is on the round at hand. edges[r] is where brick r ends.
const roundEdges = (S, { x0, x1 }, step, u) => {
  const n = S.n,
    v = S.isStart ? 0 : step - 1 + soft(part(u, GROW)),
    seen = Math.min(n, Math.max(FEWEST, v + AHEAD)),
    more = clamp((NARROW * seen) / (x1 - x0) - 1, 0, LENS)
  const ends = [0]
  for (let r = 1; r <= n; r++) ends.push(ends[r - 1] + 1 + more * Math.exp(-(((r - v - 0.5) / REACH) ** 2)))
  const k = Math.floor(seen),
    end = lerp(ends[k], ends[Math.min(n, k + 1)], seen - k)
  return ends.map(each => lerp(x0 + 10, x1, each / end))
}

const columnEdges = (S, { x0, x1 }) => {
  const many = S.own.story.bricks.names.length + 1
  return Array.from({ length: many + 1 }, (_, i) => lerp(x0 + 10, x1, i / many))
}

// Where the next brick is laid, and where the last one ends.
export const slotOf = (P, round) => {
  const at = P.byFeatures ? P.edges.length - 2 : round - 1
  return [P.edges[at] + 1, P.edges[at + 1] - P.edges[at] - 2]
}
export const endOf = (P, laid) => P.edges[P.byFeatures ? P.edges.length - 2 : laid]

const drawAxis = (S, P, lane) => {
  const { x0, x1, em, lanes } = P,
    { record } = S
  let drawn = `<g class="halo">${across(lane.y, [x0, round1(x1)], em, { n: lanes.length > 1 ? 2 : P.isNarrow ? 4 : 6 })}</g>` // the level passes there
  if (record.kind !== "number") drawn += `<path class="even" d="M${x0} ${round1(lane.y(0))}H${round1(x1)}"/>`
  if (record.kind === "two")
    for (const isUp of [true, false]) {
      const y = isUp ? lane.a + em : lane.b - 0.9 * em // between two lines
      drawn += `<path class="mark-${isUp ? "b" : "a"}" d="${classMark(isUp, x0 + 12, y, 5)}"/>` + (isUp === (S.own.story.y === 1) ? said(x0 + 23, y + 0.3 * em, `${escaped(record.classes[Number(isUp)])}, the truth`, "true-text halo") : said(x0 + 23, y + 0.3 * em, escaped(record.classes[Number(isUp)]), "halo"))
    }
  return drawn
}

// A value with as many digits as the axis needs to tell it from others.
export const onAxis = ({ y: { domain: [low, high] } }, value) => decimals(value, decimalsFor(high - low))

const drawTarget = ({ own: { story } }, P, lane) => {
  const mark = (value, name, cls) => {
    const y = lane.y(value)
    return `<path class="target ${cls}" d="M${P.x0} ${round1(y)}H${round1(P.w - 5 * P.em)}"/>` + said(P.w - 4.7 * P.em, y + 0.3 * P.em, `${name} ${onAxis(lane, value)}`, "true-text")
  }
  const isApart = story.noiseless !== null && Math.abs(lane.y(story.noiseless) - lane.y(story.y)) > 1.2 * P.em
  return (story.noiseless === null ? "" : isApart ? mark(story.noiseless, "f", "thin") : "") + mark(story.y, "y", "")
}

const bricksDrawn = ({ y }, all, cls) => {
  let bricks = "",
    caps = "",
    links = ""
  for (const { x, wide, before, ...ends } of all) {
    const [from, to] = [y(ends.from), y(ends.to)]
    bricks += box(x, from, to, wide)
    if (all[0].wide > 8 && Math.abs(to - from) > 3) caps += `M${round1(x)} ${round1(to)}h${round1(wide)}`
    if (before !== undefined) links += `M${round1(before)} ${round1(from)}H${round1(x + wide)}`
  }
  return `<path class="joint" d="${links}"/><path class="${cls}" d="${bricks}"/><path class="cap" d="${caps}"/>`
}

// The bricks that are laid, round after round.
const byRounds = ({ own: { story } }, P, { c }, laid) => {
  const found = []
  for (let r = 1; r <= laid; r++) {
    const x = P.edges[r - 1] + 1
    found.push({ x, wide: Math.max(1.5, P.edges[r] - x - 1), from: story.F(r - 1, c), to: story.F(r, c), before: r > 1 ? P.edges[r - 1] - 1 : undefined })
  }
  return found
}

// The same sum by features: each brick as it was before the round, on its way to what it is after it.
export const featureBricks = (S, P, step, t) => {
  const { own: { story } } = S,
    before = columnsAt(S, S.isStart ? 0 : step - 1),
    after = S.isStart ? before : columnsAt(S, step)
  let F = story.F(0)
  return Array.from(after, (_, i) => {
    const value = lerp(before[i], after[i], t),
      x = P.edges[i] + 1,
      from = F
    F += value
    return { x, wide: P.edges[i + 1] - x - 1, from, to: F, before: i ? P.edges[i] - 1 : undefined, value }
  })
}

// Each name stands upright at its brick, on the side where it begins, from top to foot; what it adds is on the other one.
export const namesOf = (S, P, step) =>
  featureBricks(S, P, step, 1).map(({ x, wide, from, to }, i) => {
    const name = S.own.story.bricks.names[i],
      long = LETTER * P.em * name.length,
      [a, b] = [from, to].map(P.lane.y),
      [over, under] = [Math.min(a, b) - 0.5 * P.em, Math.max(a, b) + 0.5 * P.em],
      rooms = [over - P.top, P.foot - under],
      falls = to <= from,
      isOver = rooms[falls ? 0 : 1] > long ? falls : rooms[0] > rooms[1],
      past = isOver === falls ? 0 : 1.5 * P.em, // of what it adds
      top = isOver ? over - past - long : under + past
    return { name, isOver, x: x + wide / 2, top, foot: top + long }
  })

const nameDrawn = ({ name, isOver, x, top, foot }, em) => {
  const at = [round1(x + 0.32 * em), round1(isOver ? foot : top)]
  return `<g transform="rotate(-90 ${at.join(" ")})"><rect class="clear" x="${round1(isOver ? at[0] : at[0] - foot + top)}" y="${round1(at[1] - 0.8 * em)}" width="${round1(foot - top)}" height="${round1(1.1 * em)}"/>${said(...at, escaped(name), "halo", isOver ? "start" : "end")}</g>`
}

const roundNames = (S, P, laid) => {
  const { n } = S,
    middle = r => (P.edges[r - 1] + P.edges[r]) / 2,
    here = laid ? Math.max(middle(laid), P.x0 + 2 * P.em) : Infinity,
    y = P.foot + 1.25 * P.em
  // The start gives way to the round at hand.
  let drawn = here < P.x0 + 7.4 * P.em ? "" : said(P.x0 + 10, y, S.own.story.K > 1 ? "start" : `F₀ ${significant(S.own.story.F(0))}`)
  const by = S.view > 30 ? 10 : 5
  let free = P.x0 + 5.5 * P.em
  for (let r = by; r <= n && P.edges[r] <= P.x1 + 1; r += by) {
    const x = middle(r)
    if (r === laid || Math.abs(x - here) < 3.4 * P.em || x < free) continue
    drawn += said(x, y, r, "", "middle")
    free = x + 2 * P.em
  }
  return laid ? drawn + said(Math.min(here, P.w - 2.2 * P.em), y, `round ${laid}`, "ink", "middle") : drawn
}

// Rounds after which the row is on its other side.
const flags = (S, P, lane, laid) => {
  if (P.byFeatures || lane.c !== S.record.k) return ""
  const { story } = S.own,
    half = 0.44 * P.em
  let d = ""
  for (const r of story.turns.filter(each => each <= laid)) {
    const x = (P.edges[r - 1] + P.edges[r]) / 2,
      y = S.record.kind === "several" ? lane.b - half - 2 : lane.y(S.record.kind === "two" ? 0 : story.y)
    d += `M${round1(x)} ${round1(y - half)}l${half} ${half} ${-half} ${half} ${-half} ${-half}z`
  }
  return `<path class="flag" d="${d}"/>`
}

// The bricks of other classes grow where they are, as the one of the tree on the screen flies.
const growing = ({ own: { story } }, P, { c }, step, t) => {
  const [x, wide] = slotOf(P, step),
    from = story.F(step - 1, c)
  return { x, wide, from, to: from + t * story.brick(step, c), before: x - 2 }
}

export const brickClass = ({ own: { story } }) => (story.trained ? "brick" : "brick held")

// A lane of the pile: axis, target, bricks, and what is on its way.
export const drawPile = (S, P, lane, step, u, p) => {
  const { own: { story }, record } = S,
    isMoving = u < 1 && !S.isStart,
    flown = isMoving ? soft(p.fly) : 1,
    laid = S.isStart ? 0 : flown < 1 ? step - 1 : step,
    base = lane.y(story.F(0, lane.c))
  const start = `<path class="before" d="M${P.x0} ${round1(base)}H${round1(Math.max(P.x0 + 60, P.edges[P.byFeatures ? 1 : Math.max(1, laid)]))}"/>`
  const bricks = folded(S, P, P.byFeatures ? featureBricks(S, P, step, flown) : byRounds(S, P, lane, laid), lane)
  if (!P.byFeatures && flown > 0 && flown < 1 && lane.c !== record.k) bricks.push(growing(S, P, lane, step, flown))
  return (
    drawAxis(S, P, lane) +
    (record.kind === "number" ? drawTarget(S, P, lane) : "") +
    start +
    bricksDrawn(lane, bricks, brickClass(S)) +
    flags(S, P, lane, laid)
  )
}

export const drawNames = (S, P, step) => {
  const { record: { kind, sum, classes } } = S
  const title = P.isNarrow && !S.parts.views.hidden ? "" : said(kind === "two" ? P.x0 : 0, 0.95 * P.em, escaped(sum)) + (kind === "two" ? said(0, 0.95 * P.em, `p of ${escaped(classes[1])}`) : "")
  if (S.own.recut) return title
  return title + (P.byFeatures ? namesOf(S, P, step).map(each => nameDrawn(each, P.em)).join("") : roundNames(S, P, S.isStart ? 0 : step))
}

// The laid round at a place of the picture, or null.
export const brickAt = (S, P, [x, y]) => {
  if (P.byFeatures || y < P.top || y > P.foot) return null
  const r = P.edges.findIndex((end, i) => i > 0 && i <= S.at.round && x >= P.edges[i - 1] && x < end)
  return r > 0 ? r : null
}

// Of several classes: whose lane it is.
export const laneName = ({ record: { classes, k } }, P, { c, a }) =>
  `<path class="mark-${LETTERS[c] ?? "a"}" d="${markOf(c, 12, a - 0.1 * P.em, 5)}"/>` + said(24, a + 0.2 * P.em, escaped(classes[c]), c === k ? "ink halo" : "halo")
