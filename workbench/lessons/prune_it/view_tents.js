// A tree as tents on the ground: its leaves lie there, every branch is as high as it is worth, and the price is water that
// rises. What it reaches folds into its node, which is a leaf from then on.
import { lerp } from "../../stage/kit/easing.js"
import { circle } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set } from "../../stage/kit/svg.js"
import { billsOf, readsOf } from "./view_bills.js"
import { branchBelow, EQUAL, GONE, hidesFolds, INNER, isAlpha, isAsked, isTold, LEAF, priceAt, priceText, yoursNow } from "./view_model.js"

const LAYERS = ["ground", "ghosts", "water", "edges", "lit", "mine", "rings", "discs", "price"]
const LEAST = 2.4, // radius of what errs nothing
  LETTER = 0.4, // of a label, in em
  LEAST_SLOT = 5, // pixels of a leaf under which no label has room
  CORNER = 7, // pixels
  RING = 4 // pixels around a node that is marked

export const PANEL =
  '<g class="axis" data-layer="axis"/>' + LAYERS.map(name => `<path class="${name}" data-layer="${name}"/>`).join("") + ["names", "marks"].map(name => `<g class="${name}" data-layer="${name}"/>`).join("")

// box: [x, y, w, h]; head: pixels above the tree. G.high(value) is how far above the ground a price stands.
export const placeTents = ({ record, own: { model } }, [x0, y0, w, h], em, head) => {
  const left = x0 + 4 * em,
    right = x0 + w - (record.kind === "alpha" ? 3.4 : 2.4) * em,
    slot = (right - left) / model.slots,
    most = Math.min(1.3 * em, Math.max(4, 0.8 * slot)),
    base = y0 + h - most - 1.5 * em,
    top = y0 + head + 2.6 * em,
    tall = base - top
  const largest = Math.max(...record.size) || 1,
    levels = Math.max(1, ...record.depth)
  return {
    kind: record.kind, parent: record.parent, price: record.price, x0, y0, w, em, left, slot, base, top, end: x0 + w,
    high: value => tall * model.level(value),
    x: model.x.map(place => left + slot * place),
    unasked: Array.from(record.depth, depth => base - tall * (0.94 - (0.8 * depth) / levels)), // as long as nobody knows what it is worth
    radius: Array.from(record.size, size => round1(Math.max(LEAST, most * Math.sqrt(Math.max(0, size) / largest)))),
  }
}

const heightAt = (G, worth, k) => G.base - G.high(Math.max(0, worth[k]))

// What each branch is worth or, by alpha, the one above it with which it falls; and how many it hangs below that one.
const hanging = ({ kind, parent }, worth) => {
  const falls = Float64Array.from(worth),
    below = new Uint16Array(worth.length)
  if (kind === "alpha")
    parent.forEach((above, k) => {
      if (above < 0 || falls[above] > worth[k] * (1 + EQUAL)) return
      falls[k] = falls[above]
      below[k] = below[above] + 1
    })
  return { falls, below }
}

// How high the branches stand at a state: those of another worth apart, so that lines are told apart, and none above the top;
// what falls with a branch hangs under it, above all that falls before. Without a state: of all, before they fell.
const APART = { alpha: 26, gamma: 10 }, // pixels, where there is room
  HANGS = 16
const heightsAt = ({ G, W, heights }, worth, state = -1) => {
  if (heights.has(state)) return heights.get(state)
  const { falls, below } = hanging(G, worth),
    found = Float64Array.from(falls, (_, k) => heightAt(G, falls, k)),
    branches = [...worth.keys()].filter(k => W.kind(k, state) === INNER).sort((a, b) => falls[a] - falls[b]),
    isMore = (k, i) => i > 0 && falls[k] - falls[branches[i - 1]] > EQUAL * falls[k],
    most = branches.reduce((deepest, k) => Math.max(deepest, below[k]), 0)
  let above = branches.filter(isMore).length, // levels
    level = found[branches[0]],
    lower = G.base - G.high(G.price[state] ?? 0)
  const apart = state < 0 ? 0 : Math.min(APART[G.kind], (level - G.top) / Math.max(1, above))
  branches.forEach((k, i) => {
    if (isMore(k, i)) [lower, level] = [level, Math.max(G.top + --above * apart, Math.min(found[k], level - apart))]
    found[k] = level + below[k] * Math.min(HANGS, (lower - level) / (most + 1))
  })
  heights.set(state, found)
  return found
}

