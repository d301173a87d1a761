// The tree so far, with the node that is asked and the two leaves that the cut in hand would make of it.
import { outward, part } from "../../stage/kit/easing.js"
import { decimals, decimalsFor, significant } from "../../stage/kit/numbers.js"
import { capital, escaped, fade, put, round1, say, svg } from "../../stage/kit/svg.js"
import { barWide, buildTree, familyOf, layOut, moveTree, paintTree, placeTrees, treeKeeper } from "../../stage/kit/tree.js"
import { cutOf, gainsMost, levelsOf, nodeOfSplit, PHASES } from "./view_model.js"

const WHERE = "cut where?",
  GONE = [0, 0.12], // the leaf that it was, at once: the tree moves then
  CHILDREN = [0.6, 1] // of the way of the node that is asked: the leaf that it was is gone

// Why a leaf is one: what its best cut would gain, and whether it is its turn.
const standing = (record, id, splits) => {
  const { could, split, why } = record.tree,
    gains = could[id] > 0 ? `Its best cut gains ${significant(could[id])}` : ""
  if (!split[id] && splits < record.n_splits && why[id].startsWith("max_leaves")) return `${gains}: others gain more`
  if (!split[id]) return gains ? `${gains}: ${why[id]}` : capital(why[id])
  if (split[id] !== splits + 1) return `${gains}: it comes later`
  return `${gains}${gainsMost(record, id) ? ", the most of all leaves" : ""}: it is next`
}

// The tree after so many splits, as nodes that can be drawn; asked: of the last of them nothing but that it is one.
const treeAfter = (S, splits, asked) => {
  const { tree: T, gains, names } = S.record,
    digits = decimalsFor(Math.max(...Array.from(T.bar, Math.abs))),
    nodes = []
  for (let id = 0; id <= 2 * splits; id++) {
    const parent = T.parent[id],
      split = T.split[id],
      isInner = split > 0 && split <= splits,
      isHidden = asked && id > 2 * splits - 2
    const node = { k: id, id, parent, depth: T.depth[id], n: T.n[id], weight: T.bar[id], hidden: 0, shown: 0, kids: isInner ? [T.left[id], T.left[id] + 1] : null, path: [...(id ? nodes[parent].path : []), id] }
    node.label = T.label[id] || decimals(T.value[id], digits)
    node.stands = standing(S.record, id, splits)
    node.words = `Node ${id}: ${node.n} rows, ${T.what || "class"} ${node.label}. ${node.stands}`
    if (asked && split === splits) Object.assign(node, { asks: WHERE, more: "not split yet", words: `Node ${id}: ${WHERE}` })
    else if (isHidden) Object.assign(node, { label: " ", n: "", weight: 0, words: `Node ${id}` })
    else if (isInner) {
      node.more = `gain ${significant(gains[split - 1])}`
      Object.assign(node, { asks: T.asks[id], plain: T.short[id], name: names[T.feature[id]], words: `Node ${id}: ${T.asks[id]}, ${node.n} rows, ${node.more}` })
    }
    nodes.push(node)
  }
  return nodes
}

export const placeTree = S => {
  const { own, L: { em, tree }, record } = S,
    T = record.tree,
    most = Math.max(...Array.from(T.bar, Math.abs), 1e-9)
  own.trees = treeKeeper(key => {
    const nodes = treeAfter(S, Math.abs(key), key < 0),
      laid = layOut(nodes, tree, em, { levels: 1 + Math.max(...nodes.map(({ kids, depth }) => (kids ? depth : -1))) }),
      built = buildTree(laid, { scale: laid.half / most, name: T.what })
    if (key < 0) {
      built.boxes[nodeOfSplit(record, -key)].classList.add("asked")
      for (const edge of built.edges.slice(-2)) edge.classList.add("unknown")
    }
    return built
  })
}

// Which trees are on the screen, and how far their nodes are there: with the coming split, of which nothing is known yet, and
// with it told.
const treesAt = ({ record }, { k, u, finds, ends, isRest }) => {
  const node = nodeOfSplit(record, k),
    isNew = id => id === node || id > 2 * k - 2,
    passed = phase => (isRest ? 1 : part(u, phase))
  if (ends) return [[k, () => 1]]
  const last = 1 - passed(GONE)
  if (!finds) return [...(k > 1 && last ? [[k - 1, id => (id === node ? last : 0)]] : []), [-k, id => (isNew(id) ? passed(PHASES.comes) : 1)]]
  const told = passed(PHASES.named)
  return [...(told < 1 ? [[-k, id => (isNew(id) ? 1 - told : 0)]] : []), [k, id => (isNew(id) ? told : 1)]]
}

