// What can be pointed at and clicked: a layer of its own, made at rest alone, since a click must not lose its target.
import { clamp } from "../../stage/kit/easing.js"
import { fraction, math, mn } from "../../stage/kit/formula.js"
import { openGuess } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { seatsAt } from "./view_geometry.js"
import { restingLine, rowsAt } from "./view_line.js"
import { timeIn, toldShare } from "./view_sides.js"

const LEAST_PLACE = 12, // pixels about a chip
  SAID = 9 // em of what a bar is said to gain

const label = (node, made) =>
  node.split <= made
    ? `Node ${node.name}, split: ${node.asks}`
    : `Node ${node.name}, ${node.n} rows${node.isOpen ? ", open" : `, a leaf: ${node.why}`}`

const dataOf = (side, node, where = "") => `data-node="${node.id}" data-card="${Number(side.is_best_first)} ${node.id}${where}"`

const hitBox = (side, node, [x0, y0, x1, y1]) =>
  `<rect class="hit" ${dataOf(side, node)} x="${round1(x0)}" y="${round1(y0)}" width="${round1(Math.max(1, x1 - x0))}" height="${round1(Math.max(1, y1 - y0))}"/>`

const nodeHits = (V, side, made) => {
  const { at, radius } = seatsAt(side, V, made)
  let drawn = ""
  for (const node of side.nodes) {
    if (node.born > made) break
    const isInner = node.split <= made,
      x = round1(at.get(node))
    if (!isInner && node.high > node.low) drawn += hitBox(side, node, V.box(node))
    drawn += `<circle class="hit" role="button" tabindex="${isInner ? -1 : 0}" data-keys ${dataOf(side, node, " tree")} aria-label="${escaped(label(node, made))}" cx="${x}" cy="${round1(V.depth(node.depth))}" r="${Math.max(radius, isInner ? 8 : LEAST_PLACE)}"/>`
  }
  return drawn
}

// Each leaf in the line, and each piece that is explained.
const barHits = (S, V, side, made) => {
  const until = at => V.gain(side.level[0] - side.level[at]),
    waiting = restingLine(S, side, made).slice(0, rowsAt(side, made)),
    left = until(made) - 2 * V.radius - 10
  return (
    waiting.map((node, at) => hitBox(side, node, [left, V.place(at - 0.5), V.right, V.place(at + 0.5)])).join("") +
    side.splits.slice(0, made).map((node, at) => hitBox(side, node, [until(at), V.chain, until(at + 1), V.chain + 1.5 * V.em])).join("")
  )
}

export const drawHits = (S, time, stands) => {
  const { own, parts, L } = S,
    key = S.resting() && !S.guess?.told ? JSON.stringify([S.at.round, L.em, L.picture.w, L.picture.h]) : "none"
  if (own.hitKey === key) return
  own.hitKey = key
  const of = (V, i) => `<g data-side="${i}">${nodeHits(V, own.sides[i], time.made)}${barHits(S, V, own.sides[i], time.made)}</g>`
  put(parts.hits, key === "none" ? "" : stands.map(of).join(""))
}

// --- what is done with them

const chooses = (S, node) => {
  if (!openGuess(S)) return
  S.own.pick = node.name
  S.guess.dropped = true
  S.draw()
  S.parts.answer.querySelector("[data-sure]").focus({ preventScroll: true })
}

export const wireHits = S => {
  const { hits } = S.parts
  const found = event => {
    const hit = event.target.closest?.("[data-node]")
    if (!hit) return null
    const at = Number(hit.closest("[data-side]").dataset.side)
    return { side: S.own.sides[at], node: S.own.sides[at].nodes[Number(hit.dataset.node)] }
  }
  const nodeAt = event => found(event)?.node ?? null,
    point = wireOver(S, hits, nodeAt)
  S.listen(hits, "focusin", event => event.target.matches(":focus-visible") && point(nodeAt(event)))
  S.listen(hits, "focusout", () => point(null))
  S.listen(hits, "click", event => found(event) && clicked(S, found(event)))
  S.listen(hits, "keydown", event => ["Enter", " "].includes(event.key) && event.target.dispatchEvent(new MouseEvent("click", { bubbles: true })))
}

// Asked is best first alone: a leaf that waits there is a guess; all else opens its sum.
const isChoice = (S, side, node) => side.is_best_first && node.isOpen && node.split > S.at.round && S.scene.guess.step(S) !== null

const clicked = (S, { side, node }) => {
  if (isChoice(S, side, node)) chooses(S, node)
  else S.act({ node: node.label })
}

export const cardOf = (S, name) => {
  const [at, id] = name.split(" ").map(Number),
    side = S.own.sides[at],
    node = side.nodes[id],
    time = timeIn(S, S.view)
  if (isChoice(S, side, node)) return ""
  const isKnown = node.split <= time.made || toldShare(S, node, time, 0) === 1
  return isKnown ? sumOf(S, node) : `<b>Node ${node.name}</b><p>What it gains is told once best first has split.</p>`
}

// Beside its bar, behind what that gains or before its circle; of a node in its tree below that.
export const cardPlace = ({ own: { sides, stands }, L: { picture }, at: { round } }, name, wide) => {
  const [i, id, isInTree] = name.split(" "),
    [side, V] = [sides[i], stands[i]],
    node = side.nodes[id],
    { split, gain } = node,
    x = seatsAt(side, V, round).at.get(node),
    off = V.radius + 8
  if (isInTree) return [picture.x + clamp(x + off, V.left, V.right - wide), picture.y + V.depth(node.depth) + off]
  const now = V.gain(side.level[0] - side.level[round]),
    behind = now + (split > round ? V.gain(gain) - V.gain(0) : 0) + SAID * V.em
  return [picture.x + (behind + wide > picture.w ? now - 5 * V.em - wide : behind), picture.y + V.chain + 1.7 * V.em]
}

const count = value => `<mn>${value}</mn>`
const squared = value => `<msup><mrow><mo>(</mo><mn>${signed(value)}</mn><mo>)</mo></mrow><mn>2</mn></msup>`

const sumOf = ({ record: { n_rows: N, is_class: isClass, level_name: level } }, { name, n, isOpen, why, kids, asks, gain, ...node }) => {
  const head = `<b>Node ${name}</b> <span class="note">${n} rows</span>`
  if (!isOpen) return `${head}<p>A leaf: ${escaped(why)}.</p>`
  const [left, right] = kids,
    asked = `${head}<p>${escaped(asks)}: ${left.n} rows left, ${right.n} right</p>`,
    part = each => fraction(count(each.n), count(N)) + `<mo>·</mo>${mn(each.impurity)}`,
    square = each => fraction(squared(each.pull), count(each.n)),
    terms = isClass
      ? [{ ...node, n }, left, right].map(part).join("<mo>−</mo>")
      : `${fraction(count(1), `${count(2)}<mo>·</mo>${count(N)}`)}<mo>(</mo>${square(left)}<mo>+</mo>${square(right)}<mo>)</mo>`
  return (
    `${asked}${math(`<mtext>gain per row</mtext><mo>=</mo>${terms}<mo>=</mo>${mn(gain)}`)}` +
    `<p class="note">${isClass ? `share of all rows times ${escaped(level)}, before and after` : `squared: the sum of row − mean of the node on each side, over its rows; ${N} rows in all`}</p>`
  )
}
