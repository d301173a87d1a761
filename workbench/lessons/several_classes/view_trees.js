// Beside the simplex a column for each class: what the row lacks of it, its tree with what it asks on the row's way, and the F
// that the tree lifts.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { letterOf, markOf } from "../../stage/kit/marks.js"
import { decimals, significant, signed } from "../../stage/kit/numbers.js"
import { escaped, fade, put, round1, set, style, svg, toggle } from "../../stage/kit/svg.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper } from "../../stage/kit/tree.js"
import { appears, classOf, classOfNode, FULL, isFirst, movesOf, probability, rowOf, SHRINK, softmax, turnsOf } from "./view_model.js"

const GAP = 1.1, // em
  WIDEST = 9.4, // a box, in em
  PALE = 0.16, // what is not counted
  CLEAR = 5, // pixels from a box to the edge of another branch
  LETTER = 0.28, // half of a letter, in em
  LETTER_OF_BOX = 0.43 // a letter of a box, as in the kit

export const COLUMNS =
  `<div class="columns" role="radiogroup" aria-label="Class" data-part="heads"></div>` +
  `<div class="bars" data-part="lacks"><svg data-part="lackbox" aria-hidden="true"></svg></div>` +
  `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Trees"></svg></div>` +
  `<div class="bars" data-part="lifts"><svg data-part="liftbox" aria-hidden="true"></svg></div>` +
  `<div class="columns sums" role="group" aria-label="Probabilities" data-part="chances"></div>`

export const buildTrees = S => {
  S.own.trees = treeKeeper(key => makeTree(S, ...key.split(" ").map(Number)))
}

// Where columns stand, one as wide as the other.
export const placeColumns = S => {
  const { own, record: { classes }, L: { em, tree }, parts } = S,
    w = (tree.w - GAP * em * (classes.length - 1)) / classes.length
  for (const part of [parts.heads, parts.chances]) style(part, "grid-template-columns", `repeat(${classes.length}, minmax(0, 1fr))`)
  own.trees.clear()
  parts.treebox.replaceChildren()
  own.columns = classes.map((_, k) => ({ x: k * (w + GAP * em), w }))
}

// The tree of a round and a class: boxes stand on the way of the row, where they are alone on their level, and numbers at its
// end; beside it edges fork.
const makeTree = (S, round, k, row) => {
  const { own: { model, columns }, L: { em, tree }, record } = S,
    { x, w } = columns[k],
    { h } = tree,
    way = new Set(model.nodes(round, k)[model.leaf(round, k, row)].path),
    top = Math.max(...record.classes.flatMap((_, j) => model.nodes(round, j).map(node => (node.kids ? 0 : Math.abs(node.weight))))) || 1,
    digits = top < 0.1 ? 3 : 2
  const silent = ({ kids }, at) => (!kids ? { label: "", n: "" } : way.has(at) ? { says: [] } : { name: "", plain: "", asks: "" })
  const nodes = model.nodes(round, k).map((node, at) => ({ ...node, ...silent(node, at) })),
    T = layOut(nodes, { w, h }, em, { levels: model.levels, left: 0.6 * em }),
    leaf = model.leaf(round, k, row),
    { weight } = nodes[leaf]
  for (const at of way) if (nodes[at].kids) widen(T, at)
  buildTree(T, { scale: (T.half * 0.92) / top, under: "", hasCards: true })
  for (const at of way) if (nodes[at].kids) T.group.append(T.boxes[at]) // over a dot that its box covers
  const text = `w ${top >= 0.01 ? decimals(weight, digits) : significant(weight)}`,
    half = LETTER * em * text.length,
    place = { x: clamp(T.at[leaf].x, half, w - half), y: h - 0.9 * em }
  T.boxes[leaf].append(svg("text", { class: "ink", ...place, "text-anchor": "middle" }, text))
  set(T.group, "transform", `translate(${round1(x)} 0)`)
  return T
}

// A box is as wide as its question wants, aside of its node where other branches pass its level; the name of its feature has
// room even over one of them.
const widen = (T, at) => {
  const { nodes, w, em, at: places } = T,
    { depth, name } = nodes[at],
    { x } = places[at],
    others = nodes.flatMap((node, k) => (k !== at && (node.depth === depth || (!node.kids && node.depth < depth)) ? [places[k].x] : [])),
    before = Math.max(0, ...others.filter(each => each < x).map(each => each + CLEAR)),
    behind = Math.min(w, ...others.filter(each => each > x).map(each => each - CLEAR)),
    least = Math.min(w, (name.length + 1.2) * LETTER_OF_BOX * em),
    wide = Math.max(least, Math.min(WIDEST * em, behind - before)),
    [from, to] = wide > behind - before ? [0, w] : [before, behind]
  T.widths[at] = wide
  T.middles[at] = clamp(x, from + wide / 2, to - wide / 2)
}

export const drawTrees = (S, step, u) => {
  const { own, record, parts, motion } = S,
    at = motion && Math.abs(motion.to - motion.from) > 1.5 && S.view > motion.from + 1 ? 1 : u, // after the first of many rounds whole trees
    now = record.classes.map((_, k) => own.trees(`${step} ${k} ${rowOf(S)}`))
  placeTrees(parts.treebox, now.map(T => T.group))
  const turns = turnsOf(at, now.length)
  now.forEach((T, k) => paintOne(S, T, step, turns[k], k))
}

