// Grow a tree: the same leaves, split in two orders, side by side. Who waits in front is next: who came first, or who gains most.
import { extent, padded } from "../../stage/kit/axes.js"
import { lerp, part, soft } from "../../stage/kit/easing.js"
import { closeGuess, openGuess, tellGuess } from "../../stage/kit/guess.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { classMark } from "../../stage/kit/marks.js"
import { fade, note, put, round1, toggle } from "../../stage/kit/svg.js"
import { geometryOf, standsAt } from "./view_geometry.js"
import { cardOf, cardPlace, drawHits, wireHits } from "./view_hits.js"
import { drawLine, errorNow, partText, vainOf } from "./view_line.js"
import { CUT, GROW, PART, PICK, TOLD } from "./view_phases.js"
import { axisSeen, drawRows, drawTree, isPicked } from "./view_rows.js"
import { sidesOf, standing, timeIn } from "./view_sides.js"

const TELL_MS = 650,
  LAYERS = 6, // of a side: rows that stand still, those that move, what lies over them, the axis, tree, line
  AXIS = 3

const LAYOUT = {
  picture:
    `<div class="legend"><span class="keys" data-part="legend"></span></div>` +
    `<div class="picture" data-part="picture"><svg class="art" data-part="art" aria-hidden="true"></svg>` +
    `<svg class="hits" data-part="hits" role="group" aria-label="Both trees"></svg><svg class="layer top" data-part="top"></svg></div>`,
  right: "",
}

const legend = ({ is_class: isClass, kind }) => {
  const plane = isClass
    ? key(`<path class="mark-a" d="${classMark(false, 6, 6, 3.6)}"/><path class="mark-b" d="${classMark(true, 16, 6.5, 3.6)}"/>`, "rows by class")
    : key('<path d="M4 6h0M10 3h0M16 8h0" class="dots"/>', "rows")
  const rows = lineKey("means", isClass ? "share in a leaf" : "mean of a leaf") + key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "residual", 12)
  return kind === "plane" ? plane : rows
}

const build = S => {
  const { own, record } = S
  const before = own.sides
  own.sides = sidesOf(record)
  const isSure = Array.from({ length: S.n + 1 }, (_, at) => at > 0 && openOf(own.sides[1], at).length < 2) // nothing can be asked
  Object.assign(own, { isSure, seen: stillSeen(own.sides, before, own.seen), over: null, pick: null, hitKey: null })
  own.mineOn = side => (side.is_best_first && side.nodes.find(({ name }) => name === own.pick)) || null // what is guessed
  own.hidesGain = (side, node) => Boolean(S.guess?.told && own.mineOn(side) === node && node !== side.splits[S.guess.step - 1])
  put(S.parts.legend, legend(record))
  put(S.parts.art, `<g class="of-side">${"<g></g>".repeat(LAYERS)}</g>`.repeat(2))
}

// How far the same splits have been seen, though the record is another, of more leaves.
const stillSeen = ([, now], before, seen) => {
  const isSame = before?.[1].splits.slice(0, seen).every(({ gain, asks }, at) => gain === now.splits[at]?.gain && asks === now.splits[at].asks)
  return isSame ? seen : 0
}

const measure = S => {
  const { sides } = S.own,
    [{ bottom, top }] = sides[0].nodes,
    ends = { rows: padded(extent(S.record.y, extent(sides[0].mean)), 0.06), plane: [bottom, top] }
  sides.forEach((side, i) => {
    side.C = geometryOf(S, side, i, ends)
  })
  S.own.hitKey = null
}

// How deep a tree is now: a level more comes as a node parts.
const deepNow = ({ C }, { made, k, u, runs }) => (runs ? lerp(C.deepAt(made), C.deepAt(k), soft(part(u, [CUT[1], PART[1]]))) : C.deepAt(made))

const titleOf = (S, side, V, time) => {
  const error = errorNow(side, time),
    wide = (V.right - V.left) / V.em
  return (
    `<text class="title" x="${round1(V.left)}" y="${round1(V.title)}">${side.name}${wide < 24 ? "" : `<tspan class="rule" dx=".6em">${side.is_best_first ? "who gains most is next" : "who came first is next"}</tspan>`}</text>` +
    `<text class="end" x="${round1(V.x1)}" y="${round1(V.title)}">${wide > 36 ? "training " : ""}${S.record.level_name} <tspan class="big">${partText(error, side.level[0])}</tspan></text>`
  )
}

const drawSide = (S, side, V, time, focus) => {
  const mine = S.own.mineOn(side),
    isOffered = node => node.isOpen && side.is_best_first && !S.guess?.told && S.scene.guess.step(S) !== null
  const markOf = node => `${isPicked(time, node) || node === focus ? "on" : ""} ${node === mine ? "guessed-one" : isOffered(node) ? "offered" : ""}`
  return [...drawRows(S, side, V, time, focus), drawTree(S, side, V, time, focus, markOf), titleOf(S, side, V, time) + drawLine(S, side, V, time, markOf)]
}

const draw = (S, step, u) => {
  const { own } = S,
    time = timeIn(S, step - 1 + (S.isStart ? 0 : u))
  if (S.resting()) own.seen = Math.max(own.seen, S.at.round + Number(S.at.round === S.n)) // the last one tells who were next
  else own.over = null
  if (S.guess?.told && time.k === S.guess.step && u >= GROW[1]) own.seen = Math.max(own.seen, S.guess.step)
  if (S.guess?.told && S.resting() && S.at.round === S.guess.step) closeGuess(S) // what is seen whole is asked no more
  if (!S.guess) own.pick = null
  own.stands = own.sides.map(side => standsAt(side.C, deepNow(side, time)))
  own.stands.forEach((V, i) => {
    const side = own.sides[i],
      focus = own.over && side.nodes.find(({ name, born }) => name === own.over.name && born <= time.made),
      layers = S.parts.art.children[i].children
    drawSide(S, side, V, time, focus).forEach((layer, at) => put(layers[at], layer))
    fade(layers[AXIS], axisSeen(side, time, focus))
  })
  toggle(S.root, "hides-future", S.at.guess !== 0 && own.seen < S.n)
  drawHits(S, time, own.stands)
}

