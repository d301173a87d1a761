// What happens when, in time of acts: a runs from 0, each row with its own loss, to 6, the same rows sure and wrong.
import { part, soft } from "../../stage/kit/easing.js"

const PHASES = {
  stack: [0, 0.9], // the rows' curves rise onto each other
  gone: [1, 1.04], // what they lose goes, and slope and bend of each come
  comes: [1.04, 1.15],
  room: [1.04, 1.25], // what their sums say
  zoom: [1, 1.3],
  slope: [1.25, 1.55], // bars of g become G, and a line of this slope grows
  bend: [1.55, 1.9], // bars of h become H, and bend it
  penalty: [2, 2.55],
  ball: [2.6, 2.9],
  parts: [3.05, 3.6], // one parabola becomes two
  falls: [3.6, 4],
  back: [5, 5.15], // one leaf again
  lie: [5.15, 6],
}
// When each of the five bars of the gain comes: both depths as they fall, the rest in the act after.
export const TERMS = [[3.7, 3.9], [3.8, 4], [4.05, 4.4], [4.4, 4.7], [4.72, 5]]

// From which share of its act a line of formulas is there.
export const LINES = { 1: [0.3, 0.97], 2: [0.5, 0.85, 0.97], 3: [0.5, 0.92, 0.97], 4: [0.5, 0.9, 0.97], 6: [0.97, 0.97] }

export const phasesAt = (a, hasTwo) => {
  const found = Object.fromEntries(Object.entries(PHASES).map(([name, phase]) => [name, soft(part(a, phase))]))
  return { ...found, a, ...(hasTwo ? { parts: found.parts * (1 - found.back) } : { parts: 0, falls: 0 }) }
}

// Where the clock stands, in time of acts: a leaf may lack some of them.
export const actTime = (S, step, u) => (S.isStart ? 0 : S.record.which[step] - 1 + u)
