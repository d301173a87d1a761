// All trees: a column for each first cut, that which gains most alone first, as greedy ranks them. What it gains alone is a
// block, what the cuts behind it gain stands on it. Over them every tree that begins so is a point: until it is told all are
// behind doors; then they hang as a curtain, on no axis, and each falls to what it gains. Its first cut is said at its head.
import { across, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part } from "../../stage/kit/easing.js"
import { arrowTo, grip } from "../../stage/kit/marks.js"
import { handleAt, putTop } from "../../stage/kit/guess.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { nearestOf } from "../../stage/kit/pointing.js"
import { put, round1, set } from "../../stage/kit/svg.js"
import { fallen, FALLEN, isOpen, isTold, treeIn, treeNow } from "./view_model.js"
import { sketch } from "./view_plane.js"

const WIDEST = 48,
  DOTS = [0.5, 0.44, 0.4, 0.36, 0.33, 0.3, 0.28, 0.26, 0.23, 0.2], // em between two points: the widest where each has a place by itself
  FAR = 26, // pixels that a point stands off at most
  REACH = 8, // from a point
  TOP = 2.8, // em over the columns, for their names
  MARGIN = 3.2, // em of the numbers beside the axis
  HANGS = { at: 1.2, over: 0.5, apart: 1.5 }, // from so many em, over so much of the height at most, so many dots apart
  COMES = 0.08, // of the reveal, in which the curtain comes
  FINGER = 18, // pixels that a chosen column is wide at least
  GLYPH = 22 // pixels of a small plane on the strip; narrower where there is no room

// What stands still as one goes from column to column is not drawn anew: it would have all points painted again.
export const LAYERS = '<g data-layer="axis"></g><g data-layer="ground"></g><g data-layer="here"></g><g data-layer="alone"></g><g data-layer="blocks"></g><path class="trees" data-layer="trees"/><g data-layer="crowns"></g><g data-layer="over"></g>'

// Where the columns stand along the strip: behind the numbers of the axis.
export const placesOf = ({ n, L: { em, strip: { w } } }) => {
  const apart = (w - 16 - MARGIN * em) / (n + 0.5),
    half = Math.min(apart, WIDEST) / 2
  return Array.from({ length: n + 1 }, (_, place) => lerp(MARGIN * em + half, w - Math.max(16, half), place / n))
}

export const placeColumns = S => {
  const { own, L: { em, picture, stepX }, record } = S,
    [low, high] = record.extent,
    apart = S.n ? stepX(1) - stepX(0) : WIDEST,
    slot = Math.min(apart, WIDEST),
    foot = picture.h - 0.4 * em
  own.C = {
    y: scale([low, high], [foot - 0.4 * em, 4.6 * em]), apart, slot, bar: slot - Math.min(8, 0.3 * slot), x: stepX, top: TOP * em, foot, em, w: picture.w,
    doors: (TOP + 2 * HANGS.at) * em + HANGS.over * (foot - TOP * em),
  }
  for (const share of DOTS) {
    own.C.dot = share * em
    const found = own.model.columns.map(column => pointsOf(S, column))
    own.points = found.map(({ points }) => points)
    if (found.every(({ fits }) => fits)) break
  }
}

// Points lie beside each other, evenly about the middle; where more gain as much than have room there, in the nearest line that
// has some, so that each is seen. Hung: where they hang, in rows.
const pointsOf = ({ own: { C, model } }, { from, n }) => {
  const lines = new Map(),
    { dot } = C,
    many = Math.max(3, Math.floor((C.slot - 5) / dot)),
    far = Math.floor(FAR / dot),
    most = Math.max(...model.columns.map(each => each.n)),
    apart = Math.min(HANGS.apart * dot, (HANGS.over * (C.foot - C.top)) / Math.ceil(most / many)),
    isFree = line => line * dot < C.foot - dot / 2 && (lines.get(line)?.length ?? 0) < many
  let fits = true
  for (const tree of Array.from({ length: n }, (_, i) => from + i).sort((a, b) => model.gains[b] - model.gains[a])) {
    const own = Math.round(C.y(model.gains[tree]) / dot),
      near = Array.from({ length: 2 * far }, (_, i) => own + (i % 2 ? (i + 1) / 2 : -i / 2)),
      free = near.find(isFree),
      line = free ?? own
    fits &&= free !== undefined
    lines.set(line, [...(lines.get(line) ?? []), tree])
  }
  const points = [...lines].flatMap(([line, trees]) =>
    trees.map((tree, i) => {
      const at = tree - from,
        dx = (i - (trees.length - 1) / 2) * Math.min(dot, (many * dot) / trees.length),
        hung = [((at % many) - (Math.min(many, n) - 1) / 2) * dot, C.top + HANGS.at * C.em + Math.floor(at / many) * apart]
      return { tree, dx, y: line * dot, hung }
    }),
  )
  return { points, fits }
}

