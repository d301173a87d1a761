// Several classes: rows between the corners of their classes, and in every round a tree for each class, which moves them
// straight to its corner or away from it. Asked is where a row will stand, on the place itself.
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { bracketed, fraction, given, math, mi, mn, nodeCard, weightFormula } from "../../stage/kit/formula.js"
import { handleAt, placeIn, putTop, SHOW, SURE, wholeOf } from "../../stage/kit/guess.js"
import { wireArrows } from "../../stage/kit/keys.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { circle, letterOf } from "../../stage/kit/marks.js"
import { decimals, tick } from "../../stage/kit/numbers.js"
import { wireRows, wireTree } from "../../stage/kit/pointing.js"
import { courses } from "../../stage/kit/strip.js"
import { escaped, note, put, round1, say, toggle } from "../../stage/kit/svg.js"
import { classOf, classOfNode, isFirst, modelOf, probability, rowOf, softmax } from "./view_model.js"
import { drawSimplex, measureSimplex, placeOf, placesBefore, probabilitiesAt, RING, rowAt, stillSimplex } from "./view_simplex.js"
import { buildTrees, COLUMNS, drawBars, drawTrees, placeColumns } from "./view_trees.js"

const FIRST_MS = 2000, // the first round of the answer, in which each tree's move can be followed
  REVEAL_MS = 300, // each round after it
  ALONE_MS = 1200, // in which the other trees are taken away, or come back
  NUDGE = 0.02,
  LETTER = 0.23, // half of a letter, in em
  SAME = 1e-9 // two probabilities

const LAYOUT = {
  right:
    `<div class="head"><b data-part="rowhead"></b>` +
    `<div class="tabs" role="radiogroup" aria-label="Rows worth a look" data-part="looks"></div></div>` +
    COLUMNS,
}

const build = S => {
  const { at, own, record, parts } = S,
    isSame = at.row !== null, // of another model of the same rows still one tree is known
    isAlone = Boolean(at.one_tree && (own.knows || at.guess === 0))
  Object.assign(own, { model: modelOf(record), pick: null, said: new Map(), told: new Set(isAlone ? [at.row] : []), isAlone })
  Object.assign(own, { knows: isSame && Boolean(own.knows), isParted: isSame ? (own.isParted ?? null) : null, asksOne: false, from: null })
  own.goal = goalOf(S)
  own.kept = record.classes.map((_, k) => Number(!isAlone || k === own.goal))
  own.shares = [...record.classes, "all"].map((_, k) => Number(k === own.goal))
  buildTrees(S)
  const legs = record.classes.slice(0, 3).map((_, k) => `<path class="leg-${letterOf(k)}" d="M${k * 7.5 + 1} ${k % 2 ? 3 : 9}L${k * 7.5 + 6} ${k % 2 ? 9 : 3}"/>`)
  put(
    parts.legend,
    (record.seen.includes(0) ? key('<circle class="open-rows" cx="6" cy="6" r="3.6"/>', "unseen", 12) : "") +
      lineKey("lacks", "y − p of the row") +
      lineKey("way", "its way") +
      key(legs.join(""), "a tree’s move") +
      key('<rect class="full" x="1" y="1" width="10" height="10"/>', "w", 12) +
      key('<rect class="step" x="1" y="1" width="10" height="10"/>', `step ${tick(record.rate)} w`, 12),
  )
}

const wire = S => {
  const { own, parts: { picture } } = S
  wireRows(S, rowAt)
  wireTree(S, { tree: flatNodes, choose: (_, id) => S.act({ of_class: classOfNode(id) }) })
  S.listen(picture, "click", event => {
    if (event.target.closest(".handle") || !S.resting()) return
    const row = rowAt(S, placeIn(S, picture, event))
    if (row !== null && row !== rowOf(S)) choose(S, row)
  })
  S.listen(S.root, "click", event => {
    const { alone, class: k, look } = event.target.closest("[data-alone], [data-class], [data-look]")?.dataset ?? {}
    if (look && !S.motion) choose(S, S.record[look][S.at.round])
    if (k !== undefined) S.act({ of_class: Number(k) })
    if (alone) own.isParted = alone === "yes"
    if (alone !== undefined) leaveOut(S)
    S.ask()
  })
  wireArrows(S, S.parts.heads)
  wireArrows(S, S.parts.looks)
}

