// Beside the rows: what a cut takes of the squares, of the impurity or of the score; every feature small; the tree so far.
import { part, soft } from "../../stage/kit/easing.js"
import { bracketed, fraction, gainFormula, math, mi, mn } from "../../stage/kit/formula.js"
import { LETTERS, markOf } from "../../stage/kit/marks.js"
import { added, decimals, decimalsFor, significant } from "../../stage/kit/numbers.js"
import { escaped, fade, put, round1, say, svg } from "../../stage/kit/svg.js"
import { barWide, buildTree, familyOf, layOut, moveTree, paintTree, placeTrees, treeKeeper } from "../../stage/kit/tree.js"
import { bestOf, cutOf, nearestCut, partsOf, PHASES, treeAfter, WHERE, wholeOf } from "./view_model.js"

const MARKS = 60, // of a feature that is small
  POINTS = 40,
  EVEN = 0.6180339887,
  CHILDREN = [0.6, 1] // of the way of the node that is asked: the leaf that it was is gone
const UNITS = {
  squared_error: ["½ Σ stem²", "two means take"],
  gini: ["rows × Gini", "the two sides take"],
  entropy: ["rows × entropy", "the two sides take"],
  logistic: ["½ G² / (H + λ)", "the two sides gain"],
}

// --- the ledger

export const drawLedger = (S, time) => {
  const { own: { hand }, parts, record, L: { em, ledger: box } } = S,
    [unit, takes] = UNITS[record.kind]
  say(parts.ledgerhead, time.ends ? "What all splits take" : record.kind === "squared_error" ? "What two means take" : "What two sides take")
  if (time.ends) return put(parts.ledgerbox, wholeLedger(S, unit))
  if (!hand) return put(parts.ledgerbox, "")
  const { M } = hand,
    whole = wholeOf(record, M),
    isTold = hand.kind !== "asked",
    cut = hand.i >= 0 || hand.kind === "found" ? cutOf(S, M, hand.f, hand.i) : null,
    x0 = 1.6 * em
  if (!cut) return put(parts.ledgerbox, waiting(S, box, em, unit, whole))
  const sides = partsOf(record, M, cut),
    scores = record.kind === "logistic",
    most = scores ? Math.max(...sides.map(({ taken }) => taken), whole) * 1.02 : sides.reduce((sum, { taken, left }) => sum + taken + left, 0) || 1,
    wide = value => round1((value / most) * (box.w - x0))
  let drawn = ""
  sides.forEach(({ taken, left }, at) => {
    const y = at * 3.5 * em
    const bar = isTold ? `<rect class="done" x="${x0}" y="${y}" width="${wide(taken)}" height="${1.7 * em}"/>` : ""
    const all = scores && !isTold ? "" : `<rect class="left-over" x="${x0}" y="${y}" width="${wide(scores ? 0 : taken + left)}" height="${1.7 * em}"/>`
    drawn += `<text class="ink" x="0" y="${y + 1.2 * em}">${"LR"[at]}</text>${all}${bar}<text x="${x0}" y="${round1(y + 2.75 * em)}">${sideWords(record, cut.sides[at])}</text>`
  })
  const y = 7.9 * em
  drawn += isTold
    ? `<text x="0" y="${y}">${takes} <tspan class="of-model">${significant(cut.gain)}</tspan></text><text x="${box.w}" y="${y}" text-anchor="end">${scores ? `the node had <tspan class="ink">${significant(whole)}</tspan>` : `left <tspan class="of-rest">${significant(whole - cut.gain)}</tspan> of ${significant(whole)}`}</text>`
    : `<text x="0" y="${y}">${scores ? "How much will both sides gain?" : `Bars: ${unit}. How much will two sides take?`}</text>`
  put(parts.ledgerbox, drawn)
}

// What all splits take together.
const wholeLedger = ({ record, L: { em, ledger: box } }, unit) => {
  const taken = record.gains.reduce((sum, each) => sum + each, 0),
    whole = record.kind === "logistic" ? taken : record.error[0] * record.n_rows
  const left = record.kind === "logistic" ? "" : `<text x="${box.w}" y="${4.5 * em}" text-anchor="end">left <tspan class="of-rest">${significant(whole - taken)}</tspan> of ${significant(whole)}</text>`
  return (
    `<text x="0" y="${1.2 * em}">${unit}, of all rows</text><rect class="left-over" x="0" y="${1.8 * em}" width="${box.w}" height="${1.7 * em}"/>` +
    `<rect class="done" x="0" y="${1.8 * em}" width="${round1((box.w * taken) / (whole || 1))}" height="${1.7 * em}"/><text x="0" y="${4.5 * em}">all splits take <tspan class="of-model">${significant(taken)}</tspan></text>${left}`
  )
}

