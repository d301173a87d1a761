// Where the next tree cuts first: asked in the picture, on any feature that it has an axis for.
import { threshold } from "../../stage/kit/numbers.js"
import { escaped } from "../../stage/kit/svg.js"
import { ANCHOR, RISE } from "./view_phases.js"

const rootOf = (S, round) => S.own.model.round(round).nodes[0]

const nextStep = S => (S.guess ? S.guess.step : S.at.round + 1)
const canAsk = S => nextStep(S) <= S.n && isCut(S.record.trees, nextStep(S))
const isCut = ({ start, left }, round) => left[start[round - 1]] >= 0

const momentOfRoot = (S, step, feature = null) =>
  S.moment({ ...S.at, round: step, node: 0, feature, cut: null })

// The gain of a cut of a feature as a share of the best; null while it is not known.
const shareOf = (S, { step, feature, value }) => {
  const root = momentOfRoot(S, step),
    own = root?.curves.find(each => each.feature === feature)
  const curve = own ?? momentOfRoot(S, step, feature)?.curves.find(each => each.feature === feature)
  if (!curve || !(root?.best?.gain > 0)) return null
  let best = null
  for (const way of curve.ways)
    for (let i = 0; i < way.x.length; i++) {
      const far = Math.abs(way.x[i] - value)
      if (!best || far < best.far || (far === best.far && way.gain[i] > best.gain))
        best = { far, gain: way.gain[i] }
    }
  return best ? Math.max(0, best.gain) / root.best.gain : null
}

const nameOf = (S, { feature, value }, digits = S.record.decimals[feature]) => {
  const text = threshold(value, digits)
  return S.record.names.length === 1 ? text : `${S.record.names[feature]} ≤ ${text}`
}

export const guess = {
  stops: [ANCHOR[1] - 0.0001, RISE[1]],
  step: S => (canAsk(S) ? nextStep(S) : null),
  prompt: S => {
    if (S.at.round >= S.n && !S.guess) return "Where did the trees cut?"
    if (!canAsk(S)) return "The next tree is a single leaf: it cuts nowhere."
    return S.record.kind === "rows"
      ? "What will the next tree ask first?"
      : "Where will the next tree cut first?"
  },
  offer: S => {
    if (!canAsk(S)) return S.at.round >= S.n ? `<span class="note">all ${S.n} are grown</span>` : ""
    return S.own.picture.offer(S)
  },
  said: S => escaped(nameOf(S, S.own.picture.guessed(S))),
  judged: S => {
    const said = S.own.picture.guessed(S),
      root = rootOf(S, S.guess.step)
    const best = root.asks.slice(S.record.names.length === 1 ? `${root.name} ≤ `.length : 0),
      digits = said.feature === root.feature ? /\.(\d+)$/.exec(best)?.[1].length : undefined // as many as the best one has
    return { ...said, yours: nameOf(S, said, digits), best }
  },
  sentence: (S, G) => {
    const share = shareOf(S, G),
      gain = share === null ? "" : ` · <strong>${Math.round(100 * share)} %</strong> of its gain`
    return `<span><em>yours ${escaped(G.yours)}</em> · best <strong>${escaped(G.best)}</strong>${gain}</span>`
  },
  opened: S => S.own.picture.opened?.(S),
  drag: (S, place) => S.own.picture.dragGuess(S, place),
  nudge: (S, axis, by) => S.own.picture.nudge(S, axis, by),
}
