// Beside the rows, what the gain is: of sums a triangle for each side, as wide as its G and as high as its weight, whose area is
// ½ G² / (H + λ); of classes the rows of each side, as high as they are impure. Both are open until the cut is told.
import { scale } from "../../stage/kit/axes.js"
import { clamp, part } from "../../stage/kit/easing.js"
import { bracketed, fraction, gainFormula, math, mi, mn } from "../../stage/kit/formula.js"
import { added, decimalsFor, signed, significant } from "../../stage/kit/numbers.js"
import { capital, escaped, fade, put, round1, say } from "../../stage/kit/svg.js"
import { cutOf, foundAt, nameOf, rowsOf } from "./view_model.js"

const LINES = 5.6, // em, of what is said below of classes
  LINE = 2.4, // and of sums
  APART = 13.5, // em, of a sum that has no room beyond its leg, from the middle, where a mean is written
  FEW = 0.15 // of a node's weight: smaller sides may be cut off above

const NAMES = { gini: "Gini", entropy: "entropy" }
const b = (value, cls = "ink") => `<tspan class="${cls}">${value}</tspan>`

// Impurity of a side, from the rows of each class.
const impurityOf = (kind, sums) => {
  const counts = Array.from(sums),
    n = counts.reduce((a, c) => a + c, 0) || 1
  if (kind === "gini") return 1 - counts.reduce((sum, each) => sum + (each / n) ** 2, 0)
  return counts.reduce((sum, each) => sum - (each > 0 ? (each / n) * Math.log2(each / n) : 0), 0)
}
const weightOf = ({ lambda }, [G, H]) => (H + lambda > 0 ? G / (H + lambda) : 0)
const scoreOf = (record, sums) => (sums[0] * weightOf(record, sums)) / 2

// While one goes over to the next node, or to the end: how much of what comes is seen, and of what goes.
const COMES = [0.15, 0.4],
  GOES = [0, 0.15]

export const drawPanel = (S, { k, ends, finds, isRest, u }) => {
  const { own, parts, record } = S,
    ofSums = !record.classes.length,
    isOnTheWay = !isRest && !finds,
    isLast = isOnTheWay && u < GOES[1],
    splitBefore = ends ? k : k - 1,
    hand = !isLast ? own.hand : splitBefore ? foundAt(S, splitBefore) : null
  const isOver = ends && !isLast
  say(parts.panelhead, isOver ? `${capital(record.kind === "squared_error" ? "half the mean squared error" : record.error_name)} after each cut` : !ofSums ? "Gain: how far the impurity falls" : hand?.kind === "asked" ? `Look for a large sum ${record.kind === "logistic" ? "with a large w" : "whose mean moves far"}` : "Gain: the area of both triangles")
  fade(parts.panelbox, !isOnTheWay ? 1 : !isLast ? part(u, COMES) : 1 - part(u, GOES))
  if (isOver) return put(parts.panelbox, wholeOf(S))
  if (!hand || (hand.i < 0 && hand.kind !== "found")) return put(parts.panelbox, "")
  drawCut(S, hand)
}

const drawCut = (S, hand) => {
  const { parts, record, L: { em, panel: box } } = S,
    ofSums = !record.classes.length
  const cut = cutOf(S, hand.M, hand.f, hand.i),
    pen = { S, record, M: hand.M, em, w: box.w, high: box.h - (ofSums ? LINE : LINES) * em, isTold: hand.kind !== "asked", isRunning: hand.kind === "sweeps", sides: cut.sides }
  const yours = hand.kind === "found" ? S.own.said.get(hand.k) : null,
    isOther = yours && (yours.f !== hand.f || yours.i !== hand.i)
  const others = isOther ? slopes({ ...pen, sides: cutOf(S, hand.M, yours.f, yours.i).sides }, "yours thin") : "",
    shapes = ofSums ? others + soFarOf(pen, hand) + triangles(pen) : levels(pen)
  const lines = pen.isRunning ? bestSoFar(S, hand) : ofSums ? [sumWords(pen, cut)] : [...cut.sides.map((side, at) => `${b("LR"[at])} ${record.plane && hand.f ? ["(below) ", "(above) "][at] : ""}${sideWords(record, side, pen.isTold)}`), impureWords(pen, cut)]
  const cls = ofSums && pen.isTold && !pen.isRunning ? ' class="sum-line"' : ""
  put(parts.panelbox, shapes + lines.map((text, at) => `<text${cls} x="0" y="${round1(pen.high + (1.5 + 1.6 * at) * em)}">${text}</text>`).join(""))
}

