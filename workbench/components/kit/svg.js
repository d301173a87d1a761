// Elements of a picture.
const NAMESPACE = "http://www.w3.org/2000/svg"

export const make = (name, attributes = {}, text) => {
  const element = document.createElementNS(NAMESPACE, name)
  for (const key in attributes) element.setAttribute(key, attributes[key])
  if (text !== undefined) element.textContent = text // never as HTML: names are the user's
  return element
}
