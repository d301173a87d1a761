// Beside the plane: one row on three scales of one height and one clock, and the trees with their weights.
import { lerp } from "../../stage/kit/easing.js"
import { LETTERS } from "../../stage/kit/marks.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { isHiding, placeOf } from "./view_model.js"

const LEAST_TOP = 2

const lanesOf = ({ record }) =>
  record.exponential
    ? [["weight", "AdaBoost: weight ÷ average"], ["exponential", "Exponential loss: |g|"], ["bounded", "Logistic loss: |g|, at most 1"]]
    : [["weight", "AdaBoost: weight ÷ average"], ["bounded", "Softmax: |g|, at most 1"]]

const pathOf = (x, y, values, from, to) => {
  let d = ""
  for (let r = from; r <= to; r++) d += `${d ? "L" : "M"}${x(r).toFixed(1)} ${y(values[r]).toFixed(1)}`
  return d
}

// The scale is that of the largest weight so far, so that it tells nothing ahead.
const topOf = (S, lanes, place, at) => {
  const most = r => lanes.reduce((top, [name]) => Math.max(top, S.own.model.state(name, r)[place]), LEAST_TOP)
  let top = LEAST_TOP
  for (let r = 0; r <= Math.floor(at); r++) top = Math.max(top, most(r))
  return at % 1 ? Math.max(top, lerp(top, most(Math.ceil(at)), at % 1)) : top
}

// Of all rows, where none is looked at: from the lightest to the heaviest after each round so far, and what these are now.
const bandOf = (S, name, at) => {
  const down = Math.floor(at),
    ends = r => S.own.model.ends(name, r),
    now = at % 1 ? ends(down).map((end, k) => lerp(end, ends(down + 1)[k], at % 1)) : ends(down)
  return { rounds: [...Array.from({ length: down + 1 }, (_, r) => [r, ends(r)]), [at, now]], now }
}

const bandPath = (x, y, rounds) => {
  const along = (each, end) => `${x(each[0]).toFixed(1)} ${y(each[1][end]).toFixed(1)}`
  return `M${rounds.map(each => along(each, 1)).join("L")}L${[...rounds].reverse().map(each => along(each, 0)).join("L")}Z`
}

export const drawLanes = (S, step, p) => {
  const { own: { model }, record, parts, L: { em, lanes: box }, isStart } = S,
    place = placeOf(S),
    lanes = lanesOf(S)
  say(parts.rowhead, place === null ? `All rows on ${lanes.length === 3 ? "three" : "two"} scales` : `Row ${record.number[place]} on ${lanes.length === 3 ? "three" : "two"} scales`)
  say(parts.rownote, place === null ? "point at a row" : `labelled ${record.classes[record.codes[place]]}`)
  const at = isStart ? 0 : step - 1 + p.share,
    high = box.h / lanes.length,
    x = r => 2.2 * em + ((box.w - 2.8 * em) * r) / record.n_rounds
  const bands = place === null ? lanes.map(([name]) => bandOf(S, name, at)) : null,
    top = bands ? Math.max(LEAST_TOP, ...bands.flatMap(band => band.rounds.map(([, [, most]]) => most))) : topOf(S, lanes, place, at),
    moment = place === null || S.row !== null ? null : S.moment()
  const drawn = lanes.map(([name, title], k) => {
    const foot = (k + 1) * high - 6,
      head = k * high + 1.7 * em,
      y = value => lerp(foot, head, value / (1.05 * top))
    let lane = `<text class="ink" x="0" y="${round1(k * high + em)}">${title}</text><path class="grid" d="M${x(0)} ${foot}H${x(record.n_rounds)}M${x(0)} ${round1(y(1))}H${x(record.n_rounds)}"/>`
    lane += `<text x="${x(0) - 6}" y="${round1(y(1) + 0.3 * em)}" text-anchor="end">1</text>`
    if (bands) {
      const { rounds, now } = bands[k]
      lane += `<path class="lane-band${name === "weight" ? " weight" : ""}" d="${bandPath(x, y, rounds)}"/>`
      return `${lane}<text x="${box.w}" y="${round1(k * high + em)}" text-anchor="end">${significant(now[0])} to ${significant(now[1])}</text>`
    }
    const values = Array.from({ length: record.n_rounds + 1 }, (_, r) => model.state(name, r)[place]),
      down = Math.floor(at),
      now = at % 1 ? lerp(values[down], values[down + 1], at % 1) : values[down]
    const here = `${x(at).toFixed(1)} ${y(now).toFixed(1)}`,
      role = name === "weight" ? "lane weight" : "lane"
    const other = !isHiding(S) && moment?.place === place && moment.other ? moment.other[k] : null
    if (other) lane += `<path class="lane other" d="${pathOf(x, value => Math.max(y(value), head - 4), other, 0, Math.min(other.length - 1, Math.ceil(at)))}"/>`
    lane += `<path class="${role}" d="${pathOf(x, y, values, 0, down)}L${here}"/><circle class="${name === "weight" ? "lane-end weight" : "lane-end"}" cx="${x(at).toFixed(1)}" cy="${y(now).toFixed(1)}" r="3.6"/>`
    return `${lane}<text class="ink" x="${box.w}" y="${round1(k * high + em)}" text-anchor="end">${significant(now)}</text>`
  })
  put(parts.lanebox, drawn.join(""))
}

