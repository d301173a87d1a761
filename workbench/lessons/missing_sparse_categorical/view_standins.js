// Stand-ins: rows as discs along every feature, full where the split sends them left. Each step brings one feature under the
// split's, threads join the rows, its cut sweeps, and the rows are counted that it sends the same way.
import { padded, scale, ticks as roundNumbers } from "../../stage/kit/axes.js"
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { fraction, math, number } from "../../stage/kit/formula.js"
import { handleAt } from "../../stage/kit/guess.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { drawAgreement, drawTable } from "./view_standins_side.js"
import { button, disc, exact, fact, isAsking, LEFT, rowsName, stepSaid, text } from "./view_model.js"

const COME = [0, 0.16],
  THREADS = [0.08, 0.2],
  SWEEP = [0.14, 0.68],
  BACK = [0.7, 0.82],
  COUNT = [0.84, 0.99]
const COUNTED = 0.86 // of the last feature's step: then the best one comes back under the split
const SORTED = [0.9, 1] // of it, where it is the best itself: the lines beside it go to their places
const RISE = [0.16, 0.36],
  DROP = [0.42, 0.72]
const ABOVE = 1.9, // of em above a rail
  ROOM = 3.5, // and below it, for its values
  FOCUS = 5.9 // and for what its cuts count

const measure = S => {
  const { record, own, L: { em, picture: { w, h } } } = S
  if (!record.is_split) return (own.P = { em, w, h })
  const a0 = 4.4 * em,
    a1 = w - 2.4 * em
  const scales = record.names.map((_, f) => {
    const known = [...record.x[f], ...record.now[f]].filter(each => each !== null)
    return scale(padded(known.length ? [Math.min(...known), Math.max(...known)] : [0, 1], 0.07), [a0, a1])
  })
  own.P = { em, w, h, a0, a1, top: 2.8 * em, r: Math.min(1.4 * em, (a1 - a0) / 34), scales, half: 1.9 * em }
  own.P.above = clamp((h - 6.6 * em) / record.others.length / em - ROOM - 0.6, ABOVE, ROOM)
}

const places = ({ record, L }) => Array.from({ length: record.n_steps + 1 }, (_, k) => lerp(4 * L.em, L.strip.w - 4 * L.em, k / record.n_steps))

// Where each rail lies at a step: the one in focus below the split's, the others parked; else one below the other, at the
// end the best first.
const focusAfter = ({ record: { others, rank, asked } }, step) => (step === others.length && asked !== null ? rank[0] : step - 1)
const restsOf = (S, step, focus = focusAfter(S, step)) => {
  const { record: { others, rank, ways }, own: { P } } = S
  const n = others.length,
    { h, em, top } = P,
    last = h - (step > n && ways.some(isOrphan) ? 5.2 : 3.8) * em
  if (step === 0 || step > n) return others.map((_, j) => lerp(top, last, ((step ? rank.indexOf(j) : j) + 1) / n))
  const parked = others.map((_, j) => j).filter(j => j !== focus),
    high = h - 2.8 * em - (parked.length - 1) * 4.6 * em
  return others.map((_, j) => (j === focus ? high - 8.2 * em : high + parked.indexOf(j) * 4.6 * em))
}
const isOrphan = ({ asked }) => asked.at(-1) === null

const returnsAt = (S, step) => step === S.record.others.length && !isAsking(S) && focusAfter(S, step) !== step - 1

const frameOf = (S, step, u) => {
  const { record, own: { P } } = S,
    asking = isAsking(S),
    n = record.others.length,
    isLast = step > n
  if (asking) [step, u] = [0, 1]
  // The last feature has counted, and gives its place to the best.
  const returns = returnsAt(S, step),
    back = returns ? soft(part(u, [COUNTED, 1])) : 0
  if (returns) u = Math.min(1, u / COUNTED)
  const counts = step === 0 || isLast ? null : step - 1,
    focus = back > 0 ? focusAfter(S, n) : counts,
    come = step === 0 ? 1 : soft(part(u, COME)),
    from = restsOf(S, Math.max(0, step - 1)),
    to = restsOf(S, step, counts),
    end = restsOf(S, step)
  const other = focus === null ? null : record.others[focus],
    turns = record.others.map(({ is_turned }, j) => (!is_turned || step === 0 ? 0 : isLast ? 1 : j === counts ? soft(part(u, BACK)) * (1 - back) : j === focus ? back : 0))
  const sorted = step === n ? (returns ? back : soft(part(u, SORTED))) : Number(isLast)
  const f = { step, u, asking, back, isLast, sorted, focus, other, turns, wires: back || part(u, THREADS), ys: from.map((y, j) => lerp(lerp(y, to[j], come), end[j], back)) }
  if (!other || other.best === null) return f
  const X = P.scales[other.feature],
    [low, high] = X.domain
  f.far = lerp(low, high, part(u, SWEEP))
  f.at = lerp(f.far, other.at[other.best], soft(part(u, BACK)))
  f.isTurned = other.is_turned && u > BACK[1] - 0.02
  f.counted = part(u, COUNT)
  return f
}

