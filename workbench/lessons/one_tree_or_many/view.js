// One tree or many: in every round both have as many leaves. A leaf of one tree cuts its own piece alone; a small tree cuts
// across all. Who errs less on rows never seen, and from when on, is asked on the strip.
import { fraction, given, math, mi, mn, number } from "../../stage/kit/formula.js"
import { placeIn } from "../../stage/kit/guess.js"
import { classKeys, key, lineKey } from "../../stage/kit/legend.js"
import { circle, classMark, veil } from "../../stage/kit/marks.js"
import { asRead, significant, sufficing } from "../../stage/kit/numbers.js"
import { ON_STRIP } from "../../stage/kit/on_strip.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { countOf } from "../../stage/kit/stepper.js"
import { escaped, put, round1, say, set } from "../../stage/kit/svg.js"
import { errorsOf, isTold, modelOf, onScreen, pieceAt, rowNow, SEEN, setOf, UNSEEN } from "./view_model.js"
import { beside, drawPanels, drawStill, LAYERS, placeOf, placePanels, rowAt } from "./view_panels.js"
import { afterAll, answerOf, begin, courses, drawCourse, offer, placeCourse, prompt, wireCourse, withdraw } from "./view_strip.js"
import { buildFlight, drawFlight, drawTrees, largePlace, placeTrees, treeAt, TREES } from "./view_trees.js"

const layer = (name, rest = "") => `<svg class="layer${rest}" data-part="${name}"${rest ? "" : ' aria-hidden="true"'}></svg>`
const LAYOUT = {
  picture:
    `<div class="picture" data-part="picture"><canvas data-part="ground0" aria-hidden="true"></canvas><canvas data-part="ground1" aria-hidden="true"></canvas>` +
    `${layer("still")}${layer("moving")}${layer("top", " top")}</div>` +
    `<div class="legend"><span class="keys" data-part="legend"></span><div class="tabs" role="tablist" aria-label="Rows" data-part="tabs"></div></div>${ON_STRIP}`,
  right: `<div class="head"><b data-part="treehead"></b><span class="note" data-part="treenote"></span></div>${TREES}`,
}

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), over: null, tree: null, film: false, drawn: {}, layers: {} })
  own.bet = begin(S)
  parts.moving.innerHTML = LAYERS
  for (const each of parts.moving.querySelectorAll("[data-layer]")) own.layers[each.dataset.layer] = each
  say(parts.treenote, record.trees)
  buildFlight(S)
}

// --- pointing

// Of the row that is nearest to a place the sums open.
const choose = (S, place, event) => {
  const number = S.record.rows[setOf(S)].number[rowAt(S, place, Infinity)] ?? null
  S.own.over = S.own.tree = null
  S.act({ row: number === S.at.row ? null : number })
  if (S.at.row === null) return
  event.stopPropagation() // a click beside a card closes it
  S.draw()
  S.parts.top.querySelector("[data-card]")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
}

// Escape takes an answer back, and lets a chosen row go.
const takeBack = S => {
  if (withdraw(S)) return true
  if (S.at.row === null) return false
  S.act({ row: null })
  return true
}

const wirePicture = S => {
  const { picture, tabs } = S.parts
  wireOver(S, picture, event => (event.target.closest("[data-card]") ? S.own.over : rowAt(S, placeIn(S, picture, event)))) // whose number it is
  S.listen(picture, "click", event => {
    if (!event.target.closest("[data-card]") && S.resting()) choose(S, placeIn(S, picture, event), event)
  })
  S.listen(tabs, "click", event => {
    const tab = event.target.closest("[data-set]")
    if (!tab) return
    S.own.over = null
    S.act({ row: null, trained_rows: Number(Number(tab.dataset.set) === SEEN) })
    fitStrip(S)
    S.draw()
    tabs.querySelector(`[data-set="${tab.dataset.set}"]`)?.focus()
  })
}

const wireTrees = S => {
  const { stamps } = S.parts,
    under = event => treeAt(S, placeIn(S, stamps, event))
  wireOver(S, stamps, event => [under(event)].find(tree => tree !== null && tree <= S.at.round) ?? null, "tree")
  S.listen(stamps, "click", event => {
    const tree = under(event),
      place = largePlace(S, placeIn(S, stamps, event))
    S.own.tree = null
    if (tree !== null) S.go(tree)
    else if (S.resting()) choose(S, place, event)
  })
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts, record } = S,
    whole = Math.floor(S.view + 1e-9) // rounds that are seen whole: errors are of them
  if (!S.resting()) own.over = own.tree = null
  own.film &&= Boolean(S.motion)
  set(S.root, "data-film", String(own.film))
  drawPanels(S, step, u)
  drawTrees(S, step, u)
  drawFlight(S, step, u)
  const round = countOf(S),
    shown = own.tree ?? round
  say(parts.treehead, shown ? `Small tree ${shown}` : "The small trees")
  put(parts.top, captions(S, round, whole) + pointed(S))
  put(parts.legend, legend(S))
  put(parts.tabs, isTold(S) && record.has_unseen ? tab(S, SEEN, "trained on") + tab(S, UNSEEN, "never saw") : "")
  drawCourse(S)
}

