// Beside the columns: every partition as the point (H, G) of its left side, the sorted cuts as a walk from arrow to arrow,
// lines of equal gain; and all partitions ranked.
import { across, below, scale } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { pathOf } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { LEFT, SIDES, text, wayOf } from "./view_model.js"
import { scored } from "./view_packet_ways.js"

const LEVELS = [0.25, 0.5, 0.75, 1], // of the best gain
  STEPS = 80

export const total = values => values.reduce((all, each) => all + each, 0)

// From nothing to all categories, one after the other.
const walkOf = ({ G, H }, codes) => {
  const points = [[0, 0]]
  for (const code of codes) {
    const [h, g] = points.at(-1)
    points.push([h + H[code], g + G[code]])
  }
  return points
}

// All sets of categories: their H and G.
const setsOf = ({ G, H }) => {
  let sets = [[0, 0]]
  G.forEach((g, code) => {
    sets = [...sets, ...sets.map(([h, each]) => [h + H[code], each + g])]
  })
  return sets
}

// Where the left side's G has this gain, by its H: 1/2 (G²/(H + λ) + (T − G)²/(N − H + λ) − T²/(N + λ)) solved for G.
const contour = ({ G, H, lambda }, gain, X, Y) => {
  const T = total(G),
    N = total(H),
    arms = [[], []],
    [low, high] = Y.domain
  for (let k = 1; k < STEPS; k++) {
    const h = (N * k) / STEPS,
      [a, b] = [h + lambda, N - h + lambda]
    const square = 1 / a + 1 / b,
      rest = (T * T) / b - 2 * gain - (T * T) / (N + lambda),
      inside = (T / b) ** 2 - square * rest
    if (inside < 0) continue
    ;[1, -1].forEach((sign, arm) => {
      const g = (T / b + sign * Math.sqrt(inside)) / square
      if (g >= low && g <= high) arms[arm].push([X(h), Y(g)])
    })
  }
  return pathOf(arms[0]) + pathOf(arms[1])
}

const arrow = ([ax, ay], [bx, by]) => {
  const long = Math.hypot(bx - ax, by - ay) || 1,
    [ux, uy] = [(bx - ax) / long, (by - ay) / long]
  return `M${round1(ax)} ${round1(ay)}L${round1(bx)} ${round1(by)}M${round1(bx - 9 * ux - 5 * uy)} ${round1(by - 9 * uy + 5 * ux)}L${round1(bx)} ${round1(by)}L${round1(bx - 9 * ux + 5 * uy)} ${round1(by - 9 * uy - 5 * ux)}`
}

export const drawPlane = (S, f) => {
  const { record, own, L: { em, tree: { w, h } } } = S,
    sets = setsOf(record),
    gs = sets.map(([, g]) => g),
    room = 0.09 * (Math.max(...gs) - Math.min(...gs))
  const X = scale([0, total(record.H)], [2.6 * em, w - 1.2 * em]),
    Y = scale([Math.min(...gs) - room, Math.max(...gs) + room], [h - 2.3 * em, 1.4 * em]),
    at = ([H, G]) => [X(H), Y(G)],
    shown = f.isLast ? part(f.u, [0.1, 0.6]) : 0
  let drawn = across(Y, [X.range[0], w], em, { n: 4 }) + below(X, round1(h - 1.7 * em), em, { name: "H of the left side" }) + text(0, 0.6 * em, "G of the left side", { cls: "ink" })
  if (!f.isLast) drawn += drawPoints(sets, at)
  if (shown) {
    const rim = [...walkOf(record, record.by_ratio), ...walkOf(record, [...record.by_ratio].reverse()).reverse()]
    const lines = LEVELS.map(share => `<path class="contour${share === 1 ? " best" : ""}" d="${contour(record, share * record.ways[0].gain, X, Y)}"/>`)
    drawn += `<g style="opacity:${shown.toFixed(2)}"><path class="under" d="${pathOf(rim.map(at))}z"/>${lines.join("")}${drawPoints(sets, at)}</g>`
  }
  const mine = own.said && f.isLast && !f.asking ? spot(at, wayOf(S, own.said), "mine", 8) : ""
  const pointed = own.over === null ? null : record.ways.find(({ number }) => number === Number(own.over)),
    free = f.free ? spot(at, f.free, "looked", 8) : "",
    over = pointed && f.isLast ? spot(at, pointed, "looked", 8) : ""
  return {
    tree: drawn + (f.isLast ? "" : allOf(record, at, em)) + arrows(record, f, at) + (f.asking ? said(record, f, at) : walk(S, f, at)) + mine + free + over,
    treehead: "Every left side is a point",
    treenote: f.isLast ? `curves of equal gain, which rises outwards${record.is_best ? "" : "; this order leaves the rim"}` : "every category an arrow: H across, G up",
  }
}

