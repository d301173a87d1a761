// What stands in the legend beside the classes, and a row in words.
import { key } from "../../stage/kit/legend.js"
import { significant, signed } from "../../stage/kit/numbers.js"

export const STEM_KEY = key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "negative gradient", 12)
export const ROWS_KEY = key('<circle cx="10" cy="6" r="2.6" fill="var(--rows)"/>', "rows")

// A row as the plane and the rails read it out.
export const rowWords = ({ record }, m, i) => {
  const g = `−g ${signed(m.res[i])}`
  if (!record.classes.length)
    return `${record.target} ${significant(record.y[i])} · ${significant(m.before[i])} → ${significant(m.after[i])} · ${g}`
  return `${record.classes[record.y[i]]} · p ${significant(m.before[i])} → ${significant(m.after[i])} · ${g}`
}
