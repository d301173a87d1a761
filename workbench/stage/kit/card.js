// A card beside a number: what it is the sum of, where it stands. Elements with data-card open theirs, with data-below under them.
import { clamp } from "./easing.js"
import { ICONS } from "./svg.js"

const CLEAR = 14 // pixels around a card, and what must be seen
const NEAR = 120 // pixels that a card stands off for each point that it would cover

export const wireCards = S => {
  S.listen(S.root, "click", event => {
    const from = event.target.closest("[data-card]")
    if (from) openCard(S, from.dataset.card)
    else if (!event.target.closest(".card") || event.target.closest(".close")) closeCard(S)
  })
  S.listen(S.root, "keydown", event => {
    const from = event.target.closest("[data-card]:not(button)")
    if (!from || (event.key !== "Enter" && event.key !== " ")) return
    openCard(S, from.dataset.card)
    event.preventDefault()
    event.stopPropagation()
  })
  S.escape = event => {
    if (!S.parts.card.hidden) closeCard(S, true)
    else if (S.scene.escape?.(S)) event.preventDefault()
    else S.closeGuess?.()
  }
}

export const closeCard = (S, isBack = false) => {
  const { card } = S.parts
  if (card.hidden) return
  card.hidden = true
  S.ask()
  if (isBack || card.contains(card.getRootNode().activeElement)) S.cardOf?.focus?.()
}

// A card is about one place: it goes where the reader goes on, and one whose numbers were on their way comes with them.
export const drawCard = S => {
  if (S.cardAt !== S.at || S.view !== S.at.round) {
    S.cardWaits = null
    closeCard(S)
  } else if (S.cardWaits) openCard(S, S.cardWaits)
}

// Beside the second view, or the number where that is in the picture, so that the round it is about stays: where a card covers few
// points of the picture and not its number, and is near.
const besideIn = (S, from, { offsetWidth: w, offsetHeight: h }) => {
  const { zoom } = S.L,
    stage = S.root.getBoundingClientRect(),
    boxOf = element => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left: (left - stage.left) / zoom, right: (right - stage.left) / zoom, top: (top - stage.top) / zoom, bottom: (bottom - stage.top) / zoom }
    },
    picture = boxOf(S.root.querySelector(".picture")),
    number = boxOf(from),
    edge = boxOf(S.root.querySelector(".right")).left - w - 8,
    points = S.scene.uncovered?.(S) ?? []
  const covered = ([left, top]) => points.filter(([x, y]) => Math.abs(picture.left + x - left - w / 2) < w / 2 + CLEAR && Math.abs(picture.top + y - top - h / 2) < h / 2 + CLEAR).length,
    off = ([left, top]) => Math.hypot(Math.max(0, number.left - left - w, left - number.right), Math.max(0, number.top - top - h, top - number.bottom)),
    cost = place => (off(place) ? covered(place) + off(place) / NEAR : Infinity),
    lefts = [edge, number.left - w - CLEAR, number.left, number.right - w, number.right + CLEAR].map(left => clamp(left, picture.left, edge)),
    tops = Array.from({ length: Math.max(1, Math.floor((picture.bottom - h - picture.top) / CLEAR) + 1) }, (_, i) => picture.top + i * CLEAR)
  return lefts.flatMap(left => tops.map(top => [left, top])).reduce((best, each) => (cost(each) < cost(best) ? each : best))
}

const aboveIn = (S, from, name, { offsetWidth: w, offsetHeight: h }) => {
  const { zoom } = S.L,
    stage = S.root.getBoundingClientRect(),
    place = from.getBoundingClientRect(),
    [givenLeft, givenTop] = S.scene.cardPlace?.(S, name, w) ?? [],
    middle = (place.left + place.width / 2 - stage.left) / zoom,
    above = (place.top - stage.top) / zoom - h - 8,
    below = (place.bottom - stage.top) / zoom + 8,
    hasNone = above < 0 && below + h <= stage.height / zoom,
    isBelow = "below" in from.dataset // where what it is about stands above it
  const top = givenTop ?? (isBelow || hasNone ? below : above)
  return [
    clamp(givenLeft ?? middle - w / 2, 0, Math.max(0, stage.width / zoom - w)),
    clamp(top, 0, Math.max(0, stage.height / zoom - h)),
  ]
}

// A lesson gives the inside of a card: undefined while it is on its way, "" for none.
const openCard = (S, name) => {
  const { card } = S.parts,
    inside = S.scene.card?.(S, name),
    from = S.root.querySelector(`[data-card="${name}"]`)
  S.cardAt = S.at
  S.cardWaits = inside === undefined ? name : null
  if (!inside || !from) return closeCard(S)
  S.cardOf = from
  card.innerHTML = `<button type="button" class="close" aria-label="Close">${ICONS.close}</button>${inside}`
  card.hidden = false
  S.ask()
  const place = S.scene.cardsBeside && !S.L.isStacked ? besideIn(S, from, card) : aboveIn(S, from, name, card)
  ;[card.style.left, card.style.top] = place.map(each => `${each}px`)
  card.setAttribute("aria-label", from.getAttribute("aria-label") ?? from.textContent)
  card.tabIndex = -1
  card.focus({ preventScroll: true })
}

// A term of a sum, which opens its card.
export const term = (name, card, text) => `<button type="button" data-card="${card}"><span>${name}</span><b>${text}</b></button>`
