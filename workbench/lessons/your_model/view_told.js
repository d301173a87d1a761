// The right of the stage: a tree of the model, and under it splits that have to add up, then what the file tells.
import { circle } from "../../stage/kit/marks.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { bracketed, fraction, math, mn, towardsZero } from "../../stage/kit/formula.js"
import { significant } from "../../stage/kit/numbers.js"
import { countOf } from "../../stage/kit/stepper.js"
import { escaped, ICONS, put, round1, say, set } from "../../stage/kit/svg.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees } from "../../stage/kit/tree.js"
import { asksDrawn } from "./view_parts.js"
import { balance } from "./view_balance.js"
import { heardSteps, isTold, nodesIn, shownTree } from "./view_model.js"

const OF_THREE = 3.7 // em of a box with three lines

export const buildOf = S => key => {
  const [tree, sums, split, number] = key.split("|"),
    nodes = nodesIn(S.record, Number(tree), sums === "true"),
    asked = S.record.is_xgboost ? nodes.find(({ id }) => id === Number(split)) : undefined,
    levels = Math.max(1, ...nodes.map(({ depth }) => depth)),
    { own: { isStep }, L: { em } } = S,
    T = layOut(nodes, S.L.tree, em, { levels, left: 2.2 * em, box: sums === "true" ? OF_THREE : undefined }),
    sayOf = (each, asks) => Object.assign(each, { name: "", plain: asks, asks })
  for (const each of asked ? nodes : [])
    if (nodes[each.parent] === asked) sayOf(each, "child")
    else if (each !== asked) Object.assign(sayOf(each, each.k ? "" : "root"), { says: [], label: "", n: "" })
  if (asked) sayOf(asked, `split ${number}`)
  const under = !nodes.some(({ kids, n }) => !kids && n !== "") ? "" : sums === "true" ? "G" : S.record.is_xgboost ? "H" : "n"
  return buildTree(T, { scale: T.half / isStep, name: S.record.is_xgboost ? "ηw" : "adds", under })
}

// Before it is told the nodes of the split that is heard alone have numbers, which have to add up.
export const treeNow = S => {
  const step = S.isStart ? 0 : Math.min(S.step, countOf(S))
  return S.own.trees(`${shownTree(S, step)}|${isTold(S)}|${isTold(S) ? -1 : witnessOf(S, step)}|${(S.record.counts[Math.max(1, step) - 2] ?? 0) + 1}`)
}

// The node of the split that is heard, by its number in the tree; -1 for none.
const witnessOf = ({ own, record, isStart }, step) => (isStart && !own.asked.length ? -1 : (record.witness[Math.max(1, step) - 1] ?? -1))

export const drawTree = (S, step, u) => {
  const { parts, record } = S
  if (!record.n_trees) return
  const T = treeNow(S),
    over = overNode(S, T),
    split = witnessOf(S, step),
    witness = T.nodes.findIndex(({ id }) => id === split),
    near = witness < 0 ? null : new Set([witness, ...T.nodes[witness].kids])
  placeTrees(parts.treebox, [T.group])
  paintTree(T, { appears: () => 1, full: 0, step: [1, 1], names: 1, chosen: over >= 0 ? over : witness, family: over >= 0 ? familyOf(T.nodes, over) : near })
  S.own.cut = over >= 0 && T.nodes[over].kids ? T.nodes[over] : null
  const number = record.trees.number[shownTree(S, S.isStart ? 0 : step)] + 1
  say(parts.treehead, `Tree ${number} of ${record.n_trees}`)
  const untold = T.nodes.filter(({ G }) => !Number.isFinite(G)).length
  say(parts.treenote, S.isStart ? "" : witness >= 0 || !isTold(S) ? "as the file has it" : untold ? `${untold} of ${T.nodes.length} nodes: G not told` : "G of every node found")
  flown(S, T, step, u, witness)
}

// The node that is pointed at, or was pressed, by its place; -1 for none.
const overNode = (S, T) => T.nodes.findIndex(({ id }) => id === (S.over ?? S.at.looked_at))

