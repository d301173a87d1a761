// The packet: rows without a value of the feature wait in a pocket above its axis and are tried on both sides of every cut.
// A side is its rows and, with the packet docked there, the bay at its end: one level runs through both.
import { clamp, lerp, part, soft } from "../../stage/kit/easing.js"
import { handleAt } from "../../stage/kit/guess.js"
import { circle, grip, pathOf, upright } from "../../stage/kit/marks.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { isAsking, isExample, LEFT, numberOf, RIGHT, SIDES, text, wedge } from "./view_model.js"
import { nearest } from "../../stage/kit/pointing.js"
import { begin, boxOf, cutX, dockOf, frameOf, MARKS, measure, movedRow, packetName, places, rect, restOf, runs, SLIDE, still, WIN } from "./view_packet_model.js"
import { cardOf, drawLeaves, drawTries } from "./view_packet_ways.js"
import { legend, offer, prompt, rowWords } from "./view_packet_words.js"

const MOST_WEDGES = 16 // cuts beside each other that each have room for marks
const CASES = ["1.0,2.0,7.0", "4.0,5.0", "1.0,3.0", "0.0,4.0,6.0"]

// --- the picture

// Where the stem of a row of the packet is: its place along, its foot and its end.
const inPacket = ({ own: { P }, record: { g, packet, start } }, box, at) => {
  const foot = lerp(P.home.y + P.home.h / 2, P.Y(start), box.t)
  return [box.x + (box.w * (at + 1)) / (packet.length + 1), foot, foot + g[packet[at]] * lerp(P.scale, P.Y(0) - P.Y(1), box.t)]
}

// Of many rows: those with a value as they stand, the packet where it is.
const manyStems = (S, box) => {
  const { own: { P }, row, record: { x, y, packet, start } } = S,
    places = packet.map((_, at) => inPacket(S, box, at)),
    r = packet.length > 40 ? 1.6 : 3
  const drawn = (lines, dots) => `<path class="stems" d="${lines}"/><path class="dot" d="${dots}"/>`,
    at = row === null ? null : x[row] === null ? places[packet.indexOf(row)] : [P.X(x[row]), P.Y(start), P.Y(y[row])]
  return {
    known: drawn(P.stems.lines, P.stems.dots),
    packet: drawn(places.map(([px, zero, end]) => upright(px, zero, end)).join(""), places.map(([px, , end]) => circle(px, end, r)).join("")),
    pointed: at ? `<path class="stem" d="M${round1(at[0])} ${round1(at[1])}V${round1(at[2])}"/><circle class="looked" cx="${round1(at[0])}" cy="${round1(at[2])}" r="7"/>` : "",
  }
}

const stems = (S, box) => {
  const { own: { P }, record: { x, y, packet, start } } = S
  const drawn = { known: "", packet: "", pointed: "" }
  y.forEach((yi, i) => {
    const at = packet.indexOf(i),
      isIn = at >= 0,
      [px, zero, end] = movedRow(S, i, isIn ? inPacket(S, box, at) : [P.X(x[i]), P.Y(start), P.Y(yi)])
    const isSmall = isIn && (box.t < 0.8 || box.w < 1.2 * P.em * packet.length),
      isUp = end < zero,
      r = isSmall ? 3.6 : 0.4 * P.em
    if (i === S.row) drawn.pointed = `<circle class="looked" cx="${round1(px)}" cy="${round1(end)}" r="${round1(r + 4)}"/>`
    drawn[isIn ? "packet" : "known"] +=
      `<path class="stem" d="M${round1(px)} ${round1(zero)}V${round1(end)}"/><circle class="dot" cx="${round1(px)}" cy="${round1(end)}" r="${round1(r)}"/>` +
      (isSmall ? "" : text(px, isUp ? end - 0.7 * P.em : end + 1.4 * P.em, String(numberOf(S.record, i)), { anchor: "middle", cls: "halo" }))
  })
  return drawn
}

