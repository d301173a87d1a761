// A whole tree is many leaves: q(x) says which, w_q(x) what it weighs, and trees are added. Five people roll down two trees.
import { lerp } from "../../stage/kit/easing.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { brief, textAt } from "./view_model.js"
import { put, round1, say } from "../../stage/kit/svg.js"


// Places of the nodes: leaves side by side, a question over the middle of its two sides.
const layOut = ({ kids, leaves }, [x0, y0, x1, y1]) => {
  const at = [],
    deep = Math.max(...leaves.map(leaf => depthOf(kids, leaf)))
  leaves.forEach((leaf, i) => { at[leaf] = [lerp(x0, x1, (i + 0.5) / leaves.length), y1] })
  const place = node => {
    if (at[node]) return at[node]
    const [a, b] = kids[node].map(place)
    at[node] = [(a[0] + b[0]) / 2, lerp(y0, y1, depthOf(kids, node) / deep)]
    return at[node]
  }
  place(0)
  return at
}
const parentOf = (kids, node) => kids.findIndex(pair => pair.includes(node))
const depthOf = (kids, node) => (node === 0 ? 0 : 1 + depthOf(kids, parentOf(kids, node)))
const wayTo = (kids, node) => (node === 0 ? [0] : [...wayTo(kids, parentOf(kids, node)), node])

// Where somebody is on the way from the root to a leaf.
const onWay = (at, way, t) => {
  const far = t * (way.length - 1),
    i = Math.min(way.length - 2, Math.floor(far))
  return [0, 1].map(k => lerp(at[way[i]][k], at[way[i + 1]][k], far - i))
}

const drawOne = (S, tree, box, t, k) => {
  const { em } = S.L,
    at = layOut(tree, box),
    { names } = S.record.people,
    most = 3.4 * em
  let drawn = textAt((box[0] + box[2]) / 2, box[1] - 1.9 * em, ["first tree", "second tree"][k], "ink")
  tree.kids.forEach((pair, node) => {
    for (const kid of pair.filter(each => each > 0)) drawn += `<path class="edge" d="M${round1(at[node][0])} ${round1(at[node][1])}L${round1(at[kid][0])} ${round1(at[kid][1])}"/>`
  })
  at.forEach(([x, y], node) => {
    if (tree.asks[node]) drawn += `<rect class="box" x="${round1(x - 3.3 * em)}" y="${round1(y - 0.9 * em)}" width="${6.6 * em}" height="${1.8 * em}" rx="8"/>${textAt(x, y + 0.3 * em, tree.asks[node], "ink")}`
    const leaf = tree.leaves.indexOf(node)
    if (leaf < 0) return
    const w = tree.w[leaf],
      long = (most * Math.abs(w)) / 2,
      zero = y + 6.2 * em
    drawn += `<path class="zero" d="M${round1(x - 1.6 * em)} ${round1(zero)}h${3.2 * em}"/><rect class="depth" x="${round1(x - 0.7 * em)}" y="${round1(w < 0 ? zero : zero - long)}" width="${1.4 * em}" height="${round1(long)}"/>`
    drawn += textAt(x, w < 0 ? zero - 6 : zero + 1.15 * em, `w${"₁₂₃"[leaf]} = ${brief(w)}`, "of-model")
  })
  const waiting = tree.leaves.map(() => 0)
  names.forEach((name, i) => {
    const leaf = tree.q[i] - 1,
      way = wayTo(tree.kids, tree.leaves[leaf]),
      mine = Math.min(1, Math.max(0, 1.6 * t - 0.15 * i)),
      row = waiting[leaf]++
    if (t === 0) return
    const [x, y] = onWay(at, way, mine),
      isThere = mine === 1
    drawn += isThere ? textAt(x, y + (0.1 + 1.05 * (row + 0.9)) * em, name, i === 1 || i === 2 ? "ink" : "") : textAt(x, y - 1.2 * em, name, "halo ink")
  })
  return drawn
}

export const drawTrees = (S, p) => {
  const { record, L } = S,
    shown = p.tree * (1 - p.back)
  if (shown < 0.02) return ""
  const { em } = L,
    { w: W, h: H } = L.picture,
    isNarrow = W < 560,
    [one, two] = record.people.trees
  const boxes = isNarrow
    ? [[0, 4.6 * em, 0.58 * W, H - 9.5 * em], [0.6 * W, 4.6 * em, W, H - 9.5 * em]]
    : [[0.02 * W, 4.6 * em, 0.57 * W, H - 9.5 * em], [0.62 * W, 4.6 * em, 0.98 * W, H - 9.5 * em]]
  return `<g style="opacity:${shown.toFixed(2)}">${textAt(0, 0.95 * em, "who likes computer games?", "", "start")}${drawOne(S, one, boxes[0], p.first, 0)}${drawOne(S, two, boxes[1], p.second, 1)}</g>`
}

// On the right: everybody's leaf and weight, and what both trees say together.
export const drawPeople = (S, p) => {
  const { record, parts, L } = S,
    { em } = L,
    { people } = record
  if (p.tree < 0.5 || p.back > 0.5) return false
  const { w: W, h: H } = L.space,
    pitch = Math.min(4 * em, (H - 1.6 * em) / people.names.length),
    at = [0.3, 0.46, 0.68, 0.95].map(share => share * W),
    [one, two] = people.trees
  let drawn = ["q(x)", "w of q(x)", "second tree", "F(x)"].map((name, k) => textAt(at[k], 0.95 * em, name, "", "end")).join("")
  people.names.forEach((name, i) => {
    const y = 1.5 * em + pitch * (i + 0.6),
      cls = i === 1 || i === 2 ? "ink" : "",
      first = one.w[one.q[i] - 1],
      second = two.w[two.q[i] - 1]
    drawn += textAt(0, y, name, cls, "start")
    if (p.first === 1) drawn += textAt(at[0], y, one.q[i], cls, "end") + textAt(at[1], y, brief(first), cls, "end")
    if (p.second === 1) drawn += textAt(at[2], y, signed(second, 1), cls, "end")
    if (p.total > 0.9) drawn += textAt(at[3], y, decimals(people.total[i], 1), "of-model", "end")
  })
  put(parts.rows, drawn)
  put(parts.terms, "")
  say(parts.rowshead, "Who falls where")
  say(parts.rowsnote, "five people")
  say(parts.termshead, "")
  say(parts.termsnote, "")
  return true
}
