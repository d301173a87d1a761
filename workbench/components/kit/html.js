// Elements around a picture.
export const element = (name, className = "", text = "") => {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text // never as HTML: names are the user's
  return made
}

// A line of words in pieces [class, text]; "strong" is bold.
export const showPieces = (line, pieces) =>
  line.replaceChildren(...pieces.map(([kind, words]) => (kind === "strong" ? element("b", "", words) : element("span", kind, words))))
