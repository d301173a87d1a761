// One row, tree after tree: it falls, its leaf lays a brick, the link turns the sum into a prediction. Asked is whether the next
// brick raises or lowers F, on the brick.
import { clamp } from "../../stage/kit/easing.js"
import { handleAt, placeIn, putTop, SURE } from "../../stage/kit/guess.js"
import { key } from "../../stage/kit/legend.js"
import { grip } from "../../stage/kit/marks.js"
import { added, significant, tick } from "../../stage/kit/numbers.js"
import { wireTree } from "../../stage/kit/pointing.js"
import { escaped, html, put, round1, say, set, toggle } from "../../stage/kit/svg.js"
import { treeKeeper } from "../../stage/kit/tree.js"
import { cardOf } from "./view_cards.js"
import { drawLink, number, seenIn } from "./view_link.js"
import { columnsAt, isByFeatures, phasesOf, storyOf } from "./view_model.js"
import { box, brickAt, brickClass, drawNames, drawPile, featureBricks, laneName, namesOf, placesOf, said, slotOf } from "./view_pile.js"
import { drawCompany, drawFlight, drawTree, makeTree, mateAt, mateBeside, SECOND, sumRead } from "./view_second.js"

const REVEAL_MS = 1200,
  RECUT_MS = 900,
  NUDGE = 0.03, // of the axis
  NOTHING = 1e-12,
  NAME = 1.7, // em of a side's name
  ADDS = { features: "what a feature adds: mean over all orders", path: "what a feature adds, in the order the trees ask" },
  CUTS = [["rounds", "by rounds"], ["features", "by features"], ["path", "by its path"]]
const CHOOSER =
  `<div class="chooser"><details class="rows-menu"><summary></summary><div><label>Row <input type="number" min="0" step="1"></label>` +
  `<button type="button" class="turning">To its next change of side</button>` +
  `<button type="button" data-row="turning">Next that changes sides</button><button type="button" data-row="wrong">Most wrong now</button>` +
  `<button type="button" data-row="held_out">Next held out</button></div></details></div>`

// --- which row

const follow = (S, row, changes = {}) => {
  if (row === null || row === undefined) return
  S.stop()
  S.closeGuess()
  S.own.mate = null
  S.act({ row, path_node: null, ...changes })
}

const wanted = ({ n, record, own: { story }, at: { round } }, kind) =>
  kind === "wrong" ? record.wrong[Math.min(n, round + 1) - 1] : story.next[kind]

// The round that takes the row to its other side is played.
const turnAfter = ({ own: { story }, at: { round } }) => story.turns.find(each => each > round)
const toTurn = S => S.go(turnAfter(S), { leaps: true, ms: REVEAL_MS / S.speed })

const wireRow = S => {
  const { treehead, mates } = S.parts
  treehead.after(html(CHOOSER))
  S.own.chooser = treehead.parentNode.querySelector(".chooser")
  S.own.field = S.own.chooser.querySelector("input")
  S.listen(S.own.field, "change", ({ target }) => {
    S.own.chooser.querySelector("details").open = false
    if (target.value !== "") follow(S, clamp(Math.round(Number(target.value)) || 0, 0, S.record.n_rows - 1))
  })
  S.listen(S.root, "click", event => {
    const kind = event.target.closest("[data-row]")?.dataset.row
    if (kind) follow(S, wanted(S, kind), kind === "turning" ? { round: S.own.story.next.before } : {})
    if (event.target.closest(".turning")) toTurn(S)
    const menu = S.own.chooser.querySelector("details")
    if (event.target.closest(".rows-menu button") || !event.target.closest("details")) menu.open = false
  })
  wireBricks(S)
  S.listen(mates, "pointermove", event => point(S, mateAt(S, placeIn(S, mates, event)[0])))
  S.listen(mates, "pointerleave", () => point(S, null))
  S.listen(mates, "click", event => {
    if (!event.target.closest("[data-card]") && S.resting()) followMate(S, mateAt(S, placeIn(S, mates, event)[0]))
  })
  S.listen(mates, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.target !== mates || (by === undefined && event.key !== "Enter")) return
    if (by) point(S, mateBeside(S, by))
    else followMate(S, S.own.mate ?? null)
    event.preventDefault()
    event.stopPropagation()
  })
}

