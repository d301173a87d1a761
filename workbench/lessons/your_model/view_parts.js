// The whole ensemble: a curve for each feature and a field for each pair, which rounds lift; and what trees ask.
import { lerp, outward, part, soft } from "../../stage/kit/easing.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, fade, put, round1 } from "../../stage/kit/svg.js"
import { heardSteps } from "./view_model.js"

const LEVELS = 30000, // as in parts.py
  SHADES = 8,
  FAINT = 0.012,
  DEPTHS = 3,
  LANE = 5, // em, at most
  LETTER = 0.47 // em
const percent = share => `${significant(100 * share)} %`

export const measureParts = S => {
  const { L: { em, picture: { w, h } }, record: { parts } } = S,
    columns = Math.min(w < 480 ? 2 : 3, Math.max(1, parts.curves.length)),
    nCurves = Math.min(parts.curves.length, 2 * columns),
    nPairs = Math.min(parts.pairs.length, columns),
    rows = Math.ceil(nCurves / columns) + Math.ceil(nPairs / columns),
    left = 2.9 * em,
    gap = 3.1 * em, // for numbers of the pairs
    wide = (w - left - gap * (columns - 1)) / columns,
    high = (h - 4) / Math.max(rows, 1)
  const boxOf = (i, first, below) => ({
    x: left + (i % columns) * (wide + gap),
    y: (first + Math.floor(i / columns)) * high + 1.5 * em,
    w: wide,
    h: high - (1.5 + below) * em,
  })
  const lower = Math.ceil(nCurves / columns)
  S.own.boxes = {
    curves: parts.curves.slice(0, nCurves).map((_, i) => boxOf(i, 0, 1.4)),
    pairs: parts.pairs.slice(0, nPairs).map((_, i) => boxOf(i, lower, 2.5)),
  }
}

// What a feature's name may be in a box: its beginning.
const named = (name, wide, em) => {
  const most = Math.max(4, Math.floor(wide / (LETTER * em)))
  return escaped(name.length > most ? `${name.slice(0, most - 1)}…` : name)
}

const frame = ({ x, y, w, h }, isTouched) => `<rect class="frame${isTouched ? " touched" : ""}" x="${round1(x)}" y="${round1(y)}" width="${round1(w)}" height="${round1(h)}"/>`

// Its name above it, and in the end its share of all.
const head = ({ x, y, w }, name, share, em) =>
  `<text class="name" x="${round1(x)}" y="${round1(y - 0.45 * em)}">${named(name, share === null ? w : w - 3.6 * em, em)}</text>` +
  `<text x="${round1(x + w)}" y="${round1(y - 0.45 * em)}" text-anchor="end">${share === null ? "" : percent(share)}</text>`

const inTheEnd = ({ record: { rounds } }, now, { share }) => (now === rounds.length - 1 ? share : null)

// A step line over the bins, from state to state.
const courseOf = ({ axes: [{ edges }], values }, { x, y, w, h }, from, to, t) => {
  const bins = edges.length - 1
  let d = `M${round1(x)} `
  for (let i = 0; i < bins; i++) {
    const value = lerp(values[from * bins + i], values[to * bins + i], t) / LEVELS
    d += `${i ? `H${round1(x + w * edges[i])}V` : ""}${round1(y + (h / 2) * (1 - value / 1.08))}`
  }
  return `${d}H${round1(x + w)}`
}

const isOther = (values, size, from, to) => {
  for (let i = 0; i < size; i++) if (values[from * size + i] !== values[to * size + i]) return true
  return false
}

const curveDrawn = (S, i, now, t) => {
  const { L: { em }, own: { boxes, cut }, record: { parts } } = S,
    curve = parts.curves[i],
    [axis] = curve.axes,
    box = boxes.curves[i],
    isTouched = now > 0 && isOther(curve.values, axis.edges.length - 1, now - 1, now),
    middle = round1(box.y + box.h / 2)
  const scale = box.x < 4 * em ? [["+", 1], ["−", -1]].map(([sign, side]) => `<text x="${round1(box.x - 6)}" y="${round1(middle - (side * box.h) / 2.16 + 0.35 * em)}" text-anchor="end">${sign}${significant(parts.limit[0])}</text>`).join("") + `<text x="${round1(box.x - 6)}" y="${middle + 0.3 * em}" text-anchor="end">0</text>` : ""
  const place = cut?.feature === curve.features[0] && axis.ends ? `<path class="cut" d="M${round1(box.x + box.w * placeOf(axis, cut.threshold))} ${round1(box.y)}v${round1(box.h)}"/>` : ""
  return (
    frame(box, isTouched) +
    `<path class="grid" d="M${round1(box.x)} ${middle}h${round1(box.w)}"/>${scale}${numbersOf(axis, at => [box.x + box.w * at, box.y + box.h + em], "middle")}` +
    (isTouched && t < 1 ? `<path class="before" d="${courseOf(curve, box, now - 1, now, 0)}"/>` : "") +
    `<path class="after" d="${courseOf(curve, box, Math.max(0, now - 1), now, t)}"/>${place}${head(box, curve.names[0], inTheEnd(S, now, curve), em)}`
  )
}

// The first and the last cut of an axis, where they are.
const numbersOf = ({ edges, ends }, spotOf, anchor) =>
  [...new Set(ends ?? [])]
    .map((value, i) => {
      const [x, y] = spotOf(i ? edges.at(-2) : edges[1])
      return `<text x="${round1(x)}" y="${round1(y)}" text-anchor="${anchor}">${significant(value)}</text>`
    })
    .join("")

