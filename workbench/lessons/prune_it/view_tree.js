// A tree whose discs are as large as what they err, or save: rings of branches, filled leaves. Below it, under each inner
// node, what its branch is worth for each leaf more, and the price that rises to it.
import { lerp } from "../../stage/kit/easing.js"
import { ticks } from "../../stage/kit/axes.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set } from "../../stage/kit/svg.js"
import { GONE, INNER, isAsked, isTold, LEAF, priceAt, topAt } from "./view_model.js"

const LAYERS = ["plumbs", "gone-edges", "gone-dots", "edges", "lit", "mine", "rings", "discs", "water", "posts", "fading", "felled", "breaks", "slots", "price", "asked"]
const LEAST = 2.4, // radius of what errs nothing
  LETTER = 0.46, // of a label, in em
  SLOT = 0.62, // of the scale, as high as the place of what is not known
  BROKEN = 0.84, // of the scale: there a post is broken that goes beyond it
  LEAST_SLOT = 5 // pixels of a leaf under which no number can be told whose it is

export const PANEL =
  LAYERS.map(name => `<path class="${name}" data-layer="${name}"/>`).join("") +
  ["axis", "names", "marks"].map(name => `<g class="${name}" data-layer="${name}"/>`).join("")

// box: [x, y, w, h]; head: pixels above the tree.
export const placeTree = ({ record, own: { model } }, [x0, y0, w, h], em, head = 0) => {
  const left = x0 + 4.4 * em,
    right = x0 + w - 0.8 * em,
    slot = (right - left) / model.slots
  const base = y0 + h - 1.7 * em,
    high = Math.min(0.31 * h, 14 * em),
    foot = base - high - 2.6 * em
  const x = model.x.map(place => left + slot * place),
    levels = Math.max(1, ...record.depth),
    radius = Math.min(1.55 * em, (0.44 * (foot - y0 - head)) / (levels + 1)),
    top = y0 + head + radius + 3
  const gap = (foot - top - radius - em) / levels,
    y = Array.from(record.depth, depth => top + depth * gap)
  const G = { x0, y0, w, h, em, left, right, slot, base, high, x, y, depth: record.depth, ...levelsOf(record, model, x) }
  const most = Math.max(...record.size),
    shares = Array.from(record.size, size => Math.sqrt(Math.max(0, size) / (most || 1)))
  const largest = fitting(G, shares, radius)
  G.radius = shares.map(share => share * largest)
  const under = leavesUnder(record)
  G.wide = k => under[k] * slot
  G.sides = sidesOf(record)
  G.gap = gap
  return G
}

// On which side of a node its name stands: where no edge comes from; a leaf has its own below it.
const sidesOf = ({ parent, left }) => Array.from(parent, (above, k) => (left[k] < 0 ? 0 : above >= 0 && left[above] === k ? -1 : 1))

const leavesUnder = ({ parent, left }) => {
  const found = Array.from(left, kid => (kid < 0 ? 1 : 0))
  for (let k = parent.length - 1; k > 0; k--) found[parent[k]] += found[k]
  return found
}

const levelsOf = ({ depth }, { n }, x) => {
  const levels = []
  for (let k = 0; k < n; k++) (levels[depth[k]] ??= []).push(k)
  const rank = new Int32Array(n)
  for (const level of levels) level.sort((a, b) => x[a] - x[b]).forEach((k, at) => { rank[k] = at })
  return { levels, rank }
}

// The radius of the largest disc, so that no two of a level touch, where there is room for that.
const fitting = (G, shares, radius) => {
  let most = radius
  for (const level of G.levels)
    for (let i = 1; i < level.length; i++)
      most = Math.min(most, Math.max(0.28 * radius, (G.x[level[i]] - G.x[level[i - 1]] - 2) / (shares[level[i]] + shares[level[i - 1]] || 1)))
  return most
}

const disc = (x, y, r) => `M${round1(x - r)} ${round1(y)}a${round1(r)} ${round1(r)} 0 1 0 ${round1(2 * r)} 0a${round1(r)} ${round1(r)} 0 1 0 ${round1(-2 * r)} 0z`
const edge = (ax, ay, bx, by) => {
  const middle = round1((ay + by) / 2)
  return `M${round1(ax)} ${round1(ay)}C${round1(ax)} ${middle} ${round1(bx)} ${middle} ${round1(bx)} ${round1(by)}`
}

