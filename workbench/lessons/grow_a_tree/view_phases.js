// What happens when in one split, as parts of its time.
export const GROW = [0, 0.12] // the bars of the two newest nodes
export const SORT = [0.16, 0.34] // best first: who gains more overtakes
export const PICK = [0.34, 0.4] // the front is framed, all other rows go under paper
export const FLY = [0.42, 0.58] // its bar leaves the line, which closes up
export const CUT = [0.46, 0.6] // the cut falls through its rows
export const PART = [0.6, 0.84] // its mean becomes two, and the error falls by the gain
export const NEW = [0.84, 1] // two new nodes join the line
export const TOLD = 0.4 // where the clock waits once a guess is told
