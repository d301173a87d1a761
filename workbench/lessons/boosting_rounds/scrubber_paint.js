// What a step changes in the pictures of the scrubber.
import { freest, sampled } from "../../components/kit/free.js"
import { channels, clamp, shown, thresholdText } from "../../components/kit/numbers.js"
import { drawnAt } from "../../components/kit/motion.js"
import { paintControls } from "../../components/kit/rounds.js"
import { asked, moveHandle } from "./scrubber_guess.js"
import { INSIDE, LEFT, OUTSIDE, RIGHT, SIDES, across, border, dots, row, tenth, triangles } from "./scrubber_shapes.js"

export const paint = state => {
  const { frames, picture } = state, [r, share] = drawnAt(state)
  const n = frames.x.length, gradient = row(frames.gradient, r - 1, n)
  const seen = state.data.marks.ask ? r - 1 : r // where the tree is asked for, what it did stays hidden
  const before = row(frames.value, r - 1, n), after = between(before, row(frames.value, seen, n), share)
  if (frames.kind === "curve") paintCurve(picture, frames, r, seen, share)
  else if (frames.kind === "surface") paintSurface(state, frames, r, seen)
  if (picture.stems) paintStems(picture, frames, before, gradient)
  if (frames.kind !== "curve") paintRows(state, frames, gradient, before, after)
  paintLosses(state)
  paintWords(state, gradient)
}

// So far on the way from some numbers to others.
const between = (from, to, share) => (share === 1 ? to : to.map((value, i) => from[i] + share * (value - from[i])))

const paintCurve = (picture, frames, r, seen, share) => {
  const m = frames.grid.length, old = row(frames.curve, r - 1, m), fresh = between(old, row(frames.curve, seen, m), share)
  picture.gx ??= Float32Array.from(frames.grid, picture.sx)
  let before = "", after = "", back = ""
  for (let i = 0; i < m; i++) {
    const start = i ? "L" : "M", x = tenth(picture.gx[i]), a = tenth(picture.sy(old[i])), b = tenth(picture.sy(fresh[i]))
    before += `${start}${x},${a}`
    after += `${start}${x},${b}`
    back = `L${x},${a}${back}`
  }
  picture.before.setAttribute("d", before)
  picture.after.setAttribute("d", after)
  picture.change.setAttribute("d", `${after}${back}z`)
}

const paintStems = (picture, frames, before, gradient) => {
  let text = "", longest = -1
  for (const i of frames.stems) {
    const x = tenth(picture.xs[i])
    text += `M${x},${tenth(picture.sy(before[i]))}V${tenth(picture.sy(before[i] - gradient[i]))}`
    if (longest < 0 || Math.abs(gradient[i]) > Math.abs(gradient[longest])) longest = i
  }
  picture.stems.setAttribute("d", text)
  if (longest < 0) return
  const end = picture.sy(before[longest] - gradient[longest]), words = `−g = ${shown(-gradient[longest])}`
  const { left, down } = besideStem(picture, frames, picture.xs[longest], end, gradient[longest] > 0, 7.4 * words.length)
  picture.largest.setAttribute("x", tenth(left))
  picture.largest.setAttribute("y", tenth(down))
  picture.largest.textContent = words
}

// Where the words of a stem stand: beyond its end or beside it, clear of the truth, or of the rows without one.
const besideStem = (picture, frames, x, end, isDown, wide) => {
  const top = picture.room.top + 14, bottom = picture.bottom - 4
  picture.shape ??= frames.truth.length
    ? sampled(Array.from(frames.grid, picture.sx), Array.from(frames.truth, picture.sy))
    : Array.from(picture.xs, (px, i) => [px, picture.ys[i]])
  const beyond = end + (isDown ? 17 : -8), before = end + (isDown ? -8 : 17)
  const downs = [beyond, end + 4, before, beyond + (isDown ? 14 : -14), before + (isDown ? -18 : 18)].map(down => clamp(down, top, bottom))
  const lefts = [x + 8, x - 8 - wide, x - wide / 2].filter(left => left > picture.room.left && left + wide < picture.right)
  return freest(downs.flatMap(down => lefts.map(left => ({ left, wide, down }))), picture.shape)
}

