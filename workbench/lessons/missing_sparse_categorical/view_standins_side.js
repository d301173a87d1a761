// Beside the rails: the stand-ins ranked, how alike every cut of a feature is, and whom rows without a value ask.
import { below, scale } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { tick } from "../../stage/kit/numbers.js"
import { capital, round1 } from "../../stage/kit/svg.js"
import { LEFT, pathOf, RIGHT, rowsName, SIDES, text, wedge } from "./view_model.js"

const COUNTED = 0.84, // of u: from here on a feature's best cut is counted
  SORTED = 0.9

export const drawRanks = ({ record, L: { em, tree: { w, h } } }, f) => {
  const { others, rank, n_known, majority } = record,
    n = others.length,
    x0 = 6.6 * em,
    unit = (w - x0 - 4.2 * em) / n_known,
    row = Math.min(6.2 * em, (h - 3 * em) / n)
  const isKnown = j => !f.asking && (f.step > j + 1 || (f.step === j + 1 && f.u >= COUNTED)),
    sorted = f.step > n ? 1 : f.step === n ? soft(part(f.u, [SORTED, 1])) : 0
  const bars = others.map(({ name, asks, n_same, agreement }, j) => {
    const y = 8 + row * lerp(j, rank.indexOf(j), sorted),
      grown = f.step === j + 1 ? part(f.u, [COUNTED, 0.99]) : 1,
      high = 0.62 * row,
      middle = y + high / 2 + 0.32 * em
    const frame = `<rect class="frame" x="${x0}" y="${round1(y)}" width="${round1(n_known * unit)}" height="${round1(high)}"/>`
    if (!isKnown(j)) return text(0, middle, name) + frame
    const cls = agreement === null ? "part-none" : "part-left"
    return text(0, middle, asks, { cls: "ink" }) + frame + `<rect class="${cls}" x="${x0}" y="${round1(y)}" width="${round1(n_same * unit * grown)}" height="${round1(high)}"/>` + text(x0 + n_known * unit + 8, middle, `${n_same} of ${n_known}`, { cls: "ink" })
  })
  const x = x0 + majority * unit
  const line = `<path class="level" d="M${round1(x)} 2V${round1(8 + n * row)}"/>` + text(x, 8 + n * row + 1.1 * em, `the majority: ${majority}`, { anchor: "middle" })
  return { tree: bars.join("") + line, treehead: sorted === 1 ? "Stand-ins, best first" : `Stand-ins for ${record.asks}`, treenote: f.asking ? "" : "rows sent the same way" }
}

// Before any feature is looked at: where the split sends each row, and that a stand-in is to say the same.
const sidesOf = (record, em, w, h) => {
  const { sides, base, asks } = record,
    x0 = 6.6 * em,
    wide = (w - x0) / sides.length,
    half = Math.min(1.3 * em, 0.4 * wide),
    [top, foot] = [0.3 * h, 0.7 * h]
  const chip = (x, y, side) =>
    `<rect class="disc${side === LEFT ? " left" : side === RIGHT ? "" : " lost"}" x="${round1(x - half)}" y="${round1(y - half)}" width="${round1(2 * half)}" height="${round1(2 * half)}" rx="6"/>` +
    text(x, y + 0.32 * em, side === null ? "?" : "LR"[side], { cls: side === LEFT ? "on-left" : "ink", anchor: "middle" })
  const columns = sides.map((side, row) => {
    const x = x0 + wide * (row + 0.5)
    return text(x, top - half - 0.7 * em, String(row + base), { anchor: "middle" }) + chip(x, top, side) + chip(x, foot, null)
  })
  return { ways: text(0, top + 0.32 * em, asks, { cls: "ink" }) + text(0, foot + 0.32 * em, "stand-in") + columns.join(""), wayhead: "Row by row", waynote: "the same letter is agreement" }
}

