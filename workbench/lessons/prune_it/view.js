// Prune it: every branch is a tent as high as it is worth for each leaf more, and the price of a leaf is water that rises. What
// it reaches folds. Asked is which falls first, on the tree; which tree cross-validation keeps; what gamma leaves, by folding.
import { clamp } from "../../stage/kit/easing.js"
import { openGuess, placeIn, SURE } from "../../stage/kit/guess.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { significant } from "../../stage/kit/numbers.js"
import { PICTURE } from "../../stage/kit/frame.js"
import { wireDrag, wireTree } from "../../stage/kit/pointing.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, put, round1, set, toggle } from "../../stage/kit/svg.js"
import { drawBills, linkCard, placeBills } from "./view_bills.js"
import { coursesOf, drawCurve, hasCurve } from "./view_curve.js"
import { branchBelow, chosenOf, clockAt, hidesFolds, INNER, isAlpha, isAsked, isKeeping, isTold, modelOf, priceText, saysKept, timeOf, yoursNow } from "./view_model.js"
import { branchOf, drawNames, drawTents, drawWater, PANEL, placeTents, ringOf } from "./view_tents.js"
import { judged, leavesOf, offer, prompt, said } from "./view_words.js"

const FIRST_MS = 2000, // while heights become what branches are worth
  KEEP_MS = 1600,
  GAMMA_MS = 2600,
  WAITED = 0.6, // of a step: a tree that waited for the answer goes to the heights that its branches are worth
  LEAST_HIT = 9, // pixels around a node
  LEAST_SLOT = 3 // pixels of a leaf, under which none can be pointed at

const LAYOUT = {
  picture: PICTURE,
  right:
    `<div class="head"><b data-part="linkhead"></b><span class="note" data-part="linknote"></span></div>` +
    `<div class="bills" data-part="bills"><svg data-part="billsbox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="What the branch is worth"></div>`,
}

const WAYS = ["other-way", "train", "curve"] // the marks of gamma's three on the strip

const legendOf = S => {
  const does = isAlpha(S) ? "errs" : "saves",
    names = [`leaf: the larger, the more it ${does}`, "branch: as large as the leaf it folds to", `price ${isAlpha(S) ? "α" : "γ"}`]
  const marks = ['<circle cx="6" cy="6" r="4.5" class="discs"/>', '<circle cx="6" cy="6" r="5" class="rings"/>', '<rect width="20" height="8" y="4" class="water"/><path d="M0 4h20" class="price"/>']
  const keys = marks.map((mark, i) => key(mark, names[i], i < 2 ? 12 : 20))
  if (!isAlpha(S) && isTold(S)) keys.push("<span>saves more than one leaf:</span>", ...S.record.ways.map(({ name }, p) => lineKey(WAYS[p], name)))
  return keys.join("")
}

// --- the panels: one tree, or three of gamma's

const build = S => {
  const { own, record, parts } = S
  S.root.dataset.kind = record.kind
  own.model = modelOf(record)
  Object.assign(own, { fell: null, kept: null, proposed: null, sure: null, said: null, isTold: S.at.prune_told === 1, folded: [[], []], left: [], farthest: 0, hitKey: null, holdsRoot: false })
  parts.moving.innerHTML = own.model.ways.map((_, p) => `<g data-panel="${p}">${PANEL}</g>`).join("")
  own.panels = own.model.ways.map((W, p) => {
    const layers = [...parts.moving.querySelectorAll(`[data-panel="${p}"] [data-layer]`)]
    return { W, p, group: parts.moving.children[p], layers: Object.fromEntries(layers.map(each => [each.dataset.layer, each])) }
  })
}

const measure = S => {
  const { own, L } = S,
    { em, picture: { w, h } } = L,
    many = own.panels.length,
    isStacked = many > 1 && w < 46 * em,
    gap = many > 1 && !isStacked ? 1.6 * em : 0
  own.panels.forEach((panel, p) => {
    const wide = isStacked ? w : (w - gap * (many - 1)) / many,
      high = isStacked ? h / many : h
    Object.assign(panel, { shown: null, named: null, heights: new Map() })
    panel.G = placeTents(S, [isStacked ? 0 : p * (wide + gap), isStacked ? p * high : 0, wide, high], em, many > 1 ? 2.6 * em : 0)
  })
  own.hitKey = null
  if (isAlpha(S)) own.place = placeBills(S)
}

