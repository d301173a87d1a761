// The clinic: a patient and its healthy twin on one clock of moments. Where do they part, how, and what does it cost?
import { clamp, part, soft } from "../../stage/kit/easing.js"
import { SHOW } from "../../stage/kit/guess.js"
import { escaped, put, say, toggle } from "../../stage/kit/svg.js"
import { areLong, cardsOf, costsOf, linesOf } from "./view_cards.js"
import { LEGENDS } from "./view_icons.js"
import { drawFlags, drawLens, momentsOf, nameOf, roundOf } from "./view_lens.js"
import { drawPanels, measurePanels, rowAt } from "./view_panels.js"
import { cardOfRow, drawTools, measureTools, tabsOf } from "./view_tools.js"

const FIND_MS = 400, // of the way to where they part, for each moment
  LEAST_MS = 500,
  MOST_MS = 1600,
  COST_MS = 2600,
  GIVES_ROOM = [0, 0.7], // of the way to where they part, the pictures to the instruments
  OPENS = [0.5, 1],
  MOST_WALKED = 3 // moments on a way that is walked, not jumped
const SURE = ["guessing", "fairly", "sure"]
const CHOICES = SURE.map((text, i) => `<button type="button" data-sure="${i}">${text}</button>`).join("")

const chevron = (act, name, path) =>
  `<button type="button" data-turn="${act}" aria-label="${name}"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg></button>`
const LAYOUT = {
  head:
    `<div class="who"><span class="chooser" data-part="chooser">${chevron(-1, "The patient before", "M12.5 4l-6 6 6 6")}` +
    `<select data-part="patients" aria-label="Patient"></select>${chevron(1, "The next patient", "M7.5 4l6 6-6 6")}` +
    `<span class="note" data-part="number"></span></span><span class="facts" data-part="facts"></span></div>`,
  picture:
    `<div class="pane"><div class="picture" data-part="picture"><svg data-part="panels" aria-hidden="true"></svg><svg class="layer top" data-part="top"></svg>` +
    `<div class="pills" data-part="pills" hidden></div></div>` +
    `<div class="tools" data-part="tools"><svg data-part="dials"></svg><div class="sheet" data-part="sheet" tabindex="0" role="group" aria-label="Numbers" hidden></div></div></div>` +
    `<div class="legend"><span class="keys" data-part="legend"></span><span class="tabs" role="tablist" aria-label="Instrument" data-part="tabs"></span></div>` +
    `<div class="lens" data-part="lens" data-keys role="radiogroup" aria-label="Where they part"></div>` +
    `<svg class="wedge" data-part="wedge" aria-hidden="true"></svg>`,
  right:
    `<div class="head"><b data-part="cardhead"></b><span class="note" data-part="cardnote"></span></div>` +
    `<div class="cards" data-part="cards" data-keys role="radiogroup" aria-label="What you see"></div>` +
    `<div class="findings"><div class="head second"><b data-part="linehead"></b></div><div class="lines" data-part="lines"></div>` +
    `<div class="head second"><b>What it costs</b><span class="note">patient and twin</span></div>` +
    `<div class="costs" data-part="costs"></div><p class="slip" data-part="slip"></p></div>`,
}

const told = S => (S.at.guess === 0 ? 2 : S.at.told)

// What the reader has said of a patient stays while the page is open.
const answersOf = ({ own, record }) => {
  own.kept ??= new Map()
  if (!own.kept.has(record.name)) own.kept.set(record.name, { moment: null, sure: null, card: null, cardSure: null })
  return own.kept.get(record.name)
}

const build = S => {
  const { own, record, parts } = S
  own.said = answersOf(S)
  Object.assign(own, { tween: null, row: record.row, strip: null })
  put(parts.patients, record.patients.map(([name, title]) => `<option value="${name}">${title}</option>`).join(""))
  parts.patients.value = record.name
  const at = indexOf(S)
  say(parts.number, `${at + 1} of ${record.patients.length}`)
  parts.chooser.hidden = !S.turn
  parts.chooser.querySelectorAll("[data-turn]").forEach((button, i) => {
    button.disabled = i ? at === record.patients.length - 1 : at === 0
  })
  put(parts.facts, `<em>${escaped(record.complaint)}</em> <span class="note">${escaped(record.on)}</span>`)
  put(parts.legend, record.sides[0].g ? LEGENDS[record.kind] : escaped(record.what))
}

const indexOf = ({ record }) => record.patients.findIndex(([name]) => name === record.name)
const turnTo = (S, name) => S.turn?.({ patient: name })
const nextName = S => S.record.patients[indexOf(S) + 1]?.[0]