const tab = (S, which, text) => `<button type="button" role="tab" data-set="${which}" aria-selected="${setOf(S) === which}">${text}</button>`

// Trees that make no more boxes than leaves do not cut across: where they made more cuts than there are, some came again.
const ideaOf = (ideas, s, { cuts, leaves, pieces, trees }, state) =>
  !s || ideas.length < 3 || pieces[state] > leaves[state] ? ideas[s]
    : cuts.is_whole && cuts.since.filter(since => since <= state).length < leaves[state] - trees[state] ? ideas[2] : ""

// Over each picture what it is and what it errs by; below, into what it cuts its space, as it does so.
const captions = (S, state, whole) => {
  const { own: { panels, model }, record, L: { em, picture } } = S,
    isNarrow = picture.w < 560
  return panels
    .map(({ x0, x1, y0 }, s) => {
      const { trees, leaves, pieces } = model.sides[s],
        [one, more] = record.titles[s],
        isDone = s === 0 && record.done !== null && state >= Math.max(1, record.done),
        title = escaped((trees[state] === 1 ? one : more).replace("{n}", trees[state])) + (isDone ? ", grown out" : ""),
        [from, to] = [leaves, pieces].map(each => each[state].toLocaleString("en")),
        makes = `${from} leaves make ${to} ${record.piece_name}`,
        idea = ideaOf(record.ideas, s, model.sides[s], state),
        says = [`${makes}${idea && `: ${idea}`}`, makes, `${from} leaves, ${to} ${record.piece_name}`],
        cut = state ? (says.find(each => 0.5 * em * each.length < x1 - x0) ?? says[2]).replace(/\d[\d,]*/g, '<tspan class="many">$&</tspan>') : "not cut yet"
      const error = significant(errorsOf(S)[s][whole]),
        named = `${record.measure} ${error}`,
        fits = 0.52 * em * named.length < x1 - x0, // else the strip alone says what is measured
        errs = isTold(S) ? `<tspan class="measure">${fits ? named : error}</tspan>` : "",
        [first, second] = [2, 0.7].map(up => round1(y0 - up * em))
      return (
        `<text class="caption" x="${x0}" y="${first}">${title}</text><text class="boxes-text" x="${x0}" y="${second}">${isNarrow && errs ? errs : cut}</text>` +
        (errs && !isNarrow ? `<text x="${x1}" y="${first}" text-anchor="end">${errs}</text>` : "")
      )
    })
    .join("")
}

// The row that is pointed at: its piece in both pictures, all else under a veil, and what both say of it. Where not all cuts of
// one are drawn, it has no piece, and neither picture a veil.
const pointed = S => {
  const { record, L: { em, r }, own } = S,
    isLit = own.over !== null || !S.parts.card.hidden, // a row that is kept from round to round leaves the pictures clear
    i = S.resting() && own.tree === null ? rowNow(S) : null
  own.marked = []
  if (i === null) return ""
  const which = setOf(S),
    { x, y } = record.rows[which],
    { sides } = own.model,
    pieces = sides.map(model => (record.kind === "answers" ? null : pieceAt(model, S.at.round, x.map(each => each[i]))))
  return own.panels
    .map((P, s) => {
      const value = sides[s].saidIn(which, S.at.round)[i],
        [px, py] = placeOf(S, P, which, i, value),
        box = pieces.every(Boolean) ? onScreen(P, pieces[s]) : null
      const piece = box ? `<path class="piece" d="M${box[0]} ${box[1]}H${box[2]}V${box[3]}H${box[0]}z"/>` : "",
        mark = record.is_class ? classMark(y[i] === 1, px, py, r + 2) : circle(px, py, round1(r + 1.5)),
        cls = record.is_class ? `mark-${y[i] === 1 ? "b" : "a"}${which === SEEN ? "" : " hollow"}` : "dots on"
      const says = `${record.is_class ? "p " : ""}${significant(value)}`,
        wide = 0.56 * em * says.length,
        around = box ?? [px - r, py - r, px + r, py + r],
        [left, foot] = beside(P, around, [wide, em])
      own.marked.push([px, py], [px, py], around.slice(0, 2), around.slice(2), [left, foot], [left + wide, foot - em])
      return (
        `${box && isLit ? veil(P.box, box) : ""}<path class="${cls}" d="${mark}"/><g${s ? ' data-card="row"' : ""}>${piece}` +
        `<text class="said halo" x="${left}" y="${foot}">${says}</text></g>`
      )
    })
    .join("")
}

