// From one leaf to the next: what was added becomes the new 0, so the curves slide by the step; then w* shrinks by the
// rate to the new step. A lambda that is moved by keys bends the curves to where they are.
import { copyOf, glide, isStep, leave, shape, shifted } from "../../components/kit/glide.js"
import { make } from "../../components/kit/svg.js"

const HIDDEN = { opacity: 0 }

// A mark comes from another one; the foot of its line stays on the axis.
const glideMark = ({ line, dot, at, top }, from, wait = 0) => {
  if (!line) return // it is beyond the axis
  for (const [part, rise] of [[line, 0], [dot, from.top - top]]) {
    const start = shifted(from.at - at, rise)
    glide(part, wait ? [{ ...start, ...HIDDEN }, { ...start, ...HIDDEN, offset: wait - 0.1 }, { ...start, opacity: 1, offset: wait }, {}] : [start, {}])
  }
}

const slide = (before, now, isBack) => {
  const { origin, zero } = isBack ? now : before, sign = isBack ? -1 : 1
  const dx = sign * (origin[0] - zero[0]), dy = sign * (origin[1] - zero[1])
  glide(now.sliding, [shifted(dx, dy), { ...shifted(0, 0), offset: 0.6 }, {}])
  const { step } = before.marks
  if (isBack || !step.line) return
  const copy = make("g")
  copy.append(copyOf(step.line), copyOf(step.dot))
  leave(now.group, copy, [{ opacity: 1 }, { ...shifted(-dx, 0), offset: 0.6, opacity: 1 }, { ...shifted(-dx, 0), ...HIDDEN }])
}

// before, now: what was drawn, with curves, marks, the place of 0 and that of the step, and what it was drawn in.
export const glideLeaf = (before, now) => {
  if (!isStep(before?.step, now.step)) return
  if (before.axes === now.axes) slide(before, now, now.step.at < before.step.at)
  const { best, step, lowest } = now.marks
  for (const { line, dot } of [best, lowest]) // they have their places when the curves have theirs
    if (line) for (const part of [line, dot]) glide(part, [HIDDEN, { ...HIDDEN, offset: 0.5 }, { opacity: 1, offset: 0.6 }, {}])
  glideMark(step, best, 0.6)
}

export const glideLambda = (before, now) => {
  now.curves.forEach((curve, i) => glide(curve, [shape(before.curves[i].getAttribute("d")), shape(curve.getAttribute("d"))]))
  for (const name of ["best", "step", "lowest"]) if (before.marks[name].line) glideMark(now.marks[name], before.marks[name])
}
