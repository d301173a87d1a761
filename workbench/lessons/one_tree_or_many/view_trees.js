// The many small trees: the newest stands large with its steps and grows from there over its picture; below it all of them,
// each as what it adds to its pieces.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { alike } from "../../stage/kit/numbers.js"
import { fade, put, round1, set, style, svg } from "../../stage/kit/svg.js"
import { COME, GROW, rowNow, setOf, SINK, STEPS } from "./view_model.js"

const shapeOf = ({ kind }) => (kind === "plane" ? 1 : 1.4) // width of a small picture by its height
const LARGE = 0.46, // of the height of their place, at most
  BETWEEN = 14,
  STRETCH = 2.2, // how much higher than their picture small ones may be, and how much lower, to fill their place
  FLAT = 1.6
const MANY = 80, // of them stand closer
  FIRST = 2, // places for small ones, and how often as many once there are more
  TIMES = 2,
  ROOM = [0, 0.3] // of u, in which they make room
const STRONGEST = 0.52,
  FULL = 0.6 // of the largest step: what has the strongest tint

export const TREES = `<div class="stamps" data-part="stamps"><canvas data-part="trees" aria-hidden="true"></canvas><svg data-part="frames" role="img"></svg></div>`

// Where each of n stands in a box: as large as they can be, in lines, and not higher than that.
const places = (n, [x0, y0, w, h], shape, most) => {
  const gap = n > MANY ? 3 : 6
  for (let columns = 1; ; columns++) {
    const wide = (w - (columns - 1) * gap) / columns,
      room = (h + gap) / Math.ceil(n / columns) - gap,
      high = Math.min((STRETCH * wide) / shape, room, most)
    const last = n % columns || columns
    if ((wide / shape > FLAT * room || (n > 2 && last < columns / 2)) && columns < n) continue // no line is nearly empty
    return Array.from({ length: n }, (_, i) => [x0 + (i % columns) * (wide + gap), y0 + Math.floor(i / columns) * (high + gap), wide, high])
  }
}

// The leaves of a tree in a box, each as a rectangle with its step: tinted pieces of a plane, else bars from a common zero.
const rectangles = ({ record: { kind }, own: { model, panels } }, round, [x0, y0, w, h]) => {
  const { px, py } = panels[1]
  const across = value => x0 + w * clamp((value - px.domain[0]) / (px.domain[1] - px.domain[0])),
    up = value => y0 + h * (1 - clamp((value - py.domain[0]) / (py.domain[1] - py.domain[0])))
  return model.leaves(round).map(({ weight, box }) => {
    const strong = clamp(Math.abs(weight) / (FULL * model.most)),
      leaf = { weight, strong, box }
    const [a, b] = kind === "answers" ? [x0 + w * box[0], x0 + w * box[1]] : [across(box[0]), across(box[1])]
    if (kind === "plane") return { ...leaf, x: a, y: up(box[3]), w: b - a, h: up(box[2]) - up(box[3]) }
    const high = Math.max(1, (Math.abs(weight) / model.most) * h * 0.36) // below and above it stands its step
    return { ...leaf, x: a, y: y0 + h / 2 - (weight > 0 ? high : 0), w: b - a, h: high }
  })
}

export const placeTrees = S => {
  const { own, record, parts: { trees, frames }, L: { zoom, stamps: { w, h } } } = S,
    { x0, x1, y0, y1 } = own.panels[1],
    dots = window.devicePixelRatio * zoom
  const high = Math.min(LARGE * h, record.kind === "plane" ? (w * (y1 - y0)) / (x1 - x0) : w / shapeOf(record))
  Object.assign(own, { large: [1, 1, w - 2, high], room: [1, high + BETWEEN, w - 2, h - high - BETWEEN - 2], rooms: {}, painted: null })
  Object.assign(trees, { width: Math.max(1, Math.round(w * dots)), height: Math.max(1, Math.round(h * dots)) })
  Object.assign(trees.style, { width: `${w}px`, height: `${h}px` })
  trees.getContext("2d").setTransform(dots, 0, 0, dots, 0, 0)
  put(frames, `<path class="made"/><g></g><path class="holds"/><rect class="now" rx="2"/>`)
}

// Places for so many trees: few are large, and make room once for several more.
const roomFor = ({ n, own, record }, many) => {
  let most = FIRST
  while (most < many) most *= TIMES
  return (own.rooms[most] ??= places(Math.min(n, most), own.room, shapeOf(record), own.large[3]))
}

const placeStamps = (S, at, u) => {
  const { own, record, root, parts: { trees }, L: { stamps: { w, h } } } = S,
    [from, to] = [at - 1, at].map(many => roomFor(S, many)),
    t = from === to ? 1 : soft(part(u, ROOM)),
    key = [at, t].join()
  if (own.painted === key) return
  own.painted = key
  own.stamps = to.slice(0, at).map((box, i) => box.map((end, k) => lerp((from[i] ?? box)[k], end, t)))
  const pen = trees.getContext("2d"),
    [low, up, bar] = ["--ground-a", "--ground-b", "--model"].map(name => getComputedStyle(root).getPropertyValue(name).trim()),
    isPlane = record.kind === "plane"
  pen.clearRect(0, 0, w, h)
  own.stamps.forEach((box, i) => {
    for (const each of rectangles(S, i + 1, box)) {
      pen.globalAlpha = isPlane ? STRONGEST * each.strong : 0.75
      pen.fillStyle = isPlane ? (each.weight > 0 ? up : low) : bar
      pen.fillRect(each.x, each.y, each.w, each.h)
    }
  })
}

const outline = ([x, y, w, h]) => `M${round1(x)} ${round1(y)}h${round1(w)}v${round1(h)}h${round1(-w)}z`

