// Beside the rails: every row's side, by the split and by each stand-in; how alike every cut of a feature is; and whom rows
// without a value ask.
import { below, scale } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { tick } from "../../stage/kit/numbers.js"
import { capital, round1 } from "../../stage/kit/svg.js"
import { LEFT, pathOf, RIGHT, rowsName, SIDES, text, wedge } from "./view_model.js"

const SORTED = [0.9, 1] // of u: once all are known, the best comes first

const chip = (x, y, half, high, side, words) =>
  `<rect class="disc${side === LEFT ? " left" : side === null ? " lost" : ""}" x="${round1(x - half)}" y="${round1(y - high / 2)}" width="${round1(2 * half)}" height="${round1(high)}" rx="6"/>` +
  label(x, y, words, side === LEFT ? "on-left" : side === null ? "" : "ink")
const label = (x, y, words, cls) => `<text x="${round1(x)}" y="${round1(y)}" dy=".32em" class="${cls}" text-anchor="middle">${words}</text>`

// The table: of each row its value, as a chip where the split, or the stand-in that is known, sends it: full for left.
export const drawTable = ({ record, L: { em, tree: { w, h } } }, f, count, isOpen) => {
  const { others, rank, sides, base, asks, primary, majority, majority_side: larger, n_known, names } = record,
    x = f.isLast ? record.now : record.x,
    n = others.length,
    x0 = 5.6 * em,
    wide = (w - x0 - 4 * em) / sides.length,
    row = Math.min(4 * em, (h - 1.8 * em) / (n + 2)),
    half = Math.min(1.2 * em, 0.4 * wide),
    high = Math.min(1.9 * em, 0.62 * row),
    sorted = f.step > n ? 1 : f.step === n ? soft(part(f.u, SORTED)) : 0
  const at = i => x0 + wide * (i + 0.5),
    mid = k => 1.8 * em + row * (k + 0.5),
    pressed = (cell, words, drawn) => (isOpen ? `<g class="opens" role="button" tabindex="0" data-cell="${cell}" aria-label="${words}">${drawn}</g>` : drawn)
  // What stands in a row: sideOf gives where it goes, undefined as long as that is not known.
  const line = (k, name, cls, sideOf, wordsOf, { same = "", feature = null } = {}) =>
    text(0, mid(k) + 0.32 * em, name, { cls }) + text(w, mid(k) + 0.32 * em, same, { cls: "ink", anchor: "end" }) +
    sides.map((side, i) => {
      const to = sideOf(i),
        words = wordsOf(i)
      if (to === undefined) return label(at(i), mid(k), words, "")
      const isOff = to !== null && side !== null && to !== side,
        drawn = chip(at(i), mid(k), half, high, to, words) + (isOff ? `<rect class="thread off" x="${round1(at(i) - half - 4)}" y="${round1(mid(k) - high / 2 - 4)}" width="${round1(2 * half + 8)}" height="${round1(high + 8)}" rx="9"/>` : "")
      return feature === null ? drawn : pressed(`${i}.${feature}`, `${names[feature]} of row ${i + base}: ${words === "?" ? "missing" : words}`, drawn)
    }).join("")
  const value = feature => i => (x[feature][i] === null ? "?" : tick(x[feature][i]))
  const lines = others.map(({ name, asks: says, feature, at: cuts, best, is_turned: turned, n_same }, j) => {
    const knows = !f.asking && (f.step > j + 1 || (f.step === j + 1 && f.u >= count[1]))
    const sideOf = i => (x[feature][i] === null ? null : knows && best !== null ? Number(x[feature][i] > cuts[best] !== turned) : undefined)
    return line(1 + lerp(j, rank.indexOf(j), sorted), knows ? says : name, knows ? "ink" : "", sideOf, value(feature), { same: knows ? `${n_same} of ${n_known}` : "", feature })
  })
  const head = sides.map((_, i) => pressed(`${i}.all`, `all of row ${i + base}`, text(at(i), 1.1 * em, String(i + base), { anchor: "middle" }))).join("")
  const split = i => (x[primary][i] === null ? null : sides[i] ?? Number(x[primary][i] > record.at))
  return {
    tree:
      text(0, 1.1 * em, "row") + head + line(0, asks, "ink", split, value(primary), { feature: primary }) + lines.join("") +
      line(n + 1, "majority", "", () => larger, () => "LR"[larger], { same: `${majority} of ${n_known}` }),
    treehead: sorted === 1 ? "Stand-ins, best first" : `Stand-ins for ${asks}`,
    treenote: "full goes left",
  }
}