// Where a node is on its way into the one that takes it in.
const standsAt = (G, W, k, time) => {
  if (time.from === time.to || W.kind(k, time.to) !== GONE) return [G.x[k], G.y[k]]
  if (W.kind(k, time.from) === GONE) return null
  const into = W.into(k, time.to)
  return [lerp(G.x[k], G.x[into], time.fold), lerp(G.y[k], G.y[into], time.fold)]
}

export const drawTree = (S, panel, time) => {
  const { G, W, layers } = panel,
    { record } = S,
    shown = `${time.from} ${time.to} ${time.fold}`
  if (panel.shown === shown) return // of thousands of nodes none has moved
  panel.shown = shown
  const d = { "gone-edges": "", "gone-dots": "", edges: "", discs: "", rings: "" }
  for (let k = 0; k < record.parent.length; k++) {
    const at = standsAt(G, W, k, time),
      isGone = at === null || (W.kind(k, time.to) === GONE && time.fold > 0),
      above = record.parent[k]
    if (isGone) {
      d["gone-edges"] += edge(G.x[above], G.y[above], G.x[k], G.y[k])
      d["gone-dots"] += disc(G.x[k], G.y[k], 2)
    }
    if (at === null || (isGone && time.fold === 1)) continue
    if (above >= 0) {
      const [ax, ay] = standsAt(G, W, above, time)
      d.edges += edge(ax, ay, ...at)
    }
    const kind = W.kind(k, time.from),
      becomes = W.kind(k, time.to)
    if (kind === INNER && !(becomes === LEAF && time.fold === 1)) d.rings += disc(...at, Math.max(LEAST, G.radius[k]))
    if (kind === LEAF) d.discs += disc(...at, Math.max(LEAST, G.radius[k]))
    else if (becomes === LEAF) d.discs += disc(...at, Math.max(LEAST, G.radius[k]) * Math.max(0, 2 * time.fold - 1) ** 0.5)
  }
  for (const name in d) set(layers[name], "d", d[name])
}

// --- what the branches are worth, and the price

// What stands under an inner node: how high, and whether that is known; what will be asked fades. isWorth: it is not on its
// way, so that a number may stand on it. null where there is no branch.
export const postAt = (S, W, k, time) => {
  if (W.kind(k, time.from) !== INNER) return null
  const { worth: before } = W.from(time.from),
    { worth: after } = W.to(time.to)
  const isOpen = isAsked(S, time.from) && W.asksAt(time.from).has(k),
    first = before[k] * (isOpen && time.from !== time.to ? time.grow : isOpen ? 0 : 1)
  if (W.kind(k, time.to) !== INNER) return { worth: first, isKnown: true, goes: time.fold, isWorth: first === before[k] && time.fold === 0 }
  if (isAsked(S, time.to) && W.asksAt(time.to).has(k))
    return { worth: time.settle < 1 ? first : 0, isKnown: time.settle === 0, isFading: time.settle > 0, goes: 0, isWorth: first === before[k] }
  const worth = lerp(first, after[k], time.settle)
  return { worth, isKnown: true, goes: 0, isWorth: worth === before[k] || worth === after[k] }
}

const yOf = (G, top, value) => G.base - G.high * Math.min(1, value / top)

