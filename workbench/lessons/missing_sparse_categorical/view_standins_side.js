// Beside the rails one table: of every row its values, full where the split, or the stand-in that is known, sends it left;
// and at the end, of rows that miss the split's feature, whom they ask in turn and where they go.
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { LEFT, SIDES, text } from "./view_model.js"

const SORTED = [0.9, 1], // of u: once all are known, the best comes first
  TOLD = 0.72 // of the last step: where a row goes

const chip = (x, y, half, high, side, words) =>
  `<rect class="disc${side === LEFT ? " left" : side === null ? " lost" : ""}" x="${round1(x - half)}" y="${round1(y - high / 2)}" width="${round1(2 * half)}" height="${round1(high)}" rx="6"/>` +
  label(x, y, words, side === LEFT ? "on-left" : side === null ? "" : "ink")
const label = (x, y, words, cls) => text(x, y, words, { cls, anchor: "middle", more: ' dy=".32em"' })

// A feature's values in all rows at a place across: chips on the side that sideOf gives, bare numbers where it gives none yet.
const columnAt = ({ sides, names, base }, { x, half, high, mid, pressed }) => (at, feature, sideOf) =>
  sides.map((side, i) => {
    const value = x[feature][i],
      words = value === null ? "?" : tick(value),
      to = value === null ? null : sideOf(i),
      isOff = to !== undefined && to !== null && side !== null && to !== side
    const drawn =
      (to === undefined ? label(at, mid(i), words, "") : chip(at, mid(i), half, high, to, words)) +
      (isOff ? `<rect class="thread off" x="${round1(at - half - 4)}" y="${round1(mid(i) - high / 2 - 4)}" width="${round1(2 * half + 8)}" height="${round1(high + 8)}" rx="9"/>` : "")
    return pressed(`${i}.${feature}`, `${names[feature]} of row ${i + base}: ${value === null ? "missing" : words}`, drawn)
  }).join("")

// count: the part of u in which a feature's rows are counted; isOpen: whether values can be pressed away.
export const drawTable = ({ record, L: { em, tree: { w, h } } }, f, count, isOpen) => {
  const { others, rank, sides, base, asks, primary, majority, majority_side: larger, n_known, names, ways } = record,
    x = f.isLast ? record.now : record.x,
    n = others.length,
    x0 = 3.2 * em,
    wide = (w - x0) / (n + 3),
    line = (h - 3.6 * em) / (sides.length + 1),
    half = Math.min(2 * em, 0.4 * wide),
    high = Math.min(2.1 * em, 0.66 * line),
    sorted = f.step > n ? 1 : f.step === n ? soft(part(f.u, SORTED)) : 0,
    isTold = f.isLast && f.u >= TOLD
  const at = k => x0 + wide * (k + 0.5),
    mid = i => 2.4 * em + line * (i + 0.5),
    placeOf = j => 1 + lerp(j, rank.indexOf(j), sorted),
    pressed = (cell, words, drawn) => (isOpen ? `<g class="opens" role="button" tabindex="0" data-cell="${cell}" aria-label="${words}">${drawn}</g>` : drawn)
  const column = columnAt(record, { x, half, high, mid, pressed })
  const head = (at, name, says, same) => text(at, 1 * em, name, { cls: "ink", anchor: "middle" }) + text(at, 2.2 * em, says, { anchor: "middle" }) + text(at, mid(sides.length) + 0.3 * em, same, { cls: "ink", anchor: "middle" })
  const columns = others.map(({ name, asks: says, feature, at: cuts, best, is_turned: turned, n_same }, j) => {
    const knows = !f.asking && (f.step > j + 1 || (f.step === j + 1 && f.u >= count[1])),
      place = at(placeOf(j))
    return head(place, name, knows ? says.slice(name.length + 1) : "", knows ? `${n_same} of ${n_known}` : "") + column(place, feature, i => (knows && best !== null ? Number(x[feature][i] > cuts[best] !== turned) : undefined))
  })
  // Who misses the split's feature asks until one knows; the majority, where nobody does.
  const chains = sides.map((_, i) => {
    if (!isTold || x[primary][i] !== null) return ""
    const by = ways[i].asked.at(-1),
      last = by === null ? n + 1 : placeOf(others.findIndex(({ feature }) => feature === by))
    return `<path class="edge on" d="M${round1(at(0) + half)} ${round1(mid(i))}H${round1(at(last) - half)}"/>` + (by === null ? chip(at(n + 1), mid(i), half, high, larger, SIDES[larger]) : "")
  })
  const goes = isTold ? text(at(n + 2), 1 * em, "goes", { cls: "ink", anchor: "middle" }) + sides.map((_, i) => (x[primary][i] === null ? chip(at(n + 2), mid(i), half, high, ways[i].side, SIDES[ways[i].side]) : "")).join("") : ""
  const majorities = f.asking ? "" : text(0, mid(sides.length) + 0.3 * em, "same") + head(at(n + 1), "majority", "", `${majority} of ${n_known}`) + sides.map((_, i) => label(at(n + 1), mid(i), SIDES[larger], "")).join("")
  return {
    tree:
      text(0, 1 * em, "row") + sides.map((_, i) => pressed(`${i}.all`, `all of row ${i + base}`, text(0.6 * em, mid(i) + 0.32 * em, String(i + base), { cls: "ink" }))).join("") +
      head(at(0), names[primary], asks.slice(names[primary].length + 1), "") + chains.join("") + column(at(0), primary, i => sides[i] ?? Number(x[primary][i] > record.at)) +
      columns.join("") + majorities + goes,
    treehead: f.isLast ? "Who answers for them?" : sorted === 1 ? "Stand-ins, best first" : `Stand-ins for ${asks}`,
  }
}
