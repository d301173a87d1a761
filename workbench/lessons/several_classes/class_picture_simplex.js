// The rows between the corners: a triangle of three classes, a line of two. The chosen row's way is drawn.
import { mark } from "../../components/kit/class_marks.js"
import { element } from "../../components/kit/html.js"
import { drawnAt } from "../../components/kit/motion.js"
import { pointIn } from "../../components/kit/pointer.js"
import { tellBeside } from "../../components/kit/rounds.js"
import { make, path } from "../../components/kit/svg.js"
import { between, isAsked, svgIn } from "./class_picture_shapes.js"

const HIGH = Math.sqrt(3) / 2, SPREAD = 15, SIZE = 4.6 // pixels
const TURN = 2.39996, PLASTIC = 0.7548777 // steps that fill a disc without a pattern
const ROOM = { side: 36, top: 40, bottom: 40 }

// How unlike the corners are: the middle, where all classes are as likely.
const MIDDLE = [0.5, HIGH / 3], CORNERS = [[0, 0], [1, 0], [0.5, HIGH]]
const SIDES = [[0.5, 0], [0.75, HIGH / 2], [0.25, HIGH / 2]] // middles: of classes 0 and 1, 1 and 2, 2 and 0

const swatch = (state, k, isHollow) => {
  const svg = make("svg", { width: 15, height: 14, "aria-hidden": "true" }), colour = state.frames.colours[k]
  svg.append(make("path", { d: mark(k, 7.5, 7, 5), ...(isHollow ? { fill: "none", stroke: colour, "stroke-width": 1.8 } : { fill: colour }) }))
  return svg
}

export const layoutKey = state => {
  const { classes, seen } = state.frames
  const items = classes.map((name, k) => {
    const item = element("span")
    item.append(swatch(state, k, false), name)
    return item
  })
  const note = element("span", "note", seen.includes(0) ? "hollow: unseen" : "")
  state.places.key.replaceChildren(...items, note)
}

const scaleOf = (frames, width, height) => {
  if (frames.classes.length === 2) {
    const band = Math.min(320, height - 110), top = (height - band) / 2
    return [x => 60 + x * (width - 120), y => top + band * (1 - y)]
  }
  const side = Math.min(width - 2 * ROOM.side, (height - ROOM.top - ROOM.bottom) / HIGH)
  const left = (width - side) / 2, floor = (height + side * HIGH + ROOM.top - ROOM.bottom) / 2
  return [x => left + x * side, y => floor - y * side]
}

const drawTriangle = (picture, frames) => {
  const { svg, sx, sy } = picture, at = ([x, y]) => `${sx(x).toFixed(1)},${sy(y).toFixed(1)}`
  CORNERS.forEach((corner, k) => {
    const shape = [corner, SIDES[k], MIDDLE, SIDES[(k + 2) % 3]].map(at).join("L")
    svg.append(make("path", { class: "realm", d: `M${shape}z`, fill: frames.colours[k] }))
  })
  for (const side of SIDES) svg.append(make("path", { class: "tie", d: `M${at(MIDDLE)}L${at(side)}` }))
  svg.append(make("path", { class: "edge", d: `M${CORNERS.map(at).join("L")}z` }))
  const anchors = ["start", "end", "middle"], down = [34, 34, -22], aside = [-20, 20, 0]
  CORNERS.forEach((corner, k) => {
    svg.append(make("text", { class: "corner", x: sx(corner[0]) + aside[k], y: sy(corner[1]) + down[k], "text-anchor": anchors[k] }, frames.classes[k]))
  })
}

const drawLine = (picture, frames) => {
  const { svg, sx, sy } = picture, top = sy(1) - 16, high = sy(0) - sy(1) + 32, half = sx(0.5)
  svg.append(
    make("rect", { class: "realm", x: sx(0), y: top, width: half - sx(0), height: high, fill: frames.colours[0] }),
    make("rect", { class: "realm", x: half, y: top, width: sx(1) - half, height: high, fill: frames.colours[1] }),
    make("rect", { class: "edge", x: sx(0), y: top, width: sx(1) - sx(0), height: high }),
    make("path", { class: "tie", d: `M${half},${top}v${high}` }),
  )
  for (const x of [0, 0.5, 1]) svg.append(make("text", { class: "tick", x: sx(x), y: top + high + 18, "text-anchor": "middle" }, x))
  svg.append(make("text", { class: "label", x: half, y: top + high + 38, "text-anchor": "middle" }, `probability of ${frames.classes[1]}`))
  const ends = [["start", 0], ["end", 1]]
  ends.forEach(([anchor, x], k) => svg.append(make("text", { class: "corner", x: sx(x), y: top - 10, "text-anchor": anchor }, frames.classes[k])))
}

// Rows of one leaf have one place: each stands a little aside, always on the same side.
const asides = codes => {
  const met = []
  return Array.from(codes, code => {
    const i = (met[code] = (met[code] ?? -1) + 1), far = SPREAD * Math.sqrt((i * PLASTIC) % 1)
    return [far * Math.cos(TURN * i), far * Math.sin(TURN * i)]
  })
}

