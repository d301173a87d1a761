// Buttons that make one split of a tree after another: they name the split that they lead to, and its node.
import { element } from "./kit/html.js"

const STEPS = [
  ["Root only", "Back to the root alone, to grow the tree split by split", () => 0],
  ["Undo", "Undo one split", ({ at }) => Math.max(0, at - 1)],
  ["Next split", "Make the next split", ({ at, order }) => Math.min(order.length, at + 1)],
  ["Whole tree", "The tree as it was grown", () => null],
]

const makeStep = ([name, words]) => Object.assign(element("button", "", name), { type: "button", title: words })

export const showGrowth = (bar, growth, tell) => {
  bar.hidden = !growth
  if (!growth) return
  if (!bar.childElementCount) bar.append(...STEPS.map(makeStep), element("output"))
  STEPS.forEach(([, , target], i) => {
    const button = bar.children[i], splits = target(growth)
    const idle = splits === null ? growth.whole : splits === growth.at
    button.hidden = !growth.order.length
    button.setAttribute("aria-disabled", idle) // not disabled: it keeps the focus
    button.onclick = () => { if (!idle) tell({ splits, node: splits ? growth.order[splits - 1] : splits }) }
  })
  bar.lastChild.textContent = growth.words
}