const waiting = (S, box, em, unit, whole) => {
  const lines = {
    squared_error: ["A stem is a row less the mean: all add up to 0.", "On one side of a cut they do not: that sum is −G."],
    logistic: ["A stem is −g = y − p: which way a row pulls.", "G and H of a side are sums of g and h."],
  }[S.record.kind] ?? ["Each side of a cut has class shares of its own.", "The purer both sides, the more the cut gains."]
  return (
    lines.map((line, at) => `<text class="idea" x="0" y="${(1.2 + 1.6 * at) * em}">${line}</text>`).join("") +
    (S.record.kind === "logistic" ? "" : `<rect class="left-over" x="0" y="${4.2 * em}" width="${box.w}" height="${1.7 * em}"/>`) +
    `<text x="0" y="${round1(7.2 * em)}">${unit} = <tspan class="ink">${significant(whole)}</tspan>${S.record.kind === "logistic" ? ", uncut" : ", to be taken"}</text>`
  )
}

const sideWords = (record, { n, sums }) => {
  if (record.kind === "squared_error") return `−G = sum of ${n} stems = <tspan class="ink">${added(sums[0])}</tspan>; moves the mean by −G/n = <tspan class="of-model">${added(n ? sums[0] / n : 0)}</tspan>`
  if (record.kind === "logistic") return `${n} rows: −G = <tspan class="ink">${added(sums[0])}</tspan>, H = <tspan class="ink">${significant(sums[1])}</tspan>`
  const shares = Array.from(sums, each => Math.round((100 * each) / (n || 1)))
  return `${n} rows: <tspan class="ink">${shares.map(each => `${each} %`).join(" · ")}</tspan>`
}

// --- numbers that open their sums

export const drawSums = (S, time) => {
  const { hand } = S.own
  const isTold = hand && hand.kind === "found" && time.isRest && !time.ends
  if (!isTold) return put(S.parts.sums, "")
  const cut = cutOf(S, hand.M, hand.f, hand.i),
    standing = cut.verdict ? "not allowed" : `${cut.rank} of ${hand.M.n_allowed}`
  const shown = [["gain", "gain", significant(cut.gain)], ["rows", "rows", `${cut.sides[0].n} | ${cut.sides[1].n}`], ["rank", "rank", standing]]
  put(S.parts.sums, shown.map(([name, text, value]) => `<button type="button" data-card="${name}"><span>${text}</span> <b>${value}</b></button>`).join(""))
}

export const cardOf = (S, name) => {
  const { own: { hand }, record } = S
  if (!hand || hand.kind !== "found") return ""
  const { M, f, i } = hand,
    cut = cutOf(S, M, f, i)
  if (name === "rows") return `<p>${escaped(cut.asks)}: ${cut.sides[0].n} rows left, ${cut.sides[1].n} right</p>`
  if (name === "rank")
    return cut.verdict ? `<p>${escaped(cut.asks)} is forbidden: ${escaped(record.reasons[cut.verdict])}.</p>` : `<p>${cut.rank === 1 ? "No cut gains more" : `${cut.rank - 1} cuts gain more`}, of ${M.n_allowed} on ${record.names.length === 1 ? "this feature" : `${record.names.length} features`}.</p>`
  return `<p>${escaped(cut.asks)}</p>` + formulaOf(record, M, cut)
}

