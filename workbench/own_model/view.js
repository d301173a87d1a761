// A model's file: the tree of every round, and of the node that is pointed at or pressed all that is known of it.
import { part, soft } from "../stage/kit/easing.js"
import { PICTURE } from "../stage/kit/frame.js"
import { key } from "../stage/kit/legend.js"
import { nodesOf } from "../stage/kit/nodes.js"
import { significant } from "../stage/kit/numbers.js"
import { wireTree } from "../stage/kit/pointing.js"
import { escaped, put, say } from "../stage/kit/svg.js"
import { buildTree, familyOf, layOut, paintTree, placeTrees, treeKeeper } from "../stage/kit/tree.js"

const GOES = [0, 0.16], // phases of u
  COMES = [0.1, 0.75],
  ADDS = [0.7, 1]
const DIGITS = 4, // of a number that is looked at by itself
  TINY = 1e-6,
  WIDEST = 14 // em of a box: there is room for names

const TREE = `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>`
const LAYOUT = {
  picture:
    `<div class="head"><b data-part="treehead"></b><span class="note" data-part="treenote"></span></div>` +
    PICTURE.replace("</canvas>", `</canvas>${TREE}`),
  right:
    `<div class="head"><b data-part="nodehead"></b></div><dl class="facts" data-part="facts"></dl>` +
    `<div class="head second"><b data-part="askedhead"></b></div><div class="asked" data-part="asked"></div>` +
    `<div class="head second"><b>The file</b></div><dl class="facts" data-part="says"></dl>`,
}

const momentAt = (S, step) => S.moment({ ...S.at, round: step, node: 0 })

// --- the nodes of a tree, with the numbers of the file

const known = (name, value) => (Number.isFinite(value) ? [`${name} ${significant(value)}`] : [])

const nodesIn = ({ record }, moment) => {
  const nodes = nodesOf({ trees: moment.trees, names: record.names, X: record.names.map(() => []), reasons: [] }, 1)
  for (const node of nodes) {
    if (Math.abs(node.G) < TINY * node.H) node.G = 0 // rounding of float32
    const sums = [...known("H", node.H), ...known("G", node.G)],
      gain = known("gain", node.gain)
    Object.assign(node, { adds: moment.adds[node.k], error: moment.trees.error[node.k], rows: node.n })
    node.says = [[...gain, ...sums].join(" · "), [...gain, ...sums.slice(0, 1)].join(" · "), gain[0] ?? sums[0] ?? ""]
    node.words = `Node ${node.id}: ${node.asks ?? `adds ${node.adds}`}${[...gain, ...sums].map(each => `, ${each}`).join("")}`
    node.n = Number.isFinite(node.rows) ? node.rows : significant(node.H)
  }
  return nodes
}

const buildOf = S => step => {
  const nodes = nodesIn(S, momentAt(S, step)),
    levels = Math.max(1, ...nodes.filter(({ kids }) => kids).map(({ depth }) => depth + 1)),
    T = layOut(nodes, S.L.tree, S.L.em, { levels, left: 2.6 * S.L.em, widest: WIDEST })
  // On one scale but for those that add much more, as the first tree of LightGBM, which has the average in it.
  const scale = T.half / (Math.max(2 * S.record.usual, ...nodes.map(({ weight }) => Math.abs(weight))) || 1)
  return buildTree(T, { scale, name: "adds", under: Number.isFinite(nodes[0].rows) ? "rows" : Number.isFinite(nodes[0].H) ? "H" : "" })
}

const treeAt = (S, step) => (step > 0 && momentAt(S, step)?.trees ? S.own.trees(step) : null)
const depthOf = T => Math.max(1, ...T.nodes.map(({ depth }) => depth))

// --- a frame

const drawTree = (S, step, u) => {
  const { parts, isStart } = S,
    T = isStart ? null : treeAt(S, step),
    old = u < GOES[1] && !isStart ? treeAt(S, step - 1) : null
  placeTrees(parts.treebox, [old?.group, T?.group].filter(Boolean))
  if (old) {
    const stays = 1 - part(u, GOES)
    paintTree(old, { appears: () => stays, full: 0, step: [stays, 1], names: stays })
  }
  if (!T) return T
  const come = part(u, COMES) * (depthOf(T) + 1),
    over = shownNode(S, T),
    isOver = S.over !== null && S.resting()
  paintTree(T, {
    appears: (k, isEdge) => soft(part(come - T.nodes[k].depth + (isEdge ? 0.4 : 0), [0, 1])),
    full: 0,
    step: [1, soft(part(u, ADDS))],
    names: part(u, ADDS),
    chosen: u === 1 ? over : -1,
    family: isOver ? familyOf(T.nodes, over) : null,
  })
  return T
}

