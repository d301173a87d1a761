// The words above the pictures of AdaBoost, and the key of their marks.
import { mark } from "../../components/kit/class_marks.js"
import { element } from "../../components/kit/html.js"
import { shown } from "../../components/kit/numbers.js"
import { make } from "../../components/kit/svg.js"
import { curve, wrongIn } from "./rounds_picture_shapes.js"

export const paintHeads = state => {
  const frames = state.frames, at = state.round - 1, asked = frames.hidden && state.round === frames.rounds, value = i => shown(curve(frames, i)[at]), short = i => shown(Number(curve(frames, i)[at].toPrecision(2)))
  const slope = frames.twin === "exponential" ? "exponential loss" : "softmax"
  const put = (name, strong, ...rest) => {
    state.parts[name].head.replaceChildren(element("b", "", strong), ...rest)
  }
  const swatch = line => element("i", `swatch line${line}`, "■ ")
  let n = 0
  for (let i = 0; i < frames.x.length; i++) n += wrongIn(frames, state.round, i)
  put("rows", "AdaBoost", asked ? ": size = weight" : `: size = weight; ${n} wrong, ringed`)
  put("twin", "Gradient boosting", `: ${slope}, size = |g|`)
  put("scatter", "|g| against weight", `; ○ is exp(−${frames.classes.length === 2 ? "yF" : "own votes"})`)
  put("error", "Weighted error e", asked ? "" : `: ${value(0)}`)
  put("weight", "Tree weight", asked ? "" : `: ${value(1)}`)
  const unseen = Number.isFinite(curve(frames, 3)[0]) ? `, unseen ${value(3)}` : ""
  const told = unseen ? [" ", swatch(1), `unseen ${short(3)}`] : []
  put("vote", "Errors: ", ...(asked ? [] : [swatch(0), `seen ${short(2)}`, ...told]))
  put("votes", "Votes", ` for ${state.data.row_name}`)
  const named = { rows: `Rows sized by weight in round ${state.round}; ${asked ? "outcome hidden" : `${n} of ${frames.x.length} are wrong in this round's tree`}.`, twin: `The same rows sized by the gradient of ${slope}.`, scatter: "Each row's weight in AdaBoost against its gradient.", error: `Weighted error by round, now ${value(0)}, bound ${shown(frames.bound)}.`, weight: `Tree weight by round, now ${value(1)}.`, vote: `Error of the vote by round, now ${value(2)}${unseen}.` }
  for (const name in named) state.drawnParts[name].svg.setAttribute("aria-label", named[name])
}

export const layoutKey = state => {
  const frames = state.frames, items = frames.classes.map((name, k) => {
    const item = element("span"), svg = make("svg", { width: 16, height: 14, "aria-hidden": "true" })
    svg.append(make("path", { d: mark(k, 8, 7, 5), fill: frames.colours[k] }))
    item.append(svg, name)
    return item
  })
  const note = `ground: most votes so far${frames.note ? ` (${frames.note})` : ""}; line: this round’s tree; ring: wrong in it, at its next size.${frames.shared ? ` ${frames.shared} rows share a place with others: drawn side by side.` : ""}${state.data.chooses ? " Click a row to choose it." : ""}`
  state.keyPlace.replaceChildren(...items, element("span", "", note))
  state.keyPlace.title = note
}