const levels = ({ own: { P }, record: { start } }, f) => {
  const y = f.weights.map(weight => P.level(start + weight)),
    foot = P.Y(start),
    area = (x, w, at) => `<rect class="added tint" x="${round1(x)}" y="${round1(Math.min(at, foot))}" width="${round1(Math.max(0, w))}" height="${round1(Math.abs(at - foot))}"/>`
  return {
    areas: area(P.x0, f.x - P.x0, y[0]) + area(f.x, P.w - f.x, y[1]),
    lines: `<path class="after" d="M${P.x0} ${round1(y[0])}H${round1(f.x - 3)}${f.x < P.w ? `M${round1(f.x + 3)} ${round1(y[1])}H${P.w}` : ""}"/>`,
  }
}

// What the tree tells new rows at the end: one whose value is missing, one whose value is 0.
const newRows = (S, f) => {
  const { own: { P }, record: { packet } } = S
  if (!f.isLast || !f.n) return ""
  const { em } = P
  return S.record.new.map(({ told, side, value }, k) => {
    const t = soft(part(f.u, [0.18 + 0.34 * k, 0.48 + 0.36 * k])),
      bay = P.bays[side],
      free = packet.length ? (packet.length + 0.5) / (packet.length + 1) : 0.5,
      to = told === "0" ? P.X(clamp(0, ...P.X.domain)) : bay.x + Math.min(bay.w * free, bay.w - 0.8 * em)
    if (!t) return ""
    const x = lerp(P.home.x + P.home.w / 2, to, t),
      y = lerp(P.home.y + P.home.h / 2, P.level(value), t),
      isZero = told === "0",
      beside = [LEFT, RIGHT].map(each => (side === each && S.record.new[0].side === each ? 7.6 * em : 0)), // the other's words
      [anchor, start] = isZero ? ["start", clamp(x - 4, P.x0 + beside[LEFT], P.w - 5.4 * em - beside[RIGHT])] : ["middle", clamp(x, P.x0 + 3.6 * em, P.w - 3.6 * em)],
      over = P.top - 12
    const says = t < 1 ? "" : `<path class="thread" d="M${round1(x)} ${round1(y)}V${round1(over + 5)}"/>` + text(start, over, `${isZero ? "zero" : "missing"}: ${S.record.letter} ${significant(value)}`, { cls: "says", anchor })
    return says + `<circle class="new" cx="${round1(x)}" cy="${round1(y)}" r="${round1(0.62 * em)}"/>` + text(x, y + 0.32 * em, told, { cls: "ink", anchor: "middle" })
  }).join("")
}

// The side that was guessed, as long as its answer is looked at.
const mineOf = ({ own: { said }, record: { answer } }, f) => (said === null || f.step !== answer || f.asking ? null : said < 0 ? LEFT : RIGHT)

const ghost = (S, f) => {
  const side = mineOf(S, f)
  if (side === null) return ""
  const { own: { P }, record } = S,
    bay = P.bays[side],
    ways = record.cuts[record.asked].ways
  const words = f.u === 1 && ways.length === 2 ? `your guess gains ${significant(ways[side].gain)}` : "your guess",
    isLeft = side === LEFT
  return (f.joined[side] > 0.99 ? "" : rect("mine", bay)) + text(isLeft ? bay.x : bay.x + bay.w, bay.y - 10, words, { cls: "mine-text", anchor: isLeft ? "start" : "end" })
}

// A leaf that is pointed at: all but its rows lie under a veil.
const veilOf = ({ own: { P, over } }, f) => {
  if (over === null || f.u < 1 || !f.cut) return ""
  const [from, to] = Number(over) === LEFT ? [f.x + 1, P.w] : [P.x0, f.x - 1]
  return `<rect class="veil" x="${round1(from)}" y="${P.top - 24}" width="${round1(Math.max(0, to - from))}" height="${round1(P.foot - P.top + 26)}"/>`
}

