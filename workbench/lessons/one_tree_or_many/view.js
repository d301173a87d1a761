// One tree or many: in every round both have as many leaves. A leaf of one tree cuts its own piece alone; a small tree cuts
// across all. Who errs less on rows never seen, and from when on, is asked on the strip.
import { classKeys, key } from "../../stage/kit/legend.js"
import { circle, classMark, veil } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { placeIn } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { HEAD, ON_STRIP } from "../../stage/kit/on_strip.js"
import { escaped, put, round1, say, set } from "../../stage/kit/svg.js"
import { cardOf } from "./view_card.js"
import { afterAll, answerOf, begin, drawCourse, finding, offer, placeCourse, runAnswer, wireCourse, withdraw } from "./view_course.js"
import { isShown, isTold, modelOf, onScreen, pieceAt, rowNow, SEEN, setOf, UNSEEN } from "./view_model.js"
import { drawPanels, drawStill, LAYERS, placeOf, placePanels, rowAt } from "./view_panels.js"
import { LIFT } from "./view_phases.js"
import { buildFlight, drawFlight, drawStamps, placeStamps, STAMPS, stampAt } from "./view_stamps.js"

const layer = (name, rest = "") => `<svg class="layer${rest}" data-part="${name}"${rest ? "" : ' aria-hidden="true"'}></svg>`
const LAYOUT = {
  picture:
    `<div class="picture" data-part="picture"><canvas data-part="ground0" aria-hidden="true"></canvas><canvas data-part="ground1" aria-hidden="true"></canvas>` +
    `${layer("still")}${layer("moving")}${layer("top", " top")}</div>` +
    `<div class="legend"><span class="keys" data-part="legend"></span><div class="tabs" role="tablist" aria-label="Rows" data-part="tabs"></div></div>${ON_STRIP}`,
  right:
    `<div class="head"><b>The many trees</b><span class="note" data-part="treenote"></span></div>${STAMPS}` +
    `<div class="counts" data-part="counts"></div>`,
}

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), over: null, tree: null, drawn: {}, layers: {} })
  own.set = record.has_unseen && !record.rows[SEEN].number.includes(S.at.row) ? UNSEEN : SEEN
  own.bet = begin(S)
  parts.pills.hidden = true
  parts.moving.innerHTML = LAYERS
  for (const each of parts.moving.querySelectorAll("[data-layer]")) own.layers[each.dataset.layer] = each
  say(parts.treenote, record.trees)
  buildFlight(S)
}

// --- pointing

const wirePicture = S => {
  const { picture, tabs } = S.parts
  const rowUnder = event => rowAt(S, placeIn(S, picture, event))
  wireOver(S, picture, rowUnder)
  S.listen(picture, "click", event => {
    if (event.target.closest("[data-card]") || !S.resting()) return
    const i = rowUnder(event),
      number = i === null ? null : S.record.rows[setOf(S)].number[i]
    S.own.over = null
    S.act({ row: number === null || number < 0 || number === S.at.row ? null : number })
    if (S.at.row === null) return
    event.stopPropagation() // a click beside a card closes it
    S.draw()
    S.parts.top.querySelector("[data-card]")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
  })
  S.listen(tabs, "click", event => {
    const tab = event.target.closest("[data-set]")
    if (!tab) return
    S.own.set = Number(tab.dataset.set)
    S.own.over = null
    S.draw()
    tabs.querySelector(`[data-set="${tab.dataset.set}"]`)?.focus()
  })
}

const wireStamps = S => {
  const { stamps } = S.parts
  const under = event => stampAt(S, placeIn(S, stamps, event))
  wireOver(S, stamps, event => [under(event)].find(tree => tree !== null && tree <= S.at.round) ?? null, "tree")
  S.listen(stamps, "click", event => {
    const tree = under(event)
    S.own.tree = null
    if (tree !== null) S.go(tree)
  })
}

// --- a frame