export const drawPosts = (S, panel, time) => {
  const { G, W, layers } = panel,
    top = topAt(S, time),
    price = priceAt(S, time),
    wide = Math.max(1.2, Math.min(11, 0.42 * G.slot))
  let plumbs = "",
    posts = "",
    fading = "",
    felled = "",
    breaks = "",
    slots = ""
  panel.posts = []
  for (const k of S.own.model.inner) {
    const post = postAt(S, W, k, time)
    if (!post || post.goes === 1) continue
    const y = yOf(G, top, post.worth),
      x = G.x[k]
    panel.posts.push({ k, x, y, ...post })
    const left = round1(x - wide / 2)
    if (!post.isKnown) slots += `M${left} ${G.base}v${-round1(SLOT * G.high)}h${round1(wide)}V${G.base}`
    if (post.worth > top) breaks += `M${round1(left - 4)} ${round1(G.base - BROKEN * G.high + 3)}l${round1(wide + 8)} -6`
    if (G.slot > LEAST_SLOT) plumbs += `M${round1(x)} ${round1(G.y[k] + Math.max(LEAST, G.radius[k]) + 2)}V${round1(Math.min(y, G.base - (post.isKnown ? 0 : SLOT * G.high)) - 1.3 * G.em)}`
    const bar = `M${left} ${G.base}V${round1(y)}h${round1(wide)}V${G.base}z`
    if (post.isFading) fading += bar
    else if (post.goes) felled += bar // it fades as high as it is
    else posts += bar
  }
  const level = round1(yOf(G, top, price))
  set(layers.plumbs, "d", plumbs)
  set(layers.posts, "d", posts)
  set(layers.fading, "d", fading)
  set(layers.fading, "style", `opacity:${(1 - time.settle).toFixed(2)}`)
  set(layers.felled, "d", felled)
  set(layers.felled, "style", `opacity:${(1 - time.fold).toFixed(2)}`)
  set(layers.slots, "style", `opacity:${time.settle.toFixed(2)}`)
  set(layers.breaks, "d", breaks)
  set(layers.slots, "d", slots)
  set(layers.water, "d", `M${G.left} ${G.base}V${level}H${G.right}V${G.base}z`)
  set(layers.price, "d", `M${G.left} ${level}H${G.right}`)
  const asked = round1(yOf(G, top, S.record.price[S.record.asked] ?? 0))
  set(layers.asked, "d", S.record.kind === "gamma" && !isTold(S) ? `M${G.left} ${asked}H${G.right}` : "")
  put(layers.axis, axisOf(G, top, price, level, panel.axisName))
}

const axisOf = (G, top, price, level, [name, symbol]) => {
  const { em, base, left, high } = G
  let drawn = `<path class="grid" d="M${left} ${base}H${G.right}"/><text class="halo" x="${G.x0}" y="${round1(base - high - 1.1 * em)}">${name}</text>`
  for (const value of ticks(0, top, 3)) {
    const y = round1(yOf(G, top, value))
    if (y < base - high - 1 || Math.abs(y - level) < 1.6 * em) continue
    drawn += `<text x="${left - 7}" y="${y + 0.3 * em}" text-anchor="end">${tick(value)}</text>`
  }
  return `${drawn}<text class="ink" x="${left - 7}" y="${round1(level + 0.3 * em)}" text-anchor="end">${symbol} ${significant(price)}</text>`
}

// --- names

const wideOf = (em, text) => LETTER * em * 1.05 * text.length

// How far a name beside a node may reach: to the next node of its level.
const roomBeside = (G, k, side, isThere) => {
  const level = G.levels[G.depth[k]],
    at = G.rank[k]
  let next = at + side
  while (next >= 0 && next < level.length && !isThere(level[next])) next += side
  const isFacing = level[next] !== undefined && G.sides[level[next]] === -side // its own name stands in the same room
  const end = level[next] === undefined ? (side > 0 ? G.right + 0.8 * G.em : G.x0) : G.x[level[next]] - side * (G.radius[level[next]] + 4)
  const room = side * (end - G.x[k]) - G.radius[k]
  return (isFacing ? room / 2 : room) - 10
}

// A node stands as it stood before and as it will, or at rest, or before it moves.
const namedState = (S, W, k, time) => {
  if (W.kind(k, time.from) === W.kind(k, time.to) || S.resting()) return time.to
  return time.fold === 0 ? time.from : null
}

export const drawNames = (S, panel, time) => {
  const { layers } = panel,
    stands = time.fold < 1 ? time.from : time.to, // what folds still takes its room
    named = [time.from, time.to, time.fold === 0, stands, S.resting()].join()
  if (panel.named !== named) Object.assign(panel, { named, names: treeNames(S, panel, time, stands) })
  put(layers.names, panel.names + postNames(panel))
}

const treeNames = (S, { G, W }, time, stands) => {
  const { record } = S,
    isThere = k => W.kind(k, stands) !== GONE
  let drawn = ""
  for (let k = 0; k < record.parent.length; k++) {
    const state = namedState(S, W, k, time)
    if (state === null || W.kind(k, state) === GONE) continue
    drawn += W.kind(k, state) === LEAF ? leafName(S, G, k) : nodeName(S, G, k, isThere)
  }
  return drawn
}