const pathOf = (points, x, share) => points.map(({ dx, y, hung }) => `M${(x + lerp(hung[0], dx, share)).toFixed(1)} ${lerp(hung[1], y, share).toFixed(1)}h0`).join("")

// What greedy reaches stands on the axis from the beginning, as nothing does; no other number where one of them is near.
export const drawStill = ({ own: { C, model, layers }, L: { em, picture }, parts, record: { greedy } }) => {
  const ends = [MARGIN * em, picture.w],
    reached = model.gains[greedy],
    low = Math.min(C.y(reached), C.foot - 0.5 * em),
    isFree = value => Math.abs(C.y(value) - low + 0.5 * em) > 2.1 * em,
    beside = (cls, text, y) => `<text class="${cls}" x="${round1(ends[0] - 6)}" y="${round1(y)}" text-anchor="end">${text}</text>`
  const names = [["", "gain of"], ["ink", "greedy"], ["ink", significant(reached)]].map(([cls, text], line) => beside(cls, text, low + (1.1 * line - 1.3) * em))
  put(parts.still, `<text class="ink" x="0" y="${em}">gain</text><text x="${picture.w}" y="${em}" text-anchor="end">a column: a first cut and all trees behind it</text><path class="nothing" d="M${ends[0]} ${round1(C.y(0))}H${ends[1]}"/>${names.join("")}${isFree(0) ? beside("", "0", C.y(0) + 0.3 * em) : ""}`)
  put(layers.axis, across(C.y, ends, em, { texts: value => (value !== 0 && isFree(value) ? tick(value) : "") }))
}