const bestSoFar = ({ record }, { M, f, soFar }) => (soFar < 0 ? [] : [`best so far ${b(escaped(nameOf(record, M, f, soFar)))}: gain ${b(significant(M.features[f].gain[soFar]), "of-model")}`])

// --- sums

// The largest sum and weights of a side, so that all cuts of a node are drawn on one scale.
const reachOf = (record, M) => {
  if (M.reach) return M.reach
  const reach = { G: Math.abs(M.total[0]) || 1e-9, up: 1e-9, down: -1e-9 },
    right = left => [M.total[0] - left[0], M.total[1] - left[1]]
  const widen = (side, few) => {
    reach.G = Math.max(reach.G, Math.abs(side[0]))
    if (side[1] < few * M.total[1]) return
    reach.up = Math.max(reach.up, weightOf(record, side))
    reach.down = Math.min(reach.down, weightOf(record, side))
  }
  for (const { sums } of M.features) for (let i = 0; i < sums.length; i += 2) for (const side of [sums.subarray(i, i + 2), right(sums.subarray(i, i + 2))]) widen(side, FEW)
  for (const side of [M.best.left, right(M.best.left)]) widen(side, 0)
  return (M.reach = reach)
}

// The corners of a side's triangle, beside the cut in the middle: [where the sum ends, where the weight does].
const cornersOf = ({ record, M, em, w, high, sides }) => {
  const reach = reachOf(record, M),
    y = scale([reach.down, reach.up], [high - 6, 6]),
    middle = w / 2
  return sides.map(({ sums }, at) => ({
    x: round1(middle + (at ? 1 : -1) * (2 + (Math.abs(sums[0]) / reach.G) * (middle - em))),
    x0: middle + (at ? 2 : -2),
    y: round1(clamp(y(weightOf(record, sums)), 0, high)),
    zero: round1(y(0)),
  }))
}
const areas = pen => `<path class="taken" d="${cornersOf(pen).map(({ x, x0, y, zero }) => `M${x0} ${zero}H${x}L${x0} ${y}Z`).join("")}"/>`
// Of another cut, without the leg on which the sums of this one are written.
const slopes = (pen, cls) => `<path class="${cls}" d="${cornersOf(pen).map(({ x, x0, y, zero }) => `M${x} ${zero}L${x0} ${y}V${zero}`).join("")}"/>`
// Each leg has its number beside it: the sum on the side where the triangle is not, the weight on the other, the area within.
const triangles = pen => {
  const { em, w, high, record, M, isTold, isRunning } = pen, // numbers that run over each other are not read
    { up, down } = reachOf(record, M),
    digits = decimalsFor(Math.max(up, -down)),
    name = record.kind === "logistic" ? "w" : "mean moves"
  const sides = cornersOf(pen).map(({ x, x0, y, zero }, at) => {
    const { sums } = pen.sides[at],
      [out, anchor] = at ? [1, "start"] : [-1, "end"],
      rises = y <= zero ? -1 : 1,
      near = x0 + out * 7,
      text = (cls, px, py, words, ends = anchor) => isRunning ? "" : `<text class="${cls} halo" x="${round1(px)}" y="${round1(py + 0.3 * em)}" text-anchor="${ends}">${words}</text>`,
      [wide, tall] = [Math.abs(x - x0), Math.abs(y - zero)],
      sum = isTold ? `−G = ${added(sums[0])}` : added(sums[0]),
      isBeyond = w / 2 - wide > 0.6 * em * sum.length,
      move = clamp(zero + rises * Math.max((isTold ? 1.7 : 1.3) * em, 0.6 * tall), 0.6 * em, high - 0.4 * em)
    return (
      `<path class="leg-sum" d="M${x0} ${zero}H${x}"/><path class="leg-weight" d="M${x0} ${zero}V${y}"/>` +
      text("of-rest", ...(isBeyond ? [x + out * 6, zero, sum] : [at ? Math.min(w, Math.max(x, w / 2 + APART * em)) : Math.max(0, Math.min(x, w / 2 - APART * em)), zero - rises * 1.1 * em, sum, at ? "end" : "start"])) +
      text("of-model", isTold ? x0 - out * 9 : near, move, `${name} ${signed(weightOf(record, sums), digits)}`, isTold ? (at ? "end" : "start") : anchor) +
      (isTold && wide * tall > (1.5 * em) ** 2 ? text("ink", x0 + out * (0.5 * wide + 0.5 * em), zero + rises * (0.5 * tall + 0.9 * em), significant(scoreOf(record, sums))) : "")
    )
  })
  const { zero } = cornersOf(pen)[0]
  return `<path class="grid" d="M0 ${zero}H${w}M${w / 2} 0V${high}"/>${isTold ? areas(pen) : ""}${sides.join("")}`
}
const soFarOf = (pen, { kind, M, f, soFar: best }) => (kind === "sweeps" && best >= 0 ? slopes({ ...pen, sides: cutOf(pen.S, M, f, best).sides }, "best-outline") : "")

