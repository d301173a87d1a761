// Keys for whoever stands away from the keyboard. While one presents, PageDown and PageUp, which a clicker sends, belong
// to the lesson whatever has the focus: they step, at the end they answer what is still asked, and then they lead to the
// next lesson; after the last one the page says that it is. Enter answers, and so does the full stop of a clicker's middle key; where nothing is asked, that blacks the
// screen, as B does. From black, PageDown leads to the next lesson, for it is a curtain, too, and any other key or a click
// back to this one. F and a clicker's F5 fill the screen. P begins and ends presenting wherever nothing is typed. With Shift, PageDown and PageUp lead to other lessons in any mode.
import { controlOf, isBeyond, isFree, isUnderWay, lessonLink, openQuestion } from "./clicker_controls.js"
import { hasModifier } from "./kit/keys.js"

const STEPS = {
  PageDown: "next", " ": "next", ArrowRight: "next", PageUp: "back", ArrowLeft: "back", Home: "first", End: "last",
}
const TAKES_KEYS = "input, textarea, select, summary, [contenteditable], [role=slider], [role=combobox], [role=listbox], [role=option], [role=tree], [role=gridcell], [role=rowheader], [role=spinbutton], [role=radio], [role=dialog]"
const TAKES_TEXT = "input:not([type=range], [type=radio], [type=checkbox], [type=number], [aria-expanded=false]), textarea, [contenteditable]"
const TAKES_LETTERS = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=listbox], [role=dialog]"
const OPEN = "[data-testid=stPopoverBody], [role=dialog], [role=listbox]"

const root = document.documentElement
const isPresenting = () => root.classList.contains("presenting")
let isPointed = false // whether the focus is where the pointer has put it: Space and Enter are no press of that
let pointer = null // where it is: the browser tells of moves also when only the page has moved

// -- the black screen

const black = Object.assign(document.createElement("div"), { className: "black-screen" })
black.setAttribute("popover", "manual")
const isBlack = () => black.matches(":popover-open")
const darken = () => {
  document.body.append(black)
  black.showPopover() // in front of all that is open
  return true
}
black.onclick = () => black.hidePopover()

const lighten = ({ key, repeat }) => {
  if (repeat) return true // it is still the key that has made it black
  black.hidePopover()
  if (key === "PageDown") leave("next")
  return true
}

// -- from one lesson to the next

const END_MS = 4000
const end = Object.assign(document.createElement("div"), { className: "end-note", role: "status" })
end.setAttribute("popover", "manual")
let ending = 0

// To the lesson beside this one; where there is none, the page stays and says so.
const leave = act => {
  const link = lessonLink(act)
  if (link) return link.click()
  if (act !== "next") return
  document.body.append(end)
  end.showPopover()
  end.textContent = "The end: this is the last lesson."
  clearTimeout(ending)
  ending = setTimeout(() => end.hidePopover(), END_MS)
}

// -- what the keys do; each tells whether it did anything

const answer = at => {
  const asked = openQuestion()
  if (!asked) return false
  if (at.closest?.("input")) at.blur() // what is typed there counts
  const { reveal, show, isPlaced } = asked
  if (isPlaced && !isFree(reveal) && isUnderWay()) return true // the server is about to hear of it
  const button = isPlaced && isFree(reveal) ? reveal : show
  button?.click()
  return true
}

const step = (act, at, isHeld) => {
  const control = controlOf(act)
  if (isFree(control) && !(isHeld && isBeyond(control))) control.click()
  else if (!isHeld && !isUnderWay() && !(act === "next" && answer(at))) leave(act) // a held key ends with the lesson
  return true
}

const fill = isToggle => {
  if (!document.fullscreenElement) root.requestFullscreen().catch(() => {}) // where the browser does not let it
  else if (isToggle) document.exitFullscreen()
  return true
}

const turnPresenting = () => {
  const button = document.querySelector(".st-key-present_button button")
  button?.click()
  return Boolean(button)
}

const presses = at => !isPointed && at instanceof Element && at.closest("button, a, summary, [role=treeitem], [role=option]")

const byLetter = (key, at) => {
  if (at instanceof Element && at.matches(TAKES_TEXT)) return false
  if (key === ".") return !at.closest?.("input[type=number]") && (answer(at) || darken())
  if (key === "b") return darken()
  return key === "f" && fill(true)
}

const whilePresenting = (event, at) => {
  const { key, repeat } = event
  if (isBlack()) return lighten(event)
  if (key === "F5") return fill(false) // else a clicker's first key would load the page anew
  if (key.startsWith("Page")) return step(STEPS[key], at, repeat)
  const isOpen = at instanceof Element && at.closest(OPEN)
  if (key === "Enter") return !repeat && !isOpen && !presses(at) && (isPointed || at === document.body) && answer(at)
  if (key.length === 1 && key !== " ") return !repeat && byLetter(key.toLowerCase(), at)
  const takesKeys = at instanceof Element && at.closest(TAKES_KEYS)
  if (!STEPS[key] || takesKeys || (key === " " && presses(at))) return false
  if (key === " ") at.blur?.() // the key's end would press it
  return step(STEPS[key], at, repeat)
}

const heard = event => {
  if (event.key === "Tab") isPointed = false
  if (hasModifier(event) || event.isComposing) return false
  if (event.shiftKey) {
    const link = { PageDown: lessonLink("next"), PageUp: lessonLink("back") }[event.key]
    link?.click()
    return Boolean(link)
  }
  const [at] = event.composedPath()
  if (event.key.toLowerCase() === "p" && !isBlack()) return !event.repeat && !at.closest?.(TAKES_LETTERS) && turnPresenting()
  return isPresenting() && whilePresenting(event, at)
}

// Before all others, of whom none hears what is done here.
window.addEventListener("keydown", event => {
  if (!heard(event)) return
  event.preventDefault()
  event.stopPropagation()
  root.classList.add("keyed")
}, { capture: true })
// After all others: what is open closes first, and the whole screen ends before.
document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || event.defaultPrevented || !isPresenting() || hasModifier(event)) return
  if (document.fullscreenElement || document.querySelector(OPEN)) return
  event.preventDefault()
  turnPresenting()
})
window.addEventListener("pointerdown", () => { isPointed = true }, { capture: true })
window.addEventListener("pointermove", ({ screenX, screenY }) => {
  const now = `${screenX} ${screenY}`
  if (pointer !== null && now !== pointer) root.classList.remove("keyed")
  pointer = now
}, { capture: true })
// The button would be pressed again by Space.
document.addEventListener("click", ({ target }) => {
  if (!isPresenting() && target.closest?.(".st-key-present_button")) document.activeElement?.blur()
}, { capture: true })

// A server that was started anew knows no part of the page, and nobody tells it to run all of it: what stands outside of
// all parts can.
const LOST_MS = 1000
let runAll = () => {}, asked = 0
document.addEventListener("gbt-lost", () => {
  if (Date.now() - asked < LOST_MS) return
  asked = Date.now()
  runAll("lost", asked)
})

export default function ({ data, setTriggerValue }) {
  runAll = setTriggerValue
  if (data.present && !isPresenting()) root.classList.add("keyed") // the words of the button would lie over the question
  if (!data.present && isPresenting() && document.fullscreenElement) document.exitFullscreen()
  if (!data.present && isBlack()) black.hidePopover()
  root.classList.toggle("presenting", data.present)
}
