// Stems: they stand in the picture, fly down the tree, stand side by side in their leaf, level out, shrink.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { flown } from "../../stage/kit/flight.js"
import { upright } from "../../stage/kit/marks.js"
import { set, style } from "../../stage/kit/svg.js"
import { FLY, LIFT, SHRINK, TO_MEAN, TO_WEIGHT } from "./view_phases.js"

const STAGGER = 0.36,
  SMALL = 9

// m: the round. stem: of a row its [x, y0, y1, when it leaves from 0 to 1]. lit: rows that stay bright, or null.
export const drawStems = (S, m, u, T, { stem, lit, width }) => {
  const { stems, faint } = S.own.layers,
    whole = part(u, FLY),
    isBack = u >= LIFT[0]
  const F = { S, T, u, mean: soft(part(u, TO_MEAN)), weight: soft(part(u, TO_WEIGHT)), gone: u >= SHRINK[0] }
  let here = "",
    pale = "",
    away = ""
  for (let i = 0; i < S.own.model.n; i++) {
    const [x, y0, y1, when] = stem(i),
      gone = part(whole, [STAGGER * when, STAGGER * when + 1 - STAGGER])
    const stays = !m.isGrownOn(i)
    if (gone === 0 || isBack || stays) {
      if ((lit && !lit[i]) || stays) pale += upright(x, y0, y1)
      else here += upright(x, y0, y1)
    } else if (!F.gone) away += flying(F, m, i, [x, y0, y1], soft(gone))
  }
  set(stems, "d", here)
  if (S.own.layers.stemhalo) set(S.own.layers.stemhalo, "d", here)
  set(faint, "d", pale)
  style(stems, "opacity", (isBack ? 0.9 * part(u, [LIFT[0], 0.97]) : 0.9).toFixed(3))
  if (width) style(stems, "stroke-width", `${width}px`)
  set(S.parts.flight, "d", away)
  style(S.parts.flight, "opacity", (0.9 * (1 - part(u, [SHRINK[0] - 0.05, SHRINK[0] - 0.02]) * 0.9)).toFixed(3))
}

const flying = ({ S, T, mean, weight }, m, i, [x, y0, y1], e) => {
  const long = y0 - y1,
    leaf = m.nodes[m.leaf[i]]
  const value = lerp(lerp(m.res[i], leaf.mean, mean), leaf.weight, weight)
  const rest = clamp(value * T.scale, -T.half, T.half),
    small = Math.sign(long) * Math.min(SMALL, Math.abs(long))
  const now = e < 0.3 ? lerp(long, small, soft(e / 0.3)) : lerp(small, rest, part(e, [0.8, 1]))
  const middle = (1 - part(e, [0.75, 1])) * soft(part(e, [0, 0.3]))
  const spread = ((i + 0.5) / S.own.model.n - 0.5) * Math.min(8 * T.em, T.w / 4)
  const [X, Y] = flown(S, T, { from: [x, y0], way: T.way[leaf.k], spread, seat: T.seat[i] }, e)
  return `M${X.toFixed(1)} ${(Y + (now / 2) * middle).toFixed(1)}v${(-now).toFixed(1)}`
}
