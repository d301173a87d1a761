// A card beside a number: what it is the sum of, where it stands. Elements with data-card open theirs, with data-below under them.
import { clamp } from "./easing.js"
import { ICONS } from "./svg.js"

const CLEAR = 14 // pixels around a card, and what must be seen

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

// The first of some places where a card covers the fewest points.
const clearest = (places, points, w, h) => {
  const covered = ([left, top]) => points.filter(([x, y]) => Math.abs(x - left - w / 2) < w / 2 + CLEAR && Math.abs(y - top - h / 2) < h / 2 + CLEAR).length
  return places.reduce((best, each) => (covered(each) < covered(best) ? each : best))
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
  const stage = S.root.getBoundingClientRect(),
    place = from.getBoundingClientRect(),
    { zoom } = S.L
  const { offsetWidth: w, offsetHeight: h } = card,
    [givenLeft, givenTop] = S.scene.cardPlace?.(S, name, w) ?? [],
    middle = (place.left + place.width / 2 - stage.left) / zoom,
    isBelow = "below" in from.dataset, // where what it is about stands above it
    isBeside = S.scene.cardsBeside && !S.L.isStacked, // where that is the whole second view
    sideOf = (name, side) => (S.root.querySelector(name).getBoundingClientRect()[side] - stage[side === "left" ? side : "top"]) / zoom,
    edge = sideOf(".right", "left"),
    foot = isBeside ? sideOf(".picture", "bottom") : stage.height / zoom // beside, the round it is about stays
  const above = (place.top - stage.top) / zoom - h - 8,
    below = (place.bottom - stage.top) / zoom + 8,
    hasNone = above < 0 && below + h <= stage.height / zoom,
    top = isBeside ? above + h + 8 : (givenTop ?? (isBelow || hasNone ? below : above))
  const left = clamp(isBeside ? edge - w - 8 : (givenLeft ?? middle - w / 2), 0, Math.max(0, stage.width / zoom - w)),
    most = Math.max(0, foot - h),
    [x0, y0] = isBeside ? [sideOf(".picture", "left"), sideOf(".picture", "top")] : [],
    places = isBeside ? [left, x0].flatMap(x => [top, most, y0].map(y => [x, clamp(y, 0, most)])) : [[left, clamp(top, 0, most)]],
    points = isBeside && S.scene.uncovered ? S.scene.uncovered(S).map(([x, y]) => [x0 + x, y0 + y]) : []
  ;[card.style.left, card.style.top] = clearest(places, points, w, h).map(each => `${each}px`)
  card.setAttribute("aria-label", from.getAttribute("aria-label") ?? from.textContent)
  card.tabIndex = -1
  card.focus({ preventScroll: true })
}

// A term of a sum, which opens its card.
export const term = (name, card, text) => `<button type="button" data-card="${card}"><span>${name}</span><b>${text}</b></button>`
