// What each of many features gains: a bar for each, below the curve of one.
import { wholeTicks } from "../../stage/kit/axes.js"
import { clamp } from "../../stage/kit/easing.js"
import { leftOf } from "../../stage/kit/gain.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, style, svg } from "../../stage/kit/svg.js"
import { reachOf } from "./view_guess.js"

const STRIP = 3.5,
  MOST_NAMES = 7

const boxes = ({ L: { gain: { w, h }, em }, record: { names } }) => {
  const high = STRIP * em,
    left = leftOf(em)
  return { w, h, em, high, left, foot: h - 1.45 * em, wide: (w - 6 - left) / names.length, curve: h - high - 2.2 * em }
}

export const gainBox = S => {
  const { w, em, curve } = boxes(S)
  return { x: 0, y: 0.9 * em, w, h: curve - 0.9 * em }
}

export const barAt = (S, [x, y]) => {
  const { foot, high, left, wide } = boxes(S)
  return y > foot - high ? clamp(Math.floor((x - left) / wide), 0, S.record.names.length - 1) : null
}

const shortName = (name, letters) => (name.length > letters + 1 ? `${name.slice(0, letters)}…` : name)

// asks: the feature that is guessed, null where none is. grow: of bars, from 0 to 1.
const barsOf = (S, cut, asks, grow) => {
  const { foot, high, left, wide, em, w, h, curve } = boxes(S),
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
    named = isRoomy ? [...names.keys()] : wholeTicks(names.length - 1, Math.min(MOST_NAMES, Math.floor(w / (5 * em)))),
    texts = named.map(f => {
      const [x, anchor] = isRoomy || (f && f < names.length - 1) ? [middle(f), "middle"] : f ? [w - 6, "end"] : [left, "start"]
      return `<text x="${x}" y="${h - 0.1 * em}" text-anchor="${anchor}">${escaped(shortName(names[f], isRoomy ? Math.floor(wide / (0.5 * em)) : 5))}</text>`
    })
  let marks = `<path class="grid" d="M${left} ${foot}H${w - 6}"/>`
  if (best.length)
    marks += `<text class="ink small" x="${clamp(middle(best[0]), left + 2 * em, w - 3 * em)}" y="${foot - high * 0.8 - 3}" text-anchor="middle">${escaped(shortName(names[best[0]], 12))}</text>`
  if (asks === null && cut) marks += `<path class="knob" d="M${middle(cut.curve.feature) - 5} ${foot + 8}h10l-5 -7z"/>`
  const tall = round1(Math.max(0, curve - 3.8 * em)) // where a window is low, there is none
  if (asks !== null && !gains) marks += `<rect class="to-come" x="${left}" y="${2.1 * em}" width="${round1(w - 6 - left)}" height="${tall}"/><text class="ask" x="${left}" y="${foot - high * 0.5}">choose a feature here, then drag the line</text>`
  return bars.join("") + texts.join("") + marks
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
  const title = ({ curve: { feature }, moment: { gains, best } }) =>
    `<text class="ink" x="${round1(leftOf(S.L.em))}" y="${0.75 * S.L.em}">${escaped(S.record.names[feature])} <tspan class="light">${significant(gains[feature])}${feature === best?.feature ? " · best" : ""}</tspan></text>`
  put(group, (shown ? title(shown) : "") + barsOf(S, shown, asks, G?.told ? reachOf(S) : 1))
}
