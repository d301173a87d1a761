// Parts of a picture on their way to where they are: the picture is at its end from the start, and only what is seen
// of it moves. For movements over several rounds see motion.js, whose switch and duration hold here too.
import { LASTS, isStill } from "./motion.js"
import { make } from "./svg.js"

const EASING = "cubic-bezier(0.4, 0, 0.3, 1)"
const CUTS = ["keydown", "click"] // not the press of a pointer: what it was pressed on must be there when it comes up
const gliding = new Set() // what moves now

// A path as a value of a style, which can be on its way to another one with as many corners.
export const shape = d => ({ d: `path("${d}")` })
export const shifted = (dx, dy) => ({ transform: `translate(${dx}px, ${dy}px)` })

// Whether one step leads from one view to another: both `of` the same, `at` places beside each other.
export const isStep = (before, now) => Boolean(before && now) && before.of === now.of && Math.abs(before.at - now.at) === 1

// All that moves is where it will be, at once.
const arrive = () => {
  for (const animation of gliding) animation.finish()
  gliding.clear()
  for (const cut of CUTS) document.removeEventListener(cut, arrive, true)
}

// Show an element on its way. frames: as Element.animate takes them; without a last one it ends as it is.
export const glide = (element, frames) => {
  if (isStill()) return null
  const animation = element.animate(frames, { duration: LASTS, easing: EASING })
  gliding.add(animation)
  animation.onfinish = animation.oncancel = () => gliding.delete(animation)
  for (const cut of CUTS) document.addEventListener(cut, arrive, true)
  return animation
}

// Show what is not there any more, above the picture or before one of its parts, until it has gone its way.
export const leave = (picture, element, frames, before = null) => {
  if (isStill()) return
  const place = make("g", { class: "leaving", "aria-hidden": "true", "pointer-events": "none", opacity: 0 })
  place.append(element)
  picture.insertBefore(place, before)
  const gone = () => place.remove()
  glide(place, [{ opacity: 1 }, { opacity: 1 }]).finished.then(gone, gone)
  glide(element, frames)
}

// A copy of a part that nobody can choose, read or count.
export const copyOf = part => {
  const copy = part.cloneNode(true)
  for (const name of copy.getAttributeNames())
    if (name === "role" || name === "tabindex" || name.startsWith("aria-") || name.startsWith("data-")) copy.removeAttribute(name)
  copy.classList.remove("node", "selected", "path")
  return copy
}
