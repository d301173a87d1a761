// All trees: a column for each first cut, in the order of where it cuts. What it gains alone is a block, what the cuts behind
// it gain stand on it. Beside them every tree that begins so is a point, which hangs above until it is told, on no axis, and
// falls to what it gains.
import { across, scale } from "../../stage/kit/axes.js"
import { lerp, part } from "../../stage/kit/easing.js"
import { coil, grip } from "../../stage/kit/marks.js"
import { putTop } from "../../stage/kit/guess.js"
import { significant, threshold, tick } from "../../stage/kit/numbers.js"
import { put, round1, set } from "../../stage/kit/svg.js"
import { fallen, FALLEN, isOpen, isTold, treeIn, treeNow } from "./view_model.js"

const BAR = 0.34, // of a column, on its left; the rest is for the trees
  WIDEST = 48,
  DOT = 3.2, // pixels of a point, and between two beside each other
  REACH = 8, // from a point
  HANGS = [4.1, 0.45], // from so many em, over so much of the height at most
  GLYPH = 22 // pixels of a small plane on the strip, at most

export const LAYERS = '<g data-layer="axis"></g><g data-layer="blocks"></g><path class="trees" data-layer="trees"/><g data-layer="over"></g>'

export const placeColumns = S => {
  const { own, L: { em, picture, stepX }, record } = S,
    [low, high] = record.extent,
    apart = S.n ? stepX(1) - stepX(0) : WIDEST,
    slot = Math.min(apart, WIDEST),
    foot = picture.h - 0.4 * em
  own.C = {
    y: scale([low, high], [foot - 0.4 * em, 4 * em]), apart, slot, bar: BAR * slot, x: stepX, top: 1.5 * em, foot, em, w: picture.w,
    bars: place => stepX(place) - (place ? 0.27 * slot : 0), // the middle of its blocks, and of its trees
    trees: place => stepX(place) + (place ? 0.2 * slot : 0),
  }
  own.points = own.model.columns.map(column => pointsOf(S, column))
  own.drawn = null
}

// Points of about one height stand beside each other, evenly about the middle; hung: where they hang, in rows.
const pointsOf = ({ own: { C, model }, record: { greedy } }, { from, to, n, place }) => {
  const levels = new Map(),
    room = 0.5 * C.slot,
    aside = C.trees(place) - C.x(place),
    inRow = Math.max(1, Math.floor((C.slot - 6) / DOT)),
    apart = Math.min(DOT, (HANGS[1] * (C.foot - C.top)) / Math.ceil(n / inRow))
  for (let tree = from; tree < to; tree++) {
    const level = Math.round(C.y(model.gains[tree]) / DOT)
    levels.set(level, [...(levels.get(level) ?? []), tree])
  }
  return [...levels.values()].flatMap(trees => {
    const wide = Math.min(DOT, room / trees.length)
    return trees.map((tree, i) => {
      const at = tree - from,
        inLast = Math.min(inRow, n - inRow * Math.floor(at / inRow)),
        [dx, y] = [aside + (i - (trees.length - 1) / 2) * wide, C.y(model.gains[tree])],
        hung = [((at % inRow) - (inLast - 1) / 2) * DOT, HANGS[0] * C.em + Math.floor(at / inRow) * apart]
      return { tree, dx, y, hung: tree === greedy ? [dx, y] : hung } // greedy's is known
    })
  })
}

const pathOf = (points, x, share) => points.map(({ dx, y, hung }) => `M${(x + lerp(hung[0], dx, share)).toFixed(1)} ${lerp(hung[1], y, share).toFixed(1)}h0`).join("")

export const drawStill = ({ own: { C, layers }, L: { em, picture }, parts }) => {
  const ends = [2.6 * em, picture.w]
  put(parts.still, `<path class="nothing" d="M${ends[0]} ${round1(C.y(0))}H${ends[1]}"/>`)
  put(layers.axis, `<text class="ink" x="0" y="${em}">gain of the whole tree</text>${across(C.y, ends, em, { texts: value => (value === 0 ? "" : tick(value)) })}`) // there stands what makes no cut
}

