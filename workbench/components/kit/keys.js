// What keys lead to: along a slider, a row of buttons.
export const hasModifier = event => event.altKey || event.ctrlKey || event.metaKey

// Where a key leads on a slider, not yet clamped; undefined for any other key.
export const slideTo = (key, now, { low, high, step = 1, page = 10 * step }) => ({
  ArrowLeft: now - step, ArrowDown: now - step, ArrowRight: now + step, ArrowUp: now + step,
  PageDown: now - page, PageUp: now + page, Home: low, End: high,
})[key]

// Arrow keys go along the buttons of a group, which is one stop of the Tab key.
export const roveButtons = group => {
  group.onkeydown = event => {
    const buttons = [...group.children], i = buttons.indexOf(event.target.closest("button")), last = buttons.length - 1
    const next = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: last }[event.key]
    if (!buttons[next]) return
    event.preventDefault()
    buttons[next].focus()
  }
}

// The chosen item of a group is its stop of the Tab key. attribute: "aria-pressed" or "aria-selected".
export const setChosen = (item, isChosen, attribute) => {
  item.setAttribute(attribute, isChosen)
  item.setAttribute("tabindex", isChosen ? 0 : -1)
}
