// The question, and what is said to it.
import { AGAIN } from "../../stage/kit/on_strip.js"
import { note } from "../../stage/kit/svg.js"
import { decimals } from "../../stage/kit/numbers.js"
import { foundNow, isLucky, isTold } from "./view_model.js"

const ASK = AGAIN.replace("Again", "Ask me")

export const percent = share => `${decimals(100 * share, share === 1 ? 0 : share > 0.999 ? 2 : 1)} %`

export const limitOf = ({ record }) => `${Math.round(100 * record.limit)} %`

// What is shown and has fewer bins than are sure, once its best cut has come.
const fewerNow = S => {
  const state = S.own.reveals ? null : foundNow(S)
  return S.own.model.states.indexOf(state) > S.record.sure ? state : null
}

export const prompt = S => {
  const { own, own: { model, reveals }, record } = S
  if (!isTold(S)) return `How few bins are sure to keep ${limitOf(S)} of the gain?`
  if (record.sure === null) return model.top > 0 ? `Not even ${model.states[1].max_bin} bins are sure to keep ${limitOf(S)} of the best gain` : "No cut of this feature gains anything here"
  const few = fewerNow(S)
  if (few) return `${few.max_bin} bins ${isLucky(S, few) ? `keep ${limitOf(S)} by luck` : `do not keep ${limitOf(S)}`}: ${percent(few.kept)}`
  if (reveals) return own.said > record.sure ? "Doubling the bins" : "Halving the bins"
  const now = foundNow(S),
    verdict = `${model.states[record.sure].max_bin} bins are sure to keep ${limitOf(S)}`
  return now === model.states[record.sure] ? verdict : `${now ? `${now.max_bin} bins keep ${percent(now.kept)}` : "All cuts are tried"}; ${verdict}`
}

export const said = ({ own: { model, pick }, at }) => `${model.states[pick ?? Math.max(1, at.round)].max_bin} bins`

export const offer = S => {
  const { own: { model, said: mine, reveals, pick }, record, at } = S
  if (!isTold(S)) return pick === null ? note("drag the handle") : ""
  if (reveals) return ""
  if (record.sure === null) return model.top > 0 ? note(`they keep ${percent(model.states[1].kept)}`) : ""
  const best = model.states[record.sure],
    few = fewerNow(S)
  return (mine === null || few ? note(whyOf(model, few ?? best, few)) : yours(S, model.states[mine], best)) + (at.guess === 0 ? ASK : AGAIN)
}

// Why so few bins are sure to keep enough, or why fewer are not.
const whyOf = ({ enough: { rows }, rowsIn }, state, isFew) => {
  if (!rows) return isFew ? "no two neighbours keep so much" : "no cut is left out"
  return `a bin of ${Math.round(rowsIn(state))} rows: a cut ${isFew ? "may miss" : "falls among"} the ${rows}`
}

const yours = (S, mine, best) => {
  if (mine === best) return "<em>yours, too</em>"
  const bins = `yours, ${mine.max_bin} bins`
  if (mine.max_bin > best.max_bin) return `<em>${bins}: ${mine.max_bin / best.max_bin} × as many</em>`
  return `<em>${bins}: ${percent(mine.kept)}${isLucky(S, mine) ? ", by luck" : ""}</em>`
}
