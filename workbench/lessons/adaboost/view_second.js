// Beside the plane, on one axis of rounds: what every row weighs, of one also its gradients under two losses; and the trees.
import { across, below, scale } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { LETTERS, markOf } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say, set } from "../../stage/kit/svg.js"
import { otherCourse, placeOf } from "./view_model.js"

const LEAST_TOP = 2,
  WIDTHS = [[0.02, 1], [0.08, 1.8], [0.25, 3], [1, 5]], // of so large a share of the rows, in pixels
  GRAINS = 200, // of the largest weight: lines that differ by less are one
  ALIKE = 1e-4, // of a weight
  BESIDE = 0.8, // em from class to class
  LINE = 1.5, // em from line to line above the courses
  NARROW = 28 // em: the key in one column

// Of one row: what AdaBoost weighs it, and how hard it pulls under other losses.
const linesOf = ({ record }) =>
  record.exponential
    ? [["weight", "AdaBoost: weight ÷ average"], ["exponential", "exponential loss: |g|"], ["bounded", "logistic loss: |g| ≤ 1"]]
    : [["weight", "AdaBoost: weight ÷ average"], ["bounded", "softmax: |g| ≤ 1"]]

// Both parts on the right have one axis of rounds; the tree of a round stands between the states that it leads from and to.
const roundsOf = ({ record, L: { em, lanes } }) => scale([0, record.n_rounds], [round1(2.4 * em), round1(lanes.w - 1.3 * em)])

// One scale for all rounds and rows, so that it stands still.
const topOf = ({ own: { model }, record }, other) =>
  1.05 * Math.max(LEAST_TOP, ...(other ?? []), ...linesOf({ record }).flatMap(([name]) => Array.from({ length: record.n_rounds + 1 }, (_, r) => model.ends(name, r)[1])))

// The courses of all rows up to a state, in the units of the axes: the more rows go together, the wider.
const crowdTo = ({ own: { model } }, r) => {
  const grain = GRAINS / Math.max(...Array.from({ length: r + 1 }, (_, k) => model.ends("weight", k)[1])),
    many = new Map(),
    wide = WIDTHS.map(() => "")
  for (let k = 1; k <= r; k++) {
    const [from, to] = [k - 1, k].map(each => model.state("weight", each))
    for (let i = 0; i < model.n; i++) {
      const line = `M${k - 1} ${Math.round(from[i] * grain) / grain}L${k} ${Math.round(to[i] * grain) / grain}`
      many.set(line, (many.get(line) ?? 0) + 1)
    }
  }
  for (const [line, count] of many) wide[WIDTHS.findIndex(([share]) => count <= share * model.n)] += line
  return WIDTHS.map(([, px], k) => `<path class="crowd" d="${wide[k]}" style="stroke-width:${px}"/>`).join("")
}

const valueAt = (values, at, i) => lerp(values(Math.floor(at))[i], values(Math.ceil(at))[i], at % 1)

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
  return `<path class="crowd" d="${ways}"/>${marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("")}`
}

const course = (x, y, role, values, at, place) => {
  let d = ""
  for (let r = 0; r <= Math.floor(at); r++) d += `${d ? "L" : "M"}${round1(x(r))} ${round1(y(values(r)[place]))}`
  const here = [round1(x(at)), round1(y(valueAt(values, at, place)))]
  return `<path class="lane ${role}" d="${d}L${here.join(" ")}"/><circle class="lane-end ${role}" cx="${here[0]}" cy="${here[1]}" r="3.6"/>`
}

