// Beside the plane, on one axis of rounds: what every row weighs, of one also its gradients under two losses; and the trees.
import { below, padded, scale } from "../../stage/kit/axes.js"
import { soft } from "../../stage/kit/easing.js"
import { LETTERS, letterOf, markOf } from "../../stage/kit/marks.js"
import { key } from "../../stage/kit/legend.js"
import { decimals, significant, tick } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say, set } from "../../stage/kit/svg.js"
import { ALIKE, chosenOf, isEnd, namedOf, otherCourse, placeOf } from "./view_model.js"

const WIDTHS = [[0.02, 1], [0.08, 1.8], [0.25, 3], [1, 5]], // of so large a share of the rows, in pixels
  GRAINS = 60, // of a doubling: lines that differ by less are one
  FLOOR = 1e-4, // of the average: what weighs less stands there
  LEAST = 2, // at least so many times the average is on the axis, and as small a part of it
  BESIDE = 0.8, // em from class to class
  LINE = 1.25, // em from name to name
  GRAIN = 2, // pixels of a stamp
  NAMES = 8.4 // em beside the last round, for the names of what ends there

// Of one row: what AdaBoost weighs it, and how hard it pulls under other losses, where that is asked for.
const linesOf = S => allLinesOf(S).slice(0, S.own.hasOthers ? 3 : 1)
const allLinesOf = ({ record }) =>
  record.exponential
    ? [["weight", "AdaBoost"], ["exponential", "exponential"], ["bounded", "logistic"]]
    : [["weight", "AdaBoost"], ["bounded", "softmax"]]

// Both parts on the right have one axis of rounds; the tree of a round stands between the states that it leads from and to.
const roundsOf = ({ record, L: { em, lanes } }) => scale([0, record.n_rounds], [round1(2.6 * em), round1(lanes.w - NAMES * em)])

// A wrong row is multiplied, a right one divided: on a scale of doublings all go as far. One for all rounds, so that it stands still.
const heightsOf = (S, range) => {
  const { own, own: { model }, record } = S,
    ends = [1 / LEAST, LEAST, ...(own.course?.other ?? [])] // also while another row is pointed at
  for (let r = 0; r <= record.n_rounds; r++) {
    ends.push(...model.ends("weight", r))
    for (const [name] of allLinesOf(S)) {
      const [values, most] = [model.state(name, r), model.ends(name, r)[1]]
      ends.push(most, values[record.suspect], values[chosenOf(S) ?? record.suspect])
    }
  }
  const [low, high] = [Math.max(FLOOR, Math.min(...ends)), Math.max(...ends)],
    doublings = scale(padded([low, high].map(Math.log2), 0.04), range)
  const decades = Math.log10(high / low) > 2,
    steps = Array.from({ length: 17 }, (_, k) => (decades ? 10 ** (k - 8) : 2 ** (k - 8)))
  return {
    doublings,
    y: value => doublings(Math.max(doublings.domain[0], Math.log2(Math.max(FLOOR, value)))),
    isBelow: value => Math.log2(Math.max(FLOOR, value)) < doublings.domain[0],
    lines: steps.filter(each => each > low && each < high),
  }
}

// The courses of all rows up to a state, in rounds and doublings: the more rows go together, the wider.
const crowdTo = ({ own: { model } }, r) => {
  const many = new Map(),
    wide = WIDTHS.map(() => ""),
    up = weight => Math.round(Math.log2(Math.max(FLOOR, weight)) * GRAINS) / GRAINS
  for (let k = 1; k <= r; k++) {
    const [from, to] = [k - 1, k].map(each => model.state("weight", each))
    for (let i = 0; i < model.n; i++) {
      const line = `M${k - 1} ${up(from[i])}L${k} ${up(to[i])}`
      many.set(line, (many.get(line) ?? 0) + 1)
    }
  }
  for (const [line, count] of many) wide[WIDTHS.findIndex(([share]) => count <= share * model.n)] += line
  return WIDTHS.map(([, px], k) => `<path class="crowd" d="${wide[k]}" style="stroke-width:${px}"/>`).join("")
}

const valueAt = (values, at, i) => {
  const [from, to] = [Math.floor(at), Math.ceil(at)].map(r => Math.max(FLOOR, values(r)[i]))
  return from * (to / from) ** (at % 1)
}

