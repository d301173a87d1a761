// The peaks of a gain curve: cuts that nearly won, each far from the others.
const SHARE = 0.02 // of the highest gain: what a peak rises above the saddle to a higher one, at least

// How far a peak rises above the higher of the two lowest points on the way to something higher on either side.
const rise = (gain, i) => {
  const saddle = step => {
    let low = gain[i]
    for (let j = i + step; j >= 0 && j < gain.length; j += step) {
      if (gain[j] > gain[i]) return low
      low = Math.min(low, gain[j])
    }
    return -Infinity
  }
  return gain[i] - Math.max(saddle(-1), saddle(1))
}

// Their places along a way, the highest first.
export const peaksOf = ({ gain, verdict }) => {
  const least = SHARE * Math.max(...gain),
    isTop = i => !verdict[i] && gain[i] > Math.max(0, gain[i + 1] ?? 0) && gain[i] >= (gain[i - 1] ?? 0)
  return Array.from(gain.keys())
    .filter(i => isTop(i) && rise(gain, i) >= least)
    .sort((a, b) => gain[b] - gain[a])
}

// The next lower one, after the last the highest, as a cut; the card of the gain goes with it.
export const nextPeak = S => {
  const { curve, way, i } = S.own.cut,
    peaks = peaksOf(way)
  S.act({ feature: curve.feature, cut: way.candidate[peaks[(peaks.indexOf(i) + 1) % peaks.length]] })
  Object.assign(S, { cardAt: S.at, cardWaits: "gain" })
}
