// What each of many features gains: a bar for each, the best of the others small beside the curve.
import { bytes } from "../../components/kit/numbers.js"
import { clamp } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, style, svg } from "../../stage/kit/svg.js"

const LEFT = 46,
  SMALL = 3,
  STRIP = 3.5,
  MOST_NAMES = 7

const boxes = ({
  L: {
    gain: { w, h },
    em,
  },
  record,
}) => {
  const small = Math.min(9.6 * em, 0.3 * w),
    foot = h - 1.45 * em,
    high = STRIP * em
  const wide = (w - 6 - LEFT) / record.names.length
  return { w, h, em, small, foot, high, wide, curve: h - high - 2.2 * em }
}

export const gainBox = S => {
  const { w, em, small, curve } = boxes(S)
  return { x: 0, y: 0.9 * em, w: w - small - 1.2 * em, h: curve - 0.9 * em }
}

export const barAt = (S, [x, y]) => {
  const { foot, high, wide } = boxes(S)
  return y > foot - high ? clamp(Math.floor((x - LEFT) / wide), 0, S.record.names.length - 1) : null
}

export const smallAt = (S, [x, y]) =>
  S.own.smalls?.find(each => x >= each.x && x < each.x + each.w && y >= each.y && y < each.y + each.h)
    ?.feature ?? null

const smallCurve = ({ lines }, { x, y, w, h }) =>
  lines
    .map(pair => {
      const [xs, ys] = pair.map(bytes)
      return `<path class="curve thin" d="${Array.from(xs, (each, i) => `${i ? "L" : "M"}${round1(x + (each / 255) * w)} ${round1(y + h - (ys[i] / 255) * h)}`).join("")}"/>`
    })
    .join("")

const smallsOf = (S, { moment, curve }) => {
  const { w, small, curve: high, em } = boxes(S),
    each = (high - 0.4 * em) / SMALL
  const others = moment.small
    .filter(({ feature, lines }) => feature !== curve.feature && lines.length)
    .slice(0, SMALL)
  const letters = clamp(Math.max(...S.record.names.map(name => name.length)), 6, 9),
    column = (0.5 * letters + 0.8) * em
  S.own.smalls = others.map(({ feature }, j) => ({
    feature,
    x: w - small - 4,
    y: j * each,
    w: small + 4,
    h: each,
  }))
  return others
    .map((other, j) => {
      const y = j * each,
        name = S.record.names[other.feature],
        x = w - small
      const box = { x: x + column, y: y + 5, w: small - column - 0.4 * em, h: each - 12 }
      return (
        `<g class="mini"><rect class="plate" x="${x - 4}" y="${y}" width="${small + 4}" height="${each - 3}" rx="6"/>${smallCurve(other, box)}` +
        `<text class="ink" x="${x + 2}" y="${y + each / 2 - 0.15 * em}">${escaped(shortName(name, letters - 1))}</text>` +
        `<text x="${x + 2}" y="${y + each / 2 + 0.9 * em}">${significant(moment.gains[other.feature])}</text></g>`
      )
    })
    .join("")
}

const shortName = (name, letters) => (name.length > letters + 1 ? `${name.slice(0, letters)}…` : name)

// asks: the feature that is guessed, null where none is. grow: of bars, from 0 to 1.
const barsOf = (S, cut, asks, grow) => {
  const { foot, high, wide, em, w, h } = boxes(S),
    { names } = S.record,
    gains = cut?.moment.gains
  const most = gains ? Math.max(...Array.from(gains).filter(Number.isFinite), 1e-300) : 1
  const best = gains
    ? Array.from(gains.keys())
        .filter(f => gains[f] > 0)
        .sort((a, b) => gains[b] - gains[a])
    : []
  const tops = new Set(best.slice(0, 4)),
    chosen = cut?.curve.feature
  let drawn = `<path class="grid" d="M${LEFT} ${foot}H${w - 6}"/>`
  names.forEach((name, f) => {
    const share = asks !== null && !gains ? 0.3 : Math.max(0, gains?.[f] || 0) / most,
      tall = Math.max(1.5, share * grow * high * 0.8)
    const kind = f === asks ? "mine" : tops.has(f) ? "first" : ""
    drawn += `<rect class="bar ${kind}" data-bar="${f}" x="${round1(LEFT + f * wide + Math.min(1, wide / 5))}" y="${round1(foot - tall)}" width="${round1(Math.max(1, wide - Math.min(2, 0.4 * wide)))}" height="${round1(tall)}"><title>${escaped(name)}</title></rect>`
  })
  const middle = f => round1(LEFT + (f + 0.5) * wide),
    isRoomy = wide > 3.4 * em
  const named = isRoomy
    ? names.map((_, f) => f)
    : evenly(names.length, Math.min(MOST_NAMES, Math.floor(w / (5 * em))))
  for (const f of named) {
    const anchor = isRoomy ? "middle" : f === 0 ? "start" : f === names.length - 1 ? "end" : "middle"
    const x = anchor === "end" ? w - 6 : anchor === "start" ? LEFT : middle(f)
    const text = shortName(names[f], isRoomy ? Math.floor(wide / (0.5 * em)) : 5)
    drawn += `<text x="${x}" y="${h - 0.1 * em}" text-anchor="${anchor}">${escaped(text)}</text>`
  }
  if (gains && best.length)
    drawn += `<text class="ink small" x="${clamp(middle(best[0]), LEFT + 2 * em, w - 3 * em)}" y="${foot - high * 0.8 - 3}" text-anchor="middle">${escaped(shortName(names[best[0]], 12))}</text>`
  if (asks === null && chosen !== undefined)
    drawn += `<path class="knob" d="M${middle(chosen) - 5} ${foot + 8}h10l-5 -7z"/>`
  if (asks !== null && !gains)
    drawn += `<text class="ask" x="${LEFT}" y="${foot - high * 0.5}">choose a feature here, then drag the line</text>`
  return drawn
}

const evenly = (many, most) => {
  const found = []
  for (let i = 0; i < Math.min(many, most); i++)
    found.push(Math.round((i * (many - 1)) / Math.max(1, Math.min(many, most) - 1)))
  return [...new Set(found)]
}

// cut: null while nothing may tell.
export const drawFeatures = (S, cut) => {
  const G = S.guess,
    isAsked = Boolean(G && !G.told),
    box = S.own.gain.box
  let group = box.querySelector("[data-gain=features]")
  if (!group) box.append((group = svg("g", { "data-gain": "features" })))
  const asks = G ? S.own.guess.feature : null,
    shown = isAsked ? null : cut
  style(group, "visibility", isAsked || shown ? "visible" : "hidden")
  if (!isAsked && !shown) return
  const grow = G?.told ? clamp(G.spring, 0, 1.1) : 1,
    { w, h } = S.L.gain
  const key = [
    shown?.moment.round,
    shown?.moment.node.id,
    shown?.curve.feature,
    asks,
    isAsked,
    grow,
    w,
    h,
  ].join()
  if (S.own.featuresKey === key && S.own.featuresOf === shown?.moment) return
  Object.assign(S.own, { featuresKey: key, featuresOf: shown?.moment, smalls: shown ? S.own.smalls : [] })
  const title = shown
    ? `<text class="ink" x="${LEFT}" y="${0.75 * S.L.em}">${escaped(S.record.names[shown.curve.feature])} <tspan class="light">${significant(shown.moment.gains[shown.curve.feature])}${shown.curve.feature === shown.moment.best?.feature ? " · best" : ""}</tspan></text>`
    : ""
  put(group, title + (shown ? smallsOf(S, shown) : "") + barsOf(S, shown, asks, grow))
}
