// Beside the packet: the tree with it on its edge, and the two tries as two bars, the scores of left and right end to end;
// the longer one is the answer.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { weightFormula } from "../../stage/kit/formula.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { exact, gainCard, isExample, LEFT, RIGHT, SIDES, text, wedge } from "./view_model.js"
import { rect, sideAt } from "./view_packet_model.js"

const MOST_DOTS = 8 // rows of a packet on an edge

// --- the tree

const leaf = ({ x, y0, below, scale, half, em, h, weight, file, says, n, side, isDim }) =>
  `<g data-over="${side}"${isDim ? ' class="dim"' : ""}><rect class="hit" x="${round1(x - 5 * em)}" y="${round1(0.4 * h)}" width="${round1(10 * em)}" height="${round1(0.6 * h)}"/>` +
  `<rect class="step" x="${round1(x - 1.9 * em)}" y="${round1(y0 - clamp(weight * scale, 0, half))}" width="${round1(3.8 * em)}" height="${round1(Math.min(half, Math.abs(weight) * scale))}"/>` +
  `<g data-card="w${side}" class="opens">${text(x, y0 + below + 1.4 * em, says, { cls: "ink", anchor: "middle" })}</g>${text(x, y0 + below + 2.6 * em, `${tick(n)} ${n === 1 ? "row" : "rows"}${file === null ? "" : `, file: w ${significant(file)}`}`, { anchor: "middle" })}</g>`

export const drawLeaves = (S, f) => {
  const { record: { n_packet }, own: { P }, L: { em, tree: { w, h } } } = S,
    middle = w / 2,
    xs = [0.25 * w, 0.75 * w],
    foot = 3 * em,
    half = Math.min(clamp(0.2 * h, 40, 96), (h - 12.6 * em) / 2), // bars end below the packet on its edge
    y0 = h - 2.9 * em - half,
    scale = half / P.most
  if (!f.cut) return text(middle, h / 2, "one leaf: nothing parts the rows", { anchor: "middle" })
  const box = `<rect class="root" x="${middle - 5 * em}" y="4" width="${10 * em}" height="${foot}" rx="7"/>` + text(middle, 4 + foot / 2 + 0.32 * em, f.step === 0 ? "no cut" : f.cut.asks, { cls: "ink", anchor: "middle" })
  const [tops, feet] = [1, -1].map(sign => f.weights.map(weight => clamp(sign * weight * scale, 0, half))),
    edge = (x, side, isOn) => `<path class="edge${isOn ? " on" : ""}" d="M${middle} ${4 + foot}C${middle} ${round1(4 + foot + 3 * em)} ${x} ${round1(4 + foot + 1.2 * em)} ${x} ${round1(4 + foot + 4.6 * em)}V${round1(y0 - tops[side])}"/>`
  const leaves = xs.map((x, side) => {
    const n = f.cut.n[side] + (f.joined[side] > 0.5 ? n_packet : 0)
    return leaf({ x, y0, below: feet[side], scale, half, em, h, file: f.isTrue ? f.cut.leaves?.[side] ?? null : null, weight: f.weights[side], says: f.isTrue ? `w ${significant(f.weights[side])}` : "", n, side, isDim: sideOfRow(S, f) === 1 - side })
  })
  return edge(xs[0], 0, f.q < -0.9) + edge(xs[1], 1, f.q > 0.9) + box + `<path class="grid" d="M20 ${y0}H${w - 20}"/>` + leaves.join("") + onEdge(S, f, xs, middle, 4 + foot)
}

// Where the row goes that is pointed at.
const sideOfRow = ({ row, record: { packet, x } }, f) => {
  if (row === null) return null
  return (packet.includes(row) ? f.q < 0 : f.cut.at === null || x[row] <= f.cut.at) ? LEFT : RIGHT
}

