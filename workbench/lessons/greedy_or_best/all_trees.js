// Every tree as a dot: across the gain of its first cut, upwards that of the whole tree.
import { axes } from "../../components/kit/axes.js"
import { element } from "../../components/kit/html.js"
import { following } from "../../components/kit/follow.js"
import { shown } from "../../components/kit/numbers.js"
import { pointIn } from "../../components/kit/pointer.js"
import { onResize } from "../../components/kit/resize.js"
import { make } from "../../components/kit/svg.js"

const pictures = new WeakMap() // parent element: { data, tell, size, sx, sy }
const ROOM = { left: 52, right: 16, top: 26, bottom: 40 }
const REACH = 16 // pixels from a dot

const LEGEND = [["any", "a tree"], ["alone", "its first cut alone"], ["greedy", "greedy"], ["best", "best"], ["chosen", "chosen"]]

// A dot, a ring, a diamond: what a tree is, is told by shape as well as by colour.
const symbol = (kind, x, y) => {
  if (kind === "best") return make("path", { class: kind, d: `M${x},${y - 9}l9,9l-9,9l-9,-9z` })
  const r = { any: 2.2, alone: 3.5, greedy: 8, chosen: 13 }[kind]
  return make("circle", { class: kind, cx: x, cy: y, r })
}

const drawLegend = (legend, isHiding) => legend.replaceChildren(...LEGEND
  .filter(([kind]) => !isHiding || ["alone", "chosen"].includes(kind))
  .map(([kind, words]) => {
    const entry = element("span"), svg = make("svg", { width: 22, height: 20, viewBox: kind === "chosen" ? "-15 -15 30 30" : "-11 -10 22 20", "aria-hidden": "true" })
    svg.append(symbol(kind, 0, 0))
    entry.append(svg, words)
    return entry
  }))

// The trees of a first cut stand above and below one another, all in one path.
const drawColumns = (svg, { columns }, { sx, sy }) => {
  let d = ""
  for (const { x, y } of columns) for (const gain of y) d += `M${sx(x).toFixed(1)},${sy(gain).toFixed(1)}h0`
  svg.append(make("path", { class: "dots", d }))
  for (const { x, y, words } of columns) {
    const dot = symbol("alone", sx(x), sy(y[0]))
    dot.append(make("title", {}, words))
    svg.append(dot)
  }
}

const drawDiagonal = (svg, { extent: [x0, x1, y0, y1] }, { sx, sy }) => {
  const low = Math.max(x0, y0), high = Math.min(x1, y1)
  svg.append(
    make("line", { class: "zero", x1: sx(x0), x2: sx(x1), y1: sy(0), y2: sy(0) }),
    make("line", { class: "diagonal", x1: sx(low), y1: sy(low), x2: sx(high), y2: sy(high) }),
  )
}

// Whether words fit between greed's tree and the height of the best.
const hasRoom = ({ greedy, best }, sy) => sy(greedy.y) - sy(best.y) > 56

// From greed's tree up to the height of the best.
const drawLoss = (svg, { marks: { greedy, best }, lost }, { sx, sy }) => {
  const x = sx(greedy.x), isRight = x > sx.middle, isFar = hasRoom({ greedy, best }, sy)
  svg.append(
    make("line", { class: "level", x1: sx(best.x), x2: x, y1: sy(best.y), y2: sy(best.y) }),
    make("line", { class: "lost", x1: x, x2: x, y1: sy(best.y), y2: sy(greedy.y) - 9 }),
  )
  if (isFar) svg.append(make("text", { class: "said", x: x + (isRight ? -12 : 12), y: (sy(best.y) + sy(greedy.y)) / 2 + 4, "text-anchor": isRight ? "end" : "start" }, `${shown(lost)} lost`))
}

const label = (svg, { x, y }, words, { sx, sy }, dy) => {
  const isRight = sx(x) > sx.middle
  svg.append(make("text", { class: "said", x: sx(x) + (isRight ? -17 : 17), y: sy(y) + dy, "text-anchor": isRight ? "end" : "start" }, words))
}

const drawMarks = (svg, { marks, lost }, frame) => {
  const { sx, sy } = frame, { greedy, best, chosen } = marks
  svg.append(symbol("chosen", sx(chosen.x), sy(chosen.y)))
  if (!greedy) return
  if (lost) drawLoss(svg, { marks, lost }, frame)
  svg.append(symbol("greedy", sx(greedy.x), sy(greedy.y)), symbol("best", sx(best.x), sy(best.y)))
  if (lost) {
    label(svg, best, `best ${shown(best.y)}`, frame, -10)
    label(svg, greedy, `greedy ${shown(greedy.y)}${hasRoom(marks, sy) ? "" : `, ${shown(lost)} lost`}`, frame, 22)
  } else label(svg, best, `greedy = best ${shown(best.y)}`, frame, -10)
}

// The number of the tree next to a place, if one is near.
const treeAt = (state, [px, py]) => {
  let best = REACH ** 2, found = null
  for (const { first, x, y } of state.data.columns) {
    const across = (state.sx(x) - px) ** 2
    if (across < best)
      for (let i = 0; i < y.length; i++) {
        const far = across + (state.sy(y[i]) - py) ** 2
        if (far < best) [best, found] = [far, first + i]
      }
  }
  return found
}

const draw = (state, root) => {
  drawLegend(root.querySelector(".legend"), !state.data.marks.best) // first: the picture has what it leaves
  const { data } = state, plot = root.querySelector(".plot"), width = plot.clientWidth, height = plot.clientHeight
  if (width < 50 || height < 50) return
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": data.words })
  const frame = axes(svg, { width, height, room: ROOM, extent: data.extent, xLabel: "gain of the first cut: all that greedy looks at", yLabel: "gain of the whole tree" })
  frame.sx.middle = (ROOM.left + width - ROOM.right) / 2
  Object.assign(state, frame)
  drawDiagonal(svg, data, frame)
  drawColumns(svg, data, frame)
  drawMarks(svg, data, frame)
  svg.onclick = event => {
    const tree = treeAt(state, pointIn(svg, event))
    if (tree !== null) state.tell("tree", tree)
  }
  plot.replaceChildren(svg)
}

export default following("trees", ({ data, parentElement, setTriggerValue }) => {
  const root = parentElement.querySelector(".trees"), state = pictures.get(parentElement) ?? {}
  pictures.set(parentElement, state)
  Object.assign(state, { data, tell: setTriggerValue })
  draw(state, root)
  return onResize(root.querySelector(".plot"), (width, height) => {
    const size = `${width} ${height}`
    if (size === state.size) return
    state.size = size
    draw(state, root)
  })
})
