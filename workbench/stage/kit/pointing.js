// Pointing at nodes of the tree and choosing one, by pointer and by keys; at rows in the picture.
import { placeIn } from "./guess.js"

const nodeOf = event => {
  const node = event.target.closest?.("[data-node]")
  return node ? Number(node.dataset.node) : null
}

// tree(S): the nodes on the screen, as in tree.js. choose(S, id): a node is chosen.
export const wireTree = (S, { tree, choose }) => {
  const { treebox } = S.parts
  const point = id => {
    if (!S.resting() || S.over === id) return
    S.over = id
    if (id !== null) S.hover({ ...S.at, node: id, feature: null, cut: null })
    S.ask()
  }
  let place = "" // a tree that comes under a hand at rest is not pointed at
  const isMoved = ({ screenX, screenY }) => place !== (place = `${screenX} ${screenY}`)
  S.listen(treebox, "pointermove", isMoved)
  S.listen(treebox, "pointerover", event => isMoved(event) && event.pointerType !== "touch" && point(nodeOf(event)))
  S.listen(treebox, "pointerleave", () => point(null))
  S.listen(treebox, "focusin", event => event.target.matches(":focus-visible") && point(nodeOf(event)))
  S.listen(treebox, "focusout", () => point(null))
  S.listen(treebox, "click", event => nodeOf(event) !== null && S.resting() && choose(S, nodeOf(event)))
  S.listen(treebox, "keydown", event => {
    const nodes = S.resting() && tree(S),
      at = nodes ? nodes.findIndex(({ id }) => id === nodeOf(event)) : -1
    if (at < 0) return
    const { parent, kids } = nodes[at],
      above = nodes[parent]
    const to = {
      ArrowUp: parent,
      ArrowDown: kids?.[0],
      ArrowLeft: above?.kids[0],
      ArrowRight: above?.kids[1],
    }[event.key]
    if (to >= 0) treebox.querySelector(`[data-node="${nodes[to].id}"]`).focus()
    else if (event.key === "Enter" || event.key === " ") event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }))
    else if (!event.key.startsWith("Arrow")) return
    event.preventDefault()
    event.stopPropagation()
  })
}

// Which of n things is nearest to the pointer, far(i) in pixels squared; null where none is within reach.
export const nearest = (n, far, reach) => {
  let found = null,
    least = reach ** 2
  for (let i = 0; i < n; i++) if (far(i) < least) [least, found] = [far(i), i]
  return found
}

// What is dragged in a part: starts(event) says whether it is taken hold of, by(event) moves it, there, too; then end().
export const wireDrag = (S, part, { starts, by, end, of = part }) => {
  let isHeld = false
  S.listen(of, "pointerdown", event => {
    isHeld = Boolean(starts(event))
    if (!isHeld) return
    part.setPointerCapture(event.pointerId)
    by(event)
  })
  S.listen(part, "pointermove", event => isHeld && by(event))
  for (const name of ["pointerup", "pointercancel"])
    S.listen(part, name, () => {
      if (isHeld) end?.()
      isHeld = false
    })
}

// rowAt(S, [x, y]): the row under the pointer, or null.
export const wireRows = (S, rowAt) => {
  const { picture } = S.parts
  S.listen(picture, "pointermove", event => {
    if (S.drag !== null || !S.resting() || (S.guess && !S.guess.told)) return
    const row = S.at.round > 0 ? rowAt(S, placeIn(S, picture, event)) : null
    if (row === S.row) return
    S.row = row
    S.ask()
  })
  S.listen(picture, "pointerleave", () => {
    if (S.drag !== null || S.row === null) return
    S.row = null
    S.ask()
  })
}

// Of places, each a name, x and y, the nearest one to the pointer: its name; null where none is as near as that.
export const nearestOf = (places, [x, y], reach) => {
  let best = null,
    least = reach
  for (const [name, px, py] of places) {
    const far = Math.hypot(px - x, py - y)
    if (far < least) [best, least] = [name, far]
  }
  return best
}

// What of a part is under the pointer at rest becomes S.own[name]: under(event) finds it, or null. Gives what sets it.
export const wireOver = (S, part, under, name = "over") => {
  const point = found => {
    if (S.own[name] === found) return
    S.own[name] = found
    S.ask()
  }
  S.listen(part, "pointermove", event => event.pointerType !== "touch" && point(S.resting() ? under(event) : null))
  S.listen(part, "pointerleave", () => point(null))
  return point
}
