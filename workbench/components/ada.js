// AdaBoost in all rounds: rows sized by weight over the vote's ground, |g| beside them, error, weight and votes.
const adas = new WeakMap() // parent element: state
const PATIENCE = 160, BEAT = 900, SLOW_BEAT = BEAT, NOBODY = 3, CELLS = 64
const ROOM = { left: 46, right: 12, top: 8, bottom: 40 }, SMALL = { left: 46, right: 14, top: 8, bottom: 36 }
const LEAST = 0.01 // of an average row; what is less is drawn there in the scatter

const tenth = value => value.toFixed(1)

// --- marks: a circle, a square or a diamond of the same area for the first, second and third class
const mark = (code, x, y, r) => {
  if (code === 0) return `M${tenth(x - r)},${tenth(y)}a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(2 * r)},0a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(-2 * r)},0z`
  if (code === 1) { const a = 0.886 * r; return `M${tenth(x - a)},${tenth(y - a)}h${tenth(2 * a)}v${tenth(2 * a)}h${tenth(-2 * a)}z` }
  const a = 1.253 * r
  return `M${tenth(x)},${tenth(y - a)}l${tenth(a)},${tenth(a)}l${tenth(-a)},${tenth(a)}l${tenth(-a)},${tenth(-a)}z`
}

const marksByClass = (F, xs, ys, radius) => {
  const texts = F.classes.map(() => "")
  for (let i = 0; i < xs.length; i++) texts[F.codes[i]] += mark(F.codes[i], xs[i], ys[i], radius(i))
  return texts
}

const rgb = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))

const svgIn = (S, name, height) => {
  const part = S.parts[name], width = Math.max(180, Math.floor(part.plot.clientWidth))
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" })
  part.plot.replaceChildren(svg)
  return { svg, width, height, plot: part.plot }
}

// --- the two planes of rows

