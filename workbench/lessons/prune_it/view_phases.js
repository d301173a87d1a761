// What happens when in one step, as parts of its time.
export const GROW = [0, 0.22] // what each branch is worth rises from the ground
export const RISE = [0.22, 0.5] // the price rises to the next one
export const FOLD = [0.5, 0.84] // what is not worth it folds into its node
export const SETTLE = [0.8, 1] // the branches above it are worth something else now
