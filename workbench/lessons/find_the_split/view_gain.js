// What every cut gains, under its rows: drawn by the sweep, with the best cut, the one in hand, and the one that was guessed.
import { clamp } from "../../stage/kit/easing.js"
import { coil } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { bestOf, nearestCut } from "./view_model.js"

const FEW = 24 // cuts that are dots, too

export const drawGain = (S, pen) => {
  const { P, hand, opacity } = pen
  if (hand.kind === "asked") return opacity < 1 ? "" : `<text x="${P.x0}" y="${round1(P.head + 0.9 * P.em)}">gain of every cut: after your guess</text>`
  const y = gain => round1(P.foot - (clamp(gain / (hand.M.best.gain || 1), 0, 1.02)) * (P.foot - P.head - 0.9 * P.em))
  return curve(pen, y) + marks(S, pen, y)
}

const curve = ({ P, F, x, hand }, y) => {
  const { threshold: all, gain, verdict } = F
  if (!all.length) return ""
  const last = hand.swept < 1 ? nearestCut(F, F.ends[0] + hand.swept * (F.ends[1] - F.ends[0])) : all.length - 1
  let area = "",
    allowed = "",
    forbidden = "",
    spots = ""
  for (let i = 0; i <= last; i++) {
    const point = `${round1(x(all[i]))} ${y(gain[i])}`
    area += `${i ? "L" : "M"}${point}`
    if (verdict[i] === 0) allowed += `${i && verdict[i - 1] === 0 ? "L" : "M"}${point}`
    forbidden += `${i && (verdict[i] !== 0 || verdict[i - 1] !== 0) ? "L" : "M"}${point}`
    if (all.length <= FEW) spots += `M${point}h0`
  }
  const closed = `${area}L${round1(x(all[last]))} ${P.foot}H${round1(x(all[0]))}Z`
  return `<path class="gained" d="${closed}"/><path class="curve forbidden" d="${forbidden}"/><path class="gain-curve" d="${allowed}"/><path class="gain-spots" d="${spots}"/>`
}

const marks = (S, { P, M, F, x, cut, at, hand }, y) => {
  const best = bestOf(M, hand.f),
    yours = S.own.said.get(hand.k),
    isMine = yours?.f === hand.f
  let drawn = ""
  if (isMine && hand.kind !== "sweeps") drawn += guessed(S, { P, M, F, x, hand }, y, yours)
  if (hand.kind !== "sweeps" && best >= 0) {
    const bx = x(F.threshold[best]),
      by = y(F.gain[best]),
      half = 1.4 * P.em
    drawn += `<circle class="best" cx="${round1(bx)}" cy="${by}" r="5"/><text class="ink halo" x="${round1(clamp(bx, P.x0 + half, P.x1 - half))}" y="${by - 0.7 * P.em}" text-anchor="middle">${significant(F.gain[best])}</text>`
  }
  if (cut && cut.i !== best) {
    const ky = y(cut.gain)
    drawn += `<circle class="knob" cx="${round1(at)}" cy="${ky}" r="5"/>`
    if (hand.kind === "found") drawn += valueAt(P, at, ky, significant(cut.gain), "ink", Math.abs(at - x(F.threshold[best])) < 4 * P.em && at < x(F.threshold[best]))
  }
  if (yours && !isMine && hand.kind !== "sweeps") {
    const level = y(yours.gain)
    drawn += `<path class="yours thin" d="M${P.x0} ${level}H${P.x1}"/><text class="mine halo" x="${P.x1}" y="${level > P.foot - 1.6 * P.em ? level - 5 : level + P.em}" text-anchor="end">yours, on ${S.record.names[yours.f]}: ${significant(yours.gain)}</text>`
  }
  return drawn
}

const valueAt = (P, x, y, text, cls, isLeft) => {
  const flips = isLeft ? x > P.x0 + 4 * P.em : x > P.x1 - 4 * P.em
  return `<text class="${cls} halo" x="${round1(x + (flips ? -9 : 9))}" y="${round1(Math.min(y + 0.3 * P.em, P.foot - 4))}"${flips ? ' text-anchor="end"' : ""}>${text}</text>`
}

// The guess stays, with what it lacks, and a coil to the best cut.
const guessed = (S, { P, M, F, x, hand }, y, yours) => {
  const gx = round1(x(F.threshold[yours.i])),
    gy = y(yours.gain),
    top = y(M.best.gain),
    lacks = yours.share < 0.995
  let drawn = `<path class="yours thin" d="M${gx} ${P.top - 6}V${P.end + 6}M${gx} ${P.foot}V${lacks ? top : gy}"/><circle class="grip" cx="${gx}" cy="${gy}" r="4.5"/>`
  if (!lacks || hand.f !== M.best.feature || M.best.cut < 0) return drawn
  const bx = round1(x(F.threshold[M.best.cut]))
  drawn += `<path class="yours thin" d="M${gx} ${top}H${bx}"/>` + coil([gx, P.top - 1.1 * P.em], [bx, P.top - 1.1 * P.em], S.own.springs)
  const away = bx < gx ? 7 : -7
  return `${drawn}<text class="mine halo" x="${gx + away}" y="${round1(clamp((gy + top) / 2, top + P.em, P.foot - 4))}"${away < 0 ? ' text-anchor="end"' : ""}>−${significant(M.best.gain - yours.gain)}</text>`
}
