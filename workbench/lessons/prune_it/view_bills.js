// One branch as two bills: what its node errs as one leaf and as a branch, and on it the price of each leaf. The branch has
// more leaves, so its bill rises faster with the water; where both cost alike, it falls.
import { across, scale } from "../../stage/kit/axes.js"
import { term } from "../../stage/kit/card.js"
import { lerp } from "../../stage/kit/easing.js"
import { fraction, given, math, mi, mn } from "../../stage/kit/formula.js"
import { parsed, significant, sufficing } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { branchBelow, INNER, isAsked, isWhole, nodeNow, priceAt } from "./view_model.js"

const MOST_PARTS = 60, // leaves that are told apart in a column
  LEFT = 3 // em beside them for the numbers of their scale

// The bills of a node as its branch stands before a step, or at rest; of a leaf that was a branch, as what it was.
export const billsOf = (S, time) => {
  const { record, own: { model: { ways: [way], x } } } = S,
    node = nodeNow(S, time),
    now = isWhole(S) ? time.to : time.from,
    isLeaf = way.kind(node, now) !== INNER,
    fell = way.way.leaf_at[node],
    state = isLeaf && fell > 0 ? fell - 1 : now,
    isInner = k => way.kind(k, state) === INNER,
    leaves = branchBelow(record, node, isInner).filter(k => !isInner(k)).sort((a, b) => x[a] - x[b]),
    isBranch = isInner(node)
  const below = leaves.reduce((sum, k) => sum + record.size[k], 0)
  const worth = !isBranch ? NaN : isLeaf ? record.price[fell] : (state === time.to ? way.to(time.to) : way.from(time.from))[node]
  return { node, own: record.size[node], leaves, isLeaf, isBranch, isOpen: isAsked(S, state) && (isWhole(S) || time.fold === 0), below, worth, many: leaves.length }
}

// How both numbers read, and what they save, so that these make g.
export const readsOf = (own, below, many) => {
  const worth = ([leaf, branch]) => (leaf - branch) / (many - 1),
    read = sufficing([own, below], worth, worth([own, below]))
  return { read, saved: read(parsed(read(own)) - parsed(read(below))) }
}

export const placeBills = ({ L: { em, bills: { w, h } } }) => ({ em, w, base: h - 3.6 * em, top: 2 * em, wide: Math.min(4.4 * em, 0.2 * w) })

export const drawBills = (S, time) => {
  const { record, parts, own: { place } } = S,
    { em, w, base, top } = place,
    bills = billsOf(S, time),
    { node, own, leaves, isOpen, isBranch, isLeaf, below, many, worth } = bills,
    price = priceAt(S, time),
    Y = scale([0, own * (isBranch ? 1 + 1 / (many - 1) : 1) || 1], [base, top]) // no branch takes more off than its node errs
  say(parts.linkhead, record.asks[node] ? `Node ${node}: ${record.asks[node]}` : `Node ${node}`)
  say(parts.linknote, `${record.n[node]} rows, ${record.measure === "squared_error" ? "mean " : ""}${record.counts[node]}`)
  const isFree = isBranch && !price, // it has not begun to rise
    columns = [{ name: "as one leaf", cls: isBranch ? "would" : "errs", errs: own, sizes: [own] }]
  if (isBranch) columns.push({ name: `as ${many} leaves`, cls: "errs", errs: below, sizes: leaves.map(k => record.size[k]) })
  const centre = i => lerp(LEFT * em, w, isBranch ? [0.24, 0.76][i] : 0.5)
  let drawn = across(Y, [LEFT * em, w], em)
  columns.forEach(({ name, cls, errs, sizes }, i) => {
    const sum = S.resting() && price ? ` = <tspan class="ink">${significant(errs + sizes.length * price)}</tspan>` : ""
    drawn += columnOf(cls, sizes, price, place, centre(i), Y, i && isFree ? own - below : 0) + text(centre(i), base + 1.4 * em, name, "ink")
    drawn += text(centre(i), base + 2.8 * em, `<tspan class="risk">${significant(errs)}</tspan> + ${sizes.length} α${sum}`, "halo")
  })
  const level = Y(own + worth)
  if (isBranch && !isOpen)
    drawn += `<path class="alike" d="M${round1(centre(0) - place.wide / 2 - em)} ${round1(level)}H${round1(centre(1) + place.wide / 2 + em)}"/>${text((centre(0) + centre(1)) / 2, level - 0.5 * em, `${isLeaf ? "fell" : "equal"} at <tspan class="ink">α ${significant(worth)}</tspan>`, "halo")}`
  put(parts.billsbox, drawn)
  put(parts.sums, isBranch ? sumsOf(bills) : `<span class="note">a leaf: there is nothing to cut</span>`)
}