// What a way leaves at this gamma, and how much better that is than one leaf.
const titleOf = (S, { G, p, W: { way } }, time) => {
  const { em, x0, y0, w } = G,
    isOnWay = time.from < time.to && time.u < 1,
    beside = way.beside[time.to],
    yours = !isOnWay && time.to === S.record.asked ? S.own.said?.[p] : undefined,
    mine = yours === undefined || yours === way.leaves[time.to] ? "" : `<tspan class="mine-text">yours ${yours}\u2002</tspan>`,
    than = isOnWay ? "" : Math.abs(beside) < 1e-12 ? "as good as one leaf" : `saves ${significant(Math.abs(beside))} ${beside < 0 ? "more" : "less"}`
  const line = (y, text, cls) => `<text class="${cls}" x="${round1(cls.includes("end") ? x0 + w : x0)}" y="${round1(y0 + y * em)}">${text}</text>`
  const waits = p === 2 && !isTold(S) && S.resting() ? line(4, "after your guess", "") : ""
  return waits + line(1.1, way.name, "title") + (w > 27 * em ? line(2.35, escaped(way.words), "") : "") + (isTold(S) || time.from < time.to ? line(1.15, mine + leavesOf(way.leaves[time.fold < 0.5 ? time.from : time.to]), "big end") + line(2.35, than, "end") : "")
}

// --- what is pointed at, and taken hold of

const wire = S => {
  const { parts } = S
  parts.picture.insertAdjacentHTML("beforeend", '<svg class="layer treebox" data-part="treebox" role="group" aria-label="Tree"></svg><svg class="layer float" aria-hidden="true"></svg>')
  parts.treebox = parts.picture.querySelector(".treebox")
  parts.float = parts.picture.querySelector(".float")
  wireTree(S, { tree: nodesOf, choose })
  wireWater(S)
  S.listen(S.root, "click", event => {
    const rung = event.target.closest("[data-rung]")
    if (rung) propose(S, Number(rung.dataset.rung))
    const sure = event.target.closest("[data-sure]")
    if (sure && saysKept(S)) tellKept(S, SURE[sure.dataset.sure], S.at.round)
    S.ask()
  })
}

// What is pressed or pulled is proposed to be kept; where the strip or the stepper leads is only looked at.
const propose = (S, step) => {
  S.own.proposed = step
  S.go(step, { jump: true })
}

// The water is drawn up and down by its surface.
const wireWater = S => {
  const { float, picture } = S.parts
  wireDrag(S, float, {
    starts: event => {
      const held = event.target.closest("[data-held]")
      if (event.button || !held) return false
      S.own.held = Number(held.dataset.held)
      event.preventDefault()
      return true
    },
    by: event => {
      const [, y] = placeIn(S, picture, event),
        { G } = S.own.panels[S.own.held]
      S.scrub(clockAt(S, G.high, clamp(G.base - y, 0, G.base)))
    },
    end: () => {
      if (!S.scrubs) return
      S.letGo()
      S.own.proposed = S.at.round
    },
  })
}

const floatOf = S => S.n === 0 ? "" :
  pointedAt(S).map(({ G, p, level }) => `<g data-held="${p}" transform="translate(0 ${level})"><rect class="hit" x="${G.left - 6}" y="-9" width="${round1(G.end - G.left + 6)}" height="18"/><rect class="knob" x="${round1(G.end - 30)}" y="-10" width="28" height="20" rx="10"/><path class="ridges" d="M${round1(G.end - 20)} -3l4 -4 4 4m-8 6l4 4 4 -4"/></g>`).join("")

// While it is asked of two ways of gamma, the third one is not to be clicked.
const pointedAt = S => (isAlpha(S) || isTold(S) ? S.own.panels : S.own.panels.slice(0, 2))

const nodesOf = S => {
  const { record, own: { model } } = S
  return pointedAt(S).flatMap(({ p, W }) =>
    Array.from(record.left, (left, k) => {
      const first = p * model.n,
        hasKids = W.kind(k, S.at.round) === INNER && S.parts.treebox.querySelector(`[data-node="${first + left}"]`)
      return { id: first + k, parent: k ? first + record.parent[k] : -1, kids: hasKids ? [first + left, first + record.right[k]] : null }
    }),
  )
}

const hitWords = ({ record }, k, isInner) =>
  `Node ${k}${record.asks[k] ? `: ${record.asks[k]}` : ""}, ${record.n[k]} rows, ${isInner ? "a branch" : "a leaf"}, ${significant(record.size[k])}`

