// When Python hears of what the reader does. `hand`, which outlives one drawing, keeps the `timer`: not null
// while something is still to be told, so the reader is further than Python knows.
const KEY_PAUSE = 120 // milliseconds after the last key until a held one counts as let go

export const tellNow = (hand, tell) => {
  clearTimeout(hand.timer)
  hand.timer = null
  tell()
}

// Once the hand has rested so long.
export const tellSoon = (hand, tell, pause) => {
  clearTimeout(hand.timer)
  hand.timer = setTimeout(() => tellNow(hand, tell), pause)
}

// The first key at once, a held one when it is let go, which a clicker's may never be.
export const tellKey = (hand, tell) => {
  const isResting = Date.now() - (hand.pressed ?? 0) > 2 * KEY_PAUSE
  hand.pressed = Date.now()
  if (isResting) return tellNow(hand, tell)
  hand.tellLast = tell
  hand.letGo ??= () => { if (hand.timer) tellNow(hand, hand.tellLast) }
  tellSoon(hand, tell, KEY_PAUSE)
  document.addEventListener("keyup", hand.letGo, { capture: true, once: true })
}
