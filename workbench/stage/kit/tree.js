// A tree: questions above, leaves below as bars on a common zero. It is laid out and built once for each step; a frame
// changes opacity, height and classes alone.
//
// nodes: [{ id, depth, parent, kids: [left, right] or null, path: ids from the root, asks, more, words, weight, n, hidden }],
// by position; the children are positions. hidden: leaves in a branch that is folded into this one. says: what may stand below
// a question instead of n and more, the longest first. label: what a leaf says, where that is not its weight.
import { clamp, lerp } from "./easing.js"
import { decimalsFor, never0, significant, withoutNoise } from "./numbers.js"
import { escaped, fade, put, round1, set, style, svg, toggle } from "./svg.js"

const KEPT = 12 // trees that are built
const WIDEST = 9.4,
  BOX = 2.62,
  THIN_BOX = 1.5,
  TEXTS = 2.55,
  TO_LEAVES = 0.55 // of it
const WITH_TEXT = 3.6,
  LETTER = 0.43 // of a box, in em
const DOT = 3 // a node whose question has no room
const ROOM_OF_WEIGHT = 2.5,
  DIGIT = 0.52,
  ROOM_OF_ROWS = 1.9

// levels: inner levels of the deepest tree of all steps, so that boxes do not change their size, or of this one,
// where it is to fill the height. widest: a box, in em; box: how high it is. bars: how high leaves may stand, both ways, in pixels.
export const layOut = (nodes, { w, h }, em, { levels, left = 1.7 * em, widest = WIDEST, box = BOX, bars = clamp(h * 0.19, 44, 110) }) => {
  const leaves = leavesOf(nodes),
    slot = (w - left) / leaves.length,
    half = bars / 2,
    room = h - TEXTS * em - bars - 16,
    rowsOf = many => Math.max(0, many - 1) + TO_LEAVES
  const fits = high => (room - high * em) / rowsOf(levels) >= high * em + 6,
    isThin = !fits(BOX),
    boxH = (isThin ? THIN_BOX : fits(box) ? box : BOX) * em,
    gap = (room - boxH) / rowsOf(levels),
    zero = h - TEXTS * em - half
  const at = new Array(nodes.length)
  const place = k => {
    const { kids, depth } = nodes[k]
    kids?.forEach(place)
    at[k] = kids
      ? { x: (at[kids[0]].x + at[kids[1]].x) / 2, y: boxH / 2 + 2 + depth * gap }
      : { x: left + slot * (leaves.indexOf(k) + 0.5), y: zero - half - 6 }
  }
  place(0)
  return {
    nodes,
    leaves,
    at,
    now: at, // where they stand while they move, see moveTree
    w,
    h,
    em,
    left,
    slot,
    bars,
    half,
    zero,
    foot: h, // of what leaves say
    boxH,
    gap,
    isThin,
    widths: widths(nodes, at, em, w, left, widest),
    middles: {}, // of boxes that stand aside of their nodes
  }
}

export const leavesOf = nodes => {
  const found = []
  const visit = k => (nodes[k].kids ? nodes[k].kids.forEach(visit) : found.push(k))
  visit(0)
  return found
}

// How wide each box may be: no two of a level touch, none leaves the picture or stands on the way down to a leaf.
const widths = (nodes, at, em, w, left, widest) => {
  const levels = new Map()
  nodes.forEach(({ kids, depth }, k) => {
    if (kids) levels.set(depth, [...(levels.get(depth) ?? []), k])
  })
  const found = []
  for (const level of levels.values()) {
    level.sort((a, b) => at[a].x - at[b].x)
    level.forEach((k, i) => {
      const far = j => (level[j] === undefined ? Infinity : Math.abs(at[level[j]].x - at[k].x) - 6),
        { depth } = nodes[k],
        leaf = nodes.reduce((least, each, j) => (each.kids || each.depth > depth ? least : Math.min(least, Math.abs(at[j].x - at[k].x))), Infinity)
      found[k] = Math.min(
        widest * em,
        far(i - 1),
        far(i + 1),
        2 * leaf - 8,
        2 * (at[k].x - left) + 1.4 * em,
        2 * (w - at[k].x),
      )
    })
  }
  return found
}