// The place of a value on a rail, turned round as far as it is.
const placeOn = ({ own: { P }, record }, f, j, value) => {
  const x = P.scales[record.others[j].feature](value)
  return lerp(x, P.a0 + P.a1 - x, f.turns[j])
}

const sideAt = (S, f, row) => {
  const value = S.record.x[f.other.feature][row]
  return value === null ? null : Number((value > f.at) !== f.isTurned)
}

// --- the picture

const cutMark = ({ em, half }, x, y) =>
  `<path class="cut" d="M${round1(x)} ${round1(y - half)}V${round1(y + half)}"/>` + text(x - 7, y - half + 0.3 * em, "L", { cls: "ink halo", anchor: "end" }) + text(x + 7, y - half + 0.3 * em, "R", { cls: "ink halo" })

// Whether a row without the split's feature stands here for that, so that it is not drawn twice.
const isSent = ({ record }, f, row, feature) => record.now[record.primary][row] === null && record.ways[row].asked.at(-1) === feature && part(f.u, DROP) === 1

const rail = (S, f, j) => {
  const { record, own: { P } } = S,
    { name, feature } = record.others[j],
    y = f.ys[j],
    isDim = f.focus !== null && f.focus !== j
  const discs = record.x[feature].map((value, row) => (value === null || (f.isLast && (record.now[feature][row] === null || isSent(S, f, row, feature))) ? "" : disc(P, placeOn(S, f, j, value), y, row + record.base, record.sides[row] === LEFT, f.isLast ? "faint" : ""))).join("")
  return `<g${isDim || f.isLast ? ` style="opacity:${isDim ? 0.38 : 0.6}"` : ""}>${ruler(P, P.scales[feature], y, name, value => placeOn(S, f, j, value))}${discs}</g>`
}

// The line of a rail, its name, and its values below the rows; of the split above them, where no threads run and no cut stands.
const ruler = ({ em, r, a0, a1 }, { domain }, y, name, place, cut = null) =>
  `<path class="grid" d="M${a0} ${round1(y)}H${a1}"/>${text(a0 - 1.2 * em, y + 0.32 * em, name, { cls: "ink", anchor: "end" })}` +
  roundNumbers(...domain, 6).map(value => (cut !== null && Math.abs(place(value) - place(cut)) < 2 * em ? "" : text(place(value), cut === null ? y + r + 1.1 * em : y - r - 0.5 * em, tick(value), { anchor: "middle", cls: "halo" }))).join("")

const threads = (S, f) => {
  const { record, own: { P } } = S,
    opacity = f.wires
  if (!f.other || !opacity) return ""
  const top = P.scales[record.primary]
  return record.x[f.other.feature].map((value, row) => {
    const above = record.x[record.primary][row]
    if (value === null || above === null) return ""
    const isOff = f.u > 0.2 && f.at !== undefined && record.sides[row] !== null && sideAt(S, f, row) !== record.sides[row],
      [x, y] = [top(above), P.top + P.r],
      [bx, by] = [placeOn(S, f, f.focus, value), f.ys[f.focus] - P.r],
      middle = (y + by) / 2
    return `<path class="thread${isOff ? " off" : ""}" style="opacity:${opacity.toFixed(2)}" d="M${round1(x)} ${round1(y)}C${round1(x)} ${round1(middle)} ${round1(bx)} ${round1(middle)} ${round1(bx)} ${round1(by)}"/>`
  }).join("")
}

