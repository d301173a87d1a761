// Elements and paths of a picture.
const NAMESPACE = "http://www.w3.org/2000/svg"

export const make = (name, attributes = {}, text) => {
  const element = document.createElementNS(NAMESPACE, name)
  for (const key in attributes) element.setAttribute(key, attributes[key])
  if (text !== undefined) element.textContent = text // never as HTML: names are the user's
  return element
}

// A path through points, "M" before the first and after a gap (NaN).
export const path = (xs, ys) => {
  let text = "", open = false
  for (let i = 0; i < xs.length; i++) {
    if (!(Number.isFinite(xs[i]) && Number.isFinite(ys[i]))) { open = false; continue }
    text += (open ? "L" : "M") + xs[i].toFixed(1) + "," + ys[i].toFixed(1)
    open = true
  }
  return text
}