// A tree as small as a stamp: where it cuts, and what it says on either side.
const stamp = ({ record }, round, [x, y, w, h]) => {
  const cut = record.cuts[round - 1]
  if (!cut) return `<text x="${x + w / 2}" y="${y + h / 2 + 4}" text-anchor="middle">…</text>`
  const [low, high] = record.ends[cut.axis],
    share = (cut.at - low) / (high - low),
    [before, after] = cut.sides.map(code => `side-${LETTERS[code]}`)
  if (cut.axis === 0) {
    const middle = round1(share * w)
    return `<rect class="${before}" x="${x}" y="${y}" width="${middle}" height="${h}"/><rect class="${after}" x="${x + middle}" y="${y}" width="${round1(w - middle)}" height="${h}"/><path class="tiny-cut" d="M${x + middle} ${y}v${h}"/>`
  }
  const middle = round1((1 - share) * h)
  return `<rect class="${after}" x="${x}" y="${y}" width="${w}" height="${middle}"/><rect class="${before}" x="${x}" y="${y + middle}" width="${w}" height="${round1(h - middle)}"/><path class="tiny-cut" d="M${x} ${y + middle}h${w}"/>`
}

export const drawVotes = (S, step, p) => {
  const { record, parts, L: { em, votes: box }, isStart } = S,
    slot = box.w / record.n_rounds,
    w = round1(Math.min(slot - 3, 3.2 * em)),
    hasStamps = w > 12,
    stampHigh = hasStamps ? 2.2 * em : 0,
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
    if (w > 22 && grown === 1) drawn += `<text x="${round1(x + w / 2)}" y="${round1(foot - high - 4)}" text-anchor="middle">${significant(record.tree_weight[round - 1])}</text>`
    if (!hasStamps) continue
    const place = [x, foot + 4, w, stampHigh]
    drawn += `<g style="opacity:${round < step ? 1 : p.cut.toFixed(2)}">${stamp(S, round, place)}<rect class="tiny-frame${round === step ? " now" : ""}" x="${x}" y="${foot + 4}" width="${w}" height="${round1(stampHigh)}" rx="2"/></g>`
  }
  put(parts.votebox, drawn)
  say(parts.votenote, isStart ? "" : record.asks[step - 1])
  const names = [["e, wrong by weight", record.error], ["tree weight α", record.tree_weight], ["wrong rows ×", record.raised]]
  put(parts.sums, isStart ? "" : names.map(([name, values], k) => `<button type="button" data-card="sum${k}"><span>${name}</span> <b>${significant(values[step - 1])}</b></button>`).join(""))
}
