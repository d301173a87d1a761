// What lies above the rows: which of them go left, the cut, a row that is pointed at, the guess.
import { part } from "../../stage/kit/easing.js"
import { coil, grip, upright } from "../../stage/kit/marks.js"
import { threshold } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"
import { RISE, SEEN } from "./view_phases.js"
import { featureScale } from "./view_places.js"
import { nodeNow, positionOf } from "./view_second.js"

export const isOpen = S => Boolean(S.guess && !(S.guess.told && S.u === 1))

// Which rows of the node go left: by the tree's own split where that is looked at, else by the cut in the hand.
const goesLeft = (S, m, node, cut) => {
  const isOwn = cut.node === node && cut.isOwn && cut.way
  if (!isOwn) {
    if (!node.kids) return null
    const left = new Set(m.within(node.kids[0]))
    return i => left.has(i)
  }
  if (cut.way.asks.length) return null
  const at = cut.way.x[cut.i],
    values = S.record.X[cut.curve.feature],
    isMissingLeft = cut.way.side === "left"
  return i => (Number.isNaN(values[i]) ? isMissingLeft : values[i] <= at)
}

const lanes = (S, { m, cut }, node, seen) => {
  const { L, own } = S,
    { em } = L,
    isLeft = goesLeft(S, m, node, cut)
  if (!isLeft) return ""
  const left = L.bottom + 1.15 * em,
    right = L.bottom + 2.2 * em,
    isOwn = cut.node === node && cut.isOwn && cut.way
  const [nl, nr] = isOwn
    ? [cut.way.nLeft[cut.i], cut.moment.node.n - cut.way.nLeft[cut.i]]
    : node.kids.map(kid => m.nodes[kid].n)
  const d = m
    .within(node.k)
    .map(i => `M${own.xs[i].toFixed(1)} ${(isLeft(i) ? left : right) - 4.5}v9`)
    .join("")
  const text = (letter, y, n) =>
    `<text class="ink" x="${L.x0 - 8}" y="${y + 4}" text-anchor="end">${letter}</text><text x="${L.x1 + 10}" y="${y + 4}">${own.model.isClass ? n : ""}</text>`
  return `<g style="opacity:${seen.toFixed(3)}"><path class="lanes" d="${d}"/>${text("L", left, nl)}${text("R", right, nr)}</g>`
}

const hill = (S, m) => {
  const root = S.moment({ ...S.at, round: m.round, node: 0, feature: null, cut: null }),
    f = S.own.feature
  const from =
    root?.feature === f ? root : S.moment({ ...S.at, round: m.round, node: 0, feature: f, cut: null })
  const way = from?.curves.find(each => each.feature === f)?.ways[0],
    at = featureScale(S, f)
  if (!way || way.asks.length || !(root?.best?.gain > 0)) return ""
  const points = Array.from(way.gain, (gain, i) => [
    at(way.x[i]),
    S.L.foot - (Math.max(0, gain) / root.best.gain) * (S.L.band - 14) * S.guess.spring,
  ]).filter(([x]) => Number.isFinite(x))
  const d = points.map(([x, y], i) => `${i ? "L" : "M"}${round1(x)} ${round1(y)}`).join("")
  return d
    ? `<path class="hill" d="${d}V${S.L.foot}H${round1(points[0][0])}Z"/><path class="hillline" d="${d}"/>`
    : ""
}

const handle = S => {
  const { L, own, record } = S,
    { em } = L,
    f = isOpen(S) ? own.guess.feature : own.feature,
    y = L.top - 1.55 * em
  if (record.levels[f].length) return ""
  const x = round1(featureScale(S, f)(own.guess.values[f])),
    isMine = Boolean(S.guess) && f === own.guess.feature
  return (
    `<g class="handle" data-axis="0" role="slider" tabindex="0" aria-label="Your guess on ${escaped(record.names[f])}" aria-valuenow="${own.guess.values[f]}" aria-valuetext="${threshold(own.guess.values[f], record.decimals[f])}">` +
    `<rect x="${x - 22}" y="${y - 14}" width="44" height="36" fill="transparent"/><path class="${isMine ? "guessed" : "stub"}" d="M${x} ${y}V${isMine ? L.foot : L.top - 2}"/>${grip(x, y, em)}</g>`
  )
}

export const top = (S, now) => {
  const { L, own, record } = S,
    { m, u, cut } = now,
    isRest = u === 1,
    G = S.guess,
    isTold = Boolean(G?.told && G.step === m.round),
    isOver = own.mode === "feature"
  const over = isRest && S.over !== null ? m.nodes[positionOf(m, S.over)] : null,
    node = over ?? nodeNow(S, m),
    at = featureScale(S, own.feature)
  const seen = S.isStart ? 0 : isTold ? Math.max(part(u, SEEN), part(u, RISE)) : part(u, SEEN)
  let drawn = ""
  if (isTold && isOver) drawn += hill(S, m)
  else if (seen && (node.kids || cut.isOwn)) drawn += lanes(S, now, node, seen)
  const isOwn = cut.node === node && cut.isOwn && cut.way,
    feature = isOwn ? cut.curve.feature : node.feature
  const isSorted = cut.node === node && cut.way && own.sorted === cut.curve // categories stand in the order of its cuts
  const where = isOwn || isSorted ? cut.way.x[cut.i] : node.threshold
  if (
    seen &&
    isOver &&
    (node.kids || isOwn) &&
    feature === own.feature &&
    Number.isFinite(where) &&
    (isSorted || !record.levels[feature].length)
  )
    drawn += `<path class="cut" style="opacity:${seen.toFixed(3)}" d="M${round1(at(where))} ${L.top - 8}V${L.foot}"/>`
  if (S.row !== null && isRest) {
    const x = own.xs[S.row],
      y = L.py(record.y[S.row])
    drawn += `<path class="stem" d="${upright(x, L.py(m.before[S.row]), L.py(m.end[S.row]))}"/><circle class="ring hollow" cx="${x}" cy="${y}" r="${L.r + 3}"/>`
  }
  if (!isOver || !(G || (S.at.round < S.n && S.scene.guess.step(S) !== null))) return drawn
  const root = m.nodes[0]
  if (
    isTold &&
    G.spring &&
    G.feature === own.feature &&
    G.feature === root.feature &&
    Number.isFinite(root.threshold)
  )
    drawn += coil([at(G.value), L.top - 10], [at(root.threshold), L.top - 10], G.spring)
  return drawn + handle(S)
}