const edgeOf = (T, k) => {
  const { nodes, at, boxH, gap } = T,
    { parent, kids, depth } = nodes[k],
    a = at[parent],
    b = at[k]
  const top = a.y + boxH / 2,
    end = kids ? b.y - boxH / 2 : Math.min(b.y, boxH / 2 + 2 + depth * gap - boxH / 2)
  const c = (end - top) * 0.55
  return {
    a,
    b,
    top,
    end,
    d: `M${a.x} ${top}C${a.x} ${top + c} ${b.x} ${end - c} ${b.x} ${end}V${kids ? (asksOf(T, k).asks ? end : b.y + boxH / 2) : b.y}`,
  }
}

// The way from the root to a leaf as points, for what moves along it; over: where it enters the root.
export const wayTo = (T, leaf, over = 0) => {
  const path = T.nodes[leaf].path,
    way = [[T.at[0].x, T.at[0].y - over]]
  path.slice(1).forEach((k, i) => {
    const { a, b, top, end } = edgeOf(T, k),
      c = (end - top) * 0.55
    for (let step = 0; step <= 8; step++) {
      const t = step / 8,
        q = 1 - t
      way.push([
        q * q * (q + 3 * t) * a.x + t * t * (t + 3 * q) * b.x,
        q ** 3 * top + 3 * q * q * t * (top + c) + 3 * q * t * t * (end - c) + t ** 3 * end,
      ])
    }
    if (i < path.length - 2) way.push([T.at[k].x, T.at[k].y])
  })
  way.push([T.at[leaf].x, T.zero])
  return way
}

// What a box has room to ask, a name that is whole on one line before one that is cut; through a node that has none the
// edge runs on.
const asksOf = ({ em, nodes, widths, isThin }, k) => {
  const room = Math.max(0.8 * em, widths[k]),
    letters = Math.floor(room / (LETTER * em)),
    asks = room > WITH_TEXT * em ? fitted(nodes[k], letters - 1) : "",
    { name = "", plain = "", asks: whole } = nodes[k]
  if ((asks && !asks.includes("…")) || isThin || letters < 9) return { room, letters, asks }
  // A long name breaks at a word where both lines have room. On a line of its own one that is still too long keeps its
  // ends, and of categories those are there that fit.
  const breaks = [...plain.matchAll(/ /g)].map(({ index }) => index).filter(at => at < letters && at < name.length && plain.length - at - 1 <= letters)
  if (name.length >= letters && breaks.length) return { room, letters, asks: plain.slice(0, breaks.at(-1)), below: plain.slice(breaks.at(-1) + 1) }
  const half = letters >> 1,
    first = name.length < letters ? name : `${name.slice(0, letters - half - 3).trim()}…${name.slice(-half).trim()}`,
    set = whole.slice(name.length).replace(" or missing", "").trim()
  const categories = set.length <= letters ? set : `${set.slice(0, letters - 4)}…}`,
    below = plain.includes("…") ? categories : plain.slice(name.length).trim()
  return below.length > letters ? { room, letters, asks } : { room, letters, asks: first, below }
}

const boxOf = (T, k) => {
  const { em, boxH, isThin } = T,
    node = T.nodes[k],
    x = T.middles[k] ?? T.at[k].x,
    { y } = T.at[k],
    { room, letters, asks, below } = asksOf(T, k),
    hasText = asks !== "",
    box = hasText ? [x - room / 2, y - boxH / 2, room, boxH, 7] : [x - DOT, y - DOT, 2 * DOT, 2 * DOT, DOT],
    [left, top, wide, high, rx] = box.map(round1)
  const more = (node.says ?? [`n ${node.n} · ${node.more}`, node.more]).find(each => each.length <= letters),
    lines = isThin || !hasText ? [] : [below, more].filter(Boolean).slice(0, boxH > BOX * em ? 2 : 1),
    first = y + (0.32 - 0.52 * lines.length) * em
  return (
    `<g class="node" role="button" tabindex="${k ? -1 : 0}" data-node="${node.id}" aria-label="${escaped(node.words)}">` +
    (hasText ? "" : `<rect class="hit" x="${round1(x - room / 2)}" y="${round1(y - boxH / 2)}" width="${round1(room)}" height="${boxH}"/>`) +
    `<rect class="box${hasText ? "" : " silent"}" x="${left}" y="${top}" width="${wide}" height="${high}" rx="${rx}"/>` +
    (hasText ? `<text class="ink" x="${x}" y="${first}" text-anchor="middle">${escaped(asks)}</text>` : "") +
    lines.map((each, i) => `<text${each === below ? ' class="ink"' : ""} x="${x}" y="${round1(first + 1.1 * (i + 1) * em)}" text-anchor="middle">${escaped(each)}</text>`).join("") +
    `<title>${escaped(node.words)}</title></g>`
  )
}