// Where a node is, [x, y]: what falls goes to the ground, into the node that stays. null once it is gone.
export const standsAt = (panel, k, time) => {
  const { G, W } = panel,
    { from, to, grow, fold, settle } = time,
    was = W.kind(k, from),
    becomes = W.kind(k, to)
  if (was === GONE) return null
  const before = was === LEAF ? G.base : lerp(G.unasked[k], heightsAt(panel, W.from(from), from)[k], grow)
  if (becomes === INNER) return [G.x[k], from === to ? before : lerp(before, heightsAt(panel, W.to(to), to)[k], settle)]
  return [becomes === GONE ? lerp(G.x[k], G.x[W.into(k, to)], fold) : G.x[k], lerp(before, G.base, fold)]
}

// Across from the node, and down to what is below it.
const edge = ([ax, ay], [bx, by]) => {
  const [side, way] = [Math.sign(bx - ax), Math.sign(by - ay)],
    r = Math.min(CORNER, Math.abs(bx - ax), Math.abs(by - ay))
  return `M${round1(ax)} ${round1(ay)}H${round1(bx - side * r)}Q${round1(bx)} ${round1(ay)} ${round1(bx)} ${round1(ay + way * r)}V${round1(by)}`
}

export const drawTents = (S, panel, time) => {
  const { G, W, layers } = panel,
    { record } = S,
    { fold } = time,
    shown = JSON.stringify(time)
  if (panel.shown === shown) return // of thousands of nodes none has moved
  panel.shown = shown
  const d = { ghosts: "", edges: "", discs: "", rings: "" }
  const places = (panel.places = Array.from(record.parent, (_, k) => standsAt(panel, k, time)))
  const before = heightsAt(panel, W.last),
    ghost = k => [G.x[k], record.left[k] < 0 ? G.base : before[k]]
  record.parent.forEach((above, k) => {
    const isGone = W.kind(k, time.to) === GONE && fold > 0
    if (isGone) d.ghosts += edge(ghost(above), ghost(k))
    if (places[k] === null || (isGone && fold === 1)) return
    if (above >= 0) d.edges += edge(places[above], places[k])
    const was = W.kind(k, time.from),
      becomes = W.kind(k, time.to)
    if (was === INNER && !(becomes === LEAF && fold === 1)) d.rings += circle(...places[k], G.radius[k])
    if (was === LEAF) d.discs += circle(...places[k], G.radius[k])
    else if (becomes === LEAF) d.discs += circle(...places[k], round1(G.radius[k] * Math.max(0, 2 * fold - 1) ** 0.5))
  })
  for (const name in d) set(layers[name], "d", d[name])
}

// --- the water, and how high it stands

export const drawWater = (S, panel, time) => {
  const { G, layers } = panel,
    { em, base, left, end } = G,
    price = priceAt(S, time),
    level = (panel.level = round1(base - G.high(price))),
    at = (y, words, cls = "") => `<text class="${cls}" x="${left - 12}" y="${round1(y + 0.3 * em)}" text-anchor="end">${words}</text>`
  set(layers.water, "d", `M${left - 6} ${base}V${level}H${end}V${base}z`)
  set(layers.price, "d", `M${left - 6} ${level}H${end}`)
  set(layers.ground, "d", `M${left - 6} ${base}H${end}`)
  put(layers.axis, (isAlpha(S) ? rungs : scaleOf)(S, panel, at, time) + at(level, `${isAlpha(S) ? "α" : "γ"} ${priceText(S, time)}`, "ink"))
}

