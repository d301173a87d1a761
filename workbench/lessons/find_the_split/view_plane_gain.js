// What every cut of the plane gains: those of one feature below it, those of the other beside it, on one scale.
import { clamp } from "../../stage/kit/easing.js"
import { coil, turn } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { nearestCut } from "./view_model.js"

const MOST_NAMED = 8, // gains
  BESIDE = 0.66 // of the band beside the plane: its numbers stand after the bars

// A place in a band: along the feature, and as high as a gain is.
const placeIn = ({ along, high }, f, at, share) => {
  const place = [along[f](at), high[f](clamp(share, 0, 1.02))].map(round1)
  return f ? place.reverse() : place
}
const lineIn = (P, f, at, from, to) => `M${placeIn(P, f, at, from).join(" ")}L${placeIn(P, f, at, to).join(" ")}`

export const drawBands = (S, hand, time, now, region) => {
  const { own: { P } } = S,
    { M, kind } = hand
  if (kind === "asked") {
    const asks = time.isRest ? `<text x="${P.x0}" y="${round1(P.head + 0.9 * P.em)}">gain of every cut: after your guess</text>` : ""
    return asks
  }
  const sweptOf = f => (kind !== "sweeps" || f < hand.f ? 1 : f > hand.f ? 0 : hand.swept)
  const curves = M.features.map((F, f) => curve(P, M, F, f, sweptOf(f))).join("")
  return curves + marks(S, hand, now) + guessed(S, hand, region)
}

const curve = (P, M, F, f, swept) => {
  const all = F.threshold
  if (!all.length || !swept) return ""
  const last = swept < 1 ? nearestCut(F, F.ends[0] + swept * (F.ends[1] - F.ends[0])) : all.length - 1,
    spot = i => placeIn(P, f, all[i], F.gain[i] / (M.best.gain || 1)).join(" ")
  let allowed = "",
    forbidden = "",
    area = ""
  for (let i = 0; i <= last; i++) {
    const isAllowed = F.verdict[i] === 0,
      wasAllowed = i > 0 && F.verdict[i - 1] === 0
    area += `${i ? "L" : "M"}${spot(i)}`
    if (isAllowed) allowed += `${wasAllowed ? "L" : "M"}${spot(i)}`
    forbidden += `${i && !(isAllowed && wasAllowed) ? "L" : "M"}${spot(i)}`
  }
  const closed = `${area}L${placeIn(P, f, all[last], 0).join(" ")}L${placeIn(P, f, all[0], 0).join(" ")}Z`
  return `<path class="gained" d="${closed}"/><path class="curve forbidden" d="${forbidden}"/><path class="gain-curve" d="${allowed}"/>`
}

// A number beside its mark: before it in the band below where there is no room after it, over it in the band beside.
const labelAt = (P, f, [x, y], text, cls, isBefore = false) => {
  if (f) return `<text class="${cls} halo" x="${Math.min(x + 4, P.w)}" y="${round1(y + (isBefore ? 1.3 : -0.7) * P.em)}" text-anchor="end">${text}</text>`
  const flips = isBefore || x > P.x1 - 3 * P.em
  return `<text class="${cls} halo" x="${x + (flips ? -9 : 9)}" y="${round1(Math.min(y + 0.3 * P.em, P.foot - 4))}"${flips ? ' text-anchor="end"' : ""}>${text}</text>`
}

const marks = ({ own: { P, said } }, { M, kind, k }, now) => {
  const { best } = M,
    at = best.cut < 0 ? Number.NaN : M.features[best.feature].threshold[best.cut],
    isBest = now && now.cut.f === best.feature && now.cut.i === best.cut,
    yours = said.get(k),
    isUnder = yours?.f === 1 && yours.at > at && P.along[1](at) - P.along[1](yours.at) < 3 * P.em
  let drawn = ""
  if (kind !== "sweeps" && best.cut >= 0) {
    const [x, y] = placeIn(P, best.feature, at, 1)
    drawn += `<circle class="best" cx="${x}" cy="${y}" r="5"/>`
    drawn += best.feature
      ? labelAt(P, 1, [x, y], significant(best.gain), "ink", isUnder)
      : `<text class="ink halo" x="${clamp(x, P.x0 + 1.4 * P.em, P.x1 - 1.4 * P.em)}" y="${round1(y - 0.6 * P.em)}" text-anchor="middle">${significant(best.gain)}</text>`
  }
  if (now && !isBest) {
    const { cut } = now,
      spot = placeIn(P, cut.f, now.at, cut.gain / (best.gain || 1)),
      isNear = cut.f === best.feature && Math.abs(P.along[cut.f](now.at) - P.along[cut.f](at)) < 4 * P.em
    drawn += `<circle class="knob" cx="${spot[0]}" cy="${spot[1]}" r="5"/>`
    if (kind === "found") drawn += labelAt(P, cut.f, spot, significant(cut.gain), "ink", isNear && now.at < at)
  }
  return drawn
}

