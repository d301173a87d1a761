// What may ail the patient, the line that slipped, and what it costs: the last two come in the end.
import { part, soft } from "../../stage/kit/easing.js"
import { CHOICES } from "../../stage/kit/guess.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"
import { AILMENTS, ICONS } from "./view_icons.js"

// A count is whole; what is no number says so.
export const figure = value => (Number.isInteger(value) ? tick(value) : Number.isFinite(value) ? significant(value) : value > 0 ? "∞" : "NaN")

const tagOf = (at, isMine, isRight, sure) => {
  if (at < 2) return ""
  if (isMine) return `<span class="tag${isRight ? " ok" : ""}">yours${sure ? `, ${sure}` : ""}</span>`
  return isRight ? '<span class="tag ok">this</span>' : ""
}

export const FILM = 1.5 // the guess is made, and nothing named yet

const ROUND = [["−g", "what it still asks for"], ["w", "its leaf’s answer"], ["F", "moves by η w"], ["loss", "of what predict says"]]
const cells = (name, [a, b], does = "") =>
  `<span><b>${escaped(name)}</b>${does && `<br>${escaped(does)}`}</span>${[a, b].map(each => `<strong class="${a === b ? "" : "differs"}">${each}</strong>`).join("")}`

// Until they are found to part: what is compared, of a booster with one row's numbers, moment by moment.
export const drawnOf = ({ record }, { names, numbers, seen, round }) => {
  const since = i => (i < seen || round < 2 ? "" : ", before")
  const rows = names ? names.map((name, i) => `<div class="drawn plain">${cells(name, numbers[i])}</div>`)
    : ROUND.map(([name, does], i) => `<div class="drawn${i === seen - 1 ? " now" : ""}">${ICONS[i]}${cells(name, numbers[i], does + since(i))}</div>`)
  return `<div class="drawn sides"><strong>${escaped(record.title)}</strong><strong>twin</strong></div>${rows.join("")}`
}

// at: what was told, see view.js; or FILM. said: what the reader has. Named, what it is not goes, but for the reader's own.
export const cardsOf = ({ record }, at, said) =>
  record.cards
    .filter(([fault]) => at < 2 || fault === record.fault || fault === said.card)
    .map(([fault, diagnosis, look]) => {
      const isMine = said.card === fault,
        isRight = at === 2 && fault === record.fault
      return (
        `<div class="cell"><button type="button" class="choice${isMine ? " mine" : ""}${at > 1 ? " over" : ""}${isRight ? " right-one" : ""}" role="radio"` +
        ` data-choice="${fault}" aria-checked="${isMine}" aria-disabled="${at > 1}">` +
        `<svg viewBox="0 0 96 64" aria-hidden="true"><svg width="48">${AILMENTS[fault]}</svg><svg class="of-twin" x="48" viewBox="48 0 48 64" width="48">${AILMENTS[fault]}</svg></svg><span>${escaped(look)}` +
        `${at === 2 ? `<small>${escaped(isRight ? record.why : diagnosis)}</small>` : ""}</span></button>` +
        `${at === 1 && isMine ? CHOICES : ""}${tagOf(at, isMine, isRight, said.sure)}</div>`
      )
    })
    .join("")

const side = (name, line, value) => `<div><small>${escaped(name)}</small>${line}<strong>${value}</strong></div>`

export const linesOf = ({ record }) =>
  side(record.title, record.lines[0], figure(record.gives[0])) +
  side("Healthy twin", record.lines[1], figure(record.gives[1])) +
  `<p class="note">${escaped(record.said)}</p>`

// share: of how far the costs have run.
export const COSTS = [0.55, 1] // of the film: first where its losses lead, then what all of it costs
export const costsOf = ({ record }, share) => {
  const grown = soft(part(share, COSTS))
  return record.costs
    .map(({ name, values }) => {
      const most = Math.max(...values.filter(Number.isFinite).map(Math.abs), 1e-12)
      const bars = [...values].map((value, i) => {
        const wide = Number.isFinite(value) ? (grown * Math.abs(value)) / most : 0
        return `<div class="cost"><i class="${i ? "of-twin" : ""}" style="width:${(62 * wide).toFixed(1)}%"></i><span class="${grown === 1 ? "" : "none"}"><b>${figure(value)}</b>&ensp;${i ? "twin" : escaped(record.title)}</span></div>`
      })
      return `<div class="costrow"><span>${escaped(name)}</span><div>${bars.join("")}</div></div>`
    })
    .join("")
}