const paintOne = (S, T, step, turn, k) => {
  const { own: { model }, record, over, row, u } = S,
    isRest = u === 1,
    own = model.leaf(step, k, rowOf(S)),
    way = new Set(T.nodes[own].path)
  fade(T.group, lerp(PALE, 1, S.own.kept[k]))
  const pointed = isRest && over !== null && classOfNode(over) === k ? T.nodes.findIndex(node => node.id === over) : -1
  paintTree(T, {
    appears: (at, isEdge) => appears(turn, T.nodes[at].kids || isEdge ? T.nodes[at].depth : 3),
    full: part(turn, FULL),
    step: [part(turn, FULL), lerp(1, record.rate, soft(part(turn, SHRINK)))],
    names: appears(turn, 3),
    chosen: turn > FULL[0] ? own : -1,
    lit: isRest && row !== null ? new Set(T.nodes[model.leaf(step, k, row)].path) : null,
    family: pointed < 0 ? null : familyOf(T.nodes, pointed),
  })
  T.edges.forEach((edge, at) => toggle(edge, "on-way", way.has(at + 1)))
}

// Bars on a common zero, one in each column; a line says where each was before the round.
const barsOf = (S, box, { role, before, now, unit, texts }) => {
  const { L: { em }, own: { columns } } = S,
    zero = round1(box.h / 2 + 0.55 * em),
    most = box.h / 2 - 0.65 * em,
    w = Math.round(1.4 * em),
    high = value => round1((value / unit) * most)
  return columns.map(({ x, w: wide }, k) => {
    const left = round1(x + Math.min(1.6 * em, 0.2 * wide)),
      h = high(now[k]),
      was = before && Math.abs(high(before[k]) - h) > 1 ? `<path class="was" d="M${left - 4} ${round1(zero - high(before[k]))}h${w + 8}"/>` : "",
      text = (each, j) => `<text class="${j ? "" : "ink"}" x="${round1(left + w + 8)}" y="${round1(zero + (j ? 1.15 : -0.35) * em)}">${each}</text>`
    return (
      `<path class="grid" d="M${round1(x)} ${zero}h${round1(wide)}"/>` +
      `<rect class="${role}" x="${left}" y="${h > 0 ? round1(zero - h) : zero}" width="${w}" height="${Math.abs(h)}"/>` +
      was + texts(k).map(text).join("")
    )
  }).join("")
}

export const drawBars = (S, step, u) => {
  const { own, record, parts, L, isStart } = S,
    { model } = own,
    i = rowOf(S),
    moves = isStart ? new Array(model.K).fill(0) : movesOf(u, model.K),
    y = record.classes.map((_, k) => (record.codes[i] === k ? 1 : 0)),
    { kept } = own,
    raw = model.only(model.between(step, i, moves), kept),
    p = (own.chances = softmax(raw)),
    lacks = p.map((each, k) => y[k] - each)
  const title = text => `<text x="0" y="${round1(0.85 * L.em)}">${text}</text>`
  put(
    parts.lackbox,
    title("y − p: what the row lacks of each class") +
      barsOf(S, L.lacks, { role: "lack", unit: 1, now: lacks, texts: k => [lackText(lacks[k])] }),
  )
  const before = model.only(model.raw(step - 1, i), kept),
    unit = reachOf(S, i),
    texts = k => [decimals(raw[k], 2), ...(isStart || u < 1 || kept[k] < 1 ? [] : [signed(model.step(step, k, i))])]
  put(
    parts.liftbox,
    title(isStart ? "F of the row" : `F of the row: + ${record.rate} × w of its leaf`) +
      `<text x="${L.lifts.w}" y="${round1(0.85 * L.em)}" text-anchor="end">p = exp F / sum of all</text>` +
      barsOf(S, L.lifts, { role: "step", unit, now: raw, before: isStart ? null : before, texts }),
  )
  put(parts.heads, record.classes.map((name, k) => headOf(S, name, k, moves[k])).join(""))
  put(parts.chances, record.classes.map((_, k) => chanceOf(S, p[k], k)).join(""))
}

const lackText = lack => (Math.abs(lack) < 0.0005 ? "≈ 0" : Math.abs(lack) > 0.9995 ? `≈ ${signed(lack, 0)}` : signed(lack, 3))

// The sums of a class are behind its p; while a guess is put, a line says how high it has p.
const chanceOf = (S, p, k) => {
  const mine = isFirst(S) && S.guess && S.own.pick ? `<i style="bottom:${(100 * S.own.pick[k]).toFixed(1)}%"></i>` : "",
    [name, opens] = isFirst(S) || S.own.isAlone ? ["span", ""] : ["button", ` type="button" data-card="class${k}"`]
  return `<${name} class="chance"${opens} style="--p:${(100 * p).toFixed(1)}%">${mine}<span>${isFirst(S) ? "probability" : "p"}</span> <b>${probability(p)}</b></${name}>`
}

// One scale of F for all rounds of the row: a bar that grows has grown. Of which class its largest is, and when, it does not tell.
const reachOf = ({ own: { model }, record }, i) =>
  Math.max(1, ...Array.from({ length: record.n_rounds + 1 }, (_, r) => model.raw(r, i).map(Math.abs)).flat())

const headOf = (S, name, k, move) => {
  const mark = `<svg viewBox="0 0 12 12" class="small" aria-hidden="true"><path class="mark-${letterOf(k)}" d="${markOf(k, 6, 6, 4)}"/></svg>`,
    isChosen = classOf(S) === k
  return (
    `<button type="button" role="radio" aria-checked="${isChosen}" tabindex="${isChosen ? 0 : -1}" data-class="${k}"` +
    ` class="${move > 0 && move < 1 ? "moves" : ""}">${mark}<span>${escaped(name)}${S.own.isAlone && !isChosen ? ", off" : ""}</span></button>`
  )
}