// Beside the heaviest and the lightest rows, how many they are.
const endsNamed = ({ own: { model }, L: { em } }, x, y, r) => {
  const weights = model.state("weight", r),
    isLate = x(r) > (x.range[0] + x.range[1]) / 2,
    left = round1(x(r) + (isLate ? -1.6 : 1.6) * em)
  const name = value => {
    const many = weights.filter(each => Math.abs(each - value) < ALIKE * value).length
    return `<text class="ink halo" x="${left}" y="${round1(Math.min(y(value) + 0.3 * em, y(0) - 4))}" text-anchor="${isLate ? "end" : "start"}">${many} ${many === 1 ? "row" : "rows"} × ${significant(value)}</text>`
  }
  return [...new Set(model.ends("weight", r))].map(name).join("")
}

const keyed = ({ L: { em, lanes } }, entries) => {
  const columns = lanes.w < NARROW * em ? 1 : 2
  return entries
    .map(([role, words, value], k) => {
      const left = round1(((k % columns) * lanes.w) / columns),
        y = round1((Math.floor(k / columns) * LINE + 0.9) * em)
      return `<path class="lane ${role}" d="M${left} ${round1(y - 0.3 * em)}h20"/><text class="key" x="${role === "none" ? left : left + 26}" y="${y}">${words} <tspan class="value">${value}</tspan></text>`
    })
    .join("")
}

export const drawLanes = (S, step, p) => {
  const { own, record, parts, L: { em, lanes: box }, isStart } = S,
    { model } = own,
    place = placeOf(S),
    code = place === null ? 0 : record.codes[place]
  say(parts.rowhead, place === null ? "What every row weighs" : `Row ${record.number[place]}`)
  say(parts.rownote, place === null ? "point at a row" : `label ${record.classes[code]}${parts.labels.childElementCount ? " is" : ""}`)
  const at = isStart ? 0 : step - 1 + (p.raise + p.share) / 2,
    whole = Math.floor(at),
    other = otherCourse(S),
    entries = place === null
      ? [["crowd", "a row’s weight ÷ average", ""], ["none", "up where a tree is wrong, else down", ""]]
      : linesOf(S).map(([name, words]) => [name, words, significant(model.state(name, whole)[place])])
  if (other) entries.push(["other", record.classes.length === 2 ? `labelled ${escaped(record.classes[1 - code])}: weight` : "other label: weight", significant(other[Math.min(whole, other.length - 1)])])
  const foot = round1(box.h - 1.9 * em),
    x = roundsOf(S),
    y = scale([0, topOf(S, other)], [foot, round1((box.w < NARROW * em ? 4 : 2) * LINE * em + 0.6 * em)])
  own.dots = []
  let drawn = keyed(S, entries) + across(y, x.range, em, { n: 4 }) + below(x, foot, em, { n: Math.min(10, record.n_rounds), name: "round" }) + marksAt(S, x, y, at)
  if (other) drawn += course(x, y, "other", r => [other[Math.min(r, other.length - 1)]], at, 0)
  if (place === null && at === whole) drawn += endsNamed(S, x, y, whole)
  if (place !== null) drawn += linesOf(S).reverse().map(([name]) => course(x, y, name, r => model.state(name, r), at, place)).join("")
  if (own.crowdTo !== whole) put(parts.crowd, crowdTo(S, whole))
  own.crowdTo = whole
  set(parts.crowd, "transform", `matrix(${x(1) - x(0)} 0 0 ${y(1) - y(0)} ${x(0)} ${y(0)})`)
  put(parts.courses, drawn)
}

export const dotAt = ({ own: { dots } }, [x, y]) => {
  let best = null,
    least = 9
  for (const [i, px, py] of dots) {
    const far = Math.hypot(px - x, py - y)
    if (far < least) [best, least] = [i, far]
  }
  return best
}

// The round of the tree at a place of the votes, of those that are drawn.
export const voteAt = (S, [x]) => {
  const round = Math.ceil(roundsOf(S).back(x))
  return round >= 1 && round <= S.at.round ? round : null
}

