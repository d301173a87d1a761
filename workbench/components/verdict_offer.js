// Choices at the pointer, once it has put an answer into a picture: how sure one is; choosing one reveals.
import { element } from "./kit/html.js"
import { listenWhileThere, tellAll } from "./kit/listen.js"
import { clamp } from "./kit/numbers.js"
import { putAt } from "./kit/place.js"

const ROOM = 16 // pixels between the pointer and the choices: what it has put there stays in sight
const EDGE = 8
const RELEASED = "gbt-released"

let released = null // where the pointer was let go in a picture; null while it is down, and for whoever works by keyboard
let byKeys = false // what came last was a key
let opened = null // the box that was shown last
document.addEventListener("pointerdown", () => { released = null; byKeys = false }, { capture: true })
document.addEventListener("pointerup", event => {
  if (event.composedPath()[0].getRootNode() === document) return // a control around the pictures
  const { clientX: x, clientY: y } = event
  setTimeout(() => { // after the picture has heard it; and what opens before, the browser closes as pressed beside
    released = { x, y }
    tellAll(RELEASED)
  })
}, { capture: true })
document.addEventListener("keydown", event => {
  released = null
  byKeys = true
  if (event.key !== "Escape" || !opened?.matches(":popover-open")) return
  opened.hidePopover()
  event.preventDefault() // it does not leave presenter mode, too
}, { capture: true })

const place = (box, { x, y }) => {
  const { width, height } = box.getBoundingClientRect(), below = y + ROOM
  const left = clamp(x - width / 2, EDGE, Math.max(EDGE, innerWidth - width - EDGE))
  putAt(box, left, below + height + EDGE > innerHeight ? y - ROOM - height : below)
}

// A function that is told what every drawing brings: the choices, and how many answers were put so far.
export const offered = box => {
  let question = null, shown = 0, n_put = 0, choices = ""
  const show = () => {
    if (n_put <= shown || !released || !box.isConnected) return
    shown = n_put
    opened = box
    if (!box.matches(":popover-open")) box.showPopover()
    place(box, released)
  }
  listenWhileThere(box, RELEASED, show)
  return (data, choose) => {
    if (data.question !== question || !data.choices) {
      if (box.matches(":popover-open")) box.hidePopover()
      shown = data.n_put ?? 0
    }
    question = data.question
    n_put = data.n_put ?? 0
    if (byKeys) shown = n_put // was put by keys, and is answered in the strip
    if (choices !== String(data.choices)) { // else the one that is being pressed would go
      choices = String(data.choices)
      box.replaceChildren(element("span", "", "How sure? Then the answer comes."), ...(data.choices ?? []).map(choice => Object.assign(element("button", "", choice), { type: "button" })))
    }
    for (const button of box.querySelectorAll("button"))
      button.onclick = () => {
        box.hidePopover()
        choose(button.textContent)
      }
    show()
  }
}
