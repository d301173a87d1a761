// All losses side by side, on one scale: the curve of a row over F, and where it had the fit at the row in the end, once that
// was told.
import { scale } from "../../stage/kit/axes.js"
import { wireArrows } from "../../stage/kit/keys.js"
import { significant } from "../../stage/kit/numbers.js"
import { escaped, put, round1, set } from "../../stage/kit/svg.js"
import { endOn, takeLoss } from "./view_model.js"

const WIDE = 60,
  HIGH = 34,
  MOST = 2.1 // of the loss: half of two squared, and a little

const pictureOf = ({ reach }, { loss }) => {
  const x = scale([-reach, reach], [2, WIDE - 2]),
    y = scale([0, MOST], [HIGH - 3, 3]),
    last = loss.length - 1
  let d = ""
  loss.forEach((value, i) => {
    if (value <= MOST) d += `${d ? "L" : "M"}${round1(x(-reach + (2 * reach * i) / last))} ${round1(y(value))}`
  })
  return `<svg viewBox="0 0 ${WIDE} ${HIGH}" aria-hidden="true"><path class="goal" d="M${x(0)} 3V${HIGH}"/><path class="shape" d="${d}"/></svg>`
}

export const drawTiles = S => {
  const { parts: { tiles }, record, turn } = S,
    isFocused = tiles.contains(tiles.getRootNode().activeElement)
  const tileNow = each => {
    const isOn = each.name === record.loss,
      end = endOn(S, each)
    return (
      `<button type="button" role="radio" data-loss="${each.name}" aria-label="${each.words}" data-end="${end === undefined ? "" : significant(end)}" aria-checked="${isOn}" tabindex="${isOn ? 0 : -1}"${turn ? "" : " disabled"}>` +
      `${pictureOf(record.tiles, each)}${escaped(each.words)}</button>`
    )
  }
  put(tiles, record.tiles.losses.map(tileNow).join(""))
  if (isFocused) tiles.querySelector("[aria-checked=true]")?.focus({ preventScroll: true })
}

export const wireTiles = S => {
  const { tiles } = S.parts
  S.listen(tiles, "click", event => {
    const name = event.target.closest("[data-loss]")?.dataset.loss
    if (!S.turn || !name || name === S.record.loss) return
    for (const each of tiles.children) set(each, "aria-checked", String(each.dataset.loss === name)) // at once, before it is boosted
    takeLoss(S, S.record.tiles.losses.find(each => each.name === name))
  })
  wireArrows(S, tiles)
}
