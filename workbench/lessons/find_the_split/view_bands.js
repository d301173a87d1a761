// A band along a feature's axis, in which every cut stands as high as what it gains: { at: scale of the feature, high: scale of
// the gain's share of the best, isUp: whether it lies beside the picture }.
import { clamp } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { nearestCut } from "./view_model.js"

const FEW = 24 // cuts that are dots, too

export const bandUnder = (P, at) => ({ at, high: share => P.foot - clamp(share, 0, 1.02) * (P.foot - P.head - 0.9 * P.em), isUp: false })

export const placeIn = ({ at, high, isUp }, value, share) => {
  const place = [at(value), high(share)].map(round1)
  return isUp ? place.reverse() : place
}
export const lineIn = (band, value, from, to) => `M${placeIn(band, value, from).join(" ")}L${placeIn(band, value, to).join(" ")}`

// Every cut of a feature, as far as it is swept; those that may not be are thin.
export const curveIn = (band, M, { threshold: all, gain, verdict, ends }, swept) => {
  if (!all.length || !swept) return ""
  const last = swept < 1 ? nearestCut({ threshold: all }, ends[0] + swept * (ends[1] - ends[0])) : all.length - 1
  let area = "",
    allowed = "",
    forbidden = "",
    spots = ""
  for (let i = 0; i <= last; i++) {
    const spot = placeIn(band, all[i], gain[i] / (M.best.gain || 1)).join(" "),
      isAllowed = verdict[i] === 0,
      wasAllowed = i > 0 && verdict[i - 1] === 0
    area += `${i ? "L" : "M"}${spot}`
    if (isAllowed) allowed += `${wasAllowed ? "L" : "M"}${spot}`
    forbidden += `${i && !(isAllowed && wasAllowed) ? "L" : "M"}${spot}`
    if (all.length <= FEW) spots += `M${spot}h0`
  }
  const closed = `${area}L${placeIn(band, all[last], 0).join(" ")}L${placeIn(band, all[0], 0).join(" ")}Z`
  return `<path class="gained" d="${closed}"/><path class="curve forbidden" d="${forbidden}"/><path class="gain-curve" d="${allowed}"/><path class="gain-spots" d="${spots}"/>`
}

// A number beside its mark: before it in the band below where there is no room after it, over it in the band beside.
export const labelAt = (P, { isUp }, [x, y], text, cls, isBefore = false) => {
  if (isUp) return `<text class="${cls} halo" x="${Math.min(x + 4, P.w)}" y="${round1(y + (isBefore ? 1.3 : -0.7) * P.em)}" text-anchor="end">${text}</text>`
  const flips = isBefore ? x > P.x0 + 4 * P.em : x > P.x1 - 4 * P.em
  return `<text class="${cls} halo" x="${x + (flips ? -9 : 9)}" y="${round1(Math.min(y + 0.3 * P.em, P.foot - 4))}"${flips ? ' text-anchor="end"' : ""}>${text}</text>`
}

// The best cut with its gain; and the one in hand, as a knob.
export const bestIn = (P, band, M, value, gain, isBefore) => {
  const [x, y] = placeIn(band, value, gain / (M.best.gain || 1)),
    half = 1.4 * P.em,
    text = band.isUp
      ? labelAt(P, band, [x, y], significant(gain), "ink", isBefore)
      : `<text class="ink halo" x="${clamp(x, P.x0 + half, P.x1 - half)}" y="${round1(y - 0.7 * P.em)}" text-anchor="middle">${significant(gain)}</text>`
  return `<circle class="best" cx="${x}" cy="${y}" r="5"/>${text}`
}
export const knobIn = (P, band, M, value, gain, isNamed, isBefore) => {
  const [x, y] = placeIn(band, value, gain / (M.best.gain || 1))
  return `<circle class="knob" cx="${x}" cy="${y}" r="5"/>${isNamed ? labelAt(P, band, [x, y], significant(gain), "ink", isBefore) : ""}`
}

// At the end: what a split gained; and what was guessed there.
export const barIn = (band, value, share) => {
  const [x, y] = placeIn(band, value, share),
    [x0, y0] = placeIn(band, value, 0)
  return band.isUp ? `<rect class="done" x="${x0}" y="${y - 5}" width="${round1(x - x0)}" height="10"/>` : `<rect class="done" x="${x - 5}" y="${y}" width="10" height="${round1(y0 - y)}"/>`
}
export const pinIn = (band, value, share) => {
  const [x, y] = placeIn(band, value, share)
  return `<path class="yours thin" d="${lineIn(band, value, 0, share)}"/><circle class="grip" cx="${x}" cy="${y}" r="4"/>`
}
