// Where each loss had the fit at the row in the end, and where it was said: a mark there, and its name beside it, on the row's
// side of the truth and of the fit in the end.
import { extent } from "../../stage/kit/axes.js"
import { significant } from "../../stage/kit/numbers.js"
import { round1 } from "../../stage/kit/svg.js"
import { betOn, endOn, isTold, pickOf, rowNow, yNow } from "./view_model.js"

const HALF = 12, // pixels of a mark
  BESIDE = 30, // of a name from its mark
  LINE = 1.35, // em from name to name
  CLEAR = 1.7, // from a name to the handle
  WIDEST = 9 // em of a name

export const nameSide = (P, x) => (x + WIDEST * P.em < P.x.range[1] ? 1 : -1)

export const drawRungs = S => {
  const { own: { P, model }, record } = S,
    x = P.x(record.rows.x[rowNow(S)]),
    side = nameSide(P, x),
    [from, to] = [BESIDE, BESIDE + WIDEST * P.em].map(off => P.x.back(x + side * off)).sort((a, b) => a - b),
    isNear = place => place >= from && place <= to,
    truth = record.truth.y.filter((_, i) => isNear(record.truth.x[i])),
    fit = model.line(model.n).filter((_, i) => isNear(record.places[i])),
    [low, high] = extent([...truth, ...fit]),
    up = record.is_binary || yNow(S) > (low + high) / 2 ? 1 : -1, // names go up from mark to mark, or down
    told = record.choices
      .filter(({ is_binary }) => is_binary === record.is_binary)
      .map(loss => ({ label: loss.label, role: loss.name === record.loss ? " now" : "", end: endOn(S, loss) }))
      .concat({ label: "yours", role: " bet", end: betOn(S) })
      .filter(({ end }) => end !== undefined)
      .sort((a, b) => up * (a.end - b.end))
  const held = isTold(S) || betOn(S) !== undefined ? NaN : P.y(pickOf(S))
  let free = record.is_binary ? Infinity : P.y(up > 0 ? high : low) - up * 3 * P.em
  return told
    .map(bet => {
      const y = round1(P.y(bet.end)),
        near = up > 0 ? Math.min(y, free) : Math.max(y, free),
        at = round1(Math.abs(near - held) < CLEAR * P.em ? held - up * CLEAR * P.em : near),
        { role } = bet
      const mark = `<path class="rung${role}" d="M${round1(x - HALF)} ${y}h${2 * HALF}"/>`
      free = at - up * LINE * P.em
      return (
        `${mark}<path class="to-name" d="M${round1(x + side * HALF)} ${y}L${round1(x + side * (BESIDE - 4))} ${at}"/>` +
        `<text class="rung-name${role} halo" x="${round1(x + side * BESIDE)}" y="${round1(at + 0.3 * P.em)}" text-anchor="${side > 0 ? "start" : "end"}"><tspan class="value">${significant(bet.end)}</tspan> ${bet.label}</text>`
      )
    })
    .join("")
}
