// The question, and what is said to it.
import { AGAIN } from "../../stage/kit/on_strip.js"
import { note, round1 } from "../../stage/kit/svg.js"
import { decimals } from "../../stage/kit/numbers.js"
import { foundNow, isLucky, isTold } from "./view_model.js"

const ASK = AGAIN.replace("Again", "Ask me")

export const percent = share => `${decimals(100 * share, share === 1 ? 0 : share > 0.999 ? 2 : 1)} %`

export const limitOf = ({ record }) => `${Math.round(100 * record.limit)} %`

// What is shown and keeps too little, once its best cut has come.
const tooFew = S => {
  const state = S.own.reveals ? null : foundNow(S)
  return state && state.kept < S.record.limit ? state : null
}

export const prompt = S => {
  const { own: { model, reveals }, record } = S
  if (!isTold(S)) return `How few bins keep ${limitOf(S)} of the best gain?`
  const few = tooFew(S)
  if (record.fewest !== null && few) return `${few.max_bin} bins do not keep ${limitOf(S)}: ${percent(few.kept)}`
  const fewest = model.states[record.fewest]
  if (fewest) return reveals ? "Halved, and halved again" : `Fewest that keep ${limitOf(S)}: ${fewest.max_bin} bins${isLucky(S, fewest) ? ", by luck" : ""}`
  return model.top > 0 ? `Not even ${model.states[1].max_bin} bins keep ${limitOf(S)} of the best gain` : "No cut of this feature gains anything here"
}

export const said = ({ own: { model, pick }, at }) => `${model.states[pick ?? Math.max(1, at.round)].max_bin} bins`

export const offer = S => {
  const { own: { model, said: mine, reveals }, record, at } = S,
    { fewest } = record
  if (!isTold(S)) return S.own.pick === null ? note("drag the handle") : ""
  if (reveals) return ""
  if (fewest === null) return model.top > 0 ? note(`they keep ${percent(model.states[1].kept)}`) : ""
  const best = model.states[fewest],
    cuts = `<span>${tooFew(S) ? `${best.max_bin} bins: ` : ""}<strong>${percent(best.kept)}</strong> with ${best.cuts.gain.length} of ${record.every.gain.length.toLocaleString("en")} cuts</span>`
  return cuts + (mine === null ? "" : yours(model.states[mine], best, record.limit)) + (at.guess === 0 ? ASK : AGAIN)
}

const yours = (mine, best, limit) => {
  if (mine === best) return "<em>yours</em>"
  if (mine.kept < limit) return `<em>yours, ${mine.max_bin} bins: ${percent(mine.kept)}</em>`
  return `<em>yours, ${mine.max_bin} bins: ${round1(mine.cuts.gain.length / best.cuts.gain.length)} × as many cuts</em>`
}