// Whose pocket it is: beside it, and inside while nobody is there, since the packet passes what is beside.
const named = ({ own: { P: { home, em } }, record }, away) => {
  const words = [record.is_zero ? "blank: 0" : `no ${record.name}`, packetName(record)]
  const at = (x, y, anchor, share) => (share <= 0 ? "" : `<g style="opacity:${share.toFixed(2)}">${words.map((each, k) => text(x, y + 1.3 * k * em, each, { cls: k ? "" : "ink", anchor })).join("")}</g>`)
  return at(home.x - 10, home.y + 1.3 * em, "end", 1 - part(away, [0, 0.12])) + at(home.x + home.w / 2, home.y + home.h / 2 - 0.3 * em, "middle", part(away, [0.6, 0.9]))
}

// What the hand can do here, beside the pocket where there is room.
const hints = S => {
  const { own: { P: { em, home, w } }, record } = S,
    x = home.x + home.w + em
  if (!S.turn || !S.resting() || !isExample(record) || x + 15 * em > w) return ""
  const words = ["click a row: it loses its value", ...(canMove(S) ? ["drag the packet over"] : [])]
  return words.map((each, k) => text(x, home.y + 1.3 * (k + 1) * em, each)).join("")
}

const drawPicture = (S, f) => {
  const { own: { P }, record } = S,
    { packet } = record,
    { areas, lines } = levels(S, f),
    box = boxOf(S, f.q, f.asking),
    rows = P.stems ? manyStems(S, box) : stems(S, box)
  const count = side => tick(f.cut.n[side] + (f.joined[side] > 0.5 ? record.n_packet : 0))
  const pocket = packet.length ? (f.asking || !record.is_zero ? P.bays.map((bay, side) => (side === mineOf(S, f) ? "" : rect("bay", bay)) + (f.asking && f.joined[side] < 0.5 ? text(bay.x + bay.w / 2, bay.y + bay.h - 0.6 * P.em, SIDES[side], { anchor: "middle" }) : "")).join("") : "") + rect("pocket", P.home) + named(S, box.t) : ""
  const pack = packet.length ? `<rect class="pack${f.asking ? " asked" : ""}" style="fill-opacity:${round1(1 - part(box.t, [0.7, 1]))}" x="${round1(box.x)}" y="${round1(box.y)}" width="${round1(box.w)}" height="${round1(box.h)}" rx="9"/>${rows.packet}` : ""
  const counts = f.isLast || !f.cut ? "" : text(f.x - 8, P.top - 0.6 * P.em, `L ${count(LEFT)}`, { cls: "ink", anchor: "end" }) + text(f.x + 8, P.top - 0.6 * P.em, `R ${count(RIGHT)}`, { cls: "ink" }),
    cut = `<path class="cut" d="M${round1(f.x)} ${round1(P.top - (f.asking || f.isLast ? 4 : 18))}V${P.foot + 4}"/>`
  return {
    picture: areas + pocket + rows.known + lines + (f.cut && f.step > 0 ? cut + counts : "") + (f.asking ? "" : ghost(S, f) + pack) + newRows(S, f) + (f.asking ? "" : hints(S) + rows.pointed + veilOf(S, f)),
    top: f.asking ? handleOf(S, box, pack) : "",
  }
}

const handleOf = ({ own, record, own: { P } }, box, pack) => {
  const text = own.pick === null ? "in its pocket" : SIDES[own.pick < 0 ? 0 : 1]
  return handleAt({ label: `Packet of ${packetName(record)}`, now: own.pick ?? 0, text, least: -1, most: 1 }, pack + grip(round1(box.x + box.w / 2), round1(box.y - 10), P.em))
}

// --- the strip: what every cut gains with the packet on either side, at the place of the cut

// The names of the cuts, as many as have room beside that of the one that is looked at. The last, which is no number, is
// always named: at the head where it has no room below.
const cutNames = ({ L, record: { cuts, name } }, here) => {
  const { em, strip: { h } } = L,
    named = cuts.map(({ at, asks }, k) => {
      const says = at === null ? `has ${name}` : asks.split("≤ ")[1],
        half = 0.28 * em * says.length
      return { says, x: L.stepX(k + 1), from: L.stepX(k + 1) - half, to: L.stepX(k + 1) + half + 0.4 * em }
    })
  const shown = [],
    last = named.at(-1)
  for (const each of [named[here], ...named.toReversed()])
    if (each && shown.every(other => each.to < other.from || each.from > other.to)) shown.push(each)
  const isOver = cuts.at(-1)?.at === null && !shown.includes(last)
  return shown.map(each => text(each.x, h - 5, each.says, { cls: each === named[here] ? "ink" : "", anchor: "middle" })).join("") + (isOver ? text(last.x - 0.4 * em, 1.1 * em, last.says) : "")
}

