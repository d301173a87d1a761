// Categories as bars in the order of what sorts them, and every partition as a line of a list, best first.
import { element } from "../../components/kit/html.js"
import { hasModifier, setChosen } from "../../components/kit/keys.js"
import { shown } from "../../components/kit/numbers.js"
import { onResize } from "../../components/kit/resize.js"
import { make } from "../../components/kit/svg.js"
import { tellNow, tellSoon } from "../../components/kit/telling.js"

const states = new WeakMap() // parent element: what was drawn
const KEY_PAUSE = 80 // milliseconds after the last key until Python is told
const LEAST = 240, ROOM = { left: 16, right: 16, top: 44, bottom: 74 }

const barWords = data => data.categories.map(c =>
  `${c.label}: G ${shown(c.G)}, H ${shown(c.H)}${data.has_bars ? `, ${data.order} ${shown(c.key)}` : ""}${c.side ? `, ${c.side}` : ""}`).join("; ")

const drawBars = (bars, data, width, height) => {
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Categories by ${data.order}. ${barWords(data)}` })
  const n = data.categories.length, step = (width - ROOM.left - ROOM.right) / n
  const heights = data.categories.map(c => (data.has_bars ? c.key : c.G / c.H))
  const low = Math.min(0, ...heights), high = Math.max(0, ...heights), span = high - low || 1
  const sy = value => height - ROOM.bottom - 26 - ((value - low) / span) * (height - ROOM.top - ROOM.bottom - 52)
  svg.append(make("text", { class: "title", x: ROOM.left, y: 18 }, data.has_bars ? `Sorted by ${data.order}, which the bars show` : "In the order of the labels; the bars are G / H"))
  svg.append(make("line", { class: "zero", x1: ROOM.left, x2: width - ROOM.right, y1: sy(0), y2: sy(0) }))
  data.categories.forEach((c, i) => {
    const x = ROOM.left + step * (i + 0.5), wide = Math.min(64, step * 0.62), y = sy(heights[i])
    svg.append(
      make("rect", { class: `bar-${c.side || "none"}`, x: x - wide / 2, width: wide, y: Math.min(y, sy(0)), height: Math.max(1, Math.abs(y - sy(0))) }),
      make("text", { class: "sums", x, y: heights[i] < 0 ? y + 17 : y - 6, "text-anchor": "middle" }, shown(heights[i])),
      make("text", { class: "name", x, y: height - ROOM.bottom + 20, "text-anchor": "middle" }, c.label),
      make("text", { class: "sums", x, y: height - ROOM.bottom + 40, "text-anchor": "middle" }, `G ${shown(c.G)}, H ${shown(c.H)}`),
    )
    if (c.side) svg.append(make("text", { class: `goes-${c.side}`, x, y: height - ROOM.bottom + 60, "text-anchor": "middle" }, c.side === "left" ? "← left" : "right →"))
  })
  for (let i = 1; i < n; i++) {
    const x = ROOM.left + step * i
    if (data.categories[i].side !== data.categories[i - 1].side)
      svg.append(make("line", { class: "between", x1: x, x2: x, y1: ROOM.top - 14, y2: height - ROOM.bottom + 64 }))
  }
  bars.replaceChildren(svg)
}

const drawWays = (ways, data) => {
  ways.replaceChildren(...data.ways.map(way => {
    const line = element("div", `way ${way.marks.join(" ")}`)
    line.setAttribute("role", "option")
    line.setAttribute("aria-label", way.words)
    line.dataset.number = way.number
    const marks = element("span", ""), track = element("span", "track"), bar = element("span", "bar")
    for (const kind of ["cut", "alone"]) marks.append(element("span", `mark ${kind}${way.marks.includes(kind) ? "" : " off"}`))
    bar.style.width = `${100 * way.share}%`
    track.append(bar)
    line.append(marks, element("span", "", way.name), track, element("span", "gain", way.gain))
    return line
  }))
}

const drawLegend = (legend, data) => {
  const entry = (kind, text) => {
    const made = element("span", "")
    made.append(element("span", `mark ${kind}`), document.createTextNode(text))
    return made
  }
  legend.replaceChildren(entry("cut", `a cut of the order by ${data.order}`), entry("alone", "one against the rest"))
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".partition-list")
  const [bars, legend, ways] = [".bars", ".legend", ".ways"].map(name => root.querySelector(name))
  const state = states.get(parentElement) ?? {}
  states.set(parentElement, state)
  const choose = (line, focus) => {
    for (const each of ways.children) setChosen(each, each === line, "aria-selected")
    if (focus) line.focus({ preventScroll: true })
  }
  const signature = JSON.stringify([data.ways, data.order])
  const hadFocus = ways.contains(root.getRootNode().activeElement)
  if (state.signature !== signature) {
    drawWays(ways, data)
    drawLegend(legend, data)
    state.signature = signature
  }
  const chosen = [...ways.children].find(line => Number(line.dataset.number) === data.chosen)
  if (chosen && !state.timer) choose(chosen, hadFocus)
  const commit = line => () => setTriggerValue("way", { number: Number(line.dataset.number) })
  ways.onclick = event => {
    const line = event.target.closest(".way")
    if (!line) return
    choose(line, true)
    tellNow(state, commit(line))
  }
  ways.onkeydown = event => {
    const lines = [...ways.children], i = lines.indexOf(event.target.closest(".way")), last = lines.length - 1
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: last, PageDown: Math.min(last, i + 5), PageUp: Math.max(0, i - 5) }[event.key]
    if (to === undefined || !lines[to] || hasModifier(event)) return
    event.preventDefault()
    choose(lines[to], true)
    tellSoon(state, commit(lines[to]), KEY_PAUSE)
  }
  const paint = () => {
    const width = Math.floor(bars.clientWidth), height = Math.max(LEAST, Math.floor(bars.clientHeight))
    if (width < 50 || (width === state.width && height === state.height && state.bars === JSON.stringify(data.categories) + data.order)) return
    Object.assign(state, { width, height, bars: JSON.stringify(data.categories) + data.order })
    drawBars(bars, data, width, height)
  }
  paint()
  return onResize(bars, paint)
}
