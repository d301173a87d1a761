// Where each phase of a round begins and ends, as parts of its time. All that is drawn is a function of (round, part): so
// the same lines play it, run it backwards and stop anywhere.
import { part } from "../../stage/kit/easing.js"

export const ASKED = 0.001 // the last tree is gone, and nothing of the next one is seen
export const RISE = [0, 0.1] // what every cut gains, from the first frame on
export const MARK = [0.08, 0.12] // the best cut
export const LEVEL = [0.2, 0.54] // the tree has grown: the stems of each leaf level out to their mean
export const WEIGH = [0.54, 0.64] // that becomes the leaf's weight
export const TOLD = 0.645 // there a guess is told: the leaves have their weights, and nothing is added yet
export const SHRINK = [0.65, 0.77] // times the learning rate; the next cut is asked over a clear picture, so what led to this one goes
export const LIFT = [0.78, 1] // the prediction takes the step

// When the nodes of a depth appear; those deeper than three at once.
export const appears = (u, depth) =>
  part(u, [0.08 + 0.025 * Math.min(depth, 3), 0.12 + 0.025 * Math.min(depth, 3)])

// What the phase does, beside the title of the tree.
export const phaseWords = (u, { rate, isResidual, isClass }) => {
  if (u <= LEVEL[0]) return ""
  if (u < WEIGH[0]) return `mean of ${!isResidual ? "−g" : isClass ? "y − p" : "what is missed"}, leaf by leaf`
  if (u < SHRINK[0]) return "w = −G / (H + λ)"
  return u < LIFT[0] ? `w × ${rate}` : `${isClass ? "raw prediction" : "prediction"} + ${rate} × w`
}
