// Everything on the page that can be pressed, typed into or dragged, as it is now; the elements stay in the page.
() => {
  const WANTED = [
    "button", "a[href]", "input", "summary", "[role=slider]", "[role=treeitem]", "[role=option]", "[role=gridcell][tabindex]",
    "[role=rowheader][tabindex]", "[role=menuitem]", "svg[tabindex='0']",
  ].join()
  // Streamlit's own menu and the bars of its tables are no part of the workbench.
  const FOREIGN = "[data-testid=stMainMenu], [data-testid=stElementToolbar], [data-testid=stToolbarActions], [readonly]"
  const collect = function* (root) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) yield* collect(element.shadowRoot)
      if (element.matches(WANTED) && !element.matches('.motion')) yield element // with it, Home would not be at rest
    }
  }
  const up = element => element.parentElement ?? element.getRootNode().host
  const within = (element, selector) => {
    for (let at = element; at; at = up(at)) if (at.matches(selector)) return at
    return null
  }
  const deepest = (x, y) => {
    let at = document.elementFromPoint(x, y)
    while (at?.shadowRoot?.elementFromPoint(x, y) && at.shadowRoot.elementFromPoint(x, y) !== at) at = at.shadowRoot.elementFromPoint(x, y)
    return at
  }
  // What a click on the element would meet: itself, or the label around a box that is too small to be seen.
  const face = element => (element.matches("[type=radio], [type=checkbox]") ? element.closest("label") ?? element : element)
  // Where a click meets it, null if something else is in front.
  journeyWatch.spotOf = place => {
    const element = face(journeyWatch.found[place])
    element.scrollIntoView({ block: "nearest", inline: "nearest" })
    const box = element.getBoundingClientRect()
    const spot = [box.x + box.width / 2, box.y + box.height / 2]
    for (let at = deepest(...spot); at; at = up(at)) if (at === element) return spot
    return null
  }
  const kindOf = element => {
    if (element.matches("input")) {
      if (element.matches("[role=combobox]")) return "list"
      if (element.matches("[type=number], [inputmode], [role=spinbutton]")) return "number"
      if (element.matches("[type=range]")) return "slider"
      return element.matches("[type=radio], [type=checkbox]") ? "press" : "other"
    }
    if (element.matches("[role=slider]")) return "slider"
    if (element.matches("[role=treeitem], [role=gridcell], [role=rowheader], svg[tabindex='0'], [role=option]")) return "part"
    return element.matches("a[href]") ? "link" : "press"
  }
  const nameOf = element => {
    const field = element.matches("button") && within(element, "[data-testid=stNumberInput], [data-testid=stSelectbox]")
    // What is chosen in a list that has dropped down is a value of what the list is of.
    const list = element.matches("[role=option]") && element.getRootNode() === document && document.querySelector("input[role=combobox][aria-expanded=true]")
    if (list) return list.getAttribute("aria-label") ?? ""
    if (field) return field.querySelector("input")?.getAttribute("aria-label") ?? ""
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent
    return label.replace(/expand_more|expand_less|keyboard_arrow_(right|down)/g, "").trim().slice(0, 60)
  }
  journeyWatch.found = [...collect(document)].filter(
    element => !element.disabled && element.checkVisibility() && !within(element, FOREIGN) && !within(element, "[aria-hidden=true]")
      && kindOf(element) !== "other" && !(element.matches("a[href]") && new URL(element.href).hash))
  const panel = document.querySelector("[data-testid=stPopoverBody]")
  return journeyWatch.found.map((element, place) => ({
    place,
    kind: kindOf(element),
    name: nameOf(element),
    group: within(element, "[role=radiogroup], [role=group]")?.getAttribute("aria-label") ?? "",
    inPanel: Boolean(panel?.contains(element)),
    brings: element.matches("a[href]") && new URL(element.href).search !== "",
    inHead: Boolean(within(element, "[class*=st-key-controls]")),
  }))
}