const drawMarks = (S, f) => {
  const { record: { best, cuts, name }, L } = S,
    isCrowded = cuts.length > MOST_WEDGES,
    { em, strip: { w, h } } = L,
    foot = h - 1.75 * em,
    most = Math.max(...cuts.flatMap(cut => cut.ways.map(way => way.gain)), 1e-9)
  const y = value => lerp(foot - 4, 1.9 * em, Math.max(0, value) / most),
    lines = [[], []],
    names = cutNames(S, f.step - 1),
    noValues = [...(cuts.at(-1)?.at === null ? [L.stepX(cuts.length) - 0.25 * em * (name.length + 4)] : []), w - 3.7 * em]
  let marks = noValues.map(x => `<path class="axis" opacity=".45" d="${upright(x - 0.6 * em, 0.6 * em, h - 0.4 * em)}"/>`).join("")
  cuts.forEach((cut, k) => {
    if (f.asking) return
    const x = L.stepX(k + 1),
      isHere = k === f.step - 1
    cut.ways.forEach((way, j) => {
      const side = cut.ways.length === 2 ? j : RIGHT
      if (k >= S.own.seen && (k >= f.step || (isHere && f.u < MARKS[side][0]))) return // the strip tells of no cut to come
      const isTold = !isHere || f.u >= WIN[0],
        isBetter = cut.ways.length === 1 || cut.side === side
      if (cut.at !== null && isTold) lines[isBetter || (cut.side === null && side === LEFT) ? 0 : 1].push([x, y(way.gain)])
      if (isCrowded && !isHere && k !== best && cut.at !== null) return
      const isFull = isBetter && (isTold || cut.ways.length === 1)
      const isWay = cut.ways.length === 2 || cut.at === null
      marks += isWay ? wedge(x, y(way.gain), side === LEFT, isFull, 0.4 * em) : `<circle class="wedge full" cx="${round1(x)}" cy="${round1(y(way.gain))}" r="4"/>`
    })
  })
  return names + (f.asking || !f.n ? "" : text(8, 1.1 * em, "gain")) + text(w - 6, h - 5, "new row", { anchor: "end" }) + `<path class="line-better" d="${pathOf(lines[0])}"/><path class="line-other" d="${pathOf(lines[1])}"/>${marks}`
}

// --- the hand

const middle = ({ home }) => home.x + home.w / 2
const pulled = ({ own: { P } }, [x]) => clamp((x - middle(P)) / (P.bays[RIGHT].x + P.bays[RIGHT].w / 2 - middle(P)), -1, 1)
const settled = q => (Math.abs(q) < 0.2 ? null : Math.sign(q))

const isInside = ([x, y], box) => x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h

const rowAt = (S, [px, py]) => {
  const { own: { P }, record: { x, y, packet, start } } = S
  if (packet.length && S.at.round > 0) {
    const box = boxOf(S, dockOf(S, S.step, S.u), false)
    if (isInside([px, py], box)) return packet[clamp(Math.floor(((px - box.x) / box.w) * packet.length), 0, packet.length - 1)]
  }
  const far = i => {
    const ends = [P.Y(y[i]), P.Y(start)],
      isBeside = py > Math.min(...ends) - 16 && py < Math.max(...ends) + 16
    return x[i] === null || !isBeside ? Infinity : (P.X(x[i]) - px) ** 2
  }
  return nearest(y.length, far, 12)
}

// Once it is told, the packet can be put on the other side, to compare.
const canMove = ({ record: { cuts, packet, is_zero }, at: { round } }) => packet.length > 0 && !is_zero && cuts[round - 1]?.ways.length === 2

