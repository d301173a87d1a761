// A band along a feature's axis, in which every cut stands as high as what it gains: { at: scale of the feature, high: scale of
// the gain's share of the best, isUp: whether it lies beside the picture }.
import { heightOf, ticks } from "../../stage/kit/axes.js"
import { clamp } from "../../stage/kit/easing.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { bestOf, nearestCut } from "./view_model.js"

const FEW = 24 // cuts that are dots, too

export const bandUnder = (P, at) => ({ at, high: share => P.foot - clamp(share, 0, 1.02) * (P.foot - P.head - 1.2 * P.em), isUp: false })

export const placeIn = ({ at, high, isUp }, value, share) => {
  const place = [at(value), high(share)].map(round1)
  return isUp ? place.reverse() : place
}
const lineIn = (band, value, from, to) => `M${placeIn(band, value, from).join(" ")}L${placeIn(band, value, to).join(" ")}`

// Every cut of a feature, as far as it is swept; those that may not be are thin.
const curveIn = (band, M, F, swept) => {
  const { threshold: all, gain, verdict, ends } = F
  if (!all.length || !swept) return ""
  const last = swept < 1 ? nearestCut(F, ends[0] + swept * (ends[1] - ends[0])) : all.length - 1,
    spots = Array.from({ length: last + 1 }, (_, i) => placeIn(band, all[i], gain[i] / (M.best.gain || 1)).join(" ")),
    allowed = spots.map((spot, i) => (verdict[i] ? "" : `${i && !verdict[i - 1] ? "L" : "M"}${spot}`)).join(""),
    forbidden = spots.map((spot, i) => `${i && (verdict[i] || verdict[i - 1]) ? "L" : "M"}${spot}`).join(""),
    dots = all.length > FEW ? "" : spots.map(spot => `M${spot}h0`).join("")
  return `<path class="curve forbidden" d="${forbidden}"/><path class="after gain-curve" d="${allowed}"/><path class="gain-spots" d="${dots}"/>`
}

// A number beside its mark, over the curve: before it in the band below where there is no room after it, over it or under it in
// the band beside.
const labelAt = (P, { isUp }, [x, y], text, cls, isBefore = false, curve = []) => {
  if (isUp) return `<text class="${cls} halo" x="${Math.min(x + 4, P.w)}" y="${round1(y + (isBefore ? 1.3 : -0.7) * P.em)}" text-anchor="end">${text}</text>`
  const flips = isBefore ? x > P.x0 + 4 * P.em : x > P.x1 - 4 * P.em,
    wide = 9 + 0.5 * P.em * text.length,
    high = heightOf(curve, flips ? x - wide : x, flips ? x : x + wide, P.foot)
  return `<text class="${cls} halo" x="${x + (flips ? -9 : 9)}" y="${round1(Math.min(y + 0.3 * P.em, high - 5))}"${flips ? ' text-anchor="end"' : ""}>${text}</text>`
}

// Its place, as long as nothing is told.
const toCome = ({ at, high, isUp }) => {
  const [along, up] = [at.range, [high(0), high(1)]].map(ends => [Math.min(...ends), Math.abs(ends[1] - ends[0])].map(round1)),
    [[x, wide], [y, tall]] = isUp ? [up, along] : [along, up]
  return `<rect class="to-come" x="${x}" y="${y}" width="${wide}" height="${tall}"/>`
}

