// Components follow what the reader does in another one: the side of a split that is looked at.
import { tellAll } from "./listen.js"

// The part of a split that the reader looks at, "left", "right", "node" or null: told to all components.
const FOCUS = "gbt-focus"
const focusListeners = new WeakMap() // parent element: its listener

export const tellFocus = side => tellAll(FOCUS, side)

export const onFocus = (parentElement, handler) => {
  const old = focusListeners.get(parentElement)
  if (old) document.removeEventListener(FOCUS, old)
  const listener = event => handler(event.detail)
  focusListeners.set(parentElement, listener)
  document.addEventListener(FOCUS, listener)
  return () => document.removeEventListener(FOCUS, listener)
}
