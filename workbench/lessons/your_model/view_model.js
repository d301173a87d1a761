// Where one is in the record: the file, hearing its splits, or the rounds after the confession.
import { clamp } from "../../stage/kit/easing.js"
import { nodesOf } from "../../stage/kit/nodes.js"
import { significant } from "../../stage/kit/numbers.js"

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

export const heardSteps = ({ record }) => record.counts.length

const ARRIVES = 0.6 // of the last split: what all have told
export const isTold = ({ view, record: { counts: { length: heard } } }) => !heard || view >= heard - 1 + ARRIVES

// While it is asked which settings made the file, nothing tells.
export const isHiding = S => S.at.guess !== 0 && !isTold(S) && !S.own.said && !S.own.shows

// A size by its first digit: 5 · 10⁻⁷.
export const boldPower = value => {
  const [digit, exponent] = value.toExponential(0).split("e")
  const raised = [...exponent.replace("+", "")].map(each => (each === "-" ? "⁻" : SUPERSCRIPTS[each])).join("")
  return `${digit} · 10${raised}`
}

// The tree that stands beside a step, by its place in the record: at first that of the split that is heard first.
export const shownTree = ({ own, record }, step) => record.shows[clamp(step, own.asked.length ? 1 : 0, record.shows.length - 1)]

const sumText = value => (Number.isFinite(value) ? significant(value) : "?")

// The nodes of a tree of the record; hasSums: with their G. sumWeight: the w from which G follows.
export const nodesIn = ({ trees: T, is_xgboost: isXgboost }, tree, hasSums) => {
  const nodes = nodesOf({ trees: T, names: T.names, X: T.names.map(() => []), reasons: [] }, tree + 1)
  for (const node of nodes) {
    const G = `G ${sumText(node.G)}`,
      H = isXgboost ? `H ${significant(node.H)}` : `rows ${node.n}`
    node.sumWeight = T.sum_weight?.[T.start[tree] + node.k] ?? node.weight
    node.says = hasSums ? [`${G} · ${H}`, G] : isXgboost ? [`w ${significant(node.weight)}, ${H}`, H] : [H]
    node.words = `Node ${node.id}: ${node.asks ?? `adds ${significant(node.weight)}`}, ${hasSums ? `${G}, ` : ""}${H}`
    Object.assign(node, { more: "", n: hasSums ? sumText(node.G) : isXgboost ? significant(node.H) : node.n })
    if (node.hidden) node.label = `${node.hidden} leaves`
  }
  return nodes
}
