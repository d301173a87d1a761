// Once cross-validation has said which tree it keeps: what every tree errs, by its leaves, on rows that grew it and on others.
import { across, scale } from "../../stage/kit/axes.js"
import { circle, pathOf, upright } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { text } from "./view_bills.js"
import { chosenOf, isTold } from "./view_model.js"

// From the answer on, and where nothing is asked at the trees that it is about; a node that is pointed at or held on to has its
// bills there.
export const hasCurve = S => {
  const { at, n, over, record: { validated } } = S
  if (!validated || over !== null || chosenOf(S) !== null) return false
  return at.prune_told === 1 || (at.guess === 0 && S.resting() && [validated.best, validated.simple, n].includes(at.round))
}

// On the rows that grew them, on others, and by folds: as far as that is known.
export const coursesOf = ({ validated, unseen, train, risk, measure }) => {
  const isImpure = measure === "impurity",
    of = (mark, values, name = mark) => (values ? [{ name, mark, values }] : [])
  return [...of("train", (isImpure && train) || risk, isImpure && !train ? "R(T)" : "training"), ...of("unseen", unseen), ...of("folds", validated?.error)]
}

export const drawCurve = S => {
  const { at, n, parts, record, view, L: { em, bills: { w, h } } } = S,
    { validated, validated: { error, se, best, simple, folds }, ways: [{ leaves }] } = record,
    lines = coursesOf(record),
    [start, top, base] = [3.2 * em, 4.4 * em, h - 3.4 * em],
    most = Math.max(...lines.flatMap(({ values }) => [...values]), error[best] + se[best]),
    x = scale([0, Math.max(1, n)], [start + 0.6 * em, w - 0.8 * em]),
    y = scale([0, 1.06 * most || 1], [base, top]),
    every = Math.ceil((2 * em * n) / w)
  say(parts.linkhead, "What each tree errs")
  say(parts.linknote, `${folds} folds`)
  let drawn = `${across(y, [start, w], em)}<path class="cut" d="${upright(x(view), top, base)}"/>`
  lines.forEach(({ name, mark, values }, i) => {
    const from = start + 7.2 * em * i // of its key
    drawn += `<path class="${mark}" d="${pathOf(Array.from(values, (each, k) => [x(k), y(each)]))}M${round1(from)} ${round1(1.1 * em)}h20"/>${text(from + 26, 1.4 * em, name, "", "start")}`
  })
  if (isTold(S)) drawn += answerOf(S, x, y, em, start)
  leaves.forEach((many, k) => {
    if (k % every === 0) drawn += text(x(k), base + 1.3 * em, many.toLocaleString("en"), k === at.round ? "ink" : "")
    drawn += `<rect class="rung" data-rung="${k}" fill="none" x="${round1(x(k - 0.5))}" y="0" width="${round1(x(1) - x(0))}" height="${round1(h)}"/>`
  })
  put(parts.billsbox, drawn + text((x(0) + x(n)) / 2, base + 2.8 * em, "leaves", "ink"))
  const words = simple === best ? "no smaller tree is within one standard error" : simplest(leaves[simple], validated)
  put(parts.sums, isTold(S) ? `<span class="note">${words}</span>` : "")
}

// Which tree errs least, how sure that is, the smallest that is as good, and one's own.
const answerOf = ({ own: { kept }, n, record: { validated: { error, se, best, simple } } }, x, y, em, start) => {
  const at = (k, cls) => `<path class="${cls}" d="${circle(x(k), y(error[k]), 6)}"/>`,
    [left, right, high, low] = [x(best), x(n), y(error[best] + se[best]), y(error[best] - se[best])].map(round1)
  let drawn = `<path class="band" d="M${left} ${high}H${right}V${low}H${left}z"/><path class="band" d="M${round1(start)} ${round1(2.1 * em)}h20v10h-20z"/>`
  drawn += text(start + 26, 2.8 * em, "one standard error about the least", "", "start")
  if (simple !== best) drawn += at(simple, "least hollow")
  if (kept !== null && kept !== best) drawn += at(kept, "mine") + text(x(kept), y(error[kept]) - 0.9 * em, "yours", "halo mine-text")
  return drawn + at(best, "least") + text(x(best) - 8, y(error[best]) + 1.5 * em, significant(error[best]), "halo least-text", "end")
}

const simplest = (leaves, { error, se, best, simple }) =>
  `${leaves === 1 ? "1 leaf errs" : `${leaves} leaves err`} ${significant(error[simple])}: within one standard error, ${significant(error[best])} + ${significant(se[best])}`