const draw = (S, step, u) => {
  const state = S.isStart || u < LIFT[0] ? step - 1 : step
  if (!S.resting()) S.own.over = S.own.tree = null
  drawPanels(S, step, u)
  drawStamps(S, step, u)
  drawFlight(S, step, u)
  put(S.parts.top, captions(S, state) + pointed(S))
  put(S.parts.legend, legend(S))
  put(S.parts.tabs, tabs(S))
  put(S.parts.counts, counts(S, state))
  drawCourse(S)
}

const captions = (S, state) =>
  S.own.panels
    .map((P, s) => {
      const { record, L } = S,
        model = S.own.model.sides[s],
        { em } = L,
        trees = model.trees[state],
        isNarrow = L.picture.w < 560
      const [one, more] = record.titles[s],
        title = escaped((trees > 1 ? more : one).replace("{n}", trees)),
        pieces = `${model.pieces[state].toLocaleString("en")} ${record.piece_name}`
      const y = round1(P.y0 - (isNarrow ? 1.9 : 0.7) * em),
        below = isNarrow ? round1(P.y0 - 0.6 * em) : y
      const errs = isShown(S) && setOf(S) === (record.has_unseen ? UNSEEN : SEEN) ? errorsOf(S, s, state, isNarrow ? 0 : title.length + pieces.length + 2) : ""
      return (
        `<text class="caption" x="${P.x0}" y="${y}"><tspan class="name">${title}</tspan>${isNarrow ? "" : `<tspan dx=".6em">${pieces}</tspan>`}</text>` +
        (isNarrow ? `<text x="${P.x0}" y="${below}">${errs || pieces}</text>` : "") +
        (errs && !isNarrow ? `<text x="${P.x1}" y="${y}" text-anchor="end">${errs}</text>` : "")
      )
    })
    .join("")

// What a model errs by on the rows that both are judged by: the measure that is asked for, then how many are wrong, where
// there is room beside so many letters.
const errorsOf = ({ own, record, L }, s, state, letters) => {
  const { judged, n_wrong: wrong } = own.model.sides[s],
    measure = `${record.measure} ${significant(judged[state])}`
  if (!wrong) return `<tspan class="measure">${measure}</tspan>`
  const isMeasured = record.measure !== "share of wrong rows",
    room = (own.panels[s].x1 - own.panels[s].x0) / (0.47 * L.em) - letters - (isMeasured ? measure.length + 3 : 0)
  const count = [`${wrong[state]} of ${record.n_judged} wrong`, `${wrong[state]} wrong`, ""].find(text => text.length < room) ?? ""
  if (!isMeasured) return `<tspan class="measure">${count}</tspan>`
  return `<tspan class="measure">${measure}</tspan>${count && ` · ${count}`}`
}

// The row that is pointed at: its piece in both pictures, all else under a veil, and what both say of it.
const pointed = S => {
  const { record, L, own } = S,
    i = S.resting() && own.tree === null ? rowNow(S) : null
  if (i === null) return ""
  const which = setOf(S),
    state = S.at.round,
    { x, y } = record.rows[which],
    { em } = L
  return own.panels
    .map((P, s) => {
      const model = own.model.sides[s],
        value = model.saidIn(which, state)[i],
        [px, py] = placeOf(S, P, which, i, value)
      const piece = record.kind === "answers" ? null : pieceAt(model, state, x.map(each => each[i]))
      let drawn = ""
      if (piece) {
        const box = onScreen(P, piece)
        drawn = `${veil(P.box, box)}<rect class="piece" x="${round1(box[0])}" y="${round1(box[1])}" width="${round1(box[2] - box[0])}" height="${round1(box[3] - box[1])}"/>`
      }
      const mark = record.is_class ? classMark(y[i] === 1, px, py, L.r + 2) : circle(px, py, round1(L.r + 1.5)),
        cls = record.is_class ? `mark-${y[i] === 1 ? "b" : "a"}${which === SEEN ? "" : " hollow"}` : "dots on"
      const isRight = px < P.x1 - 6 * em,
        isUnder = py < P.y0 + 2.4 * em
      const text = record.is_class ? `p ${significant(value)}` : significant(value)
      return (
        `${drawn}<path class="${cls}" d="${mark}"/><text class="said halo" ${s ? 'data-card="row" ' : ""}x="${round1(px + (isRight ? 12 : -12))}"` +
        ` y="${round1(py + (isUnder ? 1.4 : -0.7) * em)}" text-anchor="${isRight ? "start" : "end"}">${text}</text>`
      )
    })
    .join("")
}