// A brick says what it is to whoever points at it, and leads back to its round.
const wireBricks = S => {
  const { picture } = S.parts,
    found = event => (S.resting() && S.own.P && !event.target.closest("button, [role]") ? brickAt(S, S.own.P, placeIn(S, picture, event)) : null)
  const pointAt = round => {
    if (S.own.brick === round) return
    S.own.brick = round
    picture.style.cursor = round ? "pointer" : ""
    S.ask()
  }
  S.listen(picture, "pointermove", event => pointAt(found(event)))
  S.listen(picture, "pointerleave", () => pointAt(null))
  S.listen(picture, "click", event => {
    const round = found(event)
    if (round && round !== S.at.round && S.drag === null) S.go(round, { jump: true })
  })
}

const point = (S, row) => {
  if (!S.resting() || S.own.mate === row) return
  S.own.mate = row
  S.ask()
}
const followMate = (S, row) => !S.record.story && follow(S, row)

// --- building

const build = S => {
  const { own, parts } = S
  Object.assign(own, { found: null, story: null, spans: null, mates: null, mate: null, brick: null, cut: null, cuts: {}, recut: null, levels: null })
  own.trees = treeKeeper(round => makeTree(S, round))
  parts.treebox.replaceChildren()
}

const wire = S => {
  const { own } = S
  own.said = null
  wireRow(S)
  wireTree(S, {
    tree: () => own.story && S.at.round > 0 && own.trees(S.at.round).nodes,
    choose: (_, id) => S.act({ path_node: S.at.path_node === id ? null : id }),
  })
  S.listen(S.root, "click", event => {
    const cut = event.target.closest("[data-cut]"),
      lane = event.target.closest("[data-lane]")
    if (cut) S.act({ bricks: cut.dataset.cut })
    if (lane && S.turn && S.resting()) S.turn({ class: Number(lane.dataset.lane), round: S.at.round, row: S.at.row, bricks: S.at.bricks })
  })
  S.listen(S.root, "keydown", event => event.key === "Enter" && event.target.closest("[data-lane]")?.dispatchEvent(new MouseEvent("click", { bubbles: true })))
}

const tabs = S =>
  CUTS.map(([name, words]) => `<button type="button" role="radio" data-cut="${name}" aria-checked="${S.at.bricks === name}"${S.at.bricks === name ? "" : ' tabindex="-1"'}>${words}</button>`).join("")

const legendOf = S => {
  const { record } = S,
    held = S.own.story.trained ? "" : ", held out"
  return (
    (isByFeatures(S) ? "" : key('<rect class="full" x="3" y="1" width="12" height="10"/>', "w of a leaf")) +
    key(`<rect class="${brickClass(S)}" x="2" y="1" width="14" height="10"/>`, `${isByFeatures(S) ? ADDS[S.at.bricks] : `w × ${tick(record.rate)}, added to F`}${held}`) +
    (isByFeatures(S) ? "" : key('<path class="flag" d="M6 0l6 6 -6 6 -6 -6z"/>', "changes side", 12))
  )
}

// --- a frame

// Another way to cut the sum, of the same row at the same round.
const recutWhereAsked = S => {
  const { own } = S,
    cut = isByFeatures(S) ? S.at.bricks : "rounds",
    of = [own.story.row, S.view, S.record.k].join()
  if (own.cut && own.cut !== cut && own.of === of && !S.calm()) own.recut = { t: 0, cuts: own.cuts, span: own.P.lane.y.domain }
  if (own.cut !== cut) own.cuts = {}
  if (own.recut) S.ask()
  Object.assign(own, { cut, of })
}
const runs = ({ own }, now) => {
  const { recut } = own
  if (!recut) return false
  recut.begin ??= now
  recut.t = clamp((now - recut.begin) / RECUT_MS)
  if (recut.t === 1) own.recut = null
  return recut.t < 1
}

const draw = (S, step, u) => {
  const { parts, own } = S
  if (!storyOf(S)) return
  recutWhereAsked(S)
  const p = S.isStart ? phasesOf(0) : phasesOf(u),
    P = placesOf(S, step, u)
  own.P = P
  P.mine = mineNow(S, P)
  drawChooser(S)
  let drawn = "",
    top = ""
  for (const lane of P.lanes) {
    const link = drawLink(S, P, lane, step, u, p)
    drawn += link.drawn + drawPile(S, P, lane, step, u, p)
    top += link.top
    if (P.lanes.length === 1) continue
    drawn += laneName(S, P, lane)
    if (S.turn)
      top += `<rect class="lane-hit" role="button" tabindex="0" data-lane="${lane.c}" aria-label="The trees of ${escaped(S.record.classes[lane.c])}" x="0" y="${round1(lane.a - 0.8 * P.em)}" width="${round1(P.x0 + 6 * P.em)}" height="${round1(1.6 * P.em)}"/>`
  }
  put(parts.moving, slotDrawn(S, P) + drawn + drawNames(S, P, step) + yours(S, P))
  drawTree(S, step, u, p)
  drawFlight(S, P, step, p)
  drawCompany(S, step, u, p)
  putTop(S, top + brickTexts(S, P, step, u) + handle(S, P))
  put(parts.legend, legendOf(S))
}

