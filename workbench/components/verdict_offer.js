// Choices at the pointer, once it has put an answer into a picture: how sure one is; choosing one reveals.
import { element } from "./kit/html.js"
import { clamp } from "./kit/numbers.js"

const ROOM = 16 // pixels between the pointer and the choices: what it has put there stays in sight
const EDGE = 8

let released = null // where the pointer was let go last; null while it is down, and for whoever works by keyboard
const heard = new Set() // called when it is let go
document.addEventListener("pointerdown", () => { released = null }, { capture: true })
document.addEventListener("keydown", () => { released = null }, { capture: true })
document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  released = { x, y }
  for (const call of heard) setTimeout(call) // after the picture has heard it
}, { capture: true })

const place = (box, { x, y }) => {
  const { width, height } = box.getBoundingClientRect(), below = y + ROOM
  box.style.left = `${clamp(x - width / 2, EDGE, Math.max(EDGE, innerWidth - width - EDGE))}px`
  box.style.top = `${below + height + EDGE > innerHeight ? y - ROOM - height : below}px`
}

// A function that is told what every drawing brings: the choices, and how many answers were put so far.
export const offered = box => {
  let question = null, shown = 0, n_put = 0
  const show = () => {
    if (n_put <= shown || !released || !box.isConnected) return
    shown = n_put
    if (!box.matches(":popover-open")) box.showPopover()
    place(box, released)
  }
  heard.add(show)
  return (data, choose) => {
    if (data.question !== question || !data.choices) {
      if (box.matches(":popover-open")) box.hidePopover()
      shown = data.n_put ?? 0
    }
    question = data.question
    n_put = data.n_put ?? 0
    box.replaceChildren(...(data.choices ?? []).map(choice => {
      const button = element("button", "", choice)
      button.type = "button"
      button.onclick = () => {
        box.hidePopover()
        choose(choice)
      }
      return button
    }))
    show()
  }
}