// The node that is pointed at, or was pressed; the root where there is none of that number.
const shownNode = (S, T) => Math.max(0, T.nodes.findIndex(({ id }) => id === (S.over ?? S.at.node)))

const line = ([name, value, note = ""]) => `<dt>${escaped(name)}</dt><dd>${value === "" ? "" : `<b>${escaped(value)}</b> `}<small>${escaped(note)}</small></dd>`

const number = value => (value === 0 ? "0" : value.toPrecision(DIGITS).includes("e") ? significant(value) : String(Number(value.toPrecision(DIGITS)))).replace("-", "−")
const told = (name, value, why, whence = "") => (Number.isFinite(value) ? [name, number(value), whence] : [name, "", why])

const factsOf = ({ record: { why } }, node) => [
  told("rows", node.rows, why.rows),
  told("H", node.H, why.H),
  told("G", node.G, why.G, node.error > 0 ? `solved for, ${node.error < TINY ? "to less than a millionth" : `± ${significant(node.error)}`}` : "as the file has it"),
  ...(node.kids || node.hidden ? [told("weight", node.weight, why.weight), told("gain", node.gain, why.gain, why.has_gain)] : [["adds", node.adds, "to the raw prediction"]]),
]

const drawFacts = (S, T) => {
  const { parts, record } = S,
    node = T?.nodes[shownNode(S, T)]
  say(parts.nodehead, node ? `Node ${node.id}: ${node.asks ?? "a leaf"}` : "")
  put(parts.facts, node ? factsOf(S, node).map(line).join("") : "")
  put(parts.says, record.says.map(line).join(""))
}

// The features that are asked most, with what they have gained before a round and, in blue, in it; that grows as the round plays.
const drawAsked = (S, step, u) => {
  const { parts, record: { asked, names } } = S,
    most = Math.max(...asked.sums.map(each => each.at(-1))),
    at = S.isStart ? 0 : step,
    share = value => `<u style="width:${((100 * value) / most).toFixed(2)}%"></u>`
  say(parts.askedhead, asked.features.length ? `What it asks, by ${asked.by}` : "")
  put(parts.asked, asked.features.map((feature, i) => {
    const [before, now] = [asked.sums[i][Math.max(0, at - 1)], asked.sums[i][at]]
    return `<span>${escaped(names[feature])}</span><i>${share(before)}${share((now - before) * part(u, ADDS))}</i><b>${significant(u < 1 ? before : now)}</b>`
  }).join(""))
}

const draw = (S, step, u) => {
  const { parts, isStart } = S,
    seen = u < GOES[1] && step > 1 ? step - 1 : step,
    moment = isStart ? null : momentAt(S, seen),
    T = drawTree(S, step, u)
  say(parts.treehead, isStart ? "Before the first tree" : (moment?.why || `Tree of round ${seen}`))
  say(parts.treenote, moment && moment.number !== null ? `tree ${moment.number} of the file, which counts from 0` : "")
  drawFacts(S, u >= GOES[1] ? T : isStart ? null : treeAt(S, step - 1))
  drawAsked(S, step, u)
  put(parts.legend, key('<path d="M4 1h12v10h-12z" class="added"/>', "what this round adds") + `<span>point at a node, or press it</span>`)
}

export const view = {
  layout: () => LAYOUT,
  steps: S => S.record.n_rounds,
  build: S => {
    S.own.trees = treeKeeper(buildOf(S))
  },
  wire: [S => wireTree(S, { tree: () => treeAt(S, S.at.round)?.nodes, choose: (_, node) => S.act({ node }) })],
  measure: S => S.own.trees.clear(),
  draw,
  strip: ({ record: { course, measure } }) => ({ lines: [{ name: measure, mark: "train", values: Array.from(course) }] }),
}