// Where the cut stands, how many rows it sends the same way, and how many every cut that it has passed did.
const cutOf = (S, f) => {
  const { record, own: { P } } = S
  if (!f.other || f.at === undefined || f.u < 0.2) return ""
  const y = f.ys[f.focus]
  const counts = f.other.at.map((at, k) => {
    if (at > f.far) return ""
    const alike = Math.max(f.other.same[k], f.other.n - f.other.same[k])
    return text(placeOn(S, f, f.focus, at), y + P.r + 2.5 * P.em, tick(alike), { anchor: "middle", cls: f.counted > 0 && k === f.other.best ? "ink" : "" })
  })
  const same = record.sides.filter((side, row) => side !== null && sideAt(S, f, row) === side).length
  const words = `${same} of ${record.n_known} sent the same way${f.isTurned ? ", turned round" : ""}`
  return text(P.a0 - 1.2 * P.em, y + P.r + 2.5 * P.em, "same", { anchor: "end" }) + counts.join("") + text(P.a0, y + P.r + 4.1 * P.em, words, { cls: "ink" }) + cutMark(P, placeOn(S, f, f.focus, f.at), y)
}

// Rows without the split's feature rise from its rail and go to whoever answers for them.
const losers = (S, f) => {
  const { record, own: { P } } = S,
    lost = record.ways.map((_, row) => row).filter(row => record.now[record.primary][row] === null)
  const rise = soft(part(f.u, RISE)),
    drop = soft(part(f.u, DROP)),
    orphans = lost.filter(row => isOrphan(record.ways[row]))
  return lost.map((row, k) => {
    const way = record.ways[row],
      by = way.asked.at(-1),
      j = record.others.findIndex(({ feature }) => feature === by),
      was = record.x[record.primary][row],
      from = [was === null ? P.a1 : P.scales[record.primary](was), P.top],
      wait = [P.a1 - (lost.length - 1 - k) * 2.3 * P.em - P.em, P.top + 3 * P.em]
    const to = j < 0 ? [P.a0 + 2.3 * P.em * (orphans.indexOf(row) + 4), P.h - 1.2 * P.em] : [placeOn(S, f, j, record.now[by][row]), f.ys[j]]
    const x = lerp(lerp(from[0], wait[0], rise), to[0], drop),
      y = lerp(lerp(from[1], wait[1], rise), to[1], drop)
    return disc(P, x, y, row + record.base, drop === 1 && way.side === LEFT, drop === 1 ? "sent" : "lost")
  }).join("") + (orphans.length ? text(P.a0 - 1.2 * P.em, P.h - 0.9 * P.em, "majority", { cls: "ink", anchor: "start" }) : "")
}

const primary = (S, f) => {
  const { record, own: { P } } = S,
    X = P.scales[record.primary]
  const discs = record.x[record.primary].map((value, row) => {
    if (value === null) return ""
    const isLost = f.isLast && record.now[record.primary][row] === null
    return isLost ? `<circle class="disc lost" cx="${round1(X(value))}" cy="${P.top}" r="${round1(P.r)}"/>` : disc(P, X(value), P.top, row + record.base, record.sides[row] === LEFT)
  }).join("")
  return ruler(P, X, P.top, record.names[record.primary], X, record.at) + discs + cutMark(P, X(record.at), P.top)
}

// All rails: the feature of each, where a value stands on it, and how high it lies.
const railsOf = (S, f) => [
  [S.record.primary, S.own.P.scales[S.record.primary], S.own.P.top],
  ...others(S).map(({ feature }, j) => [feature, value => placeOn(S, f, j, value), f.ys[j]]),
]

// A row that is pointed at, on all rails.
const pointed = (S, f) => {
  const spot = (value, x, y) => (value === null ? "" : `<circle class="looked" cx="${round1(x(value))}" cy="${round1(y)}" r="${round1(S.own.P.r + 4)}"/>`)
  return S.row === null ? "" : railsOf(S, f).map(([feature, x, y]) => spot(S.record.x[feature][S.row], x, y)).join("")
}

const rowAt = (S, [px, py]) => {
  const { record, own: { P } } = S
  if (!record.is_split) return null
  for (const [feature, x, y] of railsOf(S, frameOf(S, S.step, S.u))) {
    const row = record.x[feature].findIndex(value => value !== null && Math.hypot(x(value) - px, y - py) < P.r + 3)
    if (row >= 0) return row
  }
  return null
}

const rowWords = ({ row, record }) => (row === null ? "" : `${rowsName(record, [row])}: ${record.names.map((name, f) => `${name} ${record.x[f][row] === null ? "missing" : exact(record.x[f][row])}`).join(", ")}`)

const cutsAtEnd = (S, f) =>
  S.record.others.map((other, j) => (other.agreement === null || part(f.u, COME) < 1 ? "" : cutMark(S.own.P, placeOn(S, f, j, other.at[other.best]), f.ys[j]))).join("")

