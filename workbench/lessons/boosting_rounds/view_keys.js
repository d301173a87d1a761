// What stands in the legend beside the classes, and a row in words.
import { key } from "../../stage/kit/legend.js"
import { significant, signed, threshold } from "../../stage/kit/numbers.js"

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
