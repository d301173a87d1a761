// The plane of lambda and eta: at first the line of one split, along which it adds up, then a line for each; a loupe where all
// cross, and the bet.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { handleAt, SURE } from "../../stage/kit/guess.js"
import { stripText } from "../../stage/kit/on_strip.js"
import { tick } from "../../stage/kit/numbers.js"
import { fade, put, round1, style } from "../../stage/kit/svg.js"
import { boldPower, isHiding, isTold } from "./view_model.js"

const LAMBDAS = [0, 0.5, 1, 2, 5, 10, 30],
  ETAS = [1, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01]
const HALF_LAMBDA = 3,
  HALF_INVERSE = 8 // as in witnesses.py
const THIN = 8, // more lines than so many are thin ones
  FIRST = 5,
  WORDS = 11, // em of what stands at the dot
  HALF_LOUPE = 3.1 // doubts from the middle of the loupe to its rim
const FAR = 0.14, // of the plane's width, from the dot to the answer at first
  FLAT = 0.55, // of a plane's height in its width
  AWAY = 26 // pixels from the dot to what stands beside it
const TO_LAMBDA = x => (HALF_LAMBDA * x) / (1 - x),
  TO_INVERSE = y => 1 + (HALF_INVERSE * y) / (1 - y)
const across = value => value / (value + HALF_LAMBDA),
  up = inverse => (inverse - 1) / (inverse - 1 + HALF_INVERSE)

export const measurePlane = S => {
  const { em, picture: { w, h } } = S.L,
    x = 4.3 * em,
    y = 1.8 * em
  const P = { x, y, w: w - x - 0.8 * em, h: h - y - 3.4 * em }
  const pathOf = line => {
    let d = "",
      pen = "M"
    for (let i = 0; i < line.length; i += 2) {
      if (Number.isNaN(line[i])) pen = "M"
      else {
        d += `${pen}${round1(P.x + P.w * line[i])} ${round1(P.y + P.h * line[i + 1])}`
        pen = "L"
      }
    }
    return d
  }
  Object.assign(P, { px: value => P.x + P.w * across(value), py: inverse => P.y + P.h * up(inverse) })
  S.own.P = Object.assign(P, { em, lines: S.record.lines.map(pathOf), others: S.record.others.map(pathOf) })
}

export const stillPlane = S => {
  const { own: { P }, parts } = S,
    { x, y, w, h, em } = P
  let drawn = ""
  for (const value of LAMBDAS)
    drawn += `<path class="grid" d="M${round1(P.px(value))} ${y}v${h}"/><text x="${round1(P.px(value))}" y="${y + h + 1.15 * em}" text-anchor="middle">${value}</text>`
  for (const value of ETAS)
    drawn += `<path class="grid" d="M${x} ${round1(P.py(1 / value))}h${w}"/><text x="${x - 7}" y="${P.py(1 / value) + 0.3 * em}" text-anchor="end">${value}</text>`
  put(
    parts.still,
    `${drawn}<path class="axis" d="M${x} ${y}v${h}h${w}"/><text x="${x + w}" y="${y + h + 1.15 * em}" text-anchor="end">∞</text>` +
      `<text class="ink" x="${x + w}" y="${y + h + 2.6 * em}" text-anchor="end">λ, pulls leaves to 0</text><text class="ink" x="${x}" y="${y - 0.6 * em}">η, length of a step</text>`,
  )
}

// Lines that are heard; those of this step are drawn as u goes on.
const drawLines = (S, step, u) => {
  const { own: { P, asked, lines }, record: { counts, in_file: inFile } } = S,
    k = S.isStart ? 0 : Math.min(step, counts.length),
    [before, now] = [counts[k - 2] ?? 0, counts[k - 1] ?? 0],
    isNew = step <= counts.length
  const path = (cls, d) => (d ? `<path class="witness ${cls}" pathLength="1" d="${d}"/>` : "")
  const some = (from, to) => P.lines.slice(from, to)
  const isAsked = i => asked.some(({ number }) => number === i + 1),
    given = inFile !== null ? `M${P.x} ${round1(P.y + P.h * inFile)}h${P.w}` : S.at.guess !== 0 && step === 1 && asked.length ? P.lines[asked[0].number - 1] : ""
  const fresh = now - before > 2 ? "many fresh" : "fresh"
  const drawn =
    path(`given${inFile === null && asked.length ? ` split-${asked[0].number}` : ""}`, given) +
    path("many", some(FIRST, before).join("")) +
    path("old fresh", isTold(S) ? P.others.join("") : "") +
    some(0, Math.min(before, FIRST)).map((d, i) => path(isAsked(i) ? `given split-${i + 1}` : "old", d)).join("") +
    some(before, now).map((d, i) => path(isAsked(before + i) ? `fresh given split-${before + i + 1}` : fresh, d)).join("")
  put(lines, drawn)
  style(lines, "--drawn", (1 - (isNew ? part(u, [0.28, 0.62]) : 1)).toFixed(3))
}

