// All trees: a column for each first cut, in the order of where it cuts. What it gains alone is a block, what the cuts behind
// it gain stand on it, and every tree that begins so is a point at what it gains.
import { across, scale } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { coil, grip } from "../../stage/kit/marks.js"
import { putTop } from "../../stage/kit/guess.js"
import { significant, threshold, tick } from "../../stage/kit/numbers.js"
import { put, round1, set } from "../../stage/kit/svg.js"
import { isOpen, isTold, opening, treeIn } from "./view_model.js"

const BAR = 0.56, // of a column
  WIDEST = 48,
  DOT = 4, // pixels of a point, and between two beside each other
  REACH = 10 // from a point

export const LAYERS = '<g data-layer="blocks"></g><path class="trees-halo" data-layer="halo"/><path class="trees" data-layer="trees"/><g data-layer="over"></g>'

export const placeColumns = S => {
  const { own, L, record } = S,
    { em, picture, stepX } = L,
    [low, high] = record.extent
  const apart = S.n ? stepX(1) - stepX(0) : WIDEST,
    slot = Math.min(apart, WIDEST)
  const y = scale([low, high], [picture.h - 2.5 * em, 4 * em])
  own.C = { y, apart, slot, bar: BAR * slot, x: stepX, top: 1.5 * em, foot: picture.h - 2.1 * em, em, w: picture.w }
  own.points = own.model.columns.map(column => pointsOf(S, column))
  own.drawn = null
}

// Points of about one height stand beside each other, evenly about the middle.
const pointsOf = ({ own }, { from, to, alone }) => {
  const { C, model } = own,
    levels = new Map(),
    found = []
  for (let tree = from; tree < to; tree++) {
    const level = Math.round(C.y(model.gains[tree]) / DOT)
    levels.set(level, [...(levels.get(level) ?? []), tree])
  }
  const room = C.slot - 6
  for (const trees of levels.values()) {
    const wide = Math.min(DOT, room / trees.length)
    trees.forEach((tree, i) => found.push({ tree, dx: (i - (trees.length - 1) / 2) * wide, y: C.y(model.gains[tree]), base: C.y(alone) }))
  }
  return found
}

const pathOf = (points, x, share) => {
  let d = ""
  for (const { dx, y, base } of points) d += `M${(x + dx * share).toFixed(1)} ${lerp(base, y, share).toFixed(1)}h0`
  return d
}

export const drawStill = S => {
  const { own, L, record, parts } = S,
    { C, model } = own,
    { em, picture } = L
  let drawn = `<text x="0" y="${em}">gain of the whole tree</text>` + across(C.y, [2.6 * em, picture.w], em, { texts: value => (value === 0 ? "" : tick(value)) }) // there stands what makes no cut
  drawn += `<path class="nothing" d="M${2.6 * em} ${round1(C.y(0))}H${picture.w}"/>`
  const every = Math.ceil((2.2 * em) / C.apart)
  record.names.forEach((name, feature) => {
    const places = model.columns.filter(({ cut }) => cut?.feature === feature).map(({ place }) => place)
    if (!places.length) return
    const [a, b] = [places[0], places.at(-1)].map(C.x)
    drawn += `<path class="grid" d="M${round1(a - C.bar / 2)} ${round1(C.foot)}H${round1(b + C.bar / 2)}"/>`
    const labels = places.filter((_, i) => i % every === 0)
    for (const place of labels) drawn += middle(C.x(place), C.foot + 1.05 * em, threshold(model.columns[place].cut.at))
    drawn += middle((a + b) / 2, C.foot + 2.1 * em, `${name} ≤`, "ink")
  })
  put(parts.still, drawn + middle(C.x(0), C.foot + 1.05 * em, "none"))
}

