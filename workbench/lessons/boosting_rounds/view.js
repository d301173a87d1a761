// Boosting, round by round: the picture of the rows, the tree that each round grows, and what its cuts gain.
import { part } from "../../stage/kit/easing.js"
import { wireGain } from "../../stage/kit/gain.js"
import { openGuess, putTop } from "../../stage/kit/guess.js"
import { wireRows, wireTree } from "../../stage/kit/pointing.js"
import { significant } from "../../stage/kit/numbers.js"
import { courses } from "../../stage/kit/strip.js"
import { html, put, say } from "../../stage/kit/svg.js"
import { cardOf } from "./view_card.js"
import { curvePicture } from "./view_curve.js"
import { drawStems } from "./view_flight.js"
import { modelOf } from "./view_model.js"
import { nextPeak } from "./view_peaks.js"
import { runTurn } from "./view_places.js"
import { rowsPicture } from "./view_rows.js"
import { planePicture } from "./view_plane.js"
import { ANCHOR } from "./view_phases.js"
import { buildSecond, cutNow, drawGains, drawTitles, drawTree } from "./view_second.js"
import { guess } from "./view_guess.js"

const PICTURES = { curve: curvePicture, plane: planePicture, rows: rowsPicture }

const build = S => {
  const { record } = S,
    model = modelOf(record)
  const picture = PICTURES[record.kind]
  Object.assign(S.own, { model, picture, moment: null, layers: {}, guess: {} })
  const base = record.outputs[record.k].base
  S.own.start = model.isClass
    ? `F₀ = ${significant(base)}: p ${significant(model.shown(0)[0])} everywhere`
    : `prediction = ${significant(base)} everywhere`
  S.parts.moving.replaceChildren(html(""))
  S.parts.moving.innerHTML = picture.layers
  S.parts.ground.width = 0 // nothing of another picture stays
  S.parts.gainbox.querySelector("[data-gain=features]")?.remove()
  for (const layer of S.parts.moving.querySelectorAll("[data-layer]"))
    S.own.layers[layer.dataset.layer] = layer
  S.parts.legend.innerHTML = picture.legend(S)
  for (const key of S.parts.legend.querySelectorAll("[data-key]")) S.own.layers[key.dataset.key] = key
  S.parts.views.hidden = !picture.hasModes
  S.root.classList.toggle("many", Boolean(picture.hasModes))
  S.parts.moving.classList.toggle("regression", !model.isClass)
  picture.build?.(S)
  buildSecond(S)
}

const wire = S => {
  const nodes = () => S.own.model.round(Math.max(1, S.at.round)).nodes
  wireTree(S, {
    tree: nodes,
    choose: (_, id) => S.act({ node: S.at.node === id ? 0 : id, feature: null, cut: null }),
  })
  wireRows(S, (_, place) => S.own.picture.rowAt(S, place, S.own.model.round(S.at.round)))
  wireGain(S, {
    gain: () => S.own.gain,
    now: () => S.own.cut?.candidate ?? 0,
    aim: (_, cut) =>
      S.act(cut === null ? { feature: null, cut: null } : { feature: S.own.gain.drawn.curve.feature, cut }),
    other: (_, by) => S.own.picture.turn?.(S, by),
    press: (_, place) => S.own.picture.press?.(S, place),
  })
  S.listen(S.root, "click", event => {
    const mode = event.target.closest("[data-mode]")?.dataset.mode
    if (mode) S.own.picture.setMode(S, mode)
    if (event.target.closest("[data-view=guess]")) openGuess(S)
    if (event.target.closest("[data-peak]")) nextPeak(S)
  })
  S.listen(S.parts.gaintabs, "click", event => {
    const tab = event.target.closest("[data-feature]")
    if (!tab || !S.resting()) return
    S.act({ feature: Number(tab.dataset.feature), cut: null })
    S.draw()
    S.parts.gaintabs.querySelector(`[data-feature="${tab.dataset.feature}"]`)?.focus()
  })
}

const draw = (S, step, u) => {
  const { model, picture } = S.own,
    m = model.round(step),
    anchored = step === 1 ? 1 : part(u, ANCHOR)
  const last = model.round(Math.max(1, step - 1))
  const cut = (S.own.cut = cutNow(S, m, u))
  const now = { m, last, u, anchored, cut, isStart: S.isStart }
  picture.draw(S, now)
  const T = drawTree(S, m, u)
  drawStems(S, m, u, T, {
    stem: picture.stems(S, now),
    lit: picture.lit?.(S, now) ?? null,
    width: picture.stemWidth?.(S),
  })
  drawGains(S, m, u, cut)
  putTop(S, picture.top(S, now))
  drawTitles(S, m, u, S.isStart)
  say(S.parts.readout, S.row !== null && u === 1 ? picture.readout(S, m, S.row) : "")
}

export const view = {
  unit: "Round",
  steps: S => S.record.n_rounds,
  build,
  wire: [wire],
  draw,
  guess,
  measure: S => {
    S.own.trees.clear()
    S.parts.treebox.replaceChildren()
    S.own.picture.measure(S)
  },
  still: S => put(S.parts.still, S.own.picture.still(S)),
  strip: ({ record: { losses, n_rounds: n } }) => courses(losses.subarray(0, n + 1), losses.subarray(n + 1)),
  card: cardOf,
  runs: runTurn,
  warm: S => {
    const next = Math.min(S.n, S.at.round + 1)
    if (next > 0) S.own.trees(next)
    S.own.picture.warm?.(S)
  },
}
