// The terms as bars, and their formulas under them: what w changes, then what two leaves gain over one.
import { across, extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { mi, related } from "../../stage/kit/formula.js"
import { fade, put, round1, say } from "../../stage/kit/svg.js"
import { brief, handOf, isBetAsked, lowestAt, plus, rectAt, sidesOf, textAt } from "./view_model.js"
import { LINES, TERMS } from "./view_phases.js"

const inMath = inside => `<math><mrow>${related(inside)}</mrow></math>`
const AXIS = 2.6 // em, of its numbers
const DOT = "<mo>·</mo>"
const waiting = (x, y, w, em) => `<rect class="waiting" x="${round1(x)}" y="${round1(y)}" width="${round1(w)}" height="${1.6 * em}" rx="3"/>`

export const drawTerms = (S, p) => {
  const { record, parts } = S
  fade(parts.termsbox, part(p.room, [0.7, 1])) // once the rows have made room
  if (p.room === 0) return put(parts.terms, "")
  if (p.a > 3.02 && record.parted.length && p.a <= 5) return gainOf(S, p)
  if (p.a > 5) lieOf(S, p)
  else changeOf(S, p)
}

const summed = values => {
  const sums = [0]
  for (const each of values) sums.push(sums.at(-1) + each)
  return sums
}

// A waterfall: bars that each begin where the one before ended, and the total from 0. of: the terms of all that is compared,
// which are on one scale.
const waterfall = (S, values, { names, classes, shown, place, of }) => {
  const { em, terms: { w: W, h: H } } = S.L,
    sums = summed(values),
    runs = [...values.map((_, j) => [sums[j], sums[j + 1]]), [0, sums.at(-1)]],
    [low, high] = extent([values, ...of].flatMap(summed))
  const y = scale([low === high ? -1 : low, high], [H - 1.5 * em, 2.5 * em]),
    many = runs.length,
    slot = (W - AXIS * em) / many,
    cx = j => AXIS * em + slot * (j + 0.5),
    wide = Math.min(0.6 * slot, 64)
  const isWhole = shown.every(t => t === 0 || t === 1) // on its way a total is no number
  let drawn = `<g class="levels">${across(y, [AXIS * em, W], em, { n: 3 })}</g><path class="zero" d="M${AXIS * em} ${round1(y(0))}H${W}"/>`
  runs.forEach(([from, to], j) => {
    const x = cx(j) - wide / 2,
      at = Math.min(y(from), y(to)),
      high_ = Math.abs(y(to) - y(from)),
      t = shown[j]
    drawn += textAt(cx(j), 0.9 * em, names[j], "math ink")
    if (t <= 0) {
      drawn += waiting(x, y(0) + (high <= 0 ? 4 : -1.6 * em - 4), wide, em)
      return
    }
    drawn += place?.(j, t, { x, at, wide, high: high_ }) ?? rectAt(x, at, wide, high_, classes[j])
    if (j < many - 2 && t === 1) drawn += `<path class="lead" d="M${round1(x + wide)} ${round1(y(to))}H${round1(cx(j + 1) - wide / 2)}"/>`
    const value = to - from,
      beyond = value < 0 ? 1.05 * em : -5,
      foot = (value < 0 ? at + high_ : at) + beyond,
      isStruck = y(0) > foot - 0.9 * em && y(0) < foot + 3 // by the line at 0
    if (j < many - 1 ? t > 0.9 : isWhole) drawn += textAt(cx(j), isStruck ? y(0) + beyond : foot, plus(value), j === many - 1 ? "ink" : "")
  })
  return drawn
}

// What w changes: G w falls, the squares give back.
const changeOf = (S, p) => {
  const { record, parts } = S,
    { sums } = record,
    w = handOf(S)
  const shown = [p.slope, p.bend, p.penalty, p.bend === 1 && p.slope === 1 ? 1 : 0]
  const termsAt = (w, share) => [sums.G * w, 0.5 * sums.H * w * w, S.own.model.penalty(w, share)],
    values = termsAt(w, 1).map((each, j) => each * shown[j]),
    of = [termsAt(w, p.penalty), termsAt(clamp(lowestAt(S, 2), ...record.axis), 0)]
  const names = ["G w", "½ H w²", sums.alpha ? "½ λ w² + α|w|" : "½ λ w²", "change"]
  put(parts.terms, waterfall(S, values, { names, classes: ["slope-bar", "depth", "minus", "total"], shown, of }))
  say(parts.termshead, "What w changes")
  say(parts.termsnote, p.slope > 0 ? `w = ${brief(w)}` : "")
}

// What the parabola promises at its lowest point on the way to F = 4, and what the truth is.
const lieOf = (S, p) => {
  const { record, parts, own, L } = S,
    { far } = record,
    [F, G, H] = own.model.onWay(p.lie)
  const lambda = lerp(record.sums.lambda, 0, p.lie),
    w = -G / (H + lambda),
    promised = 0.5 * G * w
  const truth = own.model.shifted(F + w) + 0.5 * lambda * w * w - own.model.shifted(F),
    { em } = L,
    { w: W, h } = L.terms
  const most = Math.max(Math.abs(far.promised), Math.abs(far.change)),
    held = own.model.shifted(F + far.held) - own.model.shifted(F),
    y = value => h * 0.52 - (value / most) * (h * 0.52 - 2.4 * em)
  const column = (at, value, name, cls, said) =>
    `${rectAt(at * W - 32, y(0), 64, y(value) - y(0), cls)}${textAt(at * W, 0.95 * em, name, "ink")}${textAt(at * W, value < 0 ? y(value) + 1.1 * em : y(value) - 5, said)}`
  const said = end => (p.lie === 1 ? plus(end) : "")
  put(parts.terms, p.ball < 1 ? "" : `<path class="zero" d="M0 ${round1(y(0))}H${W}"/>${column(0.2, promised, "promised", "depth", said(far.promised))}${column(0.5, truth, "true", "true-bar", said(far.change))}${p.lie === 1 ? column(0.8, held, `with λ = ${brief(record.sums.lambda)}`, "total", said(held)) : ""}`)
  say(parts.termshead, "At its lowest point")
  say(parts.termsnote, "")
}

// Left + right − one − γ: depths leave the bowls, and land here.
const gainOf = (S, p) => {
  const { record, parts, own, L } = S,
    { sums, parted } = record,
    termsOf = ({ depth }) => [...depth, -sums.depth, -sums.gamma],
    classes = ["depth", "depth", "minus", "price", "total"]
  const place = (j, t, { x, at, wide, high }) => {
    const from = own.bars[j]
    if (j > 2 || t === 1 || !from) return j > 2 && t < 1 ? rectAt(x, at + high * (1 - t), wide, high * t, classes[j]) : undefined
    const dx = L.picture.x - L.terms.x,
      dy = L.picture.y - L.terms.y
    return rectAt(lerp(from[0] + dx - 5, x, t), lerp(from[1] + dy, at, t), lerp(10, wide, t), lerp(from[2], high, t), classes[j])
  }
  const shown = TERMS.map(phase => soft(part(p.a, phase)))
  put(parts.terms, waterfall(S, termsOf(sidesOf(S)), { names: ["left", "right", "− one", "− γ", "gain"], classes, shown, place, of: parted.map(termsOf) }))
  say(parts.termshead, "What the cut gains")
  say(parts.termsnote, "")
}

// --- formulas

// What stands for what, before any formula.
const MEANT = {
  y: "the truth",
  F: "the prediction before this leaf",
  p: "F as the probability of y = 1",
  ℓ: "the loss: larger, the worse F + w fits y",
}
const meant = ({ rows }) =>
  Object.entries(MEANT)
    .filter(([symbol]) => symbol !== "p" || rows.p.length)
    .map(([symbol, words]) => `<div class="meant">${inMath(mi(symbol))}<span>${words}</span></div>`)
    .join("")

const lineOf = ({ label, math, words }, name) =>
  `<button type="button" class="line" data-card="${name}"><span class="note">${label}</span><span class="fits">${math}${words ? `<span class="note">${words}</span>` : ""}</span></button>`

const gainCells = (S, p) => {
  const { record } = S,
    { terms, gain, depth } = sidesOf(S),
    { sums } = record
  const values = [depth[0], depth[1], sums.depth, sums.gamma, gain].map(brief),
    done = TERMS.map(([, end]) => p.a >= end - 0.01)
  const cells = values.map((value, j) => {
    const symbols = j < 3 ? terms[j][0] : j === 3 ? "<math><mi>γ</mi></math>" : "<math><mtext>gain</mtext></math>",
      numbers = j < 3 ? terms[j][1] : "",
      sign = ["", "+", "−", "−", "="][j]
    const said = done[j] ? `<span class="fits">${numbers}</span><b class="${j < 2 ? "of-model" : ""}" data-sign="${sign}">${value}</b>` : ""
    return `<span class="term"><i>${sign}</i><span class="fits">${symbols}</span>${said}</span>`
  })
  return `<button type="button" class="terms" data-card="gain">${cells.join("")}</button>`
}

// The lines of an act: those of the act before go at once, and each is there, for whoever reads it, once the picture has what
// it says.
export const drawFormulas = (S, p) => {
  const { record, parts } = S,
    act = Math.ceil(p.a),
    passed = 1 - (act - p.a)
  if (act === 0) return put(parts.formulas, meant(record))
  const [lines, name] = act < 4 ? [linesOf(S, act), `line${act}`] : act === 4 ? [sidesOf(S)?.lines, "parted"] : [record.far?.lines, "far"]
  const isSaid = i => passed >= LINES[act][i] && (act !== 6 || p.ball === 1) && !(act === 4 && i === 2 && isBetAsked(S))
  const drawn = act === 5 ? gainCells(S, p) : (lines ?? []).map((each, i) => (isSaid(i) ? lineOf(each, `${name}${i}`) : "")).join("")
  put(parts.formulas, drawn)
  if (S.own.fitted !== drawn || S.own.fittedAt !== S.L.formulas.w) {
    S.own.fitted = drawn
    S.own.fittedAt = S.L.formulas.w
    for (const each of parts.formulas.querySelectorAll(".fits")) shrink(each)
  }
}

// The line that says it has the w that is shown.
const linesOf = (S, act) => (S.record.lines[act] ?? []).map(each => (each.label === "here" ? { ...each, math: hereAt(S, act, handOf(S)) } : each))
const hereAt = ({ own: { model }, record: { sums } }, act, w) => {
  const { G, H, L0 } = sums,
    bare = value => `<mn>${brief(value)}</mn>`,
    bracketed = value => (value < 0 ? `<mo stretchy="false">(</mo>${bare(value)}<mo stretchy="false">)</mo>` : bare(value)),
    half = bend => `<mfrac><mn>1</mn><mn>2</mn></mfrac>${DOT}${bare(bend)}${DOT}<msup><mrow>${bracketed(w)}</mrow><mn>2</mn></msup>`
  if (act === 2)
    return inMath(`${mi("L")}<mo>≈</mo>${bare(L0)}<mo>${G < 0 ? "−" : "+"}</mo>${bare(Math.abs(G))}${DOT}${bracketed(w)}<mo>+</mo>${half(H)}<mo>=</mo>${bare(L0 + G * w + 0.5 * H * w * w)}`)
  return inMath(`${mi("L")}<mo>=</mo>${bare(L0 + model.truth(w))}`)
}

// A formula that is wider than its place is drawn smaller, never cut.
const shrink = each => {
  each.style.fontSize = ""
  const share = each.clientWidth / each.scrollWidth
  if (share < 1) each.style.fontSize = `${round1(0.97 * share * parseFloat(getComputedStyle(each).fontSize))}px`
}
