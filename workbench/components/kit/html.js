// Elements around a picture.
export const element = (name, className = "", text = "") => {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text // never as HTML: names are the user's
  return made
}