const legend = S => {
  const { record } = S,
    { kind } = record,
    line = (cls, text) => lineKey(cls, escaped(text)),
    wrong = key(`<path class="errs" d="${circle(6, 6, 4.5)}"/>`, record.wrong, 12)
  const rows = record.is_class ? classKeys(record.classes) + (setOf(S) === SEEN ? "" : wrong)
    : kind === "plane" ? "" : key(`<path class="dots" d="${circle(6, 6, 3)}"/>`, "rows", 12)
  if (kind === "curve") return rows + (record.truth ? line("truth", record.target) : "") + line("after", record.is_class ? record.target : "prediction")
  if (kind === "answers") return rows + (record.is_class ? `<span>${record.right}</span>` : line("diagonal", "prediction = truth"))
  return record.is_class
    ? `${rows}<span>p 0 <i class="scale"></i> 1</span>${line("border", "p = 0.5")}`
    : `<span>${escaped(record.target)} ${significant(record.scale[0])} <i class="scale"></i> ${significant(record.scale[1])}</span>`
}

// --- the card of a row: what both say of it, as the sums that it comes from

const IS = "<mo>=</mo>",
  PLUS = "<mo>+</mo>"

const addend = value => (value < 0 ? "<mo>−</mo>" : PLUS) + mn(Math.abs(value))
// What is between the first ones and the last is one number, so that what one reads adds up.
const added = ({ n, terms: [first, ...terms], between, last }) => {
  const others = n - terms.length - 2,
    middle = others > 0 ? addend(between).replace(/<mn>.*/, number => `<munder>${number}<mtext>${others} more</mtext></munder>`) : ""
  return mn(first) + terms.map(addend).join("") + (last === null ? "" : middle + addend(last))
}

const start = value => (Math.abs(value) > 1e-9 ? mn(value) + PLUS : "")

const SUMS = {
  leaf: ({ n, G, H, start: from, raw }) => {
    const read = sufficing([-G, H], ([sum, bend]) => asRead(from) + sum / bend, raw)
    return [
      `a leaf of ${n.toLocaleString("en")} ${n === 1 ? "row" : "rows"}`,
      `${mi("F")}${IS}${start(from)}${fraction("<mo>−</mo><mi>G</mi>", "<mi>H</mi>")}${IS}${start(from)}${fraction(number(read(-G)), number(read(H)))}${IS}${mn(raw)}`,
    ]
  },
  sum: ({ n, rate, start: from, raw, ...terms }) => [
    `one leaf of each of ${n}`,
    `${mi("F")}${IS}${start(from)}${given(rate)}<mo>(</mo>${added({ n, ...terms })}<mo>)</mo>${IS}${mn(raw)}`,
  ],
  mean: ({ n, value, ...terms }) => [`the mean of ${n}`, `${fraction("<mn>1</mn>", `<mn>${n}</mn>`)}<mo>(</mo>${added({ n, ...terms })}<mo>)</mo>${IS}${mn(value)}`],
}

const cardOf = S => {
  const moment = S.moment()
  if (!moment?.sums) return moment === undefined ? undefined : ""
  const said = moment.sums.map((each, s) => {
    const [words, sum] = SUMS[each.kind](each),
      end = S.record.is_class && each.kind !== "mean" ? `, <i>p</i> = ${significant(each.value)}` : ""
    return `<p><b>${escaped(S.record.names[s])}:</b> ${words}${end}</p>${math(sum)}`
  })
  const { sides: [{ is_tree: isTree }], rate } = S.record,
    why = `<p class="note">Only ${rate} of each step is taken: later trees mend the rest. One tree has no later one.</p>`
  return said.join("") + (isTree && rate < 1 ? why : "")
}

export const view = {
  unit: "Round",
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wireCourse, wirePicture, wireTrees],
  draw,
  strip: courses,
  still: drawStill,
  measure: S => {
    const { picture, stamps } = S.L
    S.L.isStacked = stamps.y > picture.y + picture.h
    placePanels(S)
    placeTrees(S)
    placeCourse(S)
    set(S.root, "data-kind", S.record.kind)
  },
  guess: { stops: [0, 0], step: () => null, answer: answerOf, prompt, offer, keeps: ["bet"] },
  after: afterAll,
  card: cardOf,
  cardsBeside: true, // or, where the trees stand below the pictures, on the strip
  cardPlace: ({ L: { picture } }) => [picture.x, picture.y + picture.h + 4],
  uncovered: ({ own }) => own.marked,
  escape: takeBack,
}
