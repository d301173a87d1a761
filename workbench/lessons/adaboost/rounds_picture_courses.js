// The courses over the rounds, and the votes for the chosen row.
import { axes } from "../../components/kit/axes.js"
import { shown } from "../../components/kit/numbers.js"
import { make, path } from "../../components/kit/svg.js"
import { curve, svgIn } from "./rounds_picture_shapes.js"

const ROOM = { left: 46, right: 14, top: 8, bottom: 36 }

export const layoutCourse = (state, name, lines, { bound, bars }) => {
  const frames = state.frames, height = state.low, picture = svgIn(state, name, height)
  let most = bound ?? 0
  for (const line of lines) for (const value of line) if (Number.isFinite(value)) most = Math.max(most, value)
  const extent = [0.5, frames.rounds + 0.5, 0, (most || 1) * 1.12]
  const group = picture.svg.appendChild(make("g"))
  const wide = Math.min(frames.rounds, Math.max(1, picture.width / 60))
  const { sx, sy } = axes(group, { width: picture.width, height, room: ROOM, extent, xLabel: "round", about: [wide, 3] })
  for (const text of group.querySelectorAll(".tick[text-anchor=middle]")) if (text.textContent.includes(".")) text.remove()
  picture.cursor = picture.svg.appendChild(make("line", { class: "cursor", y1: ROOM.top, y2: height - ROOM.bottom }))
  if (bound !== undefined)
    picture.svg.append(
      make("line", { class: "bound", x1: ROOM.left, x2: picture.width - ROOM.right, y1: sy(bound), y2: sy(bound) }),
      make("text", { class: "note", x: picture.width - ROOM.right - 4, y: sy(bound) + 15, "text-anchor": "end" }, `guessing: 1 − 1/K = ${shown(bound)}`),
    )
  picture.lines = lines.map((line, at) => {
    const xs = Array.from(line, (_, i) => sx(i + 1)), ys = Array.from(line, sy)
    if (bars) {
      const half = Math.min(14, 0.36 * (sx(2) - sx(1)))
      picture.bars = xs.map((x, i) => picture.svg.appendChild(make("rect", Number.isFinite(line[i]) ? { class: "bar", x: x - half, width: 2 * half, y: ys[i], height: Math.max(0, sy(0) - ys[i]) } : {})))
    } else picture.svg.append(make("path", { class: `line line${at}`, d: path(xs, ys) }))
    return { line, xs, ys, dot: picture.svg.appendChild(make("circle", { class: `dot line${at}`, r: bars ? 0 : 4.5 })) }
  })
  return Object.assign(picture, { sx })
}

export const paintCourse = (state, name) => {
  const picture = state.drawnParts[name], at = state.round - 1, x = picture.sx(state.round)
  picture.cursor.setAttribute("x1", x)
  picture.cursor.setAttribute("x2", x)
  picture.bars?.forEach((bar, i) => bar.classList.toggle("now", i === at))
  for (const { line, xs, ys, dot } of picture.lines) {
    dot.style.display = Number.isFinite(line[at]) ? "" : "none"
    dot.setAttribute("cx", xs[at])
    if (Number.isFinite(ys[at])) dot.setAttribute("cy", ys[at])
  }
}

// --- the votes for the chosen row: a bar for each class, a piece for each tree

const votesOf = (frames, row, rounds) => {
  const total = frames.classes.map(() => 0), pieces = [], weights = curve(frames, 1)
  for (let r = 1; r <= rounds; r++) {
    const weight = weights[r - 1], code = frames.predicted[(r - 1) * frames.x.length + row]
    if (!(weight > 0)) continue
    pieces.push({ r, code, from: total[code], weight })
    total[code] += weight
  }
  return { total, pieces }
}

export const paintVotes = state => {
  const frames = state.frames, height = state.low, picture = svgIn(state, "votes", height), row = state.data.row
  const most = Math.max(...votesOf(frames, row, frames.rounds).total) || 1
  const { total, pieces } = votesOf(frames, row, state.round), best = total.indexOf(Math.max(...total))
  const each = Math.min(62, (height - 8) / frames.classes.length), sx = value => 6 + (value / most) * (picture.width - 20)
  frames.classes.forEach((name, k) => {
    const top = 4 + k * each, wins = total[k] > 0 && k === best
    const text = make("text", { class: wins ? "title" : "tick", x: 6, y: top + 13 })
    text.append(make("tspan", { fill: frames.colours[k] }, "■ "), make("tspan", {}, `${name}: ${shown(total[k])}${wins ? " wins" : ""}${k === frames.codes[row] ? " (its label)" : ""}`))
    picture.svg.append(text)
    for (const piece of pieces.filter(each => each.code === k))
      picture.svg.append(make("rect", { class: piece.r === state.round ? "piece now" : "piece", fill: frames.colours[k], x: sx(piece.from), width: Math.max(1, sx(piece.from + piece.weight) - sx(piece.from)), y: top + 19, height: Math.max(9, each - 26) }))
  })
  const words = frames.classes.map((name, k) => `${name} ${shown(total[k])}`).join(", ")
  picture.svg.setAttribute("aria-label", `Votes for ${state.data.row_name} after round ${state.round}: ${words}.`)
}