const sideWords = (record, { n, sums }, isTold) => {
  const shares = Array.from(sums, each => Math.round((100 * each) / (n || 1)))
  if (shares.length === 2) shares[0] = n && 100 - shares[1]
  return `${rowsOf(n)}: ${b(shares.map(each => `${each} %`).join(" · "))}${isTold ? `, ${NAMES[record.kind]} ${b(significant(impurityOf(record.kind, sums)))}` : ""}`
}

const sumWords = ({ record, M, isTold, sides }, { gain }) => {
  const [stem, move] = record.kind === "logistic" ? ["a stem is −g = y − p", "w"] : ["both together are 0", "move"]
  if (!isTold) return `The sum of a side's stems is called −G; ${stem}.`
  const scores = sides.map(({ sums }) => significant(scoreOf(record, sums))).join(" + "),
    before = record.kind === "logistic" ? ` − ${significant(scoreOf(record, M.total))} before` : ""
  return `Each ½ · G · ${move}: ${scores}${before} = gain ${b(significant(gain), "of-model")}`
}

// --- classes: what is left, and what is taken of the impurity before

const levels = ({ record, M, w, high, isTold, sides }) => {
  const most = record.kind === "gini" ? 1 - 1 / record.classes.length : Math.log2(record.classes.length),
    y = impurity => round1(high - (impurity / (1.12 * most)) * high),
    before = impurityOf(record.kind, M.total)
  let drawn = "",
    x = 0
  for (const { n, sums } of sides) {
    const wide = round1((n / M.n) * w),
      now = isTold ? impurityOf(record.kind, sums) : before,
      bar = (cls, from, to) => `<rect class="${cls}" x="${x}" y="${y(to)}" width="${Math.max(0, wide - 1)}" height="${round1(Math.max(0, y(from) - y(to)))}"/>`
    drawn += bar("left-over", 0, now) + (now < before ? bar("done", now, before) : "")
    x = round1(x + wide + 1)
  }
  return `${drawn}<path class="before" d="M0 ${y(before)}H${w}"/><text class="halo" x="${w}" y="${y(before) - 5}" text-anchor="end">${NAMES[record.kind]} before ${significant(before)}</text>`
}
const impureWords = ({ record, M, isTold }, { gain }) => {
  const whole = M.n * impurityOf(record.kind, M.total)
  return isTold ? `blue area: gain ${b(significant(gain), "of-model")} of ${significant(whole)} (rows × ${NAMES[record.kind]})` : "The purer both sides, the more the cut gains."
}

// --- the end: what is left after each split, and what the split took of it

const wholeOf = ({ record: { error, kind }, L: { em, panel: box } }) => {
  const foot = box.h - 4.8 * em,
    y = scale([0, Math.max(...error)], [foot, 0.4 * em]),
    wide = box.w / error.length,
    gap = Math.min(8, 0.2 * wide)
  const columns = Array.from(error, (left, at) => {
    const x = round1(at * wide + gap / 2),
      bar = (cls, from, to) => `<rect class="${cls}" x="${x}" y="${round1(y(to))}" width="${round1(wide - gap)}" height="${round1(Math.max(0, y(from) - y(to)))}"/>`,
      says = (text, where, cls = "") => (wide > 0.5 * em * text.length ? `<text class="${cls}" x="${round1(x + (wide - gap) / 2)}" y="${round1(where)}" text-anchor="middle">${text}</text>` : "")
    const [low, high] = [Math.min(left, error[at - 1] ?? left), Math.max(left, error[at - 1] ?? left)]
    return bar(kind === "logistic" ? "moved" : "left-over", 0, low) + bar("done", low, high) + says(significant(left), foot + 1.2 * em, "ink") + (wide > 1.4 * em ? says(String(at), foot + 2.5 * em) : "")
  })
  return `${columns.join("")}<text x="0" y="${round1(box.h - 0.8 * em)}">${b("blue", "of-model")}: what the cut took</text><text x="${box.w}" y="${round1(box.h - 0.8 * em)}" text-anchor="end">cuts</text>`
}