// Before the others go for the first time it is asked what becomes of their classes.
const leaveOut = S => {
  const { at, own } = S,
    asksOne = at.guess !== 0 && !own.knows
  Object.assign(own, { asksOne, knows: true })
  S.act({ one_tree: Number(!asksOne && !own.isAlone) })
}

// Whose trees count: those of one class alone, or of all. The shares of the picture are that of each class, and of all.
const goalOf = S => (S.own.isAlone ? classOf(S) : S.record.classes.length)
const runAlone = (S, now) => {
  const { own } = S,
    K = S.record.classes.length
  own.isAlone = Boolean(S.at.one_tree) && !isUntold(S)
  const goal = goalOf(S)
  if (own.goal !== goal) Object.assign(own, { goal, from: own.shares, begin: now })
  const t = S.calm() ? 1 : clamp((now - own.begin) / ALONE_MS)
  if (own.from) own.shares = own.from.map((each, k) => lerp(each, Number(k === goal), soft(t)))
  own.kept = own.shares.slice(0, K).map(share => share + own.shares[K])
  return t < 1
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
  if (wholeOf(S) >= S.record.asked) {
    S.own.told.add(rowOf(S))
    if (S.at.row === null && S.resting()) S.act({ row: rowOf(S) }) // another model is looked at by the same row
  }
  if (isUntold(S)) S.own.asksOne = false
  if (isUntold(S) && S.at.one_tree) S.act({ one_tree: 0 })
  if (S.own.isAlone !== Boolean(S.at.one_tree)) S.ask()
  toggle(S.root, "alone", S.own.isAlone)
  toggle(S.root, "first", isFirst(S))
  drawSimplex(S, step, u, litBy(S, step, u))
  drawTrees(S, step, u)
  drawBars(S, step, u)
  putTop(S, top(S))
  const { record, parts } = S,
    row = rowOf(S)
  say(parts.rowhead, `Row ${row}, ${record.classes[record.codes[row]]}${record.seen[row] ? "" : ", unseen"}`)
  put(parts.looks, looksOf(S))
  toggle(S.root, "hides-future", S.at.guess !== 0 && isUntold(S))
}

// The row that is pointed at: a ring, and beside it whose it is and what is said of it.
const pointedRow = (S, [x, y]) => {
  const { own: { P, model, kept }, record, L: { em, picture: { w } }, row } = S,
    p = softmax(model.only(model.raw(S.at.round, row), kept)),
    lines = [`row ${row}, ${record.classes[record.codes[row]]}`, `p ${wordsOfPlace(record, p)}`],
    half = LETTER * em * Math.max(...lines.map(each => each.length)),
    first = y > 4 * em ? y - P.r - 2 * em : y + P.r + 1.9 * em
  return (
    ringAt([x, y], P.r + 4, "chosen-row") +
    lines.map((each, at) => `<text class="ink halo" x="${round1(clamp(x, half, w - half))}" y="${round1(first + 1.2 * at * em)}" text-anchor="middle">${escaped(each)}</text>`).join("")
  )
}

// --- the question: where the row will stand

const reveal = S => {
  const many = S.record.asked - S.at.round,
    all = FIRST_MS + REVEAL_MS * (many - 1),
    ease = t => (t * all < FIRST_MS ? (t * all) / FIRST_MS : 1 + (t * all - FIRST_MS) / REVEAL_MS) / many
  S.go(S.record.asked, { ms: all / S.speed, ease })
}

const said = S => S.own.said.get(rowOf(S)) ?? null

const ringAt = ([x, y], r, kind) => `<path class="${kind}" d="${circle(x, y, r)}"/>`

// The row is told, and its verdict stands, once the clock has come to the round that is asked about.
const isUntold = S => !S.own.told.has(rowOf(S))

const hereOf = (S, i = rowOf(S)) => [S.own.places[2 * i], S.own.places[2 * i + 1]]

