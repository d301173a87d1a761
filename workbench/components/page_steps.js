// Steps through a saved page: what is told is the number of the step, the first being 1.
import { onRound, tellRound } from "./kit/follow.js"
import { onKey, paintControls, takeFrames, wireControls } from "./kit/rounds.js"

const PACE = { patience: 160, beat: 900, slowBeat: 900 } // milliseconds, see rounds.js

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".page-steps")
  const state = { root, data, round: data.round, server: data.round, told: [], pace: PACE, tell: setTriggerValue }
  state.paint = () => {
    paintControls(state, data.labels[state.round - 1])
    tellRound(state.round) // also while it plays: nothing else draws the page
  }
  wireControls(state)
  root.onkeydown = event => onKey(state, event)
  takeFrames(state, { rounds: data.labels.length })
  state.paint()
  onRound(root, () => { // another part of the page has moved
    state.round = globalThis.gbtRound
    state.paint()
  })
}
