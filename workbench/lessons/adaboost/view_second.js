// Beside the plane: one row's weight and gradients on one scale and one clock, and the trees with their weights.
import { across, below, scale, scattered } from "../../stage/kit/axes.js"
import { lerp } from "../../stage/kit/easing.js"
import { LETTERS, markOf } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, say } from "../../stage/kit/svg.js"
import { isHiding, placeOf } from "./view_model.js"

const LEAST_TOP = 2,
  GOLDEN = 0.618034

const lanesOf = ({ record }) =>
  record.exponential
    ? [["weight", "AdaBoost: weight ÷ average"], ["exponential", "Exponential loss: |g|"], ["bounded", "Logistic loss: |g|, at most 1"]]
    : [["weight", "AdaBoost: weight ÷ average"], ["bounded", "Softmax: |g|, at most 1"]]

const pathOf = (x, y, values, from, to) => {
  let d = ""
  for (let r = from; r <= to; r++) d += `${d ? "L" : "M"}${x(r).toFixed(1)} ${y(values[r]).toFixed(1)}`
  return d
}

// The scale is that of the largest value so far, so that it tells nothing ahead. largest: of a lane in a state.
const topOf = (lanes, largest, at) => {
  const most = r => Math.max(...lanes.map(([name]) => largest(name, r)))
  let top = LEAST_TOP
  for (let r = 0; r <= Math.floor(at); r++) top = Math.max(top, most(r))
  return 1.05 * (at % 1 ? Math.max(top, lerp(top, most(Math.ceil(at)), at % 1)) : top)
}

// What a row has in a lane now, between two states.
const valueAt = ({ own: { model } }, name, at, i) => lerp(model.state(name, Math.floor(at))[i], model.state(name, Math.ceil(at))[i], at % 1)

// All rows, where none is looked at: each as far to the right as it weighs, at a height of its own. The one pointed at is
// ringed on every scale.
const rowsLane = (S, name, at, { left, right, head, foot, top }) => {
  const { record, own: { model, dots, over }, L: { em } } = S,
    x = scale([0, top], [left, right]),
    marks = record.classes.map(() => "")
  let ring = ""
  for (let i = 0; i < model.n; i++) {
    const code = record.codes[i],
      up = lerp(foot - 0.5 * em, head, (code + ((i * GOLDEN) % 1)) / record.classes.length) // a band for each class
    const place = [x(valueAt(S, name, at, i)) + 0.6 * em * scattered(i), up]
    marks[code] += markOf(code, ...place, 0.19 * em)
    dots.push([i, ...place])
    if (over === i) ring = `<circle class="of-row" cx="${round1(place[0])}" cy="${round1(up)}" r="7"/>`
  }
  return {
    drawn: `${below(x, foot, em, { n: 4 })}<path class="grid" d="M${round1(x(1))} ${head - 4}V${foot}"/>` +
      marks.map((d, k) => `<path class="mark-${LETTERS[k]}" d="${d}"/>`).join("") + ring,
    says: over !== null ? significant(valueAt(S, name, at, over)) : model.ends(name, Math.floor(at)).map(significant).join(" to "),
  }
}

// The course of one row over the rounds so far. other: that with the other label.
const rowLane = (S, name, at, { left, right, head, foot, top }, place, other) => {
  const { record, own: { model } } = S,
    x = r => lerp(left, right, r / record.n_rounds),
    y = value => lerp(foot, head, value / top),
    values = Array.from({ length: record.n_rounds + 1 }, (_, r) => model.state(name, r)[place]),
    here = [x(at), y(valueAt(S, name, at, place))].map(each => each.toFixed(1)),
    weight = name === "weight" ? " weight" : ""
  return {
    drawn: across(scale([0, top], [foot, head]), [left, right], S.L.em, { n: 3 }) +
      (other ? `<path class="lane other" d="${pathOf(x, y, other, 0, Math.min(other.length - 1, Math.ceil(at)))}"/>` : "") +
      `<path class="lane${weight}" d="${pathOf(x, y, values, 0, Math.floor(at))}L${here.join(" ")}"/><circle class="lane-end${weight}" cx="${here[0]}" cy="${here[1]}" r="3.6"/>`,
    says: significant(values[Math.floor(at)]),
  }
}

export const drawLanes = (S, step, p) => {
  const { own, record, parts, L: { em, lanes: box }, isStart } = S,
    { model } = own,
    place = placeOf(S),
    lanes = lanesOf(S)
  say(parts.rowhead, `${place === null ? "All rows" : `Row ${record.number[place]}`} on one scale`)
  const label = place === null ? "" : record.classes[record.codes[place]]
  say(parts.rownote, place === null ? "point at a row" : parts.labels.childElementCount ? `label ${label} is` : `labelled ${label}`)
  const at = isStart ? 0 : step - 1 + p.share,
    axis = place === null ? 0 : 1.9 * em, // below the last course: rounds
    high = (box.h - axis) / lanes.length
  // Until the course comes anew at another round, the one that is there stays: it is the same.
  if (place !== null && S.row === null) own.course = S.moment() ?? own.course
  const others = !isHiding(S) && S.row === null && own.course?.place === place ? own.course.other : null,
    largest = place === null ? (name, r) => model.ends(name, r)[1] : (name, r) => Math.max(model.state(name, r)[place], ...(others ?? []).map(each => each[r] ?? 0)),
    top = topOf(lanes, largest, at)
  own.dots = []
  const drawn = lanes.map(([name, title], k) => {
    const B = { left: round1(place === null ? 0.4 * em : 2.2 * em), right: round1(box.w - 0.6 * em), head: k * high + 1.8 * em, foot: round1((k + 1) * high - (place === null ? 1.9 * em : 6)), top },
      { drawn, says } = place === null ? rowsLane(S, name, at, B) : rowLane(S, name, at, B, place, others?.[k])
    return `<text class="ink" x="0" y="${round1(k * high + em)}">${title}</text>${drawn}<text x="${box.w}" y="${round1(k * high + em)}" text-anchor="end">${says}</text>`
  })
  if (place !== null) drawn.push(below(scale([0, record.n_rounds], [round1(2.2 * em), round1(box.w - 0.6 * em)]), round1(box.h - axis - 6), em, { n: Math.min(10, record.n_rounds), name: "round" }))
  if (others) drawn.push(otherKey(S, place, box.w - 4 * em))
  put(parts.lanebox, drawn.join(""))
}