const top = S => {
  const { own: { P, pick, model }, record, at } = S,
    i = rowOf(S),
    mine = said(S)?.p,
    here = hereOf(S),
    pointed = S.row !== null && S.u === 1 ? pointedRow(S, hereOf(S, S.row)) : ""
  if (mine && S.view <= record.asked && !S.own.isAlone) {
    const place = placeOf(P, mine, i)
    return pointed + (S.view === record.asked ? `<path class="guessed" d="M${place.join(" ")}L${here.join(" ")}"/>` : "") + ringAt(place, P.r + 8, "yours")
  }
  if (guess.step(S) === null || !(S.resting() || S.guess)) return pointed
  const p = pick ?? model.p(at.round, i),
    words = wordsOfPlace(record, p),
    now = Math.round(100 * p[record.codes[i]])
  const hold = holdOf(P, here, pick && placeOf(P, pick, i))
  return pointed + handleAt({ label: "Where the row will stand", now, text: words, least: 0, most: 100 }, hold)
}

// What is taken hold of: the ring of the row itself, then the grip that stands where the guess is put.
const holdOf = (P, here, place) => {
  const [[x, y], [gx, gy]] = [here, place ?? here],
    [r, off] = place ? [12, 5.4] : [P.r + RING, P.r + RING + 3.4]
  const heads = [[0, -1], [1, 0], [0, 1], [-1, 0]].filter(([, dy]) => !(P.isBand && dy)),
    at = (far, side, [dx, dy]) => `${round1(gx + far * dx + side * dy)} ${round1(gy + far * dy + side * dx)}`,
    head = way => `M${at(off, -2.4, way)}L${at(off + 2.8, 0, way)}L${at(off, 2.4, way)}`
  return (
    `${place ? `<path class="guessed" d="M${x} ${y}L${gx} ${gy}"/>` : ""}<g class="${place ? "" : "around"}">` +
    `${ringAt([gx, gy], r, "grip")}<path class="gripline" d="${heads.map(head).join("")}"/></g><path class="gripline hit" d="${circle(x, y, P.r + 10)}"/>`
  )
}

const wordsOfPlace = (record, p) => p.map((each, k) => `${record.classes[k]} ${probability(each)}`).join(", ")

const bestOf = p => p.indexOf(Math.max(...p))

// Where a row stands as its bars do: the class that it stands nearest to, or several.
const finding = S => {
  const { own: { chances: p }, record } = S,
    i = rowOf(S),
    best = bestOf(p),
    ties = p.filter(each => p[best] - each < SAME).length,
    but = best === record.codes[i] ? "" : `, but is ${record.classes[record.codes[i]]}`
  return `Row ${i}: ${ties > 1 ? `${ties} classes tie at ${decimals(p[best])}` : `${record.classes[best]} ${probability(p[best])}${but}`}`
}

// Why it stands there: softmax keeps the order of F.
const whyThere = S => {
  if (!S.resting()) return ""
  const [most, second] = S.own.model.raw(S.at.round, rowOf(S)).sort((a, b) => b - a),
    [a, b] = [most, second].map(each => decimals(each, Math.ceil(-Math.log10(clamp(most - second, SAME, 0.01)))))
  return note(most - second < SAME ? `their F tie at ${decimals(most, 2)}` : `its F leads: ${a} against ${b}`)
}

// What the trees of one class cannot do, or can.
const findingAlone = S => {
  const { classes } = S.record,
    others = classes.filter((_, k) => k !== classOf(S)),
    alone = `Only ${classes[classOf(S)]}’s trees:`,
    apart = ["", "the two", others.join(" and ")][others.length] ?? "the others"
  if (S.own.asksOne) return `${alone} are ${apart} told apart?`
  return others.length === 1 ? `${alone} the same, half as far` : `${alone} ${apart} are never told apart`
}

const fared = S => {
  const { own: { model }, record, at } = S,
    mine = said(S),
    yours = mine ? `<em>Yours${mine.sure === null ? "" : `, ${SURE[mine.sure]}`}: ${pickedClass(record, mine.p)}</em>` : ""
  if (isUntold(S)) return yours || at.round >= record.asked ? yours : note("drag the violet ring")
  const isParted = S.own.isParted === (model.K === 2)
  if (S.own.asksOne) return ["yes", "no"].map(each => aloneButton(each, each)).join("") + SHOW
  if (S.own.isAlone) return (S.own.isParted === null ? "" : `<em>Yours: ${isParted ? "right" : "not so"}</em>`) + aloneButton(`All ${model.K} trees`)
  return `<span class="fared">${at.round <= record.asked && mine ? `${yours} ${judgedOf(S, mine.p)}` : ""}${whyThere(S)}</span>${aloneButton("Why not one tree?")}`
}