// Lines in the loupe, each with what its digits leave open on both sides.
const bandsOf = ({ off, slope, width }, heard, { cx, cy, rad, sx, sy, at }) => {
  const isThin = heard > THIN,
    far = 3 * rad
  let bands = ""
  for (let i = 0; i < Math.min(heard, off.length); i++) {
    const [a, b] = [slope[2 * i] / sx, slope[2 * i + 1] / sy],
      long = Math.hypot(a, b),
      from = (off[i] + slope[2 * i] * at(0) + slope[2 * i + 1] * at(1)) / long,
      [nx, ny] = [a / long, b / long],
      to = (by, along) => `${round1(cx - nx * (from + by) - ny * along)} ${round1(cy - ny * (from + by) + nx * along)}`,
      wide = width / long
    if (!isThin) bands += `<path class="band" d="M${to(-wide, -far)}L${to(-wide, far)}L${to(wide, far)}L${to(wide, -far)}z"/>`
    bands += `<path class="bandline${isThin ? " many" : ""}" d="M${to(0, -far)}L${to(0, far)}"/>`
  }
  return bands
}

// The ellipse of all points that are still open; upright where eta stands in the file.
const openHere = ({ error, together }, { cx, cy, rad, sx, sy, size }) => {
  let rim = ""
  for (let i = 0; i <= 48; i++) {
    const turn = (i / 48) * 2 * Math.PI,
      [cos, sin] = [Math.cos(turn), Math.sin(turn)],
      y = error[1] ? (together * cos + Math.sqrt(Math.max(0, 1 - together ** 2)) * sin) * size(1) * sy : 2 * rad * sin
    rim += `${i ? "L" : "M"}${round1(cx + cos * size(0) * sx)} ${round1(cy + y)}`
  }
  return rim
}

// Where all meet: what the digits of the file leave open, enlarged.
const loupe = (S, step, u) => {
  const { own: { P }, record } = S,
    { counts, doubts, place } = record,
    k = Math.min(step, counts.length),
    E = doubts[k - 1],
    before = doubts[k - 2]
  if (S.isStart || !E || !place.length) return ""
  const isHere = step <= counts.length,
    z = isHere ? soft(part(u, [0.6, 0.95])) : 1,
    A = before ?? E,
    isPhone = P.w < 420
  const size = i => Math.exp(lerp(Math.log(A.error[i] || 1), Math.log(E.error[i] || 1), z)),
    at = i => lerp(A.at[i], E.at[i], z)
  const rad = Math.min(P.w * (isPhone ? 0.22 : 0.175), P.h * 0.265),
    cx = P.x + Math.max(rad + 4, P.w * (place[0] > 0.5 ? 0.2 : isPhone ? 0.74 : 0.8)),
    cy = P.y + P.h * 0.35,
    fx = P.x + P.w * place[0],
    fy = P.y + P.h * place[1],
    sx = rad / (HALF_LOUPE * size(0)),
    sy = rad / (HALF_LOUPE * size(1))
  const heard = counts[isHere && z < 0.5 ? k - 2 : k - 1] ?? 2
  const larger = sx / ((P.w * HALF_LAMBDA) / (TO_LAMBDA(place[0]) + HALF_LAMBDA) ** 2),
    turn = Math.atan2(cy - fy, cx - fx)
  S.own.open = `λ ± ${boldPower(size(0))}${E.error.length > 2 ? `, α ± ${boldPower(E.error[2])}` : ""}, × ${boldPower(larger)}` // an α is told by the same sums
  return (
    `<g opacity="${before || !isHere ? 1 : part(u, [0.68, 0.88])}"><path class="stalk" d="M${round1(fx)} ${round1(fy)}L${round1(cx - Math.cos(turn) * rad)} ${round1(cy - Math.sin(turn) * rad)}"/>` +
    `<circle class="found" cx="${round1(fx)}" cy="${round1(fy)}" r="5"/><clipPath id="${S.own.clip}"><circle cx="${cx}" cy="${cy}" r="${rad - 1}"/></clipPath>` +
    `<circle class="lens" cx="${cx}" cy="${cy}" r="${rad}"/><g clip-path="url(#${S.own.clip})">${bandsOf(record, heard, { cx, cy, rad, sx, sy, at })}<path class="open-here" d="${openHere(E, { cx, cy, rad, sx, sy, size })}z"/></g>` +
    `<circle class="lens rim" cx="${cx}" cy="${cy}" r="${rad}"/><path class="stick" d="M${cx + rad * 0.72} ${cy + rad * 0.72}l${rad * 0.28} ${rad * 0.28}"/></g>`
  )
}