const isNear = (G, a, b) => Math.abs(a - b) < 1.3 * G.em

const named = (G, words, cls = "ink") => `<text class="${cls} halo" x="${G.x0}" y="${round1(G.top - 1.2 * G.em)}">${words}</text>`

// What is saved, and by how many leaves; as long as nobody knows what g is, all but its end.
const savesOf = (own, below, many) => `saves ${readsOf(own, below, many).saved} / ${many - 1} extra ${many === 2 ? "leaf" : "leaves"}`
const unworked = (S, time) => {
  const { node, own, below, many, isBranch } = billsOf(S, time)
  return isBranch ? `worth g of node ${node}: ${savesOf(own, below, many)} = ?` : ""
}

// The prices that were reached, one a step above the other, and beside each how many leaves are left from it on up to the next.
const rungs = (S, { G, W: { way }, level }, at, time) => {
  const { record: { price }, n } = S
  if (isAsked(S, time.from) && time.grow < 1) return time.grow === 0 ? named(G, unworked(S, time), G.w > 36 * G.em ? "big" : "ink") : ""
  const seen = S.at.guess === 0 ? n : Math.min(n, Math.max(S.at.prune_seen, time.from)), // of another tree more may have been seen
    y = k => G.base - (k > n ? G.base - G.top : G.high(price[k])),
    every = Math.ceil((1.3 * G.em * n) / (G.base - G.top)),
    now = time.rise === 1 ? time.to : time.from
  let drawn = named(G, "height: the order of falling, at g, worth per extra leaf") + `<text class="end" x="${G.end}" y="${round1(G.top - 1.2 * G.em)}">leaves</text>`
  for (let k = 0; k <= seen; k++) {
    const said = saidOf(S, k)
    if (k % every && k !== now && !said) continue
    if (k && k <= now && !isNear(G, y(k), level)) drawn += `<path class="grid" d="M${G.left - 6} ${round1(y(k))}H${G.end}"/>` + at(y(k), significant(price[k]))
    const middle = (y(k) + y(k + 1)) / 2
    if (isNear(G, middle, level)) continue
    const [words, cls] = said ?? ["", ""]
    drawn += `<text class="end rung ${words ? "halo" : ""} ${cls}${k === now ? " ink" : ""}" data-rung="${k}" x="${G.end - 8}" y="${round1(middle + 0.3 * G.em)}">${words ? `${words}:\u2002` : ""}${way.leaves[k].toLocaleString("en")}</text>`
  }
  return drawn
}

// What stands at the tree that errs least when cross-validated, and at the one that was said: words and their role.
const saidOf = (S, k) => {
  const { record: { validated }, own: { kept } } = S
  if (!validated || hidesFolds(S)) return null
  if (k === validated.best) return ["errs least", "told-text"]
  return k === kept ? ["yours", "mine-text"] : null
}

// What the cuts gain, as many as have room, and the gamma that is asked about.
const scaleOf = (S, { G, p, W, level }, at, time) => {
  const { record: { price, asked }, own: { model } } = S,
    { left, base, end, em } = G,
    line = isTold(S) || price[asked] === priceAt(S, time) ? null : round1(base - G.high(price[asked]))
  let drawn = named(G, p === 2 ? "worth per extra leaf, in order" : "gain of the cut, in order"),
    last = Infinity
  const isOwn = rung => !rung || W.last.some(each => Math.abs(each - rung) <= EQUAL * rung)
  for (const value of isTold(S) ? model.rungs.filter(isOwn) : []) {
    const y = base - G.high(value)
    if (last - y < 1.5 * em || isNear(G, y, level) || (line !== null && isNear(G, y, line))) continue
    drawn += at(y, significant(value))
    last = y
  }
  return line === null ? drawn : `${drawn}<path class="will" d="M${left - 6} ${base}V${line}H${end}V${base}"/><path class="mine" d="M${left - 6} ${line}H${end}"/>${isNear(G, line, level) ? "" : at(line, `γ ${significant(price[asked])}`, "unknown")}`
}

