// What happens when in one round, as parts of its time.
export const GROW = [0.02, 0.46] // the new small tree leaves its place at the right and grows over the whole picture
export const CUT = [0.08, 0.5] // the one tree is cut, each cut in its own piece
export const STEPS = [0.46, 0.54] // the steps of the small tree stand in their pieces
export const SINK = [0.62, 0.97] // it sinks in
export const LIFT = [0.55, 1] // both predictions change