// The question with as much of the feature's name as there is room for, its number whole; nothing where it has none. What is
// left out is as wide as two letters.
const fitted = ({ asks, plain = asks, name = "" }, letters) => {
  const whole = [asks, plain].find(each => each.length <= letters)
  if (whole) return whole
  const rest = plain.slice(name.length),
    room = letters - rest.length - 2
  return name && room >= 2 ? `${name.slice(0, room)}…${rest}` : ""
}

// How wide the bar of a leaf is.
export const barWide = slot => Math.max(Math.min(1, slot), Math.min(clamp(0.16 * slot, 8, 30), slot - 2))

const leafOf = (T, k, scale) => {
  const { em, slot, zero, half, bars, foot } = T,
    node = T.nodes[k],
    { x } = T.at[k],
    reach = slot > 4 ? slot - 2 : slot
  const wide = T.wide ?? Math.max(
    barWide(slot),
    Math.min(4, (slot - 14) / (node.shown || 1)) * (node.shown || 1),
  )
  const high = clamp(node.weight * scale, -half, half),
    top = zero - Math.max(0, high)
  const bar = `x="${round1(x - wide / 2)}" y="${round1(top)}" width="${round1(wide)}" height="${round1(Math.abs(high))}"`
  const texts =
    slot > ROOM_OF_WEIGHT * em
      ? `<text class="ink" x="${x}" y="${foot - 1.5 * em}" text-anchor="middle">${escaped(node.label ?? T.weightText(node))}</text>`
      : ""
  const rows =
    slot > ROOM_OF_ROWS * em ? `<text x="${x}" y="${foot - 0.3 * em}" text-anchor="middle">${node.n}</text>` : ""
  const folded = node.hidden
    ? `<path class="folded" d="M${x - 5} ${zero - half - 9}l5 5 5 -5M${x - 5} ${zero - half - 14}l5 5 5 -5"/>`
    : ""
  return (
    `<g class="node leaf" role="button" tabindex="${k ? -1 : 0}" data-node="${node.id}" aria-label="${escaped(node.words)}">` +
    `<rect class="hit" x="${round1(x - reach / 2)}" y="${zero - half - 4}" width="${round1(reach)}" height="${bars + TEXTS * em + 4}" rx="6"/>` +
    `<rect class="full" ${bar}/><rect class="step" ${bar} style="transform-origin:0 ${zero}px"/>${folded}${texts}${rows}` +
    `<title>${escaped(node.words)}</title></g>`
  )
}

// scale: pixels of a weight of 1. signs: marks above and below zero, where signs have names. name: what a leaf says; under:
// what its n is.
export const buildTree = (T, { scale, signs = "", name = "w", under = "n", hasCards = false }) => {
  const { nodes, leaves, w, foot, em, left, zero } = T
  const top = Math.max(...leaves.map(k => Math.abs(nodes[k].weight))),
    isTiny = top > 0 && top < 0.01,
    isLong = isTiny || top >= 1000,
    digits = isTiny ? decimalsFor(top, 2) : isLong ? 0 : top < 0.1 || (top < 0.5 && T.slot > 3.4 * em) ? 3 : 2
  const said = weight => (!withoutNoise(weight, top) ? "0" : Math.abs(weight) < 1000 ? never0(weight, digits) : significant(weight)),
    longest = !isLong ? 0 : Math.max(...leaves.map(k => said(nodes[k].weight).length))
  T.weightText = ({ weight }) => {
    const text = said(weight)
    if (T.slot < longest * DIGIT * em) return ""
    return Math.abs(weight) < 0.1 ** digits && T.slot < text.length * DIGIT * em ? "≈ 0" : text
  }
  T.scale = scale
  const isSaid = T.slot > ROOM_OF_WEIGHT * em && leaves.some(k => nodes[k].label ?? T.weightText(nodes[k]))
  const edges = nodes.map((_, k) => (k ? `<path class="edge" d="${edgeOf(T, k).d}"/>` : "")).join("")
  const boxes = nodes.map((node, k) => (node.kids ? boxOf(T, k) : leafOf(T, k, scale))).join("")
  T.group = svg("g")
  T.group.innerHTML =
    `<path class="grid zero" d="M${left} ${zero}H${w}"/><g class="names">${signs}${isSaid ? `<text x="0" y="${foot - 1.5 * em}">${name}</text>` : ""}` +
    `${T.slot > ROOM_OF_ROWS * em ? `<text x="0" y="${foot - 0.3 * em}">${under}</text>` : ""}</g>${edges}${boxes}`
  T.boxes = [...T.group.querySelectorAll(".node")]
  if (hasCards) for (const box of T.boxes) set(box, "data-card", `node${box.dataset.node}`)
  T.edges = [...T.group.querySelectorAll(".edge")]
  T.fulls = leaves.map(k => T.boxes[k].querySelector(".full"))
  T.steps = leaves.map(k => T.boxes[k].querySelector(".step"))
  T.names = T.group.querySelector(".names")
  T.line = T.group.querySelector(".zero")
  return T
}

