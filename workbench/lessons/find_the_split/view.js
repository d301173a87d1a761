// Find the split: where would you cut the rows of a node? The guess is a line through the rows; then a cut goes through all
// of them, its gain drawn beneath, and comes to rest where that is most.
import { clamp, SPRING_SECONDS, sprung } from "../../stage/kit/easing.js"
import { openGuess, placeIn, putTop } from "../../stage/kit/guess.js"
import { wireOver, wireRows, wireTree } from "../../stage/kit/pointing.js"
import { escaped, fade, put, say, toggle } from "../../stage/kit/svg.js"
import { legendOf } from "./view_legend.js"
import { cutOf, handOf, isAsking, nameOf, nodeOf, percent, shareOf, splitNow, timeOf } from "./view_model.js"
import { cutInPlane, drawPlane, footInPlane, handleInPlane, measurePlane, rowInPlane, startTurn, stillPlane, turns, wordsOfRow } from "./view_plane.js"
import { cutAmongRows, drawRows, footOfRows, handleOverRows, measureRows, rowAt, rowWords, stillRows } from "./view_rows.js"
import { cardOf, cellsHigh, drawCells, drawLedger, drawSums, drawTree, hasCells, placeCells, placeTree } from "./view_second.js"

const REVEAL_MS = 1900,
  FAR = 10 // cuts at once, with Shift

const ROWS = { measure: measureRows, still: stillRows, draw: drawRows, rowAt, words: rowWords, cutAt: cutAmongRows, handle: handleOverRows, foot: footOfRows }
const PLANE = { measure: measurePlane, still: stillPlane, draw: drawPlane, rowAt: rowInPlane, words: wordsOfRow, cutAt: cutInPlane, handle: handleInPlane, foot: footInPlane }
const pictureOf = S => (S.record.plane ? PLANE : ROWS)

