// What every cut gains, under its rows: drawn by the sweep, with the best cut, the one in hand, and the one that was guessed.
import { clamp } from "../../stage/kit/easing.js"
import { coil } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { bandUnder, bestIn, curveIn, knobIn, placeIn } from "./view_bands.js"
import { bestOf } from "./view_model.js"

export const WAITS = "gain of every cut: after your guess"

export const drawGain = (S, { P, M, F, x, hand, cut }) => {
  if (hand.kind === "asked") return S.own.time.isRest ? `<text x="${P.x0}" y="${round1(P.head + 0.9 * P.em)}">${WAITS}</text>` : ""
  const band = bandUnder(P, x),
    best = bestOf(M, hand.f),
    isTold = hand.kind !== "sweeps",
    yours = isTold ? S.own.said.get(hand.k) : null,
    top = F.threshold[best]
  let drawn = curveIn(band, M, F, hand.swept)
  if (yours?.f === hand.f) drawn += guessed(S, P, band, M, F, hand, yours)
  if (isTold && best >= 0) drawn += bestIn(P, band, M, top, F.gain[best])
  if (cut && cut.i !== best) {
    const at = F.threshold[cut.i]
    drawn += knobIn(P, band, M, at, cut.gain, hand.kind === "found", Math.abs(x(at) - x(top)) < 4 * P.em && at < top)
  }
  if (!yours || yours.f === hand.f) return drawn
  const level = round1(band.high(yours.gain / (M.best.gain || 1)))
  return `${drawn}<path class="yours thin" d="M${P.x0} ${level}H${P.x1}"/><text class="mine halo" x="${P.x1}" y="${level > P.foot - 1.6 * P.em ? level - 5 : level + P.em}" text-anchor="end">yours, on ${S.record.names[yours.f]}: ${significant(yours.gain)}</text>`
}

// The guess stays, with what it lacks, and a coil to the best cut.
const guessed = (S, P, band, M, F, hand, yours) => {
  const lacks = yours.share < 0.995,
    at = F.threshold[yours.i],
    [gx, gy] = placeIn(band, at, yours.gain / (M.best.gain || 1)),
    top = round1(band.high(1)),
    pin = `<path class="yours thin" d="M${gx} ${P.top - 6}V${P.end + 6}M${gx} ${P.foot}V${lacks ? top : gy}"/><circle class="grip" cx="${gx}" cy="${gy}" r="4.5"/>`
  if (!lacks || hand.f !== M.best.feature || M.best.cut < 0) return pin
  const bx = round1(band.at(F.threshold[M.best.cut])),
    high = P.top - 1.1 * P.em,
    away = bx < gx ? 7 : -7
  return (
    `${pin}<path class="yours thin" d="M${gx} ${top}H${bx}"/>${coil([gx, high], [bx, high], S.own.springs)}` +
    `<text class="mine halo" x="${gx + away}" y="${round1(clamp((gy + top) / 2, top + P.em, P.foot - 4))}"${away < 0 ? ' text-anchor="end"' : ""}>−${significant(M.best.gain - yours.gain)}</text>`
  )
}
