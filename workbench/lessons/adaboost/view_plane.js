// The plane: the vote as its ground, rows as large as they weigh, the cut of the round.
import { across, below, scale } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { borderOf, fitGround, paintGround, strengthsOf } from "../../stage/kit/ground.js"
import { LETTERS, letterOf, markOf } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { nearestOf } from "../../stage/kit/pointing.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { namedOf, placeOf } from "./view_model.js"

const TOP = 1.7, // em above the plane, for the name of its axis and of what just happens
  LEVELS = 254,
  STRENGTHS = 84,
  REACH = 28, // pixels from a row
  HEAVY = 4, // times the average
  NAME = 2.2, // em of half a row's name
  LINE = 3, // as much as a line weighs under a name, beside the squares of rows
  GRAINS = 90, // of the weight that flows
  LATER = 0.4, // of its time, in which one after the other sets out
  TAIL = 0.1, // of its way
  GOLDEN = 0.618, // so that those that set out together are spread
  SLOW = 1200, // ms: what takes longer has words
  AVERAGE = 0.27, // radius in em of a row of average weight, and of the heaviest one at most
  LARGEST = 1.3

export const radius = ({ em, average }, weight) => average * em * Math.sqrt(Math.max(weight, 0.02))

export const measurePlane = S => {
  const { own, record, root, parts, L: { em, picture } } = S,
    { ends, edges, classes } = record
  const box = [2.6 * em, TOP * em, picture.w - 0.6 * em, picture.h - 2.2 * em],
    [x0, y0, x1, y1] = box
  const x = scale(ends[0], [x0, x1]),
    y = scale(ends[1], [y1, y0]),
    colours = classes.length > 2 ? strengthsOf(root, LETTERS.map(each => `--ground-${each}`), STRENGTHS) : undefined
  const average = Math.min(AVERAGE, LARGEST / Math.sqrt(record.weight.reduce((most, each) => Math.max(most, each))))
  own.P = { em, average, x, y, box, G: fitGround(parts.ground, root, edges, box, x, y, ["--ground-a", "--ground-b"], colours) }
  own.painted = null
  own.ways = new Map()
  own.flows = new Map()
  own.stamps = new Map()
}

export const stillPlane = S => {
  const { own: { P }, record, parts } = S,
    [x0, , x1, y1] = P.box
  const up = record.is_band
    ? record.classes.map((name, k) => `<text x="${x0 - 8}" y="${P.y(k) + 0.3 * P.em}" text-anchor="end">${escaped(name)}</text>`).join("")
    : across(P.y, [x0, x1], P.em) + `<text class="ink" x="${x0}" y="${P.box[1] - 0.5 * P.em}">${escaped(record.names[1])}</text>`
  put(parts.still, up + below(P.x, y1, P.em, { name: escaped(record.names[0]) }))
}

// The vote, cell by cell: of two classes on its way from one state to the next, of more the next one from the middle on.
const paint = (S, step, t) => {
  const { own, record } = S,
    { model, P } = own,
    key = `${step} ${t}`
  if (own.painted === key) return
  own.painted = key
  const before = model.cells(step - 1),
    after = model.cells(step)
  if (record.classes.length > 2) {
    const shown = t < 0.5 ? before : after
    return paintGround(P.G, Float32Array.from(shown, each => each / 256))
  }
  paintGround(P.G, Float32Array.from(after, (each, i) => lerp(before[i], each, t) / LEVELS))
}

const cutPath = ({ own: { P } }, cut) => {
  if (cut.axis === 0) return `M${P.x(cut.at).toFixed(1)} ${P.box[1]}V${P.box[3]}`
  return `M${P.box[0]} ${P.y(cut.at).toFixed(1)}H${P.box[2]}`
}

