// The ground of a plane: cells of one colour each, on a canvas, and the line at even odds between them.
import { clamp, lerp } from "./easing.js"

const LEVELS = 256

const channels = (root, name) => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  pen.fillStyle = getComputedStyle(root).getPropertyValue(name).trim()
  pen.fillRect(0, 0, 1, 1)
  return pen.getImageData(0, 0, 1, 1).data
}

// Colours from 0 to LEVELS: at both ends a hue, in the middle paper.
const scaleOf = (root, [low, high]) => {
  const [a, b, paper] = [low, high, "--paper"].map(name => channels(root, name)),
    found = new Uint32Array(LEVELS + 1)
  const strongest = Number(getComputedStyle(root).getPropertyValue("--tint"))
  for (let i = 0; i <= LEVELS; i++) {
    const at = (2 * i) / LEVELS - 1,
      hue = at < 0 ? a : b,
      t = Math.abs(at) * strongest
    const [red, green, blue] = [0, 1, 2].map(each => Math.round(lerp(paper[each], hue[each], t)))
    found[i] = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
  }
  return found
}

// Colours of one byte for three classes or more: the class times (strengths + 1), and how strong its hue is.
export const strengthsOf = (root, hues, strengths) => {
  const paper = channels(root, "--paper"),
    found = new Uint32Array(LEVELS + 1),
    strongest = Number(getComputedStyle(root).getPropertyValue("--tint"))
  hues.forEach((name, k) => {
    const hue = channels(root, name)
    for (let i = 0; i <= strengths; i++) {
      const [red, green, blue] = [0, 1, 2].map(each => Math.round(lerp(paper[each], hue[each], (i / strengths) * strongest)))
      found[k * (strengths + 1) + i] = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
    }
  })
  return found
}

// Which cell every pixel along an axis lies in.
const cellsAlong = (edges, many, valueAt) => {
  let k = 0
  return Uint16Array.from({ length: many }, (_, i) => {
    const value = valueAt(i + 0.5)
    while (k < edges.length && value > edges[k]) k++
    return k
  })
}

// box: [x0, y0, x1, y1] of the picture. px, py: scales of the features, py upwards. hues: of both ends; colours: instead.
export const fitGround = (canvas, root, [edgesX, edgesY], box, px, py, hues, colours = scaleOf(root, hues)) => {
  const [x0, y0, x1, y1] = box,
    w = Math.max(1, Math.round(x1 - x0)),
    h = Math.max(1, Math.round(y1 - y0))
  Object.assign(canvas, { width: w, height: h })
  Object.assign(canvas.style, {
    left: `${x0}px`,
    top: `${y0}px`,
    width: `${x1 - x0}px`,
    height: `${y1 - y0}px`,
  })
  const across = cellsAlong(edgesX, w, i => px.back(x0 + (i / w) * (x1 - x0)))
  const up = cellsAlong(edgesY, h, i => py.back(y1 - (i / h) * (y1 - y0))).reverse()
  return {
    canvas,
    pen: canvas.getContext("2d"),
    image: new ImageData(w, h),
    across,
    up,
    w,
    h,
    wide: edgesX.length + 1,
    colours,
  }
}

// shares: of every cell, from 0 to 1.
export const paintGround = (G, shares) => {
  const { w, h, across, up, wide, colours, image, pen } = G
  const pixels = new Uint32Array(image.data.buffer),
    colour = new Uint32Array(shares.length)
  for (let i = 0; i < shares.length; i++) colour[i] = colours[Math.round(LEVELS * clamp(shares[i]))]
  for (let y = 0; y < h; y++) {
    const at = y * w,
      row = up[y] * wide
    if (y && up[y] === up[y - 1]) pixels.copyWithin(at, at - w, at)
    else for (let x = 0; x < w; x++) pixels[at + x] = colour[row + across[x]]
  }
  pen.putImageData(image, 0, 0)
}

// The border between cells above and below a half, as runs along the edges.
export const borderOf = (values, half, [edgesX, edgesY], [x0, y0, x1, y1], px, py) => {
  const nx = edgesX.length + 1,
    ny = edgesY.length + 1,
    isUp = (i, j) => values[j * nx + i] > half
  const X = i => clamp(i === 0 ? x0 : i === nx ? x1 : px(edgesX[i - 1]), x0, x1).toFixed(1)
  const Y = j => clamp(j === 0 ? y1 : j === ny ? y0 : py(edgesY[j - 1]), y0, y1).toFixed(1)
  let d = ""
  for (let i = 1; i < nx; i++)
    runs(
      ny,
      j => isUp(i, j) !== isUp(i - 1, j),
      (from, to) => (d += `M${X(i)} ${Y(from)}V${Y(to)}`),
    )
  for (let j = 1; j < ny; j++)
    runs(
      nx,
      i => isUp(i, j) !== isUp(i, j - 1),
      (from, to) => (d += `M${X(from)} ${Y(j)}H${X(to)}`),
    )
  return d
}

const runs = (many, isOn, take) => {
  let from = -1
  for (let i = 0; i <= many; i++) {
    const on = i < many && isOn(i)
    if (on && from < 0) from = i
    if (!on && from >= 0) {
      take(from, i)
      from = -1
    }
  }
}
