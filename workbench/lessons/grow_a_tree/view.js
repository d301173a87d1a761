// Grow a tree: the same leaves, spent in two orders. A gain is a bar that hangs from the error; taking it lowers the error
// to its foot.
import { extent, padded } from "../../stage/kit/axes.js"
import { closeGuess, SHOW } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { classMark } from "../../stage/kit/marks.js"
import { decimals, significant } from "../../stage/kit/numbers.js"
import { escaped, note, put, toggle } from "../../stage/kit/svg.js"
import { geometryOf } from "./view_geometry.js"
import { drawHits, wireHits } from "./view_hits.js"
import { drawLine, errorNow, lineOf } from "./view_line.js"
import { GROW, PICK, TOLD } from "./view_phases.js"
import { drawRows, drawTree, isPicked } from "./view_rows.js"
import { sidesOf, timeIn } from "./view_sides.js"

const sideHtml = (at, label) =>
  `<svg class="art" data-part="art${at}" aria-hidden="true"></svg><svg class="hits" data-part="hits${at}" role="group" aria-label="${label}"></svg>`

const LAYOUT = {
  picture:
    `<div class="legend"><span class="keys" data-part="legend"></span></div>` +
    `<div class="picture" data-part="picture">${sideHtml(0, "Level by level")}<svg class="layer top" data-part="top"></svg>` +
    `<div class="pills" data-part="pills" role="group" aria-label="How sure are you?" hidden></div></div>`,
  right: `<div class="picture" data-part="other">${sideHtml(1, "Best first")}</div>`,
}

const DOTS = '<path d="M4 6h0M10 3h0M16 8h0" class="dots"/>'
const legend = ({ is_class: isClass, kind }) => {
  const plane = isClass
    ? key(`<path class="mark-a" d="${classMark(false, 6, 6, 3.6)}"/><path class="mark-b" d="${classMark(true, 16, 6.5, 3.6)}"/>`, "rows by class")
    : key(DOTS, "rows")
  const rows = key(DOTS, "rows") + key('<path d="M0 6h20" class="means"/>', isClass ? "share in a leaf" : "mean of a leaf") + key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', "what is left", 12)
  return (kind === "plane" ? plane : rows) + key('<rect width="10" height="12" class="waits"/>', "gain per row, waiting", 12) + key('<rect width="10" height="12" class="done"/>', "taken", 12)
}

const build = S => {
  const { own, record } = S
  own.sides = sidesOf(record).map((side, i) => Object.assign(side, { hits: S.parts[`hits${i}`], art: S.parts[`art${i}`] }))
  Object.assign(own, { seen: 0, over: null, chosen: null, hitKey: null })
  own.bet = { state: S.at.guess === 0 || S.n < 2 ? "none" : "open", side: null }
  own.due = dueOf(own, S.n)
  own.hidesGain = node => {
    const { chosen } = own
    return Boolean(S.guess?.told && chosen && own.sides[chosen.side].nodes[chosen.id] === node && own.sides[chosen.side].is_best_first)
  }
  put(S.parts.legend, legend(record))
}

// The bet is no guess of a step: it is put down, and settled at the end.
const wireChoices = S => {
  S.listen(S.parts.pills, "click", event => {
    if (!event.target.closest("[data-sure]") || S.own.bet.state !== "chosen") return
    standBy(S)
    event.stopPropagation()
    S.ask()
  })
}

const standBy = S => {
  Object.assign(S.own.bet, { state: "made", at: S.at.round })
  S.parts.pills.hidden = true
}

// Nobody bets on what is seen: who goes on stands by the side that was clicked, or has not bet.
const endBetting = (S, { runs, made }) => {
  const { own } = S
  if (!runs && !S.playing && made < S.n && own.seen < S.n) return
  if (own.bet.state === "chosen") standBy(S)
  else if (own.bet.state === "open") own.bet = { state: "none", side: null }
}

const measure = S => {
  const ends = padded(extent(S.record.y, extent(S.own.sides[0].mean)), 0.06)
  S.own.sides.forEach((side, i) => {
    side.C = geometryOf(S, side, S.L[i ? "other" : "picture"], ends)
  })
  S.own.hitKey = null
}