// Every row now, as high as it weighs; rows of a class that weigh alike are one mark, the larger the more they are, beside
// that of the other class.
const marksAt = (S, x, y, at) => {
  const { record, own: { model, dots }, L: { em } } = S,
    weights = r => model.state("weight", r),
    marks = record.classes.map(() => ""),
    groups = new Map()
  let ways = ""
  for (let i = 0; i < model.n; i++) {
    const up = round1(y(valueAt(weights, at, i))),
      code = record.codes[i]
    if (!groups.has(up)) groups.set(up, new Map())
    const alike = groups.get(up)
    alike.set(code, [alike.get(code)?.[0] ?? i, (alike.get(code)?.[1] ?? 0) + 1])
    if (at % 1) ways += `M${round1(x(Math.floor(at)))} ${round1(y(weights(Math.floor(at))[i]))}L${round1(x(at))} ${up}`
  }
  for (const [up, alike] of groups)
    [...alike].sort(([a], [b]) => a - b).forEach(([code, [i, many]], k) => {
      const place = x(at) + BESIDE * em * (k - (alike.size - 1) / 2)
      marks[code] += markOf(code, place, up, Math.min(0.42, 0.17 + 0.025 * Math.sqrt(many)) * em)
      dots.push([i, place, up])
    })
  if (chosenOf(S) !== null) return `<path class="crowd" d="${ways}"/>` // one line is followed: the others end without marks
  return `<path class="crowd" d="${ways}"/>${marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("")}`
}

const course = (x, { y, isBelow }, role, values, at, place) => {
  let d = ""
  for (let r = 0; r <= Math.floor(at); r++) d += `${d ? "L" : "M"}${round1(x(r))} ${round1(y(values(r)[place]))}`
  const value = valueAt(values, at, place),
    here = [round1(x(at)), round1(y(value))]
  return `<path class="lane ${role}" d="${d}L${here.join(" ")}"/>${isBelow(value) ? "" : `<circle class="lane-end ${role}" cx="${here[0]}" cy="${here[1]}" r="3.6"/>`}`
}

// What ends at a state, named beside it; names that would cover each other are moved apart, none below the axis.
const endsNamed = ({ L: { em, lanes } }, x, ends) => {
  const from = round1(x + 1.2 * em),
    line = LINE * em,
    foot = lanes.h - 2.2 * em
  let least = 0.9 * em
  return ends
    .sort(([, a], [, b]) => a - b)
    .map(([words, place, role, value], k) => {
      const y = Math.min(Math.max(least, place + 0.3 * em), foot - (ends.length - 1 - k) * line)
      least = y + line
      return `<text class="end halo ${role}" x="${from}" y="${round1(y)}">${words} <tspan class="value">${value}</tspan></text>`
    })
    .join("")
}

// The heaviest and the lightest rows, how many they are, after the first round all that it got wrong and all others; or the
// lines of one row.
const namesOf = (S, { y, isBelow }, r, place, other) => {
  const { own, own: { model }, record } = S
  if (place === null)
    return [...new Set(model.ends("weight", r))].map(value => {
      const many = model.state("weight", r).filter(each => Math.abs(each - value) < ALIKE * value).length
      return [`${many} ${r !== 1 ? "" : value > 1 ? "wrong " : "right "}${many === 1 ? "row" : "rows"}`, y(value), "weight", `× ${significant(value)}`]
    })
  const found = linesOf(S).map(([name, words]) => [own.hasOthers ? words : `row ${record.number[place]}`, model.state(name, r)[place], name])
  if (other) found.push([record.classes.length === 2 ? `if labelled ${escaped(record.classes[1 - record.codes[place]])}` : "other label", other[Math.min(r, other.length - 1)], "other"])
  for (const [i, role] of besides(S, place)) found.push([role === "bet" ? "yours" : `row ${record.number[i]}`, model.state("weight", r)[i], role])
  return found.map(([words, value, role]) => [words + (isBelow(value) ? " ↓" : ""), y(value), role, significant(value)])
}

// The row that was guessed and those that are named, where another is looked at.
const besides = (S, place) =>
  [[S.own.said, "bet"], ...namedOf(S).filter(i => i !== S.own.said).map(i => [i, "named"])].filter(([i]) => i !== null && i !== place)

// The average stands out as far as the rounds have come: what ends at it is named behind.
const linesAt = (values, y, [from, to], now, em) =>
  values
    .map(value => {
      const at = round1(y(value))
      return `<path class="grid" d="M${from} ${at}H${round1(to)}"/>${value === 1 ? `<path class="average" d="M${from} ${at}H${round1(now)}"/>` : ""}<text class="${value === 1 ? "ink" : ""}" x="${from - 8}" y="${round1(at + 0.3 * em)}" text-anchor="end">${tick(value)}</text>`
    })
    .join("")