const box = ({ own: { P } }, y, cls, room = ROOM, above = ABOVE) => `<rect class="${cls}" x="1" y="${round1(y - above * P.em)}" width="${P.w - 2}" height="${round1((above + room) * P.em)}" rx="9"/>`

const handle = (S, f) => {
  const { own, record } = S,
    j = own.pick ?? 0,
    [cls, text] = own.pick === null ? ["mine unpicked", "none"] : ["mine", record.others[j].name]
  return handleAt({ label: "The best stand-in", now: j, text, least: 0, most: record.others.length - 1 }, box(S, f.ys[j], cls, ROOM, own.P.above))
}

// --- the question

const others = S => S.record.others
const best = S => others(S)[S.record.rank[0]]
const counted = ({ record }, { n_same }) => `${n_same} of ${record.n_known}`

const prompt = S => {
  const { record } = S
  if (!record.is_split) return "No cut gains anything: there is nothing to stand in for"
  const name = record.names[record.primary]
  if (record.asked === null) return `Nothing is more like ${record.asks} than the majority`
  if (isAsking(S)) return `Which feature stands in best for ${record.asks}?`
  const step = stepSaid(S)
  if (step > others(S).length) {
    const { lost, right } = verdictOf(S)
    return S.resting() && right !== null ? `${right} of ${lost.length} go as ${record.asks} would have sent them` : `Rows without ${name} ask the others in turn`
  }
  if (step === others(S).length && S.resting()) return `Most like ${record.asks}: ${best(S).asks}`
  return step ? `How alike are ${others(S)[step - 1].name} and ${record.asks}?` : `What can stand in for ${record.asks}?`
}

// The rows without a value of the split's feature, and how many of them go where it would have sent them, by those who stand
// in for it and by the majority alone; null where that is not known.
const verdictOf = ({ record: { ways, now, x, sides, primary, majority_side } }) => {
  const lost = ways.map((_, row) => row).filter(row => now[primary][row] === null),
    isKnown = lost.length > 0 && lost.every(row => x[primary][row] !== null),
    asSent = sideOf => (isKnown ? lost.filter(row => sideOf(row) === sides[row]).length : null)
  return { lost, right: asSent(row => ways[row].side), byMajority: asSent(() => majority_side) }
}

const offer = S => {
  const { record, at, own } = S
  if (!record.is_split || !S.resting()) return ""
  if (at.round === 0) return record.asked === null ? "" : button("ask", "Ask me")
  const isAnswer = at.round >= others(S).length,
    here = isAnswer ? best(S) : others(S)[at.round - 1],
    yours = own.said === null ? null : others(S)[own.said],
    found = each => `<strong>${counted(S, each)}</strong>${each.is_turned ? ", turned round" : ""}`
  if (record.asked === null && isAnswer) return ""
  const { right, byMajority } = verdictOf(S)
  if (at.round > others(S).length && right !== null) return `<span>by the majority alone: <strong>${byMajority}</strong></span>`
  if (!isAnswer || !yours) return `<span>${found(here)}</span>`
  if (yours.n_same === here.n_same) return `<span><em>yours: ${yours.name}</em> · ${found(yours)}, none has more</span>`
  return `<span><em>yours, ${yours.name}: ${counted(S, yours)}</em> · <strong>${here.name}: ${counted(S, here)}</strong></span>`
}

// --- the hand

const railAt = (S, [, y]) => {
  const ys = restsOf(S, isAsking(S) ? 0 : S.at.round),
    far = ys.map(each => Math.abs(each - y)),
    j = far.indexOf(Math.min(...far))
  return far[j] < ROOM * S.own.P.em ? j : null
}

// A cell of the table that is pressed loses its value, or has it again; a row's number does so for the whole row.
const press = (S, target) => {
  const { record } = S,
    [row, feature] = target.closest("[data-cell]")?.dataset.cell.split(".") ?? []
  if (row !== undefined && S.turn && S.resting()) {
    const cells = new Set(record.blank.map(each => each.join("."))),
      pressed = feature === "all" ? record.names.map((_, f) => `${row}.${f}`) : [`${row}.${feature}`],
      fills = pressed.every(each => cells.has(each))
    for (const each of pressed) fills ? cells.delete(each) : cells.add(each)
    S.turn({ blank: [...cells].sort().join(",") || "none", gap_told: 1, gap_step: record.n_steps })
  }
}

