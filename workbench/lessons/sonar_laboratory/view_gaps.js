// The picture: the difference of every deal lies on a pile over one axis, in the band where one more deal falls, which stays as
// wide as it is; below it stands the interval of the mean, which shrinks. While it is asked, the hand shows how wide that comes
// to be if the deals go on like these.
import { scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { circle } from "../../stage/kit/marks.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set } from "../../stage/kit/svg.js"
import { known, projected } from "./view_model.js"

const BARS = [["mean", "mean of the deals", "of_mean"], ["one", "band: where one more deal falls", "of_one"]]
const ROW = 3.15, // of a bar with its name, in em
  MOST = 9, // pixels of a dot's radius
  HEAD = 2.2, // in em, above the flag
  BAND = 3 // in em, the height of what one more deal falls into

export const placeGaps = S => {
  const { own, L: { em, picture: { w, h } } } = S,
    { pair } = own,
    r = clamp(w / 72, 4, MOST),
    foot = h - (1.7 + BARS.length * ROW) * em,
    [low, high] = w < 500 ? Array(2).fill(Math.max(...pair.reaches)) : pair.reaches, // a name needs half of a narrow picture
    x = scale([-low, high], [8, w - 8])
  own.H = { em, w, h, r, foot, x, pile: piled(pair.gaps.map(x), x(0), 2 * r + 0.6, foot - 5 * em) }
}

// Places [x, height] of dots so wide, on each other, on their own side of the middle; closer where there is no room.
const piled = (xs, middle, wide, room) => {
  const heights = new Map()
  const found = xs.map(x => {
    const bin = Math.floor((x - middle) / wide),
      height = heights.get(bin) ?? 0
    heights.set(bin, height + 1)
    return [middle + (bin + 0.5) * wide, height]
  })
  const by = Math.min(wide, room / Math.max(1, ...heights.values()))
  return found.map(([x, height]) => [x, height * by])
}

const gapAt = ({ own: { H } }, k) => [H.pile[k][0], H.foot - H.r - 1 - H.pile[k][1]]

export const gapUnder = (S, [px, py]) => {
  for (let k = S.at.round - 1; k >= 0; k--) {
    const [x, y] = gapAt(S, k)
    if (Math.hypot(x - px, y - py) < S.own.H.r + 4) return k
  }
  return null
}

export const stillGaps = S => {
  const { own: { H, pair }, record: { short } } = S,
    { em, w, foot, x } = H
  let drawn = `<path class="grid" d="M0 ${foot}H${w}"/><path class="zero" d="M${x(0)} ${0.2 * em}V${H.h}"/>`
  for (const value of ticks(...x.domain, w < 500 ? 4 : 8))
    drawn += `<text class="halo" x="${round1(clamp(x(value), 1.3 * em, w - 1.3 * em))}" y="${round1(foot + 1.15 * em)}" text-anchor="middle">${value ? signed(value, 2) : "0"}</text>`
  drawn += `<text class="ink" x="${x(0) + 10}" y="${em}">${escaped(short[pair.a])} better ▸</text><text class="ink" x="${x(0) - 10}" y="${em}" text-anchor="end">◂ ${escaped(short[pair.b])} better</text>`
  const isRight = x(0) < 0.48 * w // where the left side is too short for the axis' name
  if (w > 600) drawn += `<text x="${isRight ? w : 0}" y="${em}" text-anchor="${isRight ? "end" : "start"}">difference of their AUC, deal by deal</text>`
  BARS.forEach(([, name], k) => {
    drawn += `<text x="0" y="${round1(lineOf(H, k))}">${name}</text>`
  })
  put(S.parts.still, drawn + publishedOf(S))
}

const lineOf = ({ em, foot }, k) => foot + (2.75 + k * ROW) * em // of a bar's name

// The difference that was published stands as a flag, with the two areas that it is made of.
const publishedOf = ({ own: { H, pair }, record }) => {
  if (pair.published === null) return ""
  const { em, w, foot, x } = H,
    at = round1(x(pair.published)),
    top = HEAD * em,
    says = `published ${signed(pair.published, 3)}`,
    of = w < 500 ? "" : `${[pair.a, pair.b].map(v => decimals(record.published[v])).join(" − ")}, on one deal`,
    out = at + (1.3 + 0.46 * Math.max(says.length, of.length)) * em < w ? 1 : -1
  const line = (cls, by, words) => `<text class="${cls} halo" x="${round1(at + out * 1.1 * em)}" y="${round1(top + by * em)}" text-anchor="${out > 0 ? "start" : "end"}">${words}</text>`
  return (
    `<path class="pole" d="M${at} ${round1(foot)}V${top}"/><path class="pennant" d="M${at} ${top}l${out * 0.8 * em} ${0.36 * em}l${-out * 0.8 * em} ${0.36 * em}z"/>` +
    `<path class="pole dotted" d="M${at} ${round1(foot + 1.5 * em)}V${H.h}"/>` +
    line("told-text", 0.7, says) + line("", 1.9, of)
  )
}

export const drawGaps = (S, step, p) => {
  const { own: { H }, parts } = S,
    n = S.isStart ? 0 : p.gap === 1 ? step : step - 1
  let drawn = ""
  for (let k = 0; k < n; k++) {
    const [x, y] = gapAt(S, k).map(round1)
    drawn += `<circle class="gap-dot${k === step - 1 ? " now" : ""}" cx="${x}" cy="${y}" r="${round1(H.r)}"/>`
  }
  const state = known(S, S.own.pair, step, p)
  put(parts.moving, state ? bandOf(S, state) + drawn + barsOf(S, state) : drawn)
}

// The ends of what lies about the mean, cut off where the axis ends.
const endsOf = (H, { mean }, by) => [-by, by].map(each => round1(clamp(H.x(mean + each), 0, H.w)))

const bandOf = ({ own: { H } }, state) => {
  const [a, b] = endsOf(H, state, state.of_one),
    y = round1(lineOf(H, 1) + 0.95 * H.em),
    top = H.foot - BAND * H.em
  return `<rect class="one-band" x="${a}" y="${top}" width="${round1(b - a)}" height="${round1(H.foot - top)}"/><path class="thin" d="M${a} ${y}H${b}M${a} ${y - 5}v10M${b} ${y - 5}v10"/>`
}

const barsOf = (S, state) => {
  const { own: { H } } = S,
    [a, b] = endsOf(H, state, state.of_mean),
    y = round1(lineOf(H, 0) + 0.95 * H.em),
    guess = projected(S),
    [c, d] = guess ? endsOf(H, state, guess) : [],
    mine = guess ? `<rect class="mine-bar" x="${c}" y="${y - 12}" width="${Math.max(2, round1(d - c))}" height="24" rx="3"/>` : ""
  return `<path class="thick${Math.abs(state.mean) > state.of_mean ? " apart" : ""}" d="M${a} ${y}H${b}"/>${mine}<path class="mean" d="M${round1(clamp(H.x(state.mean), 0, H.w))} ${y - 12}v24"/>`
}

// The numbers of the bars, each with its sum, which rest while the bars glide; and the deal that is pointed at.
export const topOf = (S, state) => {
  const { own: { H, over } } = S,
    { em, w } = H
  let drawn = BARS.map(([name, , of], k) => {
    if (!state) return k ? "" : `<text class="halo" x="${w}" y="${round1(lineOf(H, 0))}" text-anchor="end">two deals make an interval</text>`
    const says = `${k ? "" : `${signed(state.mean, 3)} `}± ${decimals(state[of])}`
    return `<text class="number ink halo" role="button" tabindex="0" data-card="${name}" x="${w}" y="${round1(lineOf(H, k))}" text-anchor="end">${says}</text>`
  }).join("")
  if (over === null) return drawn
  const [x, y] = gapAt(S, over).map(round1)
  drawn += `<circle class="ring-of" cx="${x}" cy="${y}" r="${round1(H.r + 3)}"/>`
  return `${drawn}<text class="ink halo" data-part="readout" x="${round1(clamp(x, 9 * em, w - 9 * em))}" y="${round1(H.foot - H.r - Math.max(...H.pile.filter(([at]) => at === H.pile[over][0]).map(([, up]) => up)) - H.r - 0.8 * em)}" text-anchor="middle">deal ${over + 1}: ${signed(S.own.pair.gaps[over], 3)}</text>`
}

// From the sum of the deal to its pile.
export const flightOf = (S, from, p) => {
  const { own: { H }, L: { picture }, parts, step } = S,
    isOn = !S.isStart && p.gap > 0 && p.gap < 1,
    e = soft(p.gap)
  if (!isOn) return set(parts.flight, "d", "")
  const [x, y] = gapAt(S, step - 1)
  set(parts.flight, "d", circle(lerp(from[0], picture.x + x, e), lerp(from[1], picture.y + y, e) - 40 * Math.sin(Math.PI * e), round1(H.r)))
}