// --- numbers that open their sums

const fact = (name, value) => `<span class="note">${name} <b>${value}</b></span>`

// At the end: what was left and is, and what a further cut would gain.
const sumsOfAll = ({ error_name: name, error, kind, n_splits: many, tree: { could, split } }) => {
  const next = Math.max(...could.filter((_, id) => !split[id])),
    left = kind === "logistic" ? "" : fact(name, `${significant(error[0])} → ${significant(error[many])}`)
  return fact("leaves", many + 1) + left + (next > 0 ? fact("a further cut would gain", significant(next)) : "")
}

export const drawSums = (S, { ends, isRest }) => {
  const { own: { hand }, parts, record } = S
  if (ends && isRest) return put(parts.sums, sumsOfAll(record))
  if (!hand || ends || (!isRest && hand.kind !== "asked") || (hand.i < 0 && hand.kind !== "found")) return put(parts.sums, "")
  const { sides: [left, right], gain, rank, verdict } = cutOf(S, hand.M, hand.f, hand.i),
    rows = fact("rows", `${left.n} | ${right.n}`)
  if (hand.kind === "asked") return put(parts.sums, rows + fact("gain", "?"))
  const place = verdict ? `<b>forbidden</b>: ${escaped(record.reasons[verdict])}` : `rank <b>${rank} of ${hand.M.n_allowed}</b>`
  put(parts.sums, `${rows}<button type="button" data-card="gain"><span>gain</span> <b>${significant(gain)}</b></button><span class="note">${place}</span>`)
}

export const cardOf = S => {
  const { own: { hand }, record } = S
  if (hand?.kind !== "found") return ""
  const { M, f, i } = hand,
    cut = cutOf(S, M, f, i)
  return `<p>${escaped(cut.asks)}</p>${formulaOf(record, M, cut)}`
}

const count = n => `<mn>${n}</mn>`
const formulaOf = (record, M, { sides: [left, right], gain }) => {
  if (record.kind === "logistic") {
    const of = sums => ({ T: -sums[0], H: sums[1] })
    return gainFormula({ left: of(left.sums), right: of(right.sums), node: of(M.total), gain, gamma: 0, lambda: record.lambda })
  }
  if (record.kind === "squared_error") {
    const term = ({ n, sums }) => fraction(`<msup>${bracketed(sums[0])}<mn>2</mn></msup>`, mn(n)),
      name = side => fraction(`<msubsup><mi>G</mi><mi>${side}</mi><mn>2</mn></msubsup>`, mi("n", side)),
      half = inside => `<mtext>gain</mtext><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>(</mo>${inside}<mo>)</mo>`
    return math(half(`${name("L")}<mo>+</mo>${name("R")}`)) + math(`${half(`${term(left)}<mo>+</mo>${term(right)}`)}<mo>=</mo>${mn(gain)}`)
  }
  const node = { n: M.n, sums: M.total },
    term = ({ n, sums }) => `${count(n)}<mo>·</mo>${mn(impurityOf(record.kind, sums))}`
  const impurity = ({ n, sums }, index) => {
    const shares = Array.from(sums).filter(each => each > 0).map(each => fraction(count(each), count(n))),
      terms = record.kind === "gini" ? ["<mn>1</mn>", ...shares.map(each => `<msup><mrow><mo>(</mo>${each}<mo>)</mo></mrow><mn>2</mn></msup>`)] : ["", ...shares.map(each => `${each}<msub><mi>log</mi><mn>2</mn></msub>${each}`)]
    return math(`${mi("I", index)}<mo>=</mo>${terms.join("<mo>−</mo>")}`)
  }
  return (
    math(`<mtext>gain</mtext><mo>=</mo><mi>n</mi><mi>I</mi><mo>−</mo>${mi("n", "L")}${mi("I", "L")}<mo>−</mo>${mi("n", "R")}${mi("I", "R")}`) +
    math(`<mo>=</mo>${[node, left, right].map(term).join("<mo>−</mo>")}<mo>=</mo>${mn(gain)}`) +
    impurity(node) + impurity(left, "L") + impurity(right, "R")
  )
}