const drawChooser = S => {
  const { own: { chooser, field, story }, parts: { views }, record } = S
  views.hidden = isAsking(S) && !isByFeatures(S) && S.at.guess !== 0 // what is asked comes first
  set(views, "role", "radiogroup")
  set(views, "aria-label", "What the bricks are")
  put(views, tabs(S))
  toggle(S.root, "known", S.at.guess === 0)
  chooser.hidden = Boolean(record.story)
  say(chooser.querySelector("summary"), `Row ${story.row}`)
  set(field, "max", String(record.n_rows - 1))
  if (S.root.getRootNode().activeElement !== field && field.value !== String(story.row)) field.value = story.row
  chooser.querySelector(".turning").disabled = !turnAfter(S)
  for (const kind of ["turning", "held_out"]) chooser.querySelector(`[data-row=${kind}]`).disabled = story.next[kind] === null
}

// What the last brick adds, and of the pile by features what each does: they open their sums.
const brickTexts = (S, P, step, u) => {
  const { own: { story, recut } } = S
  if (recut || (u < 1 && !S.isStart)) return ""
  const lines = [story.F(S.isStart ? 0 : step), ...(S.record.kind === "number" ? [story.y, story.noiseless ?? story.y] : [0])],
    isOver = y => lines.some(each => P.lane.y(each) > y - 0.85 * P.em && P.lane.y(each) < y + 0.2 * P.em)
  const waysOf = (from, to) => {
    const ways = [Math.max(from, to) + 1.15 * P.em, Math.min(from, to) - 0.45 * P.em]
    if (to < from) ways.reverse()
    ways.push(...ways.map(y => y + Math.sign(y - (from + to) / 2) * P.em)) // beyond a line there
    return [...ways.filter(y => !isOver(y)), ways[0]]
  }
  const beside = (x, from, to, inside, anchor) => said(x, waysOf(from, to)[0], inside, "is-model halo", anchor)
  if (P.byFeatures) return featureTexts(P, featureBricks(S, P, step, 1), namesOf(S, P, step), waysOf)
  if (S.isStart || isOpen(S)) return "" // what is guessed stands there
  const [x, wide] = slotOf(P, step),
    [before, after] = [story.F(step - 1), story.F(step)].map(P.lane.y),
    all = [before, after, P.lane.y(P.mine?.F ?? story.F(step))], // clear of the guess, too
    ends = [Math.max(...all), Math.min(...all)],
    isLate = x + wide / 2 + 2.3 * P.em > P.w || isAsking(S) // beside it is what one takes hold of
  return pointedBrick(S, P, beside) + beside(isLate ? x + wide : x + wide / 2, ...(after < before ? ends : ends.reverse()), number("brick", added(story.brick(step))), isLate ? "end" : "middle")
}

// Each beyond its brick or before it, over no name; where neither has room, the largest have theirs.
const featureTexts = ({ em, lane }, bricks, names, waysOf) => {
  const kept = [],
    all = bricks.map(({ x, wide, from, to, value }, i) => ({ i, value, x: x + wide / 2, ways: waysOf(lane.y(from), lane.y(to)) }))
  for (const each of all.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))) {
    const isFree = way =>
      kept.every(({ x, y }) => Math.abs(x - each.x) > 3.1 * em || Math.abs(y - way) > 1.2 * em) &&
      names.every(({ x, top, foot }) => Math.abs(x - each.x) > 2 * em || way + 0.3 * em < top || way - 0.9 * em > foot)
    const found = each.ways.find(isFree)
    if (found !== undefined) kept.push({ ...each, y: found })
  }
  return kept.map(({ i, x, y, value }) => said(x, y, number(`feature${i}`, added(Math.abs(value) < NOTHING ? 0 : value)), "is-model halo", "middle")).join("")
}

// The brick that is pointed at, framed, with its round and what it adds.
const pointedBrick = (S, P, beside) => {
  const { own: { story, brick: round } } = S
  if (!round || round > S.at.round) return ""
  const [x, wide] = slotOf(P, round),
    [from, to] = [story.F(round - 1), story.F(round)].map(P.lane.y)
  const words = round === S.at.round ? "" : beside(x + wide / 2, from, to, `round ${round}: ${added(story.brick(round))}`, "middle")
  return `<path class="pointed" d="${box(x, from, to, wide)}"/>${words}`
}

// --- the question: will the next brick raise or lower F, said on the brick