// Where a threshold stands between the first and the last cut, of which the edges are known.
const placeOf = ({ edges, ends: [low, high] }, threshold) => lerp(edges[1], edges.at(-2), high > low ? (threshold - low) / (high - low) : 0)

// Cells of one sign and strength are one path.
const pairDrawn = (S, i, now, t) => {
  const { L: { em }, own: { boxes }, record: { parts } } = S,
    pair = parts.pairs[i],
    box = boxes.pairs[i],
    [ofAcross, ofUp] = pair.axes,
    [across, up] = [ofAcross.edges, ofUp.edges],
    [n, m] = [across.length - 1, up.length - 1],
    shades = new Map()
  for (let a = 0; a < n; a++)
    for (let b = 0; b < m; b++) {
      const at = a * m + b,
        value = lerp(pair.values[Math.max(0, now - 1) * n * m + at], pair.values[now * n * m + at], t) / LEVELS
      if (Math.abs(value) < FAINT) continue
      const shade = Math.ceil(Math.abs(value) * SHADES) * Math.sign(value),
        [x0, x1] = [box.x + box.w * across[a], box.x + box.w * across[a + 1]],
        [y0, y1] = [box.y + box.h * (1 - up[b + 1]), box.y + box.h * (1 - up[b])]
      shades.set(shade, `${shades.get(shade) ?? ""}M${round1(x0)} ${round1(y0)}H${round1(x1)}V${round1(y1)}H${round1(x0)}z`)
    }
  const cells = [...shades].map(([shade, d]) => `<path class="${shade > 0 ? "lifts" : "lowers"}" opacity="${((Math.abs(shade) / SHADES) ** 0.7).toFixed(2)}" d="${d}"/>`).join("")
  return (
    `<g shape-rendering="crispEdges">${cells}</g>` +
    frame(box, now > 0 && isOther(pair.values, n * m, now - 1, now)) +
    head(box, `${pair.names[1]} ↑`, inTheEnd(S, now, pair), em) +
    numbersOf(ofAcross, at => [box.x + box.w * at, box.y + box.h + em], "middle") + numbersOf(ofUp, at => [box.x - 6, box.y + box.h * (1 - at) + 0.3 * em], "end") +
    `<text x="${round1(box.x + box.w / 2)}" y="${round1(box.y + box.h + 2.1 * em)}" text-anchor="middle">${named(`${pair.names[0]} →`, box.w, em)}</text>`
  )
}

export const drawParts = (S, step, u) => {
  const { own, parts: { curves }, record: { parts } } = S,
    now = step - heardSteps(S),
    isFirst = now === 1 && heardSteps(S) > 0,
    shown = now < 1 ? 0 : isFirst ? soft(part(u, [0.16, 0.36])) : 1
  fade(curves, shown)
  if (!shown) return put(curves, "")
  if (parts.why) return put(curves, `<text class="ink" x="20" y="40">No curves: ${escaped(parts.why)}.</text>`)
  const t = S.isStart ? 0 : outward(part(u, [0.45, 1]))
  put(curves, own.boxes.curves.map((_, i) => curveDrawn(S, i, now, t)).join("") + own.boxes.pairs.map((_, i) => pairDrawn(S, i, now, t)).join(""))
}

// What the trees ask: a lane for each feature, a bar for each step, as high as what its splits gained, darker nearer the root.
export const asksDrawn = S => {
  const { L: { em, told: { w, h: all } }, record: { asks } } = S,
    h = Math.min(all - 0.7 * em, (LANE * asks.names.length + 1.4) * em), // below a rule
    steps = S.record.rounds.length - 1,
    left = Math.min(11 * em, 0.36 * w),
    right = 3.4 * em,
    lane = (h - 1.4 * em) / Math.max(1, asks.names.length),
    wide = (w - left - right) / steps,
    passed = S.view - heardSteps(S), // rounds, the last of them on its way
    most = Math.sqrt(Math.max(1e-12, ...asks.gain))
  const paths = Array.from({ length: DEPTHS }, () => "")
  asks.names.forEach((_, f) => {
    for (let k = 0; k < Math.min(steps, passed); k++) {
      let y = (f + 1) * lane - 2
      for (let depth = 0; depth < DEPTHS; depth++) {
        const high = (Math.sqrt(asks.gain[(f * steps + k) * DEPTHS + depth]) / most) * (lane - 5) * Math.min(1, passed - k)
        if (high > 0.2) paths[depth] += `M${round1(left + wide * (k + 0.12))} ${round1(y)}v${round1(-high)}h${round1(wide * 0.76)}v${round1(high)}z`
        y -= high * 0.5
      }
    }
  })
  const names = asks.names.map((name, f) => `<text class="name" x="0" y="${round1((f + 1) * lane - 4)}">${named(name, left - 8, em)}</text><text x="${w}" y="${round1((f + 1) * lane - 4)}" text-anchor="end">${percent(asks.share[f])}</text><path class="grid" d="M${left} ${round1((f + 1) * lane - 2)}H${w - right}"/>`).join("")
  return (
    `<svg width="${w}" height="${h}" role="img" aria-label="What the trees ask">${names}<rect class="here" x="${round1(left + wide * (Math.ceil(passed) - 1))}" y="0" width="${round1(wide)}" height="${round1(h - 1.3 * em)}"/>` +
    `${[2, 1, 0].map(depth => `<path class="asks depth${depth}" d="${paths[depth]}"/>`).join("")}<text x="${left}" y="${h - 2}">round 1</text><text x="${w - right}" y="${h - 2}" text-anchor="end">${S.record.n_rounds}</text></svg>`
  )
}


