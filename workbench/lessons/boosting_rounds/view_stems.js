// Stems: what each row still misses. As the tree takes them, the stems of one leaf after the other level out to their mean,
// become the step that the leaf takes, and the prediction takes it.
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { key } from "../../stage/kit/legend.js"
import { upright } from "../../stage/kit/marks.js"
import { significant, signed, threshold } from "../../stage/kit/numbers.js"
import { set, style } from "../../stage/kit/svg.js"
import { LEVEL, LIFT, SHRINK } from "./view_phases.js"

const STAGGER = 0.6, // of the phase: how much later the last leaf begins than the first
  STRONG = 0.9

// How far the stems of a leaf are level, of which so many come before it.
export const levelled = (u, { turn }, many) => {
  const begin = many > 1 ? (STAGGER * turn) / (many - 1) : 0
  return soft(part(part(u, LEVEL), [begin, begin + 1 - STAGGER]))
}

// stem(i, from, to): where the stem of a row between two predictions stands, [x, y0, y1]. lit: rows that stay bright, or null.
export const drawStems = (S, { m, u, lift }, { stem, lit = null, width }) => {
  const { stems, faint, stemhalo, takes } = S.own.layers,
    taken = soft(part(u, SHRINK)),
    left = part(u, [LIFT[0], 0.97]),
    level = m.leaves.map(leaf => levelled(u, leaf, m.leaves.length))
  let strong = "",
    pale = "",
    steps = ""
  for (let i = 0; i < S.own.model.n; i++) {
    const [before, after] = [m.before[i], m.after[i]],
      { turn, level: mean } = m.nodes[m.leaf[i]],
      now = lerp(before, after, lift),
      isGrownOn = m.isGrownOn(i)
    if (left || !isGrownOn) {
      const d = upright(...stem(i, now, lerp(m.end[i], m.left[i], lift)))
      if ((lit && !lit[i]) || !isGrownOn) pale += d
      else strong += d
    }
    if (!isGrownOn || lift === 1) continue
    const to = lerp(lerp(m.end[i], before + mean, level[turn]), after, taken),
      d = upright(...stem(i, now, to))
    if (taken) steps += d
    else strong += d
  }
  set(stems, "d", strong)
  if (stemhalo) set(stemhalo, "d", strong)
  set(takes, "d", steps)
  set(faint, "d", pale)
  style(stems, "opacity", (taken ? STRONG * left : STRONG).toFixed(3))
  style(takes, "stroke", `color-mix(in srgb, var(--model) ${Math.round(100 * taken)}%, var(--residual))`)
  for (const each of width ? [stems, takes] : []) style(each, "stroke-width", `${width}px`)
}

// What stands in the legend beside the classes, and a row in words.
export const stemKey = words => key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', words, 12)
export const ROWS_KEY = key('<circle cx="10" cy="6" r="2.6" fill="var(--rows)"/>', "rows")

// A row that is pointed at: where it stands, what it is, what the round makes of it. Its y is no value of the curve behind it.
export const rowWords = ({ record: { names, X, decimals, classes, target, truth, y, is_residual: isResidual }, own, row: i }, m) => {
  const f = own.picture.over({ own }),
    x = f === null || !Number.isFinite(X[f][i]) ? "" : `${names[f]} ${threshold(X[f][i], decimals[f])} · `,
    { res } = own.model.missed(m.round),
    what = classes.length ? `${classes[y[i]]} · p ` : `${truth ? "y" : target} ${significant(y[i])} · prediction `
  return `${x}${what}${significant(m.before[i])} → ${significant(m.after[i])}${isResidual && !classes.length ? "" : ` · negative gradient ${signed((res ?? m.res)[i])}`}`
}