const middle = (x, y, text, cls = "") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="middle">${text}</text>`

// A name over its number, no wider than a column with its gaps.
const twoLines = (x, y, em, [upper, lower], cls) => middle(x, y - em, upper, `${cls} halo`) + middle(x, y, lower, `${cls} halo`)

const rect = (cls, x, wide, y0, y1) =>
  `<rect class="${cls}" x="${round1(x - wide / 2)}" y="${round1(Math.min(y0, y1))}" width="${round1(wide)}" height="${round1(Math.max(1.5, Math.abs(y1 - y0)))}"/>`

// The blocks on a first cut, as far as they have risen; they give where the uppermost ends.
const stack = ({ C }, x, tree, sides) => {
  let level = tree.cut?.gain ?? 0,
    drawn = ""
  tree.kids.forEach((cut, k) => {
    if (!cut || sides[k] <= 0) return
    const next = level + cut.gain * sides[k]
    drawn += rect(`after-${k}`, x, C.bar, C.y(level), C.y(next))
    level = next
  })
  return [drawn, level]
}

export const drawColumns = (S, time) => {
  const { own, L } = S,
    { C, model, layers } = own,
    { em } = L
  const pos = lerp(time.from, time.to, time.come),
    opened = model.columns.map(({ place }) => opening(S, place, time))
  let blocks = doors(S, opened) + `<rect class="here" x="${round1(C.x(pos) - C.slot / 2)}" y="${C.top}" width="${round1(C.slot)}" height="${round1(C.foot - C.top)}" rx="5"/>`,
    over = ""
  for (const { place, alone, cut } of model.columns) {
    if (!cut) continue
    const isNow = place === time.to || (place === time.from && time.u < 1)
    blocks += rect(isNow ? "alone" : opened[place] > 0.5 ? "alone hollow" : "alone pale", C.x(place), C.bar, C.y(0), C.y(alone))
  }
  if (time.u < 1 && time.from !== time.to) blocks += stack(own, C.x(time.from), treeIn(S, time.from), [1 - time.come, 1 - time.come])[0]
  const tree = treeIn(S, time.to),
    [risen, level] = stack(own, C.x(time.to), tree, time.sides)
  blocks += risen
  put(layers.blocks, blocks)
  drawTrees(S, opened)
  if (isTold(S))
    for (const { place, most } of model.columns)
      if (place && place !== time.to) over += `<circle class="crown" cx="${round1(C.x(place))}" cy="${round1(lerp(C.y(model.columns[place].alone), C.y(most), opened[place]))}" r="3.6"/>`
  over += levelOf(S) + `<circle class="winner" cx="${round1(C.x(time.to))}" cy="${round1(C.y(level))}" r="${em * 0.42}"/>`
  put(layers.over, over + labels(S, time, level) + mine(S, time))
  drawTop(S)
}

// What may not be told yet is behind doors.
const doors = ({ own: { C, model } }, opened) =>
  model.columns
    .map(({ place, alone }) => {
      if (opened[place] >= 1) return ""
      const x = C.x(place),
        wide = C.slot - 4
      return (
        `<g style="opacity:${round1(1 - opened[place])}"><rect class="door" x="${round1(x - wide / 2)}" y="${round1(C.top)}" width="${round1(wide)}" height="${round1(C.foot - C.top)}" rx="5"/>` +
        `${middle(x, C.y(Math.max(0, alone)) - 0.6 * C.em, "?")}</g>`
      )
    })
    .join("")

// One path for all; at rest it is kept.
const drawTrees = (S, opened) => {
  const { own } = S,
    { C, points, layers } = own,
    isWhole = opened.every(share => share === 1)
  const d = (isWhole && own.drawn) || points.map((each, j) => (opened[j] > 0 ? pathOf(each, C.x(j), opened[j]) : "")).join("")
  if (isWhole) own.drawn = d
  set(layers.halo, "d", d)
  set(layers.trees, "d", d)
}

const levelOf = ({ own: { C, model }, record }) => {
  const y = round1(C.y(model.gains[record.greedy]))
  return `<path class="level" d="M${2.6 * C.em} ${y}H${C.w}"/>`
}

// Where a column is named: that of no cut has the axis at its place, and none is named beyond the edge.
const nameX = ({ x, w, em }, place) => (place ? Math.min(x(place), w - 1.5 * em) : 4.2 * em)

const labels = (S, time, level) => {
  const { own, record, L } = S,
    { C, model } = own,
    { em } = L,
    { greedy, best } = model
  const isLost = isTold(S) && record.outcome !== "best",
    isEnd = time.u >= 1 || !own.reveal,
    mineGain = model.gains[record.greedy]
  const high = (place, gain) => C.y(Math.max(gain, model.columns[place].alone)) - 0.9 * em
  let drawn = twoLines(nameX(C, greedy.place), high(greedy.place, mineGain), em, ["greedy", significant(mineGain)], "ink")
  if (isLost && isEnd) {
    const isBeside = Math.abs(C.x(greedy.place) - C.x(best.place)) < 3 * em && Math.abs(C.y(model.top) - C.y(mineGain)) < 2.4 * em
    drawn += twoLines(nameX(C, best.place), high(best.place, model.top) - (isBeside ? 2.2 * em : 0), em, ["best", significant(model.top)], "said")
    drawn += bracket(S)
  }
  const isWhole = time.sides.every(share => share === 0 || share === 1) // no number runs
  if (isWhole && time.to && time.to !== greedy.place && !(isLost && isEnd && time.to === best.place) && isTold(S))
    drawn += middle(nameX(C, time.to), C.y(level) - 0.8 * em, significant(level), "said halo")
  return drawn
}

// What greedy's tree gains less than the best, over its column.
const bracket = ({ own: { C, model }, record, L: { em } }) => {
  const x = nameX(C, model.greedy.place),
    from = C.y(Math.max(model.gains[record.greedy], model.greedy.alone)) - 3 * em,
    to = C.y(model.top),
    lost = significant(model.top - model.gains[record.greedy])
  const drawn = twoLines(x, Math.min(to, from) - 0.5 * em, em, [lost, "lost"], "lost")
  if (from - to < 0.6 * em) return model.greedy.place === model.best.place || from - to < -2 * em ? "" : drawn
  return `<path class="brace" d="M${round1(x - 5)} ${round1(to)}h10M${round1(x)} ${round1(to)}V${round1(from)}"/>${drawn}`
}

// The guess stays where it was put; once all is told, a spring leads from the best tree behind it to the best of all.
const mine = (S, time) => {
  const { own, L } = S,
    { C, model, pick } = own,
    { em } = L
  if (pick === null) return ""
  const x = C.x(pick),
    { most } = model.columns[pick],
    isEnd = isTold(S) && (time.u >= 1 || !own.reveal)
  let drawn = `<rect class="mine" x="${round1(x - C.slot / 2 + 1)}" y="${C.top}" width="${round1(C.slot - 2)}" height="${round1(C.foot - C.top)}" rx="5"/>`
  if (!isEnd) return drawn
  drawn += twoLines(x, C.top + 2.2 * em, em, model.top - most > 1e-12 ? ["yours", significant(most)] : ["", "yours"], "mine-text")
  if (model.top - most > 1e-12) drawn += coil([x, C.y(most) - 4], [x, C.y(model.top)], own.springs ?? 1)
  return drawn
}

// While one is asked, all columns are one handle: a press chooses the one that is under it.
const drawTop = S => {
  const { own, L } = S,
    { C, model, pick } = own
  if (isTold(S)) return putTop(S, "")
  const at = pick ?? S.at.round
  putTop(
    S,
    `<g class="handle" role="slider" tabindex="0" data-axis="0" aria-label="First cut of the best tree" aria-valuemin="0" aria-valuemax="${S.n}" aria-valuenow="${at}"` +
      ` aria-valuetext="${model.columns[at].name}"><rect x="0" y="0" width="${round1(L.picture.w)}" height="${round1(L.picture.h)}" fill="transparent"/>` +
      `${pick === null ? "" : grip(C.x(pick), C.top + 0.9 * L.em, L.em)}</g>`,
  )
}

export const columnAt = ({ own: { C }, n }, [x]) => Math.min(n, Math.max(0, Math.round((x - C.x(0)) / C.apart)))

// The tree whose point is near a place; null where none is.
export const treeAt = (S, [px, py]) => {
  const { C, points } = S.own,
    place = columnAt(S, [px])
  if (!isOpen(S, place)) return null
  let nearest = REACH ** 2,
    found = null
  for (const { tree, dx, y } of points[place]) {
    const far = (C.x(place) + dx - px) ** 2 + (y - py) ** 2
    if (far < nearest) [nearest, found] = [far, tree]
  }
  return found
}

