// The chosen row in numbers: raw predictions F by class, and the probabilities that softmax makes of them.
import { mark } from "../../components/kit/class_marks.js"
import { drawnAt } from "../../components/kit/motion.js"
import { shown } from "../../components/kit/numbers.js"
import { make } from "../../components/kit/svg.js"
import { between, cut, isAsked, svgIn } from "./class_picture_shapes.js"

const HEAD = 20, NUMBER = 54

export const layoutBars = state => {
  const { frames, data, places } = state, n = frames.classes.length
  const picture = (state.bars = svgIn(places.bars, HEAD + 20 * n)), { svg, width, height } = picture
  const row = (height - HEAD) / n, names = Math.min(150, Math.max(98, width * 0.2)), wide = (width - names - 2 * NUMBER - 46) / 2
  const reach = Math.max(...data.raw.flat().map(Math.abs), 0.1)
  const left = { from: names, zero: names + wide / 2, to: names + wide }, right = { from: width - NUMBER - wide, to: width - NUMBER }
  picture.f = value => left.zero + (value / reach) * (wide / 2)
  picture.p = value => right.from + value * wide
  const add = (kind, attributes, text) => svg.appendChild(make(kind, attributes, text))
  add("text", { class: "tick", x: left.zero, y: 13, "text-anchor": "middle" }, width < 420 ? "F (pale: new)" : "raw prediction F (pale: this round)")
  add("text", { class: "tick", x: (left.to + NUMBER + right.from) / 2, y: 13, "text-anchor": "middle" }, "→")
  add("text", { class: "tick", x: (right.from + right.to) / 2, y: 13, "text-anchor": "middle" }, "softmax: p")
  add("path", { class: "axis", d: `M${left.zero},${HEAD}V${height}M${right.from},${HEAD}V${height}` })
  picture.rows = frames.classes.map((name, k) => {
    const y = HEAD + row * k, middle = y + row / 2, high = Math.min(26, row * 0.62), colour = frames.colours[k]
    add("path", { d: mark(k, 9, middle, 5), fill: colour })
    add("text", { class: "tick", x: 20, y: middle + 4.5 }, cut(name, Math.floor((names - 24) / 7.2)))
    add("rect", { class: "track", x: right.from, y: middle - high / 2, width: wide, height: high, rx: 2 })
    const rect = () => add("rect", { y: middle - high / 2, height: high, fill: colour, rx: 2 })
    const number = x => add("text", { class: "tick value", x, y: middle + 4.5 })
    return { f: rect(), added: add("rect", { class: "added", y: middle - high / 2, height: high, stroke: colour, rx: 2 }), fText: number(left.to + 6), p: rect(), pText: number(right.to + 6) }
  })
}

const span = (bar, from, to) => {
  bar.setAttribute("x", Math.min(from, to))
  bar.setAttribute("width", Math.max(0.5, Math.abs(to - from)))
}

export const paintBars = state => {
  const { frames, data, bars } = state, [r, share] = drawnAt(state), asked = isAsked(state)
  const said = frames.classes.map((name, k) => {
    const row = bars.rows[k], before = data.raw[r - 1][k], f = between(before, data.raw[r][k], share)
    const p = between(data.p[r - 1][k], data.p[r][k], share), now = data.raw[state.round][k]
    span(row.f, bars.f(0), bars.f(f))
    span(row.added, bars.f(before), bars.f(f))
    span(row.p, bars.p(0), bars.p(p))
    row.fText.textContent = shown(now)
    row.pText.textContent = data.p[state.round][k].toFixed(3)
    return `${name}: F ${shown(now)}, p ${data.p[state.round][k].toFixed(3)}`
  })
  bars.svg.setAttribute("aria-label", `Row ${data.row} ${asked ? "before" : "after"} round ${state.round}. ${said.join("; ")}.`)
}
