// Where one is in the record: the file, hearing its splits, or the rounds after the confession.
import { clamp } from "../../stage/kit/easing.js"

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

export const heardSteps = ({ record }) => record.counts.length
export const hearing = (S, step) => step <= heardSteps(S)

const ARRIVES = 0.6 // of the last split: what all have told
export const isTold = ({ isStart, step, u, record: { counts: { length: heard } } }) => !heard || (!isStart && (step > heard || (step === heard && u >= ARRIVES)))

// While it is asked which settings made the file, nothing tells.
export const isHiding = ({ at, own, record }) => at.guess !== 0 && at.round < record.counts.length && !own.said && !own.shows

// A size by its first digit: 5 · 10⁻⁷.
export const boldPower = value => {
  const [digit, exponent] = value.toExponential(0).split("e")
  const raised = [...exponent.replace("+", "")].map(each => (each === "-" ? "⁻" : SUPERSCRIPTS[each])).join("")
  return `${digit} · 10${raised}`
}

// The tree that stands beside a step, by its place in the record: at first that of the split that is heard first.
export const shownTree = ({ record }, step) => record.shows[clamp(step, record.first.length ? 1 : 0, record.shows.length - 1)]
