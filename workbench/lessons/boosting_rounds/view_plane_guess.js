// The guess in the plane: a line either way; on the wrong feature it turns instead of springing.
import { lerp } from "../../stage/kit/easing.js"
import { grip, turn } from "../../stage/kit/marks.js"
import { threshold } from "../../stage/kit/numbers.js"
import { escaped, round1 } from "../../stage/kit/svg.js"

// What every cut gains, on one scale beside both axes.
export const hills = (S, m) => {
  const { L } = S,
    moment = S.moment({ ...S.at, round: m.round, node: 0, feature: null, cut: null }),
    best = moment?.best?.gain
  if (!(best > 0)) return ""
  return moment.curves
    .map(({ feature, ways: [way] }) => {
      if (!way) return ""
      const points = Array.from(way.gain, (gain, i) => {
        const high = (Math.max(0, gain) / best) * (L.band - 8) * S.guess.spring
        return feature ? [L.x1 + 4 + high, L.py(way.x[i])] : [L.px(way.x[i]), L.foot - high]
      }).filter(([x, y]) => Number.isFinite(x + y))
      const d = points.map(([x, y], i) => `${i ? "L" : "M"}${round1(x)} ${round1(y)}`).join("")
      const end = feature ? `H${L.x1 + 4}V${round1(points[0][1])}Z` : `V${L.foot}H${round1(points[0][0])}Z`
      return `<path class="hill" d="${d}${end}"/><path class="hillline" d="${d}"/>`
    })
    .join("")
}

// The other feature: the guessed line turns about the crossing.
export const turned = ({ L, guess: { spring } }, { feature, value }, root) => {
  const x = L.px(feature ? root.threshold : value),
    y = L.py(feature ? value : root.threshold),
    r = 3.4 * L.em
  const [from, to] = feature ? [0, -90] : [-90, 0],
    angle = (lerp(from, to, spring) * Math.PI) / 180
  const end = [x + r * Math.cos(angle), y + r * Math.sin(angle)].map(round1)
  return `<path class="coil" d="M${x} ${y}L${end}" stroke-dasharray="3 4"/>${turn([x, y], r, from, to, spring)}`
}

export const handles = (S, isTold) => {
  const { L, own, record } = S,
    { em } = L,
    isOpen = Boolean(S.guess),
    isNarrow = L.picture.w < 450
  return [0, 1]
    .map(f => {
      const isMine = isOpen && own.guess.feature === f,
        value = own.guess.values[f]
      if (isOpen && !isMine) return ""
      const label = `role="slider" tabindex="0" aria-label="Your guess on ${escaped(record.names[f])}" aria-valuenow="${value}" aria-valuetext="${threshold(value, record.decimals[f])}"`
      const name = isMine ? "guessed" : "stub"
      if (f) {
        const y = round1(L.py(value)),
          x = L.x1 + L.side - 12
        return (
          `<g class="handle upright" data-axis="1" ${label}><rect x="${L.x1 + 1}" y="${y - 20}" width="${L.side}" height="40" fill="transparent"/>` +
          `<path class="${name}" d="M${isMine ? L.x0 : L.x1 + L.side - (isNarrow ? 26 : 34)} ${y}H${x - 12}"/>${grip(x, y, em, true)}</g>`
        )
      }
      const x = round1(L.px(value)),
        end = isMine ? L.bottom + (isTold ? L.band : 0) : L.top - 2
      return (
        `<g class="handle" data-axis="0" ${label}><rect x="${x - 22}" y="0" width="44" height="${L.top - 4}" fill="transparent"/>` +
        `<path class="${name}" d="M${x} 14V${end}"/>${grip(x, 14, em)}</g>`
      )
    })
    .join("")
}