// The packet on its way along the edges; where it stays, the tree says so.
const onEdge = ({ record: { n_packet: n, is_zero }, L: { em } }, f, xs, middle, foot) => {
  if (!n || f.step === 0) return ""
  const t = soft(Math.abs(f.q)),
    x = lerp(middle, f.q < 0 ? xs[0] : xs[1], t),
    y = lerp(foot + 2 * em, foot + 5.4 * em, t),
    isMany = n > MOST_DOTS,
    wide = isMany ? 4.4 * em : 0.64 * em * n + 1.1 * em
  const dots = isMany ? text(x, y + 0.32 * em, tick(n), { cls: "ink", anchor: "middle" }) : Array.from({ length: n }, (_, j) => `<circle class="dot" cx="${round1(x + (j - (n - 1) / 2) * 0.64 * em)}" cy="${round1(y)}" r="3.2"/>`).join("")
  const isRight = f.q > 0,
    says = Math.abs(f.q) > 0.95 && !f.asking ? text(x + (isRight ? -1 : 1) * (wide / 2 + 8), y + 0.32 * em, is_zero ? "zero" : "missing", { anchor: isRight ? "end" : "start" }) : ""
  return `<rect class="pack" x="${round1(x - wide / 2)}" y="${round1(y - 0.78 * em)}" width="${round1(wide)}" height="${round1(1.56 * em)}" rx="7"/>${dots}${says}`
}

// --- the tries

// What a side scores.
const termOf = ({ T, H }, side, lambda) => [`${T[side] < 0 ? `(${exact(T[side])})` : exact(T[side])}²`, `${exact(H[side])} + ${lambda}`]
const halfOf = (term, em) => 0.33 * em * Math.max(...term.map(each => each.length))

export const scored = (x, y, em, way, side, lambda) => {
  const [top, bottom] = termOf(way, side, lambda),
    half = halfOf([top, bottom], em)
  x += 0.6 * em // half of it is scored
  const at = (px, py, words, anchor = "middle") => text(px, py, words, { cls: "score", anchor })
  return `${at(x - half - 0.3 * em, y + 0.8 * em, "½", "end")}${at(x, y, top)}<path class="bar-line" d="M${round1(x - half)} ${round1(y + 0.36 * em)}h${round1(2 * half)}"/>${at(x, y + 1.55 * em, bottom)}`
}

// What both sides score stands below their bars, apart from each other where these are short: both terms or none make the number.
const terms = (x0, [a, b], below, em, way, lambda, room) => {
  const [l, r] = [0, 1].map(side => halfOf(termOf(way, side, lambda), em) + em),
    left = x0 + Math.max(a / 2, l),
    right = Math.max(x0 + a + b / 2, left + l + r + 0.6 * em)
  return right + r > room ? "" : scored(left, below, em, way, 0, lambda) + text((left + l + right - r) / 2, below + 0.8 * em, "+", { cls: "score", anchor: "middle" }) + scored(right, below, em, way, 1, lambda)
}

// What the node scores by itself: only what is beyond is gain.
const ofNode = (x, y, high, em, wide) => (wide < 2 ? "" : `<path class="of-node" d="M${round1(x)} ${round1(y - 0.45 * em)}V${round1(y)}M${round1(x)} ${round1(y + high)}v${round1(0.45 * em)}"/>`)