export const pointWords = ({ point, is_xgboost: isXgboost }) =>
  point
    .slice(0, isXgboost ? 3 : 1)
    .map((value, i) => `${"ληα"[i]} ${tick(Number(value.toPrecision(5)))}`)
    .join(", ")

export const drawPlane = (S, step, u) => {
  const { own, parts, record } = S,
    heard = record.counts.length,
    gone = heard ? soft(part(step > heard + 1 ? 1 : step === heard + 1 ? u : 0, [0, 0.34])) : 1
  const { w, h } = S.L.picture
  for (const layer of [parts.still, parts.moving]) {
    fade(layer, 1 - gone)
    style(layer, "transform", gone ? `translate(${round1(gone * w)}px, ${round1(gone * h * 0.7)}px) scale(${(1 - 0.95 * gone).toFixed(3)})` : "")
  }
  if (gone === 1) return [own.lines, own.glass].forEach(each => put(each, ""))
  drawLines(S, step, u)
  put(own.glass, (isHiding(S) ? "" : loupe(S, step, u)) + (step <= heard ? betDrawn(S) : ""))
}

// --- the bet: a dot in the plane, or on the line of an eta that stands in the file

export const betAt = ({ own }) => own.bet ?? own.from
const DEFAULTS = { lambda: 1, eta: 0.3 },
  ELSEWHERE = { lambda: 5, eta: 0.1 }

// Where the dot stands at first: at the defaults, unless the answer is in its light there.
export const startOf = ({ record: { in_file: inFile, place } }) => {
  const [usual, other] = [DEFAULTS, ELSEWHERE].map(({ lambda, eta }) => ({ lambda, eta: inFile === null ? eta : Number((1 / TO_INVERSE(inFile)).toPrecision(4)) }))
  const far = Math.hypot(across(usual.lambda) - place[0], FLAT * (up(1 / usual.eta) - place[1]))
  return far < FAR ? other : usual
}

export const dragged = (S, [x, y]) => {
  const { own: { P } } = S,
    { eta } = betAt(S),
    [across, down] = [(x - P.x) / P.w, (y - P.y) / P.h].map(share => clamp(share, 0, 0.97))
  S.own.bet = {
    lambda: Number(TO_LAMBDA(across).toPrecision(2)),
    eta: S.record.in_file === null ? Number((1 / TO_INVERSE(down)).toPrecision(2)) : eta,
  }
}

export const nudged = (S, _, by, key) => {
  const bet = { ...betAt(S) }
  if (S.record.in_file === null && (key === "ArrowUp" || key === "ArrowDown")) bet.eta = Number(clamp(bet.eta * 1.1 ** by, 0.005, 1).toPrecision(2))
  else bet.lambda = Number(clamp(bet.lambda + by * (bet.lambda < 1.95 ? 0.1 : 0.5), 0, 90).toFixed(2))
  S.own.bet = bet
}

const asSaid = value => tick(Number(value.toPrecision(3)))
const saidOf = ({ lambda, eta }, hasEta) => ["λ", "η"].slice(0, hasEta ? 2 : 1).map((name, i) => `${name} ${asSaid([lambda, eta][i])}`).join(", ")

