// Motion as functions of time: t and u go from 0 to 1.
export const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value))
export const lerp = (a, b, t) => a + (b - a) * t

// How much of the phase from a to b has passed.
export const part = (u, [a, b]) => clamp((u - a) / (b - a))

// The same of several phases, each by its name.
export const parts = (u, phases) => Object.fromEntries(Object.entries(phases).map(([name, ends]) => [name, part(u, ends)]))

// Slow at both ends, and slow at the end alone.
export const soft = t => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)
export const outward = t => 1 - (1 - t) ** 3
export const even = t => t

// How far an arrow has got that begins at 0 and rests at 1 after REACH_SECONDS; it never goes beyond.
const REACH_SECONDS = 0.9
export const reaching = seconds => (seconds > REACH_SECONDS ? 1 : 1 - (1 + 9 * seconds) * Math.exp(-9 * seconds))
