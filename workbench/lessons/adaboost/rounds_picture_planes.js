// The rows in a plane, sized by what one of the two methods makes of them, over the ground of its votes.
import { axes } from "../../components/kit/axes.js"
import { drawnAt } from "../../components/kit/motion.js"
import { mark, tenth } from "../../components/kit/class_marks.js"
import { pointIn } from "../../components/kit/pointer.js"
import { tellBeside } from "../../components/kit/rounds.js"
import { make } from "../../components/kit/svg.js"
import { ROOM, marksByClass, svgIn, wrongIn } from "./rounds_picture_shapes.js"

const NOBODY = 3 // the class that wins a cell where nobody does
const CELLS = 64 // along each side of the ground

// The nearest row to where one clicks.
const pick = (state, picture, event) => {
  const [x, y] = pointIn(picture.svg, event)
  let best = -1, nearest = 20 ** 2
  for (let i = 0; i < picture.xs.length; i++) {
    const far = (picture.xs[i] - x) ** 2 + (picture.ys[i] - y) ** 2
    if (far < nearest) [best, nearest] = [i, far]
  }
  if (best >= 0 && best !== state.data.row) tellBeside(state, "picked", best)
}

export const layoutPlane = (state, name, height) => {
  const frames = state.frames, picture = svgIn(state, name, height), bands = frames.features.length === 1
  picture.canvas = document.createElement("canvas")
  picture.canvas.width = picture.canvas.height = CELLS
  const left = ROOM.left, right = picture.width - ROOM.right, bottom = height - ROOM.bottom
  Object.assign(picture.canvas.style, { left: `${left}px`, top: `${ROOM.top}px`, width: `${right - left}px`, height: `${bottom - ROOM.top}px` })
  picture.plot.prepend(picture.canvas)
  const group = make("g")
  picture.svg.append(group)
  const about = [Math.max(2, picture.width / 80), bands ? 0.4 : 5]
  const { sx, sy } = axes(group, { width: picture.width, height, room: ROOM, extent: frames.extent, xLabel: frames.labels[0], about })
  if (bands) for (const text of group.querySelectorAll(".tick[text-anchor=end]")) text.remove()
  if (bands)
    frames.classes.forEach((text, k) => group.append(make("text", { class: "tick", x: ROOM.left - 6, y: sy(k) + 4, "text-anchor": "end" }, text.slice(0, 6))))
  else
    group.append(make("text", { class: "label", x: 13, y: (ROOM.top + bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 13 ${(ROOM.top + bottom) / 2})` }, frames.labels[1]))
  picture.xs = Array.from(frames.x, sx)
  picture.ys = Array.from(frames.y, sy)
  picture.base = Math.max(2.6, Math.min(9, 58 / Math.sqrt(frames.x.length)))
  const clip = `inside-${name}-${state.id}`
  picture.svg.append(make("clipPath", { id: clip }))
  picture.svg.lastChild.append(make("rect", { x: left, y: ROOM.top, width: right - left, height: bottom - ROOM.top }))
  const inside = make("g", { "clip-path": `url(#${clip})` })
  picture.svg.append(inside)
  const add = (kind, attributes) => inside.appendChild(make(kind, attributes))
  picture.border = add("path", { class: "border" })
  picture.rows = frames.classes.map((_, k) => add("path", { class: "row", fill: frames.colours[k] }))
  picture.wrong = add("path", { class: "wrong" })
  picture.chosen = add("path", { class: "chosen" })
  picture.name = picture.svg.appendChild(make("text", { class: "number", "text-anchor": "middle" }))
  picture.box = { left, right, top: ROOM.top, bottom }
  picture.svg.onclick = event => pick(state, picture, event)
  return picture
}

const radiusOf = (picture, weight) => Math.max(0.9, Math.min(34, picture.base * Math.sqrt(weight)))

// The number of each row at a round, so far on its way from that of the round before.
const valuesAt = (values, n, r, share) => {
  const now = values.subarray((r - 1) * n, r * n), before = r > 1 ? values.subarray((r - 2) * n, (r - 1) * n) : now
  return share === 1 ? now : now.map((value, i) => before[i] + share * (value - before[i]))
}

const paintGround = (state, picture, shift) => {
  const frames = state.frames, pen = picture.canvas.getContext("2d"), image = pen.createImageData(CELLS, CELLS)
  const from = (state.round - 1) * CELLS * CELLS
  for (let i = 0; i < CELLS * CELLS; i++) {
    const code = (frames.cells[from + i] >> shift) & 3
    if (code === NOBODY) continue
    const [r, g, b] = state.rgb[code]
    image.data.set([r, g, b, 62], 4 * i)
  }
  pen.putImageData(image, 0, 0)
}

// Where the cells of the round's tree change their class.
const treeBorder = (state, picture) => {
  const from = (state.round - 1) * CELLS * CELLS, { left, right, top, bottom } = picture.box
  const w = (right - left) / CELLS, h = (bottom - top) / CELLS
  const at = (row, column) => (state.frames.cells[from + row * CELLS + column] >> 2) & 3
  let text = ""
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      if (column && at(row, column) !== at(row, column - 1)) text += `M${tenth(left + column * w)},${tenth(top + row * h)}v${tenth(h)}`
      if (row && at(row, column) !== at(row - 1, column)) text += `M${tenth(left + column * w)},${tenth(top + row * h)}h${tenth(w)}`
    }
  return text
}

export const paintPlane = (state, name) => {
  const frames = state.frames, picture = state.drawnParts[name], n = frames.x.length, r = state.round, isAda = name === "rows"
  const values = valuesAt(isAda ? frames.weight : frames.gradient, n, ...drawnAt(state))
  paintGround(state, picture, isAda ? 0 : 4)
  const texts = marksByClass(frames, picture.xs, picture.ys, i => radiusOf(picture, values[i]))
  picture.rows.forEach((path, k) => path.setAttribute("d", texts[k]))
  if (isAda) {
    picture.border.setAttribute("d", treeBorder(state, picture))
    let wrong = ""
    for (let i = 0; i < n; i++)
      if (wrongIn(frames, r, i)) wrong += mark(0, picture.xs[i], picture.ys[i], radiusOf(picture, frames.weight[r * n + i]) + 2)
    picture.wrong.setAttribute("d", wrong)
  }
  const i = state.data.row, x = picture.xs[i], y = picture.ys[i], size = radiusOf(picture, values[i]) + 5
  picture.chosen.setAttribute("d", mark(0, x, y, size) + (state.data.flipped ? `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}` : ""))
  picture.name.textContent = state.data.row_name
  picture.name.setAttribute("x", Math.max(picture.box.left + 34, Math.min(picture.box.right - 34, x)))
  picture.name.setAttribute("y", y - size - 4 < picture.box.top + 12 ? y + size + 15 : y - size - 4)
}