// What stands there of a feature: nothing but the place of the cut while it is asked; what the sweep has found so far; then the
// best cut, the one in hand, and the one that was guessed with what it lacks.
export const drawBand = ({ own: { P, said } }, band, hand, f) => {
  const { M, kind, i, k } = hand,
    F = M.features[f],
    isHere = f === hand.f && i >= 0,
    share = at => F.gain[at] / (M.best.gain || 1),
    spotOf = at => placeIn(band, F.threshold[at], share(at))
  if (kind === "asked") return toCome(band) + (isHere ? `<path class="yours thin" d="${lineIn(band, F.threshold[i], 0, 1)}"/>${labelAt(P, band, placeIn(band, F.threshold[i], 0.5), "gains ?", "mine")}` : "")
  const swept = kind !== "sweeps" || f < hand.f ? 1 : f > hand.f ? 0 : hand.swept,
    best = kind === "sweeps" ? (f === hand.f ? hand.soFar : -1) : f === M.best.feature || !band.isPair ? bestOf(M, f) : -1,
    yours = said.get(k)?.f === f ? said.get(k) : null,
    isPassed = kind !== "sweeps" || f < hand.f || (f === hand.f && i >= yours?.i)
  const curve = Array.from(F.threshold, (_, at) => spotOf(at))
  let drawn = curveIn(band, M, F, swept)
  if (yours && !isPassed) drawn += `<path class="yours thin" d="${lineIn(band, yours.at, 0, 1)}"/>`
  if (yours && isPassed) {
    drawn += `<path class="yours thin" d="${lineIn(band, yours.at, 0, yours.share < 0.995 ? 1 : yours.share)}"/><circle class="grip" cx="${spotOf(yours.i)[0]}" cy="${spotOf(yours.i)[1]}" r="4.5"/>`
    if (yours.share < 0.995) drawn += labelAt(P, band, placeIn(band, yours.at, (1 + share(yours.i)) / 2), `yours ${significant(yours.gain)}`, "mine", best >= 0 && yours.at < F.threshold[best], curve)
  }
  if (best >= 0) {
    const [x, y] = spotOf(best),
      text = significant(F.gain[best]),
      middle = clamp(x, P.x0 + 1.4 * P.em, P.x1 - 1.4 * P.em)
    drawn += `<circle class="best" cx="${x}" cy="${y}" r="5"/>`
    drawn += band.isUp ? labelAt(P, band, [x, y], text, "ink", false, curve) : `<text class="ink halo" x="${middle}" y="${round1(y - 0.7 * P.em)}" text-anchor="middle">${text}</text>`
  }
  if (!isHere || i === best || kind === "settles") return drawn
  const [x, y] = spotOf(i),
    isBefore = best >= 0 && F.threshold[i] < F.threshold[best]
  return `${drawn}<circle class="knob" cx="${x}" cy="${y}" r="5"/>${kind === "found" ? labelAt(P, band, [x, y], significant(F.gain[i]), "ink", isBefore, curve) : ""}`
}

// The axis of the gain, which no cut is measured on while it is asked.
export const bandAxis = (P, gain) => {
  const name = `<text class="ink" x="0" y="${round1(P.head)}">gain</text>`
  if (!gain) return name
  const high = bandUnder(P).high,
    levels = ticks(0, gain, 2).filter(each => each <= gain)
  const text = each => {
    const isLong = 0.5 * P.em * tick(each).length > P.x0 - 8
    return `<text class="halo" x="${isLong ? 0 : P.x0 - 8}" y="${round1(high(each / gain) + 0.3 * P.em)}" text-anchor="${isLong ? "start" : "end"}">${tick(each)}</text>`
  }
  return name + levels.map(each => `<path class="grid" d="M${P.x0} ${round1(high(each / gain))}H${P.x1}"/>${text(each)}`).join("")
}

// At the end: under every cut of a feature what it gained, and what was guessed there.
export const endBars = ({ own: { said }, record: { tree, gains } }, band, f, long = 1) => {
  const share = gain => (long * Math.max(0, gain)) / Math.max(...gains)
  const bars = Array.from(gains, (gain, at) => {
    const id = tree.split.indexOf(at + 1)
    if (tree.feature[id] !== f) return ""
    const [x, y] = placeIn(band, tree.threshold[id], share(gain)),
      [x0, y0] = placeIn(band, tree.threshold[id], 0)
    return band.isUp ? `<rect class="done" x="${x0}" y="${y - 5}" width="${round1(x - x0)}" height="10"/>` : `<rect class="done" x="${x - 5}" y="${y}" width="10" height="${round1(y0 - y)}"/>`
  })
  const pins = [...said.values()].filter(each => each.f === f).map(({ at, gain }) => {
    const [x, y] = placeIn(band, at, share(gain))
    return `<path class="yours thin" d="${lineIn(band, at, 0, share(gain))}"/><circle class="grip" cx="${x}" cy="${y}" r="4"/>`
  })
  return bars.join("") + pins.join("")
}
