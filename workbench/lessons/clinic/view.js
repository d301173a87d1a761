// The clinic: a patient and its healthy twin on one clock of moments. Where do they part, how, and what does it cost?
import { clamp, lerp, soft } from "../../stage/kit/easing.js"
import { SHOW, SURE } from "../../stage/kit/guess.js"
import { wireDrag, wireOver } from "../../stage/kit/pointing.js"
import { capital, escaped, ICONS, note, put, say, set, toggle } from "../../stage/kit/svg.js"
import { cardsOf, COSTS, costsOf, drawnOf, FILM, linesOf } from "./view_cards.js"
import { legendOf } from "./view_icons.js"
import { drawFlags, drawLens, momentsOf, nameOf, roundOf, sayBelow, seenAt } from "./view_lens.js"
import { differs, drawPanels, laidAt, measurePanels, rowAt, tableOf } from "./view_panels.js"

const FIND_MS = 400, // of the way to where they part, for each moment
  LEAST_MS = 500,
  MOST_MS = 1600,
  LAY_MS = 700,
  COST_MS = 2600,
  MOST_WALKED = 3, // moments on a way that is walked, not jumped
  PULLED = 3 // pixels, and a press is a pull

const turner = (by, name, icon) => `<button type="button" data-turn="${by}" aria-label="${name}">${icon}</button>`
const LAYOUT = {
  head:
    `<div class="who"><span class="chooser" data-part="chooser">${turner(-1, "The patient before", ICONS.back)}` +
    `<select data-part="patients" aria-label="Patient"></select>${turner(1, "The next patient", ICONS.next)}` +
    `<span class="note" data-part="number"></span></span><span class="facts" data-part="facts"></span></div>`,
  picture:
    `<div class="picture" data-part="picture"><svg data-part="panels" aria-hidden="true"></svg><svg class="layer top" data-part="top"></svg></div>` +
    `<div class="legend"><span class="keys" data-part="legend"></span></div>` +
    `<div class="lens" data-part="lens" role="radiogroup" aria-label="Moments"></div>` +
    `<div class="below" data-part="below"><svg class="wedge" data-part="wedge" aria-hidden="true"></svg><span data-part="said"></span></div>`,
  right:
    `<div class="head"><b data-part="cardhead"></b><span class="note" data-part="cardnote"></span></div>` +
    `<div class="cards" data-part="cards" role="radiogroup" aria-label="What you see"></div>` +
    `<div class="findings"><div class="head second"><b>One line of it, wrong and right</b></div><div class="lines" data-part="lines"></div>` +
    `<div class="head second"><b>What it costs</b><span class="note">patient and twin</span></div>` +
    `<div class="costs" data-part="costs"></div></div>`,
}

const told = S => (S.at.guess === 0 ? 2 : S.at.told)
const laidOf = S => S.at.laid ?? (told(S) ? 1 : 0)
const isNamed = S => told(S) === 2 && S.own.cost === 1 // the fault, once the film of what it does has run

// What the reader has said of a patient stays while the page is open.
const answersOf = ({ own, record }) => {
  own.kept ??= new Map()
  if (!own.kept.has(record.name)) own.kept.set(record.name, { moment: null, certain: null, card: null, sure: null })
  return own.kept.get(record.name)
}

const build = S => {
  const { own, record, parts } = S,
    at = indexOf(S)
  // laid: how far the twin lies over the patient. cost: how far the costs have run. ways: what of both is on its way.
  Object.assign(own, { said: answersOf(S), over: null, strip: null, laid: laidOf(S), cost: 1, ways: {}, finds: false })
  put(parts.patients, choicesOf(record))
  parts.patients.value = record.name
  say(parts.number, `${at + 1}/${record.patients.length}`)
  parts.chooser.hidden = !S.turn
  parts.chooser.querySelectorAll("[data-turn]").forEach((button, i) => {
    button.disabled = at === (i ? record.patients.length - 1 : 0)
  })
  put(parts.facts, `<em>${escaped(record.complaint)}</em> ${note(escaped(record.on))}`)
}