// --- names

// What stands at a node or a leaf: of all nodes their question, or of none where that has no room.
const linesOf = (S, { way, to }, k, isNode, state, isHidden) => {
  const { record } = S,
    worth = to(state)
  if (!isNode) return [[significant(record.size[k])]]
  if (isHidden) {
    const { size, many } = S.own.model.branches[k],
      { saved } = readsOf(record.size[k], size, many)
    return [[String(k), `${saved}/${many - 1}`], [String(k)]]
  }
  const above = record.parent[k],
    about = `${isAlpha(S) && !k ? "g " : ""}${significant(Math.max(0, worth[k]))}`,
    falls = isAlpha(S) && above >= 0 && worth[above] < worth[k] * (1 - EQUAL) ? `, falls with ${above}` : "",
    hangs = about + (isAlpha(S) && !k ? `: ${savesOf(record.size[0], record.risk[state], way.leaves[state])}` : falls)
  return [[`${k} ${record.asks[k]}`, hangs], [String(k), hangs], [String(k), about], [String(k)]]
}

// Labels of a state at rest, each beside its node: {k, x, y, anchor, lines}, x and y from the node.
const labelsOf = (S, panel, state) => {
  const { G, W } = panel,
    { record } = S,
    time = { from: state, to: state, grow: isAsked(S, state) ? 0 : 1, fold: 1, settle: 1 }
  if (G.slot < LEAST_SLOT) return []
  const falls = (isAlpha(S) && W.falls[state + 1]) || [],
    nodes = [...record.parent.keys()].filter(k => W.kind(k, state) !== GONE).map(k => ({ k, at: standsAt(panel, k, time), isNode: W.kind(k, state) === INNER, isNext: falls.includes(k) }))
  // What falls next, and leaves that err much, have room first.
  nodes.sort((a, b) => b.isNext - a.isNext || a.isNode - b.isNode || (a.isNode ? 0 : record.size[b.k] - record.size[a.k]))
  const discs = nodes.map(({ k, at: [x, y], isNode }) => boxAround(x, y, G.radius[k] + (isNode ? RING : 0))),
    lines = nodes.filter(({ k }) => k).flatMap(({ k, at: [x, y] }) => {
      const [above, high] = standsAt(panel, record.parent[k], time)
      return [[x, Math.min(high + CORNER, y), x, Math.max(high - CORNER, y)], [Math.min(above, x), high - 1, Math.max(above, x), high + 1]]
    })
  if (isAlpha(S)) lines.push([G.x0, G.top - 2.4 * G.em, G.x0 + 21 * G.em, G.top - 0.9 * G.em]) // what heights are
  for (const at of isAlpha(S) ? [state] : [state, record.asked]) {
    const level = G.base - G.high(record.price[at])
    lines.push([G.left, level - 1, G.end, level + 1])
  }
  // A leaf that errs nothing says nothing.
  const told = nodes.filter(({ k, isNode }) => isNode || (record.size[k] > 0 && (isAlpha(S) || isTold(S)))),
    of = (some, first, last) => some.map(each => ({ ...each, choices: linesOf(S, W, each.k, each.isNode, state, time.grow === 0).slice(each.isNode ? first : 0, last) }))
  const whole = isAlpha(S) ? placed(G, of(told, 0, 1), [...discs, ...lines]) : [] // three trees side by side are alike
  if (whole.length === told.length) return whole
  const found = [],
    left = is => told.filter(each => is(each) && !found.some(({ k }) => k === each.k)),
    place = (is, first, last, under) => found.push(...placed(G, of(left(is), first, last), [...discs, ...under, ...found.map(({ box }) => box)]))
  place(() => true, 1, 2, lines)
  // Of nodes fewer words, then even over a line.
  for (const [first, last, under] of [[2, 3, lines], [2, 3, []], [3, 4, lines], [-1, undefined, []]]) place(({ isNode }) => isNode, first, last, under)
  return found
}

