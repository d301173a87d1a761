// Panels one step later or earlier: lines come from where they began, colours fade into each other, and the rows
// that the step has parted light up from the cut to both sides, left solid, right dashed.
import { copyOf, glide, leave, shape } from "./kit/glide.js"
import { make, path } from "./kit/svg.js"

const RING = 5, DASH = "2.2 2" // pixels
const OPEN = "inset(-9px)"

const drawn = ({ sx, sy }, [x, y]) => path(x.map(sx), y.map(sy))
const linesOf = ({ group }) => group.querySelectorAll(":scope > path.line")

const ring = (x, y) => `M${x - RING},${y}a${RING},${RING} 0 1 0 ${2 * RING},0a${RING},${RING} 0 1 0 ${-2 * RING},0`

// What of a side is seen first: a hair at the cut. Left of a cut across is below it.
const closed = ([x0, x1], isLeft) => {
  const isUpright = x0 === x1, hidden = isUpright ? (isLeft ? [0, 0, 0, 100] : [0, 100, 0, 0]) : isLeft ? [0, 0, 100, 0] : [100, 0, 0, 0]
  return `inset(${hidden.map(share => `${share}%`).join(" ")})`
}

const light = (panel, { left, right, cut }, isBack) => {
  const { group, sx, sy } = panel
  for (const [rows, isLeft] of [[left, true], [right, false]]) {
    const rings = make("path", { class: "parted", d: rows[0].map((x, i) => ring(sx(x), sy(rows[1][i]))).join(""), "stroke-dasharray": isLeft ? "" : DASH })
    const ways = [{ clipPath: closed(cut[0], isLeft), opacity: 1 }, { clipPath: OPEN, opacity: 1, offset: 0.6 }, { clipPath: OPEN, opacity: 0 }]
    leave(group, rings, isBack ? [...ways].reverse().map(({ offset, ...way }) => ({ ...way, ...(offset && { offset: 1 - offset }) })) : ways)
  }
  const middle = cut.map(([a, b]) => [(a + b) / 2, (a + b) / 2])
  const line = make("path", { class: "line parting", d: drawn(panel, cut) }), whole = shape(drawn(panel, cut))
  leave(group, line, isBack ? [whole, shape(drawn(panel, middle))] : [shape(drawn(panel, middle)), { ...whole, offset: 0.4, opacity: 1 }, { ...whole, opacity: 0 }])
}

const glideOn = now => {
  const lines = linesOf(now)
  now.panel.lines.forEach(({ x, y, start }, i) => {
    if (start) glide(lines[i], [shape(drawn(now, start)), shape(drawn(now, [x, y]))])
  })
  if (now.panel.parting) light(now, now.panel.parting, false)
}

const glideBack = (before, now) => {
  const was = linesOf(before), lines = linesOf(now)
  before.panel.lines.forEach(({ x, y, start, name }, i) => {
    if (!start) return
    leave(now.group, copyOf(was[i]), [shape(drawn(now, [x, y])), shape(drawn(now, start))])
    const same = lines[now.panel.lines.findIndex(line => line.name === name)]
    if (same) glide(same, [{ opacity: 0 }, {}])
  })
  if (before.panel.parting) light(now, before.panel.parting, true)
}

// before, now: of each panel of the pictures, in their order, its group, its scales and what Python says of it.
export const glidePanels = (before, now, isBack) =>
  now.forEach((mine, i) => {
    const image = before[i]?.group.querySelector("image"), fresh = mine.group.querySelector("image")
    if (image && fresh && image.getAttribute("href") !== fresh.getAttribute("href")) leave(mine.group, copyOf(image), [{ opacity: 1 }, { opacity: 0 }], fresh.nextSibling)
    if (!isBack) glideOn(mine)
    else if (before[i]) glideBack(before[i], mine)
  })