// Of every cut of the feature in focus how many rows go the same way, if what is below goes left, and if it goes right.
export const agreementOf = ({ record, own, L: { em, ways: { w, h } } }, f, sweep, count) => {
  const { other } = f
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
    ends = [0, record.majority, record.n_known].map(v => text(X.range[0] - 8, Y(v) + 0.3 * em, tick(v), { anchor: "end" })).join("") + text(X.range[0] + 4, Y(record.n_known) + 0.3 * em, "rows sent the same way", { cls: "halo" })
  return {
    ways: below(X, Y.range[0], em, { n: 6, name: other.name }) + ends + majority + `<path class="line-left" d="${pathOf(lines[0])}"/><path class="line-right" d="${pathOf(lines[1])}"/>${marks}`,
    wayhead: `Every cut of ${other.name}`,
    waynote: [LEFT, RIGHT].map(j => `<svg class="key" viewBox="0 0 12 12" aria-hidden="true">${wedge(j ? 8 : 5, 6, j === LEFT, true, 4)}</svg>below goes ${SIDES[j]}`).join(" "),
  }
}

// Of each row that misses the feature: whom it asks in turn, the best stand-in first, and what the first says who knows.
// Before that is told, what they know stands there.
export const chainsOf = ({ record, L: { em, ways: { w, h } } }, f) => {
  const { others, rank, names, ways, now, primary } = record,
    lost = ways.map((_, row) => row).filter(row => now[primary][row] === null),
    name = names[primary]
  if (!lost.length) return { ways: text(0, em, `No row misses ${name}.`), wayhead: "Who answers for them?" }
  const ranked = f.isLast ? rank.map(j => others[j]).filter(({ agreement }) => agreement !== null) : others,
    asked = [...ranked, null],
    x0 = 4.2 * em,
    wide = (w - x0) / (asked.length + 2),
    row = Math.min(4.4 * em, (h - 2.4 * em) / lost.length),
    high = Math.min(2.3 * em, 0.74 * row),
    half = Math.min(2.2 * em, 0.42 * wide),
    isTold = f.isLast && f.u >= 0.72
  const at = k => x0 + wide * (k + 0.5)
  const head = [name, ...asked.map(other => other?.name ?? "majority"), "goes"].map((each, k) => text(at(k), 0.9 * em, each, { cls: "ink", anchor: "middle" }))
  const lines = lost.map((i, k) => {
    const y = 1.9 * em + row * (k + 0.5),
      { asked: by, side } = ways[i]
    const last = asked.findIndex(other => (other?.feature ?? null) === by.at(-1)) + 1
    const cells = asked.map((other, j) => {
      const value = other ? now[other.feature][i] : SIDES[record.majority_side],
        says = value === null ? "?" : other ? tick(value) : value
      if (!isTold || !by.includes(other?.feature ?? null)) return label(at(j + 1), y, says, "")
      return chip(at(j + 1), y, half, high, value === null ? null : RIGHT, says)
    })
    return (
      text(0, y + 0.32 * em, capital(rowsName(record, [i])), { cls: "ink" }) + (isTold ? `<path class="edge on" d="M${round1(at(0) + half)} ${round1(y)}H${round1(at(last) - half)}"/>` : "") +
      chip(at(0), y, half, high, null, "?") + cells.join("") + chip(at(asked.length + 1), y, half, high, isTold ? side : null, isTold ? SIDES[side] : "?")
    )
  })
  return { ways: head.join("") + lines.join(""), wayhead: "Who answers for them?", waynote: isTold ? "who misses it too asks the next" : "" }
}