const hold = (S, at) => {
  const { record: { cuts } } = S,
    { round } = S.at
  if (canMove(S) && isInside(at, boxOf(S, dockOf(S, S.step, S.u), false))) return "packet"
  return cuts.length && round > 0 && round <= cuts.length && Math.abs(cutX(S, round - 1) - at[0]) < 12 ? "cut" : null
}

const pull = (S, at) => {
  const { own, record: { cuts } } = S
  if (own.hold === "packet") own.pull = pulled(S, at)
  else {
    const far = cuts.map((_, k) => Math.abs(cutX(S, k) - at[0])),
      to = far.indexOf(Math.min(...far)) + 1
    if (to !== S.at.round) S.go(to, { jump: true })
  }
}

const put = (S, side) => {
  S.own.what = side === restOf(S.record, S.at.round - 1) ? null : side
}

const drop = S => S.own.hold === "packet" && put(S, settled(S.own.pull))

// A row that is clicked loses its value, or has it again.
const click = (S, at) => {
  const row = rowAt(S, at),
    side = canMove(S) ? S.own.P.bays.findIndex(bay => isInside(at, bay)) : -1
  if (row === null && side >= 0) put(S, side ? 1 : -1)
  if (row === null || !S.turn || !isExample(S.record)) return
  const { blank, feature, packet } = S.record,
    kept = blank.filter(([i, j]) => i !== row || j !== feature),
    cells = packet.includes(row) ? kept : [...kept, [row, feature]]
  S.turn({ blank: cells.map(each => each.join(".")).sort().join(",") || "none", gap_told: 1, gap_step: S.at.round })
}

const press = (S, target) => {
  if (target.closest("[data-do=case]")) {
    const now = S.record.blank.map(each => each.join(".")).join(","),
      next = CASES[(CASES.indexOf(now) + 1) % CASES.length]
    S.turn({ blank: next, gap_feature: "x1" })
  }
}

// A packet that was let go lies in a bay, or back in its pocket.
const letGo = ({ own, guess }) => {
  if (own.pick !== null) own.pick = settled(own.pick)
  if (own.pick === null) guess.dropped = false
}

const draw = (S, step, u) => {
  const { own, guess } = S
  if (guess && !guess.told && S.drag === null) letGo(S)
  if (!S.resting() || own.whatAt !== S.at.round) Object.assign(own, { what: null, whatAt: S.at.round })
  const f = frameOf(S, step, u)
  return {
    ...drawPicture(S, f),
    marks: drawMarks(S, f),
    treehead: S.record.kind === "model" ? "The file keeps the way" : "The tree keeps the way",
    treenote: f.isLast && f.n ? "at prediction" : S.record.place ?? "",
    tree: drawLeaves(S, f),
    ...drawTries(S, f, MARKS),
    readout: rowWords(S),
  }
}

export const packet = {
  hint: "drag the packet",
  revealMs: () => 2400,
  build: begin,
  runs,
  places,
  measure,
  still,
  draw,
  legend,
  prompt,
  offer,
  said: S => (S.own.pick === null ? "" : SIDES[S.own.pick < 0 ? 0 : 1]),
  askedAt: S => S.record.answer,
  whereAt: ({ own, record, step, u }) => (own.isFresh && step === record.answer ? step : step - 1 + soft(part(u, SLIDE))),
  count: (S, step) => {
    const { cuts } = S.record,
      at = isAsking(S) ? step + 1 : step
    return at > cuts.length ? "A new row" : at === 0 ? "No cut" : `Cut <b>${at}</b> of ${cuts.length}`
  },
  picked: (S, at) => (Math.abs(pulled(S, at)) > 0.3 ? Math.sign(pulled(S, at)) : null),
  dragged: pulled,
  nudged: (S, _, by) => (by ? Math.sign(by) : S.own.pick),
  isWhole: S => S.own.pick !== null,
  card: cardOf,
  rowAt,
  hold,
  pull,
  drop,
  click,
  press,
}
