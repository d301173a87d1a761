// The chosen row: ringed and dragged, and all boosted anew wherever it is held.
import { clamp } from "../../stage/kit/easing.js"
import { placeIn } from "../../stage/kit/guess.js"
import { round1 } from "../../stage/kit/svg.js"
import { isTold, rowNow, stemNow, yNow } from "./view_model.js"

export const RING = 0.62 // em, its radius

// A row that was moved goes back where it was as soon as another is looked at.
export const choose = (S, row) => {
  S.own.y = null
  if (S.record.is_moved && S.turn) S.turn({ own_row: row, own_y: null, own_told: S.at.own_told, round: Math.max(1, S.at.round) })
  else S.act({ own_row: row, own_F: null })
}

// What is boosted where the row is held, of one place after the other: the next is asked for once one has come, however fast
// the hand is. Where it was let go the page boosts it.
export const recordHeld = S => {
  const { at, own, record: { rows } } = S
  if (own.y === null || own.isLetGo || own.y === rows.y[rowNow(S)]) return null
  own.awaited ??= own.y
  const found = S.moment({ ...at, own_row: rowNow(S), own_y: own.awaited, own_F: null })
  if (found === undefined) return null
  if (own.awaited !== own.y) S.ask()
  own.awaited = null
  return found
}

// The row is dragged up and down; by keys, too, and to its neighbours. Where it is let go it becomes the page's.
export const wireRow = S => {
  const { picture, top } = S.parts,
    { own } = S
  const hold = () => {
    own.heldFrom = yNow(S)
    own.isLetGo = false
  }
  const put = y => {
    const { limits, grain } = S.record
    own.y = clamp(Number((Math.round(y / grain) * grain).toFixed(2)), ...limits)
    S.ask()
  }
  const end = () => {
    own.isLetGo = yNow(S) !== own.heldFrom
    if (own.isLetGo) S.turn({ own_y: own.y, own_row: S.at.own_row, own_told: S.at.own_told, round: Math.max(1, S.at.round) })
    own.heldFrom = null
  }
  S.listen(top, "pointerdown", event => {
    if (!event.target.closest(".mover") || !S.resting() || S.guess) return
    picture.setPointerCapture(event.pointerId)
    hold()
    event.preventDefault()
  })
  S.listen(picture, "pointermove", event => own.heldFrom !== null && put(own.P.y.back(placeIn(S, picture, event)[1])))
  for (const name of ["pointerup", "pointercancel"]) S.listen(picture, name, () => own.heldFrom !== null && end())
  S.listen(top, "keydown", event => {
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key],
      beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.target.closest(".mover") || !(up || beside) || !S.resting()) return
    if (beside) choose(S, clamp(rowNow(S) + beside, 0, own.model.many - 1))
    else {
      hold()
      put(own.heldFrom + up * S.record.grain)
      end()
    }
    event.preventDefault()
    event.stopPropagation()
  })
}

// The rows, one of them where it is held.
export const dots = S => {
  const { own: { P }, record: { rows } } = S,
    chosen = rowNow(S)
  return `<path class="rows" d="${Array.from(rows.x, (x, i) => `M${P.x(x).toFixed(1)} ${P.y(i === chosen ? yNow(S) : rows.y[i]).toFixed(1)}h0`).join("")}"/>`
}

// The chosen row, which can be moved where somebody boosts it anew; it is said so once the fit is told, until it was moved,
// where no other rows are.
export const ringOf = S => {
  const { own, own: { P }, record: { rows, limits, is_moved } } = S,
    at = yNow(S),
    [cx, cy] = [P.x(rows.x[rowNow(S)]), P.y(at)].map(round1),
    ring = `<circle class="own-dot" cx="${cx}" cy="${cy}" r="3.6"/><circle class="of-row" cx="${cx}" cy="${cy}" r="${RING * P.em}"/>`
  if (!S.turn) return ring
  const up = round1(cy - 1.05 * P.em),
    stem = stemNow(S),
    isCrossed = Math.min(...stem) < up && Math.max(...stem) > up - P.em,
    isFree = own.y === null && !is_moved && !isCrossed && rows.x.every((each, i) => Math.abs(P.x(each) - cx) > 3.3 * P.em || Math.abs(P.y(rows.y[i]) - up + 0.3 * P.em) > 0.7 * P.em),
    words = isFree ? `<text class="halo" pointer-events="none" text-anchor="middle" x="${cx}" y="${up}">${isTold(S) ? "drag it" : "the ringed row"}</text>` : ""
  return `<g class="mover" data-axis="y" role="slider" tabindex="0" aria-label="y of the row" aria-valuemin="${limits[0]}" aria-valuemax="${limits[1]}" aria-valuenow="${Number(at.toFixed(3))}">${ring}</g>${words}`
}
