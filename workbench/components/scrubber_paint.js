// What a step changes in the pictures of the scrubber.
const paint = S => {
  const { frames: f, round: r, picture: P } = S
  const n = f.x.length, gradient = row(f.gradient, r - 1, n)
  const seen = S.data.marks.ask ? r - 1 : r // where the tree is asked for, what it did stays hidden
  const before = row(f.value, r - 1, n), after = row(f.value, seen, n)
  if (f.kind === "curve") paintCurve(P, f, r, seen)
  else if (f.kind === "surface") paintSurface(S, f, r, seen)
  if (P.stems) paintStems(P, f, before, gradient)
  if (f.kind !== "curve") paintRows(S, f, gradient, before, after)
  paintChosen(S, f, after)
  paintLosses(S)
  paintWords(S, gradient)
}

const paintCurve = (P, f, r, seen) => {
  const m = f.grid.length, old = row(f.curve, r - 1, m), fresh = row(f.curve, seen, m)
  P.gx ??= Float32Array.from(f.grid, P.sx)
  let before = "", after = "", back = ""
  for (let i = 0; i < m; i++) {
    const start = i ? "L" : "M", x = tenth(P.gx[i]), a = tenth(P.sy(old[i])), b = tenth(P.sy(fresh[i]))
    before += `${start}${x},${a}`
    after += `${start}${x},${b}`
    back = `L${x},${a}${back}`
  }
  P.before.setAttribute("d", before)
  P.after.setAttribute("d", after)
  P.change.setAttribute("d", `${after}${back}z`)
}

const paintStems = (P, f, before, gradient) => {
  let text = "", longest = -1
  for (const i of f.stems) {
    const x = tenth(P.xs[i])
    text += `M${x},${tenth(P.sy(before[i]))}V${tenth(P.sy(before[i] - gradient[i]))}`
    if (longest < 0 || Math.abs(gradient[i]) > Math.abs(gradient[longest])) longest = i
  }
  P.stems.setAttribute("d", text)
  if (longest < 0) return
  const x = P.xs[longest], atRight = x > P.right - 110
  const end = P.sy(before[longest] - gradient[longest])
  P.largest.setAttribute("x", tenth(x + (atRight ? -8 : 8)))
  P.largest.setAttribute("y", tenth(Math.max(P.room.top + 12, Math.min(P.bottom - 4, end + 4))))
  P.largest.setAttribute("text-anchor", atRight ? "end" : "start")
  P.largest.textContent = `−g = ${shown(-gradient[longest])}`
}

const paintSurface = (S, f, r, seen) => {
  const P = S.picture, size = P.canvas.width, cells = size * size
  const old = row(f.surface, r - 1, cells), fresh = row(f.surface, seen, cells)
  P.colours ??= palette(S.root)
  P.pen ??= P.canvas.getContext("2d")
  P.image ??= P.pen.createImageData(size, size)
  P.pixels ??= new Uint32Array(P.image.data.buffer)
  for (let at = 0; at < cells; at++) P.pixels[at] = P.colours[fresh[at]]
  P.pen.putImageData(P.image, 0, 0)
  const [w, h] = [P.right - P.room.left, P.bottom - P.room.top]
  P["border-before"].setAttribute("d", border(old, size, w, h, P.room))
  P["border-after"].setAttribute("d", border(fresh, size, w, h, P.room))
}

const paintRows = (S, f, gradient, before, after) => {
  const P = S.picture, sides = S.sides, largest = f.largest || 1
  const ys = f.kind === "surface" ? P.ys : Float32Array.from(after, P.sy)
  const radius = i => 1.8 + 6 * Math.sqrt(Math.abs(gradient[i]) / largest)
  const isUp = f.up.length ? i => f.up[i] === 1 : i => gradient[i] < 0
  const inside = i => sides[i] !== OUTSIDE
  P.up.setAttribute("d", triangles(P.xs, ys, radius, i => inside(i) && isUp(i), true))
  P.down.setAttribute("d", triangles(P.xs, ys, radius, i => inside(i) && !isUp(i), false))
  P.upFaded.setAttribute("d", triangles(P.xs, ys, radius, i => !inside(i) && isUp(i), true))
  P.downFaded.setAttribute("d", triangles(P.xs, ys, radius, i => !inside(i) && !isUp(i), false))
  P.beforeDots?.setAttribute("d", dots(P.xs, Float32Array.from(before, P.sy), () => 3, () => true))
  const lit = sidesLit(S)
  for (const [name, side] of [["haloleft", LEFT], ["haloright", RIGHT]])
    P[name].setAttribute("d", lit.includes(side) ? dots(P.xs, ys, i => radius(i) + 4, i => sides[i] === side) : "")
}

// The sides of the cut whose rows are coloured: what the reader points at, or both where the page wants it.
const sidesLit = S => {
  if (S.side === "left") return [LEFT]
  if (S.side === "right") return [RIGHT]
  return S.side === "node" || S.data.marks.colour_sides ? [LEFT, RIGHT] : []
}