// The one that stands large has a thick frame.
export const drawTrees = (S, step, u) => {
  const { own, record, parts: { frames } } = S,
    at = S.isStart ? 0 : step,
    shown = own.tree ?? at,
    [made, large, holds, now] = frames.children
  placeStamps(S, at, u)
  set(frames, "aria-label", `${at} of ${S.n} small trees`)
  set(made, "d", own.stamps.map(outline).join(""))
  style(now, "visibility", shown ? "" : "hidden")
  for (const [i, name] of ["x", "y", "width", "height"].entries()) set(now, name, String(round1((own.stamps[shown - 1] ?? own.large)[i])))
  const [x, y, w, h] = own.large
  put(large, (shown ? drawnTree(S, shown, own.large, 1, 1) : `<text x="${round1(x + w / 2)}" y="${round1(y + h / 2)}" text-anchor="middle">no tree yet</text>`) + `<path d="${outline(own.large)}"/>`)
  fade(large, own.tree === null && shown ? Math.max(0.02, part(u, COME)) : 1)
  const row = S.resting() && record.kind !== "answers" ? rowNow(S) : null,
    trees = shown ? [[shown, own.large], ...own.stamps.map((box, i) => [i + 1, box])] : []
  set(holds, "d", row === null ? "" : trees.map(([round, box]) => leafOf(S, row, round, box)).join(""))
}

// The leaf of a row in the picture of a tree.
const leafOf = (S, row, round, place) => {
  const { x } = S.record.rows[setOf(S)],
    leaf = rectangles(S, round, place).find(({ box }) => x.every((along, axis) => along[row] > box[2 * axis] && along[row] <= box[2 * axis + 1]))
  return leaf ? outline([leaf.x, leaf.y, leaf.w, leaf.h]) : ""
}

// The place in the picture of the many that is one of the large tree; outside of it where it is not on it.
export const largePlace = ({ own: { large: [x, y, w, h], panels } }, [px, py]) => {
  const { x0, x1, y0, y1 } = panels[1]
  return [x0 + ((px - x) / w) * (x1 - x0), y0 + ((py - y) / h) * (y1 - y0)]
}

export const treeAt = ({ own: { stamps } }, [px, py]) => {
  const i = stamps.findIndex(([x, y, w, h]) => px >= x - 2 && px <= x + w + 2 && py >= y - 2 && py <= y + h + 2)
  return i < 0 ? null : i + 1
}

// A tree in a box: how solid, and how far its steps are seen.
const drawnTree = (S, round, box, solid, labels) => {
  const { record: { kind, rate }, L: { em } } = S,
    isPlane = kind === "plane",
    all = rectangles(S, round, box),
    read = alike(all.map(({ weight }) => weight * rate))
  const fill = ({ weight, strong }) =>
    isPlane ? `color-mix(in srgb, var(--ground-${weight > 0 ? "b" : "a"}) ${Math.round(100 * STRONGEST * strong)}%, var(--paper))` : "var(--model)"
  const rect = each => `<rect x="${round1(each.x)}" y="${round1(each.y)}" width="${round1(each.w)}" height="${round1(each.h)}" style="fill:${fill(each)}"/>`
  const [x, y, w, h] = box.map(round1),
    ground = isPlane ? "" : `<rect x="${x}" y="${y}" width="${w}" height="${h}" style="fill:var(--paper)"/>`,
    edges = isPlane ? `<path class="newcut" d="${all.map(each => outline([each.x, each.y, each.w, each.h])).join("")}"/>` : ""
  // Upright where a leaf is too narrow for it.
  const text = ({ weight, x: left, y: top, w: wide, h: high }) => {
    const says = (weight > 0 ? "+" : "") + read(weight * rate),
      long = 0.55 * em * says.length,
      middle = round1(left + wide / 2),
      y = round1(isPlane ? top + high / 2 + 0.35 * em : weight > 0 ? top - 4 : top + high + em),
      isUpright = long > wide && isPlane
    const [along, across] = isUpright ? [high, wide] : [wide, high]
    if (long > along || (isPlane && across < 1.3 * em)) return ""
    const turned = isUpright ? ` transform="rotate(-90 ${middle} ${round1(top + high / 2)})"` : ""
    return `<text class="step-text halo" text-anchor="middle" x="${middle}" y="${y}"${turned}>${says}</text>`
  }
  return (
    `<g style="opacity:${solid.toFixed(3)}">${ground}${all.map(rect).join("")}</g>${edges}` +
    (labels > 0 ? `<g style="opacity:${labels.toFixed(3)}">${all.map(text).join("")}</g>` : "")
  )
}

export const buildFlight = S => {
  const layer = S.parts.flight.parentNode
  S.own.flight = layer.querySelector("g") ?? layer.appendChild(svg("g"))
}

// The newest tree over the picture of the many, until it has sunk in; at rest the one that is pointed at.
export const drawFlight = (S, step, u) => {
  const { own, L: { picture, stamps } } = S,
    { x0, y0, x1, y1 } = own.panels[1],
    to = [picture.x + x0, picture.y + y0, x1 - x0, y1 - y0],
    isPointed = own.tree !== null && S.resting()
  style(own.flight, "opacity", isPointed ? "" : (1 - part(u, SINK)).toFixed(3))
  if (isPointed) return put(own.flight, drawnTree(S, own.tree, to, 0.82, 1))
  if (S.isStart || u <= GROW[0] || u >= SINK[1]) return put(own.flight, "")
  const [x, y, w, h] = own.large,
    way = soft(part(u, GROW)),
    box = [stamps.x + x, stamps.y + y, w, h].map((value, i) => lerp(value, to[i], way))
  put(own.flight, `${drawnTree(S, step, box, lerp(0.95, 0.6, way), part(u, STEPS))}<path class="flying" d="${outline(box)}"/>`)
}
