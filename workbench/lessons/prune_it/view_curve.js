// Once cross-validation has said which tree it keeps: what every tree errs, by its leaves, on rows that grew it and on others.
import { across, scale } from "../../stage/kit/axes.js"
import { circle, pathOf, upright } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { chosenOf, hidesFolds, isAlpha } from "./view_model.js"

const LEFT = 3 // em beside it for the numbers of its scale

// A node that is pointed at or held on to has its bills there.
export const hasCurve = S => isAlpha(S) && S.at.prune_told === 1 && Boolean(S.record.validated) && !hidesFolds(S) && S.over === null && chosenOf(S) === null

const text = (x, y, words, cls, anchor = "middle") => `<text class="${cls}" x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${words}</text>`

export const drawCurve = (S, lines) => {
  const { own, n, parts, record: { validated, ways: [{ leaves }] }, view, L: { em, bills: { w, h } } } = S,
    { error, se, best, simple } = validated,
    base = h - 3.4 * em,
    within = error[best] + se[best],
    most = Math.max(...lines.flatMap(({ values }) => [...values]), within),
    x = scale([0, Math.max(1, n)], [(LEFT + 0.8) * em, w - 0.8 * em]),
    y = scale([0, 1.06 * most || 1], [base, 4.4 * em]),
    line = values => pathOf(Array.from(values, (each, k) => [x(k), y(each)])),
    every = Math.ceil((2 * em * n) / w),
    key = [w, ...lines.map(({ name }) => 40 + 0.46 * em * name.length)]
  say(parts.linkhead, "What each tree errs")
  say(parts.linknote, `${validated.folds} folds`)
  let drawn = across(y, [LEFT * em, w], em) + lines.map(({ mark, values }) => `<path class="${mark}" d="${line(values)}"/>`).join("")
  const [left, right, high, low] = [x(best), x(n), y(within), y(error[best] - se[best])].map(round1)
  drawn += `<path class="cut" d="${upright(x(view), 4.4 * em, base)}"/><path class="band" d="M${left} ${high}H${right}V${low}H${left}z"/>`
  const start = (LEFT + 0.2) * em
  drawn += `<rect class="band" x="${round1(start)}" y="${round1(2.1 * em)}" width="20" height="10"/>${text(start + 26, 2.8 * em, "one standard error about the least", "", "start")}`
  drawn += lines.map(({ name, mark }, i) => {
    const from = start + key.slice(1, i + 1).reduce((sum, each) => sum + each, 0)
    return `<path class="${mark}" d="M${round1(from)} ${round1(1.1 * em)}h20"/>${text(from + 26, 1.4 * em, name, "", "start")}`
  }).join("")
  const at = (k, cls) => `<path class="${cls}" d="${circle(x(k), y(error[k]), 6)}"/>`
  if (simple !== best) drawn += at(simple, "least hollow")
  if (own.kept !== null && own.kept !== best) drawn += at(own.kept, "mine") + text(x(own.kept), y(error[own.kept]) - 0.9 * em, "yours", "halo mine-text")
  drawn += at(best, "least") + text(x(best) - 8, y(error[best]) + 1.5 * em, significant(error[best]), "halo least-text", "end")
  for (let k = 0; k <= n; k += every) drawn += text(x(k), base + 1.3 * em, leaves[k].toLocaleString("en"), k === S.at.round ? "ink" : "")
  put(parts.billsbox, drawn + text((x(0) + x(n)) / 2, base + 2.8 * em, "leaves", "ink"))
  put(parts.sums, `<span class="note">${simple === best ? "no smaller tree is within one standard error" : simplest(leaves[simple], error[simple], se[best], within)}</span>`)
}

const simplest = (leaves, error, se, within) =>
  `${leaves === 1 ? "1 leaf errs" : `${leaves} leaves err`} ${significant(error)}: within one standard error, ${significant(within - se)} + ${significant(se)}`
