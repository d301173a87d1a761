// Several classes: rows between the corners of their classes, and in every round a tree for each class, which moves them
// straight to its corner or away from it. Asked is where a row will stand, on the place itself.
import { bracketed, fraction, given, math, mi, mn, weightFormula } from "../../stage/kit/formula.js"
import { openGuess, placeIn, putTop, showPills, wholeOf } from "../../stage/kit/guess.js"
import { wireArrows } from "../../stage/kit/keys.js"
import { key } from "../../stage/kit/legend.js"
import { coil, LETTERS, markOf } from "../../stage/kit/marks.js"
import { decimals, significant } from "../../stage/kit/numbers.js"
import { wireRows, wireTree } from "../../stage/kit/pointing.js"
import { courses } from "../../stage/kit/strip.js"
import { escaped, put, say } from "../../stage/kit/svg.js"
import { classOfNode, modelOf, rowOf } from "./view_model.js"
import { drawSimplex, measureSimplex, placeOf, probabilitiesAt, rowAt, stillSimplex } from "./view_simplex.js"
import { buildTrees, COLUMNS, drawBars, drawTrees } from "./view_trees.js"

const REVEAL_MS = 400, // a round
  NUDGE = 0.02

const LAYOUT = {
  right:
    `<div class="head"><b data-part="rowhead"></b>` +
    `<div class="tabs" role="radiogroup" aria-label="Rows worth a look" data-part="looks"></div></div>` +
    COLUMNS,
}

const build = S => {
  const { own, record, parts } = S
  Object.assign(own, { model: modelOf(record), pick: null, said: new Map(), told: new Set(), columns: null, overClass: null })
  buildTrees(S)
  parts.treebox.replaceChildren()
  put(
    parts.legend,
    (record.seen.includes(0) ? key('<circle class="open-rows" cx="6" cy="6" r="3.6"/>', "unseen", 12) : "") +
      key('<path d="M0 6h20" class="lacks"/>', "y − p of the row") +
      key('<path d="M0 6h20" class="way"/>', "its way") +
      key(legsKey(record.classes), "this round, tree by tree") +
      (record.classes.length > 2 ? "<span>crowded rows are spread</span>" : ""),
  )
}

const legsKey = classes =>
  classes.map((_, k) => `<path class="leg-${LETTERS[k]}" d="M${k * 7.5 + 1} ${k % 2 ? 3 : 9}L${k * 7.5 + 6} ${k % 2 ? 9 : 3}"/>`).join("")

const wire = S => {
  const { picture } = S.parts
  wireRows(S, rowAt)
  wireTree(S, { tree: flatNodes, choose: (_, id) => S.act({ of_class: classOfNode(id) }) })
  S.listen(picture, "click", event => {
    if (event.target.closest("[data-sure], .handle")) return
    const place = placeIn(S, picture, event),
      row = rowAt(S, place)
    if (guess.step(S) !== null && S.at.guess !== 0) putGuess(S, place)
    else if (row !== null && S.resting()) choose(S, row)
  })
  S.listen(S.root, "click", event => {
    const look = event.target.closest("[data-look]")?.dataset.look,
      k = event.target.closest("[data-class]")?.dataset.class
    if (look && !S.motion) choose(S, S.record[look][S.at.round])
    if (k !== undefined) S.act({ of_class: Number(k) })
  })
  wireArrows(S, S.parts.heads)
  wireArrows(S, S.parts.looks)
  const over = k => {
    if (S.own.overClass === k) return
    S.own.overClass = k
    S.ask()
  }
  S.listen(S.parts.heads, "pointerover", event => over(Number(event.target.closest("[data-class]")?.dataset.class ?? NaN)))
  S.listen(S.parts.heads, "pointerleave", () => over(null))
}

const LOOKS = [["least_sure", "least sure"], ["most_wrong", "most wrong"]]
const looksOf = ({ record, at }) => {
  const row = rowOf({ record, at }),
    found = LOOKS.findIndex(([name]) => record[name][at.round] === row)
  return LOOKS.map(
    ([name, text], j) =>
      `<button type="button" role="radio" aria-checked="${j === found}" tabindex="${j === Math.max(0, found) ? 0 : -1}" data-look="${name}">${text}</button>`,
  ).join("")
}

const choose = (S, row) => {
  S.closeGuess()
  S.own.pick = null
  S.act({ row, of_class: null })
}

// The trees of the round as one list of nodes, for the keys.
const flatNodes = S => {
  const { own: { model }, record, at } = S,
    found = []
  for (const k of record.classes.keys()) {
    const from = found.length
    for (const node of model.nodes(Math.max(1, at.round), k))
      found.push({ ...node, parent: node.parent < 0 ? -1 : node.parent + from, kids: node.kids?.map(each => each + from) ?? null })
  }
  return found
}