const pick = (state, event) => {
  const { svg, xs, ys } = state.simplex, [x, y] = pointIn(svg, event)
  let best = -1, least = 18 ** 2
  xs.forEach((each, i) => {
    const far = (each - x) ** 2 + (ys[i] - y) ** 2
    if (far < least) [best, least] = [i, far]
  })
  if (state.data.chooses && best >= 0 && best !== state.data.row) tellBeside(state, "picked", best)
}

export const layoutSimplex = state => {
  const { frames, places } = state, isDrawn = frames.places.length > 0
  places.simplex.hidden = !isDrawn
  state.simplex = null
  if (!isDrawn) return places.simplex.replaceChildren()
  const picture = (state.simplex = svgIn(places.simplex, 200)), n = frames.codes.length
  ;[picture.sx, picture.sy] = scaleOf(frames, picture.width, picture.height)
  if (frames.classes.length === 3) drawTriangle(picture, frames)
  else drawLine(picture, frames)
  picture.asides = frames.classes.length === 3 ? asides(frames.codes) : Array.from({ length: n }, () => [0, 0])
  picture.xs = new Array(n).fill(0)
  picture.ys = new Array(n).fill(0)
  const add = (kind, attributes, text) => picture.svg.appendChild(make(kind, attributes, text))
  picture.rows = frames.classes.map((_, k) => [
    add("path", { class: "row", fill: frames.colours[k] }),
    add("path", { class: "unseen", stroke: frames.colours[k] }),
  ])
  picture.halo = add("path", { class: "way halo" })
  picture.way = add("path", { class: "way" })
  picture.steps = add("path", { class: "steps" })
  picture.chosen = add("path", { class: "row", fill: frames.colours[state.data.true_class] })
  picture.ring = add("circle", { class: "ring", r: 10 })
  picture.name = add("text", { class: "number", "text-anchor": "middle" }, `row ${state.data.row}`)
  picture.svg.style.cursor = state.data.chooses ? "" : "default"
  picture.svg.onclick = event => pick(state, event)
}

// The chosen row's places before the first round and after each, up to where it is drawn now.
const wayOf = (state, round, share) => {
  const { frames, simplex } = state, n = frames.codes.length, xs = [], ys = []
  for (let r = 0; r <= round; r++) {
    const at = 2 * (r * n + state.data.row)
    xs.push(simplex.sx(frames.places[at]))
    ys.push(simplex.sy(frames.places[at + 1]))
  }
  xs[round] = between(xs[round - 1], xs[round], share)
  ys[round] = between(ys[round - 1], ys[round], share)
  return [xs, ys]
}

const paintRows = (state, round, share) => {
  const { frames, simplex, data } = state, n = frames.codes.length
  const texts = frames.classes.map(() => ["", ""])
  for (let i = 0; i < n; i++) {
    const from = 2 * ((round - 1) * n + i), to = from + 2 * n, [dx, dy] = simplex.asides[i]
    const x = simplex.sx(between(frames.places[from], frames.places[to], share)) + dx
    const y = simplex.sy(between(frames.places[from + 1], frames.places[to + 1], share)) + dy
    simplex.xs[i] = x
    simplex.ys[i] = y
    if (i !== data.row) texts[frames.codes[i]][1 - frames.seen[i]] += mark(frames.codes[i], x, y, SIZE)
  }
  simplex.rows.forEach((pair, k) => pair.forEach((each, unseen) => each.setAttribute("d", texts[k][unseen])))
}

const paintChosen = (state, round, share) => {
  const { frames, simplex, data } = state, [xs, ys] = wayOf(state, round, share), x = xs[round], y = ys[round]
  const line = path(xs, ys), code = data.true_class
  simplex.halo.setAttribute("d", line)
  simplex.way.setAttribute("d", line)
  simplex.steps.setAttribute("d", xs.slice(0, -1).map((each, i) => mark(0, each, ys[i], 2.2)).join(""))
  simplex.chosen.setAttribute("d", mark(code, x, y, SIZE + 1.5))
  const isHollow = !data.trained
  simplex.chosen.setAttribute("class", isHollow ? "unseen chosen" : "row")
  simplex.chosen.setAttribute(isHollow ? "stroke" : "fill", frames.colours[code])
  if (isHollow) simplex.chosen.removeAttribute("fill")
  simplex.ring.setAttribute("cx", x)
  simplex.ring.setAttribute("cy", y)
  simplex.name.setAttribute("x", Math.max(40, Math.min(simplex.width - 40, x)))
  simplex.name.setAttribute("y", y - 16 < 14 ? y + 28 : y - 16)
}

export const paintSimplex = state => {
  if (!state.simplex) return
  const [round, share] = drawnAt(state), { classes } = state.frames
  paintRows(state, round, share)
  paintChosen(state, round, share)
  const p = state.data.p[state.round].map((each, k) => `${classes[k]} ${each.toFixed(2)}`).join(", ")
  const when = isAsked(state) ? `before round ${state.round}` : `after round ${state.round}`
  const what = classes.length === 3 ? "in a triangle with a class at each corner" : "on a line between two classes"
  state.simplex.svg.setAttribute("aria-label", `All rows ${what}, ${when}. Row ${state.data.row}: ${p}.`)
}
