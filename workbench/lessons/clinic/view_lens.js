// The lens over the strip: the rounds about the one that is shown, moment by moment, each a press away; and what stands
// over the strip: the guess, and where the two part.
import { clamp } from "../../stage/kit/easing.js"
import { CHOICES } from "../../stage/kit/guess.js"
import { put, set, toggle } from "../../stage/kit/svg.js"
import { ICONS } from "./view_icons.js"

export const WIDE = 520, // pixels that all of it has room in
  SHORT = ["−g", "w", "F", "loss"]

export const momentsOf = ({ record }) => record.moments.length
export const roundOf = (S, moment) => Math.max(1, Math.ceil(moment / momentsOf(S)))
export const seenAt = ({ view }) => Math.ceil(view - 1e-9) // the moment that is drawn, from its beginning on
export const nameOf = (S, moment) => {
  const { record } = S,
    per = momentsOf(S),
    label = record.labels[roundOf(S, moment)]
  return per > 1 ? `${record.step.toLowerCase()} ${label}, ${record.moments[(moment - 1) % per]}` : `${record.step.toLowerCase()} ${label}`
}

export const drawLens = (S, isTold) => {
  const { record, own, parts } = S,
    per = momentsOf(S),
    all = S.n / per,
    isWide = S.L.picture.w > WIDE,
    many = Math.min(all, per > 1 ? (isWide ? 3 : 1) : isWide ? 12 : 6)
  const first = clamp(Math.floor((roundOf(S, seenAt(S)) - 1) / many) * many + 1, 1, all - many + 1)
  own.lens = [(first - 1) * per, (first - 1 + many) * per]
  let drawn = ""
  for (let round = first; round < first + many; round++) {
    const cells = record.moments.map((_, i) => {
      const moment = (round - 1) * per + i + 1
      return `<button type="button" role="radio" data-moment="${moment}" aria-label="${nameOf(S, moment)}">${per > 1 ? `${ICONS[i]}${SHORT[i]}` : record.labels[round]}</button>`
    })
    drawn += `<div class="rd">${per > 1 ? `<span>${round}</span>` : ""}${cells.join("")}</div>`
  }
  put(parts.lens, drawn)
  for (const cell of parts.lens.querySelectorAll("[data-moment]")) {
    const moment = Number(cell.dataset.moment)
    toggle(cell, "mine", moment === own.said.moment)
    toggle(cell, "parts", isTold && moment === record.parts)
    toggle(cell, "here", moment === seenAt(S))
    set(cell, "aria-checked", String(moment === S.at.round))
    set(cell, "tabindex", moment === Math.max(S.at.round, own.lens[0] + 1) ? "0" : "-1")
  }
}

// Guess and parting over the strip, and which part of it the lens enlarges.
export const drawFlags = (S, isTold) => {
  const { own, record, L } = S,
    foot = L.strip.h - 17,
    x = moment => L.stepX(moment).toFixed(1),
    mine = own.said.moment,
    [from, to] = own.lens.map(x)
  own.wedge = `<path class="seen-in-lens" d="M0 0H${L.wedge.w}L${to} ${L.wedge.h}H${from}z"/>`
  let drawn = `<path class="seen-in-lens" d="M${from} 0H${to}V${L.strip.h}H${from}z"/>`
  if (isTold) drawn += `<path class="parting" d="M${x(record.parts)} 0V${foot}"/>`
  if (isTold && mine !== null && mine !== record.parts) drawn += `<path class="guessed off" d="M${x(mine)} 0V${foot}"/><path class="guessed" d="M${x(mine)} 11H${x(record.parts)}"/>`
  put(own.flags, drawn)
}

// What is said of the moment that is shown stands below it: that they part there, how sure one is of it, and once it is told
// in how many rows they differ.
const HERE = '<button type="button" class="say" data-here="1">They part here?</button>'
export const sayBelow = (S, { isPut, told }) => {
  const { own, parts, record, L } = S,
    said = told ?? (isPut ? CHOICES : seenAt(S) > record.opens ? HERE : "alike so far"),
    cell = parts.lens.querySelector(".here"),
    middle = cell ? cell.offsetLeft + cell.offsetWidth / 2 - parts.lens.offsetLeft : 0
  put(parts.said, said)
  parts.said.style.left = `${clamp(middle - parts.said.offsetWidth / 2, 0, L.wedge.w - parts.said.offsetWidth)}px`
  const tip = said && cell ? `<path class="tip" d="M${middle - 6} 8l6 -7l6 7z"/>` : ""
  put(parts.wedge, own.wedge + tip)
}
