// What there is on a page for the keys of a clicker: where a step leads, what is asked, the lessons beside this one.
const inParts = selector => {
  for (const part of document.querySelectorAll("[class*=st-key-part_] *")) {
    const found = [...(part.shadowRoot?.querySelectorAll(selector) ?? [])].find(each => each.checkVisibility())
    if (found) return found
  }
}

// The button of the stage that leads on, or back.
export const controlOf = act => inParts(`[data-go="${act}"]`)

// Whether it goes on behind the last step.
export const isBeyond = button => Boolean(button?.ariaLabel.startsWith("Next: "))

export const isFree = button => Boolean(button) && !button.disabled && button.getAttribute("aria-disabled") !== "true"

// Whether more of the page may still come: what leads on from here is not known yet.
export const isUnderWay = () =>
  document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning" ||
  document.querySelector("[data-testid=stBidiComponentIsolated]:not([data-drawn])") !== null

const LESSONS = { next: ".st-key-after a", back: ".st-key-before a" }
export const lessonLink = act => (LESSONS[act] ? document.querySelector(LESSONS[act]) : null)

// The question that is open: its buttons. An answer is placed once it is asked how sure one is.
export const openQuestion = () => {
  const skip = inParts("[data-skip]"), sure = inParts('[data-sure="1"]')
  return (skip || sure) && { reveal: sure, show: skip, isPlaced: Boolean(sure) }
}
