// Where a text covers no curve: `left`, `wide` and `down`, its base, are its place in pixels.
const EVERY = 4, ABOVE_BASE = 13, BELOW_BASE = 4, HALO = 2 // pixels: between points of a curve; what a text takes

// Points of a curve, so near to each other that none passes a text unseen.
export const sampled = (xs, ys) => xs.flatMap((x, i) => {
  if (!i) return []
  const from = xs[i - 1], rise = ys[i] - ys[i - 1], n = Math.ceil(Math.hypot(x - from, rise) / EVERY)
  return Array.from({ length: n }, (_, k) => [from + ((x - from) * k) / n, ys[i - 1] + (rise * k) / n])
})

const covered = (points, { left, wide, down }) =>
  points.filter(([x, y]) => x > left - HALO && x < left + wide + HALO && y > down - ABOVE_BASE && y < down + BELOW_BASE).length

// Of some places that which covers least; of those alike that with the least cost, then the first.
export const freest = (places, points, cost = () => 0) => {
  const costs = places.map(place => [1e3 * covered(points, place) + cost(place), place])
  return costs.reduce((least, each) => (each[0] < least[0] ? each : least))[1]
}
