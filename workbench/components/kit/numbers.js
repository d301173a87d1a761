// Numbers as they are sent, compared and read.

// Sent as base64.
export const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high)

// The next number there is, as Python's nextafter gives it: what was meant as a tie is rounded away from zero.
const bits = new DataView(new ArrayBuffer(8))
const after = size => {
  bits.setFloat64(0, size)
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n)
  return bits.getFloat64(0)
}

// A number as one reads it, as numbers.number does: so many significant digits and a real minus.
export const shown = (value, digits = 3) => {
  if (!Number.isFinite(value)) return ""
  if (value === 0) return "0"
  const sign = value < 0 ? "−" : "", size = after(Math.abs(value))
  if (size < 1e-6 || size >= 10 ** (digits + 3)) return sign + Number(size.toPrecision(digits)).toExponential().replace("-", "−").replace("+", "")
  const rounded = Number(size.toPrecision(digits))
  return sign + (rounded >= 10 ** digits ? Math.round(size).toLocaleString("en") : rounded)
}

// A number with so many decimals, as numbers.fixed writes it: what is rounded to 0 has no sign.
export const fixed = (value, decimals, plus = false) => {
  const text = after(Math.abs(value)).toFixed(decimals)
  return (Number(text) === 0 ? "" : value < 0 ? "−" : plus ? "+" : "") + text
}

// A threshold as it reads wherever it stands, as numbers.place_text writes it. decimals: see numbers.threshold_decimals.
export const thresholdText = (value, decimals = -1) => {
  if (decimals < 0) return shown(value, 5)
  const [whole, part = ""] = after(Math.abs(value)).toFixed(decimals).split("."), rest = part.replace(/0+$/, "")
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest && `.${rest}`)
  return value >= 0 || text === "0" ? text : `−${text}`
}
