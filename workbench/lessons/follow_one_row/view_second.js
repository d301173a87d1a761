// The second view: the tree that the row falls through, and the rows that share its leaf.
import { across, scale } from "../../stage/kit/axes.js"
import { clamp, lerp, outward, soft } from "../../stage/kit/easing.js"
import { levelsOf, nodesOf } from "../../stage/kit/nodes.js"
import { added, significant, sufficing, tick } from "../../stage/kit/numbers.js"
import { fade, put, round1, say, set, svg, toggle } from "../../stage/kit/svg.js"
import { askRoot, buildTree, familyOf, layOut, paintTree, placeTrees, wayTo } from "../../stage/kit/tree.js"
import { askName } from "./view_link.js"
import { companyOf } from "./view_model.js"
import { box, brickClass, slotOf } from "./view_pile.js"

const GONE = 0.05, // of u, in which the last tree leaves
  DIM = 0.2, // of the row, where one looks at nodes that it has not come through
  LETTER = 0.45, // of the sums below, in em
  REST = 26, // letters of them beside those that make w
  STEMS = 7 // as wide as so many rows are the bars of leaves

export const SECOND =
  `<div class="head"><b data-part="treehead"></b></div>` +
  `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>` +
  `<div class="head second"><b data-part="matehead"></b><span class="note" data-part="matenote"></span></div>` +
  `<div class="mates" data-part="mates" tabindex="0" role="group" data-keys aria-label="Rows of the leaf: arrows point at one, Enter follows it"><svg data-part="matebox"></svg></div>` +
  `<div class="sums" data-part="sums" role="group" aria-label="Of the leaf"></div>`

// --- the tree

const nodesWithRow = (S, round) => {
  const { record, own: { story } } = S,
    nodes = nodesOf(record, round),
    own = nodes[story.at[round - 1]],
    way = own.path
  if (own.hidden) { // what is folded there is, to the row, its leaf
    Object.assign(own, { weight: story.wOf(round), n: story.n[round - 1] })
    own.words = `Row ${story.row}’s leaf: weight ${significant(own.weight)}, ${own.n} rows, in a folded branch with ${own.hidden} leaves`
  }
  for (const node of nodes) {
    const has = `has ${story.has[node.feature]}`
    node.shown = STEMS
    node.label = significant(node.weight)
    if (node.kids) node.says = way.includes(node.k) ? [node.k ? has : `row ${story.row} ${has}`, has] : []
  }
  return nodes
}

export const makeTree = (S, round) => {
  const { L, own, record } = S,
    nodes = nodesWithRow(S, round)
  own.levels ??= levelsOf(record)
  const T = layOut(nodes, L.tree, L.em, { levels: own.levels })
  const most = Math.max(...T.leaves.map(k => Math.abs(nodes[k].weight))) || 1
  buildTree(T, { scale: (0.92 * T.half) / most, name: "", under: "" })
  for (const k of T.leaves) nameNumbers(T, k)
  T.leaf = own.story.at[round - 1]
  T.path = nodes[T.leaf].path
  const sign = T.boxes[T.leaf].querySelector(".folded")
  if (sign) set(sign, "transform", `translate(0 ${-0.8 * L.em})`) // over the row
  T.token = tokenOf(own.story.row, L.em)
  T.way = T.path.length > 1 ? [...wayTo(T, T.leaf).slice(0, -1), [T.at[T.leaf].x, T.at[T.leaf].y]] : [[T.at[0].x, 0], [T.at[0].x, T.at[0].y]]
  return T
}

// Of all leaves those where one looks have numbers: w and n stand there, and are seen as they are.
const nameNumbers = ({ at, boxes, em }, k) => {
  const said = [...boxes[k].querySelectorAll("text")],
    x = round1(at[k].x - (0.3 + 0.27 * Math.max(0, ...said.map(({ textContent }) => textContent.length))) * em)
  for (const text of said.slice(-2)) {
    const name = text.classList.contains("ink") ? "w" : "n" // a slim leaf has its rows alone
    text.insertAdjacentHTML("beforebegin", `<text x="${x}" y="${text.getAttribute("y")}" text-anchor="end">${name}</text>`)
  }
}

