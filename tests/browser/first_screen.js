// What is seen of a page without scrolling, its components included: how many words can be read outside pictures and
// closed lists, what can be operated beside the way to other pages, where the stage lies, and how much moved while it came.
(() => {
  let shift = 0
  new PerformanceObserver(list => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) shift += each.value
  }).observe({ type: "layout-shift", buffered: true })

  const CONTROL = "button, a[href], input:not([type=hidden]), select, summary, [role=slider]:not(input)"
  const PART_OF_ANOTHER = "[aria-label=Open], [aria-label=Clear]" // of a box that drops a list down
  const THE_WAY = "[class*=st-key-lessons_of_], .st-key-before, .st-key-after"
  const SILENT = "svg, style, script, option, [role=status]"
  const isLetters = word => /\p{L}/u.test(word)
  const isSeen = element => {
    const box = element.getBoundingClientRect()
    return box.width > 2 && box.bottom > 0 && box.top < innerHeight && element.checkVisibility({ visibilityProperty: true })
  }
  const ONE_OF_SEVERAL = "[role=radio][tabindex='-1']" // which are one control together
  const isOperable = element => !element.matches(`${PART_OF_ANOTHER}, ${ONE_OF_SEVERAL}`) && !element.disabled && element.getAttribute("aria-disabled") !== "true"

  const walk = (node, found) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const place = range.getBoundingClientRect()
      if (place.width && place.bottom <= innerHeight) found.words += node.data.trim().split(/\s+/).filter(isLetters).length
      return
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(SILENT) || node.matches(THE_WAY)) return
    const hasBox = getComputedStyle(node).display !== "contents"
    if (hasBox && !node.checkVisibility({ visibilityProperty: true })) return
    if (node.matches(CONTROL) && isSeen(node) && isOperable(node))
      found.controls.push(node.getAttribute("aria-label") ?? node.textContent.trim())
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child, found)
  }
  globalThis.firstScreen = () => {
    const found = { words: 0, controls: [], shift }
    walk(document.querySelector("[data-testid=stMainBlockContainer]"), found)
    const stage = document.querySelector(".st-key-stage, .st-key-stage_and_more, .st-key-stage_in_browser, .st-key-hero")
    // A part that goes on below the stage: there the stage ends with its stepper.
    const part = stage.matches(".st-key-stage_and_more") && stage.querySelector("[data-testid=stBidiComponentIsolated]")
    const end = part ? (part.shadowRoot ?? part.firstElementChild.shadowRoot).querySelector("[role=group]") : stage
    return { ...found, top: stage.getBoundingClientRect().top, bottom: end.getBoundingClientRect().bottom }
  }
})()
