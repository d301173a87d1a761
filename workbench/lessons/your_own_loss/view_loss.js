// The loss of one row over F: its slope is the gradient, its bend the hessian, and both make the parabola that a tree sees.
import { across, below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { placeIn } from "../../stage/kit/guess.js"
import { capital, put, round1, say, set } from "../../stage/kit/svg.js"
import { hereNow, readAt, rowNow, yNow } from "./view_model.js"

const GRAINS = 100, // of F, from 0 to the end of its axis
  SUMS = ["loss", "g", "h", "w alone in a leaf"]

export const placeLoss = S => {
  const { own, L, record } = S,
    { curve, em } = L
  own.C = { em, x: scale(record.span, [2.6 * em, curve.w - 0.6 * em]), box: [1.2 * em, curve.h - 2.2 * em] }
}

const along = (x, y, xs, values, [low, high]) => {
  let d = "",
    on = false
  for (let i = 0; i < values.length; i++) {
    const value = values[i],
      isIn = Number.isFinite(value) && value >= low && value <= high
    if (isIn) d += `${on ? "L" : "M"}${x(xs(i)).toFixed(1)} ${y(value).toFixed(1)}`
    on = isIn
  }
  return d
}

// F is dragged: between two places of the curve numbers are read off it, where it comes to rest they are Python's.
export const wireLoss = S => {
  const { curve } = S.parts
  const put = F => {
    const grain = S.record.span[1] / GRAINS
    S.own.F = clamp(Number((Math.round(F / grain) * grain).toFixed(2)), ...S.record.span)
    S.ask()
  }
  const take = event => put(S.own.C.x.back(placeIn(S, curve, event)[0]))
  const end = () => {
    const own_F = S.own.F
    S.own.F = null
    if (own_F !== null) S.act({ own_F })
  }
  S.listen(curve, "pointerdown", event => {
    if (event.button || !S.resting()) return
    curve.setPointerCapture(event.pointerId)
    take(event)
  })
  S.listen(curve, "pointermove", event => S.own.F !== null && take(event))
  for (const name of ["pointerup", "pointercancel"]) S.listen(curve, name, end)
  S.listen(curve, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (!by || !S.resting()) return
    put(placeOf(S, 1) + (by * S.record.span[1]) / GRAINS)
    end()
    event.preventDefault()
    event.stopPropagation()
  })
}

const placeOf = (S, share) => {
  const { own: { model, F }, at } = S,
    row = rowNow(S),
    raw = round => model.state("raw", round)[row]
  if (F !== null) return F
  if (S.resting()) return at.own_F ?? raw(at.round)
  return S.isStart ? raw(0) : lerp(raw(S.step - 1), raw(S.step), share)
}

export const drawLoss = (S, p) => {
  const { own, parts, record } = S,
    { C } = own,
    row = rowNow(S),
    moment = (own.y === null ? S.moment() : null) ?? own.curves
  own.curves = moment
  if (moment?.row !== row) return put(parts.curvebox, "")
  const { limits, loss: losses, gradient, used } = moment,
    { span } = record,
    goal = moment.y,
    y = scale(limits, [C.box[1], C.box[0]]),
    last = losses.length - 1,
    xs = i => lerp(...span, i / last)
  own.C.x = scale(span, own.C.x.range)
  const F = placeOf(S, p.step),
    read = values => readAt(values, span, F)
  // On its way, all is read off the one curve that is drawn.
  const known = own.F === null && moment.y === yNow(S) && S.resting() ? hereNow(S) : null
  const { loss, g, h } = known ?? { loss: read(losses), g: read(gradient), h: read(used) }
  let drawn = across(y, C.x.range, C.em, { n: 3 }) + below(C.x, C.box[1], C.em, { n: 5, name: "F" })
  if (!record.is_binary)
    drawn +=
      `<path class="truth" d="M${round1(C.x(goal))} ${C.box[0]}V${C.box[1]}"/>` +
      `<text x="${round1(C.x(goal))}" y="${C.box[0] - 5}" text-anchor="middle">its y</text>`
  drawn += `<path class="after" d="${along(C.x, y, xs, losses, limits)}"/>`
  if ([loss, g, h].every(Number.isFinite)) drawn += seenByTree(S, y, { F, loss, g, h, xs, last, limits }) + keyOf(C)
  put(parts.curvebox, drawn)
  set(parts.curve, "aria-valuenow", String(significant(F)))
  set(parts.curve, "aria-valuemin", String(span[0]))
  set(parts.curve, "aria-valuemax", String(span[1]))
  say(parts.losshead, `${capital(record.title)} of the ringed row`)
  const values = [loss, g, h, known ? known.step : -g / (h + record.reg_lambda)]
  const said = SUMS.map((name, k) => `<span>${name} <b>${Number.isFinite(values[k]) ? significant(values[k]) : ""}</b></span>`)
  put(parts.sums, `<button type="button" data-card="sums">${said.join("")}</button>`)
}

const keyOf = ({ em, x: { range: [left] }, box: [, foot] }) =>
  `<path class="before" d="M${left + 4} ${foot - 8}h20"/><text class="halo parabola" x="${left + 30}" y="${round1(foot - 8 + 0.3 * em)}">parabola of g and h</text>`

// Slope and parabola at F, within the axes.
const seenByTree = ({ own: { C } }, y, { F, loss, g, h, xs, last, limits }) => {
  const bow = Float64Array.from({ length: last + 1 }, (_, k) => loss + g * (xs(k) - F) + 0.5 * h * (xs(k) - F) ** 2),
    near = (xs(last) - xs(0)) / 2 / last,
    line = Float64Array.from({ length: 61 }, (_, k) => loss + g * (k - 30) * near)
  return (
    `<path class="before" d="${along(C.x, y, xs, bow, limits)}"/>` +
    `<path class="slope" d="${along(C.x, y, k => F + (k - 30) * near, line, limits)}"/>` +
    `<circle class="dot" cx="${round1(C.x(F))}" cy="${round1(clamp(y(loss), C.box[0], C.box[1]))}" r="${0.45 * C.em}"/>`
  )
}