const drawHits = S => {
  const { own, record, parts, at } = S,
    name = S.resting() ? `${at.round} ${isAsked(S, at.round)} ${isTold(S)} ${S.L.picture.w} ${S.L.picture.h} ${S.L.em}` : "none"
  if (own.hitKey === name) return
  own.hitKey = name
  const hit = ({ G, W, p, places }, k) => {
    const isInner = W.kind(k, at.round) === INNER,
      [x, y] = places[k].map(round1)
    return `<circle class="hit" role="button" tabindex="${k ? -1 : 0}" data-keys data-node="${p * own.model.n + k}" aria-label="${escaped(hitWords(S, k, isInner))}" cx="${x}" cy="${y}" r="${round1(Math.max(LEAST_HIT, G.radius[k]))}"/>`
  }
  const shown = name === "none" ? [] : pointedAt(S).filter(({ G }) => G.slot > LEAST_SLOT)
  put(parts.treebox, shown.flatMap(panel => [...record.left.keys()].filter(k => panel.places[k]).map(k => hit(panel, k))).join(""))
}

const choose = (S, id) => {
  const { own, at } = S,
    k = id % own.model.n,
    p = (id - k) / own.model.n
  if (guess.step(S) !== null && own.panels[p].W.kind(k, at.round) === INNER && p < 2) return fold(S, p, k)
  own.holdsRoot = k === 0 && !own.holdsRoot
  S.act({ node: k === at.node ? 0 : k })
}

// --- the questions

// One branch falls first by alpha, as many fold as one likes by gamma.
const fold = (S, p, k) => {
  if (!openGuess(S)) return
  const { folded } = S.own
  if (isAlpha(S)) folded[0] = [k]
  else folded[p] = folded[p].includes(k) ? folded[p].filter(each => each !== k) : [...folded[p], k]
  countLeft(S)
  const isByKey = S.parts.treebox.querySelector(":focus-visible") !== null
  S.guess.dropped = true
  S.draw()
  if (isByKey) S.parts.question.querySelector("[data-sure]")?.focus()
}

// How many leaves are left where some branches are folded by hand.
const countLeft = ({ own, own: { model }, record, at }) => {
  own.left = model.ways.slice(0, 2).map((W, p) => {
    const isInner = k => !own.folded[p].includes(k) && W.kind(k, at.round) === INNER
    return branchBelow(record, 0, isInner).filter(k => !isInner(k)).length
  })
}

const tellKept = (S, sure, kept) => {
  S.stop()
  Object.assign(S.own, { kept, sure })
  S.act({ prune_told: 1 })
  S.go(S.record.validated.best, { ms: KEEP_MS / S.speed })
}

const show = S => {
  if (isKeeping(S)) return tellKept(S, null, null)
  if (isAlpha(S)) return S.go(1, { ms: FIRST_MS / S.speed })
  S.stop()
  S.act({ prune_told: 1 })
  S.go(S.record.asked, { ms: GAMMA_MS / S.speed })
}

const guess = {
  stops: [0, 1],
  skip: show,
  step: S => {
    if (S.guess) return S.guess.step
    if (isAlpha(S)) return isAsked(S, S.at.round) ? 1 : null
    return isTold(S) || !S.resting() || S.own.model.slots === 1 ? null : S.at.round + 1
  },
  prompt,
  offer,
  said,
  sentence: offer,
  judged: S => (isAlpha(S) ? judged(S) : {}),
  isSaid: S => S.own.folded.some(each => each.length > 0),
  keeps: ["folded", "left"],
  answer: S => (saysKept(S) ? () => tellKept(S, null, S.at.round) : null),
  told: S => {
    const { own, guess: { yours } } = S
    own.said = own.left
    own.fell = yours === undefined ? null : S.guess
    show(S)
    return true
  },
}

// --- a frame

