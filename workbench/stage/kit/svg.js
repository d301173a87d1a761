// Elements that are written to only where something has changed.
const SPACE = "http://www.w3.org/2000/svg"

export const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SPACE, name)
  for (const key in attributes) element.setAttribute(key, attributes[key])
  element.append(...children)
  return element
}

export const html = text => {
  const holder = document.createElement("template")
  holder.innerHTML = text
  return holder.content
}

export const escaped = text => String(text).replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)

const written = new WeakMap() // element: what was written to it, by name
const memory = element => {
  if (!written.has(element)) written.set(element, {})
  return written.get(element)
}
const write = (element, key, value, act, unwritten) => {
  const known = memory(element)
  if ((known[key] ?? unwritten) === value) return
  known[key] = value
  act()
}
export const put = (element, text) => write(element, "html", text, () => (element.innerHTML = text))
export const say = (element, text) => write(element, "text", text, () => (element.textContent = text))
export const set = (element, key, value) => write(element, key, value, () => element.setAttribute(key, value))
export const unset = (element, key) => write(element, key, undefined, () => element.removeAttribute(key))
export const style = (element, key, value) =>
  write(element, `style ${key}`, value, () => element.style.setProperty(key, value), "")
export const toggle = (element, name, on) =>
  write(element, `class ${name}`, Boolean(on), () => element.classList.toggle(name, Boolean(on)))

// Opacity, where 1 is left to the style sheet and 0 is out of the way of pointers.
export const fade = (element, value) => {
  style(element, "opacity", value >= 1 ? "" : value.toFixed(3))
  style(element, "visibility", value <= 0 ? "hidden" : "")
}

export const round1 = value => Math.round(value * 10) / 10

const glyph = (path, cls = "icon") =>
  `<svg class="${cls}" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`
export const ICONS = {
  first: glyph("M14.5 4l-6 6 6 6M5 4v12"),
  back: glyph("M12.5 4l-6 6 6 6"),
  play: glyph("M6 4l10 6-10 6z", "icon solid"),
  pause: glyph("M6 4h2.5v12H6zM12 4h2.5v12H12z", "icon solid"),
  next: glyph("M7.5 4l6 6-6 6"),
  last: glyph("M5.5 4l6 6-6 6M15 4v12"),
  close: glyph("M5 5l10 10M15 5l-10 10"),
}

// What is said beside something, and what a sentence begins with.
export const note = words => `<span class="note">${words}</span>`
export const capital = words => words[0].toUpperCase() + words.slice(1)
