// What stands in a legend: a mark of each kind, and its name.
import { classMark, LETTERS, markOf } from "./marks.js"
import { escaped } from "./svg.js"

export const key = (mark, text, wide = 20) =>
  `<span><svg viewBox="0 0 ${wide} 12"${wide < 20 ? ' class="small"' : ""} aria-hidden="true">${mark}</svg>${text}</span>`

export const lineKey = (cls, text) => key(`<path d="M0 6h20" class="${cls}"/>`, text)

export const classKeys = ([down, up]) =>
  key(`<path class="mark-a" d="${classMark(false, 6, 6, 3.6)}"/>`, escaped(down), 12) +
  key(`<path class="mark-b" d="${classMark(true, 6, 6.5, 3.6)}"/>`, escaped(up), 12)

// Of up to three classes, by their codes.
export const keysOfClasses = classes =>
  classes.map((name, k) => key(`<path class="mark-${LETTERS[k]}" d="${markOf(k, 6, 6, 3.6)}"/>`, escaped(name), 12)).join("")
