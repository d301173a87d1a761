// A line of parameters: each a label, a track and its value, or a few names of which one is chosen. What is set is
// shown at once and told when the hand lets go; of a track that is held also meanwhile: at once where the answers are
// quick, else once the hand rests.
// Each act carries all values that are not answered yet: of acts in a hurry the server may hear the last alone.
import { newAct } from "./kit/acts.js"
import { element } from "./kit/html.js"
import { roveButtons, setChosen } from "./kit/keys.js"
import { listenWhileThere } from "./kit/listen.js"
import { tellKey, tellNow, tellSoon } from "./kit/telling.js"

const lines = new WeakMap() // element: { parts, pending, unsaid, timer, ... }
const QUICK_MS = 700, // until a picture has come: for a slower one the hand would wait when it lets go
  RESTS_MS = 250

const textOf = ({ empty, choices }, value) => (value === null ? empty : choices[value] ?? String(value))

// Where a track leads, with a value between its stops.
const scaleOf = ({ stops, value }, now) => {
  const numbers = [...new Set([...stops, value, now])].filter(each => each !== null).sort((a, b) => a - b)
  return stops.at(-1) === null ? [...numbers, null] : numbers
}

const tell = line => {
  const number = newAct(), values = {}
  for (const [name, act] of line.pending) {
    act.number = number
    line.unsaid.set(name, act)
    values[name] = act.value
  }
  if (!line.pending.size) return
  if (line.isHeld) line.begun ??= number // all that is told until it is let go is one entry of the browser's history
  Object.assign(line, { asked: { number, at: performance.now() }, hasCome: false })
  line.setTriggerValue("set", { number, values, ...(line.begun ? { begun: line.begun } : {}) })
}

const isUntold = line => [...line.pending.values()].some(({ number }) => number === Infinity)

// One value is on its way at a time, and the next one is where the hand is by then.
const tellHeld = line => {
  if (!line.isHeld || !isUntold(line) || line.asked) return
  if (line.took < QUICK_MS) tell(line)
  else tellSoon(line, () => tell(line), RESTS_MS)
}

const letGo = line => {
  if (line.isHeld && isUntold(line)) tellNow(line, () => tell(line))
  Object.assign(line, { isHeld: false, begun: null })
}

// The server has heard of it, and its picture has come, or the end of the page: in any order.
const answered = line => {
  if (!line.asked || !line.hasCome || line.awaits || line.asked.number > line.heard) return
  line.took = performance.now() - line.asked.at
  line.asked = null
  tellHeld(line)
}

const put = (line, part, value, when) => {
  line.pending.set(part.given.name, { value, number: Infinity })
  part.show(value)
  when(line, () => tell(line))
}

// Who leaves before the address says what was set comes back to an entry that does: the answer may never be sent.
const leave = ({ root, unsaid, pending }, event) => {
  if (!root.isConnected || !event.composedPath().some(each => each instanceof HTMLAnchorElement)) return
  const address = new URL(window.location.href)
  for (const [name, { value }] of [...unsaid, ...pending]) address.searchParams.set(name, value ?? "none")
  if (address.href !== window.location.href) window.history.pushState(window.history.state, "", address)
}

const nowOf = (line, { name, value }) => (line.pending.has(name) ? line.pending.get(name).value : value)

// -- a track

// What is typed, as a number of the parameter; undefined where it is none.
const typed = ({ low, high, is_whole, empty }, text) => {
  const words = text.trim().replace(",", "."), number = Number(words)
  if (empty !== null && (words === "" || words === empty)) return null
  const isGood = words !== "" && Number.isFinite(number) && (low === null || number >= low) && (high === null || number <= high)
  return isGood && (!is_whole || Number.isInteger(number)) ? number : undefined
}

const rangeWords = ({ low, high, is_whole }) =>
  `${is_whole ? "A whole number" : "A number"}${low === null ? "" : ` from ${low}`}${high === null ? "" : ` to ${high}`}`