// Of every cut of the feature in focus how many rows go the same way, if what is below goes left, and if it goes right.
export const agreementOf = ({ record, own, L: { em, ways: { w, h } } }, f, sweep, count) => {
  const { other } = f
  if (!other) return sidesOf(record, em, w, h)
  if (other.best === null) return { ways: "", wayhead: `${other.name} has no cut`, waynote: "" }
  const domain = own.P.scales[other.feature].domain,
    X = scale(domain, [2.2 * em, w - 0.6 * em]),
    Y = scale([0, record.n_known], [h - 1.9 * em, 0.8 * em]),
    far = lerp(...domain, part(f.u, sweep))
  const lines = [[], []]
  let marks = ""
  other.at.forEach((at, k) => {
    if (at > far) return
    const isBest = k === other.best && f.u >= count[0]
    for (const j of [0, 1]) {
      const value = j ? other.n - other.same[k] : other.same[k]
      lines[j].push([X(at), Y(value)])
      marks += wedge(X(at), Y(value), j === 0, isBest && other.is_turned === (j === 1), 0.4 * em)
    }
  })
  const majority = `<path class="level" d="M${X.range[0]} ${round1(Y(record.majority))}H${X.range[1]}"/>`,
    ends = [0, record.n_known].map(v => text(X.range[0] - 8, Y(v) + 0.3 * em, tick(v), { anchor: "end" })).join("")
  return {
    ways: below(X, Y.range[0], em, { n: 6, name: other.name }) + ends + majority + `<path class="line-left" d="${pathOf(lines[0])}"/><path class="line-right" d="${pathOf(lines[1])}"/>${marks}`,
    wayhead: `Every cut of ${other.name}`,
    waynote: [LEFT, RIGHT].map(j => `<svg class="key" viewBox="0 0 12 12" aria-hidden="true">${wedge(j ? 8 : 5, 6, j === LEFT, true, 4)}</svg>below goes ${SIDES[j]}`).join(" "),
  }
}

// Of each row that misses the feature: whom it asks in turn, the best stand-in first, and what the first says who knows.
export const chainsOf = ({ record, L: { em, ways: { w, h } } }, f) => {
  const { others, rank, names, ways, now, primary } = record,
    lost = ways.map((_, row) => row).filter(row => now[primary][row] === null),
    name = names[primary]
  if (!lost.length) return { ways: text(0, em, `No row misses ${name}.`), wayhead: "Who answers for them", waynote: "" }
  const asked = [...rank.map(j => others[j]).filter(({ agreement }) => agreement !== null), null],
    x0 = 4.2 * em,
    wide = (w - x0) / (asked.length + 2),
    row = Math.min(4.4 * em, (h - 2.4 * em) / lost.length),
    high = Math.min(2.3 * em, 0.74 * row),
    half = Math.min(2.2 * em, 0.42 * wide),
    isTold = f.u >= 0.72
  const at = k => x0 + wide * (k + 0.5),
    middle = y => y + 0.32 * em
  const chip = (x, y, cls, words, says) =>
    `<rect class="disc ${cls}" x="${round1(x - half)}" y="${round1(y - high / 2)}" width="${round1(2 * half)}" height="${round1(high)}" rx="6"/>` + text(x, middle(y), words, { cls: says, anchor: "middle" })
  const head = [name, ...asked.map(other => (other ? other.name : "majority")), "goes"].map((each, k) => text(at(k), 0.9 * em, each, { cls: "ink", anchor: "middle" }))
  const lines = lost.map((i, k) => {
    const y = 1.9 * em + row * (k + 0.5),
      { asked: by, side } = ways[i],
      last = by.at(-1)
    const cells = asked.map((other, j) => {
      if (!isTold || !by.includes(other?.feature ?? null)) return text(at(j + 1), middle(y), "·", { anchor: "middle" })
      const value = other ? now[other.feature][i] : SIDES[record.majority_side]
      if (value === null) return chip(at(j + 1), y, "lost", "?", "")
      return chip(at(j + 1), y, "", other ? tick(value) : value, "ink")
    })
    const way = isTold ? `<path class="edge on" d="M${round1(at(0) + half)} ${round1(y)}H${round1(at(asked.findIndex(other => (other?.feature ?? null) === last) + 1) - half)}"/>` : ""
    const goes = isTold ? chip(at(asked.length + 1), y, side === LEFT ? "left" : "", SIDES[side], side === LEFT ? "on-left" : "ink") : ""
    return text(0, middle(y), capital(rowsName(record, [i])), { cls: "ink" }) + way + chip(at(0), y, "lost", "?", "") + cells.join("") + goes
  })
  return { ways: head.join("") + lines.join(""), wayhead: "Who answers for them", waynote: `? is missing: it asks the next` }
}
