// Beside the picture: the difference of every deal with what is known of it, or the ROC curves of this deal; and all pairs.
import { scale, ticks } from "../../stage/kit/axes.js"
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { circle } from "../../stage/kit/marks.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { dotAt, pennant, piled } from "./view_deal.js"
import { known, pairNumber, toldOf } from "./view_model.js"

export const placeGaps = S => {
  const { own, L: { em, hist: { w, h } } } = S,
    { pair } = own,
    r = clamp(w / 110, 3, 6.5) * Math.min(1, Math.sqrt(60 / (S.n || 1))),
    foot = h - 5.4 * em,
    x = scale([-pair.reach, pair.reach], [10, w - 10])
  own.H = { em, w, h, r, foot, x, pile: piled(pair.gaps.map(x), 2 * r + 0.6, foot - 3.6 * em, 2 * r + 0.6) }
}

const gapAt = ({ own: { H } }, k) => [H.pile[k][0], H.foot - H.r - 1 - H.pile[k][1]]

export const gapUnder = (S, [px, py]) => {
  if (S.at.lab_view !== "differences") return null
  for (let k = S.at.round - 1; k >= 0; k--) {
    const [x, y] = gapAt(S, k)
    if (Math.hypot(x - px, y - py) < S.own.H.r + 4) return k
  }
  return null
}

export const drawSecond = (S, step, p) => {
  const { parts, at, own, record } = S,
    isRoc = at.lab_view === "curves"
  if (!S.n) put(parts.histbox, "")
  else put(parts.histbox, isRoc ? rocOf(S, step, p) : frameOf(S) + gapsOf(S, step, p) + barsOf(S, known(S, step, p)))
  const tab = (name, text) => `<button type="button" role="tab" data-look="${name}" aria-selected="${at.lab_view === name}">${text}</button>`
  put(parts.looks, tab("differences", "Differences") + tab("curves", "ROC curves"))
  say(parts.lookhead, isRoc ? `Deal ${S.isStart ? 0 : step}` : "Same deal, both models")
  const { a, b } = own.pair
  say(parts.pairnote, [a, b].map(v => record.short[v]).join(" less "))
  set(parts.flight, "d", isRoc ? "" : flightOf(S, step, p))
}

// --- differences

const frameOf = S => {
  const { own: { H, pair }, record } = S,
    { em, w, foot, x } = H
  let drawn = `<path class="grid" d="M0 ${foot}H${w}"/>`
  for (const value of ticks(-pair.reach, pair.reach, 4))
    drawn += `<text x="${round1(clamp(x(value), 1.2 * em, w - 1.2 * em))}" y="${round1(foot + 1.15 * em)}" text-anchor="middle">${value ? signed(value, 2) : "0"}</text>`
  drawn += `<path class="zero" d="M${x(0)} ${0.2 * em}V${foot}"/><path class="zero faint" d="M${x(0)} ${foot + 1.5 * em}V${H.h}"/>`
  drawn += `<text x="${x(0) + 8}" y="${0.9 * em}">${escaped(record.short[pair.a])} better ▸</text><text x="${x(0) - 8}" y="${0.9 * em}" text-anchor="end">◂ ${escaped(record.short[pair.b])} better</text>`
  if (pair.published === null) return drawn
  const at = x(pair.published)
  return `${drawn}${pennant([at, foot, 1.7 * em], H, `published ${signed(pair.published, 3)}`)}<path class="pole dotted" d="M${round1(at)} ${foot + 1.5 * em}V${H.h}"/>`
}

const gapsOf = (S, step, p) => {
  const { own: { H, over } } = S,
    n = S.isStart ? 0 : p.gap === 1 ? step : step - 1
  let drawn = ""
  for (let k = 0; k < n; k++) {
    const [x, y] = gapAt(S, k).map(round1)
    drawn += `<circle class="gap-dot${k === step - 1 ? " now" : ""}" cx="${x}" cy="${y}" r="${round1(H.r)}"/>`
    if (over === k) drawn += `<circle class="ring-of" cx="${x}" cy="${y}" r="${round1(H.r + 3)}"/>`
  }
  return drawn
}