const wire = S => {
  const { parts, own } = S
  parts.strip.insertAdjacentHTML("beforeend", `<svg class="flags" aria-hidden="true"></svg>`)
  parts.strip.insertAdjacentHTML("afterend", `<div class="choices" role="group" aria-label="How sure are you?" hidden>${CHOICES}</div>`)
  own.flags = parts.strip.querySelector(".flags")
  own.choices = parts.strip.nextElementSibling
  S.listen(parts.patients, "change", () => turnTo(S, parts.patients.value))
  S.listen(S.root, "click", event => {
    const { target } = event,
      of = name => target.closest(`[data-${name}]`)?.dataset[name]
    if (of("turn")) turnTo(S, S.record.patients[indexOf(S) + Number(of("turn"))][0])
    else if (of("ask")) S.act({ guess: null, told: 0 })
    else if (of("sure")) sureBy(S, Number(of("sure")))
    else if (of("moment")) pickMoment(S, Number(of("moment")))
    else if (of("choice") && told(S) === 1) own.said.card = of("choice")
    else if (of("tool")) S.act({ instrument: of("tool") })
    S.ask()
  })
  S.listen(parts.picture, "pointermove", event => point(S, rowAt(S, event)))
  S.listen(parts.picture, "pointerleave", () => point(S, null))
  S.listen(parts.picture, "click", event => {
    own.row = rowAt(S, event) ?? own.row
  })
  for (const part of [parts.lens, parts.cards]) S.listen(part, "keydown", event => roam(part, event))
  S.listen(parts.tools, "keydown", event => {
    if (event.key === "Enter" && event.target.closest("[data-card]")) event.target.dispatchEvent(new Event("click", { bubbles: true }))
  })
}

const point = (S, row) => {
  if (S.motion || S.scrubs || S.over === row) return
  S.over = row
  S.ask()
}

// Arrows roam among what can be chosen; Escape takes the choice back.
const roam = (part, event) => {
  const all = [...part.querySelectorAll("[role=radio]")],
    by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const at = all.indexOf(event.target)
  if (by === undefined || at < 0) return
  all[clamp(at + by, 0, all.length - 1)].focus()
  event.preventDefault()
}

// --- what is asked: first where they part, then what is seen there; the cost is told last

const pickMoment = (S, moment) => {
  if (told(S) === 0) S.own.said.moment = moment
  S.stop()
  const far = Math.abs(moment - S.at.round)
  S.go(moment, far > MOST_WALKED ? { jump: true } : far > 1 ? { ms: FIND_MS * far } : {})
}

const sureBy = (S, sure) => {
  if (told(S) === 0) {
    S.own.said.sure = SURE[sure]
    tellMoment(S)
  } else {
    S.own.said.cardSure = SURE[sure]
    tellFault(S)
  }
}

const showMe = S => {
  const { said } = S.own
  if (told(S) === 0) {
    said.moment = null
    tellMoment(S)
  } else {
    said.card = null
    tellFault(S)
  }
}

const tellMoment = S => {
  const { parts } = S.record,
    ms = clamp(Math.abs(S.view - parts) * FIND_MS, LEAST_MS, MOST_MS)
  S.stop()
  S.own.tween = { what: "open", ms: ms + LEAST_MS }
  S.act({ told: 1 })
  S.go(parts, { ms })
}

const tellFault = S => {
  S.stop()
  S.own.tween = { what: "cost", ms: COST_MS }
  S.act({ told: 2 })
  S.go(S.n, { ms: COST_MS })
}

// How far the instruments have opened, and the costs have run.
const runs = (S, now) => {
  const { tween } = S.own
  if (!tween) return false
  tween.begin ??= now
  tween.t = S.calm() ? 1 : clamp((now - tween.begin) / tween.ms)
  if (tween.t === 1) S.own.tween = null
  return tween.t < 1
}
const shareOf = (S, what, from) => {
  if (told(S) < from) return 0
  const { tween } = S.own
  return tween?.what === what ? tween.t ?? 0 : 1
}

// --- words

const prompt = S => {
  const { record } = S
  if (told(S) === 2) return record.diagnosis
  if (told(S) === 1) return isOpening(S) ? "To the moment at which they part" : "What do you see there?"
  return `At which ${momentsOf(S) > 1 ? "moment" : record.step.toLowerCase()} do they part?`
}

// On the way to where they part: nothing is said of it yet.
const isOpening = S => shareOf(S, "open", 1) < 1

const capital = text => text[0].toUpperCase() + text.slice(1)

const offer = S => {
  const { said } = S.own
  if (told(S) === 2) return ending(S)
  if (told(S) === 1) return isOpening(S) ? "" : `<span>${judged(S)}</span>${SHOW}`
  return said.moment === null
    ? `<span class="note">${S.at.round ? "click it below" : "step on, then click it below"}</span>${SHOW}`
    : `<em>${nameOf(S, said.moment)}?</em>${SHOW}`
}

