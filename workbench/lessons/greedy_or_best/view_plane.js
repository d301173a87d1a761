// The rows in the plane of both features, with the cuts of the tree: the first one slides from where the last one of its feature
// was, all others grow out of their middles. A click on a row gives it the other y.
import { planeAxes, scale } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { classMark, veil } from "../../stage/kit/marks.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { nearestOf, wireOver } from "../../stage/kit/pointing.js"
import { put, round1, toggle } from "../../stage/kit/svg.js"
import { isInside, isTold, nodesOf, regionOf, treeBefore, treeNow } from "./view_model.js"

const TWIN = 17, // pixels between rows at one place
  REACH = 16
const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export const PLANE =
  `<div class="plane" data-part="plane"><svg data-part="planebox" role="group" aria-label="Rows">` +
  `<g data-layer="ground"></g><g data-layer="rows" data-keys></g><g data-layer="veil"></g></svg></div>`

export const placePlane = S => {
  const { own, L, record, parts } = S,
    { ends } = record.rows,
    { em, plane } = L
  const box = [2 * em, 1.4 * em, plane.w - 2 * em, plane.h - 1.7 * em],
    px = scale(ends[0], [box[0], box[2]]),
    py = scale(ends[1], [box[3], box[1]])
  own.P = { box, px, py, em, r: round1(0.42 * em) }
  const { x, y, twin } = record.rows
  own.spots = Array.from(y, (_, i) => [px(x[0][i]) + TWIN * twin[i], py(x[1][i])])
  drawRows(S)
  parts.planebox.querySelector(".axes")?.remove()
  parts.planebox.insertAdjacentHTML("afterbegin", `<g class="axes" aria-hidden="true">${planeAxes([px, py], box, box[3], em, record.names)}</g>`)
}

const drawRows = S => {
  const { own, record, parts } = S,
    { P, spots } = own,
    { x, y } = record.rows
  const layer = parts.planebox.querySelector("[data-layer=rows]"),
    focused = layer.querySelector(":focus")?.dataset.row
  const flips = Boolean(S.turn)
  put(
    layer,
    spots
      .map(([left, top], i) => {
        const is = y[i] === 1
        return (
          `<path class="row mark-${is ? "b" : "a"}" d="${classMark(is, left, top, P.r)}" data-row="${i}" ` +
          (flips ? `role="checkbox" aria-checked="${is}" tabindex="${i === (own.rowAt ?? 0) ? 0 : -1}" ` : `role="img" `) +
          `aria-label="y of row ${i + 1}, ${record.names[0]} ${tick(x[0][i])}, ${record.names[1]} ${tick(x[1][i])}"/>`
        )
      })
      .join(""),
  )
  if (focused !== undefined) layer.querySelector(`[data-row="${focused}"]`)?.focus({ preventScroll: true })
}

// --- a frame

export const drawPlane = (S, time) => {
  const { own, parts, record } = S,
    { model, P } = own,
    { ends } = record.rows
  const tree = treeNow(S, time.to),
    nodes = nodesOf(tree, record),
    gone = 1 - time.come
  let drawn = ""
  // Every child of the root has its colour, until it is cut and its leaves have theirs.
  const show = (shown, share, sides) => {
    const all = nodesOf(shown, record)
    drawn += all
      .filter(({ depth, kids }) => depth > 0 || !kids)
      .map(({ id, weight, path: [, child], depth, kids }) => {
        const cut = child === undefined || !all[child].kids ? 1 : sides[all[0].kids.indexOf(child)]
        return ground(S, regionOf(all, id, ends), weight, share * (kids ? 1 - cut : depth > 1 ? cut : 1))
      })
      .join("")
    const grown = all.filter(({ depth, cut }) => depth === 1 && cut).map(({ id, cut }) => lineOf("cut-after", endsOf(P, cut, regionOf(all, id, ends)), sides[all[0].kids.indexOf(id)]))
    drawn += `<g style="opacity:${share.toFixed(2)}">${grown.join("")}</g>`
  }
  const before = time.u < 1 && time.from !== time.to && gone > 0 ? treeBefore(S, time) : null
  if (before) show(before, gone, [1, 1])
  show(tree, time.come, time.sides)
  drawn += firstCut(P, before?.cut, tree.cut, time.come, ends)
  const pointed = S.resting() && own.peek === null && own.over !== model.placeOf(tree.id) ? model.columns[own.over] : null
  if (pointed?.cut) drawn += lineOf("ghost-cut", endsOf(P, pointed.cut, ends), 1)
  put(parts.planebox.querySelector("[data-layer=ground]"), drawn)
  drawVeil(S, nodes, ends)
}

const rectOf = ({ px, py }, [[a, b], [c, d]]) =>
  `x="${round1(px(a))}" y="${round1(py(d))}" width="${round1(px(b) - px(a))}" height="${round1(py(c) - py(d))}"`

const ground = ({ own: { P, model }, record }, box, weight, share) => {
  const far = (weight - record.undecided) / model.farthest
  return Math.abs(far) < 1e-9 ? "" : `<rect class="ground-${far > 0 ? "b" : "a"}" style="opacity:calc(var(--tint) * 1.4 * ${(Math.abs(far) * share).toFixed(3)})" ${rectOf(P, box)}/>`
}

const endsOf = ({ px, py }, { feature, at }, [[a, b], [c, d]]) =>
  feature === 0 ? [px(at), py(c), px(at), py(d)] : [px(a), py(at), px(b), py(at)]

