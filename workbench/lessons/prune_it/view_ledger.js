// One branch as two bills: what its node costs as one leaf, and as a branch, each leaf at the price. They are equal where
// the price is what the branch is worth.
import { lerp } from "../../stage/kit/easing.js"
import { fraction, given, math, mi, mn } from "../../stage/kit/formula.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { GONE, isAsked, isWhole, LEAF, nodeNow, priceAt } from "./view_model.js"

const MOST_PARTS = 60 // that are parted by a line

const leavesIn = ({ record, own: { model } }, node, state) => {
  const [way] = model.ways,
    found = []
  const visit = k => {
    const kind = way.kind(k, state)
    if (kind === GONE) return
    if (kind === LEAF) return found.push(k)
    visit(record.left[k])
    visit(record.right[k])
  }
  visit(node)
  return found
}

// The bills of a node as its branch stands before a step, or at rest.
export const billsOf = (S, time) => {
  const node = nodeNow(S, time),
    state = isWhole(S) ? time.to : time.from,
    [way] = S.own.model.ways,
    isLeaf = way.kind(node, state) !== 0,
    branch = way.from(time.from) && way.to(time.to),
    at = state === time.to ? branch : way.from(time.from)
  const own = S.record.size[node],
    leaves = isLeaf ? [node] : leavesIn(S, node, state),
    isOpen = !isLeaf && isAsked(S, state) && way.asksAt(state).has(node) && isWhole(S)
  const fell = way.way.leaf_at[node],
    was = isLeaf && fell > 0 ? { leaves: leavesIn(S, node, fell - 1), price: S.record.price[fell] } : null // as what it fell
  return { node, own, leaves, isLeaf, isOpen, was, below: isLeaf ? own : at.below[node], worth: isLeaf ? NaN : at.worth[node], many: leaves.length }
}

const bar = (sizes, x, y, high, cls, gap) => {
  let at = x,
    drawn = ""
  for (const wide of sizes) {
    if (wide > 0) drawn += `<rect class="${cls}" x="${round1(at)}" y="${round1(y)}" width="${round1(Math.max(0.6, wide - gap))}" height="${round1(high)}"/>`
    at += wide
  }
  return [drawn, at]
}

export const drawLedger = (S, time) => {
  const { record, parts, L: { em, ledger: box } } = S,
    bills = billsOf(S, time),
    price = priceAt(S, time)
  const { node, leaves, isLeaf, isOpen, worth, many, was } = bills
  say(parts.linkhead, record.asks[node] ? `Node ${node}: ${record.asks[node]}` : `Node ${node}`)
  say(parts.linknote, `${record.n[node]} rows, ${record.measure === "squared_error" ? "mean " : ""}${record.counts[node]}`)
  const most = 1.12 * Math.max(bills.own + price, bills.below + many * price, isOpen || isLeaf ? 0 : bills.own + worth, was ? risksOf(S, was.leaves).reduce((a, b) => a + b) + was.leaves.length * price : 0),
    scale = size => (box.w * size) / most,
    high = Math.min(3.2 * em, (box.h - 3.6 * em) / 2)
  const bill = (y, name, sizes, count, cls = "errs") => {
    const gap = count < MOST_PARTS ? 1 : 0,
      [errs, to] = bar(sizes.map(scale), 0, y + 1.25 * em, high, cls, gap),
      [prices, end] = bar(Array.from({ length: count }, () => scale(price)), to, y + 1.25 * em, high, "price-part", gap)
    return `<text x="0" y="${round1(y + 0.9 * em)}"><tspan class="ink">${name}</tspan></text>${errs}${prices}<path class="cut" d="M${round1(end)} ${round1(y + 1.25 * em)}v${round1(high + 0.2 * em)}"/>` +
      `<text class="end" x="${box.w}" y="${round1(y + 0.9 * em)}">${significant(sizes.reduce((a, b) => a + b, 0))} + ${count} α</text>`
  }
  const below = 1.25 * em + high + 0.7 * em,
    first = bill(0, "as one leaf", [bills.own], 1),
    shown = isLeaf ? was?.leaves : leaves
  const second = shown ? bill(below, `as ${isLeaf ? "the branch it was," : "a branch of"} ${shown.length} leaves`, risksOf(S, shown), shown.length, isLeaf ? "was-errs" : "errs") : ""
  put(parts.ledgerbox, first + second)
  const says = was ? `one leaf since α = ${significant(was.price)}, where both cost alike` : "a leaf: there is nothing to cut"
  put(parts.sums, isLeaf ? `<span class="note">${says}</span>` : sumsOf(bills))
}

const risksOf = ({ record, own: { model } }, leaves) => [...leaves].sort((a, b) => model.x[a] - model.x[b]).map(k => record.size[k])

const term = (name, card, text) => `<button type="button" data-card="${card}"><span>${name}</span><b>${text}</b></button>`
const sumsOf = ({ own, below, many, worth, isOpen }) =>
  `<i>(</i>${term("leaf", "leaf", significant(own))}<i>−</i>${term("branch", "branch", significant(below))}<i>) /</i>` +
  `${term("extra leaves", "more", many - 1)}<i>=</i>${term("g", "worth", isOpen ? "?" : significant(worth))}`

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

const worthCard = (_, { own, below, many, worth, isOpen }) =>
  isOpen
    ? "<p>Asked first: it is not shown yet.</p>"
    : math(`${mi("g")}<mo>(</mo>${mi("t")}<mo>)</mo><mo>=</mo>${fraction(`${mi("R")}<mo>(</mo>${mi("t")}<mo>)</mo><mo>−</mo>${mi("R")}<mo>(</mo>${mi("T", "t")}<mo>)</mo>`, "<mtext>leaves</mtext><mo>−</mo><mn>1</mn>")}`) +
      math(`<mo>=</mo>${fraction(`${mn(own)}<mo>−</mo>${mn(below)}`, `<mn>${many}</mn><mo>−</mo><mn>1</mn>`)}<mo>=</mo>${mn(worth)}`) +
      "<p>At this price α both bills are equal; beyond it one leaf is cheaper.</p>"

const moreCard = (_, { many }) => `<p>The branch has ${many} leaves; folded it is one. Each of the ${many - 1} more costs α.</p>`

export const linkCard = (S, name, time) => {
  const bills = billsOf(S, time),
    card = { leaf: leafCard, branch: branchCard, more: moreCard, worth: worthCard }[name]
  return bills.isLeaf || !card ? "" : card(S, bills)
}

export const courseAt = ({ fold, from, to }) => lerp(from, to, fold)
