// A text with terms; a term opens a card above or below itself, Escape or a click elsewhere closes it.
import { clamp } from "./kit/numbers.js"
import { putAt } from "./kit/place.js"
import { element } from "./kit/html.js"

const ROOM = 8 // pixels between a card and its word, or the edge of the window

const openCard = (card, button, word, { means, here }) => {
  const now = element("div", "here", `Here: ${here}`)
  card.replaceChildren(element("b", "", word), element("span", "", means), ...(here ? [now] : []))
  if (!card.matches(":popover-open")) card.showPopover()
  const at = button.getBoundingClientRect(), size = card.getBoundingClientRect()
  const below = at.bottom + ROOM, above = at.top - ROOM - size.height
  const left = clamp(at.left, ROOM, Math.max(ROOM, window.innerWidth - size.width - ROOM))
  putAt(card, left, below + size.height > window.innerHeight && above > 0 ? above : below)
}

export default function ({ data, parentElement }) {
  const place = parentElement.querySelector(".prose"), card = parentElement.querySelector(".card")
  const drawn = JSON.stringify(data.pieces)
  if (place.dataset.text !== drawn) { // else the button that has the focus would lose it
    place.dataset.text = drawn
    place.replaceChildren(...data.pieces.map(([kind, text]) => {
      if (kind !== "term") return element(kind === "strong" ? "b" : "span", "", text)
      const button = element("button", "", text)
      button.type = "button"
      return button
    }))
  }
  const terms = data.pieces.filter(([kind]) => kind === "term")
  place.querySelectorAll("button").forEach((button, i) => {
    button.onclick = () => openCard(card, button, terms[i][2], data.cards[terms[i][2]])
  })
}