// Which rows stay bright: those of the node that is pointed at.
const litBy = (S, step, u) => {
  const { over, own: { model } } = S
  if (over === null || u !== 1) return () => true
  const k = classOfNode(over),
    nodes = model.nodes(step, k),
    at = nodes.findIndex(node => node.id === over)
  return i => nodes[model.leaf(step, k, i)].path.includes(at)
}

const draw = (S, step, u) => {
  if (S.resting() && S.at.round >= S.record.asked) S.own.told.add(rowOf(S))
  drawSimplex(S, step, u, litBy(S, step, u))
  drawTrees(S, step, u)
  drawBars(S, step, u)
  putTop(S, top(S))
  const { record, parts } = S,
    row = rowOf(S)
  say(parts.rowhead, `Row ${row}, ${record.classes[record.codes[row]]}${record.seen[row] ? "" : ", unseen"}`)
  say(parts.readout, readout(S, step, u))
  put(parts.looks, looksOf(S))
}

const readout = (S, step, u) => {
  const { over, own: { model }, record } = S
  if (u !== 1) return ""
  if (S.row !== null) return `row ${S.row}, ${record.classes[record.codes[S.row]]}: p ${model.p(step, S.row).map(each => decimals(each, 2)).join(", ")}`
  const node = over === null ? null : model.nodes(step, classOfNode(over)).find(({ id }) => id === over)
  return node ? `${node.n} rows, G ${significant(node.G)}, H ${significant(node.H)}, w ${significant(node.weight)}` : ""
}

// --- the question: where the row will stand

const putGuess = (S, place) => {
  if (!openGuess(S)) return
  S.own.pick = probabilitiesAt(S.own.P, place)
  S.guess.dropped = true
  S.draw()
  showPills(S)
}

const reveal = S => S.go(S.record.asked, { ms: (REVEAL_MS * (S.record.asked - S.at.round)) / S.speed })

const said = S => S.own.said.get(rowOf(S)) ?? null

const ringAt = ([x, y], r, kind) => `<circle class="${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}"/>`

const top = S => {
  const { own: { P, places, pick, model }, record, at } = S,
    i = rowOf(S),
    mine = said(S),
    here = row => [places[2 * row], places[2 * row + 1]],
    pointed = S.row !== null && S.u === 1 ? ringAt(here(S.row), P.r + 4, "chosen-row") : ""
  if (mine && S.view <= record.asked) {
    const place = placeOf(P, mine, i)
    return pointed + coil(place, here(i), 1) + ringAt(place, P.r + 8, "yours")
  }
  if (guess.step(S) === null || !(S.resting() || S.guess)) return pointed
  return pointed + handleAt(S, pick ?? model.p(at.round, i), pick !== null)
}

const handleAt = ({ own: { P }, record, at }, p, isPicked) => {
  const i = rowOf({ record, at }),
    code = record.codes[i],
    [x, y] = placeOf(P, p, i).map(each => Number(each.toFixed(1))),
    r = P.r + 11,
    ways = P.isBand ? [[1, 0], [-1, 0]] : [[0, -1], [1, 0], [0, 1], [-1, 0]]
  const head = ([dx, dy]) =>
    `M${x + dx * (r + 4) - dy * 4} ${y + dy * (r + 4) - dx * 4}` +
    `l${dx * 5 + dy * 4} ${dy * 5 + dx * 4}l${dy * 4 - dx * 5} ${dx * 4 - dy * 5}`
  return (
    `<g class="handle place" role="slider" tabindex="0" data-axis="0" aria-label="Where the row will stand" aria-valuemin="0"` +
    ` aria-valuemax="100" aria-valuenow="${Math.round(100 * p[code])}" aria-valuetext="${escaped(wordsOfPlace(record, p))}">` +
    `${ringAt([x, y], r, "grip")}<path class="heads" d="${ways.map(head).join("")}"/>` +
    `${isPicked ? `<path class="open-${LETTERS[code]}" d="${markOf(code, x, y, P.r + 1.5)}"/>` : ""}</g>`
  )
}

const wordsOfPlace = (record, p) => p.map((each, k) => `${record.classes[k]} ${decimals(each, 2)}`).join(", ")

const bestOf = p => p.indexOf(Math.max(...p))

// The verdict comes with the clock: until it has stood at the round that is asked about, or later.
const isUntold = S => guess.step(S) !== null || !(S.own.told.has(rowOf(S)) || S.resting())