const titleOf = (S, side, time) => {
  const { em } = S.L,
    { C } = side,
    { bet } = S.own,
    isBet = bet.side === S.own.sides.indexOf(side)
  const more = (isBet ? '<tspan class="mine-text" dx=".6em">your bet</tspan>' : "") + (C.w > (isBet ? 33 : 26) * em ? `<tspan class="rule" dx=".6em">${side.rule}</tspan>` : ""),
    error = errorNow(side, time)
  return (
    `<text class="title" x="${C.side}" y="${C.title}">${side.name}${more}</text>` +
    `<text class="end" x="${C.x1}" y="${C.title + 1}">${S.record.level_name} <tspan class="big">${significant(error)}</tspan></text>` +
    (isBet ? `<path class="mine" d="M${C.side} ${C.title + 7}H${C.x1}"/>` : "")
  )
}

const draw = (S, step, u) => {
  const { own } = S,
    view = step - 1 + (S.isStart ? 0 : u),
    time = timeIn(S, view)
  if (S.resting()) own.seen = Math.max(own.seen, S.at.round)
  else own.over = null
  if (S.guess?.told && u >= GROW[1]) own.seen = Math.max(own.seen, S.guess.step)
  endBetting(S, time)
  if (!S.guess) own.chosen = null
  own.sides.forEach((side, i) => {
    const focus = side.nodes.includes(own.over) ? own.over : null,
      mine = own.chosen?.side === i ? side.nodes[own.chosen.id] : null
    const markOf = node =>
      `${isPicked(time, node) || node === focus ? "on" : ""} ${node === mine ? "guessed-one" : ""}`
    put(
      side.art,
      titleOf(S, side, time) +
        drawRows(S, side, side.C, time, focus) +
        drawTree(S, side, side.C, time, focus, markOf) +
        drawLine(S, side, side.C, time, focus, markOf),
    )
  })
  toggle(S.root, "hides-future", S.at.guess !== 0 && own.seen < S.n)
  drawHits(S, time)
}

// --- what is asked, and what is said

const nameAt = (side, number) => side.splits[Math.min(number, side.splits.length - 1)].name
const betters = ({ sides }, n) => sides.map(side => side.level[n])

const isAsked = S => {
  const { own } = S,
    at = S.at.round
  if (own.bet.state === "open" || own.bet.state === "chosen" || at >= S.n || at < 1) return false
  if (!S.resting() || S.playing || own.seen > at || S.at.guess === 0) return false
  return own.sides.some(side => lineOf(side, side.C ?? { isWhole: true }, at).filter(node => node.isOpen).length > 1)
}

const prompt = S => {
  const { own } = S,
    at = S.at.round,
    [level, best] = own.sides
  if (S.n === 0) return "A single leaf: nothing can be split"
  if (own.bet.state === "open" || own.bet.state === "chosen")
    return own.due === S.n ? `${S.n + 1} leaves each: which will err less?` : `With ${own.due + 1} of ${S.n + 1} leaves: which errs less?`
  if (S.guess?.told) {
    const [ofLevel, ofBest] = [level, best].map(side => nameAt(side, S.guess.step - 1))
    return ofLevel === ofBest ? `Both split node ${ofBest}` : `Best first takes ${ofBest}, level by level ${ofLevel}`
  }
  const { made, runs, u } = timeIn(S, S.view)
  if (runs && u < PICK[1] && own.seen <= made) return "Which open node splits next?"
  if (runs || S.playing) {
    const now = runs ? made : Math.max(0, made - 1)
    return `Level by level splits ${nameAt(level, now)}, best first ${nameAt(best, now)}`
  }
  if (isSettled(S)) return ending(S)
  if (at === 0) return "One leaf holds all rows"
  if (own.seen > at || S.at.guess === 0)
    return `Next: ${nameAt(level, at)} level by level, ${nameAt(best, at)} best first`
  return "Which open node splits next?"
}

// The bet is settled at the end; where both trees come to the same there, half way.
const dueOf = (own, n) => {
  const differ = at => betters(own, at)[0] !== betters(own, at)[1]
  return !differ(n) && differ(Math.round(n / 2)) ? Math.round(n / 2) : n
}
const isSettled = ({ at: { round }, own, n }) => round === n || (round === own.due && own.bet.state === "made")

const ending = ({ at: { round }, own }) => {
  const { bet } = own,
    [level, best] = betters(own, round)
  if (bet.state !== "made" || round !== own.due) return `${round + 1} leaves each`
  if (level === best) return "Your bet is a draw"
  return `Your bet is ${(bet.side === 1) === best < level ? "won" : "lost"}`
}