export const text = (x, y, words, cls = "", anchor = "middle") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${words}</text>`

// What leaves err, and on it the price of each, cut off above what there is room for; while that is nothing what they save, in as
// many shares as there are leaves more than one.
const columnOf = (errs, sizes, price, { wide, top, em }, centre, Y, saved) => {
  const pieces = sizes.length > MOST_PARTS ? [[errs, sizes.reduce((sum, each) => sum + each, 0)], ["price-part", sizes.length * price]] : [...sizes.map(each => [errs, each]), ...sizes.map(() => ["price-part", price])]
  if (saved && sizes.length <= MOST_PARTS) pieces.push(...Array(sizes.length - 1).fill(["share", saved / (sizes.length - 1)]))
  let cost = 0,
    drawn = ""
  for (const [cls, more] of pieces) {
    const [low, high] = [Y(cost), Math.max(Y(cost + more), top)]
    if (more > 0 && low > top) {
      drawn += `<rect class="${cls}" x="${round1(centre - wide / 2)}" y="${round1(high)}" width="${round1(wide)}" height="${round1(Math.max(0.6, low - high - 1))}"/>`
      if (cls === "price-part" && low - high > 1.6 * em && more === price) drawn += text(centre, (low + high) / 2 + 0.3 * em, "α")
    }
    cost += more
  }
  return drawn
}

const sumsOf = ({ own, below, many, worth, isOpen }) => {
  const { read } = readsOf(own, below, many)
  return `<i>(</i>${term("leaf", "leaf", read(own))}<i>−</i>${term("branch", "branch", read(below))}<i>) /</i>` +
  `${term("extra leaves", "more", many - 1)}<i>=</i>${isOpen ? "<span>worth g <b>?</b></span>" : term("worth g", "worth", significant(worth))}`
}

// --- the cards

const NAMES = { misclassification: "wrong", impurity: "impurity", squared_error: "variance" }
const MOST_TERMS = 6

const rowRisk = ({ measure, wrong, impurity, n }, k) =>
  measure === "misclassification" && Number.isFinite(wrong[k]) ? fraction(given(wrong[k]), given(n[k])) : mn(impurity[k])

const leafCard = ({ record }, { node }) =>
  math(`${mi("R")}<mo>(</mo>${mi("t")}<mo>)</mo><mo>=</mo><mtext>${NAMES[record.measure]}</mtext><mo>·</mo>${fraction(mi("n", "t"), mi("N"))}`) +
  math(`<mo>=</mo>${rowRisk(record, node)}<mo>·</mo>${fraction(given(record.n[node]), given(record.n[0]))}<mo>=</mo>${mn(record.size[node])}`) +
  `<p><code>node_risk: row risk * share of the rows</code></p>`

const branchCard = ({ record }, { leaves, below }) => {
  const risks = leaves.map(k => record.size[k]).filter(size => size > 0).sort((a, b) => b - a),
    sum = risks.slice(0, MOST_TERMS).map(mn).join("<mo>+</mo>") + (risks.length > MOST_TERMS ? "<mo>+</mo><mo>…</mo>" : "")
  return (
    `<p>What its ${leaves.length} leaves err, together${risks.length < leaves.length ? `; ${leaves.length - risks.length} err nothing` : ""}.</p>` +
    math(`${mi("R")}<mo>(</mo>${mi("T", "t")}<mo>)</mo><mo>=</mo>${sum || "<mn>0</mn>"}${risks.length > 1 ? `<mo>=</mo>${mn(below)}` : ""}`)
  )
}

const worthCard = (_, { own, below, many, worth }) =>
  math(`${mi("g")}<mo>(</mo>${mi("t")}<mo>)</mo><mo>=</mo>${fraction(`${mi("R")}<mo>(</mo>${mi("t")}<mo>)</mo><mo>−</mo>${mi("R")}<mo>(</mo>${mi("T", "t")}<mo>)</mo>`, "<mtext>leaves</mtext><mo>−</mo><mn>1</mn>")}`) +
  math(`<mo>=</mo>${fraction(`${mn(own)}<mo>−</mo>${mn(below)}`, `<mn>${many}</mn><mo>−</mo><mn>1</mn>`)}<mo>=</mo>${mn(worth)}`) +
  "<p>At this price α both bills are equal; beyond it one leaf is cheaper. The picture has a rung for each fall, not to scale.</p>"

const moreCard = (_, { many }) => `<p>The branch has ${many} leaves; folded it is one. Each of the ${many - 1} more costs α.</p>`

export const linkCard = (S, name, time) => {
  const bills = billsOf(S, time),
    card = { leaf: leafCard, branch: branchCard, more: moreCard, worth: worthCard }[name]
  return !bills.isBranch || !card ? "" : card(S, bills)
}