const saidHere = S => {
  const { own: { said: mine, story }, at, record } = S
  return mine && mine.row === story?.row && mine.k === record.k && mine.round === at.round ? mine : null
}
const isAsking = S => S.at.round < S.n && Boolean(S.own.story)
const pickOf = S => S.own.pick ?? S.own.story.F(S.at.round)

// What is guessed of F: before it is told of the coming round, afterwards beside what came.
const isOpen = S => Boolean(S.guess && !S.guess.told)
const mineNow = (S, { byFeatures }) => {
  if (isOpen(S)) return { round: S.at.round + 1, F: pickOf(S) }
  return byFeatures && S.resting() ? null : saidHere(S)
}

const yours = (S, P) => {
  const { own: { story }, at } = S,
    { mine } = P
  if (!mine) return ""
  const [x, wide] = slotOf(P, mine.round),
    base = P.lane.y(story.F(mine.round - 1)),
    end = P.lane.y(mine.F)
  const drawn = `<path class="guess-brick" d="${box(x - 2, base, end, wide + 4)}"/>`
  if (isOpen(S)) return drawn + said(Math.max(x + wide + 10, gripAt(x, wide, P) + 1.3 * P.em), end + 0.3 * P.em, added(mine.F - story.F(at.round)), "guess-text halo")
  return drawn
}

const gripAt = (x, wide, { em }) => x + Math.max(wide / 2, em) // clear of the last brick

const takesHold = S => isAsking(S) && !S.own.recut && (S.resting() || S.guess)

// Where the coming brick will lie.
const slotDrawn = (S, P) => {
  if (P.byFeatures || !takesHold(S)) return ""
  const [x, wide] = slotOf(P, S.at.round + 1),
    [a, b] = S.record.kind === "two" ? [P.lane.a + NAME * P.em, P.lane.b - NAME * P.em] : [P.lane.a, P.lane.b] // between the names of both sides
  return `<rect class="slot" x="${round1(x)}" y="${round1(a)}" width="${round1(wide)}" height="${round1(b - a)}" rx="4"/>`
}

const handle = (S, P) => {
  if (!takesHold(S)) return ""
  const [x, wide] = slotOf(P, S.at.round + 1),
    F = S.guess ? pickOf(S) : S.own.story.F(S.at.round),
    y = P.lane.y(F),
    [low, high] = P.lane.y.domain
  return handleAt({ label: `F of the row after round ${S.at.round + 1}`, now: F.toFixed(3), text: significant(F), least: low.toFixed(2), most: high.toFixed(2) }, grip(round1(gripAt(x, wide, P)), round1(y), P.em, true))
}

const pickAt = (S, F) => {
  S.own.pick = clamp(F, ...S.own.P.lane.y.domain)
}
const wayOf = change => (change > 0 ? "raise" : change < 0 ? "lower" : "no change")

// Where the row now stands, if the round has taken it to its other side.
const sideOf = S => {
  const { own: { story }, record: { kind, classes }, at: { round } } = S
  if (!story.turns.includes(round)) return ""
  if (kind === "number") return "F passes y"
  if (kind === "two") return `now ${classes[Number(story.F(round) > 0)]}`
  const all = Array.from({ length: story.K }, (_, c) => story.P(round, c))
  return `now ${classes[all.indexOf(Math.max(...all))]}`
}

const youSaid = ({ own: { story } }, { F, round }) => `<em>You: ${added(F - story.F(round - 1))}</em>`
const fared = (S, mine) => {
  const { own: { story } } = S,
    isWay = wayOf(mine.F - story.F(mine.round - 1)) === wayOf(story.brick(mine.round))
  return `<span>${youSaid(S, mine)}${mine.sure === null ? "" : `, ${SURE[mine.sure]}`}: ${isWay ? `${significant(Math.abs(mine.F - story.F(mine.round)))} off` : "the wrong way"}</span>`
}

// What the last round has done to the row, and what is asked of the next one.
const asked = S => {
  const { own: { story }, record: { kind, classes, k }, at: { round } } = S
  if (!round) return `How far will round 1 raise or lower row ${story.row}’s F${kind === "several" ? ` of ${classes[k]}` : ""}?`
  const brick = story.brick(round),
    side = sideOf(S)
  return `Round ${round}: ${added(brick)}${side && `, ${side}`}${whyOf(S, round, brick)}. And round ${round + 1}?`
}

// What the rows of its leaf ask for in all, whatever the row itself asks for, as it reads in the sum of w.
const whyOf = (S, round, brick) => {
  const { story } = S.own,
    [G, H] = [story.G, story.H].map(each => each[round - 1])
  if (brick * G >= 0) return ""
  const all = sumRead(S, { G, H, w: story.wOf(round) })(-G)
  return `, as its leaf asks for ${G < 0 ? "+" : ""}${all}${brick * story.g[round - 1] > 0 ? ", unlike the row" : ""}`
}

