// Numbers as they are sent, compared and read.

// Sent as base64 of little-endian float32 or uint8.
export const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
export const floats = text => new Float32Array(bytes(text).buffer)

// A colour #rrggbb as its three numbers.
export const channels = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high)

// The index of the value nearest to another, the first of equal ones.
export const nearest = (values, value) => {
  let best = 0
  for (let i = 1; i < values.length; i++) if (Math.abs(values[i] - value) < Math.abs(values[best] - value)) best = i
  return best
}

// A number as one reads it, as numbers.number does: so many significant digits and a real minus.
export const shown = (value, digits = 3) => {
  if (!Number.isFinite(value)) return ""
  if (value === 0) return "0"
  const size = Math.abs(value), sign = value < 0 ? "−" : ""
  if (size < 1e-3 || size >= 1e9) return sign + Number(size.toPrecision(digits)).toExponential().replace("-", "−").replace("+", "")
  if (size >= 10 ** digits) return sign + Math.round(size).toLocaleString("en")
  return sign + Number(size.toPrecision(digits))
}

// A threshold with at most so many decimals, as named_candidates.fixed writes it.
export const fixedPlaces = (x, places) =>
  x !== 0 && !(Math.abs(x) > 1e-6 && Math.abs(x) < 1e9) ? shown(x, 4) : String(Number(x.toFixed(places))).replace("-", "−")