const count = n => `<mn>${n}</mn>`
const formulaOf = (record, M, cut) => {
  const [left, right] = cut.sides
  if (record.kind === "logistic") {
    const of = sums => ({ T: -sums[0], H: sums[1] })
    return gainFormula({ left: of(left.sums), right: of(right.sums), node: of(M.total), gain: cut.gain, gamma: 0, lambda: record.lambda })
  }
  if (record.kind === "squared_error") {
    const term = ({ n, sums }) => fraction(`<msup>${bracketed(sums[0])}<mn>2</mn></msup>`, mn(n)),
      name = side => fraction(`<msubsup><mi>G</mi><mi>${side}</mi><mn>2</mn></msubsup>`, mi("n", side)),
      half = inside => `<mtext>gain</mtext><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>(</mo>${inside}<mo>)</mo>`
    return math(half(`${name("L")}<mo>+</mo>${name("R")}`)) + math(`${half(`${term(left)}<mo>+</mo>${term(right)}`)}<mo>=</mo>${mn(cut.gain)}`)
  }
  const sides = partsOf(record, M, cut),
    whole = sides.reduce((sum, { left: rest }) => sum + rest, cut.gain)
  const term = ({ n }, value) => `${count(n)}<mo>·</mo>${mn(n ? value / n : 0)}`
  const impurity = ({ n, sums }, index) => {
    const shares = Array.from(sums).filter(each => each > 0).map(each => fraction(count(each), count(n))),
      terms = record.kind === "gini" ? ["<mn>1</mn>", ...shares.map(each => `<msup><mrow><mo>(</mo>${each}<mo>)</mo></mrow><mn>2</mn></msup>`)] : ["", ...shares.map(each => `${each}<msub><mi>log</mi><mn>2</mn></msub>${each}`)]
    return math(`${index ? mi("I", index) : "<mi>I</mi>"}<mo>=</mo>${terms.join("<mo>−</mo>")}`)
  }
  return (
    math(`<mtext>gain</mtext><mo>=</mo><mi>n</mi><mi>I</mi><mo>−</mo>${mi("n", "L")}${mi("I", "L")}<mo>−</mo>${mi("n", "R")}${mi("I", "R")}`) +
    math(`<mo>=</mo>${term({ n: left.n + right.n }, whole)}<mo>−</mo>${term(left, sides[0].left)}<mo>−</mo>${term(right, sides[1].left)}<mo>=</mo>${mn(cut.gain)}`) +
    impurity({ n: left.n + right.n, sums: M.total }, "") + impurity(left, "L") + impurity(right, "R")
  )
}

// --- every feature small, where the picture shows one at a time

export const hasCells = ({ names, plane }) => names.length > 1 && !plane

export const placeCells = S => {
  const { own, L: { em, cells }, record } = S,
    many = record.names.length
  if (!hasCells(record)) return
  const rows = many <= 5 ? 1 : many <= 14 ? 2 : many <= 32 ? 3 : 4,
    columns = Math.ceil(many / rows),
    gap = columns > 12 ? 2 : 6
  const wide = (cells.w - gap * (columns - 1)) / columns,
    high = (cells.h - gap * (rows - 1)) / rows
  own.C = { em, wide, high, hasName: wide > 4.6 * em && high > 2.6 * em, at: f => [(f % columns) * (wide + gap), Math.floor(f / columns) * (high + gap)] }
}
export const cellsHigh = many => (many < 2 ? 0 : many <= 5 ? 4.6 : many <= 14 ? 6.6 : 8)

export const drawCells = (S, time) => {
  const { own, parts, record } = S,
    { hand } = own
  if (!hasCells(record)) return say(parts.cellnote, hand ? record.names[hand.f] : "")
  if (!hand) {
    put(parts.cells.firstChild, time.ends ? totals(S) : "")
    return say(parts.cellnote, time.ends ? "what each took" : "")
  }
  const { M } = hand,
    isTold = hand.kind !== "asked" && (hand.kind !== "sweeps" || hand.swept > 0),
    isKnown = hand.kind === "found" || (hand.kind === "settles" && hand.settled > 0.4),
    said = own.said.get(hand.k)
  const cells = M.features.map((_, f) => {
    const state = `${f === hand.f ? " on" : ""}${isKnown && f === M.best.feature ? " best-cell" : ""}${said?.f === f || own.pick?.f === f ? " mine-cell" : ""}`,
      radio = `role="radio" aria-checked="${f === hand.f}" tabindex="${f === hand.f ? 0 : -1}" data-keys data-feature="${f}" aria-label="${escaped(record.names[f])}"`
    return cell(own.C, f, record.names[f], isTold ? gainIn(S, M, f, hand.swept) : marksIn(S, M, f), record.names[f], state, radio)
  })
  put(parts.cells.firstChild, cells.join(""))
  say(parts.cellnote, record.names[own.overCell] ?? record.names[hand.f])
}

const cell = (C, f, name, inside, title, state = "", more = "") => {
  const [x, y] = C.at(f).map(round1),
    text = C.hasName ? `<text x="5" y="${C.em}">${escaped(shortName(name, C))}</text>` : ""
  return `<g class="cell${state}" ${more} transform="translate(${x} ${y})"><rect width="${round1(C.wide)}" height="${round1(C.high)}" rx="4"/>${inside}${text}<title>${escaped(title)}</title></g>`
}
const headOf = C => (C.hasName ? 1.3 * C.em : 3)

