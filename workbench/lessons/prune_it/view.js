// Prune it: a price of a leaf rises like water, and the branch that is worth least for each leaf more folds into its node.
// Asked is which falls first, on the tree; which tree cross-validation keeps, on the strip; what gamma leaves, by folding.
import { openGuess, placeIn, putTop } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { wireTree } from "../../stage/kit/pointing.js"
import { significant } from "../../stage/kit/numbers.js"
import { fitStrip } from "../../stage/kit/strip.js"
import { escaped, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { drawCourse, goToPlace, hidesUnseen } from "./view_course.js"
import { drawLedger, linkCard } from "./view_ledger.js"
import { chosenOf, GONE, INNER, isAsked, isKeeping, isPointed, isTold, modelOf, pickOf, priceAt, timeOf } from "./view_model.js"
import { branchOf, drawNames, drawPosts, drawTree, PANEL, placeTree, ringOf } from "./view_tree.js"
import { offer, prompt, said, stepJudged } from "./view_words.js"

const KEEP_MS = 1600,
  GAMMA_MS = 2600,
  LEAST_HIT = 9, // pixels around a node
  LEAST_BRANCH = 14 // pixels of a branch whose children can be pointed at

const LAYOUT = {
  right:
    `<div class="head"><b data-part="linkhead"></b><span class="note" data-part="linknote"></span></div>` +
    `<div class="ledger" data-part="ledger"><svg data-part="ledgerbox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="What the branch is worth"></div>` +
    `<div class="head second"><b data-part="errorshead"></b><span class="note" data-part="errorsnote"></span></div>` +
    `<div class="errors" data-part="errors"><svg data-part="errorsbox" aria-hidden="true"></svg></div>`,
}

const isAlpha = S => S.record.kind === "alpha"

const legendOf = ({ kind }) => {
  const names = kind === "alpha" ? ["a leaf errs", "a branch would, as one leaf", "worth per extra leaf", "price α"] : ["a leaf saves", "a branch would, as one leaf", "gain of a split", "price γ"]
  return (
    key('<circle cx="6" cy="6" r="4.5" class="discs"/>', names[0], 12) +
    key('<circle cx="6" cy="6" r="5" class="rings"/>', names[1], 12) +
    key('<rect width="8" height="12" x="2" class="posts"/>', names[2], 12) +
    key('<rect width="20" height="8" y="4" class="water"/><path d="M0 4h20" class="price"/>', names[3])
  )
}

// --- the panels: one tree, or three of gamma's

const build = S => {
  const { own, record, parts } = S
  S.root.dataset.kind = record.kind
  own.model = modelOf(record)
  Object.assign(own, { fell: null, kept: null, points: null, isDragged: false, said: null, isTold: S.at.prune_told === 1, folded: [new Set(), new Set()], left: [], hitKey: null, holdsRoot: false })
  put(parts.legend, legendOf(record))
  parts.moving.innerHTML = own.model.ways.map((_, p) => `<g data-panel="${p}">${PANEL}</g>`).join("")
  own.panels = own.model.ways.map((W, p) => {
    const group = parts.moving.querySelector(`[data-panel="${p}"]`)
    const layers = Object.fromEntries([...group.querySelectorAll("[data-layer]")].map(each => [each.dataset.layer, each]))
    return { W, p, layers, posts: [], axisName: isAlpha(S) ? ["g: what each extra leaf takes off", "α"] : [p === 2 ? "worth per extra leaf" : "gain", "γ"] }
  })
}

const measure = S => {
  const { own, L } = S,
    { em, picture: { w, h } } = L,
    many = own.panels.length,
    isStacked = many > 1 && w < 46 * em,
    gap = many > 1 ? 1.6 * em : 0
  own.panels.forEach((panel, p) => {
    const wide = isStacked ? w : (w - gap * (many - 1)) / many,
      high = isStacked ? h / many : h
    panel.shown = panel.named = null
    panel.G = placeTree(S, [isStacked ? 0 : p * (wide + gap), isStacked ? p * high : 0, wide, high], em, many > 1 ? 2.7 * em : 0)
  })
  own.hitKey = null
}

const titleOf = ({ G, W: { way } }, time) => {
  const { em } = G,
    state = time.u < 0.7 ? time.from : time.to
  return (
    `<text class="title" x="${round1(G.x0)}" y="${round1(G.y0 + 1.1 * em)}">${way.name}</text>` +
    `<text class="big end" x="${round1(G.x0 + G.w)}" y="${round1(G.y0 + 1.15 * em)}">${way.leaves[state]}</text>` +
    `<text x="${round1(G.x0)}" y="${round1(G.y0 + 2.3 * em)}">${G.w > 20 * em ? escaped(way.words) : ""}</text>`
  )
}

// --- what is pointed at

const wire = S => {
  const { parts } = S
  parts.picture.insertAdjacentHTML("beforeend", '<svg class="layer treebox" data-part="treebox" role="group" aria-label="Tree"></svg>')
  parts.treebox = parts.picture.querySelector(".treebox")
  wireTree(S, { tree: nodesOf, choose })
  S.listen(parts.errors, "click", event => goToPlace(S, placeIn(S, parts.errors, event)[0]))
  S.listen(S.root, "click", event => {
    if (!isKeeping(S)) return
    if (event.target.closest("[data-keep]")) tellKept(S, S.at.round)
    else if (event.target.closest("[data-take]")) {
      S.own.points = S.at.round
      S.ask()
    }
  })
}

const nodesOf = S => {
  const { record, own: { model, panels } } = S,
    found = []
  for (const { p, W } of panels)
    for (let k = 0; k < model.n; k++) {
      const first = p * model.n
      const hasKids = W.kind(k, S.at.round) === INNER && S.parts.treebox.querySelector(`[data-node="${first + record.left[k]}"]`)
      found.push({ id: first + k, parent: k ? first + record.parent[k] : -1, kids: hasKids ? [first + record.left[k], first + record.right[k]] : null })
    }
  return found
}

const hitWords = ({ record }, k, isInner) =>
  `Node ${k}${record.asks[k] ? `: ${record.asks[k]}` : ""}, ${record.n[k]} rows, ${isInner ? "a branch" : "a leaf"}, ${significant(record.size[k])}`

const drawHits = S => {
  const { own, record, parts, at } = S,
    name = S.resting() ? `${at.round} ${S.L.picture.w} ${S.L.picture.h} ${S.L.em}` : "none"
  if (own.hitKey === name) return
  own.hitKey = name
  let drawn = ""
  if (name !== "none")
    for (const { G, W, p } of own.panels)
      for (let k = 0; k < own.model.n; k++) {
        const kind = W.kind(k, at.round)
        if (kind === GONE || (k && G.wide(record.parent[k]) < LEAST_BRANCH)) continue
        drawn += `<circle class="hit" role="button" tabindex="${k ? -1 : 0}" data-keys data-node="${p * own.model.n + k}" aria-label="${escaped(hitWords(S, k, kind === INNER))}" cx="${round1(G.x[k])}" cy="${round1(G.y[k])}" r="${round1(Math.max(LEAST_HIT, G.radius[k]))}"/>`
      }
  put(parts.treebox, drawn)
}

const choose = (S, id) => {
  const { own, at } = S,
    k = id % own.model.n,
    p = (id - k) / own.model.n,
    isInner = own.panels[p].W.kind(k, at.round) === INNER
  const isAsking = guess.step(S) !== null
  if (isAsking && isInner && p < 2) fold(S, p, k)
  else {
    own.holdsRoot = k === 0 && !own.holdsRoot
    S.act({ node: k === at.node ? 0 : k })
  }
}

// --- the questions

// One branch folds by alpha, as many as one likes by gamma. The choices stand beside the question: near what is clicked
// they would lie on the tree.
const fold = (S, p, k) => {
  if (!openGuess(S)) return
  const { folded } = S.own
  if (isAlpha(S)) folded[0] = new Set([k])
  else if (!folded[p].delete(k)) folded[p].add(k)
  countLeft(S)
  const isByKey = S.parts.treebox.querySelector(":focus-visible") !== null
  Object.assign(S.guess, { dropped: true, keyed: true })
  S.draw()
  if (isByKey) S.parts.question.querySelector("[data-sure]")?.focus()
}

// How many leaves are left where some branches are folded by hand.
const countLeft = ({ own, own: { model }, record, at }) => {
  own.left = model.ways.slice(0, 2).map((W, p) => {
    const count = k => (own.folded[p].has(k) || W.kind(k, at.round) !== INNER ? 1 : count(record.left[k]) + count(record.right[k]))
    return count(0)
  })
}

const show = S => {
  if (isKeeping(S)) tellKept(S, null)
  else if (isAlpha(S)) S.go(S.at.round + 1)
  else tellGamma(S)
}

const tellKept = (S, kept) => {
  S.stop()
  S.own.kept = kept
  S.act({ prune_told: 1 })
  S.go(S.record.validated.best, { ms: KEEP_MS / S.speed })
}

const tellGamma = S => {
  S.stop()
  S.act({ prune_told: 1 })
  S.go(S.record.asked, { ms: GAMMA_MS / S.speed })
}

const guess = {
  stops: [0, 1],
  skip: show,
  step: S => {
    if (S.guess) return S.guess.step
    if (isAlpha(S)) return isAsked(S, S.at.round) && !isKeeping(S) ? S.at.round + 1 : null
    return isTold(S) || !S.resting() || S.own.model.slots === 1 ? null : S.at.round + 1
  },
  prompt,
  offer,
  said,
  sentence: offer,
  judged: S => (isAlpha(S) ? stepJudged(S) : {}),
  isSaid: S => S.own.folded.some(each => each.size > 0),
  drag: () => {},
  nudge: (S, axis, by) => nudge(S, Number(axis), by),
  told: S => {
    const { own, guess: { step, yours, isRight } } = S
    own.said = own.left
    own.fell = yours === undefined ? null : { step, yours, isRight }
    show(S)
    return true
  },
}

// By keys the branches come from left to right.
const nudge = (S, p, by) => {
  const { own, at } = S,
    { G, W } = own.panels[p],
    inner = own.model.inner.filter(k => W.kind(k, at.round) === INNER).sort((a, b) => G.x[a] - G.x[b])
  const [now] = own.folded[p],
    next = inner[now === undefined ? 0 : Math.min(inner.length - 1, Math.max(0, inner.indexOf(now) + by))]
  own.folded[p] = new Set([next])
  countLeft(S)
}

// What keys take hold of.
const topOf = S => {
  const { own } = S
  if (guess.step(S) === null && !S.guess) return ""
  return own.panels.slice(0, isAlpha(S) ? 1 : 2).map(({ G, p }) => {
    const k = [...own.folded[p]].at(-1) ?? 0
    return (
      `<g class="handle" role="slider" tabindex="0" data-axis="${p}" aria-label="${isAlpha(S) ? "The branch that falls next" : `What is folded: ${own.panels[p].W.way.name}`}" aria-valuemin="0" aria-valuemax="${own.model.n - 1}" aria-valuenow="${k}" aria-valuetext="node ${k}">` +
      `<circle class="focus" cx="${round1(G.x[k])}" cy="${round1(G.y[k])}" r="${round1(G.radius[k] + 7)}"/></g>`
    )
  }).join("")
}

// --- a frame

const drawMarks = (S, panel, time) => {
  const { own } = S,
    { W, p, layers } = panel,
    { n } = own.model
  const rests = S.resting()
  let drawn = "",
    lit = "",
    mine = ""
  const over = rests && S.over !== null ? (isAlpha(S) ? S.over : S.over % n) : chosenOf(S)
  if (rests && over !== null && W.kind(over, time.to) !== GONE) {
    lit = branchOf(S, panel, over, time.to)
    drawn += ringOf(panel, over, "chosen")
  }
  const next = isAlpha(S) ? (rests ? (isAsked(S, time.to) ? [] : W.falls[time.to + 1] ?? []) : time.rise > 0 && time.fold < 1 ? W.falls[time.to] : []) : []
  for (const k of next) drawn += ringOf(panel, k, "next")
  const yours = pickOf(S) ?? (!rests && own.fell?.step === time.to ? own.fell.yours : null)
  if (isAlpha(S) && yours !== null) drawn += ringOf(panel, yours, "mine")
  if (!isAlpha(S) && p < 2)
    for (const k of own.folded[p]) {
      mine += branchOf(S, panel, k, 0)
      drawn += ringOf(panel, k, "mine")
    }
  set(layers.lit, "d", lit)
  set(layers.mine, "d", mine)
  put(layers.marks, (isAlpha(S) ? "" : titleOf(panel, time)) + drawn)
}

const draw = (S, step, u) => {
  const { own } = S,
    time = timeOf({ step, u, isStart: S.isStart })
  if (S.scrubs && isAlpha(S) && isKeeping(S)) own.isDragged = true
  if (S.resting()) keepSeen(S)
  if (S.resting()) own.isTold = S.at.prune_told === 1
  if (!S.guess && isAlpha(S)) own.folded[0].clear()
  for (const panel of own.panels) {
    drawTree(S, panel, time)
    drawPosts(S, panel, time)
    drawNames(S, panel, time)
    drawMarks(S, panel, time)
  }
  putTop(S, topOf(S))
  drawHits(S)
  toggle(S.root, "hides-future", isAlpha(S) ? S.at.guess !== 0 && S.at.prune_seen < S.n : !isTold(S))
  if (!isAlpha(S)) return
  if (own.hides !== (own.hides = hidesUnseen(S))) fitStrip(S)
  drawLedger(S, time)
  drawCourse(S, time)
  say(S.parts.readout, "")
}

// What was seen is asked no more; where nothing is asked, there is nothing to keep.
const keepSeen = S => {
  const { at, record } = S
  if (at.guess === 0) return
  if (isAlpha(S)) {
    if (at.round > at.prune_seen) S.act({ prune_seen: at.round })
    if (S.own.isDragged) Object.assign(S.own, { points: at.round, isDragged: false })
  } else if (at.round >= record.asked && record.asked > 0 && at.prune_told !== 1) S.act({ prune_told: 1 })
}

// On its way a step has as many leaves as are seen to be left.
const leavesAt = (S, at) => {
  const { leaves } = S.own.model.ways[0].way,
    { from, to, fold } = timeOf(S)
  return leaves[S.resting() ? at : fold === 1 ? to : from]
}

const strip = S => {
  const { record } = S
  if (record.kind === "gamma") {
    const marks = ["other-way", "train", "curve"]
    return { lines: record.ways.map(({ name, beside }, p) => ({ name: p ? name : `against one leaf: ${name}`, mark: marks[p], values: beside })) }
  }
  const isImpure = record.measure === "impurity"
  const lines = [{ name: isImpure && !record.train ? "R(T)" : "training", mark: "train", values: (isImpure && record.train) || record.risk }]
  if (record.unseen && !hidesUnseen(S)) lines.push({ name: "unseen", mark: "unseen", values: record.unseen })
  return { lines }
}

export const view = {
  unit: "Fold",
  layout: () => LAYOUT,
  steps: S => S.record.price.length - 1,
  count: (S, at) =>
    isAlpha(S)
      ? `<b>${leavesAt(S, at).toLocaleString("en")}</b> of ${S.own.model.slots.toLocaleString("en")} leaves`
      : `γ <b>${significant(S.resting() ? S.record.price[at] : priceAt(S, timeOf(S)))}</b>`,
  pointsAtStart: true,
  beyond: () => "Cross-validate",
  after: S => (isKeeping(S) ? () => tellKept(S, isPointed(S) ? S.at.round : null) : null),
  tick: (S, at) => (isAlpha(S) ? at : ""),
  build,
  wire: [wire],
  measure,
  still: () => {},
  draw,
  guess,
  card: (S, name) => linkCard(S, name, timeOf(S)),
  strip,
}
