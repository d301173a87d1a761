// Text keeps its size, so a picture is drawn anew where its place has become wider or narrower.
const observers = new WeakMap() // element: its observer

// Calls refresh with the width and the height of an element, now and whenever it changes; replaces what was asked for before.
export const onResize = (element, refresh) => {
  observers.get(element)?.disconnect()
  const observer = new ResizeObserver(entries => {
    const { width, height } = entries[0].contentRect
    refresh(Math.floor(width), Math.floor(height))
  })
  observers.set(element, observer)
  observer.observe(element)
  return () => observer.disconnect()
}