// Where they were found, and what brings each of them here; who is looked at says so beside it.
const choicesOf = ({ name: now, patients }) => {
  const option = ([name, title, complaint]) => `<option value="${name}">${title}${name === now ? "" : `: ${escaped(complaint)}`}</option>`,
    group = system => `<optgroup label="${escaped(capital(system))}">${patients.filter(each => each[3] === system).map(option).join("")}</optgroup>`
  return [...new Set(patients.map(each => each[3]))].map(group).join("")
}

const indexOf = ({ record }) => record.patients.findIndex(([name]) => name === record.name)
const turnTo = (S, name) => S.turn?.({ patient: name })
const nextName = S => S.record.patients[indexOf(S) + 1]?.[0]

const wire = S => {
  const { parts, own } = S
  parts.strip.insertAdjacentHTML("beforeend", `<svg class="flags" aria-hidden="true"></svg>`)
  own.flags = parts.strip.querySelector(".flags")
  S.listen(parts.patients, "change", () => turnTo(S, parts.patients.value))
  S.listen(S.root, "click", event => {
    const of = name => event.target.closest(`[data-${name}]`)?.dataset[name]
    if (of("turn")) turnTo(S, S.record.patients[indexOf(S) + Number(of("turn"))][0])
    else if (of("ask")) S.act({ guess: null, told: 0, laid: null })
    else if (of("here")) own.said.moment = seenAt(S)
    else if (of("sure")) told(S) ? tellFault(S, SURE[of("sure")]) : tellMoment(S, SURE[of("sure")])
    else if (of("moment")) goTo(S, Number(of("moment")))
    else if (of("choice") && told(S) === 1) own.said.card = own.said.card === of("choice") ? null : of("choice")
    S.ask()
  })
  wireOver(S, parts.picture, event => (own.pull ? null : rowAt(S, event)))
  S.listen(parts.picture, "click", event => {
    const row = rowAt(S, event)
    if (row !== null) S.act({ followed: row })
  })
  wireTwin(S)
}

// --- the twin is pulled over the patient by its name, or goes there at a press

const wireTwin = S => {
  const { parts: { picture, top }, own } = S
  wireDrag(S, picture, {
    of: top,
    starts: event => {
      if (!event.target.closest("[data-lay]")) return false
      own.pull = { x: event.clientX, moves: false }
      event.preventDefault()
      return true
    },
    by: event => pull(S, event),
    end: () => {
      S.act({ laid: own.pull.moves ? Math.round(own.laid) : 1 - laidOf(S) })
      own.pull = null
    },
  })
  S.listen(top, "keydown", event => {
    if (!event.target.closest("[data-lay]") || (event.key !== "Enter" && event.key !== " ")) return
    S.act({ laid: 1 - laidOf(S) })
    event.preventDefault()
    event.stopPropagation()
  })
}

const pull = (S, event) => {
  const { own } = S
  own.pull.moves ||= Math.abs(event.clientX - own.pull.x) > PULLED
  if (own.pull.moves) own.laid = laidAt(S, event)
  S.ask()
}

const runs = (S, now) => {
  const { own, calm } = S,
    to = laidOf(S)
  own.finds &&= S.motion !== null // one thing after the other: it is there, and then the twin comes over
  if (!own.pull && !own.finds && own.laid !== to) own.ways.laid ??= { from: own.laid, to, ms: LAY_MS }
  for (const [name, way] of Object.entries(own.ways)) {
    way.begin ??= now
    const t = calm() ? 1 : clamp((now - way.begin) / way.ms)
    own[name] = lerp(way.from, way.to, name === "laid" ? soft(t) : t)
    if (t === 1) delete own.ways[name]
  }
  return Object.keys(own.ways).length > 0
}

