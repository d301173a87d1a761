// What there is on a page for the keys of a clicker: where a step leads, what is asked, the lessons beside this one.
const NAMES = { first: "First", back: "Back", last: "Last" } // of the buttons of a row; the first of all others leads on
const BAR = ".stVerticalBlock[class*='st-key-challenge_']"

const named = (row, act) => [...(row?.querySelectorAll(".stButton button") ?? [])].find(({ textContent }) =>
  act === "next" ? !Object.values(NAMES).includes(textContent.trim()) : textContent.trim() === NAMES[act])

// The steps that a lesson has for a clicker alone; else those of a picture; else the row of buttons.
export const controlOf = act => {
  const own = document.querySelector(".st-key-clicker_steps")
  if (own) return named(own, act)
  for (const part of document.querySelectorAll("[class*=st-key-part_] *")) {
    const found = part.shadowRoot?.querySelector(`[data-go="${act}"]`)
    if (found) return found
  }
  return named(document.querySelector(".st-key-stepper"), act)
}

export const isFree = button => Boolean(button) && !button.disabled && button.getAttribute("aria-disabled") !== "true"

// Whether more of the page may still come: what leads on from here is not known yet.
export const isUnderWay = () =>
  document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning" ||
  document.querySelector("[data-testid=stBidiComponentIsolated]:not([data-drawn])") !== null

const LESSONS = { next: ".st-key-after a", back: ".st-key-before a" }
export const lessonLink = act => (LESSONS[act] ? document.querySelector(LESSONS[act]) : null)

export const barOf = at => (at instanceof Element ? at.closest(BAR) : null)

const inParts = selector => {
  for (const part of document.querySelectorAll("[class*=st-key-part_] *")) {
    const found = [...(part.shadowRoot?.querySelectorAll(selector) ?? [])].find(each => each.checkVisibility())
    if (found) return found
  }
}

// The question that is open: its buttons, and whether an answer was placed. On a stage that draws itself an answer is
// placed once it is asked how sure one is.
export const openQuestion = () => {
  const skip = inParts("[data-skip]"), sure = inParts('[data-sure="1"]')
  if (skip || sure) return { reveal: sure, show: skip, isPlaced: Boolean(sure) }
  const button = end => document.querySelector(`${BAR} [class*='st-key-challenge_'][class*='_${end}'] button`)
  const reveal = button("reveal")
  return reveal && { reveal, show: button("skip"), isPlaced: barOf(reveal).dataset.placed === "true" }
}