const FLAT = 0.01 // of the error of a single leaf: a bar that is not seen
const verdict = S => {
  const [level, best] = S.own.sides,
    { round } = S.at,
    ends = betters(S.own, round)
  if (Math.abs(ends[0] - ends[1]) <= 1e-9 * level.level[0]) return "<span>Both orders come to the same leaves</span>"
  const least = Math.min(FLAT * level.level[0], ...best.splits.slice(0, round).map(({ gain }) => gain)),
    vain = level.splits.slice(0, round).filter(({ gain }) => gain < least).length
  const [less, more] = [Math.min(...ends), Math.max(...ends)],
    name = ends[1] < ends[0] ? "Best first" : "Level by level"
  const times = less > 1e-9 * level.level[0] ? `${decimals(more / less, more / less < 10 ? 1 : 0)} times less` : "nothing any more"
  return `<span>${name} errs <strong>${times}</strong>${vain ? `: ${vain} of ${round} level splits bought almost nothing` : ""}</span>`
}

const offer = S => {
  const { own } = S
  if (S.n === 0) return ""
  if (own.bet.state === "chosen") return `<em>${own.sides[own.bet.side].name}</em>`
  if (own.bet.state === "open") return note("click a tree") + SHOW
  if (!S.resting() || S.playing) return ""
  if (isSettled(S)) return verdict(S)
  return note(hint(S, isAsked(S)))
}

const hint = ({ at, own }, asks) => {
  if (own.bet.at === at.round) return `your bet is settled at ${own.due + 1} leaves`
  if (at.round === 0) return "Next splits it, in both orders"
  return asks ? "click it, in either tree" : "click a bar for its sum"
}

const judged = S => {
  const { chosen, sides } = S.own
  if (!chosen) return {}
  const side = sides[chosen.side],
    node = side.nodes[chosen.id],
    best = side.splits[S.guess.step - 1],
    isBoth = sides.every(each => nameAt(each, S.guess.step - 1) === best.name)
  return { yours: node.name, best: best.name, isBoth, isRight: node === best, share: best.gain ? node.gain / best.gain : 0, byGain: side.is_best_first }
}

const sentence = (_, { yours, best, isBoth, isRight, share, byGain }) => {
  if (yours === undefined) return note("Next makes both splits")
  if (byGain)
    return isRight
      ? `<span><em>yours ${yours}</em>: right, no other gains more</span>`
      : `<span><em>yours ${yours}</em> is worth <strong>${Math.round(100 * share)} %</strong> of ${best}</span>`
  if (isRight) return `<span><em>yours ${yours}</em>: right, it came first</span>`
  return `<span>${isBoth ? "it" : best} came first; <em>yours ${yours}</em> came later</span>`
}

const guess = {
  stops: [0, TOLD],
  skip: S => (S.own.bet.state === "open" ? S.play() : S.go(S.at.round + 1)),
  step: S => (S.guess ? S.guess.step : isAsked(S) ? S.at.round + 1 : null),
  prompt,
  offer,
  said: S => {
    const { chosen, sides } = S.own
    return chosen ? `node ${sides[chosen.side].nodes[chosen.id].name}, ${escaped(sides[chosen.side].name.toLowerCase())}` : ""
  },
  judged,
  sentence,
}

export const view = {
  unit: "Split",
  layout: () => LAYOUT,
  steps: S => S.record.limit,
  build,
  wire: [S => wireHits(S, () => timeIn(S, S.view)), wireChoices],
  draw,
  guess,
  measure,
  strip: S => {
    const [level, best] = S.own.sides,
      measure = S.record.is_class ? "wrong rows, " : "" // above the rows stands another, by which the trees are grown
    const lines = [
      { name: `${measure}level by level`, mark: "train thin", values: level.seen },
      { name: "best first", mark: "train thick", values: best.seen },
    ]
    if (!S.record.has_unseen) return { lines }
    return {
      lines: [
        ...lines,
        { name: "unseen, level by level", mark: "unseen thin", values: level.unseen },
        { name: "unseen, best first", mark: "unseen thick", values: best.unseen },
      ],
    }
  },
  escape: S => {
    if (S.own.bet.state !== "chosen") return false
    S.own.bet = { state: "open", side: null }
    S.parts.pills.hidden = true
    closeGuess(S)
    S.ask()
    return true
  },
}