// What the splits of each feature took together.
const totals = ({ own: { C }, record: { names, tree, gains } }) => {
  const taken = names.map((_, f) => gains.reduce((sum, each, at) => sum + (tree.feature[tree.split.indexOf(at + 1)] === f ? each : 0), 0)),
    most = Math.max(...taken)
  return names
    .map((name, f) => {
      const high = round1((taken[f] / most) * (C.high - headOf(C) - 3))
      return cell(C, f, name, `<path class="tiny-gain" d="M4 ${round1(C.high - 2)}v${-high}h${round1(C.wide - 8)}v${high}z"/>`, `${name}: ${significant(taken[f])}`)
    })
    .join("")
}

const shortName = (name, { wide, em }) => {
  const letters = Math.floor((wide - 8) / (0.46 * em))
  return name.length > letters ? `${name.slice(0, letters - 1)}…` : name
}

const marksIn = (S, M, f) => {
  const { own: { C }, record } = S,
    F = M.features[f],
    ofBoosting = record.kind === "logistic",
    many = ofBoosting ? 2 : record.classes.length,
    head = headOf(C)
  const [low, high] = record.ends,
    by = Math.max(1, Math.ceil(M.at.length / MARKS)),
    marks = Array(Math.max(1, record.classes.length)).fill("")
  for (let i = 0; i < M.at.length; i += by) {
    if (Number.isNaN(F.x[i])) continue
    const x = 4 + ((C.wide - 8) * (F.x[i] - F.ends[0])) / (F.ends[1] - F.ends[0]),
      code = ofBoosting ? Number(M.at[i] < 0) : M.code[i],
      lies = ofBoosting ? (M.rows[i] * EVEN) % 1 : M.at[i],
      up = many ? 1 - (code + 0.15 + 0.7 * lies) / many : (M.at[i] - low) / (high - low),
      y = head + (1 - up) * (C.high - head - 4)
    marks[ofBoosting ? 0 : code] += record.classes.length ? markOf(code, x, y, 1.6) : `M${x.toFixed(1)} ${y.toFixed(1)}h0`
  }
  return record.classes.length ? marks.map((d, k) => (d ? `<path class="tiny-${LETTERS[k]}" d="${d}"/>` : "")).join("") : `<path class="tiny-dots" d="${marks[0]}"/>`
}

const gainIn = (S, M, f, swept) => {
  const { own: { C } } = S,
    F = M.features[f],
    all = F.threshold
  if (!all.length) return ""
  const head = headOf(C),
    x = value => 4 + ((C.wide - 8) * (value - F.ends[0])) / (F.ends[1] - F.ends[0]),
    y = gain => C.high - 3 - (Math.max(0, gain) / (M.best.gain || 1)) * (C.high - head - 3)
  const last = swept < 1 ? nearestCut(F, F.ends[0] + swept * (F.ends[1] - F.ends[0])) : all.length - 1,
    by = Math.max(1, Math.ceil(all.length / POINTS)),
    best = bestOf(M, f)
  let d = `M${round1(x(all[0]))} ${round1(C.high - 3)}`
  for (let i = 0; i <= last; i++) if (i % by === 0 || i === best || i === last) d += `L${round1(x(all[i]))} ${round1(y(F.gain[i]))}`
  return `<path class="tiny-gain" d="${d}V${round1(C.high - 3)}Z"/>`
}

// --- the tree so far

export const placeTree = S => {
  const { own, L: { em, tree }, record } = S
  const T = record.tree
  let levels = 1
  T.split.forEach((each, id) => {
    if (each) levels = Math.max(levels, T.depth[id] + 1)
  })
  const most = Math.max(...Array.from(T.bar, Math.abs), 1e-9)
  own.trees ??= treeKeeper(key => {
    const { w, h, em: type } = own.T,
      splits = Math.abs(key)
    const nodes = treeAfter(S, splits, key < 0),
      now = 1 + Math.max(...nodes.map(({ kids, depth }) => (kids ? depth : -1)))
    const laid = layOut(nodes, { w, h }, type, { levels: own.T.levels, now })
    const built = buildTree(laid, { scale: laid.half / own.T.most, name: S.record.tree.what })
    if (key < 0) {
      built.boxes[nodeOfSplit(S.record, splits)].classList.add("asked")
      for (const edge of built.edges.slice(-2)) edge.classList.add("unknown")
    }
    return built
  })
  own.trees.clear()
  own.T = { w: tree.w, h: tree.h, em, levels, most }
}