const tokenOf = (row, em) => {
  const half = em * (0.45 + 0.28 * String(row).length),
    mark = svg("g", { class: "token" })
  mark.innerHTML = `<rect x="${-half}" y="${-0.7 * em}" width="${2 * half}" height="${1.4 * em}" rx="${0.7 * em}"/><text x="0" y="${0.3 * em}" text-anchor="middle">${row}</text>`
  return { mark, half }
}

// Behind the boxes, so that it covers nothing that they ask, until it is past the last of them.
const moveToken = ({ group, boxes, way, w, token: { mark, half } }, t) => {
  const at = t * (way.length - 1),
    i = Math.min(way.length - 2, Math.floor(at)),
    [x, y] = [0, 1].map(axis => lerp(way[i][axis], way[i + 1][axis], at - i)),
    over = at > way.length - 5 ? null : boxes[0]
  if (mark.nextSibling !== over || mark.parentNode !== group) group.insertBefore(mark, over)
  set(mark, "transform", `translate(${round1(Math.min(x, w - half))} ${round1(y)})`)
}

export const positionOf = (nodes, id) => (id === null ? null : Math.max(-1, nodes.findIndex(node => node.id === id)))

// The node that is looked at, by its position: the one pointed at, the chosen one, null for the row's leaf.
const nodeNow = (S, nodes, step) => {
  const id = S.over ?? (S.at.round === step ? S.at.path_node : null),
    at = positionOf(nodes, id ?? null)
  return at === -1 ? null : at
}

export const drawTree = (S, step, u, p) => {
  const { own, parts, isStart } = S
  say(parts.treehead, isStart ? "No tree yet" : `Tree of round ${step}${S.record.kind === "several" ? `, ${S.record.classes[S.record.k]}` : ""}`)
  askRoot(parts.treebox, own.trees(1), isStart ? "the first tree" : "")
  if (isStart) return placeTrees(parts.treebox, [])
  const T = own.trees(step),
    isMoving = u < 1,
    old = isMoving && step > 1 && u < GONE ? own.trees(step - 1) : null
  placeTrees(parts.treebox, [old?.group, T.group].filter(Boolean))
  if (old) fade(old.group, 1 - u / GONE)
  fade(T.group, 1)
  const here = isMoving ? null : nodeNow(S, T.nodes, step),
    family = here === null ? null : familyOf(T.nodes, here)
  paintTree(T, {
    appears: () => p.fade,
    full: p.fade,
    step: [isMoving && p.shrink === 0 ? 0 : 1, isMoving ? lerp(1, S.record.rate, soft(p.shrink)) : S.record.rate],
    names: p.fade,
    chosen: here ?? -1,
    family,
  })
  const passed = soft(p.fall) * (T.path.length - 1)
  T.boxes.forEach((each, k) => {
    const depth = T.path.indexOf(k)
    toggle(each, "way", depth >= 0 && passed >= depth - (T.nodes[k].kids ? 0.35 : 0.02))
    if (k) toggle(T.edges[k - 1], "way", depth > 0 && passed >= depth - 0.35)
  })
  toggle(T.group, "elsewhere", here !== null && here !== T.leaf)
  fade(T.token.mark, p.fade < 1 ? 0 : family && !family.has(T.leaf) ? DIM : 1)
  toggle(T.group, "blind", isMoving && p.gather === 0) // what leaves hold is seen once the row is there
  moveToken(T, soft(p.fall))
}