const draw = (S, step, u) => {
  const { record, own } = S
  if (!record.is_split) return { picture: "", marks: "", tree: "", ways: "", treehead: "Stand-ins", wayhead: "" }
  const f = frameOf(S, step, u)
  const rails = record.others.map((_, j) => j).sort((a, b) => (a === f.focus) - (b === f.focus)).map(j => rail(S, f, j)).join("")
  const said = own.said !== null && !f.asking && !f.isLast ? box(S, f.ys[own.said], "mine", f.focus === own.said ? FOCUS : 2.7) : ""
  return {
    picture: (f.asking ? f.ys.map(y => box(S, y, "focus", ROOM, own.P.above)).join("") : f.focus === null ? "" : box(S, f.ys[f.focus], "focus", FOCUS)) + said + threads(S, f) + rails + cutOf(S, f) + primary(S, f) + (f.isLast ? cutsAtEnd(S, f) + losers(S, f) : "") + (f.asking ? "" : pointed(S, f)),
    top: f.asking ? handle(S, f) : "",
    marks: marks(S, f),
    ...(f.isLast ? drawTable(S, f, S.turn !== undefined) : drawAgreement(S, f)),
    ways: "",
    sums: sums(S, f),
    readout: S.row === null && f.isLast && S.turn ? "press a value: it goes missing" : rowWords(S),
  }
}

const marks = (S, f) =>
  others(S).map(({ name }, j) => text(S.L.stepX(j + 1), S.L.strip.h - 5, name, { cls: f.focus === j ? "ink" : "", anchor: "middle" })).join("") +
  text(S.L.stepX(S.record.n_steps), S.L.strip.h - 5, `without ${S.record.names[S.record.primary]}`, { anchor: "middle" })

const sums = ({ record }, f) => {
  if (f.asking || !f.other || f.u < COUNT[1]) return ""
  const { n_same, agreement, adjusted } = f.other
  if (agreement === null) return fact("same", n_same) + fact("majority", record.majority) + fact("stands in", "for nobody")
  return fact("same", n_same) + fact("agreement", significant(agreement)) + `<button type="button" data-card="adjusted"><span>adjusted</span> <b>${significant(adjusted)}</b></button>`
}

const cardOf = S => {
  const { record, at } = S,
    other = record.others?.[focusAfter(S, at.round)]
  if (!other || other.adjusted === null) return ""
  const words = (a, b) => fraction(`${a[0]}<mo>−</mo>${a[1]}`, `${b[0]}<mo>−</mo>${b[1]}`)
  const named = words(["<mtext>same</mtext>", "<mtext>majority</mtext>"], ["<mtext>rows</mtext>", "<mtext>majority</mtext>"]),
    counted = words([number(other.n_same), number(record.majority)], [number(record.n_known), number(record.majority)])
  return `<p><strong>${other.asks}</strong> for ${record.asks}</p>${math(`<mtext>adjusted</mtext><mo>=</mo>${named}<mo>=</mo>${counted}<mo>=</mo>${number(significant(other.adjusted))}`)}<p>What it adds to sending all rows to the larger side.</p>`
}

// Where the best comes back, it is what is said, and the mark of the strip goes to it.
const count = (S, step) => {
  const { record } = S,
    n = record.others?.length
  if (!record.is_split) return "No split"
  if (step === n && S.resting() && returnsAt(S, step)) return `Most alike: <b>${best(S).name}</b>`
  return step === 0 ? "The split" : step > n ? "Rows that miss it" : `Feature <b>${step}</b> of ${n}`
}

export const standIns = {
  hint: "click a feature",
  revealMs: () => 850,
  places,
  measure,
  draw,
  legend: S =>
    key('<circle cx="10" cy="6" r="5.5" class="disc left"/>', "goes left") + key('<circle cx="10" cy="6" r="5" class="disc"/>', "right") +
    (isAsking(S) ? "" : lineKey("thread", "same way") + lineKey("thread off", "other way")),
  prompt,
  offer,
  said: S => (S.own.pick === null ? "" : others(S)[S.own.pick].name),
  whereAt: S => (S.record.is_split ? lerp(S.view, focusAfter(S, S.step) + 1, frameOf(S, S.step, S.u).back) : S.view),
  count,
  picked: railAt,
  dragged: (S, at) => railAt(S, at) ?? S.own.pick,
  nudged: (S, _, by) => (S.own.pick === null ? 0 : clamp(S.own.pick + by, 0, others(S).length - 1)),
  isWhole: S => S.own.pick !== null,
  card: cardOf,
  rowAt,
  press,
}
