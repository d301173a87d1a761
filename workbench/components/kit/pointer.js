// Dragging, and where the pointer is in a picture.

// Calls move(event) when the first button goes down on an element and while it is held, also beyond the
// element's edges; then done(). `hand`, which outlives the handlers of one drawing, says `dragging` meanwhile.
export const drag = (element, hand, { may = () => true, start = () => {}, move, done = () => {} }) => {
  element.onpointerdown = event => {
    if (event.button || !may()) return
    element.setPointerCapture(event.pointerId)
    hand.dragging = true
    start(event)
    move(event)
  }
  element.onpointermove = event => { if (hand.dragging) move(event) }
  element.onpointerup = element.onpointercancel = () => {
    if (!hand.dragging) return
    hand.dragging = false
    done()
  }
}

// The pointer in the units of a picture's view box; shares of its box, which presenter mode may zoom.
export const pointIn = (svg, event) => {
  const box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal
  return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]
}