// What the rate has left of w flies from its leaf to the pile, and grows to the scale of F on the way.
export const drawFlight = (S, P, step, p) => {
  const { flight } = S.parts
  if (S.isStart || P.byFeatures || p.fly <= 0 || p.fly >= 1) return set(flight, "d", "")
  const { own: { story }, L: { tree, picture } } = S,
    T = S.own.trees(step),
    t = soft(p.fly),
    [x, slot] = slotOf(P, step),
    [from, to] = [story.F(step - 1), story.F(step)].map(P.lane.y)
  const wide = lerp(Number(T.steps[T.leaves.indexOf(T.leaf)].getAttribute("width")), slot, t),
    high = lerp(-story.brick(step) * T.scale, to - from, t),
    middle = lerp(tree.x + T.at[T.leaf].x, picture.x + x + slot / 2, t),
    zero = lerp(tree.y + T.zero, picture.y + from, t)
  set(flight, "class", `${brickClass(S)} flying`)
  set(flight, "d", box(middle - wide / 2, zero, zero + high, wide))
}

// --- its company

const kept = (S, step, nodes, at) => {
  const { own } = S,
    key = [step, at].join()
  if (own.mates?.key !== key || own.mates.story !== own.story) own.mates = { key, story: own.story, ...companyOf(S, step, nodes, at) }
  return own.mates
}

export const drawCompany = (S, step, u, p) => {
  const { own, parts, record, isStart, L: { em, mates: room } } = S
  const { nodes, path } = own.trees(step),
    isMoving = u < 1 && !isStart,
    falls = isMoving && p.gather === 0, // as long as it does, its company is that of the node that it is in
    passed = falls ? path[Math.min(Math.max(0, path.length - 2), Math.floor(soft(p.fall) * (path.length - 1)))] : null,
    C = kept(S, step, nodes, isStart ? 0 : isMoving ? passed : nodeNow(S, nodes, step))
  const many = C.n === 1 ? "1 row" : `${C.n.toLocaleString("en")} rows`
  say(parts.matehead, isStart ? `What all ${many} ask for` : `${many} in ${C.isLeaf ? "its leaf" : "this node"}`)
  say(parts.matenote, falls ? "" : `${askName(S)} before round ${step}${C.rows.length < C.n ? ", of some" : ""}${record.story ? "" : "; press to follow"}`)
  const asks = C.rows.map(each => each.asks),
    w = isStart || record.kind !== "number" ? 0 : C.w, // only there it is a mean of what they ask for
    // Upwards and downwards, where there are any, as far as all rows of the round reach: so one sees how little is left.
    high = Math.max(0, w, ...asks, asks.some(each => each > 0) ? -C.reach[0] : 0),
    low = Math.min(0, w, ...asks, asks.some(each => each < 0) ? -C.reach[1] : 0)
  const y = scale([low, high === low ? low + 1 : high], [room.h - 1.8 * em, 1.6 * em]),
    x0 = 3 * em,
    end = room.w - (record.kind === "number" ? 4.6 * em : 0), // before the name of w
    slot = Math.min(36, (end - x0 - em) / C.rows.length)
  own.seats = falls ? null : { x0: x0 + 8, slot, C }
  put(parts.matebox, across(y, [x0, end], em) + stems(S, C, { y, x0: x0 + 8, end, slot, w }, isStart || falls ? 1 : outward(p.gather)) + (w ? weightLine(w, y, x0, room, em, p.mean) : ""))
  put(parts.sums, isStart || falls ? "" : sumsOf(S, C, isMoving ? p.shrink : 1))
}

const stems = (S, { rows }, { y, x0, end: wide, slot, w }, grown) => {
  const { em } = S.L,
    zero = y(0),
    line = w ? y(w) : Infinity,
    { mate } = S.own
  let d = "",
    drawn = ""
  rows.forEach(({ number, asks, isMine }, i) => {
    const x = x0 + slot * (i + 0.5),
      end = y(asks * grown)
    if (!isMine && number !== mate) {
      d += `M${x.toFixed(1)} ${round1(zero)}V${end.toFixed(1)}`
      return
    }
    const isFaint = isMine && !S.own.story.isGrownOn(S.step)
    drawn += `<path class="mine${isFaint ? " held" : ""}" d="M${x.toFixed(1)} ${round1(zero)}V${end.toFixed(1)}"/>`
    if (isMine) drawn += `<circle class="me" cx="${x.toFixed(1)}" cy="${end.toFixed(1)}" r="${round1(0.4 * em)}"/>`
    drawn += nameOf(number, x, { end, zero, line, rises: asks > 0, isMine, wide, em })
  })
  return `<path class="stems" style="stroke-width:${clamp(slot * 0.5, 1, 4).toFixed(1)}" d="${d}"/><path class="zero" d="M${x0 - 8} ${round1(zero)}H${round1(wide)}"/>${drawn}`
}