// A stump slides from where the last one cut along the same feature; another tree comes as the border of its classes.
const cutOf = (S, step, t) => {
  const { own: { model, P }, record } = S,
    now = record.cuts[step - 1],
    last = step > 1 ? record.cuts[step - 2] : null
  const style = `style="opacity:${Math.min(1, 4 * t).toFixed(2)}"`
  if (now) {
    const at = last?.axis === now.axis ? lerp(last.at, now.at, t) : now.at
    return `<path class="cut" ${style} d="${cutPath(S, { ...now, at })}"/>`
  }
  const cells = model.tree(step)
  let d = ""
  for (let k = 1; k < record.classes.length; k++)
    d += borderOf(Uint8Array.from(cells, each => (each >= k ? 1 : 0)), 0.5, record.edges, P.box, P.x, P.y)
  return `<path class="cut" ${style} d="${d}"/>`
}

// Whether a line of what a tree or the vote says goes between two corners of a box.
const isParted = (record, cells, side, corners) => {
  const [across, up] = record.edges.map(each => Array.from(each)),
    said = corners.map(([x, y]) => side(cells[up.filter(each => each < y).length * (across.length + 1) + across.filter(each => each < x).length]))
  return said.some(each => each !== said[0])
}

// Where the name of a row stands from its ring, across, down and by the foot of its letters in em: where in all rounds together
// least weight is, large rows above all, and fewest lines, so that it keeps its side.
const WAYS = [[0, -1, 0], [1, 0, 0.3], [-1, 0, 0.3], [0, 1, 0.8], ...[1, -1].flatMap(side => [[0.7 * side, -0.7, 0], [0.7 * side, 0.7, 0.8]])]
const nameAt = (em, x, y, r, [across, down, foot]) => [x + across * (r + 5) + Math.sign(across) * NAME * em, y + down * (r + 5) + foot * em].map(round1)
const wayOf = ({ own: { P, model, ways }, record }, place) => {
  const { x, y, n_rounds, classes } = record
  if (ways.has(place)) return ways.get(place)
  const half = NAME * P.em
  const covered = way => {
    let count = 0
    for (let round = 0; round <= n_rounds; round++) {
      const weights = model.state("weight", round),
        [middle, foot] = nameAt(P.em, P.x(x[place]), P.y(y[place]), radius(P, weights[place]) + 6, way)
      const isIn = (left, top, r) => Math.abs(left - middle) < half + r && Math.abs(top - foot + 0.4 * P.em) < 0.7 * P.em + r
      if (middle - half < P.box[0] || middle + half > P.box[2] || foot - P.em < P.box[1] || foot > P.box[3]) return Infinity
      const corners = [-half, half].flatMap(off => [0.2 - P.em, 0.2].map(up => [P.x.back(middle + off), P.y.back(foot + up)]))
      const lines = [round ? model.tree(round) : [], classes.length === 2 ? model.cells(round) : []]
      lines.forEach((cells, k) => {
        if (isParted(record, cells, each => (k ? each > LEVELS / 2 : each), corners)) count += LINE
      })
      for (let i = 0; i < x.length; i++) if (isIn(P.x(x[i]), P.y(y[i]), radius(P, weights[i]) + 5)) count += weights[i] ** 2
    }
    return count
  }
  const counts = WAYS.map(covered)
  ways.set(place, WAYS[counts.indexOf(Math.min(...counts))])
  return ways.get(place)
}

const ringed = (S, i, weight, role) => {
  const { own: { P }, record } = S,
    [x, y, r] = [P.x(record.x[i]), P.y(record.y[i]), radius(P, weight) + 6].map(round1),
    [middle, foot] = nameAt(P.em, x, y, r, wayOf(S, i))
  return `<circle class="${role}" cx="${x}" cy="${y}" r="${r}"/><text class="ink halo" x="${middle}" y="${foot}" text-anchor="middle">row ${record.number[i]}</text>`
}

// In a round that is told slowly, what it does just now.
const phaseNow = ({ motion, own: { P }, record: { raised, tree_weight: alphas } }, step, p) => {
  if (!(motion?.ms > SLOW) || step !== Math.floor(motion.from) + 1) return ""
  const vote = `it votes with α ${significant(alphas[step - 1])}`,
    flow = `weight flows to what it got wrong, ${significant(raised[step - 1])} : 1`,
    now = [p.cut, p.rings, p.bar, p.flow].findIndex(done => done < 1),
    words = ["The next tree", "it gets these wrong", vote, flow][now] ?? ""
  return `<text class="phase" x="${P.box[2]}" y="${round1(P.box[1] - 0.7 * P.em)}" text-anchor="end">${words}</text>`
}