// Every set of categories as a point.
const drawPoints = (sets, at) => `<path class="points" d="${sets.map(each => `M${at(each).map(round1).join(" ")}h0`).join("")}"/>`

const spot = (at, way, cls, r) => {
  const [x, y] = at([way.H[0], way.G[0]])
  return `<circle class="${cls}" cx="${round1(x)}" cy="${round1(y)}" r="${r}"/>`
}

// All arrows, one after the other, in whatever order, end here.
const allOf = (record, at, em) => {
  const [x, y] = at([total(record.H), total(record.G)])
  return `<circle class="looked" cx="${round1(x)}" cy="${round1(y)}" r="5"/>` + text(x, y - em, "all", { cls: "halo", anchor: "middle" })
}

// What is said to go left, arrow after arrow: its G and H, and nothing of what it gains.
const said = (record, { left }, at) => {
  if (!left.length) return ""
  const points = walkOf(record, record.order.filter(code => left.includes(code))),
    [x, y] = at(points.at(-1)).map(round1)
  return `<path class="mine-walk" d="${points.slice(1).map((each, k) => arrow(at(points[k]), at(each))).join("")}"/>` + text(x + 9, y + 16, "yours", { cls: "mine-text halo" })
}

// Arrows from nothing that wait; the next one flies to the end of the walk.
const arrows = (record, f, at) => {
  if (f.isLast) return ""
  const passed = f.asking ? 0 : Math.max(0, f.step - 1),
    flown = f.asking || f.step === 0 ? 0 : part(f.u, [0.1, 0.5]),
    chain = walkOf(record, record.order)
  return record.order.slice(passed).map((code, k) => {
    if (f.asking && f.left.includes(code)) return ""
    const t = k === 0 ? flown : 0,
      start = chain[passed].map(each => each * t)
    if (t === 1) return ""
    const end = at([start[0] + record.H[code], start[1] + record.G[code]])
    return `<path class="arrow" d="${arrow(at(start), end)}"/>` + text(end[0] + 8, end[1] + 5, record.labels[code], { cls: "ink halo" })
  }).join("")
}

const walk = ({ record, L: { em, tree: { w } } }, f, at) => {
  const chain = walkOf(record, record.order),
    n = record.order.length,
    far = f.isLast ? n : f.step === 0 ? 0 : f.step - 1 + (f.u >= 0.5 ? 1 : 0)
  const knots = record.cuts.map((k, i) => {
    const [x, y] = at(chain[i + 1])
    if (i + 1 > far) return ""
    const isBest = f.isLast && k === record.best_cut,
      [before, now, after] = chain.slice(i, i + 3).map(([, g]) => g),
      isPeak = now > before && now > after,
      isBack = after < now || x > w - 4 * em,
      name = record.order.slice(0, i + 1).map(code => record.labels[code]).sort().join("")
    return `<circle class="wedge${isBest ? " full" : ""}" cx="${round1(x)}" cy="${round1(y)}" r="5"/>` + (isPeak ? text(x, y - 0.8 * em, name, { cls: "ink halo", anchor: "middle" }) : text(x + (isBack ? -9 : 9), y + 1.15 * em, name, { cls: "ink halo", anchor: isBack ? "end" : "start" }))
  })
  return `<path class="walk" d="${pathOf(chain.slice(0, far + 1).map(at))}"/>${knots.join("")}`
}

// --- what is asked: the sums of both sides, and what they score

