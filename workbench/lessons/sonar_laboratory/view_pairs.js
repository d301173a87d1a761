// All pairs of models as a triangle, with the names on its slope and what each model is. Which pair one deal can tell apart is
// asked there; then every cell says how many deals its pair takes.
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { pairNumber, toldOf } from "./view_model.js"

const APART = 0.07 // of the telling: how much later a cell is told than its neighbour

export const placePairs = S => {
  const { parts, record, own, L: { em, deal: { w, h } } } = S,
    n = record.keys.length,
    high = Math.min(h / n, 6 * em),
    wide = (w - 8.6 * em) / (n - 1)
  let drawn = ""
  record.names.forEach((name, i) => {
    const x = round1(i * wide + (i ? 0.7 * em : 2)),
      y = round1((i + 0.5) * high)
    drawn += `<text class="pair-name" x="${x}" y="${y - 2}">${escaped(name)}</text><text x="${x}" y="${round1(y + 1.1 * em)}">${escaped(record.words[i])}</text>`
    for (let j = 0; j < i; j++)
      drawn +=
        `<g class="pair" role="radio" tabindex="-1" data-row="${i}" data-column="${j}"><rect x="${round1(j * wide + 1.5)}" y="${round1(i * high + 1.5)}" width="${round1(wide - 3)}" height="${round1(high - 3)}" rx="5"/>` +
        `<text x="${round1((j + 0.5) * wide)}" y="${round1(y + 0.4 * em)}" text-anchor="middle"></text></g>`
  })
  put(parts.pairbox, drawn)
  own.cells = [...parts.pairbox.querySelectorAll(".pair")].map(cell => {
    const [i, j] = [cell.dataset.row, cell.dataset.column].map(Number)
    return { cell, i, j, index: pairNumber(i, j), text: cell.querySelector("text") }
  })
  own.pairNames = [...parts.pairbox.querySelectorAll(".pair-name")]
}

// What a cell says once it is told: how many deals it takes.
const takes = ({ record }, index) =>
  record.is_one_enough[index] ? "1" : record.apart_from[index] > record.n_deals ? "–" : String(record.apart_from[index])

export const drawPairs = S => {
  const { own, record } = S,
    { two } = own.pair,
    isTold = toldOf(S) === 2
  let lit = [] // the models whose cell is pointed at, or chosen
  for (const { cell, i, j, index, text } of own.cells) {
    const says = isTold && own.shown >= APART * (i + j - 1) ? takes(S, index) : "",
      isChosen = two.includes(i) && two.includes(j) && !own.asksPair
    if (own.overPair === index || (own.overPair === null && isChosen)) lit = [i, j]
    toggle(cell, "on", isChosen)
    toggle(cell, "yours", own.pick === index)
    toggle(cell, "told", says !== "" && says !== "–")
    toggle(cell, "sure", says === "1")
    say(text, says || (own.asksPair ? "?" : ""))
    set(cell, "aria-checked", String(isChosen))
    set(cell, "tabindex", two.includes(i) && two.includes(j) ? "0" : "-1")
    const words = { "": "", 1: ": one deal is enough", "–": `: not in ${S.n} deals` }[says] ?? `: after ${says} deals`
    set(cell, "aria-label", `${record.names[i]} and ${record.names[j]}${words}`)
  }
  own.pairNames.forEach((name, v) => toggle(name, "on", lit.includes(v)))
}