const leafName = ({ record }, G, k) =>
  G.slot > 2.3 * G.em
    ? `<text x="${round1(G.x[k])}" y="${round1(G.y[k] + Math.max(LEAST, G.radius[k]) + 1.05 * G.em)}" text-anchor="middle">${significant(record.size[k])}</text>`
    : ""

const SIZES = { misclassification: "wrong as a leaf", impurity: "impurity as a leaf", squared_error: "squared error as a leaf" }
const wordsOfSize = ({ kind, measure }) => (kind === "gamma" ? "saved" : SIZES[measure])

// Its number, what it would err as one leaf, and what it asks, as much of it as has room.
const nodeName = (S, G, k, isThere) => {
  const { record } = S,
    { em } = G,
    side = G.sides[k],
    room = roomBeside(G, k, side, isThere),
    fits = text => wideOf(em, text) < room
  if (!fits(String(k)) || (k && G.gap < 1.3 * em)) return ""
  const size = significant(record.size[k]),
    isDeep = G.gap > 2.7 * em,
    asks = isDeep && fits(record.asks[k]) ? record.asks[k] : "",
    beside = [k ? "" : wordsOfSize(record), isDeep ? "" : record.asks[k]].find(each => each && fits(`${k}  ${size}  ${each}`)) ?? "",
    place = `x="${round1(G.x[k] + side * (G.radius[k] + 9))}" text-anchor="${side > 0 ? "start" : "end"}"`
  const first = `<tspan class="ink">${k}</tspan>${fits(`${k}  ${size}`) ? `<tspan dx=".5em">${size}</tspan>` : ""}${beside ? `<tspan dx=".6em">${escaped(beside)}</tspan>` : ""}`
  return (
    `<text ${place} y="${round1(G.y[k] + (asks ? -0.75 : -0.1) * em)}">${first}</text>` +
    (asks ? `<text class="asks" ${place} y="${round1(G.y[k] + 0.2 * em)}">${escaped(asks)}</text>` : "")
  )
}

// Which node a post is of, and how much it is worth, as many as have room: the least first, which fall next.
const postNames = ({ G, posts }) => {
  const { em } = G,
    named = [],
    numbered = []
  let drawn = ""
  const isFree = (all, x, half) => all.every(([a, b]) => x + half < a - 2 || x - half > b + 2)
  for (const { k, x, y, worth, isKnown, isFading, isWorth } of [...posts].sort((a, b) => a.worth - b.worth)) {
    const half = wideOf(em, String(k)) / 2
    if (isFree(named, x, half)) {
      named.push([x - half, x + half])
      drawn += `<text class="ink" x="${round1(x)}" y="${round1(G.base + 1.15 * em)}" text-anchor="middle">${k}</text>`
    }
    const text = isKnown ? significant(worth) : "?",
      wide = wideOf(em, text) / 2
    if ((isFading && worth > 0) || (isKnown && (!isWorth || worth === 0)) || G.slot < LEAST_SLOT || !isFree(numbered, x, wide)) continue
    numbered.push([x - wide, x + wide])
    const high = isKnown ? Math.max(G.base - G.high, y) - 5 : G.base - 0.5 * SLOT * G.high
    drawn += `<text class="halo${isKnown ? "" : " unknown"}" x="${round1(x)}" y="${round1(high)}" text-anchor="middle">${text}</text>`
  }
  if (posts.length) return drawn
  return `<text class="ink on-water" x="${round1((G.left + G.right) / 2)}" y="${round1(G.base - 1.2 * em)}" text-anchor="middle">no branch is left</text>`
}

// --- marks on it

// The branch of a node as it stands at a state: all edges in it.
export const branchOf = ({ record }, { G, W }, node, state) => {
  let d = ""
  const visit = k => {
    if (W.kind(k, state) !== INNER) return
    for (const kid of [record.left[k], record.right[k]]) {
      d += edge(G.x[k], G.y[k], G.x[kid], G.y[kid])
      visit(kid)
    }
  }
  visit(node)
  return d
}

export const ringOf = ({ G }, k, cls) => `<circle class="ring-${cls}" cx="${round1(G.x[k])}" cy="${round1(G.y[k])}" r="${round1(Math.max(LEAST, G.radius[k]) + 4)}"/>`