// --- what is asked: first where they part, then what is seen there; the cost is told last

const goTo = (S, moment) => {
  const far = Math.abs(moment - S.at.round)
  S.stop()
  S.go(moment, far > MOST_WALKED ? { jump: true } : far > 1 ? { ms: FIND_MS * far } : {})
}

// What is said of the moment that is shown: how sure one is of it is asked next.
const isPut = S => told(S) === 0 && S.own.said.moment === seenAt(S)

const tellMoment = (S, certain) => {
  const { own, record: { parts } } = S
  if (!isPut(S)) own.said.moment = null
  own.said.certain = certain
  own.finds = true
  S.stop()
  S.act({ told: 1, laid: null })
  S.go(parts, { ms: clamp(Math.abs(S.view - parts) * FIND_MS, LEAST_MS, MOST_MS) })
}

const tellFault = (S, sure) => {
  const { own } = S
  own.said.sure = sure
  own.cost = 0
  own.ways.cost = { from: 0, to: 1, ms: COST_MS }
  S.stop()
  S.act({ told: 2 })
  S.go(S.n, { ms: COST_MS })
}

// What Next answers: a moment that is said, or a card that is chosen.
const answer = S => {
  if (isPut(S)) return () => tellMoment(S, null)
  return told(S) === 1 && S.own.said.card !== null ? () => tellFault(S, null) : null
}

// Beyond the last moment: where it is still to be seen what ails the patient, or the next one; who steps on is told nothing.
const after = S => {
  if (told(S) === 1) return () => goTo(S, S.record.parts)
  return told(S) === 2 && S.turn && nextName(S) ? () => turnTo(S, nextName(S)) : null
}

// --- words

const prompt = S => {
  const { record, own } = S
  if (isNamed(S)) return record.diagnosis
  if (told(S) === 2) return `Where does it lead, to the last ${record.step.toLowerCase()}?`
  if (told(S) === 1) return own.finds ? "To the moment at which they part" : `Which of these ails ${record.title}?`
  return `At which ${momentsOf(S) > 1 ? "moment" : record.step.toLowerCase()} do ${record.title} and its healthy twin part?`
}

const offer = S => {
  const { record, own: { said, finds } } = S
  if (told(S) === 0) return (seenAt(S) > record.opens ? "" : note("press one below")) + SHOW
  if (told(S) === 1) return finds ? "" : `<span>${judged(S)}</span>${SHOW}`
  if (!isNamed(S)) return ""
  const mine = record.cards.find(([fault]) => fault === said.card)
  const head = !mine ? "" : said.card === record.fault ? "Right" : `Not “${mine[2]}”`
  return `<em>${head}</em>${S.at.guess === 0 ? '<button type="button" class="skip" data-ask="1">Ask me</button>' : ""}`
}

const judged = S => {
  const { parts } = S.record,
    { moment, certain } = S.own.said,
    name = nameOf(S, parts),
    sure = certain ? `, ${certain}` : ""
  if (moment === null) return `They part at <strong>${name}</strong>.`
  if (moment === parts) return `<em>Right${sure}:</em> <strong>${name}</strong>.`
  const far = Math.abs(moment - parts),
    unit = momentsOf(S) > 1 ? "moment" : "step"
  return `<strong>${capital(name)}.</strong> <em>Yours${sure}: ${far} ${unit}${far > 1 ? "s" : ""} ${moment > parts ? "late" : "early"}.</em>`
}

const count = S => {
  const { own, record } = S,
    per = momentsOf(S),
    at = seenAt(S),
    said = `${record.step} <b>${record.labels[Math.ceil(at / per)]}</b>`
  if (hasLines(S)) return said // the losses stand beside it
  return `${said} of ${record.labels.at(-1)}${per > 1 && at && own.cost === 1 ? ` ${note(`· ${record.moments[(at - 1) % per]}`)}` : ""}`
}

