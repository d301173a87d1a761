// Axes with their grid, ticks and labels.
import { shown } from "./numbers.js"
import { make } from "./svg.js"

// Round values from low to high, about so many.
export const ticks = (low, high, about) => {
  const rough = (high - low) / about, power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough)
  const found = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step)
  return found
}

// Axes in a group: `room` {left, right, top, bottom} around a plot of the given extent [x0, x1, y0, y1].
// Returns the scales; sx.invert and sy.invert lead back from pixels to values.
export const axes = (group, { width, height, room, extent, xLabel = "", yLabel = "", about = [6, 5] }) => {
  const [x0, x1, y0, y1] = extent
  const right = width - room.right, bottom = height - room.bottom
  const sx = x => room.left + ((x - x0) / (x1 - x0)) * (right - room.left)
  const sy = y => bottom - ((y - y0) / (y1 - y0)) * (bottom - room.top)
  sx.invert = pixel => x0 + ((pixel - room.left) / (right - room.left)) * (x1 - x0)
  sy.invert = pixel => y0 + ((bottom - pixel) / (bottom - room.top)) * (y1 - y0)
  for (const x of ticks(x0, x1, about[0]))
    group.append(
      make("line", { class: "grid", x1: sx(x), x2: sx(x), y1: room.top, y2: bottom }),
      make("text", { class: "tick", x: sx(x), y: bottom + 17, "text-anchor": "middle" }, shown(x)),
    )
  for (const y of ticks(y0, y1, about[1]))
    group.append(
      make("line", { class: "grid", x1: room.left, x2: right, y1: sy(y), y2: sy(y) }),
      make("text", { class: "tick", x: room.left - 7, y: sy(y) + 4, "text-anchor": "end" }, shown(y)),
    )
  group.append(
    make("text", { class: "label", x: (room.left + right) / 2, y: height - 4, "text-anchor": "middle" }, xLabel),
    make("text", { class: "label", x: room.left, y: room.top - 8, "text-anchor": "start" }, yLabel),
  )
  return { sx, sy }
}