export const drawLanes = (S, step, p) => {
  const { own, record, parts, L: { em, lanes: box }, isStart } = S,
    { model } = own,
    place = placeOf(S),
    code = place === null ? 0 : record.codes[place]
  say(parts.rowhead, place === null ? "What every row weighs" : `Row ${record.number[place]}`)
  say(parts.rownote, place === null ? "point at a row" : parts.labels.childElementCount ? "labelled" : `label ${record.classes[code]}`)
  const at = isStart ? 0 : step - 1 + soft(p.flow),
    whole = Math.floor(at),
    other = otherCourse(S),
    foot = round1(box.h - 1.9 * em),
    x = roundsOf(S),
    heights = heightsOf(S, [foot, round1(0.6 * em)])
  const { doublings, y, lines } = heights
  own.dots = []
  let drawn = linesAt(lines, y, x.range, x(at), em) + below(x, foot, em, { n: Math.min(10, record.n_rounds) }) + `<text class="ink" x="${x.range[1] + 0.9 * em}" y="${foot + 1.3 * em}">round</text>` + marksAt(S, x, y, at)
  if (other) drawn += course(x, heights, "other", r => [other[Math.min(r, other.length - 1)]], at, 0)
  for (const [i, role] of place === null ? [] : besides(S, place)) drawn += course(x, heights, role, r => model.state("weight", r), at, i)
  if (place !== null) drawn += linesOf(S).reverse().map(([name]) => course(x, heights, name, r => model.state(name, r), at, place)).join("")
  if (place !== null || at === whole) drawn += endsNamed(S, x(at), namesOf(S, heights, whole, place, other))
  if (own.crowdTo !== whole) put(parts.crowd, crowdTo(S, whole))
  own.crowdTo = whole
  set(parts.crowd, "transform", `matrix(${x(1) - x(0)} 0 0 ${doublings(1) - doublings(0)} ${x(0)} ${doublings(0)})`)
  put(parts.courses, drawn)
}

// The round of the tree at a place of the votes, of those that are drawn.
export const voteAt = (S, [x]) => {
  const round = Math.ceil(roundsOf(S).back(x))
  return round >= 1 && round <= S.at.round ? round : null
}

// What a tree says in the plane, line by line of a stamp, as one path for each class.
const fieldsOf = ({ record, own: { model } }, round, [w, h], share) => {
  const cells = model.tree(round),
    [across, up] = record.edges.map((edges, axis) => Array.from(edges, each => share(axis, each))),
    stops = [0, ...across, 1],
    drawn = record.classes.map(() => "")
  for (let y = 0; y < h; y += GRAIN) {
    const line = up.filter(each => each < 1 - (y + GRAIN / 2) / h).length * (across.length + 1)
    for (let from = 0, to = 1; to < stops.length; to++) {
      if (to < stops.length - 1 && cells[line + to] === cells[line + from]) continue
      drawn[cells[line + from]] += `M${round1(stops[from] * w)} ${round1(y)}H${round1(stops[to] * w)}v${round1(Math.min(GRAIN, h - y))}H${round1(stops[from] * w)}z`
      from = to
    }
  }
  return drawn.map((d, k) => `<path class="side-${letterOf(k)}" d="${d}"/>`).join("")
}

// A tree as small as a stamp: where it cuts, what it says on either side, and the row that is looked at: ringed where it is wrong.
const stamp = (S, round, [x, y, w, h]) => {
  const { record, own, own: { model } } = S,
    cut = record.cuts[round - 1],
    row = placeOf(S)
  const share = (axis, value) => (value - record.ends[axis][0]) / (record.ends[axis][1] - record.ends[axis][0])
  let sides = own.stamps.get(round)
  if (sides === undefined) {
    sides = fieldsOf(S, round, [w, h], share) + (cut ? `<path class="tiny-cut" d="${cut.axis === 0 ? `M${round1(share(0, cut.at) * w)} 0v${h}` : `M0 ${round1((1 - share(1, cut.at)) * h)}h${w}`}"/>` : "")
    own.stamps.set(round, sides)
  }
  sides = `<g transform="translate(${x} ${y})">${sides}</g>`
  if (row === null) return sides
  const role = model.isWrong(round, row) ? "tiny-wrong" : "tiny-right"
  return `${sides}<circle class="${role}" cx="${round1(x + share(0, record.x[row]) * w)}" cy="${round1(y + (1 - share(1, record.y[row])) * h)}" r="3.2"/>`
}

