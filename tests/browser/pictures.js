// How many pictures a path went through after Next was pressed, until it has rested for a while: for frames, since
// a computer that is busy may draw none for longer than any pause.
after => new Promise(done => {
  const FRAMES = 45, pictures = new Set()
  let left = FRAMES
  const watch = new MutationObserver(() => { pictures.add(after.getAttribute("d")); left = FRAMES })
  const frame = () => {
    if (--left > 0) return requestAnimationFrame(frame)
    watch.disconnect()
    done(pictures.size)
  }
  watch.observe(after, { attributes: true, attributeFilter: ["d"] })
  after.getRootNode().querySelector("[data-go=next]").click()
  requestAnimationFrame(frame)
})