// What is dashed: the course of the row with the label it has not, named where there are two.
const otherKey = ({ record: { classes, codes }, L: { em } }, place, right) => {
  const text = classes.length === 2 ? `labelled ${escaped(classes[1 - codes[place]])}` : "other label",
    left = right - (0.5 * text.length + 0.6) * em
  return `<path class="lane other" d="M${round1(left - 20)} ${round1(0.7 * em)}h20"/><text x="${round1(left + 6)}" y="${round1(em)}">${text}</text>`
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
  const round = Math.ceil((x / S.L.votes.w) * S.record.n_rounds)
  return round >= 1 && round <= S.at.round ? round : null
}

// A tree as small as a stamp: where it cuts, and what it says on either side.
const stamp = ({ record }, round, [x, y, w, h]) => {
  const cut = record.cuts[round - 1]
  if (!cut) return `<text x="${x + w / 2}" y="${y + h / 2 + 4}" text-anchor="middle">…</text>`
  const [low, high] = record.ends[cut.axis],
    share = (cut.at - low) / (high - low),
    [before, after] = cut.sides.map(code => `side-${LETTERS[code]}`)
  const part = (name, left, top, wide, high) => `<rect class="${name}" x="${round1(left)}" y="${round1(top)}" width="${round1(wide)}" height="${round1(high)}"/>`,
    across = share * w,
    up = (1 - share) * h
  if (cut.axis === 0) return `${part(before, x, y, across, h)}${part(after, x + across, y, w - across, h)}<path class="tiny-cut" d="M${round1(x + across)} ${y}v${h}"/>`
  return `${part(after, x, y, w, up)}${part(before, x, y + up, w, h - up)}<path class="tiny-cut" d="M${x} ${round1(y + up)}h${w}"/>`
}

export const drawVotes = (S, step, p) => {
  const { record, parts, L: { em, votes: box }, isStart } = S,
    slot = box.w / record.n_rounds,
    w = round1(Math.min(slot - 3, 4.4 * em)),
    hasStamps = w > 12,
    stampHigh = hasStamps ? Math.min(0.8 * w, 3.4 * em) : 0,
    counted = isStart ? 0 : p.bar < 1 ? step - 1 : step, // the numbers of a tree come with its bar
    foot = box.h - stampHigh - 6,
    room = foot - 1.6 * em,
    most = Math.max(...record.tree_weight, 1e-9)
  let drawn = `<path class="grid" d="M0 ${foot}H${box.w}"/>`
  // A place for each that is to come.
  for (let round = isStart ? 1 : step + 1; hasStamps && round <= record.n_rounds; round++)
    drawn += `<rect class="tiny-frame coming" x="${round1((round - 0.5) * slot - w / 2)}" y="${foot + 4}" width="${w}" height="${round1(stampHigh)}" rx="2"/>`
  for (let round = 1; !isStart && round <= step; round++) {
    const grown = round < step ? 1 : p.bar,
      x = round1((round - 0.5) * slot - w / 2),
      high = round1(Math.max(0, (record.tree_weight[round - 1] / most) * room * grown))
    drawn += `<rect class="step" x="${x}" y="${round1(foot - high)}" width="${w}" height="${high}"/>`
    if (w > 22 && round <= counted) drawn += `<text x="${round1(x + w / 2)}" y="${round1(foot - high - 4)}" text-anchor="middle">${significant(record.tree_weight[round - 1])}</text>`
    if (!hasStamps) continue
    const place = [x, foot + 4, w, stampHigh]
    drawn += `<g style="opacity:${round < step ? 1 : p.cut.toFixed(2)}">${stamp(S, round, place)}<rect class="tiny-frame${round === (S.own.vote ?? step) ? " now" : ""}" x="${x}" y="${foot + 4}" width="${w}" height="${round1(stampHigh)}" rx="2"/></g>`
  }
  put(parts.votebox, drawn)
  const vote = S.own.vote ?? (isStart ? 0 : p.cut > 0 ? step : step - 1)
  say(parts.votenote, (S.own.vote ? `round ${vote}: ` : "") + (record.asks[vote - 1] ?? ""))
  const names = [["weight of wrong rows e", record.error], ["tree weight α", record.tree_weight], ["wrong rows ×", record.raised]]
  put(parts.sums, counted < 1 ? "" : names.map(([name, values], k) => `<button type="button" data-card="sum${k}"><span>${name}</span> <b>${significant(values[counted - 1])}</b></button>`).join(""))
}
