// What lambda shrinks: the weight of a leaf over lambda. It follows the lambda that is dragged beside it.
import { axes } from "../../components/kit/axes.js"
import { listenWhileThere } from "../../components/kit/listen.js"
import { clamp, shown } from "../../components/kit/numbers.js"
import { onResize } from "../../components/kit/resize.js"
import { make, path } from "../../components/kit/svg.js"
import { LAMBDA, weightOf } from "./weight.js"

const leaves = new WeakMap() // parent element: { data, lambda, ... }
const ROOM = { left: 62, right: 30, top: 26, bottom: 40 } // half of 100,000 stands beyond the axis

const draw = ({ data, lambda, root }) => {
  const width = Math.max(260, Math.floor(root.clientWidth)), height = Math.max(130, Math.floor(root.clientHeight))
  const top = data.top, now = weightOf(data, lambda), floor = height - ROOM.bottom
  const svg = make("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `w* over lambda: ${shown(now)} at lambda ${shown(lambda)}, ${shown(weightOf(data, top))} at lambda ${shown(top)}`,
  })
  const { sx, sy } = axes(svg, {
    width, height, room: ROOM, extent: [0, top, ...data.weights], xLabel: "λ", yLabel: "what λ shrinks: w*", about: [4, 4],
  })
  const clip = make("clipPath", { id: "small" })
  clip.append(make("rect", { x: ROOM.left, y: ROOM.top, width: width - ROOM.left - ROOM.right, height: floor - ROOM.top }))
  const lambdas = Array.from({ length: 301 }, (_, i) => top * (i / 300) ** 2)
  const x = sx(lambda), y = clamp(sy(now), ROOM.top, floor), isRight = x > width * 0.6
  svg.append(
    clip,
    make("path", {
      class: "curve", "clip-path": "url(#small)", stroke: data.colour,
      d: path(lambdas.map(sx), lambdas.map(each => sy(weightOf(data, each)))),
    }),
    make("circle", { cx: x, cy: y, r: 6, fill: data.colour }),
    make("text", { class: "mark", x: x + (isRight ? -10 : 10), y: y + (now < 0 ? 18 : -7), "text-anchor": isRight ? "end" : "start" }, shown(now)),
  )
  root.replaceChildren(svg)
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".shrink")
  const state = leaves.get(parentElement) ?? {}
  Object.assign(state, { data, root, lambda: data.lambda })
  if (!leaves.has(parentElement))
    listenWhileThere(root, LAMBDA, lambda => {
      state.lambda = lambda
      draw(state)
    })
  leaves.set(parentElement, state)
  draw(state)
  return onResize(root, () => draw(state))
}