const middle = (x, y, text, cls = "") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="middle">${text}</text>`

// A name over its number, no wider than a column with its gaps.
const twoLines = (x, y, em, [upper, lower], cls) => middle(x, y - em, upper, `${cls} halo`) + middle(x, y, lower, `${cls} halo`)

const rect = (cls, x, wide, y0, y1) =>
  `<rect class="${cls}" x="${round1(x - wide / 2)}" y="${round1(Math.min(y0, y1))}" width="${round1(wide)}" height="${round1(Math.max(1.5, Math.abs(y1 - y0)))}"/>`
const wholeColumn = (C, cls, place, wide, top = C.top) => `<rect class="${cls}" x="${round1(C.x(place) - wide / 2)}" y="${round1(top)}" width="${round1(wide)}" height="${round1(C.foot - top)}" rx="5"/>`

// The blocks on a first cut, as far as they have risen; they give where the uppermost ends. What is lost stands before what
// was gained, half as wide.
const stack = ({ C }, x, tree, sides) => {
  let level = tree.cut?.gain ?? 0,
    drawn = "",
    lost = level < 0 ? rect("alone", x, C.bar / 2, C.y(0), C.y(level)) : ""
  tree.kids.forEach((cut, k) => {
    if (!cut || sides[k] <= 0) return
    const next = level + cut.gain * sides[k]
    if (cut.gain < 0) lost += rect(`after-${k} lost`, x, C.bar / 2, C.y(level), C.y(next))
    else drawn += rect(`after-${k}`, x, C.bar, C.y(level), C.y(next))
    level = next
  })
  return [drawn + lost, level]
}

export const drawColumns = (S, time) => {
  const { own, L: { em } } = S,
    { C, model, layers } = own,
    tree = treeNow(S, time.to),
    now = S.resting() ? model.placeOf(tree.id) : time.to,
    isWay = time.u < 1 && time.from !== time.to,
    share = model.columns.map(({ place }) => fallen(S, place, time))
  const isClosed = place => share[place] < 1 && place !== model.greedy.place
  let blocks = model.columns.map(({ place }) => (isClosed(place) ? `<g style="opacity:${round1(1 - share[place])}">${wholeColumn(C, "door", place, C.slot - 4)}</g>` : "")).join(""),
    over = ""
  blocks += isWay ? [[time.from, 1 - time.come], [now, time.come]].map(([place, opacity]) => `<g style="opacity:${opacity.toFixed(2)}">${wholeColumn(C, "here", place, C.slot)}</g>`).join("") : wholeColumn(C, "here", now, C.slot)
  for (const { place, alone, cut } of model.columns) {
    if (!cut) continue
    const isHere = (place === now && time.come > 0) || (place === time.from && isWay) || (place === model.greedy.place && !isTold(S)) // which is known
    blocks += rect(isHere ? "alone" : "alone pale", C.bars(place), C.bar, C.y(0), C.y(alone))
  }
  if (!isTold(S) && now !== model.greedy.place) blocks += stack(own, C.bars(model.greedy.place), treeIn(S, model.greedy.place), [1, 1])[0]
  if (isWay) blocks += stack(own, C.bars(time.from), treeIn(S, time.from), [1 - time.come, 1 - time.come])[0]
  const [risen, level] = stack(own, C.bars(now), tree, time.sides)
  put(layers.blocks, blocks + risen)
  drawTrees(S, share)
  if (isTold(S)) for (const { place, most } of model.columns) if (place && place !== now && share[place] === 1) over += `<circle class="crown" cx="${round1(C.trees(place))}" cy="${round1(C.y(most))}" r="3.6"/>`
  layers.axis.style.opacity = isTold(S) ? (time.falls && time.u < 1 ? round1(part(time.u, FALLEN)) : 1) : 0
  const greedyLevel = round1(C.y(model.gains[S.record.greedy]))
  over += `<path class="level" d="M${2.6 * em} ${greedyLevel}H${C.w}"/>`
  if (!isWay || time.come > 0) over += `<circle class="winner" cx="${round1(C.trees(now))}" cy="${round1(C.y(level))}" r="${em * 0.42}"/>`
  put(layers.over, over + labels(S, time, now, level) + mine(S, time))
  drawTop(S)
}

// One path for all; at rest it is kept.
const drawTrees = (S, share) => {
  const { own } = S,
    { C, points, layers } = own,
    isWhole = share.every(each => each === 1),
    d = (isWhole && own.drawn) || points.map((each, j) => pathOf(each, C.x(j), share[j])).join("")
  own.drawn = isWhole ? d : null
  set(layers.trees, "d", d)
}

// Where a column is named: that of no cut has the axis at its place, and none is named beyond the edge.
const nameX = ({ x, w, em }, place) => (place ? Math.min(x(place), w - 1.5 * em) : 4.2 * em)

const isEndOf = (S, time) => isTold(S) && (time.u >= 1 || !S.own.reveal)

const labels = (S, time, now, level) => {
  const { own: { C, model }, record, L: { em } } = S,
    { greedy, best } = model,
    isLost = isEndOf(S, time) && record.outcome !== "best",
    reached = model.gains[record.greedy],
    high = (place, gain) => C.y(Math.max(gain, model.columns[place].alone)) - 0.9 * em
  const known = () => (isLost ? besideLine(S, reached) : twoLines(nameX(C, greedy.place), high(greedy.place, reached), em, ["greedy", significant(reached)], "ink"))
  let drawn = isTold(S) ? known() : asked(S, high(greedy.place, reached))
  if (isLost) {
    const isBeside = Math.abs(C.x(greedy.place) - C.x(best.place)) < 3 * em && Math.abs(C.y(model.top) - C.y(reached)) < 2.4 * em
    drawn += twoLines(nameX(C, best.place), high(best.place, model.top) - (isBeside ? 2.2 * em : 0), em, ["best", significant(model.top)], "said") + bracket(S)
  }
  const isWhole = time.sides.every(share => share === 0 || share === 1) // no number runs
  if (isWhole && now && now !== greedy.place && !(isLost && now === best.place) && isTold(S) && (time.come === 1 || !time.falls)) drawn += middle(nameX(C, now), C.y(level) - 0.8 * em, significant(level), "said halo")
  return drawn
}

// Before it is told: the one tree that is known, and below the others what they are.
const asked = ({ own: { C, model, points }, record: { greedy }, L: { em } }, y) => {
  const x = Math.min(C.x(model.greedy.place), C.w - 3.4 * em),
    lowest = Math.max(...points.flat().map(({ tree, hung }) => (tree === greedy ? 0 : hung[1])))
  return (
    twoLines(Math.max(x, 6 * em), y, em, ["greedy's tree", `gains ${significant(model.gains[greedy])}`], "ink") +
    middle(C.w / 2, lowest + 2 * em, `${(model.n - 1).toLocaleString("en")} dots: the other trees, not weighed yet`, "ink halo")
  )
}

// On greedy's level, beside the line that measures what it lost.
const besideLine = ({ own: { C, model }, L: { em } }, reached) => {
  const x = C.trees(model.greedy.place),
    isLate = x > 9 * em
  return `<text class="ink halo" x="${round1(x + (isLate ? -0.7 : 0.7) * em)}" y="${round1(C.y(reached) - 0.5 * em)}" text-anchor="${isLate ? "end" : "start"}">greedy ${significant(reached)}</text>`
}

// What greedy's tree gains less than the best, over its column.
const bracket = ({ own: { C, model }, record, L: { em } }) => {
  const x = C.trees(model.greedy.place),
    [from, to] = [model.gains[record.greedy], model.top].map(C.y),
    drawn = twoLines(Math.min(x, C.w - 1.5 * em), to - 0.5 * em, em, [significant(model.top - model.gains[record.greedy]), "lost"], "lost")
  if (from - to < 0.6 * em) return model.greedy.place === model.best.place ? "" : drawn
  return `<path class="brace" d="M${round1(x - 5)} ${round1(to)}h10M${round1(x)} ${round1(to)}V${round1(from)}"/>${drawn}`
}

// The guess stays where it was put; once all is told, a spring leads from the best tree behind it to the best of all.
const mine = (S, time) => {
  const { own: { C, model, pick, springs }, L: { em } } = S
  if (pick === null) return ""
  const { most } = model.columns[pick],
    lacks = model.top - most > 1e-12,
    isBeside = Math.abs(pick - model.best.place) * C.apart < 3.4 * em // of the best, whose name stands there
  if (!isEndOf(S, time)) return wholeColumn(C, "mine", pick, C.slot - 2)
  return (
    wholeColumn(C, "mine", pick, C.slot - 2, C.y(Math.max(most, 0)) - em) + twoLines(C.x(pick), C.y(model.top) - (isBeside ? 3.2 : 0.9) * em, em, lacks ? ["yours", significant(most)] : ["", "yours"], "mine-text") +
    (lacks ? coil([C.trees(pick), C.y(most) - 5], [C.trees(pick), C.y(model.top)], springs) : "")
  )
}

// While one is asked, all columns are one handle: a press chooses the one that is under it.
const drawTop = S => {
  const { own: { C, model, pick }, L: { picture, em } } = S,
    at = pick ?? S.at.round
  if (isTold(S)) return putTop(S, "")
  putTop(
    S,
    `<g class="handle" role="slider" tabindex="0" data-axis="0" aria-label="First cut of the best tree" aria-valuemin="0" aria-valuemax="${S.n}" aria-valuenow="${at}"` +
      ` aria-valuetext="${model.columns[at].name}"><rect x="0" y="0" width="${round1(picture.w)}" height="${round1(picture.h)}" fill="transparent"/>` +
      `${pick === null ? "" : grip(C.x(pick), C.top + 0.9 * em, em)}</g>`,
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

// --- the strip is the axis: every first cut as a small plane over its threshold

export const drawAxis = S => {
  const { own, L: { em, strip, stepX, now }, record } = S,
    { model, C } = own,
    wide = Math.min(GLYPH, 0.74 * C.apart),
    y = 0.4 * em + GLYPH / 2,
    every = Math.ceil((2.2 * em) / C.apart)
  const drawn = model.columns.map(({ place, cut }) => {
    const x = stepX(place) - wide / 2,
      [low, high] = cut ? record.rows.ends[cut.feature] : [],
      at = cut && wide * ((cut.at - low) / (high - low)),
      isFirst = cut && cut.feature !== model.columns[place - 1].cut?.feature
    const line = !cut ? "" : cut.feature === 0 ? `M${round1(x + at)} ${round1(y - wide / 2)}v${round1(wide)}` : `M${round1(x)} ${round1(y + wide / 2 - at)}h${round1(wide)}`
    return (
      `<rect class="glyph" x="${round1(x)}" y="${round1(y - wide / 2)}" width="${round1(wide)}" height="${round1(wide)}" rx="2"/><path class="cut" d="${line}"/>` +
      (place % every === 1 % every ? middle(stepX(place), y + wide / 2 + 1.2 * em, cut ? threshold(cut.at) : "none") : "") +
      (isFirst ? `<text class="ink" x="${round1(stepX(place) - wide / 2)}" y="${round1(strip.h - 0.35 * em)}">${record.names[cut.feature]} ≤</text>` : "")
    )
  })
  put(own.glyphs, drawn.join(""))
  for (const [name, value] of Object.entries({ x: -wide / 2 - 4, y: y - wide / 2 - 4, width: wide + 8, height: wide + 8 })) now.querySelector(".knob").setAttribute(name, value)
}
