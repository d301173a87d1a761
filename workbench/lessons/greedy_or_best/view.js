// Greedy or best: every tree of depth two on a few rows, a column for each first cut. Greedy looks at the lowest blocks alone;
// the best tree is the highest stack. Which column has it is asked on the columns.
import { clamp, lerp, SPRING_SECONDS, sprung } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { classKeys, key } from "../../stage/kit/legend.js"
import { wireOver, wireTree } from "../../stage/kit/pointing.js"
import { significant } from "../../stage/kit/numbers.js"
import { put, round1, say } from "../../stage/kit/svg.js"
import { columnAt, drawColumns, drawStill, LAYERS, placeColumns, treeAt } from "./view_columns.js"
import { isTold, modelOf, timeOf, treeIn, nodesOf } from "./view_model.js"
import { drawPlane, placePlane, PLANE, wirePlane } from "./view_plane.js"
import { cardOf, drawTree, placeTree } from "./view_tree.js"
import { isOnWay, judged, offer, prompt } from "./view_words.js"

const REVEAL_MS = 2400,
  VISIT_MS = 1100
const GLYPH = 22 // pixels of a small plane on the strip, at most

const LAYOUT = {
  right:
    `<div class="head"><b data-part="planehead"></b><span class="note" data-part="planenote"></span></div>${PLANE}` +
    `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>` +
    `<div class="sums" data-part="sums" role="group" aria-label="What the cuts gain"></div>`,
}

const build = S => {
  const { own, parts, record } = S
  Object.assign(own, { model: modelOf(record), over: null, pick: null, reveal: null, springs: 1 })
  own.trees?.clear()
  put(parts.planenote, classKeys(["y = 0", "y = 1"]) + (S.turn ? `<span class="hint">click a row: it changes</span>` : ""))
  put(parts.legend, legend)
}

const block = (cls, text) => key(`<rect width="10" height="12" class="${cls}"/>`, text, 12)
const legend = block("alone", "first cut") + block("after-0", "the cuts left and right of it") + key('<path d="M3 8h0M9 4h0M15 9h0" class="trees"/>', "a tree")

const wire = S => {
  const { own, parts } = S,
    { picture, strip } = parts
  parts.moving.innerHTML = LAYERS
  own.layers = Object.fromEntries([...parts.moving.querySelectorAll("[data-layer]")].map(each => [each.dataset.layer, each]))
  strip.insertAdjacentHTML("beforeend", '<svg class="glyphs" aria-hidden="true"></svg>')
  own.glyphs = strip.querySelector(".glyphs")
  wirePlane(S)
  wireTree(S, {
    tree: () => nodesOf(treeIn(S, S.at.round), S.record),
    choose: (_, id) => S.act({ any_node: id === S.at.any_node ? 0 : id }),
  })
  wireOver(S, picture, event => columnAt(S, placeIn(S, picture, event)))
  S.listen(picture, "click", event => isTold(S) && visit(S, placeIn(S, picture, event)))
  S.listen(S.root, "click", event => {
    const { target } = event
    if (target.closest("[data-again]")) askAgain(S)
  })
}

// A point is a tree to look at; beside all points a click leads to the column.
const visit = (S, place) => {
  const tree = treeAt(S, place),
    to = columnAt(S, place)
  S.stop()
  if (to !== S.at.round) S.go(to, { leaps: true, ms: S.n && to ? VISIT_MS / S.speed : 0 })
  if (tree !== null && S.resting()) S.act({ any_tree: tree === S.own.model.columns[to].shown ? null : tree, any_node: 0 })
}

// --- the question

const tell = S => {
  const { own } = S,
    { best } = own.model
  S.stop()
  own.reveal = { from: own.pick ?? own.model.greedy.place, to: best.place }
  Object.assign(own, { springs: S.calm() ? 1 : 0, springBegin: null })
  S.act({ greedy_told: 1 })
  S.go(best.place, { leaps: true, ms: best.place ? REVEAL_MS / S.speed : 0 })
}

const askAgain = S => {
  S.own.pick = null
  S.act({ greedy_told: 0, guess: null })
  S.go(S.own.model.greedy.place, { jump: true })
}

// Once the best tree stands, the spring runs to it.
const runs = (S, now) => {
  const { own } = S
  if (own.reveal) return true
  if (own.springs === 1) return false
  own.springBegin ??= now
  const seconds = (now - own.springBegin) / 1000
  own.springs = seconds > SPRING_SECONDS ? 1 : sprung(seconds)
  return own.springs !== 1
}

