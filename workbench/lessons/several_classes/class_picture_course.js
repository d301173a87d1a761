// The probabilities of the chosen row over the rounds, a line a class.
import { axes } from "../../components/kit/axes.js"
import { mark } from "../../components/kit/class_marks.js"
import { drawnAt } from "../../components/kit/motion.js"
import { make, path } from "../../components/kit/svg.js"
import { between, isAsked, svgIn } from "./class_picture_shapes.js"

const ROOM = { left: 34, right: 14, top: 24, bottom: 22 }

export const layoutCourse = state => {
  const { frames, data, places } = state
  const picture = (state.course = svgIn(places.course, 90)), { svg, width, height } = picture
  const { sx, sy } = axes(svg, { width, height, room: ROOM, extent: [0, data.rounds, 0, 1], yLabel: `p of row ${data.row} over the rounds`, about: [6, 2] })
  picture.sx = sx
  const add = (kind, attributes) => svg.appendChild(make(kind, attributes))
  const last = data.known ?? data.rounds
  const known = data.p.slice(0, frames.hidden ? -1 : last + 1), rounds = known.map((_, r) => sx(r))
  frames.classes.forEach((_, k) => {
    add("path", { class: k === data.true_class ? "course own" : "course", stroke: frames.colours[k], d: path(rounds, known.map(p => sy(p[k]))) })
  })
  picture.cursor = add("line", { class: "cursor", y1: ROOM.top, y2: height - ROOM.bottom })
  picture.heads = frames.classes.map((_, k) => add("path", { class: "row", fill: frames.colours[k] }))
  picture.sy = sy
}

export const paintCourse = state => {
  const { course, data, frames } = state, [r, share] = drawnAt(state)
  // What is asked is not there yet: the marks stay on the round before.
  const at = isAsked(state) ? state.round - 1 : between(r - 1, r, share), x = course.sx(at)
  course.cursor.setAttribute("x1", x)
  course.cursor.setAttribute("x2", x)
  course.heads.forEach((head, k) => head.setAttribute("d", mark(k, x, course.sy(between(data.p[r - 1][k], data.p[r][k], share)), 4.5)))
  const ends = frames.classes.map((name, k) => `${name} from ${data.p[0][k].toFixed(2)} to ${data.p[state.round][k].toFixed(2)}`)
  course.svg.setAttribute("aria-label", `Probabilities of row ${data.row} by round, up to round ${state.round}: ${ends.join(", ")}.`)
}