const openField = (line, part) => {
  const { given, field, said, track } = part
  if (given.idle) return
  field.value = nowOf(line, given) ?? ""
  field.hidden = false
  said.hidden = true
  field.removeAttribute("aria-invalid")
  field.select()
  const close = isKept => {
    if (field.hidden) return
    const value = typed(given, field.value)
    if (isKept && value === undefined) return field.setAttribute("aria-invalid", "true")
    field.hidden = true
    said.hidden = false
    track.focus({ preventScroll: true })
    if (isKept && value !== nowOf(line, given)) put(line, part, value, tellNow)
  }
  field.onkeydown = event => {
    if (!["Enter", "Escape"].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation() // which would leave presenter mode, or press what is beside it
    close(event.key === "Enter")
  }
  field.onblur = () => {
    if (typed(given, field.value) === undefined) field.value = nowOf(line, given) ?? ""
    close(true)
  }
}

const makeTrack = (line, given) => {
  const root = element("div", "parameter"), label = element("label", "", given.label)
  const track = element("input", "track"), said = element("output"), field = element("input", "field")
  const part = { root, given, track, said, field }
  track.type = "range"
  track.id = label.htmlFor = `track_${given.name}`
  field.hidden = true
  field.inputMode = given.is_whole ? "numeric" : "decimal"
  root.append(label, track, said, field)
  part.show = value => {
    part.scale = scaleOf(part.given, value)
    const at = part.scale.indexOf(value), last = part.scale.length - 1
    track.max = last
    track.value = at
    track.setAttribute("aria-valuetext", textOf(part.given, value))
    track.style.setProperty("--share", last ? at / last : 0)
    said.textContent = textOf(part.given, value)
  }
  track.onpointerdown = () => {
    line.isHeld = true
    document.addEventListener("pointerup", () => letGo(line), { capture: true, once: true })
  }
  track.oninput = () => {
    const value = part.scale[track.value]
    if (part.given.idle) return part.show(nowOf(line, part.given))
    put(line, part, value, line.isHeld ? tellHeld : tellKey)
  }
  track.onchange = () => letGo(line) // where nobody says that a finger was lifted
  track.onkeydown = event => {
    if (event.key === "Enter") openField(line, part)
  }
  root.ondblclick = () => openField(line, part)
  part.update = () => {
    track.setAttribute("aria-label", part.given.label)
    track.setAttribute("aria-disabled", Boolean(part.given.idle))
    field.setAttribute("aria-label", part.given.label)
    track.dataset.name = part.given.name
    field.title = rangeWords(part.given)
  }
  return part
}

// -- names side by side

const makeChoice = (line, given) => {
  const root = element("div", "parameter choice"), label = element("span", "label", given.label), group = element("div", "group")
  group.setAttribute("role", "radiogroup")
  group.setAttribute("aria-label", given.label)
  root.append(label, group)
  const part = { root, given, said: group }
  for (const [value, words] of Object.entries(given.choices)) {
    const button = element("button", "", words)
    button.type = "button"
    button.value = value
    button.setAttribute("role", "radio")
    button.onclick = () => {
      if (!part.given.idle && value !== nowOf(line, part.given)) put(line, part, value, tellNow)
    }
    group.append(button)
  }
  roveButtons(group)
  part.show = now => {
    for (const button of group.children) setChosen(button, button.value === now, "aria-checked")
  }
  part.update = () => {
    for (const button of group.children) button.setAttribute("aria-disabled", Boolean(part.given.idle))
  }
  return part
}

const kindOf = ({ name, label, choices }) => JSON.stringify([name, label, choices])

// Whether it can be set, why not is said to whoever asks; and whether it now moves anything.
const showState = ({ root, given, track, said }) => {
  const cursor = globalThis.gbtCursor ?? {}
  root.classList.toggle("idle", Boolean(given.idle))
  root.classList.toggle("waits", Object.entries(given.waits).some(([of, values]) => values.includes(cursor[of])))
  root.title = given.idle || given.words
  for (const each of track ? [track] : said.children) each.setAttribute("aria-description", root.title)
}

const takeIn = (line, parameters) => {
  const kinds = parameters.map(kindOf)
  if (String(kinds) !== String(line.kinds)) {
    line.kinds = kinds
    line.parts = parameters.map(given => (Object.keys(given.choices).length ? makeChoice : makeTrack)(line, given))
    line.root.replaceChildren(...line.parts.map(({ root }) => root))
  }
  parameters.forEach((given, i) => {
    const part = line.parts[i]
    part.given = given
    part.update()
    showState(part)
    part.show(nowOf(line, given))
  })
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".parameters")
  const line = lines.get(root) ?? { root, pending: new Map(), unsaid: new Map(), timer: null, parts: [], took: 0 }
  if (!lines.has(root)) {
    document.addEventListener("click", event => leave(line, event), true)
    listenWhileThere(root, "gbt-cursor", () => line.parts.forEach(showState))
    listenWhileThere(root, "gbt-addressed", () => {
      for (const name of line.unsaid.keys()) if (!line.pending.has(name)) line.unsaid.delete(name)
      line.hasCome = true
      answered(line)
    })
    listenWhileThere(root, "gbt-awaits", isComing => {
      Object.assign(line, { awaits: isComing, hasCome: !isComing })
      answered(line)
    })
  }
  lines.set(root, line)
  Object.assign(line, { setTriggerValue, heard: data.heard })
  for (const [name, { number }] of line.pending) if (number <= data.heard) line.pending.delete(name)
  takeIn(line, data.parameters)
  answered(line)
}
