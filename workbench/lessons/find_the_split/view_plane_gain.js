// What every cut of the plane gains: those of one feature below it, those of the other beside it, on one scale.
import { coil, turn } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { barIn, bestIn, curveIn, knobIn, labelAt, lineIn, pinIn, placeIn } from "./view_bands.js"
import { WAITS } from "./view_gain.js"

const MOST_NAMED = 8, // gains
  BESIDE = 0.66 // of the band beside the plane: its numbers stand after the bars

export const drawBands = (S, hand, { isRest }, now, region) => {
  const { P } = S.own,
    { M, kind } = hand
  if (kind === "asked") return isRest ? `<text x="${P.x0}" y="${round1(P.head + 0.9 * P.em)}">${WAITS}</text>` : ""
  const sweptOf = f => (kind !== "sweeps" || f < hand.f ? 1 : f > hand.f ? 0 : hand.swept)
  return M.features.map((F, f) => curveIn(P.bands[f], M, F, sweptOf(f))).join("") + marks(S, hand, now) + guessed(S, hand, region)
}

const marks = ({ own: { P, said } }, { M, kind, k }, now) => {
  const { feature, cut: i, gain } = M.best,
    along = P.bands[feature].at,
    at = i < 0 ? Number.NaN : M.features[feature].threshold[i],
    yours = said.get(k),
    isUnder = yours?.f === 1 && yours.at > at && along(at) - along(yours.at) < 3 * P.em,
    best = kind !== "sweeps" && i >= 0 ? bestIn(P, P.bands[feature], M, at, gain, isUnder) : ""
  if (!now || (now.cut.f === feature && now.cut.i === i)) return best
  const isNear = now.cut.f === feature && Math.abs(along(now.at) - along(at)) < 4 * P.em
  return best + knobIn(P, P.bands[now.cut.f], M, now.at, now.cut.gain, kind === "found", isNear && now.at < at)
}

// The guess stays, with what it lacks; a coil leads to the best cut, and round a corner an arc.
const guessed = (S, { M, k, kind, f: swept, i: reached }, [x0, y0, x1, y1]) => {
  const { P, said } = S.own,
    yours = said.get(k)
  if (!yours || (kind === "sweeps" && (yours.f > swept || (yours.f === swept && yours.i > reached)))) return ""
  const { f, share } = yours,
    band = P.bands[f],
    at = M.features[f].threshold[yours.i],
    [gx, gy] = placeIn(band, at, share),
    across = round1(band.at(at)),
    lacks = kind === "found" && share < 0.995,
    pin = `<path class="yours thin" d="${f ? `M${x0} ${across}H${x1}` : `M${across} ${y0}V${y1}`}${lineIn(band, at, 0, lacks ? 1 : share)}"/><circle class="grip" cx="${gx}" cy="${gy}" r="4.5"/>`
  if (!lacks || M.best.cut < 0) return pin
  const best = M.best.feature,
    isAfter = f === best && M.features[best].threshold[M.best.cut] < at,
    middle = placeIn(band, at, (1 + share) / 2),
    text = labelAt(P, band, f ? [P.w - 8, middle[1]] : middle, `−${significant(M.best.gain - yours.gain)}`, "mine", f ? !isAfter : f === best && !isAfter)
  return pin + text + wayToBest(S, M, f, at, [x0, y0, x1, y1])
}

const wayToBest = ({ own: { P, springs } }, M, f, at, [x0, y0, x1, y1]) => {
  const best = M.best.feature,
    to = P.bands[best].at(M.features[best].threshold[M.best.cut]),
    from = P.bands[f].at(at),
    r = Math.min(3.4 * P.em, (x1 - x0) / 3, (y1 - y0) / 3)
  if (f === best) return f ? coil([x1 - P.em, from], [x1 - P.em, to], springs) : coil([from, y0 + P.em], [to, y0 + P.em], springs)
  const [x, y] = f ? [to, from] : [from, to],
    right = x > (x0 + x1) / 2 ? 180 : 0,
    down = y > (y0 + y1) / 2 ? -90 : 90,
    lies = right && down < 0 ? -180 : right,
    [begin, end] = f ? [lies, down] : [down, lies]
  return turn([x, y], r, begin, end, springs)
}

// The end: every split at its cut in its feature's band, as long as what it gained; and what was guessed there.
export const drawEndBands = ({ own: { P, said }, record: { tree, gains } }, opacity) => {
  const most = Math.max(...gains),
    long = (f, gain) => ((f ? BESIDE : 1) * Math.max(0, gain)) / most,
    taken = [...said.values()].map(({ f, at, gain }) => placeIn(P.bands[f], at, long(f, gain))),
    pins = [...said.values()].map(({ f, at, gain }) => pinIn(P.bands[f], at, long(f, gain)))
  const bars = Array.from(gains, (gain, at) => {
    const id = tree.split.indexOf(at + 1),
      f = tree.feature[id],
      bar = barIn(P.bands[f], tree.threshold[id], long(f, gain)),
      [x, y] = placeIn(P.bands[f], tree.threshold[id], long(f, gain)),
      spot = f ? [x + 5, y + 0.3 * P.em] : [x, y - 5],
      isFree = taken.every(([px, py]) => Math.abs(px - spot[0]) > 2.6 * P.em || Math.abs(py - spot[1]) > 1.1 * P.em)
    if (!isFree || gains.length > MOST_NAMED) return bar
    taken.push(spot)
    return `${bar}<text class="halo" x="${round1(spot[0])}" y="${round1(spot[1])}"${f ? "" : ' text-anchor="middle"'}>${significant(gain)}</text>`
  })
  return `<g style="opacity:${opacity}">${bars.join("")}${pins.join("")}</g>`
}
