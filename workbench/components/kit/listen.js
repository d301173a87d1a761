// Components hear of each other by events of the document.
export const tellAll = (name, detail = null) => document.dispatchEvent(new CustomEvent(name, { detail }))

// Calls handler with the detail of each event of that name, as long as the element is in the page.
export const listenWhileThere = (element, name, handler) => {
  const listener = event => (element.isConnected ? handler(event.detail) : document.removeEventListener(name, listener))
  document.addEventListener(name, listener)
}