const LAYOUT = {
  right:
    `<div class="head"><b data-part="ledgerhead"></b></div><div class="ledger" data-part="ledger"><svg data-part="ledgerbox" aria-hidden="true"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="Of the cut"></div>` +
    `<div class="head second" data-part="cellhead"><b>Features</b><button type="button" class="told" data-easy></button><span class="note" data-part="cellnote"></span></div>` +
    `<div class="cells" data-part="cells" role="radiogroup" aria-label="Feature"><svg></svg></div>` +
    `<div class="head second"><b data-part="treehead"></b></div>` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>`,
}

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { said: new Map(), looks: new Map(), pick: null, tried: null, hand: null, springs: 1, springBegin: null, seen: Math.max(1, S.at.round), overCell: null, line: null, turn: null })
  own.trees?.clear()
  if (!S.at.round) S.at.round = S.view = 1 // other rows are asked about at once
  const many = record.names.length
  parts.cellhead.hidden = many < 2
  parts.cells.hidden = !hasCells(record)
  say(parts.cellhead.firstChild, record.plane ? "Feature" : "Features")
  parts.cells.style.height = `${cellsHigh(many)}em`
  put(parts.legend, legendOf(record))
}

// --- what is done

const wire = S => {
  const { picture, top, cells, cellhead } = S.parts
  wireRows(S, (_, place) => pictureOf(S).rowAt(S, place))
  wireTree(S, { tree: () => S.own.trees(keyAtRest(S)).nodes, choose: visit })
  wireTrying(S, picture, top)
  S.listen(top, "keydown", event => event.key === "t" && event.target.closest("[data-axis]") && turnLine(S, event))
  S.listen(cells, "click", event => look(S, event.target.closest("[data-feature]")))
  S.listen(cells, "keydown", event => turnByKeys(S, event))
  wireOver(S, cells, ({ target }) => target.closest("[data-feature]")?.dataset.feature ?? null, "overCell")
  S.listen(cellhead, "click", event => event.target.closest("[data-easy]") && tellFeature(S))
  S.listen(S.root, "click", event => {
    if (event.target.closest("[data-ask]")) S.act({ guess: null })
  })
}

const keyAtRest = S => (S.at.round % 2 && S.at.round < S.n ? -splitNow(S) : splitNow(S))

// A node of the tree: its own split where that is found, the question where it is next.
const visit = (S, id) => {
  const split = S.record.tree.split[id]
  if (!split || split > S.record.n_splits) return
  const to = 2 * split <= Math.max(S.own.seen, S.at.round) ? 2 * split : 2 * split - 1
  if (to <= S.own.seen + 1) S.go(to, { jump: true })
}

const look = (S, cell) => {
  if (!cell || (!S.resting() && !S.guess)) return
  turnTo(S, Number(cell.dataset.feature))
}
const turnTo = (S, f) => {
  const { own } = S
  if (S.at.round % 2) own.looks.set(splitNow(S), f)
  own.tried = null
  if (S.guess && own.pick?.f !== f) Object.assign(S.guess, { dropped: false, keyed: false })
  S.parts.pills.hidden = true
  if (own.pick?.f !== f) own.pick = null
  S.act({ find_feature: f, find_cut: null, ...(S.at.find_easy ? { find_easy: 0 } : {}) })
}
const turnByKeys = (S, event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key],
    { hand } = S.own
  if (event.key === "Enter" || event.key === " ") look(S, event.target.closest("[data-feature]"))
  else if (by && hand) {
    const many = S.record.names.length
    turnTo(S, (hand.f + by + many) % many)
    S.draw()
    S.parts.cells.querySelector('[tabindex="0"]')?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

const tellFeature = S => {
  S.own.pick = null
  S.act({ find_easy: S.at.find_easy ? 0 : 1 })
}

// Once it is told, any cut can be tried: in the picture, and by keys.
const wireTrying = (S, picture, top) => {
  const { own } = S
  let isHeld = false
  const canTry = () => S.resting() && !S.guess && own.hand?.kind === "found" && own.hand.M.features[own.hand.f].threshold.length > 0
  const keep = () => {
    const { M, f, i } = own.hand
    S.act({ find_feature: f, find_cut: M.features[f].candidate[i] ?? null })
    own.tried = null
  }
  const put = event => {
    own.tried = pictureOf(S).cutAt(S, placeIn(S, picture, event), own.hand) ?? own.tried
    S.ask()
  }
  S.listen(picture, "pointerdown", event => {
    if (!canTry() || event.button) return
    picture.setPointerCapture(event.pointerId)
    isHeld = true
    put(event)
  })
  S.listen(picture, "pointermove", event => isHeld && put(event))
  for (const name of ["pointerup", "pointercancel"])
    S.listen(picture, name, () => {
      if (!isHeld) return
      isHeld = false
      S.draw()
      keep()
    })
  S.listen(picture, "dblclick", () => canTry() && S.act({ find_feature: null, find_cut: null }))
  S.listen(top, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (!by || !event.target.closest(".mover") || !canTry()) return
    const { M, f, i } = own.hand
    own.tried = { f, i: clamp(i + by * (event.shiftKey ? FAR : 1), 0, M.features[f].threshold.length - 1) }
    S.draw()
    keep()
    event.preventDefault()
    event.stopPropagation()
  })
}

// By key the line turns to the other feature of the plane, to the middle of its cuts.
const turnLine = (S, event) => {
  const { own: { hand }, record, at } = S
  if (!record.plane || !hand) return
  const f = 1 - hand.f,
    { threshold: all, candidate } = hand.M.features[f],
    i = all.length >> 1
  if (!all.length) return
  if (hand.kind === "found" && S.resting()) S.act({ find_feature: f, find_cut: candidate[i] })
  else if (isAsking(S) && !at.find_easy && openGuess(S)) {
    hold(S, { f, i })
    Object.assign(S.guess, { dropped: false, keyed: false })
  } else return
  S.draw()
  S.ask()
  event.preventDefault()
  event.stopPropagation()
}

// --- the question

const hold = (S, pick) => {
  const { own } = S
  if (own.pick && own.pick.f !== pick.f) startTurn(S)
  own.pick = pick
  own.looks.set(splitNow(S), pick.f)
}

const reveal = S => S.go(S.at.round + 1, { ms: REVEAL_MS / S.speed })

const pickedName = S => {
  const { hand, pick } = S.own
  return pick && hand ? nameOf(S.record, hand.M, pick.f, pick.i) : ""
}

const asksOf = S => {
  const { record, own: { hand } } = S,
    rows = hand ? `${hand.M.n} rows` : "rows"
  return hasCells(record) || (record.plane && S.at.find_easy) ? (S.at.find_easy ? `Where on ${record.names[hand?.f ?? 0]} would you cut?` : `What would you cut these ${rows} on, and where?`) : `Where would you cut ${record.plane ? "these" : "the"} ${rows}?`
}

const fared = S => {
  const { own: { hand, said }, record } = S,
    yours = hand && said.get(hand.k)
  if (!yours) return hand?.kind === "found" ? '<span class="note">drag to try any cut</span>' : ""
  const name = `<em>yours ${escaped(nameOf(record, hand.M, yours.f, yours.i))}</em>`
  if (hand.kind !== "found") return name
  if (yours.verdict) return `${name}<span>is forbidden</span>`
  return `${name}<span>gains <strong>${yours.share > 0.995 ? "all" : percent(yours.share)}</strong> of it</span>`
}

const atTheEnd = ({ own: { said }, record }) => {
  const all = [...said.entries()]
  if (!all.length) return ""
  const share = each => each.reduce((sum, [, { gain }]) => sum + Math.max(0, gain), 0) / each.reduce((sum, [k]) => sum + record.gains[k - 1], 0),
    sure = all.filter(([, each]) => each.sure === 2)
  const more = sure.length && sure.length < all.length ? `; where sure ${percent(share(sure))}` : ""
  return `<span>Your ${all.length === 1 ? "cut gains" : `${all.length} cuts gain`} <strong>${percent(share(all))}</strong> of what the best do${more}</span>`
}

const prompt = S => {
  const { own: { hand, time }, record } = S
  if (!time || time.ends) return record.n_splits ? `${record.n_splits} splits, ${record.n_splits + 1} leaves` : ""
  if (S.isStart) return `${record.n_rows} rows, not cut yet`
  if (!time.finds) return asksOf(S)
  if (hand?.kind === "found") return `Best: ${hand.M.best.asks}`
  return hand ? "Every cut, one after the other" : ""
}

const offer = S => {
  const { time, hand } = S.own
  if (!time || S.isStart) return ""
  if (time.ends) return atTheEnd(S)
  if (!isAsking(S)) return S.at.guess === 0 && !time.finds ? '<button type="button" class="skip" data-ask="1">Ask me</button>' : fared(S)
  if (!hand) return ""
  const note = hand.M.features[hand.f].none ? "look at another feature" : S.record.plane && !S.at.find_easy && !S.own.P.isNarrow ? "drag the line, round the corner too" : "drag the line"
  return `<span class="note">${note}</span>`
}

const guess = {
  stops: [0, 1],
  skip: reveal,
  step: S => (isAsking(S) && nodeOf(S, splitNow(S)) ? S.at.round + 1 : null),
  opened: () => {},
  prompt,
  offer,
  said: S => escaped(pickedName(S)),
  isSaid: S => S.own.pick !== null && Boolean(S.guess?.dropped),
  drag: (S, place) => {
    const { hand } = S.own,
      pick = hand && pictureOf(S).cutAt(S, place, hand)
    if (!pick) return
    hold(S, pick)
    S.own.hand = { ...hand, f: pick.f, i: pick.i } // for what the pointer says before the next frame
  },
  nudge: (S, _, by) => {
    const { hand, pick } = S.own,
      many = hand?.M.features[hand.f].threshold.length
    if (!many) return
    const from = pick?.f === hand.f ? pick.i + by : many >> 1
    hold(S, { f: hand.f, i: clamp(from, 0, many - 1) })
  },
  judged: S => {
    const { hand, pick } = S.own,
      cut = cutOf(S, hand.M, pick.f, pick.i)
    return { yours: pick, best: hand.M.best, share: shareOf(hand.M, cut) }
  },
  sentence: fared,
  told: (S, { yours, sure, share }) => {
    const { own } = S,
      { gain, verdict } = cutOf(S, own.hand.M, yours.f, yours.i)
    own.said.set(own.hand.k, { ...yours, sure, gain, verdict, share, at: own.hand.M.features[yours.f].threshold[yours.i] })
    Object.assign(own, { pick: null, springs: S.calm() ? 1 : 0, springBegin: null })
    own.trees.clear()
    reveal(S)
    return true
  },
}

const handle = S => {
  const { hand } = S.own
  if (!isAsking(S) || !hand?.M.features[hand.f].threshold.length || (!S.resting() && !S.guess)) return ""
  return pictureOf(S).handle(S)
}

const mover = S => {
  const { own: { hand }, record } = S
  if (hand?.kind !== "found" || hand.i < 0 || !S.resting()) return ""
  const { M, f, i } = hand
  return `<g class="mover" role="slider" tabindex="0" data-axis="cut" aria-label="Cut" aria-valuemin="1" aria-valuemax="${M.features[f].threshold.length}" aria-valuenow="${i + 1}" aria-valuetext="${escaped(nameOf(record, M, f, i))}, gain ${cutOf(S, M, f, i).gain.toPrecision(3)}">${pictureOf(S).foot(S)}</g>`
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S,
    time = timeOf(S, step, u)
  own.seen = Math.max(own.seen, S.at.round)
  if (own.tried && (S.at.round !== step || u !== 1)) own.tried = null
  if (own.pick && !isAsking(S)) own.pick = null
  own.time = time
  own.hand = time.ends ? null : handOf(S, time)
  pictureOf(S).draw(S, time)
  drawLedger(S, time)
  drawSums(S, time)
  drawCells(S, time)
  drawTree(S, time)
  putTop(S, handle(S) + mover(S))
  say(parts.readout, pictureOf(S).words(S))
  const easy = parts.cellhead.querySelector("[data-easy]")
  say(easy, S.at.find_easy ? "feature told" : "Tell me the feature")
  easy.hidden = !isAsking(S)
  if (S.record.plane) fade(parts.cellhead, Number(!easy.hidden))
  toggle(S.root, "hides-future", own.seen < S.n)
}

// Once the best cut stands, the coil runs to it.
const runs = (S, now) => {
  const { own } = S
  if (own.springs === 1) return turns(S, now)
  if (S.at.round % 2 || S.view !== S.at.round) return Boolean(S.motion)
  own.springBegin ??= now
  const seconds = (now - own.springBegin) / 1000
  own.springs = seconds > SPRING_SECONDS ? 1 : sprung(seconds)
  return own.springs !== 1
}

// What is left once a split is told, not yet while its cuts are gone through.
const strip = ({ record: { error_name: name, error }, view: now }) => {
  const line = { name, mark: "train", values: error }
  return { lines: [line], beside: [{ ...line, values: error.map((_, k) => error[Math.min(k, Math.floor(now / 2))]) }] }
}

export const view = {
  unit: "Split",
  per: () => 2,
  layout: () => LAYOUT,
  steps: S => 2 * S.record.n_splits + 1,
  count: (S, step) => (step > 2 * S.record.n_splits ? `All <b>${S.record.n_splits}</b> splits` : `Split <b>${Math.max(1, Math.ceil(step / 2))}</b> of ${S.record.n_splits}`),
  where: ({ view }) => 2 * Math.floor(view / 2) + 2 * Math.max(0, (view % 2) - 1), // while it is asked, the fall is not told
  build,
  wire: [wire],
  measure: S => {
    pictureOf(S).measure(S)
    placeCells(S)
    placeTree(S)
  },
  still: S => pictureOf(S).still(S),
  draw,
  runs,
  guess,
  card: cardOf,
  strip,
}
