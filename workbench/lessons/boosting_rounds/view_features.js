// What each of many features gains: a bar for each, the best of the others small beside the curve.
import { bytes } from "../../components/kit/numbers.js"
import { clamp } from "../../stage/kit/easing.js"
import { leftOf } from "../../stage/kit/gain.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, style, svg } from "../../stage/kit/svg.js"

const SMALL = 3,
  STRIP = 3.5,
  MOST_NAMES = 7

const boxes = ({ L: { gain: { w, h }, em }, record: { names } }) => {
  const small = Math.min(9.6 * em, 0.3 * w),
    high = STRIP * em,
    left = leftOf(em)
  return { w, h, em, small, high, left, foot: h - 1.45 * em, wide: (w - 6 - left) / names.length, curve: h - high - 2.2 * em }
}

export const gainBox = S => {
  const { w, em, small, curve } = boxes(S)
  return { x: 0, y: 0.9 * em, w: w - small - 1.2 * em, h: curve - 0.9 * em }
}

export const barAt = (S, [x, y]) => {
  const { foot, high, left, wide } = boxes(S)
  return y > foot - high ? clamp(Math.floor((x - left) / wide), 0, S.record.names.length - 1) : null
}

export const smallAt = (S, [x, y]) =>
  S.own.smalls?.find(each => x >= each.x && y >= each.y && y < each.y + each.h)?.feature ?? null

const smallCurve = ({ lines }, { x, y, w, h }) =>
  lines
    .map(pair => {
      const [xs, ys] = pair.map(bytes),
        points = Array.from(xs, (each, i) => `${round1(x + (each / 255) * w)} ${round1(y + h - (ys[i] / 255) * h)}`)
      return `<path class="curve thin" d="M${points.join("L")}"/>`
    })
    .join("")

// The best of the other features, small beside the curve.
const smallsOf = (S, { moment, curve }) => {
  const { w, small, curve: high, em } = boxes(S),
    { names } = S.record,
    each = (high - 0.4 * em) / SMALL,
    x = w - small,
    letters = clamp(Math.max(...names.map(name => name.length)), 6, 9),
    column = (0.5 * letters + 0.8) * em,
    others = moment.small.filter(({ feature, lines }) => feature !== curve.feature && lines.length).slice(0, SMALL)
  S.own.smalls = others.map(({ feature }, j) => ({ feature, x: x - 4, y: j * each, h: each }))
  return others
    .map((other, j) => {
      const y = j * each,
        box = { x: x + column, y: y + 5, w: small - column - 0.4 * em, h: each - 12 },
        text = (mark, down, words) => `<text${mark} x="${x + 2}" y="${y + each / 2 + down * em}">${words}</text>`
      return (
        `<g class="mini"><rect class="plate" x="${x - 4}" y="${y}" width="${small + 4}" height="${each - 3}" rx="6"/>${smallCurve(other, box)}` +
        `${text(' class="ink"', -0.15, escaped(shortName(names[other.feature], letters - 1)))}${text("", 0.9, significant(moment.gains[other.feature]))}</g>`
      )
    })
    .join("")
}

const shortName = (name, letters) => (name.length > letters + 1 ? `${name.slice(0, letters)}…` : name)

// asks: the feature that is guessed, null where none is. grow: of bars, from 0 to 1.
const barsOf = (S, cut, asks, grow) => {
  const { foot, high, left, wide, em, w, h } = boxes(S),
    { names } = S.record,
    gains = cut?.moment.gains,
    best = Array.from(gains?.keys() ?? []).filter(f => gains[f] > 0).sort((a, b) => gains[b] - gains[a]),
    middle = f => round1(left + (f + 0.5) * wide),
    gap = Math.min(2, 0.4 * wide)
  const bars = names.map((name, f) => {
    const share = gains ? Math.max(0, gains[f] || 0) / (gains[best[0]] ?? 1) : asks === null ? 0 : 0.3,
      tall = round1(Math.max(1.5, share * grow * high * 0.8)),
      kind = f === asks ? "mine" : best.slice(0, 4).includes(f) ? "first" : ""
    return `<rect class="bar ${kind}" data-bar="${f}" x="${round1(left + f * wide + gap / 2)}" y="${round1(foot - tall)}" width="${round1(Math.max(1, wide - gap))}" height="${tall}"><title>${escaped(name)}</title></rect>`
  })
  const isRoomy = wide > 3.4 * em,
    named = isRoomy ? [...names.keys()] : evenly(names.length, Math.min(MOST_NAMES, Math.floor(w / (5 * em)))),
    texts = named.map(f => {
      const [x, anchor] = isRoomy || (f && f < names.length - 1) ? [middle(f), "middle"] : f ? [w - 6, "end"] : [left, "start"]
      return `<text x="${x}" y="${h - 0.1 * em}" text-anchor="${anchor}">${escaped(shortName(names[f], isRoomy ? Math.floor(wide / (0.5 * em)) : 5))}</text>`
    })
  let marks = `<path class="grid" d="M${left} ${foot}H${w - 6}"/>`
  if (best.length)
    marks += `<text class="ink small" x="${clamp(middle(best[0]), left + 2 * em, w - 3 * em)}" y="${foot - high * 0.8 - 3}" text-anchor="middle">${escaped(shortName(names[best[0]], 12))}</text>`
  if (asks === null && cut) marks += `<path class="knob" d="M${middle(cut.curve.feature) - 5} ${foot + 8}h10l-5 -7z"/>`
  if (asks !== null && !gains) marks += `<text class="ask" x="${left}" y="${foot - high * 0.5}">choose a feature here, then drag the line</text>`
  return bars.join("") + texts.join("") + marks
}

const evenly = (many, most) => {
  const n = Math.min(many, most)
  return [...new Set(Array.from({ length: n }, (_, i) => Math.round((i * (many - 1)) / Math.max(1, n - 1))))]
}

// shown: the cut, null while nothing may tell.
export const drawFeatures = (S, shown, isAsked) => {
  const G = S.guess,
    box = S.own.gain.box
  let group = box.querySelector("[data-gain=features]")
  if (!group) box.append((group = svg("g", { "data-gain": "features" })))
  const asks = G ? S.own.guess.feature : isAsked ? -1 : null
  style(group, "visibility", isAsked || shown ? "visible" : "hidden")
  if (!isAsked && !shown) return
  const grow = G?.told ? G.reached : 1,
    { w, h } = S.L.gain
  const key = [shown?.curve.feature, asks, isAsked, grow, w, h].join()
  if (S.own.featuresKey === key && S.own.featuresOf === shown?.moment) return
  Object.assign(S.own, { featuresKey: key, featuresOf: shown?.moment, smalls: shown ? S.own.smalls : [] })
  const title = ({ curve: { feature }, moment: { gains, best } }) =>
    `<text class="ink" x="${round1(leftOf(S.L.em))}" y="${0.75 * S.L.em}">${escaped(S.record.names[feature])} <tspan class="light">${significant(gains[feature])}${feature === best?.feature ? " · best" : ""}</tspan></text>`
  put(group, (shown ? title(shown) + smallsOf(S, shown) : "") + barsOf(S, shown, asks, grow))
}
