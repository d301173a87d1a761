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
  const top = Math.max(...gain)
  const isPeak = i => !verdict[i] && gain[i] > 0 && gain[i] >= (gain[i - 1] ?? -Infinity) && gain[i] > (gain[i + 1] ?? -Infinity)
  const found = gain.map((_, i) => i).filter(i => isPeak(i) && rise(gain, i) >= SHARE * top)
  return found.sort((a, b) => gain[b] - gain[a])
}

// The next lower one after a place; the highest after the last, and from anywhere that is none.
export const peakAfter = (way, i) => {
  const peaks = peaksOf(way), at = peaks.indexOf(i)
  return peaks[(at + 1) % peaks.length]
}
