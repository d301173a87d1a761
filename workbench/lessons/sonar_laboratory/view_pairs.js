// All pairs of models as a triangle, with the names on its slope and what each model is. A cell shows its pair's difference on
// the deal that is on the stage. Which pair one deal can tell apart is asked there; then every cell shows where one more deal
// falls, and says how many deals its pair takes.
import { scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { key } from "../../stage/kit/legend.js"
import { signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { pairNumber, toldOf } from "./view_model.js"

const APART = 0.07, // of the telling: how much later a cell is told than its neighbour
  DOT = 0.075, // of a cell's width: the radius of a difference
  MARK = 0.38 // of a cell's height: where its difference stands

export const placePairs = S => {
  const { parts, record, own, L: { em, deal: { w, h } } } = S,
    n = record.keys.length,
    top = 1.5 * em, // under a line of words
    high = Math.min((h - top) / n, 6 * em),
    wide = (w - 5.2 * em) / (n - 1),
    r = round1(DOT * wide),
    half = wide / 2 - r - 2.5,
    most = Math.max(...own.model.gaps.map(Math.abs)) // of all pairs and deals, so that cells can be compared
  let drawn = `<text x="0" y="${0.9 * em}" data-says></text>`
  record.names.forEach((name, i) => {
    const x = round1(i * wide + (i ? 0.7 * em : 2)),
      y = round1(top + (i + 0.5) * high),
      says = 0.55 * em * name.length > w - x ? record.short[i] : name
    drawn += `<text class="pair-name" x="${x}" y="${y - 2}">${escaped(says)}</text><text x="${x}" y="${round1(y + 1.1 * em)}">${escaped(record.words[i])}</text>`
    for (let j = 0; j < i; j++) {
      const middle = round1((j + 0.5) * wide),
        up = top + i * high
      drawn +=
        `<g class="pair" role="radio" tabindex="-1" data-row="${i}" data-column="${j}"><rect x="${round1(j * wide + 1.5)}" y="${round1(up + 1.5)}" width="${round1(wide - 3)}" height="${round1(high - 3)}" rx="5"/><rect class="pair-yours" x="${round1(j * wide + 5)}" y="${round1(up + 5)}" width="${round1(wide - 10)}" height="${round1(high - 10)}" rx="3"/>` +
        `<path class="pair-zero" d="M${middle} ${round1(up + (MARK - 0.24) * high)}v${round1(0.48 * high)}"/><path class="pair-reach"/><circle class="gap-dot" r="${r}" cy="${round1(up + MARK * high)}"/>` +
        `<text x="${middle}" y="${round1(up + 0.87 * high)}" text-anchor="middle"></text></g>`
    }
  })
  put(parts.pairbox, drawn)
  own.cells = [...parts.pairbox.querySelectorAll(".pair")].map(cell => {
    const [i, j] = [cell.dataset.row, cell.dataset.column].map(Number),
      [text, dot, reach] = ["text", ".gap-dot", ".pair-reach"].map(name => cell.querySelector(name)),
      middle = (j + 0.5) * wide
    return { cell, i, j, index: pairNumber(i, j), text, dot, reach, x: scale([-most, most], [middle - half, middle + half]), y: round1(top + (i + MARK) * high) }
  })
  own.pairSays = parts.pairbox.querySelector("[data-says]")
  own.pairNames = [...parts.pairbox.querySelectorAll(".pair-name")]
}

// What a cell says once it is told: how many deals it takes.
const takes = ({ record }, index) =>
  record.is_one_enough[index] ? "1" : record.apart_from[index] > record.n_deals ? "–" : String(record.apart_from[index])

// What the ground of a cell says, and of how many pairs.
export const pairKeys = S => {
  const all = S.own.cells.map(({ index }) => takes(S, index)),
    of = (kind, words, isSo) => key(`<g class="pair ${kind}"><rect x="1" y="1" width="10" height="10" rx="2"/></g>`, `${words}: <b>${all.filter(isSo).length}</b>`, 12)
  return of("told sure", "one is enough", each => each === "1") + of("told", "more", each => Number(each) > 1) + of("", `not in ${S.n}`, each => each === "–")
}

// From the deal before, where another one is on its way.
const gapOf = ({ own: { model }, isStart }, { i, j }, step, p) => {
  if (isStart) return 0
  const [before, after] = [step - 2, step - 1].map(k => (k < 0 ? 0 : model.area(i, k) - model.area(j, k)))
  return lerp(before, after, p.gap)
}

const reachOf = ({ own: { model }, n }, { index, x, y }) => {
  const { mean, of_one: half } = model.state({ index, sign: 1 }, n),
    ends = [-half, half].map(by => round1(clamp(x(mean + by), ...x.range)))
  return `M${ends[0]} ${y}H${ends[1]}`
}

export const drawPairs = (S, step, p) => {
  const { own, record } = S,
    { two } = own.pair,
    isTold = toldOf(S) === 2,
    whole = S.isStart ? 0 : p.gap < 1 ? step - 1 : step
  const pointed = own.overPair ?? (isTold ? null : own.pick),
    { i: row, j: column } = own.cells.find(({ index }) => index === pointed) ?? {},
    lit = row === undefined ? two : [row, column] // the models whose cell is pointed at, or chosen
  for (const each of own.cells) {
    const { cell, i, j, index, text, dot, reach, x } = each,
      says = isTold && own.shown >= APART * (i + j - 1) ? takes(S, index) : "",
      isChosen = two.includes(i) && two.includes(j),
      differs = says === "" && whole > 0
    toggle(cell, "leads", (i === row && j >= column) || (j === column && i <= row)) // from the cell to both names
    toggle(cell, "on", isChosen)
    toggle(cell, "yours", own.pick === index)
    toggle(cell, "told", says !== "" && says !== "–")
    toggle(cell, "sure", says === "1")
    toggle(cell, "differs", differs)
    say(text, differs ? signed(own.model.area(i, whole - 1) - own.model.area(j, whole - 1), 3) : says)
    set(dot, "cx", String(round1(x(gapOf(S, each, step, p)))))
    set(reach, "d", says ? reachOf(S, each) : "")
    set(cell, "aria-checked", String(isChosen))
    set(cell, "tabindex", isChosen ? "0" : "-1")
    const words = { "": "", 1: ": one deal is enough", "–": `: not in ${S.n} deals` }[says] ?? `: after ${says} deals`
    set(cell, "aria-label", `${record.names[i]} and ${record.names[j]}${words}`)
  }
  own.pairNames.forEach((name, v) => toggle(name, "on", lit.includes(v)))
  const rest = isTold ? "bar: where the next deal falls; number: deals it takes" : "right of the line: the row’s model beats the one that heads the column"
  say(own.pairSays, row === undefined || whole === 0 ? rest : `${lit.map(v => record.short[v]).join(" less ")}: ${signed(own.model.area(lit[0], whole - 1) - own.model.area(lit[1], whole - 1), 3)} on deal ${whole}`)
}
