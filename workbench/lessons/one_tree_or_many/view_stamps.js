// The many small trees, each as what it adds to its pieces; the newest leaves its place and grows over its picture.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { circle } from "../../stage/kit/marks.js"
import { signed } from "../../stage/kit/numbers.js"
import { put, round1, set, style, svg } from "../../stage/kit/svg.js"
import { rowNow, setOf } from "./view_model.js"
import { GROW, SINK, STEPS } from "./view_phases.js"

const SHAPES = { plane: 1, curve: 2, answers: 1.6 } // width of a small picture by its height
const FEWEST = 2, // in a line
  STRETCH = 1.25 // how much higher than their picture they may be, to fill their place
const MANY = 80 // of them stand closer
const STRONGEST = 0.52,
  FULL = 0.6 // of the largest step: what has the strongest tint

export const STAMPS = `<div class="stamps" data-part="stamps"><canvas data-part="trees" aria-hidden="true"></canvas><svg data-part="frames" role="img"></svg></div>`

// Where each stands: as large as they can be, in lines.
const places = (n, w, h, shape) => {
  const gap = n > MANY ? 3 : 7
  for (let columns = Math.min(FEWEST, n); ; columns++) {
    const wide = (w - (columns - 1) * gap) / columns,
      lines = Math.ceil(n / columns),
      room = (h - 8 + gap) / lines - gap,
      high = Math.min((STRETCH * wide) / shape, room)
    if (wide / shape > room && columns < n) continue
    return Array.from({ length: n }, (_, i) => [
      (i % columns) * (wide + gap),
      4 + Math.floor(i / columns) * (high + gap),
      wide,
      high,
    ])
  }
}

// The leaves of a tree in a box, each as a rectangle with its step: tinted pieces of a plane, else bars from a common zero.
const rectangles = (S, round, [x0, y0, w, h]) => {
  const { kind } = S.record,
    { model, panels } = S.own,
    { px, py } = panels[1]
  const across = value => x0 + w * clamp((value - px.domain[0]) / (px.domain[1] - px.domain[0])),
    up = value => y0 + h * (1 - clamp((value - py.domain[0]) / (py.domain[1] - py.domain[0])))
  return model.leaves(round).map(({ weight, box }) => {
    const strong = clamp(Math.abs(weight) / (FULL * model.most))
    const [a, b] = kind === "answers" ? [x0 + w * box[0], x0 + w * box[1]] : [across(box[0]), across(box[1])]
    if (kind === "plane") return { weight, strong, x: a, y: up(box[3]), w: b - a, h: up(box[2]) - up(box[3]) }
    const high = Math.max(1, (Math.abs(weight) / model.most) * h * 0.46)
    return { weight, strong, x: a, y: y0 + h / 2 - (weight > 0 ? high : 0), w: b - a, h: high }
  })
}

export const placeStamps = S => {
  const { stamps, trees } = S.parts,
    { w, h } = S.L.stamps,
    { own } = S,
    dots = window.devicePixelRatio * S.L.zoom
  own.stamps = places(S.n, w, h, SHAPES[S.record.kind])
  Object.assign(trees, { width: Math.max(1, Math.round(w * dots)), height: Math.max(1, Math.round(h * dots)) })
  Object.assign(trees.style, { width: `${w}px`, height: `${h}px` })
  const pen = trees.getContext("2d"),
    hue = name => getComputedStyle(S.root).getPropertyValue(name).trim()
  const [low, high, bar, ink] = ["--ground-a", "--ground-b", "--model", "--ink"].map(hue)
  pen.setTransform(dots, 0, 0, dots, 0, 0)
  own.stamps.forEach((box, i) => {
    pen.save()
    pen.beginPath()
    pen.rect(...box)
    pen.clip()
    for (const each of rectangles(S, i + 1, box)) {
      const isBar = S.record.kind !== "plane"
      pen.globalAlpha = isBar ? 0.75 : STRONGEST * each.strong
      pen.fillStyle = isBar ? bar : each.weight > 0 ? high : low
      pen.fillRect(each.x, each.y, each.w, each.h)
      if (isBar || box[2] < 24) continue
      pen.globalAlpha = 0.5
      pen.strokeStyle = ink
      pen.lineWidth = 0.7
      pen.strokeRect(each.x, each.y, each.w, each.h)
    }
    pen.restore()
  })
  put(S.parts.frames, `<path class="later" data-layer="to come"/><path class="made"/><path class="pins"/><rect class="now" rx="2"/>`)
  stamps.dataset.many = String(S.n)
}

const outline = ([x, y, w, h]) => `M${round1(x)} ${round1(y)}h${round1(w)}v${round1(h)}h${round1(-w)}z`

