// Where each phase of a round begins and ends, as parts of its time. All that is drawn is a function of (round, part): so
// the same lines play it, run it backwards and stop anywhere.
import { part } from "../../stage/kit/easing.js"

export const ASKED = 0.001 // the last tree is gone, and nothing of the next one is seen
export const RISE = [0, 0.12] // what every cut gains, from the first frame on
export const MARK = [0.12, 0.16] // the best cut
export const COMES = [0.12, 0.28] // the tree, over what stood in its place
export const ARROW = [0.16, 0.34] // from a guess to it
export const LEVEL = [0.34, 0.56] // the tree has grown: the stems of each leaf level out to their mean
export const WEIGH = [0.56, 0.64] // that becomes the leaf's weight
export const TOLD = 0.645 // there a guess is told: the leaves have their weights, and nothing is added yet
export const SHRINK = [0.65, 0.77] // times the learning rate; the next cut is asked over a clear picture, so what led to this one goes
export const LIFT = [0.78, 1] // the prediction takes the step
export const CLEAR = [0.92, 1] // what its cuts gained goes for what is asked next

// When the nodes of a depth appear; those deeper than three at once.
export const appears = (u, depth) =>
  part(u, [MARK[0] + 0.06 * Math.min(depth, 3), MARK[1] + 0.06 * Math.min(depth, 3)])

// What the phase does, beside the title of the tree.
export const phaseWords = (u, { rate, isResidual, isClass }) => {
  if (u <= LEVEL[0]) return ""
  if (u < WEIGH[0]) return `mean of ${!isResidual ? "−g" : isClass ? "y − p" : "what is missed"}, leaf by leaf`
  if (u < SHRINK[0]) return "w = −G / (H + λ)"
  return u < LIFT[0] ? `w × ${rate}` : `${isClass ? "raw prediction" : "prediction"} + ${rate} × w`
}