// Of the film what is seen now.
const filmed = ({ own: { story }, record: { kind, rate }, step, u }) => {
  const p = phasesOf(u)
  if (p.fall < 1) return `Row ${story.row} falls through the tree of round ${step}`
  if (p.shrink < 1) return `What its leaf’s rows ask for makes w`
  return p.fly < 1 || kind === "number" ? `w × ${tick(rate)} is added to row ${story.row}’s F` : "The new F makes a new p"
}

// At the end: the same F cut in two other ways.
const sumUp = S => {
  const { n, own: { story }, at: { bricks } } = S
  if (!isByFeatures(S)) return `The start and ${n} bricks are row ${story.row}’s F`
  const added = columnsAt(S, n),
    most = added.reduce((best, each, i) => (i > 0 && story.bricks.number[i] >= 0 && Math.abs(each) > Math.abs(added[best] ?? 0) ? i : best), -1)
  return `The same F ${bricks === "path" ? "by its path" : "by features"}${most < 0 ? "" : `: ${story.bricks.names[most]} moves it most`}`
}
const nextCut = ({ at: { bricks } }) => ({ rounds: "features", features: "path" })[bricks]

export const guess = {
  stops: [1, 1], // the clock stays where it is while one guesses
  end: S => S.at.round + 1,
  step: S => (isAsking(S) && (S.guess || S.resting()) ? S.at.round : null),
  opened: S => Object.assign(S.own, { pick: null }),
  prompt: S => {
    if (!S.own.story) return ""
    if (!S.resting() && !S.guess) return filmed(S)
    return S.at.round === S.n ? sumUp(S) : asked(S)
  },
  offer: S => {
    const mine = S.own.story && saidHere(S)
    if (mine && (!S.guess || S.own.pick === null)) return S.resting() ? fared(S, mine) : youSaid(S, mine)
    return S.own.story && isAsking(S) && S.resting() ? '<span class="note">drag F up or down</span>' : ""
  },
  said: S => {
    const change = pickOf(S) - S.own.story.F(S.at.round)
    return change ? `${wayOf(change)} by ${significant(Math.abs(change))}` : wayOf(change)
  },
  drag: (S, [, y]) => pickAt(S, S.own.P.lane.y.back(y)),
  nudge: (S, _, by) => {
    const [low, high] = S.own.P.lane.y.domain
    pickAt(S, pickOf(S) + by * NUDGE * (high - low))
  },
  judged: S => ({ yours: pickOf(S), best: S.own.story.F(S.at.round + 1), share: 0 }),
  sentence: () => "",
  told: (S, { yours: F, sure }) => {
    const { own, record, at } = S
    own.said = { row: own.story.row, k: record.k, round: at.round + 1, F, sure }
    S.go(at.round + 1, { ms: REVEAL_MS / S.speed })
    return true
  },
}

// --- the strip: the prediction as far as it is known, and the target

const stripOf = S => {
  const { own: { story }, record } = S
  if (!story) return { lines: [], beside: [] }
  const course = c => Float64Array.from({ length: S.n + 1 }, (_, r) => story.P(r, c)),
    isNumber = record.kind === "number",
    mark = story.trained ? "train" : "unseen",
    c = record.k
  const target = { name: "target", mark: "target-line", values: new Float64Array(S.n + 1).fill(story.targets[c]) },
    others = Array.from({ length: story.K }, (_, j) => j).filter(j => j !== c).map(j => ({ name: record.classes[j], mark: "before", values: course(j) }))
  const own = { name: isNumber ? "F" : `p of ${record.classes[record.kind === "two" ? 1 : c]}`, mark, values: course(c) }
  return { lines: [target, ...others, own], beside: [own], ends: isNumber ? undefined : [0, 1] }
}

export const view = {
  unit: "Round",
  layout: () => ({ right: SECOND }),
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  measure: S => {
    S.own.trees.clear()
    S.parts.treebox.replaceChildren()
  },
  draw,
  runs,
  guess,
  card: cardOf,
  cardsBeside: true,
  uncovered: seenIn,
  strip: stripOf,
  after: S => (nextCut(S) ? () => S.act({ bricks: nextCut(S) }) : null),
  beyond: S => ({ features: "By features", path: "By its path" })[nextCut(S)],
  warm: S => {
    if (S.own.story && S.at.round < S.n) S.own.trees(S.at.round + 1)
  },
}
