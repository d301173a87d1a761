// Small pictures in the marks of the stage: of the moments of a round, and of what may ail a patient.
import { key, lineKey } from "../../stage/kit/legend.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, note } from "../../stage/kit/svg.js"

const small = inside => `<svg viewBox="0 0 26 20" aria-hidden="true">${inside}</svg>`
const STEMS = small('<path d="M7 17V5M13 17V8M19 17V3" class="i-stem"/>'),
  LEAF = small('<rect x="6" y="5" width="14" height="11" class="i-leaf"/><path d="M2 16.5h22" class="i-ground"/>'),
  DOT = small('<circle cx="13" cy="6" r="3.4" class="i-dot"/><path d="M13 18v-7" class="i-way"/>'),
  LOSS = small('<path d="M7 17V9M13 17V4M19 17V12" class="i-loss"/><path d="M2 17.5h22" class="i-ground"/>')
export const ICONS = [STEMS, LEAF, DOT, LOSS]

// What is drawn at a moment, and where both lie over each other which of them is the twin.
const named = (icon, text) => `<span>${icon}${text}</span>`
export const legendOf = ({ own: { axis, hasCourses, laid }, record, isStart }, moment) => {
  const { courses, kind, ids, n_rows: many, what } = record,
    isBoosted = Boolean(record.sides[0].g),
    F = kind === "line" ? lineKey("after", "prediction F") : named(DOT, "prediction F"),
    marks = [named(STEMS, "gradient −g") + F, named(LEAF, "leaf weight w") + F, F + named(LEAF, "its step η w"), named(LOSS, "loss of what predict says")]
  if (hasCourses) marks[moment] = `<span>${courses.measure} after each round:</span>${lineKey("train", "training rows")}${lineKey("unseen", "unseen rows")}`
  const twin = key('<path d="M1 6h18" class="i-way of-twin"/>', "its twin")
  return (
    (!isBoosted ? `<span>${escaped(what)}</span>` : isStart ? F : marks[moment]) + (laid ? twin + (moment < marks.length - 1 && !isStart ? key('<path d="M10 -2v16" class="gaps"/>', "difference") : "") : "") +
    (axis.bends ? note(`axis: by powers of ten beyond ${significant(axis.twin)}`) : "") +
    (kind !== "line" && !hasCourses && ids.length < many ? note(`${ids.length}/${many} rows`) : "")
  )
}

// --- what may ail a patient: the patient on the left, the twin on the right

const stems = (x, y, h) => `<path d="M${x} ${y}v${-h}M${x + 5} ${y}v${-h * 0.85}M${x + 10} ${y}v${-h * 0.95}" class="i-stem"/>`
const bar = (x, y, h, w = 13) => `<rect x="${x}" y="${Math.min(y, y - h)}" width="${w}" height="${Math.abs(h)}" class="i-leaf"/>`
const bars = (x, y, heights) => heights.map((h, i) => bar(x + 9 * i, y, h, 6)).join("")
const dot = (x, y) => `<circle cx="${x}" cy="${y}" r="3.6" class="i-dot"/>`
const dots = places => places.map(([x, y]) => dot(x, y)).join("")
const cross = (x, y) => `<path d="M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7" class="i-none"/>`
const arrow = (x, y0, y1) => {
  const back = y1 < y0 ? 5 : -5
  return `<path d="M${x} ${y0}V${y1}M${x - 3.5} ${y1 + back}L${x} ${y1}L${x + 3.5} ${y1 + back}" class="i-way"/>`
}
const ground = y => `<path d="M4 ${y}h40M52 ${y}h40" class="i-ground"/>`
const dash = d => `<path d="${d}" class="i-dash"/>`
const rule = d => `<path d="${d}" class="i-ground"/>`
// A tree: nodes as [x, y, parent], of which some are empty.
const tree = (x0, nodes, empty = []) =>
  nodes.map(([x, y, up]) => (up === undefined ? "" : `<path d="M${x0 + nodes[up][0]} ${nodes[up][1]}L${x0 + x} ${y}" class="i-ground"/>`)).join("") +
  nodes.map(([x, y], i) => `<circle cx="${x0 + x}" cy="${y}" r="4" class="${empty.includes(i) ? "i-empty" : "i-node"}"/>`).join("")
