// All losses beside each other, to be chosen.
import { wireArrows } from "../../stage/kit/keys.js"
import { escaped, put, set } from "../../stage/kit/svg.js"
import { takeLoss } from "./view_model.js"

export const drawChoices = ({ parts: { choices }, record, turn }) => {
  const isFocused = choices.contains(choices.getRootNode().activeElement)
  const choice = ({ name, words }) => {
    const isOn = name === record.loss
    return `<button type="button" role="radio" data-loss="${name}" aria-checked="${isOn}" tabindex="${isOn ? 0 : -1}"${turn ? "" : " disabled"}>${escaped(words)}</button>`
  }
  put(choices, record.choices.map(choice).join(""))
  if (isFocused) choices.querySelector("[aria-checked=true]")?.focus({ preventScroll: true })
}

export const wireChoices = S => {
  const { choices } = S.parts
  S.listen(choices, "click", event => {
    const name = event.target.closest("[data-loss]")?.dataset.loss
    if (!S.turn || !name || name === S.record.loss) return
    for (const each of choices.children) set(each, "aria-checked", String(each.dataset.loss === name)) // at once, before it is boosted
    takeLoss(S, S.record.choices.find(each => each.name === name))
  })
  wireArrows(S, choices)
}