// Colours of a surface: clear in the middle, so that any ground fits.
const palette = root => {
  const of = name => channels(getComputedStyle(root).getPropertyValue(name).trim())
  const [low, high] = [of("--low"), of("--high")], colours = new Uint8ClampedArray(4 * 256)
  for (let level = 0; level < 255; level++) {
    const share = (level - 127) / 127
    colours.set([...(share < 0 ? low : high), 190 * Math.abs(share) ** 0.55], 4 * level)
  }
  return new Uint32Array(colours.buffer)
}

const paintSurface = (state, frames, r, seen) => {
  const picture = state.picture, size = picture.canvas.width, cells = size * size
  const old = row(frames.surface, r - 1, cells), fresh = row(frames.surface, seen, cells)
  picture.colours ??= palette(state.root)
  picture.pen ??= picture.canvas.getContext("2d")
  picture.image ??= picture.pen.createImageData(size, size)
  picture.pixels ??= new Uint32Array(picture.image.data.buffer)
  for (let at = 0; at < cells; at++) picture.pixels[at] = picture.colours[fresh[at]]
  picture.pen.putImageData(picture.image, 0, 0)
  const [w, h] = [picture.right - picture.room.left, picture.bottom - picture.room.top]
  picture["border-before"].setAttribute("d", border(old, size, w, h, picture.room))
  picture["border-after"].setAttribute("d", border(fresh, size, w, h, picture.room))
}

const paintRows = (state, frames, gradient, before, after) => {
  const picture = state.picture, sides = state.sides, largest = frames.largest || 1
  const ys = frames.kind === "surface" ? picture.ys : Float32Array.from(after, picture.sy)
  const radius = i => 1.8 + 6 * Math.sqrt(Math.abs(gradient[i]) / largest)
  const isUp = frames.up.length ? i => frames.up[i] === 1 : i => gradient[i] < 0
  const inside = i => sides[i] !== OUTSIDE
  picture.up.setAttribute("d", triangles(picture.xs, ys, radius, i => inside(i) && isUp(i), true))
  picture.down.setAttribute("d", triangles(picture.xs, ys, radius, i => inside(i) && !isUp(i), false))
  picture.upFaded.setAttribute("d", triangles(picture.xs, ys, radius, i => !inside(i) && isUp(i), true))
  picture.downFaded.setAttribute("d", triangles(picture.xs, ys, radius, i => !inside(i) && !isUp(i), false))
  picture.beforeDots?.setAttribute("d", dots(picture.xs, Float32Array.from(before, picture.sy), () => 3, () => true))
  const lit = sidesLit(state)
  for (const [name, side] of [["haloleft", LEFT], ["haloright", RIGHT]])
    picture[name].setAttribute("d", lit.includes(side) ? dots(picture.xs, ys, i => radius(i) + 4, i => sides[i] === side) : "")
}

// The sides of the cut whose rows are coloured: what the reader points at.
const sidesLit = state => {
  if (state.side === "left") return [LEFT]
  if (state.side === "right") return [RIGHT]
  return state.side === "node" ? [LEFT, RIGHT] : []
}