// Those to come are quiet places without a frame; the one that is on its way, or has come last, in a thick one.
export const drawStamps = (S, step, u) => {
  const { own } = S,
    { frames } = S.parts,
    at = S.isStart ? 0 : step
  const [later, made, pins, now] = frames.children
  set(frames, "aria-label", `${at} of ${S.n} small trees`)
  if (own.drawn.stamps !== at) {
    own.drawn.stamps = at
    set(later, "d", own.stamps.slice(at).map(outline).join(""))
    set(made, "d", own.stamps.slice(0, at).map(outline).join(""))
    const box = own.stamps[at - 1]
    style(now, "visibility", box ? "" : "hidden")
    if (box) for (const [i, name] of ["x", "y", "width", "height"].entries()) set(now, name, String(round1(box[i])))
  }
  const row = u === 1 && S.resting() ? rowNow(S) : null
  set(pins, "d", row === null || S.record.kind === "answers" ? "" : own.stamps.slice(0, at).map(pin(S, row)).join(""))
}

const pin = (S, row) => ([x, y, w, h]) => {
  const { px, py } = S.own.panels[1],
    places = S.record.rows[setOf(S)].x
  const share = (value, [a, b]) => clamp((value - a) / (b - a))
  const up = places[1] ? 1 - share(places[1][row], py.domain) : 0.5
  return circle(x + w * share(places[0][row], px.domain), y + h * up, w > 30 ? 2.6 : 1.6)
}

export const stampAt = (S, [px, py]) => {
  const i = S.own.stamps.findIndex(([x, y, w, h]) => px >= x - 2 && px <= x + w + 2 && py >= y - 2 && py <= y + h + 2)
  return i < 0 ? null : i + 1
}

// --- the tree over its picture

const drawnTree = (S, round, box, solid, labels) => {
  const isPlane = S.record.kind === "plane",
    rate = S.record.rate,
    { em } = S.L
  const all = rectangles(S, round, box)
  const fill = ({ weight, strong }) =>
    isPlane ? `color-mix(in srgb, var(--ground-${weight > 0 ? "b" : "a"}) ${Math.round(100 * STRONGEST * strong)}%, var(--paper))` : "var(--model)"
  const rect = each =>
    `<rect x="${round1(each.x)}" y="${round1(each.y)}" width="${round1(each.w)}" height="${round1(each.h)}" style="fill:${fill(each)}"/>`
  const [x, y, w, h] = box.map(round1)
  const ground = isPlane ? "" : `<rect x="${x}" y="${y}" width="${w}" height="${h}" style="fill:var(--paper)"/>`
  const edges = isPlane ? `<path class="newcut" d="${all.map(each => outline([each.x, each.y, each.w, each.h])).join("")}"/>` : ""
  const text = ({ weight, x: left, y: top, w: wide, h: high }) =>
    wide < 3.2 * em || (isPlane && high < 1.4 * em)
      ? ""
      : `<text class="step-text halo" text-anchor="middle" x="${round1(left + wide / 2)}" y="${round1(isPlane ? top + high / 2 + 0.35 * em : weight > 0 ? top - 4 : top + high + em)}">${signed(weight * rate)}</text>`
  return (
    `<g style="opacity:${solid.toFixed(3)}">${ground}${all.map(rect).join("")}</g>${edges}` +
    (labels > 0 ? `<g style="opacity:${labels.toFixed(3)}">${all.map(text).join("")}</g>` : "")
  )
}

export const buildFlight = S => {
  const layer = S.parts.flight.parentNode
  S.own.flight = layer.querySelector("g") ?? layer.appendChild(svg("g"))
}

const boxOf = ({ x0, y0, x1, y1 }, { x, y }) => [x + x0, y + y0, x1 - x0, y1 - y0]

export const drawFlight = (S, step, u) => {
  const { own, L } = S,
    { tree } = own
  const to = boxOf(own.panels[1], L.picture)
  if (tree !== null && S.resting()) {
    put(own.flight, drawnTree(S, tree, to, 0.82, 1))
    style(own.flight, "opacity", "")
    return
  }
  if (S.isStart || u >= SINK[1]) {
    put(own.flight, "")
    return
  }
  const [x, y, w, h] = own.stamps[step - 1],
    way = soft(part(u, GROW)),
    from = [L.stamps.x + x, L.stamps.y + y, w, h]
  const box = from.map((value, i) => lerp(value, to[i], way)),
    sink = 1 - part(u, SINK)
  const frame = outline(box)
  put(own.flight, `${drawnTree(S, step, box, lerp(0.95, 0.6, way), part(u, STEPS))}<path class="flying" d="${frame}"/>`)
  style(own.flight, "opacity", sink.toFixed(3))
}