// --- a frame

const drawAnswers = S => {
  const { record, own, parts } = S
  const isOpen = told(S) > 0 && !own.finds // what may ail it is read once one knows where to look
  const table = tableOf(S)
  say(parts.cardhead, isNamed(S) ? `What ails ${record.title}` : isOpen ? `${record.title} left, its twin right` : "One wrong line of arithmetic")
  say(parts.cardnote, isOpen ? "" : table.head)
  set(parts.cards, "role", isOpen ? "radiogroup" : "group")
  put(parts.cards, isOpen ? cardsOf(S, told(S) === 2 && !isNamed(S) ? FILM : told(S), own.said) : drawnOf(S, table))
  toggle(S.root, "has-cards", isOpen)
  toggle(S.root, "is-named", isNamed(S))
  toggle(S.root, "has-costs", told(S) === 2 && own.cost > COSTS[0])
  if (told(S) < 2) return
  put(parts.lines, linesOf(S))
  put(parts.costs, costsOf(S, own.cost))
}

// Which moment of which round is seen. On the fast way to the end it is the losses alone, from round to round.
const timeOf = (S, step, u) => {
  const per = momentsOf(S),
    round = roundOf(S, step)
  if (per > 1 && S.own.cost < 1 && S.motion) return { round, moment: per - 1, u: S.view / per - (round - 1), isStart: false }
  return { round, moment: (step - 1) % per, u: S.isStart ? 0 : u, isStart: S.isStart }
}

const draw = (S, step, u) => {
  const { own } = S,
    at = told(S)
  if (own.strip !== at) {
    own.strip = at
    toggle(S.root, "is-told", at === 2)
    toggle(S.root, "has-lines", hasLines(S))
    return S.fit() // losses are a line of the strip once they are told
  }
  toggle(S.root, "hides-future", at === 2 && own.cost < 1)
  const time = timeOf(S, step, u)
  drawPanels(S, time)
  put(S.parts.legend, legendOf(S, time.moment))
  const isFound = at > 0 && !own.finds
  drawLens(S, isFound)
  drawFlags(S, isFound)
  sayBelow(S, { isPut: isPut(S), told: isFound ? differs(S) : at > 0 ? "" : null })
  drawAnswers(S)
}

// A booster’s losses are its picture in the end; of others they are lines of the strip.
const hasLines = S => told(S) === 2 && momentsOf(S) === 1

const lossesOf = ({ courses: { seen, unseen }, title }) => {
  const pairs = unseen[0] ? [["training", "train", seen], ["unseen", "unseen", unseen]] : [[title, "train", seen]]
  const of = (k, cls) => pairs.map(([name, mark, values]) => ({ name, mark: `${mark} ${cls}`, values: values[k] }))
  const beside = of(0, "")
  return { lines: [...of(1, "of-twin"), ...beside], beside }
}

export const view = {
  layout: () => LAYOUT,
  steps: S => S.record.n_steps,
  per: momentsOf,
  tick: (S, at) => S.record.labels[at],
  count,
  after,
  beyond: S => (told(S) === 1 ? `To ${S.record.step.toLowerCase()} ${S.record.labels[roundOf(S, S.record.parts)]}` : "Next patient"),
  build,
  wire: [wire],
  runs,
  measure: measurePanels,
  draw,
  strip: S => (hasLines(S) ? lossesOf(S.record) : { lines: [] }),
  guess: {
    step: () => null, stops: [0, 1], keeps: ["said"], prompt, offer,
    answer,
    skip: S => (told(S) === 0 ? tellMoment(S, null) : told(S) === 1 && tellFault(S, null)),
  },
  escape: S => {
    const { said } = S.own,
      isOpen = isPut(S) || (told(S) === 1 && said.card !== null)
    if (isOpen) Object.assign(said, told(S) ? { card: null } : { moment: null })
    S.ask()
    return isOpen
  },
}
