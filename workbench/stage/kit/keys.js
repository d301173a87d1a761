// Keys that step, wherever the focus is on the page; parts that take arrows for themselves keep theirs.
const FIELDS =
  "input, textarea, select, [contenteditable], [role=tab], [role=slider]:not(.strip), [role=listbox], [role=dialog]"

const isTaken = event => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.composedPath()[0]
  return Boolean(target.closest?.(FIELDS) || target.closest?.("[data-keys]"))
}

export const wireKeys = S => {
  if (!S.keys) return
  for (const [target, name] of [[document, "keyup"], [window, "blur"]]) S.listen(target, name, () => S.hold(false))
  S.listen(document, "keydown", event => {
    if (event.key === "Escape") return S.escape?.(event)
    if (isTaken(event)) return
    const { round } = S.at,
      isInside = event.composedPath().includes(S.root) // elsewhere they scroll, as on any page
    const to = {
      ArrowRight: round + 1,
      ArrowLeft: round - 1,
      ...(isInside ? { Home: 0, End: S.n } : {}),
    }[event.key]
    if (to !== undefined) {
      S.stop()
      S.hold(event.repeat)
      if (event.key === "ArrowRight" && round < S.n) S.forth({ jump: event.repeat })
      else if (event.key === "ArrowLeft") S.walk(-1, { jump: event.repeat })
      else S.go(to, { jump: event.repeat })
      event.preventDefault()
    } else if (event.key === " " && isInside && !event.composedPath()[0].closest?.("button, a, summary, [role=button]")) {
      S.play()
      event.preventDefault()
    }
  })
}

// Arrows go from one radio button to the next, and press it; it may be drawn anew, and keeps the focus.
export const wireArrows = (S, group) =>
  S.listen(group, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
      radios = () => [...group.children],
      at = radios().indexOf(event.target)
    if (!by || at < 0) return
    const to = (at + by + radios().length) % radios().length
    event.preventDefault()
    event.stopPropagation()
    radios()[to].click()
    S.draw()
    radios()[to].focus({ preventScroll: true })
  })