// Which trees are on the screen, and how far their nodes are there: with the coming split, of which nothing is known yet, and
// with it told.
const treesAt = ({ record }, { k, u, finds, ends, isRest }) => {
  const node = nodeOfSplit(record, k),
    isNew = id => id === node || id > 2 * k - 2,
    passed = phase => (isRest ? 1 : part(u, phase))
  if (ends) return [[k, () => 1]]
  const last = 1 - passed(PHASES.leaves)
  if (!finds) return [...(k > 1 && last ? [[k - 1, id => (id === node ? last : 0)]] : []), [-k, id => (isNew(id) ? passed(PHASES.comes) : 1)]]
  const told = passed(PHASES.named)
  return [...(told < 1 ? [[-k, id => (isNew(id) ? 1 - told : 0)]] : []), [k, id => (isNew(id) ? told : 1)]]
}

export const drawTree = (S, time) => {
  const { own, parts, record } = S,
    { k, u, finds, ends, isRest } = time,
    shown = treesAt(S, time).map(([key, appears]) => ({ key, appears, T: own.trees(key) }))
  placeTrees(parts.treebox, shown.map(({ T }) => T.group))
  for (const { key, appears, T } of shown) {
    const isOver = isRest && S.over !== null && S.over < T.nodes.length
    if (key < 0 && !finds) moveTree(T, k > 1 ? own.trees(k - 1) : null, isRest ? 1 : soft(part(u, PHASES.moves)))
    paintTree(T, {
      appears,
      full: 0,
      step: [1, 1],
      names: key === -1 || (key > 0 && !finds && !ends) ? 0 : 1, // before the first cut nothing is there to be named
      chosen: isRest && finds ? nodeOfSplit(record, k) : -1,
      family: isOver ? familyOf(T.nodes, S.over) : null,
    })
  }
  const asked = shown.find(({ key }) => key < 0)
  const question = asked?.T.boxes[nodeOfSplit(record, k)].querySelector("text")
  if (question) say(question, own.hand?.k === k && own.hand.i >= 0 ? "cut here?" : WHERE)
  childrenInHand(S, time, asked?.T, asked ? part(asked.appears(2 * k), CHILDREN) : 0)
  say(parts.treehead, ends || (finds && isRest && k === record.n_splits) ? "The whole tree" : "The tree so far")
}

export const nodeOfSplit = ({ tree }, k) => tree.split.indexOf(k)

// The leaves that the cut in hand would make.
const childrenInHand = (S, { k }, T, share) => {
  const { parts, own, record } = S,
    { hand } = own
  own.mark ??= svg("g", { class: "ask" })
  if (parts.treebox.lastChild !== own.mark) parts.treebox.append(own.mark)
  fade(own.mark, share)
  if (!T || !share) return put(own.mark, "")
  const cut = hand && hand.k === k && hand.i >= 0 ? cutOf(S, hand.M, hand.f, hand.i) : null
  const drawn = [0, 1].map(side => {
    const { x, y: head } = T.now[2 * k - 1 + side],
      zero = head + T.half + 6
    if (!cut) return `<text x="${round1(x)}" y="${round1(zero + 0.3 * T.em)}" text-anchor="middle">?</text>`
    const { bar, text } = leafOf(record, hand.M, cut.sides[side]),
      high = Math.max(-T.half, Math.min(T.half, bar * T.scale)),
      wide = barWide(T.slot)
    return (
      `<rect class="would" x="${round1(x - wide / 2)}" y="${round1(zero - Math.max(0, high))}" width="${round1(wide)}" height="${round1(Math.abs(high))}"/>` +
      (T.slot > 2.5 * T.em ? `<text class="ink" x="${round1(x)}" y="${T.h - 1.5 * T.em}" text-anchor="middle">${escaped(text)}</text>` : "") +
      (T.slot > 1.9 * T.em ? `<text class="plain" x="${round1(x)}" y="${T.h - 0.3 * T.em}" text-anchor="middle">${cut.sides[side].n}</text>` : "")
    )
  })
  put(own.mark, drawn.join(""))
}

// How high a side would stand as a leaf, and what would be said there.
const leafOf = ({ kind, classes, tree, lambda }, M, { n, sums }) => {
  const digits = decimalsFor(Math.max(...Array.from(tree.bar, Math.abs)))
  if (kind === "squared_error") {
    const mean = M.mean + (n ? sums[0] / n : 0)
    return { bar: mean - tree.value[0], text: decimals(mean, digits) }
  }
  if (kind === "logistic") {
    const weight = sums[0] / (sums[1] + lambda)
    return { bar: weight, text: decimals(weight, digits) }
  }
  const shares = Array.from(sums, each => each / (n || 1)),
    k = classes.length === 2 ? 1 : shares.indexOf(Math.max(...shares))
  return { bar: shares[k], text: classes.length === 2 ? decimals(shares[k], decimalsFor(1)) : classes[k] }
}
