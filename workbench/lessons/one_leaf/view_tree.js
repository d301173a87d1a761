// A whole tree is many leaves: q(x) says which, w_q(x) what it weighs, and trees are added. Five people roll down two trees.
import { clamp, lerp } from "../../stage/kit/easing.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { brief, textAt } from "./view_model.js"

const REST = 14.5 // em above, below and between, beside both levels
const SIDES = ["yes", "no"]

const parentOf = (kids, node) => kids.findIndex(pair => pair.includes(node))
const wayTo = (kids, node) => (node === 0 ? [0] : [...wayTo(kids, parentOf(kids, node)), node])

// Places of the nodes: leaves side by side and on one level, a question over the middle of its two sides.
const placesOf = ({ kids, leaves }, [x0, x1], y0, level) => {
  const at = []
  leaves.forEach((leaf, i) => { at[leaf] = [lerp(x0, x1, (i + 0.5) / leaves.length), y0 + 2 * level] })
  const place = node => (at[node] ??= [kids[node].map(place).reduce((sum, [x]) => sum + x / 2, 0), y0 + (wayTo(kids, node).length - 1) * level])
  place(0)
  return at
}

// Where somebody is on the way from the root to a leaf.
const onWay = (at, way, t) => {
  const far = t * (way.length - 1),
    i = Math.min(way.length - 2, Math.floor(far))
  return [0, 1].map(k => lerp(at[way[i]][k], at[way[i + 1]][k], far - i))
}

// Who has the way lit: the first one, as long as nobody is pointed at.
const litPerson = S => S.own.pointed ?? (S.resting() ? 0 : null)

const drawOne = (S, k, xs, t) => {
  const { L: { em, picture: { h } }, record: { people: { names, trees } } } = S,
    person = litPerson(S),
    tree = trees[k],
    at = placesOf(tree, xs, 4.6 * em, (h - REST * em) / 2),
    lit = person === null ? [] : wayTo(tree.kids, tree.leaves[tree.q[person] - 1])
  let drawn = textAt((xs[0] + xs[1]) / 2, 2.7 * em, ["first tree", "second tree"][k], "ink")
  tree.kids.forEach((pair, node) => pair.forEach((kid, side) => {
    if (kid <= 0) return
    const [[x, y], [to, low]] = [at[node], at[kid]]
    drawn += `<path class="edge${lit.includes(kid) ? " lit" : ""}" d="M${round1(x)} ${round1(y)}L${round1(to)} ${round1(low)}"/>`
    drawn += textAt(lerp(x, to, 0.4) + (to < x ? -8 : 8), lerp(y, low, 0.4), SIDES[side], "", to < x ? "end" : "start")
  }))
  const waiting = tree.leaves.map(() => 0)
  // Behind the boxes, so that nobody covers what they ask.
  if (t > 0) names.forEach((name, i) => {
    const leaf = tree.q[i] - 1,
      mine = clamp(1.6 * t - 0.15 * i),
      row = waiting[leaf]++,
      [x, y] = onWay(at, wayTo(tree.kids, tree.leaves[leaf]), mine),
      cls = i === person ? "ink" : ""
    if (mine > 0) drawn += mine === 1 ? textAt(x, y + (0.1 + 1.05 * (row + 0.9)) * em, name, cls) : textAt(x, y - 1.2 * em, name, "halo ink")
  })
  at.forEach(([x, y], node) => {
    if (tree.asks[node]) drawn += `<rect class="box" x="${round1(x - 3.3 * em)}" y="${round1(y - 0.9 * em)}" width="${6.6 * em}" height="${1.8 * em}" rx="8"/>${textAt(x, y + 0.3 * em, tree.asks[node], "ink")}`
    const leaf = tree.leaves.indexOf(node)
    if (leaf < 0) return
    const w = tree.w[leaf],
      long = 1.7 * em * Math.abs(w),
      zero = y + 7.2 * em
    drawn += `<path class="zero" d="M${round1(x - 1.6 * em)} ${round1(zero)}h${3.2 * em}"/><rect class="depth" x="${round1(x - 0.7 * em)}" y="${round1(w < 0 ? zero : zero - long)}" width="${1.4 * em}" height="${round1(long)}"/>`
    drawn += textAt(x, w < 0 ? zero - 6 : zero + 1.15 * em, `w${"₁₂₃"[leaf]} = ${brief(w)}`, "of-model")
  })
  return drawn
}

export const drawTrees = (S, p) => {
  const seen = clamp(2 * p.tree * (1 - p.back) - 1)
  if (seen < 0.02) return ""
  const { L: { em, picture: { w: W } } } = S,
    [one, two] = W < 560 ? [[0, 0.58], [0.6, 1]] : [[0.02, 0.57], [0.62, 0.98]],
    xs = shares => shares.map(share => share * W)
  return `<g class="people" style="opacity:${seen.toFixed(2)}">${textAt(0, 0.95 * em, "another example: who likes computer games?", "", "start")}${drawOne(S, 0, xs(one), p.first)}${drawOne(S, 1, xs(two), p.second)}</g>`
}

const TOP = 1.5
const pitchOf = ({ L: { em, space }, record: { people } }) => Math.min(6.5 * em, (space.h - 1.6 * em) / people.names.length)

export const personAt = (S, y) => {
  const i = Math.floor((y - TOP * S.L.em) / pitchOf(S))
  return i >= 0 && i < S.record.people.names.length ? i : null
}

// On the right: everybody's leaf and weight, and what both trees say together. Who is pointed at has the way lit.
export const drawPeople = (S, p) => {
  const { record: { people }, parts, L: { em, space: { w: W } } } = S
  if (p.tree < 0.5 || p.back > 0.5) return false
  // Under each other by their points, as they read everywhere.
  const inColumn = (x, y, value, cls) => {
    const [whole, rest] = brief(value).split(".")
    return textAt(x - 0.9 * em, y, whole, cls, "end") + textAt(x - 0.9 * em, y, rest ? `.${rest}` : "", cls, "start")
  }
  const pitch = pitchOf(S),
    at = [0.3, 0.46, 0.68, 0.95].map(share => share * W),
    [one, two] = people.trees
  let drawn = ["leaf q", "its w", "second tree", "sum"].map((name, k) => textAt(at[k], 0.95 * em, name, "", "end")).join("")
  people.names.forEach((name, i) => {
    const y = (TOP + 0.3) * em + pitch * (i + 0.5),
      cls = i === litPerson(S) ? "ink" : ""
    drawn += textAt(0, y, name, "ink", "start")
    if (p.first === 1) drawn += textAt(at[0], y, one.q[i], cls, "end") + inColumn(at[1], y, one.w[one.q[i] - 1], cls)
    if (p.second === 1) drawn += inColumn(at[2], y, two.w[two.q[i] - 1], cls)
    if (p.total > 0.9) drawn += inColumn(at[3], y, people.total[i], "of-model")
  })
  put(parts.rows, `<g class="people">${drawn}</g>`)
  put(parts.terms, "")
  say(parts.rowshead, "Who falls where")
  say(parts.rowsnote, "five people")
  say(parts.termshead, "")
  say(parts.termsnote, "")
  return true
}
