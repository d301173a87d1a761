// What the pictures of AdaBoost have in common: marks of all rows, the place of a picture, numbers by round.
import { mark } from "../../components/kit/class_marks.js"
import { make } from "../../components/kit/svg.js"

export const ROOM = { left: 46, right: 12, top: 8, bottom: 40 }

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
