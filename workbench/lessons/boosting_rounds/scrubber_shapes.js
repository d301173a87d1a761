// Marks and lines of the scrubber as paths.
// Where a row lies, seen from the cut of a node; the codes are Python's.
export const OUTSIDE = 0
export const LEFT = 1
export const RIGHT = 2
export const INSIDE = 3
export const SIDES = ["rowsOutside", "rowsLeft", "rowsRight", "rowsInside"] // their classes, by code

export const row = (values, r, length) => values.subarray(r * length, (r + 1) * length)
export const tenth = value => Math.round(value * 10) / 10

// Marks of the rows that `wanted` says, as one path: dots, or triangles that point up or down.
export const dots = (xs, ys, radius, wanted) => {
  let text = ""
  for (let i = 0; i < xs.length; i++) {
    if (!wanted(i)) continue
    const r = tenth(radius(i)), d = 2 * r
    text += `M${tenth(xs[i]) - r},${tenth(ys[i])}a${r},${r} 0 1,0 ${d},0a${r},${r} 0 1,0 ${-d},0`
  }
  return text
}
export const triangles = (xs, ys, radius, wanted, up) => {
  let text = ""
  for (let i = 0; i < xs.length; i++) {
    if (!wanted(i)) continue
    const r = tenth(1.15 * radius(i)), high = tenth(up ? 1.6 * r : -1.6 * r)
    text += `M${tenth(xs[i])},${tenth(ys[i] - 0.58 * high)}l${r},${high}h${-2 * r}z`
  }
  return text
}

// The border between cells above and below the middle of a surface.
export const border = (cells, size, width, height, room) => {
  const w = width / size, h = height / size
  let text = ""
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      const here = cells[j * size + i] > 127
      const x = tenth(room.left + (i + 1) * w), y = tenth(room.top + (j + 1) * h)
      if (i + 1 < size && cells[j * size + i + 1] > 127 !== here) text += `M${x},${y}v${-tenth(h)}`
      if (j + 1 < size && cells[(j + 1) * size + i] > 127 !== here) text += `M${x},${y}h${-tenth(w)}`
    }
  return text
}

// A line through the whole plot at a value of one axis.
export const across = (picture, axis, value) =>
  axis ? `M${picture.room.left},${picture.sy(value)}H${picture.right}` : `M${picture.sx(value)},${picture.room.top}V${picture.bottom}`