export const drawSides = ({ record: { G, H, labels, lambda }, L: { em, ways: { w, h } } }, { left }) => {
  const isWhole = left.length > 0 && left.length < labels.length
  const drawn = SIDES.map((side, j) => {
    const codes = [...labels.keys()].filter(code => left.includes(code) === (j === LEFT)),
      way = { T: [total(codes.map(code => G[code]))], H: [total(codes.map(code => H[code]))] },
      [x, y, high] = [5 * em, (0.06 + 0.47 * j) * h, 0.4 * h],
      middle = [x + (w - x) / 2, y + high / 2]
    return (
      text(0, middle[1] - 0.3 * em, side, { cls: "ink" }) + text(0, middle[1] + em, isWhole ? codes.map(code => labels[code]).join(", ") : "") +
      `<rect class="bay" x="${x}" y="${round1(y)}" width="${round1(w - x - 1)}" height="${round1(high)}"/>` +
      (isWhole ? `<g transform="translate(${round1(middle[0])} ${round1(middle[1] - 0.7 * em)}) scale(1.1)">${scored(0, 0, em, way, 0, lambda)}</g>` : text(middle[0], middle[1] + 0.32 * em, "?", { cls: "unknown", anchor: "middle" }))
    )
  })
  return { ways: drawn.join(""), wayhead: "What both sides score", waynote: "½ G² / (H + λ): their sum is to be large" }
}

// --- all partitions: by name until all are known, then the best first

const SLIDE = [0.4, 0.9] // of the last step

export const drawRanking = ({ record, own, at, L: { em, ways: { w, h } } }, f) => {
  const { ways, cuts } = record,
    row = Math.min(2.2 * em, h / ways.length),
    x0 = (ways[0].name.length * 0.5 + 1.2) * em,
    unit = (w - x0 - 4.4 * em) / Math.max(ways[0].gain, 1e-9),
    slid = f.isLast ? soft(part(f.u, SLIDE)) : 0,
    grown = f.isLast ? soft(part(f.u, [0.05, SLIDE[0]])) : 0,
    byName = [...ways].sort((a, b) => a.number - b.number),
    mine = wayOf({ record }, own.said ?? [])
  const drawn = ways.map((way, k) => {
    const y = row * lerp(byName.indexOf(way), k, slid),
      middle = y + row / 2 + 0.3 * em,
      cut = cuts.indexOf(k),
      isTried = cut >= 0 && cut < f.tried,
      isMine = way === mine,
      isTold = isTried || grown === 1,
      wide = Math.max(1.5, way.gain * unit) * (isTried ? 1 : grown),
      kind = !isTold ? "part-none" : way.is_cut ? "part-left" : way.is_alone ? "part-alone" : "part-none"
    const says = isTold && (!f.isLast || k === 0 || isMine || way === f.way) ? significant(way.gain) : "",
      words = [says, isMine ? "yours" : ""].filter(Boolean).join(" ")
    const looked = way.number === at.partition && f.isLast ? `<rect class="looked" x="0" y="${round1(y)}" width="${w}" height="${round1(row)}" rx="4"/>` : ""
    const pressed = f.isLast ? ` class="opens" role="button" data-partition="${way.number}" data-over="${way.number}"` : ""
    return (
      `<g${pressed}>${isTold ? `<title>${f.isLast ? `rank ${way.rank}: ` : ""}${way.name}, gain ${significant(way.gain)}</title>` : ""}<rect class="hit" x="0" y="${round1(y)}" width="${w}" height="${round1(row)}"/>${looked}` +
      (row > 0.8 * em ? text(x0 - 8, middle, way.name, { cls: isMine ? "mine-text" : isTold && way.is_cut ? "ink" : "", anchor: "end" }) : "") +
      (wide ? `<rect class="${kind}" x="${round1(x0)}" y="${round1(y + 2)}" width="${round1(wide)}" height="${round1(Math.max(3, row - 4))}" rx="2"/>` : "") +
      `${words ? text(x0 + wide + 6, middle, words, { cls: isMine ? "mine-text" : "ink" }) : ""}</g>`
    )
  })
  const keys = ["part-left", "part-alone"].map((cls, k) => `<svg class="key" viewBox="0 0 12 12" aria-hidden="true"><rect class="${cls}" x="1" y="1" width="10" height="10"/></svg>${["sorted cut", "one against the rest"][k]}`)
  return {
    ways: `<path class="grid" d="M${round1(x0)} 0V${round1(row * ways.length)}"/>${drawn.join("")}`,
    wayhead: f.isLast ? `${ways.length} partitions, ranked` : `${ways.length} partitions`,
    waynote: f.isLast ? keys.join(" ") : "32 categories would have 2 billion",
    keys: f.isLast,
  }
}
