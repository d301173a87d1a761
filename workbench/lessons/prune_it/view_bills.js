// One branch as two bills over the price: what its node costs as one leaf, and as a branch, each leaf at the price. Beside the
// tents, in the same water: the bills cross as high as the branch is worth, for there both cost alike.
import { fraction, given, math, mi, mn } from "../../stage/kit/formula.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { INNER, isAsked, isWhole, LEAF, nodeNow, priceAt } from "./view_model.js"

const MOST_PARTS = 60, // leaves that are told apart in a bar
  WIDE = 2.15, // of what the node errs as one leaf: no branch is worth more than that
  POINTS = 48, // of a bill
  STUB = 0.5 // of the first price, where it is asked

const leavesIn = ({ record, own: { model } }, node, state) => {
  const [way] = model.ways,
    found = []
  const visit = k => {
    const kind = way.kind(k, state)
    if (kind === LEAF) found.push(k)
    if (kind !== INNER) return
    visit(record.left[k])
    visit(record.right[k])
  }
  visit(node)
  return found.sort((a, b) => model.x[a] - model.x[b])
}

// The bills of a node as its branch stands before a step, or at rest; of a leaf that was a branch, as what it was.
export const billsOf = (S, time) => {
  const { record, own: { model: { ways: [way] } } } = S,
    node = nodeNow(S, time),
    now = isWhole(S) ? time.to : time.from,
    isLeaf = way.kind(node, now) !== INNER,
    fell = way.way.leaf_at[node],
    state = isLeaf && fell > 0 ? fell - 1 : now,
    leaves = leavesIn(S, node, state),
    isBranch = way.kind(node, state) === INNER
  const below = leaves.reduce((sum, k) => sum + record.size[k], 0)
  const worth = !isBranch ? NaN : isLeaf ? record.price[fell] : (state === time.to ? way.to(time.to) : way.from(time.from))[node]
  return { node, own: record.size[node], leaves, isLeaf, isBranch, isOpen: isAsked(S, state) && isWhole(S), below, worth, many: leaves.length }
}

export const placeBills = ({ L: { em, picture, bills }, own: { panels: [{ G }] } }) => {
  const isStacked = bills.y > picture.y + picture.h,
    base = isStacked ? bills.h - 8 * em : picture.y + G.base - bills.y
  return { em, w: bills.w, h: bills.h, base, gap: isStacked ? 0 : bills.x - picture.x - G.end, share: isStacked ? (base - 2 * em) / (G.base - G.top) : 1 }
}

export const drawBills = (S, time) => {
  const { record, parts, own: { place, model, panels: [{ G }] } } = S,
    { em, w, h, base, gap, share } = place,
    bills = billsOf(S, time),
    { node, own, leaves, isOpen, isBranch, below, many } = bills,
    price = priceAt(S, time)
  say(parts.linkhead, record.asks[node] ? `Node ${node}: ${record.asks[node]}` : `Node ${node}`)
  say(parts.linknote, `${record.n[node]} rows, ${record.measure === "squared_error" ? "mean " : ""}${record.counts[node]}`)
  const X = cost => (w * cost) / (WIDE * Math.max(own, 1e-12)),
    Y = value => base - share * G.high(value),
    level = round1(Y(price)),
    until = isOpen ? STUB * record.price[1] : model.top
  const line = (from, count) =>
    Array.from({ length: POINTS + 1 }, (_, i) => until * (i / POINTS) ** (1 / model.power))
      .filter((each, i) => i === 0 || X(from + count * each) <= w)
      .map((each, i) => `${i ? "L" : "M"}${round1(X(from + count * each))} ${round1(Y(each))}`)
      .join("")
  const ways = [{ name: "as one leaf", cls: "leaf", errs: own, sizes: [own], count: 1 }]
  if (isBranch) ways.push({ name: `as a branch of ${many} leaves`, cls: "branch", errs: below, sizes: leaves.map(k => record.size[k]), count: many })
  const row = (h - base - 1.1 * em) / 2,
    high = Math.min(2 * em, row - 1.9 * em)
  let drops = ""
  const drawn = ways.map(({ name, cls, errs, sizes, count }, i) => {
    const y = base + 1.1 * em + i * row,
      end = X(errs + count * price),
      shows = end <= w && price <= until
    if (shows) drops += `M${round1(end)} ${level}V${round1(y)}`
    return (
      `<path class="bill ${cls}" d="${line(errs, count)}"/><circle class="foot ${cls}" cx="${round1(X(errs))}" cy="${base}" r="3.4"/>` +
      barOf(count > MOST_PARTS ? [["errs", X(errs)], ["price-part", X(count * price)]] : [...sizes.map(each => ["errs", X(each)]), ...Array(count).fill(["price-part", X(price)])], y + 1.3 * em, high, w) +
      `<circle class="foot ${cls}" cx="4" cy="${round1(y + 0.66 * em)}" r="4"/><text class="halo ink" x="14" y="${round1(y + 0.95 * em)}">${name}</text><text class="halo end" x="${w}" y="${round1(y + 0.95 * em)}"><tspan class="risk">${significant(errs)}</tspan> + <tspan class="ink">${count} α</tspan>${price && S.resting() ? ` = ${significant(errs + count * price)}` : ""}</text>` +
      (shows ? `<circle class="meets ${cls}" cx="${round1(end)}" cy="${level}" r="4"/>` : "")
    )
  })
  const water = `<path class="water" d="M${-round1(gap)} ${base}V${level}H${w}V${base}z"/><path class="price" d="M${-round1(gap)} ${level}H${w}"/>`
  put(parts.billsbox, `<path class="grid" d="M${-round1(gap)} ${base}H${w}"/>${water}<path class="drop" d="${drops}"/>${drawn.join("")}${crossing(bills, X, Y, place, record.price[1])}<text x="0" y="${round1(em)}">↑ price α (root scale)</text><text class="end" x="${w}" y="${round1(em)}">→ errors + α × leaves</text>`)
  put(parts.sums, isBranch ? sumsOf(bills) : `<span class="note">a leaf: there is nothing to cut</span>`)
}

// Where both cost alike, as high as the node beside it stands.
const crossing = ({ own, worth, isBranch, isOpen, isLeaf }, X, Y, { em, gap }, first) => {
  if (!isBranch) return ""
  if (isOpen) return `<text class="unknown" x="${round1(X(own * 0.55))}" y="${round1(Y(STUB * first) - 0.9 * em)}" text-anchor="middle">where do both cost alike?</text>`
  const x = round1(X(own + worth)),
    y = round1(Y(worth))
  const words = isLeaf ? `fell at ${significant(worth)}` : `g ${significant(worth)}`
  return (
    `<path class="leader" d="M${-round1(gap)} ${y}H${x}"/><circle class="cross" cx="${x}" cy="${y}" r="5"/>` +
    `<text class="ink halo" x="${x - 8}" y="${y - 0.6 * em}" text-anchor="end">${words}</text>`
  )
}

// What the leaves err, and their price: cut off where it is more than there is room for.
const barOf = (pieces, y, high, most) => {
  let x = 0,
    drawn = ""
  for (const [cls, wide] of pieces) {
    if (wide > 0 && x < most) drawn += `<rect class="${cls}" x="${round1(x)}" y="${round1(y)}" width="${round1(Math.max(0.6, Math.min(wide, most - x) - 1))}" height="${round1(high)}"/>`
    x += wide
  }
  return drawn
}

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
  return !bills.isBranch || !card ? "" : card(S, bills)
}