export const handle = S => {
  const { own: { P } } = S,
    bet = betAt(S),
    [x, y] = [P.px(bet.lambda), P.py(1 / bet.eta)].map(round1),
    hasEta = S.record.in_file === null,
    isOpen = Boolean(S.own.bet),
    heads = isOpen ? "" : `M${x - 14} ${y - 4}l-4 4 4 4M${x + 14} ${y - 4}l4 4 -4 4` + (hasEta ? `M${x - 4} ${y - 14}l4 -4 4 4M${x - 4} ${y + 14}l4 4 4 -4` : ""),
    words = isOpen || !S.record.is_xgboost || bet.lambda !== DEFAULTS.lambda ? saidOf(bet, hasEta) : "XGBoost’s defaults"
  return (
    `<path class="stub" d="M${x} ${P.y + P.h}V${y}${hasEta ? `H${P.x}` : ""}"/>` +
    handleAt({ axis: hasEta ? "xy" : "x", label: hasEta ? "Your λ and η" : "Your λ", now: bet.lambda, text: saidOf(bet, hasEta) }, `<circle class="hit" cx="${x}" cy="${y}" r="24"/><circle class="grip" cx="${x}" cy="${y}" r="9"/><path class="heads" d="${heads}"/>`) +
    stripText(...spotAt(S), words, "start", "mine-text")
  )
}

// Whether a line of what is asked is in a box.
const isOnLine = ({ isStart, step, own: { P, asked }, record: { counts, in_file: inFile, lines } }, [x, y, w, h]) => {
  const isIn = (px, py) => px > x && px < x + w && py > y && py < y + h
  if (inFile !== null) return isIn(x + w / 2, P.y + P.h * inFile)
  const drawn = asked.slice(0, isStart ? 1 : counts[step - 1])
  return drawn.some(({ number }) => lines[number - 1].some((each, i, line) => i % 2 === 1 && isIn(P.x + P.w * line[i - 1], P.y + P.h * each)))
}

// Where words of the dot begin, three lines of them: beside it where the line does not go through them.
export const spotAt = S => {
  const { own: { P, P: { em } } } = S,
    { lambda, eta } = betAt(S),
    [x, y] = [P.px(lambda), P.py(1 / eta)],
    wide = WORDS * em
  const [beside, below, above] = [y - 1.2 * em, y + 1.9 * em, y - 4.3 * em],
    [right, left] = [x + AWAY, x - AWAY - wide],
    spots = [[right, beside], [right, above], [right, below], [left, above], [left, below], [P.x + 6, above]] // clear of what leads to the axes
  const inPlane = spots.filter(([from, top]) => from > P.x && from + wide < P.x + P.w && top > P.y + 0.7 * em && top + 3 * em < P.y + P.h)
  return inPlane.find(spot => !isOnLine(S, boxOf(spot, em))) ?? inPlane[0] ?? [clamp(right, P.x, P.x + P.w - wide), clamp(below, P.y, P.y + P.h - 3 * em)]
}
const boxOf = ([left, top], em) => [left - 4, top - em, WORDS * em, 3.8 * em]

// What was said stays, dashed.
const betDrawn = ({ own: { P, said }, record: { in_file: inFile } }) => {
  if (!said) return ""
  const x = round1(P.px(said.lambda)),
    y = round1(P.py(1 / said.eta))
  return `<path class="mine" d="M${x} ${P.y}v${P.h}${inFile === null ? `M${P.x} ${y}h${P.w}` : ""}"/><circle class="grip" cx="${x}" cy="${y}" r="5"/>`
}

// How good it was, in a sentence.
export const judged = ({ own: { said }, record: { in_file: inFile, point } }) => {
  const far = [[said.lambda, point[0], 0.03 * Math.max(1, point[0])], [said.eta, point[1], 0.04 * point[1]]].slice(0, inFile === null ? 2 : 1)
  const fares = ([yours, best, open]) =>
    asSaid(yours) === asSaid(best) ? "right" : Math.abs(yours - best) < open ? "close" : yours < best ? "too small" : "too large"
  const words = far.map(([yours, ...of], i) => `${"λη"[i]} ${asSaid(yours)}, ${fares([yours, ...of])}`),
    areRight = words.length > 1 && words.every(each => each.endsWith("right"))
  return `<em>Yours${said.sure === null ? "" : `, ${SURE[said.sure]}`}: ${areRight ? "both right" : words.join("; ")}</em>`
}