// Two intervals below the pile: that of the mean, and where one more deal falls.
const barsOf = ({ own: { H } }, state) => {
  if (!state) return ""
  const { em, w, foot, x } = H,
    inside = value => round1(clamp(x(value), 0, w)),
    [y1, y2] = [foot + 2.2 * em, foot + 4.5 * em].map(round1)
  const [m0, m1, o0, o1] = [-state.of_mean, state.of_mean, -state.of_one, state.of_one].map(by => inside(state.mean + by))
  const label = (left, y, text) => `<text class="halo" x="${round1(clamp(left, 0, w - 0.45 * em * text.length))}" y="${round1(y)}">${text}</text>`
  return (
    `<path class="thick" d="M${m0} ${y1}H${m1}"/><path class="mean" d="M${inside(state.mean)} ${y1 - 8}v16"/>` +
    `<path class="thin" d="M${o0} ${y2}H${o1}M${o0} ${y2 - 5}v10M${o1} ${y2 - 5}v10"/>` +
    (m0 > 9 * em ? label(0, y1 + 0.3 * em, "mean of the deals") : label(w, y1 + 0.3 * em, "mean of the deals")) +
    label(o0, y2 - 0.6 * em, "where one more deal falls")
  )
}

const flightOf = (S, step, p) => {
  if (S.isStart || p.gap <= 0 || p.gap >= 1) return ""
  const { own: { H }, L: { picture, hist } } = S,
    e = soft(p.gap),
    [first, second] = [0, 1].map(side => dotAt(S, side, step - 1)),
    [x, y] = gapAt(S, step - 1)
  const from = [picture.x + (first[0] + second[0]) / 2, picture.y + (first[1] + second[1]) / 2]
  return circle(lerp(from[0], hist.x + x, e), lerp(from[1], hist.y + y, e) - 40 * Math.sin(Math.PI * e), round1(H.r))
}

// --- the ROC curves of a deal, which grow from the highest score to the lowest: a mine is a step up, a rock one across

const rocOf = (S, step, p) => {
  const { own: { model, pair, H }, record } = S,
    { em, w, h } = H,
    side = Math.min(h - 4.2 * em, w - 14 * em),
    x0 = 2.6 * em,
    y0 = 1.6 * em
  const x = scale([0, 1], [x0, x0 + side]),
    y = scale([0, 1], [y0 + side, y0])
  let drawn = `<rect class="frame-of" x="${x0}" y="${y0}" width="${side}" height="${side}"/><path class="grid" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>`
  for (const value of [0, 0.5, 1])
    drawn += `<text x="${round1(x(value))}" y="${round1(y(0) + 1.15 * em)}" text-anchor="middle">${value}</text><text x="${x0 - 6}" y="${round1(y(value) + 0.3 * em)}" text-anchor="end">${value}</text>`
  drawn += `<text x="${x0}" y="${round1(y0 - 0.5 * em)}">share of mines found</text>`
  drawn += `<text x="${round1(x(0.5))}" y="${round1(y(0) + 2.3 * em)}" text-anchor="middle">share of rocks called mines</text>`
  if (S.isStart) return drawn
  const k = step - 1,
    left = x(1) + 1.2 * em
  for (const [at, v] of [[1, pair.b], [0, pair.a]])
    drawn += `<path class="roc-${at}" d="${rocPath(S, v, k, soft(p.roc)).map(([a, b], i) => `${i ? "L" : "M"}${round1(x(a))} ${round1(y(b))}`).join("")}"/>`
  drawn += `<text x="${left}" y="${round1(y0 + 0.8 * em)}">AUC ± error of one deal</text>`
  for (const [at, v] of [pair.a, pair.b].entries()) {
    const top = round1(y0 + (2.6 + 3.2 * at) * em)
    drawn += `<path class="roc-${at}" d="M${left} ${top - 0.3 * em}h${1.6 * em}"/><text class="ink" x="${round1(left + 2.1 * em)}" y="${top}">${escaped(record.short[v])}</text>`
    drawn += `<text class="number" role="button" tabindex="0" data-card="error${at}" x="${round1(left + 2.1 * em)}" y="${round1(top + 1.3 * em)}" style="opacity:${p.score.toFixed(2)}">${decimals(model.area(v, k))} ± ${decimals(model.error(v, k))}</text>`
  }
  return drawn
}