// A tree on its way from another, t from 0 to 1: its nodes come from where they stood there, new ones from the one above them.
export const moveTree = (T, from, t) => {
  const isMoving = Boolean(from) && t < 1,
    old = k => from.at[k] ?? old(T.nodes[k].parent)
  T.now = isMoving ? T.at.map(({ x, y }, k) => ({ x: lerp(old(k).x, x, t), y: lerp(old(k).y, y, t) })) : T.at
  const shift = (x, y) => (isMoving ? `translate(${round1(x)}px, ${round1(y)}px)` : "")
  T.boxes.forEach((box, k) => style(box, "transform", shift(T.now[k].x - T.at[k].x, T.now[k].y - T.at[k].y)))
  T.edges.forEach((edge, k) => set(edge, "d", edgeOf({ ...T, at: T.now }, k + 1).d))
}

// What is made of a key, the last ones kept: trees of a stage, states of a model.
export const treeKeeper = (build, most = KEPT) => {
  const kept = new Map()
  const keeper = key => {
    const found = kept.get(key) ?? build(key)
    kept.delete(key)
    kept.set(key, found)
    if (kept.size > most) kept.delete(kept.keys().next().value)
    return found
  }
  return Object.assign(keeper, { clear: () => kept.clear() })
}

// Which nodes stay when one is pointed at: its way from the root and all below it.
export const familyOf = (nodes, k) =>
  new Set(nodes.flatMap((node, i) => (node.path.includes(k) || nodes[k].path.includes(i) ? [i] : [])))

// appears: of a node, from 0 to 1. full: opacity of the whole weight; step: [opacity, share of it]. chosen: a position.
// lit: positions on a row's way; family: those that stay.
export const paintTree = (T, { appears, full, step, names, chosen = -1, lit = null, family = null }) => {
  const state = [
    ...T.nodes.flatMap((_, k) => [appears(k), appears(k, true)]),
    full,
    ...step,
    names,
    chosen,
    lit && [...lit].join(),
    family && [...family].join(),
  ].join("|")
  if (T.state === state) return
  T.state = state
  T.boxes.forEach((box, k) => {
    const isDim = (lit && !lit.has(k)) || (family && !family.has(k))
    for (const each of k ? [box, T.edges[k - 1]] : [box]) {
      fade(each, appears(k, each !== box))
      toggle(each, "dim", Boolean(isDim))
      toggle(each, "lit", Boolean(lit?.has(k)))
    }
    toggle(box, "chosen", k === chosen)
  })
  for (const each of T.fulls) fade(each, full)
  for (const each of T.steps) {
    fade(each, step[0])
    style(each, "transform", `scaleY(${step[1].toFixed(4)})`)
  }
  fade(T.names, names)
  fade(T.line, names)
}

// Trees that are on the screen at once: the last one going, the next one coming.
export const placeTrees = (box, groups) => {
  const shown = [...box.children].filter(each => each.tagName === "g" && !each.classList.contains("ask"))
  if (shown.length === groups.length && groups.every((group, i) => group === shown[i])) return
  for (const each of shown) if (!groups.includes(each)) each.remove()
  box.prepend(...groups)
}

// What is asked, where roots are: in the middle, for the place of the coming one would tell of its shape.
export const askRoot = (box, T, text) => {
  let ask = box.querySelector(".ask")
  if (!text) return ask?.remove()
  if (!ask) {
    ask = svg("g", { class: "ask" })
    box.append(ask)
  }
  const wide = WIDEST * T.em,
    x = round1((T.left + T.w) / 2)
  put(
    ask,
    `<rect x="${x - wide / 2}" y="2" width="${wide}" height="${BOX * T.em}" rx="7"/>` +
      `<text x="${x}" y="${2 + (BOX / 2 + 0.3) * T.em}" text-anchor="middle">${text}</text>`,
  )
}