// Where a row has come to stand: the class that it stands nearest to, which may be another than where it was asked.
const finding = S => {
  const { own: { model }, record } = S,
    i = rowOf(S),
    round = wholeOf(S),
    [best, asked] = [round, record.asked].map(each => bestOf(model.p(each, i))),
    goes = round > record.asked && best !== asked ? "has gone over" : "is nearest"
  return `${round ? `After round ${round}` : "Before round 1"} row ${i} ${goes} to ${record.classes[best]}`
}

const fared = S => {
  const { own: { model }, record, at } = S,
    mine = said(S),
    round = wholeOf(S)
  if (isUntold(S)) return mine ? `<em>Yours: ${placeSaid(S, mine)}</em>` : at.round < record.asked ? `<span class="note">drag it there</span>` : ""
  const p = model.p(round, rowOf(S)),
    best = bestOf(p)
  const yours = mine && round === record.asked ? `<em>Yours: ${significant(mine[best])}</em>` : mine && round < record.asked ? `<em>Yours: ${placeSaid(S, mine)}</em>` : ""
  return `<span>At ${escaped(record.classes[best])} <strong>${significant(p[best])}</strong></span>${yours}`
}

const placeSaid = ({ record }, p) => `${escaped(record.classes[bestOf(p)])} ${significant(p[bestOf(p)])}`

export const guess = {
  stops: [1, 1],
  skip: reveal,
  step: S => (said(S) === null && S.at.round < S.record.asked ? S.at.round : null),
  opened: S => {
    S.own.pick = null
  },
  prompt: S => (isUntold(S) ? `Where will row ${rowOf(S)} be after round ${S.record.asked}?` : finding(S)),
  offer: fared,
  said: S => placeSaid(S, S.own.pick ?? S.own.model.p(S.at.round, rowOf(S))),
  drag: (S, place) => {
    S.own.pick = probabilitiesAt(S.own.P, place)
  },
  nudge: (S, _, by, name) => {
    const { own: { P, model }, at } = S,
      i = rowOf(S),
      [x, y] = placeOf(P, S.own.pick ?? model.p(at.round, i), i),
      far = NUDGE * (P.corners[1][0] - P.corners[0][0]),
      isUp = !P.isBand && /Up|Down/.test(name)
    S.own.pick = probabilitiesAt(P, isUp ? [x, y - by * far] : [x + by * far, y])
  },
  judged: S => ({ yours: S.own.pick ?? S.own.model.p(S.at.round, rowOf(S)), best: S.own.model.p(S.record.asked, rowOf(S)), share: 0 }),
  sentence: fared,
  told: (S, { yours }) => {
    S.own.said.set(rowOf(S), yours)
    reveal(S)
    return true
  },
}

// --- the card of a class: all its sums in the round

const cardOf = (S, name) => {
  const { own: { model }, record, at: { round } } = S,
    k = Number(name.at(-1)),
    i = rowOf(S),
    raw = model.raw(round, i),
    power = value => `<msup><mi>e</mi>${mn(value)}</msup>`,
    named = fraction("<msup><mi>e</mi><mi>F</mi></msup>", `<mo>∑</mo><msup><mi>e</mi>${mi("F", "j")}</msup>`),
    numbers = fraction(power(raw[k]), raw.map(power).join("<mo>+</mo>")),
    p = math(`${mi("p")}<mo>=</mo>${named}<mo>=</mo>${numbers}<mo>=</mo>${mn(model.p(round, i)[k])}`)
  if (round === 0) return p
  const before = model.p(round - 1, i)[k],
    y = record.codes[i] === k ? 1 : 0,
    leaf = model.nodes(round, k)[model.leaf(round, k, i)],
    weight = model.weight(round, k, i)
  return (
    math(`${mi("y")}<mo>−</mo>${mi("p")}<mo>=</mo><mn>${y}</mn><mo>−</mo>${mn(before)}<mo>=</mo>${mn(y - before)}`) +
    (leaf.hidden ? math(`${mi("w")}<mo>=</mo>${mn(weight)}`) : weightFormula({ T: leaf.G, H: leaf.H, lambda: record.reg_lambda, weight })) +
    math(`${mi("F")}<mo>=</mo>${mn(model.raw(round - 1, i)[k])}<mo>+</mo>${given(record.rate)}<mo>×</mo>${bracketed(weight)}<mo>=</mo>${mn(raw[k])}`) +
    p
  )
}

export const view = {
  unit: "Round",
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  measure: S => {
    S.own.columns = null
    measureSimplex(S)
  },
  still: stillSimplex,
  draw,
  guess,
  card: cardOf,
  strip: ({ record: { losses, n_rounds: n } }) => courses(losses.subarray(0, n + 1), losses.subarray(n + 1)),
}