const tryOf = (S, f, { y, high, scale, j, share, wins }) => {
  const { record: { lambda, n_packet, node }, L: { em } } = S,
    way = f.ways[j],
    isBoth = f.cut.ways.length === 2,
    x0 = 5 * em,
    below = y + high + 1.35 * em
  const label = (isBoth ? wedge(1.1 * em, y + high / 2, j === LEFT, wins, 0.5 * em) : "") + text(isBoth ? 2.4 * em : 0, y + high / 2 + 0.32 * em, isBoth ? SIDES[j] : n_packet ? "one way" : "gain", { cls: wins ? "ink" : "" })
  if (share <= 0) {
    const wide = S.L.ways.w - x0 - 4 * em,
      asks = f.asking ? text(x0 + wide / 2, y + high / 2 + 0.32 * em, "?", { cls: "unknown", anchor: "middle" }) : ""
    return `${label}${rect("bay", { x: x0, y, w: wide, h: high })}${asks}`
  }
  const [a, b] = way.score.map(each => Math.max(0, each) * scale * share),
    block = (cls, x, w) => `<rect class="${cls}" x="${round1(x)}" y="${round1(y)}" width="${round1(w)}" height="${round1(high)}"/>`,
    name = (x, w, letter, cls) => (w > 1.3 * em ? text(x + w / 2, y + high / 2 + 0.32 * em, letter, { cls, anchor: "middle" }) : "")
  const isDone = share > 0.9,
    parts = isDone ? terms(x0, [a, b], below, em, way, lambda, S.L.ways.w) : ""
  const says = isDone ? text(x0 + a + b + 8, y + high / 2 + 0.32 * em, significant(way.gain), { cls: wins ? "ink" : "" }) : ""
  return `<g data-card="way${j}" class="opens"><title>${isBoth ? `the packet ${SIDES[j]}` : "what it gains"}</title>${block("part-left", x0, a)}${block("part-right", x0 + a, b)}${name(x0, a, "L", "on-left")}${name(x0 + a, b, "R", "on-right")}${says}</g>${isDone ? ofNode(x0 + node.score * scale, y, high, em, node.score * scale) : ""}${label}${parts}`
}

export const drawTries = (S, f, marks) => {
  const { L: { em, ways: { w, h } }, record: { cuts, node } } = S
  if (!f.cut || f.step === 0) return { ways: "", wayhead: "What each way gains", waynote: "" }
  const isBoth = f.cut.ways.length === 2,
    most = Math.max(...cuts.flatMap(cut => cut.ways.map(({ score }) => score[0] + score[1])), 1e-9),
    scale = (w - 9 * em) / most,
    high = clamp(0.47 * h - 4.5 * em, 22, 6 * em),
    shareOf = j => (f.asking ? 0 : f.isLast ? 1 : soft(part(f.u, marks[j])))
  const at = isBoth ? [0.06 * h, 0.53 * h] : [0, 0.3 * h]
  const drawn = (isBoth ? [LEFT, RIGHT] : [RIGHT]).map(j => tryOf(S, f, { y: at[j], high, scale, j, share: shareOf(j), wins: shareOf(RIGHT) === 1 && (!isBoth || f.cut.side === j) }))
  return { ways: drawn.join(""), wayhead: isBoth ? "What each way gains" : "What this cut gains", waynote: f.asking ? "" : node.score * scale < 2 ? "½ G² / (H + λ) of each side" : "½ G² / (H + λ) of each side, less the node’s: ticks" }
}

// --- what numbers open

export const cardOf = (S, name) => {
  const { cuts, best, lambda, n_packet, node } = S.record,
    cut = cuts[S.at.round > cuts.length ? best : Math.max(0, S.at.round - 1)],
    j = Number(name.at(-1))
  if (!cut) return ""
  const isBoth = cut.ways.length === 2
  if (name.startsWith("way")) {
    const title = `${cut.asks}${isBoth ? `, the packet ${SIDES[j]}` : ""}`
    return `${gainCard(title, cut.ways[isBoth ? j : 0], node, lambda)}<p>${isExample(S.record) ? "G sums F − y of a side’s rows, H counts them." : "G and H sum g and h of a side’s rows."}</p>`
  }
  const side = S.own.what === null ? sideAt(cut) ?? 0 : S.own.what < 0 ? LEFT : RIGHT,
    way = cut.ways[isBoth && n_packet ? side : 0]
  return `<p><strong>${j ? "Right" : "Left"} leaf</strong></p>${weightFormula({ T: way.T[j], H: way.H[j], lambda, weight: way.weight[j] })}`
}
