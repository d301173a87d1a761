// The rows between the corners of their classes: a triangle of three, a band of two, a polygon of more. A row stands at the mean of the corners,
// weighed by its probabilities. So what it lacks of each class, y - p, is its way to the corner of its own class; and a
// tree, which changes the F of one class, moves it straight to the corner of that class or away from it.
import { below, extent, scale } from "../../stage/kit/axes.js"
import { clamp, lerp } from "../../stage/kit/easing.js"
import { circle, letterOf, markOf } from "../../stage/kit/marks.js"
import { nearest } from "../../stage/kit/pointing.js"
import { escaped, put, round1 } from "../../stage/kit/svg.js"
import { isFirst, movesOf, rowOf, sharesOf, softmax } from "./view_model.js"

const TURN = 2.39996, // an angle that fills a disc without a pattern
  GOLDEN = 0.618034
const CELL = 2.2, // rows that are no farther apart stand around one place, in radii of their marks
  APART = 1.4, // how far
  FARTHEST = 12, // seats for each row of a crowd that are tried
  CLEAR = 15, // pixels around the chosen row that are free of others
  MANY = 6, // rows of one place that are counted
  COUNT = 2.7, // em of their number and its mark
  RECENT = 10 // rounds of its way that do not fade
export const RING = 6.5 // pixels from the mark of the chosen row to its ring