// A tree as small as a stamp: where it cuts, what it says on either side, and the row that is looked at: ringed where it is wrong.
const stamp = (S, round, [x, y, w, h]) => {
  const { record, own: { model } } = S,
    cut = record.cuts[round - 1],
    row = placeOf(S)
  if (!cut) return `<text x="${x + w / 2}" y="${y + h / 2 + 4}" text-anchor="middle">…</text>`
  const share = (axis, value) => (value - record.ends[axis][0]) / (record.ends[axis][1] - record.ends[axis][0]),
    at = share(cut.axis, cut.at),
    [before, after] = cut.sides.map(code => `side-${LETTERS[code]}`)
  const part = (name, left, top, wide, high) => `<rect class="${name}" x="${round1(left)}" y="${round1(top)}" width="${round1(wide)}" height="${round1(high)}"/>`,
    along = at * w,
    up = (1 - at) * h
  const sides =
    cut.axis === 0
      ? `${part(before, x, y, along, h)}${part(after, x + along, y, w - along, h)}<path class="tiny-cut" d="M${round1(x + along)} ${y}v${h}"/>`
      : `${part(after, x, y, w, up)}${part(before, x, y + up, w, h - up)}<path class="tiny-cut" d="M${x} ${round1(y + up)}h${w}"/>`
  if (row === null) return sides
  const role = model.isWrong(round, row) ? "tiny-wrong" : "tiny-right"
  return `${sides}<circle class="${role}" cx="${round1(x + share(0, record.x[row]) * w)}" cy="${round1(y + (1 - share(1, record.y[row])) * h)}" r="3.2"/>`
}

const askedIn = ({ own: { vote }, record: { asks } }, round) => (vote ? `round ${round}: ` : "") + (asks[round - 1] ?? "")

// How much of the vote is for what the row is labelled; the bars of the other trees are hollow.
const forRow = ({ own: { model }, record }, counted, row) => {
  const sum = rounds => rounds.reduce((all, each) => all + each, 0),
    weights = Array.from(record.tree_weight.slice(0, counted))
  return `right on row ${record.number[row]}: ${significant(sum(weights.filter((_, k) => !model.isWrong(k + 1, row))))} of ${significant(sum(weights))}`
}

export const drawVotes = (S, step, p) => {
  const { own, own: { model }, record, parts, L: { em, votes: box }, isStart } = S,
    row = placeOf(S),
    x = roundsOf(S),
    slot = x(1) - x(0),
    w = round1(Math.min(slot - 3, 4.4 * em)),
    hasStamps = w > 12,
    high = hasStamps ? round1(Math.min(0.8 * w, 3.4 * em)) : 0,
    counted = isStart ? 0 : p.bar < 1 ? step - 1 : step, // the numbers of a tree come with its bar
    foot = round1(box.h - high - 6),
    room = foot - 1.6 * em,
    most = Math.max(...record.tree_weight, 1e-9)
  let drawn = `<path class="grid" d="M${x(0)} ${foot}H${x.range[1]}"/>`
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
    if (w > 2.2 * em && round <= counted) drawn += `<text x="${round1(left + w / 2)}" y="${round1(foot - long - 4)}" text-anchor="middle">${significant(record.tree_weight[round - 1])}</text>`
    if (hasStamps) drawn += `<g style="opacity:${round < step ? 1 : p.cut.toFixed(2)}">${stamp(S, round, [left, foot + 4, w, high])}${frame(round === (own.vote ?? step) ? " now" : "")}</g>`
  }
  put(parts.votebox, drawn)
  say(parts.votenote, own.vote || row === null ? askedIn(S, own.vote ?? (isStart ? 0 : p.cut > 0 ? step : step - 1)) : forRow(S, counted, row))
  const names = [["error e", record.error], ["tree weight α", record.tree_weight], ["wrong rows ×", record.raised]]
  put(parts.sums, counted < 1 ? "" : names.map(([name, values], k) => `<button type="button" data-card="sum${k}"><span>${name}</span> <b>${significant(values[counted - 1])}</b></button>`).join(""))
}
