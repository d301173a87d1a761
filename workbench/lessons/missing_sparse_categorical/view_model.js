// What the acts share: whether their question is open, and marks and words of one kind.
import { gainFormula } from "../../stage/kit/formula.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"

export const LEFT = 0
export const RIGHT = 1
export const SIDES = ["left", "right"]

// The question stands at one step, until it is answered or left.
export const isAsking = S => {
  const { record, at } = S
  if (record.asked === null || at.guess === 0 || at.gap_told || at.round !== record.asked || S.scrubs) return false
  return S.resting() || Boolean(S.guess && !S.guess.told)
}

// The step that is said to be shown: on a way over several steps the one that is on the screen.
export const stepSaid = S => (!S.scrubs && S.at.round - S.view > 1 ? S.step : S.at.round)

// Counts, and sums of whole numbers, without digits after the point.
export const exact = value => (Math.abs(value - Math.round(value)) < 1e-9 ? tick(Math.round(value)) : significant(value))

export const button = (name, text) => `<button type="button" class="skip" data-do="${name}">${text}</button>`
export const sum = (card, name, value) => `<button type="button" data-card="${card}"><span>${name}</span> <b>${exact(value)}</b></button>`
export const fact = (name, value) => `<span>${name} <b>${value}</b></span>`

export const text = (x, y, words, { cls = "", anchor = "start", more = "" } = {}) =>
  `<text x="${round1(x)}" y="${round1(y)}" class="${cls}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`

// The gain of a way, from the sums of both its sides.
export const gainCard = (title, { T, H, gain }, node, lambda) => {
  const [left, right] = [0, 1].map(k => ({ T: T[k], H: H[k] }))
  return `<p><strong>${escaped(title)}</strong></p>${gainFormula({ left, right, node: { ...node, T: Math.abs(node.T) < 1e-9 ? 0 : node.T }, gain, gamma: 0, lambda })}`
}

// A row by its number, full where it goes left.
export const disc = ({ em, r }, x, y, number, isLeft, cls = "") =>
  `<circle class="disc${isLeft ? " left" : ""} ${cls}" cx="${round1(x)}" cy="${round1(y)}" r="${round1(r)}"/>` + text(x, y + 0.32 * em, String(number), { cls: isLeft ? "on-left" : "ink", anchor: "middle" })

// A mark that points to where the packet is; full where that way wins.
export const wedge = (x, y, isLeft, isFull, r) =>
  `<path class="wedge${isFull ? " full" : ""}" d="M${round1(x + (isLeft ? -1.25 : 1.25) * r)} ${round1(y)}l${(isLeft ? 1.9 : -1.9) * r} ${-r}v${2 * r}z"/>`

// Rows have numbers of their own where some of many are drawn.
export const numberOf = ({ base, numbers }, row) => numbers?.[row] ?? row + base
export const rowsName = (record, rows) => `${rows.length === 1 ? "row" : "rows"} ${rows.map(row => numberOf(record, row)).join(", ")}`
export const isExample = ({ kind }) => kind === "example"

// The partition with these categories on either side; its number has the bits of those on the side without the last one.
export const wayOf = ({ record: { ways, labels } }, codes) => {
  const bits = codes.reduce((all, code) => all + 2 ** code, 0)
  return ways.find(({ number }) => number === bits || number === 2 ** labels.length - 1 - bits)
}
