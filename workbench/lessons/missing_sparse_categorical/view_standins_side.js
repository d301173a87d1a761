// Beside the rails: of every feature the rows that its best cut sends as the split does, one by one as they are counted, and
// how many the majority alone would. At the end a table: of each row its values, whom it asks in turn, and where it goes.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { disc, LEFT, SIDES, text } from "./view_model.js"

const TOLD = 0.72 // of the last step: where a row goes

// Which way the best cut of a feature sends a value; null where there is none.
const sentBy = ({ at, best, is_turned: turned }, value) => (value === null || best === null ? null : Number(value > at[best] !== turned))

// The rows that the split and a feature both send, in their order along its rail.
const rowsAlong = (record, other) =>
  [...record.sides.keys()]
    .filter(row => record.sides[row] !== null && sentBy(other, record.x[other.feature][row]) !== null)
    .sort((a, b) => (record.x[other.feature][a] - record.x[other.feature][b]) * (other.is_turned ? -1 : 1))

// f.sorted: how far the lines have gone to their places, the best first.
export const drawAgreement = ({ record, own, L: { em, tree: { w, h } } }, f) => {
  const { others, rank, sides, base, majority, majority_side: larger, n_known } = record,
    line = (h - 3 * em) / others.length,
    gap = Math.min(4.4 * em, w / n_known),
    r = Math.min(1.6 * em, 0.38 * gap),
    middle = Math.max(4.4 * em, line / 2),
    slot = k => gap * (k + 0.5)
  const lines = others.map((other, j) => {
    const top = line * lerp(j, rank.indexOf(j), f.sorted),
      share = f.asking || f.step <= j ? 0 : f.step > j + 1 ? 1 : f.counted ?? 0,
      rows = rowsAlong(record, other),
      shown = rows.slice(0, Math.floor(rows.length * share + 1e-6)),
      isDone = share === 1
    let [alike, off] = [0, n_known]
    const discs = shown.map(row => {
      const isAlike = sentBy(other, record.x[other.feature][row]) === sides[row],
        x = slot(isAlike ? alike++ : --off)
      return disc({ em, r }, x, top + middle, row + base, sides[row] === LEFT) + (isAlike ? "" : `<circle class="thread off" cx="${round1(x)}" cy="${round1(top + middle)}" r="${round1(r + 4)}"/>`)
    })
    const slots = Array.from({ length: n_known }, (_, k) => `<circle class="disc lost" cx="${round1(slot(k))}" cy="${round1(top + middle)}" r="${round1(r)}"/>`)
    const isYours = own.said === j && !f.asking
    return (
      text(0, top + middle - 2.9 * em, isDone ? other.asks : other.name, { cls: "ink" }) + (isYours ? text(6.5 * em, top + middle - 2.9 * em, "yours", { cls: "mine-text" }) : "") +
      (share ? text(w, top + middle - 2.9 * em, `${alike} of ${n_known}`, { cls: isDone ? "ink" : "", anchor: "end" }) : "") +
      slots.filter((_, k) => k >= alike && k < off).join("") + discs.join("")
    )
  })
  const x = round1(gap * majority),
    foot = line * (others.length - 1) + middle + 3 * em
  return {
    tree: lines.join("") + (f.asking ? "" : `<path class="level" d="M${x} ${round1(2 * em)}V${round1(foot)}"/>` + text(clamp(x, 8 * em, w - 8 * em), foot + 1.3 * em, `all to the ${SIDES[larger]}, the majority: ${majority} of ${n_known}`, { anchor: "middle" })),
    treehead: f.sorted === 1 ? "Stand-ins, best first" : `How many rows go as ${record.asks} sends them?`,
  }
}

// --- the table

const chip = (x, y, half, high, side, words) =>
  `<rect class="disc${side === LEFT ? " left" : side === null ? " lost" : ""}" x="${round1(x - half)}" y="${round1(y - high / 2)}" width="${round1(2 * half)}" height="${round1(high)}" rx="6"/>` +
  text(x, y, words, { cls: side === LEFT ? "on-left" : side === null ? "" : "ink", anchor: "middle", more: ' dy=".32em"' })

// isOpen: whether values can be pressed away.
export const drawTable = ({ record, L: { em, tree: { w, h } } }, f, isOpen) => {
  const { others, rank, sides, base, asks, primary, majority_side: larger, names, ways, now } = record,
    n = others.length,
    x0 = 3.2 * em,
    wide = (w - x0) / (n + 3),
    line = (h - 3.6 * em) / sides.length,
    half = Math.min(2 * em, 0.4 * wide),
    high = Math.min(2.1 * em, 0.66 * line),
    isTold = f.u >= TOLD
  const at = k => x0 + wide * (k + 0.5),
    mid = i => 2.4 * em + line * (i + 0.5),
    placeOf = j => 1 + rank.indexOf(j),
    head = (k, name, says = "") => text(at(k), 1 * em, name, { cls: "ink", anchor: "middle" }) + text(at(k), 2.2 * em, says, { anchor: "middle" }),
    pressed = (cell, words, drawn) => (isOpen ? `<g class="opens" role="button" tabindex="0" data-cell="${cell}" aria-label="${words}">${drawn}</g>` : drawn)
  const column = (k, feature, sideOf) =>
    head(k, names[feature]) + sides.map((_, i) => {
      const value = now[feature][i],
        words = value === null ? "?" : tick(value)
      return pressed(`${i}.${feature}`, `${names[feature]} of row ${i + base}: ${value === null ? "missing" : words}`, chip(at(k), mid(i), half, high, value === null ? null : sideOf(i, value), words))
    }).join("")
  const columns = others.map((other, j) => {
    const { name, feature, best, asks: asked } = other
    return head(placeOf(j), "", best === null ? "" : asked.slice(name.length + 1)) + column(placeOf(j), feature, (_, value) => sentBy(other, value))
  })
  // Who misses the split's feature asks until one knows; the majority, where nobody does.
  const chains = sides.map((_, i) => {
    if (!isTold || now[primary][i] !== null) return ""
    const by = ways[i].asked.at(-1),
      last = by === null ? n + 1 : placeOf(others.findIndex(({ feature }) => feature === by))
    return `<path class="edge on" d="M${round1(at(0) + half)} ${round1(mid(i))}H${round1(at(last) - half)}"/>` + (by === null ? chip(at(n + 1), mid(i), half, high, larger, SIDES[larger]) : "") +
      chip(at(n + 2), mid(i), half, high, ways[i].side, SIDES[ways[i].side])
  })
  return {
    tree:
      text(0, 1 * em, "row") + sides.map((_, i) => pressed(`${i}.all`, `all of row ${i + base}`, text(0.6 * em, mid(i) + 0.32 * em, String(i + base), { cls: "ink" }))).join("") +
      head(0, "", asks.slice(names[primary].length + 1)) + chains.join("") + column(0, primary, (i, value) => sides[i] ?? Number(value > record.at)) + columns.join("") +
      (ways.some(({ asked }) => asked.at(-1) === null) ? head(n + 1, "majority") : "") + (isTold ? head(n + 2, "goes") : ""),
    treehead: "Who answers for them?",
  }
}