// --- what is asked, and what is said

const HAIR = 1e-4

const nameAt = (side, number) => side.splits[Math.min(number, side.splits.length - 1)].name

const openOf = (side, at) => standing(side, at).filter(node => node.isOpen)

// Whether what was told stands: all bars have grown, and both that are next are framed.
const isOut = S => {
  const { k, u } = timeIn(S, S.view)
  return k > S.guess.step || (k === S.guess.step && u >= TOLD - HAIR)
}

const isAsked = S => {
  const { own } = S,
    at = S.at.round
  if (at >= S.n || at < 1 || !S.resting() || S.playing || own.seen > at || S.at.guess === 0) return false
  return openOf(own.sides[1], at).length > 1
}

const prompt = S => {
  const { own } = S,
    [level, best] = own.sides
  if (S.n === 0) return "A single leaf: nothing can be split"
  const { made, runs, u } = timeIn(S, S.view),
    at = S.resting() ? S.at.round : made,
    question = "Which leaf does best first split next?"
  if (S.guess?.told || runs || S.playing) {
    if (S.guess?.told ? !isOut(S) : runs && u < PICK[0] && own.seen <= made) return question
    return nextOf(S, S.guess?.told ? S.guess.step - 1 : runs ? made : Math.max(0, made - 1))
  }
  if (at === S.n) return ending(S)
  if (at === 0) return "One leaf holds all rows"
  const isOnly = openOf(best, at).length < 2
  if (isOnly && openOf(level, at).length < 2 && nameAt(level, at) === nameAt(best, at)) return `Only leaf ${nameAt(level, at)} can be split`
  return isOnly || own.seen > at || S.at.guess === 0 ? nextOf(S, at) : question
}

// Who is next, and why.
const nextOf = ({ own: { sides: [level, best] } }, at) => {
  const [ofLevel, ofBest] = [level, best].map(side => nameAt(side, at)),
    gains = `gains most, ${partText(best.splits[at].gain, best.level[0]).replace("&lt;", "<")}`
  return ofLevel === ofBest ? `Both split ${ofBest}, which came first and ${gains}` : `Level by level splits ${ofLevel}, which came first; best first ${ofBest}, which ${gains}`
}

// How much less one errs than the other.
const ending = ({ own: { sides }, n }) => {
  const [a, b] = sides.map(side => side.level[n]),
    all = sides[0].level[0],
    [less, more] = [Math.min(a, b), Math.max(a, b)]
  if (more - less <= 1e-9 * all) return `${n + 1} leaves each, and the same error`
  const [better, worse] = b < a ? [sides[1], sides[0]] : sides,
    [few, many] = [better, worse].map(side => vainOf(side, n).length)
  return (
    `${n + 1} leaves each: ${better.name.toLowerCase()} leaves ${less > 1e-9 * all ? `${Math.round(100 * (1 - less / more))} % less error` : "no error"}` +
    (many > few ? `, as ${many} of ${n} splits ${worse.name.toLowerCase()} gained almost nothing` : "")
  )
}

const offer = S => {
  if (S.n === 0 || S.at.round === S.n || !S.resting() || S.playing) return ""
  if (S.at.round === 0) return note("Next splits it")
  return note(isAsked(S) ? "click a leaf" : "click a bar for its sum")
}

const judged = S => {
  const { mineOn, sides: [, side] } = S.own,
    mine = mineOn(side),
    best = side.splits[S.guess.step - 1]
  return mine ? { yours: mine.name, best: best.name, isLongest: mine === best, share: best.gain ? mine.gain / best.gain : 0 } : {}
}

// Once both bars stand.
const sentence = (S, { yours, best, isLongest, share, reached }) => {
  if (yours === undefined) return isOut(S) ? note("Next makes both splits") : ""
  const said = `<em>yours ${yours}</em>`
  if (reached !== 1 || !isOut(S)) return said
  if (isLongest) return `<span>${said}: right</span>`
  return `<span>${said} gains <strong>${Math.round(100 * share)} %</strong> of what ${best} does</span>`
}

const guess = {
  stops: [0, TOLD],
  step: S => (S.guess ? S.guess.step : isAsked(S) ? S.at.round + 1 : null),
  prompt,
  offer,
  said: ({ own: { pick } }) => (pick === null ? "" : `leaf ${pick}`),
  judged,
  sentence,
  skip: S => openGuess(S) && tellGuess(S, null),
  told: (S, { step }) => {
    S.run({ to: step - 1 + TOLD, ms: TELL_MS / S.speed })
    return true
  },
}

export const view = {
  unit: "Split",
  layout: () => LAYOUT,
  steps: S => S.record.limit,
  build,
  wire: [wireHits],
  // What is told of a split on its way is not yet a part of the way.
  where: ({ guess: G, view: now }) => (G ? G.step - 1 + part(now - G.step + 1, [TOLD, 1]) : now),
  ms: 1150,
  draw,
  guess,
  card: cardOf,
  cardPlace,
  measure,
  strip: ({ own: { sides: [level, best] }, record: { judged } }) => {
    const mark = judged.startsWith("unseen") ? "unseen" : "train"
    return {
      lines: [
        { name: `${judged}, level by level`, mark: `${mark} other`, values: level.judged },
        { name: "best first", brief: `${judged}, best first`, mark: `${mark} thick`, values: best.judged },
      ],
    }
  },
}