// What flows from rows that were right to rows that were wrong, as grains of one weight each: from left to right on both sides, so
// that few cross. Gives where each begins and ends.
const flowOf = ({ own: { model, flows } }, step) => {
  const [before, after] = [step - 1, step].map(r => model.state("weight", r))
  const endsOf = sign => {
    const moved = i => Math.max(0, sign * (before[i] - after[i])),
      all = model.order.reduce((sum, i) => sum + moved(i), 0)
    let sum = 0
    const grains = i => -Math.round((GRAINS * sum) / all) + Math.round((GRAINS * (sum += moved(i))) / all)
    return all > 0 ? model.order.flatMap(i => Array(grains(i)).fill(i)) : []
  }
  if (!flows.has(step)) flows.set(step, [1, -1].map(endsOf))
  return flows.get(step)
}

const flowing = (S, step, { flow }) => {
  if (flow <= 0 || flow >= 1) return ""
  const { own: { P }, record: { x, y } } = S,
    [from, to] = flowOf(S, step)
  const drawn = from.map((row, grain) => {
    const begins = LATER * ((grain * GOLDEN) % 1),
      t = soft(part(flow, [begins, begins + 1 - LATER])),
      at = s => `${lerp(P.x(x[row]), P.x(x[to[grain]]), s).toFixed(1)} ${lerp(P.y(y[row]), P.y(y[to[grain]]), s).toFixed(1)}`
    return t > 0 && t < 1 ? `M${at(Math.max(0, t - TAIL))}L${at(t)}` : ""
  })
  return `<path class="flow" d="${drawn.join("")}"/>`
}

// One ring for each row that is named, chosen or was said.
const ringsOf = S => {
  const { said } = S.own,
    roles = new Map(namedOf(S).map(i => [i, "of-row named"]))
  if (placeOf(S) !== null) roles.set(placeOf(S), "of-row")
  if (said !== null) roles.set(said, `${roles.get(said) ?? ""} yours`)
  return roles
}

export const drawPlane = (S, step, p) => {
  const { own, record, parts, isStart } = S,
    { model, P } = own
  paint(S, step, isStart ? 0 : p.ground)
  const weights = Float64Array.from({ length: model.n }, (_, i) => (isStart ? model.state("weight", 0)[i] : model.weight(step, i, p)))
  const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]),
    marks = record.classes.map(() => "")
  let rims = "",
    heavy = "" // each by itself, so that its edge is seen upon another
  for (const i of order) {
    const d = markOf(record.codes[i], P.x(record.x[i]), P.y(record.y[i]), radius(P, weights[i]))
    if (weights[i] > HEAVY) heavy += `<path class="mark-${letterOf(record.codes[i])}" d="${d}"/>`
    else marks[record.codes[i]] += d
    if (!isStart && p.rings > 0 && model.isWrong(step, i)) rims += d
  }
  let drawn = isStart ? "" : `<path class="wrongs" style="opacity:${p.rings.toFixed(2)}" d="${rims}"/>`
  drawn += heavy + marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("")
  if (!isStart && p.cut > 0) drawn = cutOf(S, step, p.cut) + drawn // upon the border of the vote, where both are one line
  if (record.classes.length === 2) drawn = `<path class="after" d="${borderOf(model.cells(isStart ? 0 : p.ground < 1 ? step - 1 : step), LEVELS / 2, record.edges, P.box, P.x, P.y)}"/>` + drawn
  if (own.vote && record.cuts[own.vote - 1]) drawn = `<path class="before" d="${cutPath(S, record.cuts[own.vote - 1])}"/>${drawn}`
  for (const [i, role] of ringsOf(S)) drawn += ringed(S, i, weights[i], role)
  drawn += (isStart ? "" : flowing(S, step, p)) + phaseNow(S, step, p)
  put(parts.moving, drawn)
}

export const rowAt = ({ own: { P }, record }, place, reach = REACH) =>
  nearestOf(Array.from(record.x, (x, i) => [i, P.x(x), P.y(record.y[i])]), place, reach)
