// What stands in the legend: a mark of each kind, and its name.
import { classMark } from "../../stage/kit/marks.js"
import { significant, signed } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"

export const key = (mark, text, wide = 20) =>
  `<span><svg viewBox="0 0 ${wide} 12"${wide < 20 ? ' class="small"' : ""} aria-hidden="true">${mark}</svg>${text}</span>`

export const STEM_KEY = key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "negative gradient", 12)
export const ROWS_KEY = key('<circle cx="10" cy="6" r="2.6" fill="var(--rows)"/>', "rows")

export const classKeys = ([down, up]) =>
  key(`<path class="mark-a" d="${classMark(false, 6, 6, 3.6)}"/>`, escaped(down), 12) +
  key(`<path class="mark-b" d="${classMark(true, 6, 6.5, 3.6)}"/>`, escaped(up), 12)

// A row as the plane and the rails read it out.
export const rowWords = ({ record }, m, i) => {
  const g = `−g ${signed(m.res[i])}`
  if (!record.classes.length)
    return `${record.target} ${significant(record.y[i])} · ${significant(m.before[i])} → ${significant(m.after[i])} · ${g}`
  return `${record.classes[record.y[i]]} · p ${significant(m.before[i])} → ${significant(m.after[i])} · ${g}`
}