const middle = (x, y, text, cls = "") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="middle">${text}</text>`

const rect = (cls, x, wide, y0, y1) =>
  `<rect class="${cls}" x="${round1(x - wide / 2)}" y="${round1(Math.min(y0, y1))}" width="${round1(wide)}" height="${round1(Math.max(1.5, Math.abs(y1 - y0)))}"/>`
const wholeColumn = (C, cls, place, wide, foot = C.foot) => `<rect class="${cls}" x="${round1(C.x(place) - wide / 2)}" y="${round1(C.top)}" width="${round1(wide)}" height="${round1(foot - C.top)}" rx="5"/>`

// The blocks on a first cut, as far as they have risen; they give where the uppermost ends. Where something is lost, what is
// gained rises as wide as anywhere from where the loss ends, and the loss stands on it, half as wide.
const stack = ({ C }, x, tree, sides) => {
  const lose = (cls, from, to) => rect(cls, x - C.bar / 4, C.bar / 2, C.y(from), C.y(to))
  let level = tree.cut?.gain ?? 0,
    gained = "",
    lost = level < 0 ? lose("alone", 0, level) : ""
  tree.kids.forEach((cut, k) => {
    if (!cut || sides[k] <= 0) return
    const next = level + cut.gain * sides[k]
    if (next < level) lost += lose("after-cut", level, next)
    else gained += rect("after-cut", x, C.bar, C.y(level), C.y(next))
    level = next
  })
  return [gained + lost, level]
}

export const drawColumns = (S, time) => {
  const { own, L: { em } } = S,
    { C, model, layers } = own,
    tree = isTold(S) ? treeNow(S, time.to) : treeIn(S, time.to),
    now = S.resting() ? model.placeOf(tree.id) : time.to,
    isWay = time.u < 1 && time.from !== time.to,
    share = model.columns.map(({ place }) => fallen(S, place, time))
  const ground = ({ place }) => {
    const isClosed = share[place] < 1 && place !== model.greedy.place,
      asks = isClosed && share[place] === 0 ? middle(C.x(place), C.doors - 0.7 * em, "?", "unknown") : ""
    return wholeColumn(C, isClosed ? "door" : "pair", place, C.slot - Math.min(4, 0.15 * C.slot), isClosed ? lerp(C.doors, C.foot, share[place]) : C.foot) + asks
  }
  let blocks = "",
    over = ""
  put(layers.ground, model.columns.map(ground).join(""))
  put(layers.here, [isWay ? lerp(time.from, now, time.come) : now, ...(own.over !== null && !isTold(S) ? [own.over] : [])].map(place => wholeColumn(C, "here", place, C.slot)).join("")) // it glides, so that the eye goes with it
  put(layers.alone, model.columns.map(({ place, alone, cut }) => (cut ? rect("alone", C.x(place), C.bar, C.y(0), C.y(alone)) : "")).join(""))
  // Greedy's stack always stands, the best's once it is told; that of where one is rises, and sinks as one goes.
  const stays = place => place === model.greedy.place || (isEndOf(S) && place === model.best.place)
  for (const { place } of new Set([model.greedy, model.best])) if (stays(place) && place !== now) blocks += stack(own, C.x(place), treeIn(S, place), [1, 1])[0]
  if (isWay && !stays(time.from)) blocks += stack(own, C.x(time.from), treeIn(S, time.from), [1 - time.come, 1 - time.come])[0]
  const [risen, level] = stack(own, C.x(now), tree, stays(now) ? [1, 1] : time.sides)
  put(layers.blocks, blocks + risen)
  drawTrees(S, share, time)
  const crowned = isTold(S) ? model.columns.filter(({ place }) => place && place !== now && share[place] === 1) : []
  const crowns = crowned.map(({ place, most, isBetter }) => `<circle class="crown${isBetter ? " better" : ""}" cx="${round1(C.x(place))}" cy="${round1(C.y(most))}" r="3.6"/>`)
  layers.axis.style.opacity = isEndOf(S) ? 1 : time.falls ? round1(part(time.u, FALLEN)) : 0
  const greedyLevel = round1(C.y(model.gains[S.record.greedy]))
  put(layers.crowns, `${crowns.join("")}<path class="level" d="M${MARGIN * em} ${greedyLevel}H${C.w}"/>`)
  const spot = isTold(S) && tree.id !== model.columns[now].shown ? own.points[now].find(each => each.tree === tree.id) : null
  if (!isWay || time.come > 0) over += `<circle class="winner" cx="${round1(C.x(now) + (spot?.dx ?? 0))}" cy="${round1(spot?.y ?? C.y(level))}" r="${em * 0.42}"/>`
  put(layers.over, over + mine(S) + labels(S, time, now, level) + namesOf(S, isWay && time.come === 0 ? time.from : now) + (spot ? small(S, tree, now, spot) : ""))
  drawTop(S)
}

// One path for all, none while they are behind their doors.
const drawTrees = (S, share, { u, falls }) => {
  const { C, points, layers } = S.own,
    now = isTold(S) ? share.join() : ""
  if (C.fallen !== now) set(layers.trees, "d", now && points.map((each, j) => pathOf(each, C.x(j), share[j])).join(""))
  C.fallen = now
  set(layers.trees, "stroke-width", round1(0.84 * C.dot))
  layers.trees.style.opacity = isEndOf(S) ? "" : falls ? part(u, [0, COMES]) : 0
}

// The tree of a point, small, beside it.
const small = (S, tree, place, { dx, y }) => {
  const { C } = S.own,
    wide = 5 * C.em,
    x = C.x(place) + dx,
    aside = 2 * C.em, // of what it gains, which stands over the point
    left = x + wide + aside < C.w ? x + aside : x - wide - aside
  return sketch(S, tree, [left, clamp(y - wide / 2, C.top, C.foot - wide)], wide)
}

const isEndOf = S => isTold(S) && !S.own.reveal

// Before it is told: what is behind the doors. Once all stand, the best has its name.
const labels = (S, time, now, level) => {
  const { own: { C, model, pick }, record, L: { em } } = S,
    { best, greedy } = model,
    reached = model.gains[record.greedy],
    isEnd = isEndOf(S)
  const behind = [`${(model.n - 1).toLocaleString("en")} other trees`, "not weighed yet"],
    begin = (C.top + C.doors) / 2 - 0.3 * em,
    wide = 0.8 * em * Math.max(...behind.map(each => each.length)),
    own = C.x(greedy.place), // beside it, where there is more room
    x = (own + (own < C.w / 2 ? C.slot / 2 + C.w : MARGIN * em - C.slot / 2)) / 2
  let drawn = isTold(S) ? "" : rect("sign", x, wide, begin - 1.8 * em, begin + 2.6 * em) + behind.map((text, line) => middle(x, begin + 1.7 * line * em, text, "behind")).join("")
  if (isEnd && record.outcome !== "best")
    drawn += middle(Math.max(Math.min(C.x(best.place), C.w - 2.4 * em), 2.4 * em), C.y(model.top) - 0.9 * em, `best ${significant(model.top)}`, "said halo")
  const isNamed = now === greedy.place || (isEnd && (now === best.place || now === pick)),
    y = C.y(level) - 0.8 * em,
    isStruck = C.y(reached) > y - em && C.y(reached) < y + 3 // by greedy's level
  if (!isNamed && now && isTold(S) && (time.come === 1 || !time.falls))
    drawn += middle(Math.min(C.x(now), C.w - 1.5 * em), isStruck ? C.y(reached) - 4 : y, significant(level), "said halo")
  return drawn
}

// The guess stays where it was put; once all is told, an arrow leads from the best tree behind it to the best of all.
const mine = S => {
  const { own: { C, model, pick, way } } = S
  if (pick === null) return ""
  const [from, to] = [model.columns[pick].most, model.top].map(C.y)
  if (!isEndOf(S) || from - to < 0.6 * C.em) return wholeColumn(C, "mine", pick, Math.max(FINGER, C.slot - 2))
  const lacks = `yours lacks ${significant(model.top - model.columns[pick].most)}`,
    half = 0.25 * C.em * lacks.length,
    best = C.x(model.best.place),
    far = half + 2.8 * C.em, // from the number of the best
    aside = C.x(pick) < best || best + far + half > C.w ? best - far : best + far,
    x = Math.abs(best - C.x(pick)) < far ? aside : C.x(pick)
  return arrowTo([C.x(pick), from - 5], [C.x(pick), to], way.reached) + middle(clamp(x, half, C.w - half), to - 0.9 * C.em, lacks, "mine-text halo")
}

// At their heads, what the columns are where one is, points and has guessed.
const namesOf = (S, now) => {
  const { own: { C, model, pick, over }, L: { em } } = S,
    wide = 4.7 * em,
    [guessed, pointed, here] = [[pick, "mine-text"], [over, "ink"], [now, "ink"]],
    shown = []
  for (const [place, cls] of isTold(S) ? [here, pointed, guessed] : [guessed, pointed, here])
    if (place !== null && shown.every(([other]) => Math.abs(C.x(other) - C.x(place)) > wide)) shown.push([place, cls])
  return shown.map(([place, cls]) => middle(clamp(C.x(place), wide / 2, C.w - wide / 2), C.top - 0.4 * em, model.columns[place].name, `name ${cls}`)).join("")
}

// While one is asked, all columns are one handle: a press chooses the one that is under it.
const drawTop = S => {
  const { own: { C, model, pick }, L: { picture, em } } = S,
    at = pick ?? S.at.round
  if (isTold(S)) return putTop(S, "")
  const all = `<rect x="0" y="0" width="${round1(picture.w)}" height="${round1(picture.h)}" fill="transparent"/>`
  const slider = { label: "First cut of the best tree", now: at, text: model.columns[at].name, least: 0, most: S.n }
  putTop(S, handleAt(slider, all + (pick === null ? "" : grip(C.x(pick), C.top + 0.9 * em, em))))
}

export const columnAt = ({ own: { C }, n }, [x]) => Math.min(n, Math.max(0, Math.round((x - C.x(0)) / C.apart)))

// The tree whose point is near a place; null where none is.
export const treeAt = (S, at) => {
  const { C, points } = S.own,
    place = columnAt(S, at)
  if (!isOpen(S, place)) return null
  return nearestOf(points[place].map(({ tree, dx, y }) => [tree, C.x(place) + dx, y]), at, REACH)
}

// --- the strip is the axis: every first cut as a small plane

const glyph = (ends, cut, x, y, wide) => {
  const [left, top] = [x - wide / 2, y - GLYPH / 2],
    [low, high] = cut ? ends[cut.feature] : [],
    at = cut && (cut.at - low) / (high - low)
  const line = !cut ? "" : cut.feature === 0 ? `M${round1(left + wide * at)} ${round1(top)}v${GLYPH}` : `M${round1(left)} ${round1(top + GLYPH * (1 - at))}h${round1(wide)}`
  return `<rect class="glyph" x="${round1(left)}" y="${round1(top)}" width="${round1(wide)}" height="${GLYPH}" rx="2"/><path class="cut" d="${line}"/>`
}

export const drawAxis = S => {
  const { own, L: { em, stepX, now }, record } = S,
    { model, C } = own,
    wide = Math.min(GLYPH, 0.74 * C.apart),
    y = 0.4 * em + GLYPH / 2
  const drawn = model.columns.map(({ place, cut }) => glyph(record.rows.ends, cut, stepX(place), y, wide))
  put(own.glyphs, drawn.join(""))
  for (const [name, value] of Object.entries({ x: -wide / 2 - 4, y: y - GLYPH / 2 - 4, width: wide + 8, height: GLYPH + 8 })) now.querySelector(".knob").setAttribute(name, value)
}