// Marks that stay while one steps, until Python sends others.
const paintMarks = S => {
  const { frames: f, picture: P } = S, { cut, region, guess, guess_axis: axis, ask } = S.data.marks
  if (f.kind === "curve") {
    const lit = sidesLit(S), ys = f.up.length ? P.ys.map((_, i) => (f.up[i] ? P.room.top + 5 : P.bottom - 5)) : P.ys
    const shownAs = S.sides.map(side => (side === OUTSIDE || lit.includes(side) ? side : INSIDE))
    SIDES.forEach((name, code) => P[name].setAttribute("d", dots(P.xs, ys, () => (code === LEFT || code === RIGHT ? 3.6 : 2.3), i => shownAs[i] === code)))
  }
  const bounded = region.some(([low, high]) => low !== null || high !== null)
  const [rx, ry] = [region[0] ?? [null, null], region[1] ?? [null, null]]
  const left = rx[0] === null ? P.room.left : P.sx(rx[0]), right = rx[1] === null ? P.right : P.sx(rx[1])
  const top = ry[1] === null ? P.room.top : P.sy(ry[1]), bottom = ry[0] === null ? P.bottom : P.sy(ry[0])
  const box = bounded ? { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) } : { width: 0, height: 0 }
  for (const name in box) P.region.setAttribute(name, box[name])
  const line = !cut ? "" : cut[0] === 0 ? `M${P.sx(cut[1])},${top}V${bottom}` : `M${left},${P.sy(cut[1])}H${right}`
  P.cut.setAttribute("d", line)
  P.cutLabel.textContent = cut ? `cut at ${shown(cut[1], 4)}` : ""
  if (cut) standAt(P, P.cutLabel, cut[0] === 0 ? P.sx(cut[1]) : right - 84, cut[0] === 0 ? bottom - 8 : P.sy(cut[1]) - 6)
  const guessed = guess !== null && axis !== null
  P.guess.setAttribute("d", guessed ? across(P, axis, guess) : "")
  P.guessLabel.textContent = guessed ? `your cut ${shown(guess, 4)}` : ""
  if (guessed) standAt(P, P.guessLabel, axis ? P.room.left : P.sx(guess), axis ? P.sy(guess) - 6 : P.room.top + 14)
  P.handle.hidden = !ask
  P.svg.classList.toggle("asks", ask)
  S.root.querySelector(".key.main").classList.toggle("asking", ask)
  if (!ask || axis !== S.aimAxis) Object.assign(S, { aim: null, aimAxis: axis })
  if (!ask) return
  const [low, high] = asked(S)
  moveHandle(S, S.aim ?? guess ?? (low + high) / 2)
}

// A line through the whole plot at a value of one axis.
const across = (P, axis, value) =>
  axis ? `M${P.room.left},${P.sy(value)}H${P.right}` : `M${P.sx(value)},${P.room.top}V${P.bottom}`

const standAt = (P, text, x, y) => {
  const atRight = x > P.right - 100
  text.setAttribute("x", tenth(x + (atRight ? -6 : 6)))
  text.setAttribute("y", tenth(y))
  text.setAttribute("text-anchor", atRight ? "end" : "start")
}

const paintChosen = (S, f, after) => {
  const { place, row: chosen } = S.data.marks, P = S.picture
  let at = place && [P.sx(place[0]), P.sy(place[1])]
  if (!at && chosen !== null) at = [P.xs[chosen], f.kind === "surface" ? P.ys[chosen] : P.sy(after[chosen])]
  P.chosen.setAttribute("d", at ? dots([at[0]], [at[1]], () => 9, () => true) : "")
}

const paintLosses = S => {
  const { lines, xs, ys, past, cursor, points, texts } = S.losses, r = S.round, x = xs[r]
  past.setAttribute("width", x)
  cursor.setAttribute("x1", x)
  cursor.setAttribute("x2", x)
  lines.forEach((line, at) => {
    points[at].setAttribute("cx", x)
    points[at].setAttribute("cy", ys[at][r])
    texts[at].textContent = shown(line[r])
  })
}

const paintWords = (S, gradient) => {
  const { frames: f, round: r, controls } = S
  const told = S.losses.lines.map((line, at) => `mean ${f.captions.loss} on ${at ? "held-out" : "training"} rows from ${shown(line[r - 1])} to ${shown(line[r])}`)
  let largest = 0
  for (const g of gradient) largest = Math.max(largest, Math.abs(g))
  S.picture.svg.setAttribute("aria-label", `${f.captions.title}, round ${r} of ${f.rounds}: ${told.join("; ")}. The largest gradient of a drawn row is ${shown(largest)}.`)
  controls.range.value = r
  controls.range.setAttribute("aria-valuetext", `Round ${r} of ${f.rounds}, ${told[0]}`)
  controls.output.textContent = `Round ${r} of ${f.rounds}`
  const ends = { first: r === 1, back: r === 1, next: r === f.rounds, last: r === f.rounds }
  for (const name in ends) controls[name].setAttribute("aria-disabled", ends[name])
}