// Stems are sorted: over the end of one that rises nothing stands after it, under one that falls nothing before it. Who is pointed at,
// and who has no room there, is named on the other side of 0, where no stem is.
const nameOf = (number, x, { end, zero, line, rises, isMine, wide, em }) => {
  const room = [x - 3 * em, wide - x].map(free => free > 3.6 * em), // before it, and after it
    isAtEnd = Boolean(isMine) && room[Number(rises)] && (Math.abs(end - line) > 2 * em || !room[Number(!rises)]), // nor on the line of w
    isOver = isAtEnd === rises,
    isAfter = isAtEnd ? rises : rises ? !room[0] : room[1],
    off = isAtEnd ? -0.4 : 0.1
  return `<text class="ink halo" x="${round1(x + (isAfter ? off : -off) * em)}" y="${round1((isAtEnd ? end : zero) + (isOver ? -0.6 : 1.4) * em)}" text-anchor="${isAfter ? "start" : "end"}">row ${number}</text>`
}

const weightLine = (w, y, x0, room, em, seen) =>
  seen === 0 ? "" : `<g style="opacity:${seen.toFixed(2)}"><path class="wline" d="M${x0} ${round1(y(w))}H${round1(room.w - 4.4 * em)}"/>` +
    `<text class="asks halo" x="${room.w}" y="${round1(y(w) + 0.3 * em)}" text-anchor="end">w ${significant(w)}</text></g>`

// How the sums of w read: with as many digits as make w of them.
export const sumRead = ({ record: { params: { reg_lambda } } }, { G, H, w }) => sufficing([-G, H], ([sum, bend]) => sum / (bend + reg_lambda), w)

// What the stems sum up to, over the bend and λ, is w; times the rate it is the brick.
const sumsOf = (S, { G, H, w, isLeaf }, laid) => {
  const { L: { em, mates }, record: { rate, params: { reg_lambda, reg_alpha } }, own: { story }, step } = S,
    asks = askName(S),
    reads = sumRead(S, { G, H, w }),
    names = ` = Σ ${asks.length > 2 ? `(${asks})` : asks} / (H + λ)`,
    numbers = ` = ${reads(-G)} / (${reads(H)} + ${tick(reg_lambda)})`,
    hasRoom = (names.length + numbers.length + REST) * LETTER * em < mates.w, // else the card alone has them
    formula = reg_alpha ? "w" : `w${hasRoom ? names : ""}${numbers}`
  return (
    `<button type="button" data-card="w" aria-label="w ${significant(w)}, opens its sum">${isLeaf ? "" : "as a leaf, "}${formula} = <b class="is-weight">${significant(w)}</b></button>` +
    (isLeaf && laid > 0 ? `<span>× ${tick(rate)} = <b class="is-model">${added(story.brick(step))}</b></span>` : "")
  )
}

// The row whose stem is at a place, or null.
export const mateAt = ({ own: { seats } }, x) => {
  const found = seats?.C.rows[Math.floor((x - seats.x0) / seats.slot)]
  return found && !found.isMine ? found.number : null
}

export const mateBeside = ({ own: { seats, mate } }, by) => {
  if (!seats) return null
  const rows = seats.C.rows.filter(({ isMine }) => !isMine),
    at = rows.findIndex(({ number }) => number === mate)
  return rows[clamp(at < 0 ? 0 : at + by, 0, rows.length - 1)]?.number ?? null
}
