// How many pictures a path went through after Next was pressed, until it has rested for a while.
after => new Promise(done => {
  let timer
  const pictures = new Set()
  const end = () => { watch.disconnect(); done(pictures.size) }
  const rest = () => { clearTimeout(timer); timer = setTimeout(end, 700) }
  const watch = new MutationObserver(() => { pictures.add(after.getAttribute("d")); rest() })
  watch.observe(after, { attributes: true, attributeFilter: ["d"] })
  after.getRootNode().querySelector("[data-go=next]").click()
  rest()
})
