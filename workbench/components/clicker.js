// Keys for whoever stands away from the keyboard: a clicker sends PageDown and PageUp. In presenter mode these, the
// arrows and Space step from anywhere on the page; with Shift, PageDown and PageUp lead to other lessons in any mode.
const STEPS = {
  PageDown: "next", " ": "next", ArrowRight: "next", PageUp: "back", ArrowLeft: "back", Home: "first", End: "last",
}
const ORDER = ["first", "back", "next", "last"] // of the buttons under a picture
const TAKES_KEYS = "input, textarea, select, summary, [contenteditable], [role=slider], [role=combobox], [role=listbox], [role=option], [role=tree], [role=spinbutton], [role=radio], [role=dialog]"
const OPEN = "[data-testid=stPopoverBody], [role=dialog], [role=listbox]"

const stepButton = act => {
  const shadows = [...document.querySelectorAll("[class*=st-key-part_] *")].map(part => part.shadowRoot).filter(Boolean)
  for (const root of [document, ...shadows]) {
    const own = root.querySelector(`[data-go="${act}"]`)
    if (own) return own
  }
  return document.querySelectorAll(".st-key-stepper .stButton")[ORDER.indexOf(act)]?.querySelector("button")
}

const targetOf = (event, isPresenting) => {
  const at = event.composedPath()[0], takesKeys = at instanceof Element && at.closest(TAKES_KEYS)
  if (event.shiftKey) return { PageDown: document.querySelector(".st-key-after a"), PageUp: document.querySelector(".st-key-before a") }[event.key]
  if (!isPresenting) return undefined
  if (event.key === "Escape") return document.querySelector(OPEN) ? undefined : document.querySelector(".st-key-present_button button")
  // A clicker steps whatever has the focus; other keys are first for what they mean there.
  const isPaging = event.key.startsWith("Page"), presses = event.key === " " && at instanceof Element && at.closest("button, a")
  return STEPS[event.key] && (isPaging || !(takesKeys || presses)) ? stepButton(STEPS[event.key]) : undefined
}

let listening = null
export default function ({ data }) {
  document.documentElement.classList.toggle("presenting", data.present)
  document.removeEventListener("keydown", listening)
  const listen = event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return
    const button = targetOf(event, data.present)
    if (!button) return
    event.preventDefault()
    button.click()
  }
  listening = listen
  document.addEventListener("keydown", listen)
  return () => document.removeEventListener("keydown", listen)
}