const choose = (S, place) => {
  S.own.pick = clamp(place, 0, S.n)
}

const guess = {
  stops: [1, 1], // the clock waits where it is
  skip: tell,
  isOfAll: true,
  step: S => (isTold(S) ? null : S.at.round),
  prompt,
  offer,
  said: S => S.own.model.columns[S.own.pick].name,
  opened: () => {},
  drag: (S, place) => choose(S, columnAt(S, place)),
  nudge: (S, _, by) => choose(S, (S.own.pick ?? S.at.round) + (S.own.pick === null ? 0 : by)),
  isSaid: S => S.own.pick !== null,
  judged,
  sentence: offer,
  told: S => {
    tell(S)
    return true
  },
}

// --- a frame

const draw = (S, step, u) => {
  const { own, parts } = S
  if (own.reveal && (S.resting() || S.at.round !== own.reveal.to)) own.reveal = null
  if (!S.guess && !isTold(S)) own.pick = null
  if (own.isNamed !== isNamed(S)) {
    own.isNamed = isNamed(S)
    glyphs(S)
  }
  const time = timeOf(S, step, u)
  drawColumns(S, time)
  drawPlane(S, time)
  drawTree(S, time)
  const column = own.model.columns[time.to]
  say(parts.planehead, time.to ? `First cut ${column.name}` : "No cut")
  const over = own.over === null ? null : own.model.columns[own.over]
  say(parts.readout, over?.cut ? `${over.name} gains ${significant(over.alone)} alone` : "")
}

// --- the strip: every first cut as a small plane

// The best is named once all trees are counted.
const isNamed = S => isTold(S) && !S.own.reveal

const glyphs = S => {
  const { own, L, record } = S,
    { model } = own,
    wide = Math.min(GLYPH, 0.74 * (S.n ? L.stepX(1) - L.stepX(0) : GLYPH)),
    y = (L.strip.h - 17) / 2
  const drawn = model.columns.map(({ place, cut }) => {
    const x = L.stepX(place) - wide / 2
    if (!cut) return `<rect class="glyph" x="${round1(x)}" y="${round1(y - wide / 2)}" width="${round1(wide)}" height="${round1(wide)}" rx="2"/>`
    const [low, high] = record.rows.ends[cut.feature],
      at = wide * ((cut.at - low) / (high - low))
    const line = cut.feature === 0 ? `M${round1(x + at)} ${round1(y - wide / 2)}v${round1(wide)}` : `M${round1(x)} ${round1(y + wide / 2 - at)}h${round1(wide)}`
    return `<rect class="glyph" x="${round1(x)}" y="${round1(y - wide / 2)}" width="${round1(wide)}" height="${round1(wide)}" rx="2"/><path class="cut" d="${line}"/>`
  })
  const named = [[model.greedy.place, "greedy"]]
  if (isNamed(S) && model.best !== model.greedy) named.push([model.best.place, "best"])
  for (const [place, text] of named) drawn.push(`<text class="ink" x="${round1(clamp(L.stepX(place), 1.5 * L.em, L.strip.w - 1.6 * L.em))}" y="${round1(L.strip.h - 5)}" text-anchor="middle">${text}</text>`)
  put(own.glyphs, drawn.join(""))
  const ring = L.now.querySelector(".knob")
  for (const [name, value] of Object.entries({ x: -wide / 2 - 4, y: y - wide / 2 - 4, width: wide + 8, height: wide + 8 })) ring.setAttribute(name, value)
}

const strip = S => {
  const { columns } = S.own.model
  const alone = { name: "alone", mark: "cut", values: columns.map(each => each.alone) },
    most = { name: "at best", mark: "after", values: columns.map(each => each.most) }
  return { lines: [], beside: isOnWay(S) ? [] : isTold(S) ? [most, alone] : [alone] }
}

export const view = {
  unit: "First cut",
  layout: () => LAYOUT,
  steps: S => S.record.starts.length - 2,
  tick: () => "",
  where: S => {
    const { from, to, come } = timeOf(S, S.step, S.u)
    return lerp(from, to, come)
  },
  build,
  wire: [wire],
  measure: S => {
    placeColumns(S)
    placePlane(S)
    placeTree(S)
    glyphs(S)
  },
  still: drawStill,
  draw,
  runs,
  strip,
  guess,
  card: cardOf,
}
