// The loss of one row over F: its slope is the gradient, its bend the hessian, and both make the parabola that a tree sees.
import { across, below, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { placeIn } from "../../stage/kit/guess.js"
import { wireDrag } from "../../stage/kit/pointing.js"
import { capital, put, round1, say, set } from "../../stage/kit/svg.js"
import { hereNow, readAt, rowNow, turned, yNow } from "./view_model.js"

const GRAINS = 100, // of F, from 0 to the end of its axis
  NEAR = 2.5 // grains from the fit: a hand that lets F go there lets it go back
const fitRaw = S => S.own.model.state("raw", S.at.round)[rowNow(S)]

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
  const end = (near = NEAR) => {
    const { F } = S.own
    S.own.F = null
    if (F !== null) S.act({ own_F: Math.abs(F - fitRaw(S)) < (near * S.record.span[1]) / GRAINS ? null : F })
  }
  wireDrag(S, curve, { starts: event => !event.button && S.resting(), by: event => put(S.own.C.x.back(placeIn(S, curve, event)[0])), end })
  S.listen(curve, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (!by || !S.resting()) return
    put(placeOf(S, 1) + (by * S.record.span[1]) / GRAINS)
    end(0.6)
    event.preventDefault()
    event.stopPropagation()
  })
}

const placeOf = (S, share) => {
  const { own: { model, F }, at } = S,
    row = rowNow(S),
    raw = round => model.state("raw", round)[row]
  if (F !== null) return F
  if (S.resting()) return at.own_F ?? fitRaw(S)
  return S.isStart ? raw(0) : lerp(raw(S.step - 1), raw(S.step), share)
}

export const drawLoss = (S, p) => {
  const { own, parts, record } = S,
    { C } = own,
    row = rowNow(S),
    moment = (own.y === null ? S.moment() : null) ?? own.curves
  own.curves = moment
  if (moment?.row !== row) return put(parts.curvebox, "")
  const [limits, losses, gradient, used] = ["limits", "loss", "gradient", "used"].map(name => turned(own, name, moment[name])),
    { span } = record,
    goal = moment.y,
    y = scale(limits, [C.box[1], C.box[0]]),
    last = losses.length - 1,
    xs = i => lerp(...span, i / last)
  own.C.x = scale(span, own.C.x.range)
  const F = placeOf(S, p.step),
    read = values => readAt(values, span, F)
  // On its way, all is read off the one curve that is drawn.
  const known = own.F === null && !own.turn && moment.y === yNow(S) && S.resting() ? hereNow(S) : null
  const { loss, g, h } = known ?? { loss: read(losses), g: read(gradient), h: read(used) },
    values = [loss, g, h, known ? known.step : -g / (h + record.reg_lambda)]
  let drawn = across(y, C.x.range, C.em, { n: 3 }) + below(C.x, C.box[1], C.em, { n: 5, name: record.is_binary ? "F, raw" : "F" }) + `<text class="ink" x="2" y="${C.box[0] - 5}">loss</text>`
  if (!record.is_binary)
    drawn +=
      `<path class="truth" d="M${round1(C.x(goal))} ${C.box[0]}V${C.box[1]}"/>` +
      `<text x="${round1(C.x(goal))}" y="${C.box[0] - 5}" text-anchor="middle">its y ${significant(goal)}</text>`
  drawn += `<path class="after" d="${along(C.x, y, xs, losses, limits)}"/>`
  const isMoved = own.F !== null || (S.resting() && S.at.own_F !== null)
  if (isMoved) drawn += fitNow(S, y, readAt(losses, span, fitRaw(S)))
  if (values.every(Number.isFinite)) drawn += seenByLeaf(S, y, { F, values, xs, last, limits })
  put(parts.curvebox, drawn)
  for (const [name, value] of Object.entries({ now: Number(F.toPrecision(3)), min: span[0], max: span[1] })) set(parts.curve, `aria-value${name}`, String(value))
  say(parts.losshead, `${capital(record.title)} ${isMoved ? `if F were ${significant(F)}` : `of the ringed row${record.is_binary ? `, y = ${yNow(S)}` : ""}`}`)
  const said = ["loss", "slope g", record.why_h ? "h set to" : "h", "w alone in a leaf"].map((name, k) => `<span>${name} <b>${Number.isFinite(values[k]) ? significant(values[k]) : ""}</b></span>`)
  put(parts.sums, `<button type="button" data-card="sums">${said.join("")}</button>`)
}

// Where the fit is while another F is tried; pressed, it is F again.
const fitNow = (S, y, loss) => {
  const { em, x, box } = S.own.C,
    [at, up] = [x(fitRaw(S)), clamp(y(loss), ...box)].map(round1)
  return `<circle class="fit-now" cx="${at}" cy="${up}" r="${0.45 * em}"/><text class="halo" x="${at}" y="${round1(up - 0.8 * em)}" text-anchor="middle">fit now</text>`
}

// Slope and parabola at F, within the axes: a leaf of this row alone goes to the parabola's lowest point.
const seenByLeaf = ({ own: { C }, record: { reg_lambda: lambda } }, y, { F, values: [loss, g, h, w], xs, last, limits }) => {
  const { em, x, box: [top, foot] } = C,
    bow = Float64Array.from({ length: last + 1 }, (_, k) => loss + g * (xs(k) - F) + 0.5 * (h + lambda) * (xs(k) - F) ** 2),
    near = (xs(last) - xs(0)) / 2 / last,
    line = Float64Array.from({ length: 61 }, (_, k) => loss + g * (k - 30) * near),
    [left, right] = x.range,
    under = round1(Math.min(foot, y(loss + g * w) + 0.9 * em)), // the slope, above which all else is
    [fx, fy, lx, ly] = [x(F), y(loss), x(F + w), y(loss + 0.5 * g * w)].map(round1),
    isIn = lx > left && lx < right && ly < under && Math.abs(lx - fx) > 0.7 * em,
    back = -5 * Math.sign(w)
  const lowest = isIn ? `<path class="to-lowest" d="M${fx} ${under}V${fy}M${lx} ${ly}V${under}M${fx} ${under}H${lx}m${back} -4l${-back} 4l${back} 4"/><text class="ink halo" x="${lx - 1.2 * back}" y="${round1(under + 0.3 * em)}" text-anchor="${w > 0 ? "start" : "end"}">w</text>` : ""
  return (
    `<g class="parabola"><path class="before" d="${along(x, y, xs, bow, limits)}"/>${lowest}</g>` +
    `<path class="slope" d="${along(x, y, k => F + (k - 30) * near, line, limits)}"/>` +
    `<circle class="dot" cx="${fx}" cy="${round1(clamp(fy, top, foot))}" r="${0.45 * em}"/>`
  )
}
