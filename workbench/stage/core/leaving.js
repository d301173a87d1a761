// A way that leads elsewhere is gone once the server knows where the stage was left.
const PATIENCE_MS = 1500

const wayOf = event => event.composedPath().find(each => each instanceof HTMLAnchorElement && each.href)

const opensElsewhere = (event, link) =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0 || link.target === "_blank" || link.hasAttribute("download")

// stage: whether it is there yet, what to do before, whether all was told, and how to tell it.
export const holdWays = stage => {
  let isAgain = false
  const leave = event => {
    const link = wayOf(event)
    if (isAgain || !link || opensElsewhere(event, link) || !stage.isThere()) return
    stage.leaves()
    if (stage.isDone()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    Promise.race([stage.flush(), new Promise(done => setTimeout(done, PATIENCE_MS))]).then(() => {
      isAgain = true
      link.click()
      isAgain = false
    })
  }
  document.addEventListener("click", leave, true)
  return () => document.removeEventListener("click", leave, true)
}
