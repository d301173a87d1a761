// What happens when in one split, as parts of its time.
export const GROW = [0, 0.17] // the bars of the two newest nodes
export const PICK = [0.17, 0.25] // the one that is next is framed, all other rows go under paper
export const FLY = [0.25, 0.48] // its bar slides to its step, the line closes up
export const CUT = [0.34, 0.48] // the cut falls through its rows
export const PART = [0.48, 0.8] // its mean becomes two, and the error falls by the gain
export const NEW = [0.78, 1] // two new nodes join the end of the line
export const TOLD = 0.25 // where the clock waits once a guess is told