const judged = S => {
  const { parts } = S.record,
    { moment, sure } = S.own.said,
    name = capital(nameOf(S, parts))
  if (moment === null) return `They part at <strong>${nameOf(S, parts)}</strong>.`
  if (moment === parts) return `<em>Right:</em> <strong>${nameOf(S, parts)}</strong>.`
  const far = Math.abs(moment - parts),
    unit = momentsOf(S) > 1 ? "moment" : "step"
  return `<strong>${name}.</strong> <em>Yours, ${sure}: ${far} ${unit}${far > 1 ? "s" : ""} ${moment > parts ? "late" : "early"}.</em>`
}

const ending = S => {
  const { record, own } = S,
    mine = record.cards.find(([fault]) => fault === own.said.card),
    isRight = own.said.card === record.fault
  const head = !mine ? "" : isRight ? "Right" : `Not “${mine[1]}”`
  const again = S.at.guess === 0 ? '<button type="button" class="skip" data-ask="1">Ask me</button>' : ""
  return `<em>${head}</em>${again}`
}

const count = (S, at) => {
  const { record } = S,
    per = momentsOf(S),
    round = Math.ceil(at / per),
    last = record.labels.at(-1)
  const said = `${record.step} <b>${record.labels[round]}</b>`
  if (told(S) === 2) return said // the losses stand beside it
  return `${said} of ${last}${per > 1 && at ? ` <span class="note">· ${record.moments[(at - 1) % per]}</span>` : ""}`
}

// --- a frame

const drawAnswers = S => {
  const { record, own, parts } = S,
    isTold = told(S) === 2
  say(parts.cardhead, `One of these ails ${record.title}`)
  say(parts.cardnote, `twin | ${record.title}`)
  put(parts.cards, cardsOf(S, told(S), own.said, CHOICES))
  if (!isTold) return
  say(parts.linehead, record.diagnosis)
  put(parts.lines, linesOf(S))
  toggle(parts.lines, "stacked", areLong(S))
  put(parts.costs, costsOf(S, shareOf(S, "cost", 2)))
  put(parts.slip, `<b>Whose slip:</b> ${escaped(record.slip)}`)
}

const draw = (S, step, u) => {
  const { own } = S,
    at = told(S)
  if (own.strip !== at) {
    own.strip = at
    toggle(S.root, "is-open", at > 0)
    toggle(S.root, "is-told", at === 2)
    return S.fit() // losses are a line of the strip once they are told
  }
  const open = shareOf(S, "open", 1)
  const time = { round: roundOf(S, step), moment: (step - 1) % momentsOf(S), u: S.isStart ? 0 : u, isStart: S.isStart }
  toggle(S.root, "hides-future", shareOf(S, "cost", 2) < 1)
  drawPanels(S, time, soft(part(open, GIVES_ROOM)))
  drawTools(S, time, part(open, OPENS))
  put(S.parts.tabs, at > 0 ? tabsOf(S) : "")
  drawLens(S, at > 0)
  drawFlags(S, at > 0)
  drawAnswers(S)
}

const lossesOf = ({ courses: { seen, unseen }, title }) => {
  const pairs = unseen[0] ? [["training", "train", seen], ["unseen", "unseen", unseen]] : [[title, "train", seen]]
  const of = (k, cls) => pairs.map(([name, mark, values]) => ({ name, mark: `${mark} ${cls}`, values: values[k] }))
  const beside = of(0, "thick")
  return { lines: [...of(1, "thin"), ...beside], beside }
}

export const view = {
  layout: () => LAYOUT,
  steps: S => S.record.n_steps,
  per: momentsOf,
  tick: (S, at) => S.record.labels[at],
  count,
  after: S => (told(S) < 2 ? () => showMe(S) : S.turn && nextName(S) ? () => turnTo(S, nextName(S)) : null),
  beyond: S => (told(S) < 2 ? "Show me" : "Next patient"),
  build,
  wire: [wire],
  runs,
  measure: S => {
    measurePanels(S)
    measureTools(S)
  },
  draw,
  card: cardOfRow,
  strip: S => (told(S) === 2 ? lossesOf(S.record) : { lines: [] }),
  guess: { step: () => null, stops: [0, 1], prompt, offer, skip: S => told(S) < 2 && showMe(S) },
  escape: S => {
    const { said } = S.own,
      isOpen = told(S) === 0 ? said.moment !== null : told(S) === 1 && said.card !== null
    if (!isOpen) return false
    if (told(S) === 0) said.moment = null
    else said.card = null
    S.ask()
    return true
  },
}