const legend = S => {
  const { record } = S,
    { kind } = record,
    line = (cls, text) => key(`<path d="M0 6h20" class="${cls}"/>`, escaped(text))
  const dots = key(`<path class="dots" d="${circle(6, 6, 3)}"/>`, "rows", 12)
  const wrong = key(`<path class="errs" d="${circle(6, 6, 4.5)}"/>`, record.wrong, 12)
  const rows = record.is_class ? classKeys(record.classes) + (setOf(S) === SEEN ? "" : wrong) : kind === "plane" ? "" : dots
  if (kind === "curve") return rows + (record.truth ? line("truth", record.target) : "") + line("after", record.is_class ? record.target : "prediction")
  if (kind === "answers") return rows + (record.is_class ? `<span>${record.right}</span>` : line("diagonal", "prediction = truth"))
  return record.is_class
    ? `${rows}<span>p 0 <i class="scale"></i> 1</span>${line("border", "p = 0.5")}`
    : `<span>${escaped(record.target)} ${significant(record.scale[0])} <i class="scale"></i> ${significant(record.scale[1])}</span>`
}

const tabs = S => {
  if (!isTold(S) || !S.record.has_unseen) return ""
  const tab = (which, text) =>
    `<button type="button" role="tab" data-set="${which}" aria-selected="${S.own.set === which}">${text}</button>`
  return tab(SEEN, "trained on") + tab(UNSEEN, "never saw")
}

const counts = (S, state) => {
  const { record } = S,
    { sides } = S.own.model,
    line = (name, values) => `<span class="name">${name}</span>${values.map(value => `<b>${value.toLocaleString("en")}</b>`).join("")}`
  const done = record.done !== null && state >= Math.max(1, record.done)
  return (
    `<span></span>${record.names.map(name => `<span class="side">${escaped(name)}</span>`).join("")}` +
    line("leaves", sides.map(({ leaves }) => leaves[state])) +
    line(record.piece_name, sides.map(({ pieces }) => pieces[state])) +
    line("leaves of 1 row", sides.map(({ single }) => single[state])) +
    `<span class="note">${escaped(done ? record.done_note : record.note)}</span>`
  )
}

const strip = S => {
  const [a, b] = S.own.model.sides,
    names = S.record.names
  const beside = [
    { name: `training, ${names[0]}`, mark: "train thin", values: a.seen },
    { name: names[1], mark: "train", values: b.seen },
  ]
  const lines = [
    { name: `${S.record.measure}, ${names[0]}`, mark: "unseen thin", values: a.judged },
    { name: names[1], mark: "unseen", values: b.judged },
  ]
  if (isTold(S)) return { lines, beside: isShown(S) ? lines : [], head: HEAD }
  return { lines: [], beside: S.record.has_unseen ? beside : [], head: HEAD }
}

export const view = {
  unit: "Round",
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build,
  wire: [wireCourse, wirePicture, wireStamps],
  draw,
  strip,
  still: drawStill,
  measure: S => {
    if (!isTold(S)) S.own.bet.shown = 0
    placePanels(S)
    placeStamps(S)
    placeCourse(S)
    set(S.root, "data-kind", S.record.kind)
  },
  guess: {
    stops: [0, 0],
    step: () => null,
    answer: answerOf,
    prompt: S => (isShown(S) ? finding(S) : S.record.asks),
    offer,
  },
  runs: runAnswer,
  after: afterAll,
  card: cardOf,
  escape: withdraw,
}
