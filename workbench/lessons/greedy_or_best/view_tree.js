// The tree of a column and the sum of what its cuts gain; each number opens what it is made of.
import { term } from "../../stage/kit/card.js"
import { bracketed, fraction, gainFormula, given, math, mi, mn } from "../../stage/kit/formula.js"
import { asRead, significant } from "../../stage/kit/numbers.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper } from "../../stage/kit/tree.js"
import { put } from "../../stage/kit/svg.js"
import { isOpen, nodesOf, treeBefore, treeNow } from "./view_model.js"
import { nodeNow, pathOfRow } from "./view_plane.js"

const TERMS = ["first cut", "left of it", "right of it"]

export const placeTree = S => {
  const { own, L, record } = S,
    { tree, em } = L
  own.trees ??= treeKeeper(id => builtTree(S, id))
  own.trees.clear()
  own.T = { box: { w: tree.w, h: tree.h }, em, heaviest: own.model.heaviest, record }
}

// Every tree stands in one frame of four leaves, so that from one to the next nothing moves.
const builtTree = ({ own }, id) => {
  const { box, em, heaviest, record } = own.T,
    nodes = nodesOf(own.model.treeAt(id), record),
    T = layOut(nodes, box, em, { levels: 2 }),
    quarter = (T.w - T.left) / 4,
    sideOf = k => nodes[nodes[k].parent].kids.indexOf(k)
  nodes.forEach(({ path: [, child, leaf] }, k) => {
    const quarters = child === undefined ? 2 : leaf === undefined ? 1 + 2 * sideOf(child) : 0.5 + 2 * sideOf(child) + sideOf(leaf)
    T.at[k].x = T.left + quarter * quarters
  })
  T.slot = quarter
  T.widths = T.widths.map(wide => Math.min(wide, 2 * quarter - 6))
  return buildTree(T, { scale: T.half / heaviest })
}

export const drawTree = (S, time) => {
  const { own, parts } = S,
    isWay = time.u < 1 && time.from !== time.to,
    now = own.trees(treeNow(S, time.to).id),
    before = isWay ? own.trees(treeBefore(S, time).id) : null
  placeTrees(parts.treebox, before && before !== now ? [before.group, now.group] : [now.group])
  const bare = { full: 0, step: [1, 1] },
    appears = k => (k === 0 ? time.come : appearsOf(now.nodes, k, time, time.come))
  if (before && before !== now) paintTree(before, { ...bare, names: 0, appears: () => 1 - time.come })
  const chosen = nodeNow(S, now.nodes)
  paintTree(now, {
    ...bare,
    appears,
    names: 1,
    chosen: S.at.any_node > 0 && S.at.any_node < now.nodes.length ? S.at.any_node : -1,
    lit: pathOfRow(S, now.nodes),
    family: chosen > 0 ? familyOf(now.nodes, chosen) : null,
  })
  drawSums(S, time)
}

// A child of the root that is cut comes with its cut; one that is a leaf comes with the first cut.
const appearsOf = (nodes, k, { sides }, come) => {
  const child = nodes[k].path[1],
    side = nodes[0].kids.indexOf(child)
  return nodes[child].kids ? Math.min(come, sides[side]) : come
}

// --- the sum

const drawSums = (S, time) => {
  const isBefore = time.falls > 0 && time.come === 0,
    tree = isBefore ? treeBefore(S, time) : treeNow(S, time.to),
    open = isOpen(S, S.own.model.placeOf(tree.id)),
    cuts = [tree.cut, ...tree.kids],
    gains = cuts.map(cut => cut?.gain ?? 0),
    texts = gains.map(significant),
    isSum = Math.abs(gains.map(asRead).reduce((all, each) => all + each) - asRead(tree.gain)) < 1e-9, // as they are read
    shown = [isBefore || time.come === 1, ...time.sides.map(share => open && (isBefore || share === 1))],
    said = (k, text) => (shown[k] ? text : open ? "…" : "?"),
    terms = TERMS.map((name, k) => term(tree.cut && shown[k] && !cuts[k] ? name.replace(" of it", ", a leaf") : name, `term${k}`, said(k, texts[k])))
  put(S.parts.sums, `${terms.join("<i>+</i>")}<i>${isSum || !open ? "=" : "≈"}</i>${term("the tree", "tree", said(2, significant(tree.gain)))}`)
}

const asTerm = ({ G, H }) => ({ T: G, H })

const cutCard = ({ reg_lambda: lambda, gamma }, cut, where) => {
  if (!cut) return `<p>${where === 0 ? "No cut: a single leaf." : "No cut here: the side stays a leaf."}</p>`
  const [left, right] = cut.sides
  const node = { T: left.G + right.G, H: left.H + right.H }
  return (
    `<p><b>${cut.name}</b> parts ${left.n + right.n} rows into ${left.n} and ${right.n}.</p>` +
    gainFormula({ left: asTerm(left), right: asTerm(right), node, gain: cut.gain, gamma, lambda })
  )
}

// The same gain as the fall of the objective, leaf by leaf.
const treeCard = (S, tree) => {
  const { record } = S,
    leaves = nodesOf(tree, record).filter(({ kids }) => !kids),
    sum = leaves.reduce((total, { cost }) => total + cost, 0)
  const costs = leaves.map(({ cost }) => bracketed(cost)).join("<mo>+</mo>"),
    name = `<mtext>Obj</mtext>`
  const rule = `${mi("γ")}<mo>−</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>${fraction(`<msup>${mi("G")}<mn>2</mn></msup>`, `${mi("H")}<mo>+</mo><mi>λ</mi>`)}`
  return (
    "<p>The tree gains what it takes from the objective of a single leaf. Each leaf adds</p>" +
    math(rule) +
    math(`${name}<mo>=</mo>${costs}${leaves.length > 1 ? `<mo>=</mo>${mn(sum)}` : ""}`) +
    math(`<mtext>gain</mtext><mo>=</mo>${bracketed(record.root.cost)}<mo>−</mo>${bracketed(sum)}<mo>=</mo>${mn(tree.gain)}`) +
    `<p class="note">λ ${tickOf(record.reg_lambda)}, γ ${tickOf(record.gamma)}</p>`
  )
}
const tickOf = value => given(value).replace(/<[^>]*>/g, "")

export const cardOf = (S, name) => {
  const tree = treeNow(S, S.at.round)
  if (name !== "term0" && !isOpen(S, S.own.model.placeOf(tree.id))) return "<p>Asked first: it is not shown yet.</p>"
  if (name === "tree") return treeCard(S, tree)
  const k = Number(name.at(-1))
  return cutCard(S.record, k ? tree.kids[k - 1] : tree.cut, k)
}
