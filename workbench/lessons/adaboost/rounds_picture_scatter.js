// Weight against |gradient| of every row, both on logarithmic axes.
import { mark } from "../../components/kit/class_marks.js"
import { shown } from "../../components/kit/numbers.js"
import { make } from "../../components/kit/svg.js"
import { ROOM, svgIn } from "./rounds_picture_shapes.js"

const LEAST = 0.01 // of an average row; what is less is drawn there

export const layoutScatter = (state, height) => {
  const frames = state.frames, picture = svgIn(state, "scatter", height)
  let most = 1
  for (const values of [frames.weight, frames.gradient, frames.own]) for (const value of values) most = Math.max(most, value)
  const low = Math.log10(LEAST), high = Math.log10(most) + 0.15
  const right = picture.width - ROOM.right, bottom = height - ROOM.bottom
  const along = value => (Math.log10(Math.max(LEAST, value)) - low) / (high - low)
  const sx = value => ROOM.left + along(value) * (right - ROOM.left), sy = value => bottom - along(value) * (bottom - ROOM.top)
  for (let power = -2; power <= high; power++) {
    const value = 10 ** power, text = (power === -2 ? "≤ " : "") + shown(value)
    picture.svg.append(
      make("line", { class: "grid", x1: sx(value), x2: sx(value), y1: ROOM.top, y2: bottom }),
      make("line", { class: "grid", x1: ROOM.left, x2: right, y1: sy(value), y2: sy(value) }),
      make("text", { class: "tick", x: sx(value), y: bottom + 17, "text-anchor": "middle" }, text),
      make("text", { class: "tick", x: ROOM.left - 6, y: sy(value) + 4, "text-anchor": "end" }, text),
    )
  }
  picture.svg.append(
    make("text", { class: "label", x: (ROOM.left + right) / 2, y: height - 4, "text-anchor": "middle" }, "weight in AdaBoost (average = 1)"),
    make("path", { class: "equal", d: `M${sx(LEAST)},${sy(LEAST)}L${sx(10 ** high)},${sy(10 ** high)}` }),
    make("text", { class: "note", x: sx(0.02) + 8, y: sy(0.02) + 6 }, "equal"),
  )
  picture.rows = frames.classes.map((_, k) => picture.svg.appendChild(make("path", { class: "row", fill: frames.colours[k] })))
  picture.own = picture.svg.appendChild(make("path", { class: "own" }))
  picture.chosen = picture.svg.appendChild(make("path", { class: "chosen" }))
  return Object.assign(picture, { sx, sy })
}

export const paintScatter = state => {
  const frames = state.frames, picture = state.drawnParts.scatter, n = frames.x.length, from = (state.round - 1) * n
  const part = values => values.subarray(from, from + n)
  const xs = Array.from(part(frames.weight), picture.sx), ys = Array.from(part(frames.gradient), picture.sy), own = Array.from(part(frames.own), picture.sy)
  const piles = new Map(), rings = new Set() // rows at one place are one mark, its area their number
  for (let i = 0; i < n; i++) {
    const at = `${frames.codes[i]} ${Math.round(xs[i])} ${Math.round(ys[i])}`, pile = piles.get(at) ?? { i, count: 0 }
    pile.count++
    piles.set(at, pile)
    rings.add(mark(0, Math.round(xs[i]), Math.round(own[i]), 5))
  }
  const texts = frames.classes.map(() => "")
  for (const { i, count } of piles.values())
    texts[frames.codes[i]] += mark(frames.codes[i], xs[i], ys[i], Math.max(2.8, Math.min(13, 1.9 * Math.sqrt(count))))
  picture.rows.forEach((path, k) => path.setAttribute("d", texts[k]))
  picture.own.setAttribute("d", [...rings].join(""))
  picture.chosen.setAttribute("d", mark(0, xs[state.data.row], ys[state.data.row], 8))
}
