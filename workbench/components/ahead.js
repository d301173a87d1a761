// Keeps what Python sent ahead: what the components draw at the steps next to the one on the screen. Where Streamlit's
// slider steps, it tells the others where a key has led it, which it shows before Python hears of it.
import { keepAhead, onRound, roundNow, tellRound } from "./kit/follow.js"
import { heedValue, pendingOf, tellValue } from "./kit/pending.js"

const states = new WeakMap() // parent element: the step as pending.js keeps it, and what watches the slider

const begin = (parentElement, { slider, step }) => {
  const state = { step: pendingOf(step), watch: new MutationObserver(() => {
    const input = document.querySelector(`.st-key-${slider} input[type=range]`)
    // Who moves it has it in hand; without a hand on it, it moves since Python has heard of another act.
    if (input && input === document.activeElement) tellRound(Number(input.value))
  }) }
  states.set(parentElement, state)
  state.watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["aria-valuetext"] })
  onRound(parentElement.querySelector(".ahead"), () => {
    if (roundNow() !== state.step.value) tellValue(state.step, roundNow())
  })
}

export default function ({ data, parentElement }) {
  if (data.slider) {
    if (!states.has(parentElement)) begin(parentElement, data)
    const { step } = states.get(parentElement)
    heedValue(step, data.step)
    tellRound(step.value) // before what was sent ahead is news: another page may have left another round
  }
  keepAhead(data)
  return () => {
    states.get(parentElement)?.watch.disconnect()
    states.delete(parentElement)
  }
}
