// What every tree of the sequence errs: on the rows it was grown on, and, once it is told, cross-validated and on unseen ones.
// The first and the last tree are known before one has pruned; what lies between can only rise.
import { across, scale } from "../../stage/kit/axes.js"
import { clamp } from "../../stage/kit/easing.js"
import { wholeOf } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { courseAt } from "./view_ledger.js"
import { isKeeping, isTold } from "./view_model.js"

const WHISKERS = 60 // states that have one each

const isShown = S => Boolean(S.record.validated) && isTold(S)
// Unseen rows would answer what is asked of cross-validation.
export const hidesUnseen = S => Boolean(S.record.validated) && !isShown(S)
const seenOf = S => (S.at.guess === 0 ? S.n : Math.min(S.n, Math.max(S.at.prune_seen, wholeOf(S))))

const stairs = (values, X, Y, upto) => {
  const half = (X(1) - X(0)) / 2,
    last = values.length - 1
  let d = ""
  for (let k = 0; k <= upto; k++) d += `${k ? "V" : `M${round1(X(0) - half)} `}${round1(Y(values[k]))}H${round1(X(k) + half)}`
  return upto < last ? `${d}M${round1(X(last) - half)} ${round1(Y(values[last]))}H${round1(X(last) + half)}` : d
}

// Where the trees between lie that nobody has seen yet.
const between = (values, X, Y, upto) => {
  const last = values.length - 1,
    half = (X(1) - X(0)) / 2,
    [x0, x1] = [X(upto) + half, X(last) - half],
    [y0, y1] = [Y(values[upto]), Y(values[last])]
  if (upto >= last - 1) return ""
  return (
    `<rect class="under" x="${round1(x0)}" y="${round1(Math.min(y0, y1))}" width="${round1(x1 - x0)}" height="${round1(Math.abs(y1 - y0))}"/>` +
    `<text class="unknown" x="${round1((x0 + x1) / 2)}" y="${round1((y0 + y1) / 2)}" text-anchor="middle">?</text>`
  )
}

export const drawCourse = (S, time) => {
  const { own, record, parts, n, L: { em, errors: box } } = S,
    { validated, risk, train, unseen } = record,
    shown = isShown(S)
  say(parts.errorshead, "How far?")
  const errs = record.measure === "squared_error" ? "squared error, by leaves" : "share wrong, by leaves"
  put(parts.errorsnote, validated ? (shown ? KEYS + `${validated.folds} folds` : errs) : record.given ? "known by its counts alone" : "too large for folds")
  if (n === 0) return put(parts.errorsbox, "")
  const half = (box.w - 3.4 * em) / (2 * (n + 1)),
    X = scale([0, n], [3.4 * em + half, box.w - half])
  const high = [risk, train, unseen].filter(Boolean).map(each => Math.max(...each))
  if (validated) high.push(Math.max(...validated.error.map((error, k) => error + validated.se[k])))
  const Y = scale([0, 1.05 * Math.max(...high)], [box.h - 2 * em, 1.5 * em]),
    seen = seenOf(S),
    trained = record.measure === "impurity" ? train : risk
  own.courseX = X
  const line = (values, mark) => (values ? `<path class="${mark}" d="${stairs(values, X, Y, seen)}"/>` : "")
  const x = round1(X(courseAt(time)))
  put(
    parts.errorsbox,
    across(Y, [3.4 * em, box.w], em, { n: 3 }) + leavesBelow(S, X, box.h, seen) + (trained ? between(trained, X, Y, seen) : "") + line(trained, "train") + (hidesUnseen(S) ? "" : line(unseen, "unseen")) +
      (shown ? foldsOf(validated, X, Y, em, box) : "") + kept(S, X, Y) + `<path class="cut" d="M${x} ${round1(Y.range[1])}V${round1(Y.range[0])}"/>`,
  )
}

// How many leaves the trees have, of those that are known, as many as have room.
const leavesBelow = ({ own: { model }, L: { em } }, X, y, seen) => {
  const { leaves } = model.ways[0].way
  let drawn = "",
    free = 0
  for (let k = 0; k < leaves.length; k++) {
    const words = String(leaves[k]),
      wide = 0.5 * em * words.length
    if (X(k) - wide / 2 < free || (k > seen && k < leaves.length - 1)) continue
    drawn += `<text x="${round1(X(k))}" y="${round1(y - 0.75 * em)}" text-anchor="middle">${words}</text>`
    free = X(k) + wide / 2 + 0.7 * em
  }
  return drawn
}

// A tree that was seen is gone to by a press at its place.
export const goToPlace = (S, x) => {
  const { n, own: { courseX } } = S
  if (!courseX || n === 0) return
  const to = clamp(Math.round(courseX.back(x)), 0, n)
  S.stop()
  if (to > seenOf(S)) return
  if (isKeeping(S)) S.own.points = to
  S.go(to, { jump: true })
}

const KEYS = key('<path d="M0 6h20" class="folds"/>', "") + "cross-validated, "

const foldsOf = ({ error, se, best, simple }, X, Y, em, box) => {
  const line = Array.from(error, (each, k) => `${k ? "L" : "M"}${round1(X(k))} ${round1(Y(each))}`).join("")
  const band = side => Array.from(error, (each, k) => `${round1(X(k))} ${round1(Y(Math.max(0, each + side * se[k])))}`)
  const limit = round1(Y(error[best] + se[best])),
    dot = (k, cls) => `<circle class="${cls}" cx="${round1(X(k))}" cy="${round1(Y(error[k]))}" r="5"/>`
  const whiskers = error.length > WHISKERS ? "" : Array.from(error, (each, k) => `M${round1(X(k))} ${round1(Y(each - se[k]))}V${round1(Y(each + se[k]))}`).join("")
  return (
    (whiskers ? `<path class="whiskers" d="${whiskers}"/>` : `<path class="band" d="M${band(1).join("L")}L${band(-1).reverse().join("L")}z"/>`) +
    `<path class="folds" d="${line}"/><path class="limit" d="M${round1(X(best))} ${limit}H${round1(X(simple))}"/>` +
    dot(best, "least") + (best === simple ? "" : dot(simple, "simple")) + names(best, simple, k => [X(k), Y(error[k])], em, box)
  )
}

// Above the curves, each with a line to its point.
const names = (best, simple, at, em, { w }) => {
  const name = (k, text, anchor, row) => {
    const [x, y] = at(k).map(round1),
      top = round1(row * em)
    return `<path class="leader" d="M${x} ${top + 4}V${y - 6}"/><text class="told" x="${x}" y="${top}" text-anchor="${anchor}">${text}</text>`
  }
  const isFar = at(simple)[0] > w - 4 * em
  if (best === simple) return name(best, "errs least, 1 SE", isFar ? "end" : "middle", 0.9)
  const isNear = at(simple)[0] - at(best)[0] < 7 * em
  return name(best, "errs least", "end", isFar && isNear ? 2 : 0.9) + name(simple, "1 SE", isFar ? "end" : "start", 0.9)
}

// The tree that was said to err least.
const kept = ({ own }, X, Y) => {
  if (own.kept === null || own.kept === undefined) return ""
  const x = round1(X(own.kept))
  return `<path class="mine" d="M${x} ${round1(Y.range[1])}V${round1(Y.range[0])}"/>`
}
