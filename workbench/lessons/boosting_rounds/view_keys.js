// What stands in the legend: a mark of each kind, and its name.
import { classMark } from "../../stage/kit/marks.js"
import { escaped } from "../../stage/kit/svg.js"

export const key = (mark, text, wide = 20) =>
  `<span><svg viewBox="0 0 ${wide} 12"${wide < 20 ? ' class="small"' : ""} aria-hidden="true">${mark}</svg>${text}</span>`

export const STEM_KEY = key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "negative gradient", 12)
export const ROWS_KEY = key('<circle cx="10" cy="6" r="2.6" fill="var(--rows)"/>', "rows")

export const classKeys = ([down, up]) =>
  key(`<path class="mark-a" d="${classMark(false, 6, 6, 3.6)}"/>`, escaped(down), 12) +
  key(`<path class="mark-b" d="${classMark(true, 6, 6.5, 3.6)}"/>`, escaped(up), 12)
