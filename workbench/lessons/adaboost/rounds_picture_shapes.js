// What the pictures of AdaBoost have in common: marks of rows, the place of a picture, numbers by round.
import { make } from "../../components/kit/svg.js"

export const ROOM = { left: 46, right: 12, top: 8, bottom: 40 }

export const tenth = value => value.toFixed(1)

// A circle, a square or a diamond of the same area for the first, second and third class.
export const mark = (code, x, y, r) => {
  if (code === 0) return `M${tenth(x - r)},${tenth(y)}a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(2 * r)},0a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(-2 * r)},0z`
  if (code === 1) { const a = 0.886 * r; return `M${tenth(x - a)},${tenth(y - a)}h${tenth(2 * a)}v${tenth(2 * a)}h${tenth(-2 * a)}z` }
  const a = 1.253 * r
  return `M${tenth(x)},${tenth(y - a)}l${tenth(a)},${tenth(a)}l${tenth(-a)},${tenth(a)}l${tenth(-a)},${tenth(-a)}z`
}

export const marksByClass = (frames, xs, ys, radius) => {
  const texts = frames.classes.map(() => "")
  for (let i = 0; i < xs.length; i++) texts[frames.codes[i]] += mark(frames.codes[i], xs[i], ys[i], radius(i))
  return texts
}

export const svgIn = (state, name, height) => {
  const part = state.parts[name], width = Math.max(180, Math.floor(part.plot.clientWidth))
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" })
  part.plot.replaceChildren(svg)
  return { svg, width, height, plot: part.plot }
}

// Whether a row is wrong in the tree of a round.
export const wrongIn = (frames, r, i) => frames.predicted[(r - 1) * frames.x.length + i] !== frames.codes[i]

// One of the curves over the rounds: weighted error, tree weight, errors of the vote on seen and unseen rows.
export const curve = (frames, at) => frames.curves.subarray(at * frames.rounds, (at + 1) * frames.rounds)
