// Components hear of each other by events of the document.
export const tellAll = (name, detail = null) => document.dispatchEvent(new CustomEvent(name, { detail }))

// Calls handler at each event of that name, as long as the element is in the page.
export const listenWhileThere = (element, name, handler) => {
  const listener = () => (element.isConnected ? handler() : document.removeEventListener(name, listener))
  document.addEventListener(name, listener)
}
