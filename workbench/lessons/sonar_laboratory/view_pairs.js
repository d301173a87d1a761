// All pairs of models as a triangle, with the names on its slope. A cell shows where the mean's interval of its pair lies by
// now, on the row's side of 0 or on the column's; which pair one deal can tell apart is asked there, and told deal by deal.
import { clamp } from "../../stage/kit/easing.js"
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { known, pairNumber, toldOf } from "./view_model.js"

const APART = 0.07 // of the telling: how much later a cell is told than its neighbour

export const placePairs = S => {
  const { parts, record, own, L: { em, pairs: { w, h } } } = S,
    n = record.keys.length,
    high = Math.min(h / n, 3.4 * em),
    wide = Math.min((w - 8.6 * em) / (n - 1), 4 * em),
    reach = Math.max(...own.model.last.map(({ mean, of_one: half }) => Math.abs(mean) + half), 0.01)
  own.cellOf = { y: round1(0.18 * high), half: (0.55 * wide) / reach, most: 0.46 * wide }
  let drawn = ""
  record.names.forEach((name, i) => {
    drawn += `<text class="pair-name" role="button" tabindex="0" data-card="model${i}" x="${round1(i * wide + (i ? 8 : 2))}" y="${round1((i + (i ? 0.5 : 0.62)) * high + 4)}">${escaped(name)}</text>`
    for (let j = 0; j < i; j++) {
      const [x, y] = [(j + 0.5) * wide, (i + 0.5) * high].map(round1)
      drawn +=
        `<g class="pair" role="radio" tabindex="-1" data-row="${i}" data-column="${j}"><rect x="${round1(j * wide + 1.5)}" y="${round1(i * high + 1.5)}" width="${round1(wide - 3)}" height="${round1(high - 3)}" rx="4"/>` +
        `<g transform="translate(${x} ${y})"><path class="zero" d="M0 ${round1(-0.06 * high)}V${round1(0.42 * high)}"/><path class="whisker"/><path class="thick"/></g>` +
        `<text x="${round1((j + 1) * wide - 6)}" y="${round1(y - 0.12 * high)}" text-anchor="end"></text></g>`
    }
  })
  put(parts.pairbox, drawn)
  own.cells = [...parts.pairbox.querySelectorAll(".pair")].map(cell => {
    const [i, j] = [cell.dataset.row, cell.dataset.column].map(Number),
      [whisker, bar] = cell.querySelectorAll("g path:not(.zero)")
    return { cell, i, j, index: pairNumber(i, j), whisker, bar, text: cell.querySelector("text") }
  })
  own.pairNames = [...parts.pairbox.querySelectorAll(".pair-name")]
}

// What a cell says once it is told: how many deals it takes.
const takes = ({ record }, index) =>
  record.is_one_enough[index] ? "1" : record.apart_from[index] > record.n_deals ? "–" : String(record.apart_from[index])

export const drawPairs = (S, step, p) => {
  const { own, record, parts } = S,
    { a, b } = own.pair,
    isTold = toldOf(S) === 2 && S.n > 0,
    isFirst = toldOf(S) === 0 // only of the pair that is asked about
  say(parts.pairnote, isTold ? `deals it takes; blue: one is enough; –: not in ${S.n}` : isFirst ? "press another to ask of it" : "mean’s interval so far, about 0")
  for (const { cell, i, j, index, whisker, bar, text } of own.cells) {
    const isOn = isTold && own.shown >= APART * (i + j - 1),
      isChosen = i === Math.max(a, b) && j === Math.min(a, b),
      says = isOn ? takes(S, index) : "",
      isSure = isOn && record.is_one_enough[index] === 1,
      state = S.n && (isChosen || !isFirst) ? known(S, { index, sign: 1 }, step, p) : null
    const lineOf = half => (state ? [-half, half].map(by => round1(clamp((state.mean + by) * own.cellOf.half, -own.cellOf.most, own.cellOf.most))) : null)
    const span = half => (lineOf(half) ? `M${lineOf(half).join(` ${own.cellOf.y}H`)}` : "")
    set(bar, "d", state ? span(state.of_mean) : "")
    set(whisker, "d", isOn && state ? span(state.of_one) : "")
    toggle(bar, "apart", Boolean(state) && Math.abs(state.mean) > state.of_mean)
    toggle(cell, "on", isChosen)
    toggle(cell, "yours", own.pick === index)
    toggle(cell, "sure", isSure)
    say(text, says)
    set(cell, "aria-checked", String(isChosen))
    set(cell, "tabindex", isChosen ? "0" : "-1")
    const words = { "": "", 1: ": one deal is enough", "–": `: not in ${S.n} deals` }[says] ?? `: after ${says} deals`
    set(cell, "aria-label", `${record.names[i]} and ${record.names[j]}${words}`)
  }
  own.pairNames.forEach((name, v) => toggle(name, "on", v === a || v === b))
}