// On its way from one to the next of the same feature; else the one goes into its middle, and the other comes out of its own.
const firstCut = (P, from, to, come, ends) => {
  if (from && to && from.feature === to.feature) return lineOf("cut-first", endsOf(P, { ...to, at: lerp(from.at, to.at, come) }, ends), 1)
  return [[from, 1 - come], [to, come]].map(([cut, share]) => (cut ? lineOf("cut-first", endsOf(P, cut, ends), share) : "")).join("")
}

// A tree by itself: its three cuts in a plane that is so wide.
export const sketch = ({ record }, tree, [x, y], wide) => {
  const { ends } = record.rows,
    P = { px: scale(ends[0], [x, x + wide]), py: scale(ends[1], [y + wide, y]) },
    nodes = nodesOf(tree, record),
    lines = nodes.filter(({ cut }) => cut).map(({ id, cut, depth }) => lineOf(depth ? "cut-after" : "cut-first", endsOf(P, cut, regionOf(nodes, id, ends)), 1))
  return `<g class="small"><rect class="glyph" ${rectOf(P, ends)} rx="3"/>${lines.join("")}</g>`
}

// A line from its middle outwards, as far as it has grown.
const lineOf = (cls, [x0, y0, x1, y1], share) => {
  if (share <= 0) return ""
  const x = (x0 + x1) / 2,
    y = (y0 + y1) / 2
  return `<path class="${cls}" d="M${round1(lerp(x, x0, share))} ${round1(lerp(y, y0, share))}L${round1(lerp(x, x1, share))} ${round1(lerp(y, y1, share))}"/>`
}

// All but the region of a node lies under a veil; rows that are not in it step back.
const drawVeil = (S, nodes, ends) => {
  const { own, parts, record } = S,
    { P } = own,
    node = nodeNow(S, nodes)
  const box = node ? regionOf(nodes, node, ends) : null,
    layer = parts.planebox.querySelector("[data-layer=veil]")
  if (!box) put(layer, "")
  else {
    const [x0, y0, x1, y1] = [P.px(box[0][0]), P.py(box[1][1]), P.px(box[0][1]), P.py(box[1][0])]
    put(layer, `${veil(P.box, [x0, y0, x1, y1].map(round1))}<rect class="region" x="${round1(x0)}" y="${round1(y0)}" width="${round1(x1 - x0)}" height="${round1(y1 - y0)}"/>`)
  }
  parts.planebox.querySelectorAll("[data-row]").forEach((row, i) => {
    toggle(row, "dim", Boolean(box) && !isInside(box, record.rows.x, i))
    toggle(row, "lit", own.row === i)
  })
  toggle(parts.planebox, "on-row", own.row !== null && Boolean(S.turn))
}

// The node that is pointed at, else the one that was chosen; the root is the whole plane.
export const nodeNow = (S, nodes) => {
  const at = S.over ?? S.at.any_node
  return S.resting() && at < nodes.length ? at : 0
}

// Whose first cut it is; of a node that is looked at its rows, those of either y.
export const headOf = (S, tree) => {
  const { own: { model, pick }, record: { greedy, rows } } = S,
    nodes = nodesOf(tree, S.record),
    node = nodeNow(S, nodes),
    whose = tree.id === greedy ? "Greedy’s first" : model.placeOf(tree.id) === pick ? "Your first" : "First"
  if (!node) return tree.cut ? `${whose} cut ${tree.cut.name}` : "No cut"
  const { cut, n, weight } = nodes[node],
    box = regionOf(nodes, node, rows.ends),
    ones = Array.from(rows.y).filter((y, i) => y === 1 && isInside(box, rows.x, i)).length
  return `${cut ? `Cut ${cut.name}` : `Leaf ${significant(weight)}`}: ${n} ${n === 1 ? "row" : "rows"}, ${n - ones} : ${ones}`
}

// --- rows under the hand

export const wirePlane = S => {
  const { own, parts } = S,
    { planebox } = parts
  const flip = i => {
    if (!S.turn) return
    own.rowAt = i
    const { round, greedy_told } = S.at
    S.turn({ greedy_flipped: S.record.rows.flipped ^ (1 << i), first_cut: isTold(S) ? round : null, greedy_told })
  }
  const near = event => nearestOf(own.spots.map((spot, i) => [i, ...spot]), placeIn(S, parts.plane, event), REACH)
  wireOver(S, planebox, near, "row")
  S.listen(planebox, "click", event => {
    const row = near(event)
    if (row !== null) flip(row)
  })
  S.listen(planebox, "keydown", event => {
    const rows = [...planebox.querySelectorAll("[data-row]")],
      i = rows.indexOf(event.target)
    if (i < 0) return
    if (event.key === "Enter" || event.key === " ") flip(i)
    else if (event.key in KEYS) {
      const next = (i + KEYS[event.key] + rows.length) % rows.length
      rows.forEach((row, k) => row.setAttribute("tabindex", k === next ? 0 : -1))
      rows[next].focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
}

export const pathOfRow = (S, nodes) => {
  if (S.own.row === null || !S.resting()) return null
  const { ends, x } = S.record.rows,
    leaf = nodes.find(({ id, kids }) => !kids && isInside(regionOf(nodes, id, ends), x, S.own.row))
  return leaf ? new Set(leaf.path) : null
}