// The tree that is pointed at when the stage rests.
export const keyAtRest = (S, k) => (S.at.round % 2 && S.at.round < S.n ? -k : k)

export const drawTree = (S, time) => {
  const { own, parts, record } = S,
    { k, u, finds, ends, isRest } = time,
    shown = treesAt(S, time).map(([key, appears]) => ({ key, appears, T: own.trees(key) }))
  placeTrees(parts.treebox, shown.map(({ T }) => T.group))
  for (const { key, appears, T } of shown) {
    const isOver = isRest && S.over !== null && S.over < T.nodes.length
    if (key < 0 && !finds) moveTree(T, k > 1 ? own.trees(k - 1) : null, isRest ? 1 : outward(part(u, PHASES.moves)))
    paintTree(T, {
      appears,
      full: 0,
      step: [1, 1],
      names: key > 0 && !finds && !ends ? 0 : appears(0),
      chosen: isRest && finds ? nodeOfSplit(record, k) : -1,
      family: isOver ? familyOf(T.nodes, S.over) : null,
    })
  }
  const asked = shown.find(({ key }) => key < 0)
  childrenInHand(S, time, asked?.T, asked ? part(asked.appears(2 * k), CHILDREN) : 0)
  const name = ends || (finds && isRest && k === record.n_splits) ? "The whole tree" : "The tree so far"
  const over = isRest && S.over !== null ? shown.at(-1).T.nodes[S.over] : null // its box may have no room for it
  say(parts.treehead, over ? (over.kids || over.asks ? over.words : over.stands) : isAnother(own.hand) ? `${name}, with the best cut` : name)
}

// Whether another cut than the best one is tried.
export const isAnother = hand => hand?.kind === "found" && hand.i >= 0 && (hand.f !== hand.M.best.feature || hand.i !== hand.M.best.cut)

// The leaves that the cut in hand would make.
const childrenInHand = (S, { k }, T, share) => {
  const { parts, own, record } = S,
    { hand } = own
  own.mark ??= svg("g", { class: "ask" })
  if (parts.treebox.lastChild !== own.mark) parts.treebox.append(own.mark)
  fade(own.mark, share)
  if (!T || !share) return put(own.mark, "")
  const cut = hand && hand.k === k && hand.i >= 0 ? cutOf(S, hand.M, hand.f, hand.i) : null
  const drawn = [0, 1].map(side => {
    const { x, y: head } = T.now[2 * k - 1 + side],
      zero = head + T.half + 6
    if (!cut) return `<text x="${round1(x)}" y="${round1(zero - 0.6 * T.em)}" text-anchor="middle">?</text>`
    const { bar, text } = leafOf(record, hand.M, cut.sides[side]),
      high = Math.max(-T.half, Math.min(T.half, bar * T.scale)),
      wide = barWide(T.slot)
    return (
      `<rect class="would" x="${round1(x - wide / 2)}" y="${round1(zero - Math.max(0, high))}" width="${round1(wide)}" height="${round1(Math.abs(high))}"/>` +
      (T.slot > 2.5 * T.em ? `<text class="ink" x="${round1(x)}" y="${T.h - 1.5 * T.em}" text-anchor="middle">${escaped(text)}</text>` : "") +
      (T.slot > 1.9 * T.em ? `<text class="plain" x="${round1(x)}" y="${T.h - 0.3 * T.em}" text-anchor="middle">${cut.sides[side].n}</text>` : "")
    )
  })
  put(own.mark, drawn.join(""))
}

// How high a side would stand as a leaf, and what would be said there.
const leafOf = ({ kind, classes, tree, lambda }, M, side) => {
  const digits = decimalsFor(Math.max(...Array.from(tree.bar, Math.abs))),
    levels = levelsOf({ kind }, M, side)
  if (kind === "squared_error") return { bar: levels[0] - tree.value[0], text: decimals(levels[0], digits) }
  if (kind === "logistic") {
    const weight = side.sums[0] / (side.sums[1] + lambda)
    return { bar: weight, text: decimals(weight, digits) }
  }
  const k = classes.length === 2 ? 1 : levels.indexOf(Math.max(...levels))
  return { bar: levels[k], text: classes.length === 2 ? decimals(levels[k], decimalsFor(1)) : classes[k] }
}