const boxAround = (x, y, r) => [x - r, y - r, x + r, y + r]

// Of each node the first of its choices that has room, right or left of it or below; below it of a leaf.
const placed = (G, nodes, taken) => {
  const { em } = G,
    found = [],
    low = Math.max(0, ...nodes.filter(({ isNode }) => !isNode).map(({ k }) => G.radius[k])) // numbers of leaves stand in one line
  const isFree = box => box[0] >= G.x0 && box[2] <= G.end && taken.every(([a, b, c, d]) => box[2] < a || box[0] > c || box[3] < b || box[1] > d)
  for (const { k, at: [x, y], isNode, choices } of nodes)
    place: for (const lines of choices) {
      const wide = LETTER * em * Math.max(...lines.map(each => each.length)) + 2,
        high = 1.02 * em * lines.length
      for (const side of isNode ? [1, -1, 0] : [0]) {
        const dx = side * (G.radius[k] + RING + 4),
          dy = side ? -5 : (isNode ? G.radius[k] + RING : low) + 0.1 * em + high,
          left = x + dx - [wide, wide / 2, 0][side + 1],
          box = [left, y + dy - high, left + wide, y + dy]
        if (!isFree(box)) continue
        taken.push(box)
        found.push({ k, isNode, box, x: dx, y: dy, anchor: ["end", "middle", "start"][side + 1], lines })
        break place
      }
    }
  return found
}

const labelText = ({ k, isNode, x, y, anchor, lines }, [atX, atY], em) =>
  lines
    .map((line, i) => {
      const [number, ...asks] = line.split(" "),
        words = isNode && i === 0 && number === String(k) ? `<tspan class="ink">${number}</tspan> ${escaped(asks.join(" "))}` : line
      return `<text class="halo" x="${round1(atX + x)}" y="${round1(atY + y - 1.02 * em * (lines.length - 1 - i))}" text-anchor="${anchor}">${words}</text>`
    })
    .join("")

// A label's number alone, as near to its node.
const numberOf = ({ lines, ...label }, em) => ({ ...label, y: label.anchor === "middle" ? label.y - 1.02 * em * (lines.length - 1) : label.y, lines: [String(label.k)] })

// On the way what folds and what is worth something else says nothing, but who it is where it falls or is one's own; a number
// that runs is none.
export const drawNames = (S, panel, time) => {
  const { G, W, layers, places } = panel,
    isDone = time.from === time.to || time.u === 1,
    state = isDone ? time.to : time.from,
    key = `${state} ${isAsked(S, state)} ${isTold(S)}`
  if (panel.named !== key) Object.assign(panel, { named: key, labels: labelsOf(S, panel, state) })
  const isSame = k => W.kind(k, time.to) === W.kind(k, time.from) && (W.kind(k, time.to) !== INNER || W.to(time.to)[k] === W.from(time.from)[k]),
    isAsking = k => isAsked(S, state) && time.grow > 0 && S.record.left[k] >= 0, // its sum is worked out
    stays = k => isDone || ((time.fold === 0 || isSame(k)) && !isAsking(k))
  const isFalling = k => isAlpha(S) && W.kind(k, time.from) === INNER && (W.kind(k, time.to) === LEAF || k === yoursNow(S)),
    written = label => (stays(label.k) ? label : isFalling(label.k) ? numberOf(label, G.em) : null)
  put(layers.names, panel.labels.map(written).map(label => label && labelText(label, places[label.k], G.em)).join(""))
}

// --- marks on it

// The branch of a node as it stands at a state: all edges in it.
export const branchOf = ({ record }, { W, places }, node, state) =>
  branchBelow(record, node, k => W.kind(k, state) === INNER).slice(1).map(k => edge(places[record.parent[k]], places[k])).join("")

export const ringOf = ({ G, places }, k, cls) => (places[k] ? `<circle class="ring-${cls}" cx="${round1(places[k][0])}" cy="${round1(places[k][1])}" r="${round1(G.radius[k] + RING)}"/>` : "")
