// The weight of a leaf by its sums, for whatever lambda one tries.
export const LAMBDA = "gbt-leaf-lambda" // the event that says which lambda is tried

const soft = (G, alpha) => Math.sign(G) * Math.max(Math.abs(G) - alpha, 0)
export const weightOf = (data, lambda) => (data.H + lambda > 0 ? -soft(data.G, data.alpha) / (data.H + lambda) : 0)