// Points [share of rocks, share of mines] from the highest score on; rows of one score come together.
export const rocPath = ({ own: { model }, record }, v, k, t = 1) => {
  const { ends, rows } = model.order(v, k),
    mines = record.mines[k],
    rocks = record.n_test - mines,
    starts = [0, ...ends.slice(0, -1)],
    points = [[0, 0]]
  let up = 0,
    across = 0
  for (let i = ends.length - 1; i >= 0; i--) {
    for (let place = starts[i]; place < ends[i]; place++) record.y[rows[place]] ? up++ : across++
    points.push([across / rocks, up / mines])
  }
  const far = t * (points.length - 1),
    down = Math.floor(far)
  if (down === points.length - 1) return points
  const [from, to] = [points[down], points[down + 1]]
  return [...points.slice(0, down + 1), [lerp(from[0], to[0], far - down), lerp(from[1], to[1], far - down)]]
}

// --- the pairs: a triangle, with the names on its slope

export const placePairs = S => {
  const { parts, record, L: { em, pairs: { w, h } } } = S,
    n = record.keys.length,
    high = Math.min(h / n, 2.5 * em),
    wide = Math.min((w - 9.6 * em) / (n - 1), 3.6 * em)
  let drawn = ""
  record.names.forEach((name, i) => {
    drawn += `<text class="pair-name" x="${round1(i * wide + (i ? 8 : 2))}" y="${round1((i + (i ? 0.5 : 0.62)) * high + 4)}">${escaped(name)}</text>`
    for (let j = 0; j < i; j++)
      drawn +=
        `<g class="pair" role="radio" tabindex="-1" data-row="${i}" data-column="${j}"><rect x="${round1(j * wide + 1.5)}" y="${round1(i * high + 1.5)}" width="${round1(wide - 3)}" height="${round1(high - 3)}" rx="4"/>` +
        `<text x="${round1((j + 0.5) * wide)}" y="${round1((i + 0.5) * high + 4)}" text-anchor="middle"></text></g>`
  })
  put(parts.pairbox, drawn)
  S.own.cells = [...parts.pairbox.querySelectorAll(".pair")]
  S.own.pairNames = [...parts.pairbox.querySelectorAll(".pair-name")]
}

// What a cell says once it is told: how many deals it takes.
export const takes = ({ record }, index) =>
  record.is_one_enough[index] ? "1" : record.apart_from[index] > record.n_deals ? "–" : String(record.apart_from[index])

export const drawPairs = S => {
  const { own, record } = S,
    { a, b } = own.pair,
    isTold = toldOf(S) === 2
  own.cells?.forEach(cell => {
    const [i, j] = [Number(cell.dataset.row), Number(cell.dataset.column)],
      index = pairNumber(i, j),
      isOn = isTold && S.n > 0 && own.shown >= 0.07 * (i + j - 1),
      isChosen = i === Math.max(a, b) && j === Math.min(a, b),
      text = isOn ? takes(S, index) : ""
    toggle(cell, "on", isChosen)
    toggle(cell, "yours", own.pick === index)
    toggle(cell, "sure", isOn && record.is_one_enough[index] === 1)
    toggle(cell, "some", isOn && !record.is_one_enough[index] && text !== "–")
    say(cell.querySelector("text"), text)
    set(cell, "aria-checked", String(isChosen))
    set(cell, "tabindex", isChosen ? "0" : "-1")
    const says = { "": "", 1: ": one deal is enough", "–": `: not in ${S.n} deals` }[text] ?? `: after ${text} deals`
    set(cell, "aria-label", `${record.names[i]} and ${record.names[j]}${says}`)
  })
  own.pairNames?.forEach((name, v) => toggle(name, "on", v === a || v === b))
}