// The guess stays, with what it lacks; a coil leads to the best cut, and round a corner an arc.
const guessed = (S, hand, region) => {
  const { own } = S,
    { P } = own,
    { M, kind } = hand,
    yours = own.said.get(hand.k)
  if (!yours || (kind === "sweeps" && (yours.f > hand.f || (yours.f === hand.f && yours.i > hand.i)))) return ""
  const { f } = yours,
    isTold = kind === "found",
    share = yours.share,
    at = M.features[f].threshold[yours.i],
    spot = placeIn(P, f, at, share)
  const across = round1(P.along[f](at)),
    [x0, y0, x1, y1] = region,
    lacks = isTold && share < 0.995
  let drawn = `<path class="yours thin" d="${f ? `M${x0} ${across}H${x1}` : `M${across} ${y0}V${y1}`}${lineIn(P, f, at, 0, lacks ? 1 : share)}"/><circle class="grip" cx="${spot[0]}" cy="${spot[1]}" r="4.5"/>`
  if (!lacks || M.best.cut < 0) return drawn
  const best = M.best.feature,
    isAfter = f === best && M.features[best].threshold[M.best.cut] < at,
    middle = placeIn(P, f, at, (1 + share) / 2)
  drawn += labelAt(P, f, f ? [P.w - 8, middle[1]] : middle, `−${significant(M.best.gain - yours.gain)}`, "mine", f ? !isAfter : f === best && !isAfter)
  return drawn + wayToBest(S, M, f, at, region)
}

const wayToBest = ({ own: { P, springs } }, M, f, at, [x0, y0, x1, y1]) => {
  const best = M.best.feature,
    to = P.along[best](M.features[best].threshold[M.best.cut]),
    from = P.along[f](at),
    r = Math.min(3.4 * P.em, (x1 - x0) / 3, (y1 - y0) / 3)
  if (f === best) {
    const away = f ? x1 - P.em : y0 + P.em
    return f ? coil([away, from], [away, to], springs) : coil([from, away], [to, away], springs)
  }
  const [x, y] = f ? [to, from] : [from, to],
    right = x > (x0 + x1) / 2 ? 180 : 0,
    down = y > (y0 + y1) / 2 ? -90 : 90
  const lies = right && down < 0 ? -180 : right,
    [begin, end] = f ? [lies, down] : [down, lies]
  return turn([x, y], r, begin, end, springs)
}

// The end: every split at its cut in its feature's band, as long as what it gained; and what was guessed there.
export const drawEndBands = ({ own: { P, said }, record: { tree, gains } }, opacity) => {
  const most = Math.max(...gains),
    long = (f, gain) => ((f ? BESIDE : 1) * Math.max(0, gain)) / most,
    taken = []
  let guesses = "",
    drawn = ""
  for (const { f, at, gain } of said.values()) {
    const spot = placeIn(P, f, at, long(f, gain))
    taken.push(spot)
    guesses += `<path class="yours thin" d="${lineIn(P, f, at, 0, long(f, gain))}"/><circle class="grip" cx="${spot[0]}" cy="${spot[1]}" r="4"/>`
  }
  gains.forEach((gain, at) => {
    const id = tree.split.indexOf(at + 1),
      f = tree.feature[id],
      [x, y] = placeIn(P, f, tree.threshold[id], long(f, gain)),
      [bx, by] = placeIn(P, f, tree.threshold[id], 0)
    drawn += f ? `<rect class="done" x="${bx}" y="${y - 5}" width="${round1(x - bx)}" height="10"/>` : `<rect class="done" x="${x - 5}" y="${y}" width="10" height="${round1(by - y)}"/>`
    const spot = f ? [x + 5, y + 0.3 * P.em] : [x, y - 5],
      isFree = taken.every(([px, py]) => Math.abs(px - spot[0]) > 2.6 * P.em || Math.abs(py - spot[1]) > 1.1 * P.em)
    if (!isFree || gains.length > MOST_NAMED) return
    taken.push(spot)
    drawn += `<text class="halo" x="${round1(spot[0])}" y="${round1(spot[1])}"${f ? "" : ' text-anchor="middle"'}>${significant(gain)}</text>`
  })
  return `<g style="opacity:${opacity}">${drawn}${guesses}</g>`
}
