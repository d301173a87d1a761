// Where each phase of a round begins and ends, as parts of its time. All that is drawn is a function of (round, part): so
// the same lines play it, run it backwards and stop anywhere.
import { part } from "../../stage/kit/easing.js"

export const ANCHOR = [0, 0.1] // the last tree goes, and what it added
export const RISE = [0.1, 0.18] // what every cut gains, and the root
export const MARK = [0.16, 0.2] // the best cut
export const FLY = [0.26, 0.56] // the tree has grown: stems leave for their leaves
export const SETTLE = [0.56, 0.69] // they level out to the mean, and that to the weight
export const SHRINK = [0.69, 0.8] // times the learning rate
export const LIFT = [0.8, 1] // the prediction takes the step
const MIDDLE = (SETTLE[0] + SETTLE[1]) / 2
export const TO_MEAN = [SETTLE[0], MIDDLE]
export const TO_WEIGHT = [MIDDLE, SETTLE[1]]

// When the nodes of a depth appear; those deeper than three at once.
export const appears = (u, depth) =>
  part(u, [0.1 + 0.035 * Math.min(depth, 3), 0.155 + 0.035 * Math.min(depth, 3)])

// What the phase does, beside the title of the tree.
export const phaseWords = (u, { rate, isResidual, isClass }) => {
  if (u <= FLY[0]) return ""
  if (u < SETTLE[0])
    return isResidual ? (isClass ? "y − p of every row" : "y − prediction of every row") : "−g of every row"
  if (u < MIDDLE) return isResidual ? (isClass ? "mean of y − p" : "mean of what is missed") : "mean of −g"
  if (u < SHRINK[0]) return "w = −G / (H + λ)"
  return u < LIFT[0] ? `w × ${rate}` : `${isClass ? "raw prediction" : "prediction"} + ${rate} × w`
}
