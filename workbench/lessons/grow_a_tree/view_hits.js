// What can be pointed at and clicked: a layer of its own, made at rest alone, since a click must not lose its target.
import { clamp } from "../../stage/kit/easing.js"
import { fraction, math, mn } from "../../stage/kit/formula.js"
import { openGuess, placeIn } from "../../stage/kit/guess.js"
import { wireOver } from "../../stage/kit/pointing.js"
import { signed } from "../../stage/kit/numbers.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { lineOf, scaleAt } from "./view_line.js"
import { toldShare } from "./view_sides.js"

const LEAST_PLACE = 12 // pixels about a chip

const label = (node, made) =>
  node.split <= made
    ? `Node ${node.name}, split: ${node.asks}`
    : `Node ${node.name}, ${node.n} rows${node.isOpen ? ", open" : `, a leaf: ${node.why}`}`

const hitBox = (node, x0, y0, x1, y1) =>
  `<rect class="hit" data-node="${node.id}" x="${round1(x0)}" y="${round1(y0)}" width="${round1(x1 - x0)}" height="${round1(y1 - y0)}"/>`

const nodeHits = (C, side, made) => {
  let drawn = ""
  for (const node of side.nodes) {
    if (node.born > made) break
    const isInner = node.split <= made,
      x = round1(isInner ? C.over(node) : C.seats.get(node))
    if (!isInner && node.high > node.low)
      drawn += hitBox(node, ...C.box(node))
    drawn += `<circle class="hit" role="button" tabindex="${isInner ? -1 : 0}" data-keys data-node="${node.id}" aria-label="${escaped(label(node, made))}" cx="${x}" cy="${round1(C.depth(node.depth))}" r="${Math.max(C.radius, isInner ? 8 : LEAST_PLACE)}"/>`
  }
  return drawn
}

const barHits = (S, C, side, { made }, scale) => {
  const { em } = S.L,
    level = scale.y(side.level[made]),
    hit = (node, x, y, high) =>
      `<rect class="hit" data-node="${node.id}" data-bar="1" x="${round1(x - C.slot / 2)}" y="${round1(y)}" width="${round1(C.slot)}" height="${round1(Math.max(1, high))}"/>`
  let drawn = ""
  lineOf(side, C, made).forEach((node, place) => {
    drawn += hit(node, C.waiting(place), level - 2 * C.radius - 8, Math.max(4 * em, scale.y(0) - scale.y(node.gain) + 2.6 * em))
  })
  for (let number = Math.floor(scale.first) + 1; number <= made; number++) {
    const y = scale.y(side.level[number - 1])
    drawn += hit(side.splits[number - 1], C.taken(number, scale.first), y - 1.4 * em, scale.y(side.level[number]) - y + 2 * em)
  }
  return drawn
}

const isHeld = S => S.resting() && !S.guess?.told

export const drawHits = (S, time) => {
  const key = isHeld(S)
    ? JSON.stringify([S.at.round, S.own.bet?.state, S.L.em, S.own.sides[0].C.w, S.own.sides[0].C.h])
    : "none"
  if (S.own.hitKey === key) return
  S.own.hitKey = key
  for (const side of S.own.sides) {
    const { C } = side
    let drawn = ""
    if (key !== "none" && S.own.bet.state === "open")
      drawn = `<rect class="side" role="button" tabindex="0" data-keys data-bet="${S.own.sides.indexOf(side)}" aria-label="${side.name} will err less" x="1" y="1" width="${C.w - 2}" height="${C.h - 2}" rx="10"/>`
    else if (key !== "none") drawn = nodeHits(C, side, time.made) + barHits(S, C, side, time, scaleAt(side, C, time))
    put(side.hits, drawn)
  }
}

// --- what is done with them

const choicesAt = (S, [x, y]) => {
  const { pills } = S.parts
  pills.hidden = false
  pills.style.left = `${clamp(x - pills.offsetWidth, 0, S.root.clientWidth - pills.offsetWidth)}px`
  pills.style.top = `${y}px`
  pills.querySelector("button").focus({ preventScroll: true })
}

// In the picture's own measure, whichever side it is on.
const offsetOf = (S, side) => {
  const own = side.hits.getBoundingClientRect(),
    first = S.parts.picture.getBoundingClientRect()
  return [(own.left - first.left) / S.L.zoom, (own.top - first.top) / S.L.zoom]
}

const bets = (S, at) => {
  const side = S.own.sides[at],
    [dx, dy] = offsetOf(S, side)
  S.own.bet = { state: "chosen", side: at }
  S.ask()
  choicesAt(S, [dx + side.C.x1 - 8, dy + side.C.tree1 - 2.4 * S.L.em])
}

const chooses = (S, side, node, time) => {
  if (!openGuess(S)) return
  S.own.chosen = { side: S.own.sides.indexOf(side), id: node.id }
  S.guess.dropped = true
  const [dx, dy] = offsetOf(S, side),
    { C } = side,
    level = scaleAt(side, C, time).y(side.level[time.made])
  choicesAt(S, [dx + C.waiting(-0.5) - 8, dy + Math.min(level + 0.8 * S.L.em, C.foot - 3.2 * S.L.em)])
  S.ask()
}

export const wireHits = (S, timeNow) => {
  S.own.sides.forEach(({ hits }, at) => {
    const nodeAt = event => {
      const found = event.target.closest?.("[data-node]")
      return found ? S.own.sides[at].nodes[Number(found.dataset.node)] : null
    }
    const point = wireOver(S, hits, nodeAt)
    S.listen(hits, "focusin", event => event.target.matches(":focus-visible") && point(nodeAt(event)))
    S.listen(hits, "focusout", () => point(null))
    const act = event => {
      const node = nodeAt(event)
      if (event.target.closest?.("[data-bet]")) bets(S, at)
      else if (node) clicked(S, S.own.sides[at], node, timeNow(), event)
    }
    S.listen(hits, "click", act)
    S.listen(hits, "keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return
      act(event)
      event.preventDefault()
      event.stopPropagation()
    })
  })
}

// An open node whose gain is not all that is known is a guess; a node of the past, or a known bar, opens its sum.
const clicked = (S, side, node, time, event) => {
  const isKnown = node.split <= time.made || toldShare(S, node, time, 0) === 1
  const isAsked = S.at.guess !== 0 && node.isOpen && node.split > time.made && S.own.seen <= time.made
  if (isAsked && S.scene.guess.step(S) !== null) return chooses(S, side, node, time)
  S.act({ node: node.label })
  if (!isKnown) return
  const [x, y] = placeIn(S, S.root, event)
  openSum(S, node, x, y, event)
}

const openSum = (S, node, x, y, event) => {
  const { card } = S.parts
  event.stopPropagation()
  S.cardAt = S.at
  card.innerHTML = sumOf(S, node)
  card.hidden = false
  card.setAttribute("aria-label", `Node ${node.name}`)
  card.style.left = `${clamp(x - card.offsetWidth / 2, 0, Math.max(0, S.root.clientWidth - card.offsetWidth))}px`
  card.style.top = `${y + card.offsetHeight + 16 > S.root.clientHeight ? Math.max(0, y - card.offsetHeight - 12) : y + 14}px`
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