// How much of the vote is against what the row is labelled, hollow, and for it, filled.
const headOf = (S, counted, row) => {
  const { own: { model }, record } = S
  if (!counted) return "No tree has voted yet: the less it errs, the more it will"
  if (row === null) return `The vote of ${counted} of ${record.n_rounds} ${record.n_rounds === 1 ? "tree" : "trees"}`
  const against = model.against(counted, row),
    side = (role, sum, name) => key(`<rect class="${role}" x="1" y="1" width="10" height="10"/>`, `${significant(sum)} ${name}`, 12)
  return `Row ${record.number[row]}: ${side("against", against, "against")} ${side("step", model.votes(counted) - against, "for")}`
}

export const drawVotes = (S, step, p) => {
  const { own, own: { model }, record, parts, L: { em, votes: box }, isStart } = S,
    row = placeOf(S),
    x = roundsOf(S),
    slot = x(1) - x(0),
    w = round1(Math.max(0.6 * slot, Math.min(slot - 3, 4.4 * em))),
    hasStamps = w > 12,
    high = hasStamps ? round1(Math.min(0.8 * w, 3.4 * em)) : 0,
    counted = isStart ? 0 : p.bar > 0 ? step : step - 1, // the numbers of a tree come with its bar
    foot = round1(box.h - high - 6),
    room = foot - 1.6 * em,
    most = Math.max(...record.tree_weight, 1e-9)
  let drawn = `<path class="grid" d="M${x(0)} ${foot}H${x.range[1]}"/>`
  drawn += `<text x="${x(0) - 8}" y="${round1(foot - room + 0.3 * em)}" text-anchor="end">α</text>`
  for (let round = 1; round <= record.n_rounds; round++) {
    const isThere = !isStart && round <= step,
      left = round1(x(round - 0.5) - w / 2),
      frame = role => (hasStamps ? `<rect class="tiny-frame${role}" x="${left}" y="${foot + 4}" width="${w}" height="${high}" rx="2"/>` : "")
    if (!isThere) {
      drawn += frame(" coming")
      continue
    }
    const long = round1(Math.max(0, (record.tree_weight[round - 1] / most) * room * (round < step ? 1 : p.bar)))
    const isAgainst = row !== null && model.isWrong(round, row)
    drawn += `<rect class="${isAgainst ? "against" : "step"}" x="${left}" y="${round1(foot - long)}" width="${w}" height="${long}"/>`
    const said = w > 3.2 * em || round === (own.vote ?? counted) ? significant(record.tree_weight[round - 1]) : decimals(record.tree_weight[round - 1], 1)
    if ((round < step || p.bar === 1) && (slot > 1.4 * em || round === (own.vote ?? counted))) drawn += `<text x="${round1(left + w / 2)}" y="${round1(foot - long - 4)}" text-anchor="middle">${said}</text>`
    if (hasStamps) drawn += `<g style="opacity:${round < step ? 1 : p.cut.toFixed(2)}">${stamp(S, round, [left, foot + 4, w, high])}${frame(round === (own.vote ?? step) ? " now" : "")}</g>`
  }
  put(parts.votebox, drawn)
  put(parts.votehead, headOf(S, counted, row))
  const told = own.vote ?? (isStart ? 0 : step - (p.cut > 0 ? 0 : 1))
  say(parts.votenote, told ? `tree ${told}: ${record.asks[told - 1]}` : "")
  // Each number comes with what shows it, and the last one stays till then, faint: the ringed rows, the bar, the rows that swell.
  const names = [["tree error e", record.error, p.rings], ["its weight α", record.tree_weight, p.bar], ["wrong to right", record.raised, p.flow, " : 1"]],
    said = ([name, values, shown, unit = ""], k) => `<button type="button" data-card="sum${k}"><span>${name}</span> <b${shown === 1 ? "" : ' class="last"'}>${shown === 1 || step > 1 ? significant(values[shown < 1 ? step - 2 : step - 1]) + unit : ""}</b></button>`
  if (isStart) put(parts.sums, "")
  else if (isEnd(record, step - 1) && p.bar === 1) put(parts.sums, `<button type="button" data-card="sum0">${record.ended[0]}</button>`)
  else put(parts.sums, names.map(said).join(""))
}