const layoutPlane = (S, name, height) => {
  const F = S.frames, P = svgIn(S, name, height), bands = F.features.length === 1
  P.canvas = document.createElement("canvas")
  P.canvas.width = P.canvas.height = CELLS
  const left = ROOM.left, right = P.width - ROOM.right, bottom = height - ROOM.bottom
  Object.assign(P.canvas.style, { left: `${left}px`, top: `${ROOM.top}px`, width: `${right - left}px`, height: `${bottom - ROOM.top}px` })
  P.plot.prepend(P.canvas)
  const group = make("g")
  P.svg.append(group)
  const about = [Math.max(2, P.width / 80), bands ? 0.4 : 5]
  const { sx, sy } = axes(group, { width: P.width, height, room: ROOM, extent: F.extent, xLabel: F.labels[0], about })
  if (bands) for (const text of group.querySelectorAll(".tick[text-anchor=end]")) text.remove()
  if (bands)
    F.classes.forEach((text, k) => group.append(make("text", { class: "tick", x: ROOM.left - 6, y: sy(k) + 4, "text-anchor": "end" }, text.slice(0, 6))))
  else
    group.append(make("text", { class: "label", x: 13, y: (ROOM.top + bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 13 ${(ROOM.top + bottom) / 2})` }, F.labels[1]))
  P.xs = Array.from(F.x, sx)
  P.ys = Array.from(F.y, sy)
  P.base = Math.max(2.6, Math.min(9, 58 / Math.sqrt(F.x.length)))
  const clip = `inside-${name}-${S.id}`
  P.svg.append(make("clipPath", { id: clip }))
  P.svg.lastChild.append(make("rect", { x: left, y: ROOM.top, width: right - left, height: bottom - ROOM.top }))
  const inside = make("g", { "clip-path": `url(#${clip})` })
  P.svg.append(inside)
  const add = (kind, attributes) => inside.appendChild(make(kind, attributes))
  P.border = add("path", { class: "border" })
  P.rows = F.classes.map((_, k) => add("path", { class: "row", fill: F.colours[k] }))
  P.wrong = add("path", { class: "wrong" })
  P.chosen = add("path", { class: "chosen" })
  P.name = P.svg.appendChild(make("text", { class: "number", "text-anchor": "middle" }))
  P.box = { left, right, top: ROOM.top, bottom }
  P.svg.onclick = event => pick(S, P, event)
  return P
}

const radiusOf = (P, weight) => Math.max(0.9, Math.min(34, P.base * Math.sqrt(weight)))

const paintGround = (S, P, shift) => {
  const F = S.frames, pen = P.canvas.getContext("2d"), image = pen.createImageData(CELLS, CELLS)
  const from = (S.round - 1) * CELLS * CELLS
  for (let i = 0; i < CELLS * CELLS; i++) {
    const code = (F.cells[from + i] >> shift) & 3
    if (code === NOBODY) continue
    const [r, g, b] = S.rgb[code]
    image.data.set([r, g, b, 62], 4 * i)
  }
  pen.putImageData(image, 0, 0)
}

// Where the cells of the round's tree change their class.
const treeBorder = (S, P) => {
  const from = (S.round - 1) * CELLS * CELLS, { left, right, top, bottom } = P.box
  const w = (right - left) / CELLS, h = (bottom - top) / CELLS
  const at = (row, column) => (S.frames.cells[from + row * CELLS + column] >> 2) & 3
  let text = ""
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      if (column && at(row, column) !== at(row, column - 1)) text += `M${tenth(left + column * w)},${tenth(top + row * h)}v${tenth(h)}`
      if (row && at(row, column) !== at(row - 1, column)) text += `M${tenth(left + column * w)},${tenth(top + row * h)}h${tenth(w)}`
    }
  return text
}

const paintPlane = (S, name) => {
  const F = S.frames, P = S.drawnParts[name], n = F.x.length, r = S.round, isAda = name === "rows"
  const values = isAda ? F.weight : F.gradient
  paintGround(S, P, isAda ? 0 : 4)
  const texts = marksByClass(F, P.xs, P.ys, i => radiusOf(P, values[(r - 1) * n + i]))
  P.rows.forEach((path, k) => path.setAttribute("d", texts[k]))
  if (isAda) {
    P.border.setAttribute("d", treeBorder(S, P))
    let wrong = ""
    for (let i = 0; i < n; i++)
      if (wrongIn(F, r, i)) wrong += mark(0, P.xs[i], P.ys[i], radiusOf(P, F.weight[r * n + i]) + 2)
    P.wrong.setAttribute("d", wrong)
  }
  const i = S.data.row, x = P.xs[i], y = P.ys[i], size = radiusOf(P, values[(r - 1) * n + i]) + 5
  P.chosen.setAttribute("d", mark(0, x, y, size) + (S.data.flipped ? `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}` : ""))
  P.name.textContent = S.data.row_name
  P.name.setAttribute("x", Math.max(P.box.left + 34, Math.min(P.box.right - 34, x)))
  P.name.setAttribute("y", y - size - 4 < P.box.top + 12 ? y + size + 15 : y - size - 4)
}

const wrongIn = (F, r, i) => F.predicted[(r - 1) * F.x.length + i] !== F.codes[i]

// The nearest row to where one clicks; shares of the picture's box, which presenter mode may zoom.
const pick = (S, P, event) => {
  const box = P.svg.getBoundingClientRect()
  const x = ((event.clientX - box.left) / box.width) * P.width, y = ((event.clientY - box.top) / box.height) * P.height
  let best = -1, nearest = 20 ** 2
  for (let i = 0; i < P.xs.length; i++) {
    const far = (P.xs[i] - x) ** 2 + (P.ys[i] - y) ** 2
    if (far < nearest) [best, nearest] = [i, far]
  }
  if (best >= 0 && best !== S.data.row) S.tell("picked", { row: best })
}

// --- weight against |gradient|, both on logarithmic axes

const layoutScatter = (S, height) => {
  const F = S.frames, P = svgIn(S, "scatter", height)
  let most = 1
  for (const values of [F.weight, F.gradient, F.own]) for (const value of values) most = Math.max(most, value)
  const low = Math.log10(LEAST), high = Math.log10(most) + 0.15
  const right = P.width - ROOM.right, bottom = height - ROOM.bottom
  const along = value => (Math.log10(Math.max(LEAST, value)) - low) / (high - low)
  const sx = value => ROOM.left + along(value) * (right - ROOM.left), sy = value => bottom - along(value) * (bottom - ROOM.top)
  for (let power = -2; power <= high; power++) {
    const value = 10 ** power, text = (power === -2 ? "≤ " : "") + shown(value)
    P.svg.append(
      make("line", { class: "grid", x1: sx(value), x2: sx(value), y1: ROOM.top, y2: bottom }),
      make("line", { class: "grid", x1: ROOM.left, x2: right, y1: sy(value), y2: sy(value) }),
      make("text", { class: "tick", x: sx(value), y: bottom + 17, "text-anchor": "middle" }, text),
      make("text", { class: "tick", x: ROOM.left - 6, y: sy(value) + 4, "text-anchor": "end" }, text),
    )
  }
  P.svg.append(
    make("text", { class: "label", x: (ROOM.left + right) / 2, y: height - 4, "text-anchor": "middle" }, "weight in AdaBoost (average = 1)"),
    make("path", { class: "equal", d: `M${sx(LEAST)},${sy(LEAST)}L${sx(10 ** high)},${sy(10 ** high)}` }),
    make("text", { class: "note", x: sx(0.02) + 8, y: sy(0.02) + 6 }, "equal"),
  )
  P.rows = F.classes.map((_, k) => P.svg.appendChild(make("path", { class: "row", fill: F.colours[k] })))
  P.own = P.svg.appendChild(make("path", { class: "own" }))
  P.chosen = P.svg.appendChild(make("path", { class: "chosen" }))
  return Object.assign(P, { sx, sy })
}

const paintScatter = S => {
  const F = S.frames, P = S.drawnParts.scatter, n = F.x.length, from = (S.round - 1) * n
  const part = values => values.subarray(from, from + n)
  const xs = Array.from(part(F.weight), P.sx), ys = Array.from(part(F.gradient), P.sy), own = Array.from(part(F.own), P.sy)
  const piles = new Map(), rings = new Set() // rows at one place are one mark, its area their number
  for (let i = 0; i < n; i++) {
    const at = `${F.codes[i]} ${Math.round(xs[i])} ${Math.round(ys[i])}`, pile = piles.get(at) ?? { i, count: 0 }
    pile.count++
    piles.set(at, pile)
    rings.add(mark(0, Math.round(xs[i]), Math.round(own[i]), 5))
  }
  const texts = F.classes.map(() => "")
  for (const { i, count } of piles.values())
    texts[F.codes[i]] += mark(F.codes[i], xs[i], ys[i], Math.max(2.8, Math.min(13, 1.9 * Math.sqrt(count))))
  P.rows.forEach((path, k) => path.setAttribute("d", texts[k]))
  P.own.setAttribute("d", [...rings].join(""))
  P.chosen.setAttribute("d", mark(0, xs[S.data.row], ys[S.data.row], 8))
}

// --- the courses over the rounds

const curve = (F, at) => F.curves.subarray(at * F.rounds, (at + 1) * F.rounds)

const layoutCourse = (S, name, lines, { bound, bars }) => {
  const F = S.frames, height = S.low, P = svgIn(S, name, height)
  let most = bound ?? 0
  for (const line of lines) for (const value of line) if (Number.isFinite(value)) most = Math.max(most, value)
  const extent = [0.5, F.rounds + 0.5, 0, (most || 1) * 1.12]
  const group = P.svg.appendChild(make("g"))
  const wide = Math.min(F.rounds, Math.max(1, P.width / 60))
  const { sx, sy } = axes(group, { width: P.width, height, room: SMALL, extent, xLabel: "round", about: [wide, 3] })
  for (const text of group.querySelectorAll(".tick[text-anchor=middle]")) if (text.textContent.includes(".")) text.remove()
  P.cursor = P.svg.appendChild(make("line", { class: "cursor", y1: SMALL.top, y2: height - SMALL.bottom }))
  if (bound !== undefined)
    P.svg.append(
      make("line", { class: "bound", x1: SMALL.left, x2: P.width - SMALL.right, y1: sy(bound), y2: sy(bound) }),
      make("text", { class: "note", x: P.width - SMALL.right - 4, y: sy(bound) + 15, "text-anchor": "end" }, `guessing: 1 − 1/K = ${shown(bound)}`),
    )
  P.lines = lines.map((line, at) => {
    const xs = Array.from(line, (_, i) => sx(i + 1)), ys = Array.from(line, sy)
    if (bars) {
      const half = Math.min(14, 0.36 * (sx(2) - sx(1)))
      P.bars = xs.map((x, i) => P.svg.appendChild(make("rect", Number.isFinite(line[i]) ? { class: "bar", x: x - half, width: 2 * half, y: ys[i], height: Math.max(0, sy(0) - ys[i]) } : {})))
    } else P.svg.append(make("path", { class: `line line${at}`, d: path(xs, ys) }))
    return { line, xs, ys, dot: P.svg.appendChild(make("circle", { class: `dot line${at}`, r: bars ? 0 : 4.5 })) }
  })
  return Object.assign(P, { sx })
}

const paintCourse = (S, name) => {
  const P = S.drawnParts[name], at = S.round - 1, x = P.sx(S.round)
  P.cursor.setAttribute("x1", x)
  P.cursor.setAttribute("x2", x)
  P.bars?.forEach((bar, i) => bar.classList.toggle("now", i === at))
  for (const { line, xs, ys, dot } of P.lines) {
    dot.style.display = Number.isFinite(line[at]) ? "" : "none"
    dot.setAttribute("cx", xs[at])
    if (Number.isFinite(ys[at])) dot.setAttribute("cy", ys[at])
  }
}

// --- the votes for the chosen row: a bar for each class, a piece for each tree

const votesOf = (F, row, rounds) => {
  const total = F.classes.map(() => 0), pieces = [], weights = curve(F, 1)
  for (let r = 1; r <= rounds; r++) {
    const weight = weights[r - 1], code = F.predicted[(r - 1) * F.x.length + row]
    if (!(weight > 0)) continue
    pieces.push({ r, code, from: total[code], weight })
    total[code] += weight
  }
  return { total, pieces }
}

const paintVotes = S => {
  const F = S.frames, height = S.low, P = svgIn(S, "votes", height), row = S.data.row
  const most = Math.max(...votesOf(F, row, F.rounds).total) || 1
  const { total, pieces } = votesOf(F, row, S.round), best = total.indexOf(Math.max(...total))
  const each = Math.min(62, (height - 8) / F.classes.length), sx = value => 6 + (value / most) * (P.width - 20)
  F.classes.forEach((name, k) => {
    const top = 4 + k * each, wins = total[k] > 0 && k === best
    const text = make("text", { class: wins ? "title" : "tick", x: 6, y: top + 13 })
    text.append(make("tspan", { fill: F.colours[k] }, "■ "), make("tspan", {}, `${name}: ${shown(total[k])}${wins ? " wins" : ""}${k === F.codes[row] ? " (its label)" : ""}`))
    P.svg.append(text)
    for (const piece of pieces.filter(each => each.code === k))
      P.svg.append(make("rect", { class: piece.r === S.round ? "piece now" : "piece", fill: F.colours[k], x: sx(piece.from), width: Math.max(1, sx(piece.from + piece.weight) - sx(piece.from)), y: top + 19, height: Math.max(9, each - 26) }))
  })
  const words = F.classes.map((name, k) => `${name} ${shown(total[k])}`).join(", ")
  P.svg.setAttribute("aria-label", `Votes for ${S.data.row_name} after round ${S.round}: ${words}.`)
}

// --- words

const heads = S => {
  const F = S.frames, at = S.round - 1, asked = F.hidden && S.round === F.rounds, value = i => shown(curve(F, i)[at]), short = i => shown(Number(curve(F, i)[at].toPrecision(2)))
  const slope = F.twin === "exponential" ? "exponential loss" : "softmax"
  const put = (name, strong, ...rest) => {
    const head = S.parts[name].head, bold = document.createElement("b")
    bold.textContent = strong
    head.replaceChildren(bold, ...rest.map(each => (typeof each === "string" ? document.createTextNode(each) : each)))
  }
  const swatch = line => Object.assign(document.createElement("i"), { className: `swatch line${line}`, textContent: "■ " })
  let n = 0
  for (let i = 0; i < F.x.length; i++) n += wrongIn(F, S.round, i)
  put("rows", "AdaBoost", asked ? ": size = weight" : `: size = weight; ${n} wrong, ringed`)
  put("twin", "Gradient boosting", `: ${slope}, size = |g|`)
  put("scatter", "|g| against weight", `; ○ is exp(−${F.classes.length === 2 ? "yF" : "own votes"})`)
  put("error", "Weighted error e", asked ? "" : `: ${value(0)}`)
  put("weight", "Tree weight", asked ? "" : `: ${value(1)}`)
  const unseen = Number.isFinite(curve(F, 3)[0]) ? `, unseen ${value(3)}` : ""
  const told = unseen ? [" ", swatch(1), `unseen ${short(3)}`] : []
  put("vote", "Errors: ", ...(asked ? [] : [swatch(0), `seen ${short(2)}`, ...told]))
  put("votes", "Votes", ` for ${S.data.row_name}`)
  const named = { rows: `Rows sized by weight in round ${S.round}; ${asked ? "outcome hidden" : `${n} of ${F.x.length} are wrong in this round's tree`}.`, twin: `The same rows sized by the gradient of ${slope}.`, scatter: "Each row's weight in AdaBoost against its gradient.", error: `Weighted error by round, now ${value(0)}, bound ${shown(F.bound)}.`, weight: `Tree weight by round, now ${value(1)}.`, vote: `Error of the vote by round, now ${value(2)}${unseen}.` }
  for (const name in named) S.drawnParts[name].svg.setAttribute("aria-label", named[name])
}

const key = S => {
  const F = S.frames, items = F.classes.map((name, k) => {
    const item = document.createElement("span"), svg = make("svg", { width: 16, height: 14, "aria-hidden": "true" })
    svg.append(make("path", { d: mark(k, 8, 7, 5), fill: F.colours[k] }))
    item.append(svg, document.createTextNode(name))
    return item
  })
  const note = document.createElement("span")
  note.textContent = `ground: most votes so far${F.note ? ` (${F.note})` : ""}; line: this round’s tree; ring: wrong in it, at its next size.${F.shared ? ` ${F.shared} rows share a place with others: drawn side by side.` : ""} Click a row to choose it.`
  S.keyPlace.replaceChildren(...items, note)
}

// --- all of it

const layout = S => {
  const F = S.frames
  S.rgb = F.colours.map(rgb)
  S.low = Math.round(S.data.height * 0.56)
  S.controls.range.min = 1
  S.controls.range.max = F.rounds
  key(S)
  S.drawnParts = {
    rows: layoutPlane(S, "rows", S.data.height),
    twin: layoutPlane(S, "twin", S.data.height),
    scatter: layoutScatter(S, S.data.height),
    error: layoutCourse(S, "error", [curve(F, 0)], { bound: F.bound }),
    weight: layoutCourse(S, "weight", [curve(F, 1)], { bars: true }),
    vote: layoutCourse(S, "vote", [curve(F, 2), curve(F, 3)], {}),
  }
}

const paint = S => {
  const F = S.frames, r = S.round, { range, output, ...buttons } = S.controls
  paintPlane(S, "rows")
  paintPlane(S, "twin")
  paintScatter(S)
  for (const name of ["error", "weight", "vote"]) paintCourse(S, name)
  paintVotes(S)
  heads(S)
  range.value = r
  range.disabled = F.rounds === 1
  range.setAttribute("aria-valuetext", `Round ${r} of ${F.rounds}`)
  output.textContent = `Round ${r} of ${S.data.rounds}`
  const ends = { play: F.rounds === 1, first: r === 1, back: r === 1, next: r === F.rounds, last: r === F.rounds }
  for (const name in ends) buttons[name].setAttribute("aria-disabled", ends[name])
}

// --- moving

const refresh = S => {
  const frames = globalThis.gbtFrames?.get(S.data.signature)
  if (!frames || !S.width) return
  if (S.frames !== frames) {
    clearTimeout(S.waiting)
    cancelAnimationFrame(S.playing)
    Object.assign(S, { frames, waiting: null, playing: null, pending: [], drawn: null, round: S.data.round })
    S.controls.play.textContent = "Play"
  }
  S.round = Math.max(1, Math.min(frames.rounds, S.round))
  const drawn = `${S.data.signature} ${S.width} ${S.data.height}`
  if (S.drawn !== drawn) {
    layout(S)
    S.drawn = drawn
  }
  paint(S)
}

let made = 0
const wire = (S, parentElement) => {
  const root = (S.root = parentElement.querySelector(".ada")), range = root.querySelector("input")
  S.id = ++made
  S.keyPlace = root.querySelector(".key")
  S.controls = { range, output: root.querySelector("output") }
  S.parts = {}
  for (const part of root.querySelectorAll("[data-part]"))
    S.parts[part.dataset.part] = { head: part.querySelector(".head"), plot: part.querySelector(".plot") }
  for (const button of root.querySelectorAll("button")) S.controls[button.dataset.go] = button
  const go = { first: () => 1, back: () => S.round - 1, next: () => S.round + 1, last: () => S.frames.rounds }
  for (const name in go)
    S.controls[name].onclick = () => {
      if (!S.frames) return
      stop(S)
      show(S, go[name]())
      commit(S)
    }
  S.controls.play.onclick = () => { if (S.frames?.rounds > 1) play(S) }
  range.oninput = () => { stop(S); show(S, Number(range.value)) }
  range.onchange = () => commit(S)
  range.onkeydown = event => onKey(S, event)
  new ResizeObserver(entries => {
    const width = Math.floor(entries[0].contentRect.width)
    if (width && width !== S.width) { S.width = width; refresh(S) }
  }).observe(root)
  const arrived = () => (root.isConnected ? refresh(S) : document.removeEventListener("gbt-frames", arrived))
  document.addEventListener("gbt-frames", arrived)
}

export default function ({ data, parentElement, setStateValue }) {
  let S = adas.get(parentElement)
  if (!S) {
    S = { round: data.round, server: data.round, pending: [], data }
    adas.set(parentElement, S)
    wire(S, parentElement)
  }
  S.data = data
  S.tell = (name, value) => setStateValue(name, { ...value, move: Date.now() })
  heed(S)
  refresh(S)
}