// Dots from the split and its children to the line that they make.
const flown = ({ isStart, L: { picture, tree }, own: { P }, parts, record }, T, step, u, witness) => {
  const t = soft(part(u, [0.02, 0.34])),
    line = witness < 0 ? null : record.lines[record.counts[step - 2] ?? 0]
  if (isStart || !line?.length || t <= 0 || t >= 1) return set(parts.flight, "d", "")
  const dots = [witness, ...T.nodes[witness].kids].map(k => {
    const x = lerp(tree.x + T.at[k].x, picture.x + P.x + P.w * line[0], t),
      y = lerp(tree.y + T.at[k].y, picture.y + P.y + P.h * line[1], t) - 40 * Math.sin(Math.PI * t)
    return circle(round1(x), round1(y), 5)
  })
  set(parts.flight, "d", dots.join(""))
}

// --- under the tree

const MARKS = { told: "M1 7l4 4 8-9", bound: "M2 3h10M7 13V6M4 9l3-3 3 3", blank: "M2 3h10v8h-10z" }
const lineOf = ([kind, name, value, note], i) =>
  `<svg class="mark is-${kind}" viewBox="0 0 14 14" aria-label="${kind === "told" ? "told" : kind === "bound" ? "bounded" : "not told"}"><path d="${MARKS[kind]}"/></svg><span class="note">${escaped(name)}</span>` +
  `<span><b class="${i ? "" : "large"}">${escaped(value)}</b> <small>${escaped(note)}</small></span>`

const headOf = ({ record: { is_xgboost: isXgboost } }) =>
  isXgboost ? "What rows miss adds up: left + right = parent" : "At which λ is the gain the file’s?"

export const drawTold = (S, step) => {
  const { parts, record } = S,
    T = record.n_trees ? treeNow(S) : null,
    node = T ? T.nodes[overNode(S, T)] : undefined,
    isRound = step > heardSteps(S)
  put(parts.nodehead, node ? `<button type="button" data-close="1" title="Close">Node ${node.id} ${ICONS.close}</button>` : "")
  say(parts.panehead, node ? "" : isRound ? "What the trees ask" : isTold(S) ? "What the file tells" : headOf(S))
  if (!isTold(S)) put(parts.told, balance(S, step, node))
  else if (node) put(parts.told, nodeSums(S, T, node))
  else put(parts.told, isRound ? asksDrawn(S) : `<div>${escaped(record.because)}</div><div class="confession">${record.told.map(lineOf).join("")}</div>`)
}

// The sums of a node, once they are told.
const nodeSums = (S, T, node) => {
  const { record } = S,
    [reg, , alpha = 0] = record.point
  if (!Number.isFinite(node.G)) return `<p><b>G of this node is not told.</b></p><p>No equation vouches for it${record.why ? `: ${escaped(record.why)}` : ""}.</p>`
  const given = `<mn>${significant(reg)}</mn>`,
    scoreOf = ({ G, H }) => fraction(`<msup>${bracketed(towardsZero(G, alpha))}<mn>2</mn></msup>`, `${mn(H)}<mo>+</mo>${given}`),
    pull = math(`<mi>w</mi><mo>=</mo><mo>−</mo>${fraction(mn(towardsZero(node.G, alpha)), `${mn(node.H)}<mo>+</mo>${given}`)}<mo>=</mo>${mn(-towardsZero(node.G, alpha) / (node.H + reg))}`)
  const sums = `<p><b>${escaped(node.asks ?? `A leaf that adds ${significant(node.weight)}`)}</b>: G ${significant(node.G)}, H ${significant(node.H)}</p>${pull}`
  const [left, right] = (node.kids ?? []).map(k => T.nodes[k])
  if (!left || !Number.isFinite(left.G + right.G)) return sums
  const size = ({ G, H }) => towardsZero(G, alpha) ** 2 / (H + reg),
    gain = size(left) + size(right) - size(node)
  if (Math.abs(gain - node.gain) > 1e-3 * Math.abs(node.gain)) return `${sums}<p class="note">The file says: gain ${significant(node.gain)}.</p>`
  const terms = [`<mtext>gain</mtext><mo>=</mo>${scoreOf(left)}`, `<mo form="infix">+</mo>${scoreOf(right)}`, `<mo form="infix">−</mo>${scoreOf(node)}`, `<mo>=</mo>${mn(gain)}`]
  return `${sums}<div class="terms">${terms.map(math).join("")}</div><p class="note">The file says ${significant(node.gain)}: it leaves out the factor ½ of the lessons, which changes no choice.</p>`
}