// Marks that stay while one steps, until Python sends others.
export const paintMarks = state => {
  const { frames, picture } = state, { cut, region, guess, guess_axis: axis, ask } = state.data.marks
  if (frames.kind === "curve") {
    const lit = sidesLit(state), ys = frames.up.length ? picture.ys.map((_, i) => (frames.up[i] ? picture.room.top + 5 : picture.bottom - 5)) : picture.ys
    const shownAs = state.sides.map(side => (side === OUTSIDE || lit.includes(side) ? side : INSIDE))
    SIDES.forEach((name, code) => picture[name].setAttribute("d", dots(picture.xs, ys, () => (code === LEFT || code === RIGHT ? 3.6 : 2.3), i => shownAs[i] === code)))
  }
  const bounded = region.some(([low, high]) => low !== null || high !== null)
  const [rx, ry] = [region[0] ?? [null, null], region[1] ?? [null, null]]
  const left = rx[0] === null ? picture.room.left : picture.sx(rx[0]), right = rx[1] === null ? picture.right : picture.sx(rx[1])
  const top = ry[1] === null ? picture.room.top : picture.sy(ry[1]), bottom = ry[0] === null ? picture.bottom : picture.sy(ry[0])
  const box = bounded ? { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) } : { width: 0, height: 0 }
  for (const name in box) picture.region.setAttribute(name, box[name])
  const line = !cut ? "" : cut[0] === 0 ? `M${picture.sx(cut[1])},${top}V${bottom}` : `M${left},${picture.sy(cut[1])}H${right}`
  picture.cut.setAttribute("d", line)
  picture.cutLabel.textContent = cut ? `cut at ${cut[2]}` : ""
  // Above the plot, where no data are; beside the words of the axis.
  const free = picture.room.left + 8 * (frames.captions.y.length + 1)
  if (cut) standAt(picture, picture.cutLabel, cut[0] === 0 ? Math.max(free, picture.sx(cut[1])) : right - 84, cut[0] === 0 ? picture.room.top - 8 : picture.sy(cut[1]) - 6)
  const guessed = guess !== null && axis !== null
  picture.guess.setAttribute("d", guessed ? across(picture, axis, guess) : "")
  picture.guessLabel.textContent = guessed ? `your cut ${thresholdText(guess, state.data.marks.decimals)}` : ""
  if (guessed) standAt(picture, picture.guessLabel, axis ? picture.room.left : picture.sx(guess), axis ? picture.sy(guess) - 6 : picture.room.top - 25)
  picture.handle.hidden = !ask
  picture.svg.classList.toggle("asks", ask)
  state.root.querySelector(".key.main").classList.toggle("asking", ask)
  if (!ask || axis !== state.aimAxis) Object.assign(state, { aim: null, aimAxis: axis })
  if (!ask) return
  const [low, high] = asked(state)
  moveHandle(state, state.aim ?? guess ?? (low + high) / 2)
}

const standAt = (picture, text, x, y) => {
  const atRight = x > picture.right - 6.2 * text.textContent.length - 6
  text.setAttribute("x", tenth(x + (atRight ? -6 : 6)))
  text.setAttribute("y", tenth(y))
  text.setAttribute("text-anchor", atRight ? "end" : "start")
}

const paintLosses = state => {
  const { lines, xs, ys, past, cursor, points, texts } = state.losses, r = state.round, x = xs[r]
  past.setAttribute("width", x)
  cursor.setAttribute("x1", x)
  cursor.setAttribute("x2", x)
  lines.forEach((line, at) => {
    points[at].setAttribute("cx", x)
    points[at].setAttribute("cy", ys[at][r])
    texts[at].textContent = shown(line[r])
  })
}

const paintWords = (state, gradient) => {
  const { frames, round: r } = state
  const told = state.losses.lines.map((line, at) => `mean ${frames.captions.loss} on ${at ? "unseen" : "training"} rows from ${shown(line[r - 1])} to ${shown(line[r])}`)
  let largest = 0
  for (const g of gradient) largest = Math.max(largest, Math.abs(g))
  state.picture.svg.setAttribute("aria-label", `${frames.captions.title}, round ${r} of ${frames.rounds}: ${told.join("; ")}. The largest gradient of a drawn row is ${shown(largest)}.`)
  const label = `Round ${r} of ${frames.rounds}`
  paintControls(state, label, `${label}, ${told[0]}`)
}