const drawMarks = (S, panel, time) => {
  const { own } = S,
    { W, p, layers, places } = panel,
    { n } = own.model,
    rests = S.resting(),
    named = S.over ?? chosenOf(S) ?? (isAlpha(S) && isAsked(S, time.to) && !S.guess ? own.model.example : null),
    over = !rests || named === null ? null : named % n
  const isLit = over !== null && places[over] !== null && (isAlpha(S) || isTold(S) || p === Math.floor((S.over ?? 0) / n))
  let drawn = isLit ? ringOf(panel, over, "chosen") : "",
    mine = ""
  set(layers.lit, "d", isLit && !(own.folded[p]?.includes(over) && !isAlpha(S)) ? branchOf(S, panel, over, time.to) : "")
  if (isAlpha(S)) {
    const falling = rests ? (isAsked(S, time.to) ? [] : W.falls[time.to + 1] ?? []) : time.grow === 1 && time.fold < 1 ? W.falls[time.to] : []
    for (const k of falling) drawn += ringOf(panel, k, "next")
    const yours = yoursNow(S)
    if (yours !== null) {
      mine = branchOf(S, panel, yours, time.fold < 1 ? time.from : time.to)
      drawn += ringOf(panel, yours, "mine")
    }
  } else if (p < 2)
    for (const k of own.folded[p]) {
      mine += branchOf(S, panel, k, S.at.round)
      drawn += ringOf(panel, k, "mine")
    }
  set(layers.mine, "d", mine)
  put(layers.marks, (isAlpha(S) ? "" : titleOf(S, panel, time)) + drawn)
}

const draw = S => {
  const { own } = S,
    time = timeOf(S)
  if (S.resting()) keepSeen(S)
  if (S.resting()) own.isTold = S.at.prune_told === 1
  if (!S.guess && isAlpha(S)) own.folded[0] = []
  for (const panel of own.panels) {
    drawTents(S, panel, pointedAt(S).includes(panel) ? time : { ...time, grow: S.motion ? clamp((S.view - S.motion.from) / WAITED) : 0 })
    drawWater(S, panel, time)
    drawNames(S, panel, time)
    drawMarks(S, panel, time)
    toggle(panel.group, "waits", S.resting() && !pointedAt(S).includes(panel))
  }
  put(S.parts.float, floatOf(S))
  put(S.parts.legend, legendOf(S))
  drawHits(S)
  own.farthest = Math.max(own.farthest, S.resting() ? S.at.round : 0)
  toggle(S.root, "keeps", isKeeping(S))
  toggle(S.root, "hides-future", S.at.guess !== 0 && (isAlpha(S) ? S.at.prune_seen : own.farthest) < S.n)
  if (!isAlpha(S)) return
  const isNew = own.hides !== hidesFolds(S) || own.seen !== S.at.prune_seen
  Object.assign(own, { hides: hidesFolds(S), seen: S.at.prune_seen })
  if (isNew) fitStrip(S)
  if (hasCurve(S)) drawCurve(S)
  else drawBills(S, time)
}

// What was seen is asked no more; where nothing is asked, there is nothing to keep.
const keepSeen = ({ at, record, act }) => {
  if (at.guess === 0) return
  if (record.kind === "alpha") at.round > at.prune_seen && act({ prune_seen: at.round })
  else if (at.round >= record.asked && record.asked > 0 && at.prune_told !== 1) act({ prune_told: 1 })
}

// --- the strip: what every tree of the sequence errs on the rows that grew it

const strip = S => {
  const { record } = S
  if (record.kind === "gamma") {
    return { beside: [], lines: record.ways.map(({ name, beside }, p) => ({ name, mark: WAYS[p], values: beside.map(each => -each) })) }
  }
  const all = coursesOf(record),
    lines = record.validated ? all.slice(0, 1) : all // the others are drawn beside the tree
  return { lines, beside: hidesFolds(S) ? lines : all }
}

// On its way a step has as many leaves as are seen to be left.
const leavesSeen = (S, at) => {
  const { leaves } = S.own.model.ways[0].way,
    { from, to, fold } = timeOf(S)
  return leaves[S.resting() ? at : fold === 1 ? to : from]
}

export const view = {
  unit: "Fold",
  ms: 1150,
  layout: () => LAYOUT,
  steps: S => S.record.price.length - 1,
  count: (S, at) => isAlpha(S) ? `<b>${leavesSeen(S, at).toLocaleString("en")}</b> ${leavesSeen(S, at) === 1 ? "leaf" : "leaves"}` : `γ <b>${S.resting() ? significant(S.record.price[at]) : priceText(S, timeOf(S))}</b>`,
  pointsAtStart: true,
  beyond: () => "Cross-validate",
  after: S => (isKeeping(S) ? () => tellKept(S, null, null) : null),
  tick: (S, at) => (isAlpha(S) && (S.at.guess === 0 || at <= S.at.prune_seen) ? S.own.model.ways[0].way.leaves[at] : ""),
  build,
  wire: [wire],
  measure,
  draw,
  guess,
  card: (S, name) => linkCard(S, name, timeOf(S)),
  strip,
}