// How far off the probabilities of a guess are at most, where it has the class.
const judgedOf = (S, mine) => {
  const real = S.own.model.p(S.record.asked, rowOf(S))
  return bestOf(mine) === bestOf(real) ? note(`${decimals(Math.max(...mine.map((p, k) => Math.abs(p - real[k]))))} off; `) : ""
}

const aloneButton = (text, says = "") => `<button type="button" class="say" data-alone="${says}">${text}</button>`

const pickedClass = ({ classes }, p) => `${escaped(classes[bestOf(p)])} ${decimals(Math.max(...p))}`

export const guess = {
  stops: [1, 1],
  skip: S => (S.own.asksOne ? leaveOut(S) : reveal(S)),
  answer: S => (S.own.asksOne ? () => leaveOut(S) : null),
  isOpen: S => S.own.asksOne,
  step: S => (said(S) === null && S.at.round < S.record.asked && isUntold(S) ? S.at.round : null),
  opened: S => Object.assign(S.own, { pick: null }),
  prompt: S => {
    if (isUntold(S)) return `Where is row ${rowOf(S)} after round ${S.record.asked}?`
    return S.own.isAlone || S.own.asksOne ? findingAlone(S) : finding(S)
  },
  offer: fared,
  said: S => pickedClass(S.record, S.own.pick ?? S.own.model.p(S.at.round, rowOf(S))),
  drag: ({ own }, place) => Object.assign(own, { pick: probabilitiesAt(own.P, place) }),
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
  told: (S, { yours, sure }) => {
    S.own.said.set(rowOf(S), { p: yours, sure })
    reveal(S)
    return true
  },
}

// --- the card of a class: all its sums in the round

const cardOf = (S, name) => {
  if (name.startsWith("node")) return nodeCard(S.own.model.nodes(Math.max(1, S.at.round), classOfNode(Number(name.slice(4)))), name, S.record.reg_lambda)
  const { own: { model }, record, at: { round } } = S,
    k = Number(name.at(-1)),
    i = rowOf(S),
    raw = model.raw(round, i),
    power = value => `<msup><mi>e</mi>${mn(value)}</msup>`,
    named = fraction("<msup><mi>e</mi><mi>F</mi></msup>", `<mo>∑</mo><msup><mi>e</mi>${mi("F", "j")}</msup>`),
    numbers = fraction(power(raw[k]), raw.map(power).join("<mo>+</mo>")),
    said = value => `<mn>${decimals(value)}</mn>`, // as beside the trees
    p = math(`${mi("p")}<mo>=</mo>${named}<mo>=</mo>${numbers}<mo>=</mo>${said(model.p(round, i)[k])}`)
  const before = model.p(round - 1, i)[k],
    y = record.codes[i] === k ? 1 : 0,
    leaf = model.nodes(round, k)[model.leaf(round, k, i)],
    weight = model.weight(round, k, i)
  return (
    `<p>Before round ${round}</p>` +
    math(`${mi("y")}<mo>−</mo>${mi("p")}<mo>=</mo><mn>${y}</mn><mo>−</mo>${said(before)}<mo>=</mo>${said(y - before)}`) +
    "<p>After it, with w of its leaf</p>" +
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
    placeColumns(S)
    measureSimplex(S)
  },
  still: stillSimplex,
  draw,
  runs: runAlone,
  after: S => (S.at.one_tree ? null : () => leaveOut(S)),
  beyond: () => "One tree?",
  guess,
  card: cardOf,
  cardsBeside: true,
  uncovered: S => [...placesBefore(S, S.at.round, rowOf(S)), hereOf(S)],
  strip: ({ record: { losses, n_rounds: n } }) => ({ ...courses(losses.subarray(0, n + 1), losses.subarray(n + 1)), head: 18 }),
}