const ROOT = [[20, 12]],
  FORK = [...ROOT, [10, 32, 0], [30, 32, 0]],
  TREE = [...FORK, [4, 52, 1], [16, 52, 1], [24, 52, 2], [36, 52, 2]]

export const AILMENTS = {
  replaced: ground(52) + dot(62, 30) + arrow(74, 28, 12) + dot(84, 10) + dot(12, 30) + dash("M18 32C24 34 24 44 24 51") + arrow(30, 51, 39) + dot(38, 35),
  rate_inside: ground(46) + stems(65, 46, 32) + stems(18, 46, 7),
  column_guard: tree(52, FORK) + tree(4, TREE, [4, 6]),
  read_as_zero: ground(52) + dots([[62, 20], [72, 24], [82, 18]]) + dots([[14, 20], [34, 18]]) + dash("M24 24V42") + dot(24, 46),
  vanished: ground(46) + stems(62, 46, 28) + stems(78, 46, 22) + stems(14, 46, 28),
  smallest_positive: tree(52, TREE) + tree(4, ROOT),
  areas_apart: ground(34) + bars(56, 34, [6, 6, 6, 6]) + bars(8, 34, [14, -12, 10, -5]),
  no_minus: ground(32) + stems(59, 32, 20) + bar(75, 32, 19) + stems(11, 32, 20) + bar(27, 32, -19),
  whole_gain: tree(52, FORK) + tree(4, TREE),
  gamma_twice: tree(52, TREE) + tree(4, FORK),
  norm_not_square: ground(52) + bars(56, 52, [10, 18, 26, 34]) + bars(8, 52, [1, 6, 26, 46]),
  without_replacement: tree(42, FORK) + tree(62, [[20, 22], [10, 42, 0], [30, 42, 0]]) + tree(-2, FORK) + tree(10, FORK),
  minus_in_update: ground(32) + bar(59, 32, 19) + arrow(81, 32, 16) + dot(81, 12) + bar(11, 32, 19) + arrow(33, 32, 48) + dot(33, 52),
  naive_log_loss: ground(52) + bars(58, 52, [8, 14, 10]) + bars(10, 52, [8, 0, 10]) + cross(22, 40),
  link_twice: rule("M52 32h40M4 32h40") + dots([[60, 50], [70, 44], [82, 14]]) + dots([[12, 29], [22, 26], [34, 14]]),
  lost_in_predict: ground(28) + bar(59, 28, 14) + dot(81, 14) + bar(11, 28, 14) + dash("M33 28V50") + dot(33, 54),
  inside_ties: rule("M52 52h40M4 52h40") + dots([[60, 44], [68, 44], [82, 44]]) + dash("M75 12V52") + dots([[20, 44], [20, 35], [20, 26]]) + dash("M21 12V52"),
  pure_enough: tree(52, FORK) + tree(4, ROOT) + dots([[19, 30], [24, 30]]) + cross(30, 30),
  forgetful_risks: ground(52) + bars(56, 52, [40, 20, 8, 5]) + bars(8, 52, [40, 36, 32, 38]),
  wrong_subtree: ground(52) + bars(56, 52, [22, 20, 26, 32]) + bars(8, 52, [22, 20, 8, 32]),
  blind_search: ground(52) + bars(56, 52, [10, 34, 16, 22]) + bars(8, 52, [10, 28, 10, 10]) + rule("M6 14h38M6 20h38"),
  stops_at_half: ground(52) + bars(56, 52, [8, 14, 22, 30]) + bar(8, 52, 40, 6) + cross(24, 46) + cross(36, 46),
  signed_deviations: rule("M52 12V52M92 12V52M72 12V52") + dots([[60, 40], [82, 24]]) + rule("M4 12V52M44 12V52M38 12V52M32 12V52M26 12V52") + dot(14, 34),
  counter_never_falls: tree(52, TREE) + tree(4, [[20, 12], [10, 32, 0], [30, 32, 0], [4, 52, 1]], [2]),
  found_by_question: tree(52, FORK) + tree(4, FORK, [1, 2]) + cross(14, 46) + cross(34, 46) + cross(62, 46),
  scans_all_rows: ground(52) + bars(56, 52, [14, 14, 14, 14]) + bars(8, 52, [14, 22, 32, 42]),
}
