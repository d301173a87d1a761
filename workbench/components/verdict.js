// Says aloud what has become of a question, and keeps the keyboard's place where a pressed button disappears.
import { offered } from "./verdict_offer.js"

const PATIENCE_MS = 200 // the parts of a page come one after another
const known = new WeakMap() // parentElement -> { bar, stage, which, timer }

// Where to go on: at the answer while it is asked, at the button while nothing is, else at the verdict.
const goal = ({ bar, stage }) => {
  const first = (...selectors) => selectors.map(each => bar.querySelector(each)).find(each => each)
  if (stage === "off") return first("button")
  if (stage === "open") return first("[role=slider], input[type=range]", "input:checked", "input", "button")
  const words = first("[data-testid=stMarkdownContainer] p")
  words?.setAttribute("tabindex", "-1")
  return words
}

// What was focused last, and the bar around it, which it cannot tell any more once it is gone.
const BAR = ".stVerticalBlock[class*='st-key-challenge_']"
let last = document.activeElement, lastBar = last?.closest(BAR) ?? null, placed = null
document.addEventListener("focusin", ({ target }) => {
  if (target !== placed) placed = null
  last = target
  lastBar = target.closest(BAR)
})

// Only a focus that was in the bar, on something that is gone, is ours to place; and once more when a better place
// comes after all, as on a slow computer, unless the reader has moved on.
const keepPlace = self => {
  const now = document.activeElement, isLost = last && (!last.isConnected || last.disabled)
  const isHomeless = isLost && (!now || now === document.body)
  if (self.bar !== lastBar || !(isHomeless || (placed && now === placed))) return
  const to = goal(self)
  if (!to || to === now) return
  placed = to
  to.focus({ preventScroll: true })
}

const watch = self => {
  const later = () => {
    clearTimeout(self.timer)
    self.timer = setTimeout(() => keepPlace(self), PATIENCE_MS)
  }
  const observer = new MutationObserver(later)
  observer.observe(self.bar, { childList: true, subtree: true })
  later()
  return () => observer.disconnect()
}

export default function ({ data, parentElement, setTriggerValue }) {
  const self = known.get(parentElement) ?? {}, isNew = !known.has(parentElement)
  known.set(parentElement, self)
  self.stage = data.stage
  const which = `${data.question} ${data.text}`
  if (self.which !== which && !isNew) { // what a page says when it opens is read with the page
    const status = parentElement.querySelector("[role=status]")
    status.textContent = ""
    setTimeout(() => { status.textContent = data.text }, 50) // the same words twice are news, too
  }
  self.which = which
  self.offer ??= offered(parentElement.querySelector(".offer"))
  self.offer(data, choice => setTriggerValue("choice", choice))
  self.forget?.()
  let forget = null // of this drawing: its end may come after the next one has begun
  const begin = () => {
    self.bar = parentElement.getRootNode().host?.closest(BAR)
    if (!self.bar) return
    self.bar.dataset.placed = Boolean(data.placed) // for the keys of a clicker
    forget = self.forget = watch(self)
  }
  begin()
  if (!self.bar) requestAnimationFrame(begin) // drawn before it was put into its bar, as when a lesson opens
  return () => forget?.()
}