const xy = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`

export const measureSimplex = S => {
  const { own, record, L: { em, picture: { w, h } } } = S,
    isBand = record.classes.length === 2
  const most = clamp(0.27 * em, 2.8, 4.6) * (record.codes.length > 320 ? 0.8 : 1)
  if (isBand) {
    const [x0, x1, top, foot] = [3 * em, w - 3 * em, 3.4 * em, h - 3.6 * em],
      ups = Array.from(record.codes, (_, i) => lerp(foot - 1.2 * em, top + 1.2 * em, (i * GOLDEN) % 1))
    own.P = { em, r: most, isBand, top, foot, ups, corners: [[x0, 0], [x1, 0]] }
  } else {
    const unit = record.classes.map((_, k, { length }) => cornerOnCircle(k, length)),
      [across, up] = [0, 1].map(axis => extent(unit.map(corner => corner[axis]))),
      R = Math.max(60, Math.min((w - 5 * em) / (across[1] - across[0]), (h - 4.6 * em) / (up[1] - up[0])))
    own.P = { em, r: Math.min(most, R / 50), w, corners: unit.map(([x, y]) => [w / 2 + R * x, h / 2 + R * (y - (up[0] + up[1]) / 2)]) }
  }
  own.crowds = []
}

// The corner of class k of some many on a circle: the first two at the foot, then around.
const cornerOnCircle = (k, many) => {
  const angle = Math.PI / 2 + (1 - 2 * k) * (Math.PI / many)
  return [Math.cos(angle), Math.sin(angle)]
}

// Where probabilities stand; of a band, each row at a height of its own.
export const placeOf = ({ corners, ups }, p, i) => {
  let x = 0,
    y = 0
  for (let k = 0; k < p.length; k++) {
    x += p[k] * corners[k][0]
    y += p[k] * corners[k][1]
  }
  return [x, ups ? ups[i] : y]
}

// The probabilities at a place, or nearly so beyond the sides; of those that have the same place in a polygon, Wachspress' own.
export const probabilitiesAt = ({ corners, isBand }, place) => {
  const [[left], [right]] = corners,
    second = (place[0] - left) / (right - left),
    found = sharesOf(isBand ? [1 - second, second] : inPolygon(corners, place))
  return sharesOf(found.map(each => Math.max(0, each)))
}

const inPolygon = (corners, place) => {
  const areaOf = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (cx - ax) * (by - ay),
    at = k => corners[(k + corners.length) % corners.length]
  return corners.map((corner, k) => Math.abs(areaOf(at(k - 1), corner, at(k + 1))) / (areaOf(place, at(k - 1), corner) * areaOf(place, corner, at(k + 1)) || 1e-9))
}

export const stillSimplex = S => {
  const { own: { P }, record, parts } = S
  put(parts.still, (P.isBand ? bandOf : polygonOf)(P, record))
}

const nameAt = (name, k, x, y, anchor) =>
  `<path class="mark-${letterOf(k)}" d="${markOf(k, x + { start: 6, end: -6 }[anchor], y - 5, 5)}"/>` +
  `<text class="ink corner" x="${round1(x + { start: 17, end: -17 }[anchor])}" y="${y}" text-anchor="${anchor}">${escaped(name)}</text>`

// The names stand above or below the rows that come to their corners. Of three classes it is seen where each is the most probable.
const polygonOf = (P, { classes }) => {
  const { corners, em, w } = P,
    middle = placeOf(P, corners.map(() => 1 / corners.length)),
    sides = corners.map((corner, k) => corner.map((from, axis) => (from + corners[(k + 1) % corners.length][axis]) / 2))
  const realms = corners.map((corner, k) => `<path class="realm-${letterOf(k)}" d="M${[corner, sides[k], middle, sides.at(k - 1)].map(xy).join("L")}z"/>`),
    ties = `<path class="tie" d="${sides.map(side => `M${xy(middle)}L${xy(side)}`).join("")}"/>`
  const nameOf = (name, k) => {
    const [x, y] = corners[k],
      half = 0.28 * em * name.length + 8
    return nameAt(name, k, round1(clamp(x, half, w - half) - half), round1(y > middle[1] ? y + 1.6 * em : y - 0.8 * em), "start")
  }
  return `${corners.length > 3 ? "" : realms.join("") + ties}<path class="side" d="M${corners.map(xy).join("L")}z"/>${classes.map(nameOf).join("")}`
}

const bandOf = ({ corners: [[x0], [x1]], top, foot, em }, { classes }) => {
  const half = (x0 + x1) / 2,
    box = (k, from, to) => `<path class="realm-${letterOf(k)}" d="M${from} ${top}H${to}V${foot}H${from}z"/>`
  return (
    box(0, x0, half) + box(1, half, x1) + `<path class="tie" d="M${half} ${top}V${foot}"/><path class="side" d="M${x0} ${top}H${x1}V${foot}H${x0}z"/>` +
    nameAt(classes[0], 0, x0, round1(top - 0.7 * em), "start") + nameAt(classes[1], 1, x1, round1(top - 0.7 * em), "end") +
    below(scale([0, 1], [x0, x1]), foot, em, { name: `p of ${escaped(classes[1])}` })
  )
}

// Rows in crowds, by their places: each joins the first that is near.
const crowdsOf = ({ r }, places) => {
  const found = []
  places.forEach(([x, y], i) => {
    const near = found.find(crowd => Math.hypot(crowd.x - x, crowd.y - y) < CELL * r)
    if (near) near.rows.push(i)
    else found.push({ x, y, rows: [i] })
  })
  return found
}

const seatAt = ({ r }, seat) => ["cos", "sin"].map(way => APART * r * Math.sqrt(seat - 1) * Math[way](TURN * seat))

// The first seats around a place that lie within all sides, one for each row of its crowd.
const seatsOf = (P, { x, y, rows }) => {
  const found = new Set([1])
  for (let seat = 2; found.size < rows.length; seat++) {
    const [dx, dy] = seatAt(P, seat)
    if (seat > FARTHEST * rows.length || isWithin(P, [x + dx, y + dy])) found.add(seat)
  }
  return found
}

const isWithin = ({ corners, r }, [x, y]) =>
  corners.every(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length]
    return (bx - ax) * (ay - y) + (by - ay) * (x - ax) >= r * Math.hypot(bx - ax, by - ay)
  })

// How far aside of its place every row stands, in a state of all trees: those of one place stand around it, each in the seat
// that it had before, where the crowd has it and it is free.
const crowdOf = ({ own: { P, model, crowds } }, r) => {
  for (let at = crowds.length; at <= r; at++) {
    const seats = new Int32Array(model.n)
    for (const crowd of crowdsOf(P, Array.from(seats, (_, i) => placeOf(P, model.p(at, i))))) {
      const free = seatsOf(P, crowd)
      const take = (i, seat) => free.delete(seat) && (seats[i] = seat)
      for (const i of crowd.rows) take(i, crowds[at - 1]?.seats[i])
      for (const i of crowd.rows) if (!seats[i]) take(i, free.values().next().value)
    }
    crowds.push({ seats, aside: Array.from(seats, seat => seatAt(P, seat)) })
  }
  return crowds[r].aside
}

const nowAt = ({ own: { P, model, kept } }, step, i, moves) =>
  placeOf(P, softmax(model.only(model.between(step, i, moves), kept)), i)

// Where every row stands now: [x, y] one after the other. The chosen one stands at its own place; by the trees of one class
// alone all do, on the line to its corner: beside it they would look as if they were told apart.
const placesNow = (S, step, moves) => {
  const { own: { P, model, shares } } = S,
    places = new Float64Array(2 * model.n),
    share = P.isBand ? 0 : shares[model.K],
    [from, to] = [step - 1, step].map(state => share && crowdOf(S, state)),
    t = moves.reduce((all, each) => all + each, 0) / moves.length,
    chosen = rowOf(S),
    own = nowAt(S, step, chosen, moves)
  for (let i = 0; i < model.n; i++) {
    let [x, y] = i === chosen ? own : nowAt(S, step, i, moves)
    if (share && i !== chosen) {
      x += share * lerp(from[i][0], to[i][0], t)
      y += share * lerp(from[i][1], to[i][1], t)
      ;[x, y] = aside(own, x, y, share * (P.r + CLEAR))
    }
    places[2 * i] = x
    places[2 * i + 1] = y
  }
  return places
}

// Rows that would lie under the chosen one, or near it, stand around it, in the order of their distances.
const aside = ([cx, cy], x, y, clear) => {
  const far = Math.hypot(x - cx, y - cy)
  if (far >= 2 * clear) return [x, y]
  const out = (clear + far / 2) / (far || 1)
  return [cx + ((x - cx) || 1) * out, cy + (y - cy) * out]
}

// lit: whether a row stays bright.
const marksNow = ({ own: { P }, record }, places, chosen, lit) => {
  const drawn = record.classes.map(() => ["", "", "", ""]) // seen, unseen, each bright and pale
  for (let i = 0; i < record.codes.length; i++)
    if (i !== chosen) drawn[record.codes[i]][(record.seen[i] ? 0 : 1) + (lit(i) ? 0 : 2)] += markOf(record.codes[i], places[2 * i], places[2 * i + 1], P.r)
  const kinds = ["mark", "open", "pale mark", "pale open"]
  return [2, 3, 0, 1].map(kind => drawn.map((each, k) => (each[kind] ? `<path class="${kinds[kind]}-${letterOf(k)}" d="${each[kind]}"/>` : "")).join("")).join("")
}

// Beside the places that most rows share, how many of each class do.
const countsOf = ({ own: { P, P: { em } }, record: { classes, codes } }, places) => {
  const crowds = crowdsOf(P, places).filter(({ rows }) => rows.length >= MANY).sort((one, other) => other.rows.length - one.rows.length),
    apart = crowds.filter(({ x, y }, j) => crowds.slice(0, j).every(each => Math.hypot(each.x - x, each.y - y) > 1.6 * em))
  const said = ({ x, y, rows }) => {
    const counts = classes.map((_, k) => [k, rows.filter(i => codes[i] === k).length]).filter(([, many]) => many),
      at = j => x + P.r + (1.2 + COUNT * j) * em
    return counts.map(([k, many], j) => `<path class="mark-${letterOf(k)}" d="${markOf(k, at(j), y, 4.4)}"/><text class="ink halo corner" x="${round1(at(j) + 0.6 * em)}" y="${round1(y + 0.36 * em)}">${many}</text>`).join("")
  }
  return apart.map(said).join("")
}

const cornerOf = ({ corners, ups }, k, i) => [corners[k][0], ups ? ups[i] : corners[k][1]]

// Where a row stood before the first round, the second, and so on.
export const placesBefore = (S, step, i) => Array.from({ length: step }, (_, r) => nowAt(S, r + 1, i, new Array(S.own.model.K).fill(0)))

// The way of a row until the last round, what is long ago pale, and in this one a leg for each tree.
const wayOf = (S, step, moves, i) => {
  const { own: { P, model, kept, shares }, isStart } = S,
    way = placesBefore(S, step, i),
    of = places => {
      const line = `M${places.map(xy).join("L")}`
      return `<path class="way halo-way" d="${line}"/><path class="way" d="${line}"/><path class="knots" d="${places.map(([x, y]) => circle(x, y, 2)).join("")}"/>`
    }
  if (isFirst(S)) return of([...way, nowAt(S, step, i, moves)])
  let drawn = `<g class="long-ago">${step > RECENT ? of(way.slice(0, 1 - RECENT)) : ""}</g>${of(way.slice(-RECENT))}`
  let from = way.at(-1)
  for (let k = 0; k < model.K && !isStart; k++) {
    const p = softmax(model.only(model.between(step, i, moves.map((each, j) => (j <= k ? each : 0))), kept)),
      to = placeOf(P, p, i)
    if (moves[k] > 0) {
      if (moves[k] < 1 || S.at.of_class === k || shares[k]) drawn += guideOf(P, p, k, i)
      drawn += `<path class="leg-${letterOf(k)}" d="M${xy(from)}L${xy(to)}"/>`
    }
    from = to
  }
  return drawn
}

// The line through the corner of class k on which its tree moves a row.
const guideOf = (P, p, k, i) => {
  const others = 1 - p[k],
    far = p.map((each, j) => (j === k ? 0 : others > 1e-12 ? each / others : 1 / (p.length - 1)))
  return `<path class="guide leg-${letterOf(k)}" d="M${xy(cornerOf(P, k, i))}L${xy(placeOf(P, far, i))}"/>`
}

export const drawSimplex = (S, step, u, lit) => {
  const { own, record, parts, isStart } = S,
    { P, model } = own,
    moves = isStart ? new Array(model.K).fill(0) : movesOf(u, model.K),
    places = (own.places = placesNow(S, step, moves)),
    i = rowOf(S),
    here = [places[2 * i], places[2 * i + 1]],
    kind = record.seen[i] ? "mark" : "open"
  put(
    parts.moving,
    marksNow(S, places, i, lit) +
      `<path class="lacks" d="M${xy(here)}L${xy(cornerOf(P, record.codes[i], i))}"/>` +
      wayOf(S, step, moves, i) +
      `<circle class="chosen-row" cx="${here[0].toFixed(1)}" cy="${here[1].toFixed(1)}" r="${round1(P.r + RING)}"/>` +
      `<path class="${kind}-${letterOf(record.codes[i])} own" d="${markOf(record.codes[i], ...here, P.r + 1.5)}"/>` +
      (own.isAlone && own.shares[own.goal] === 1 && !P.isBand && u === 1 ? countsOf(S, Array.from(record.codes, (_, j) => [places[2 * j], places[2 * j + 1]])) : ""),
  )
}

export const rowAt = ({ own: { places } }, [x, y]) =>
  nearest(places.length / 2, i => (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2, 14)
