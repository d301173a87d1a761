// Numbers as they are read on the stage: two or three digits, a real minus, and what is noise is 0.
import { fixed, shown, thresholdText } from "../../components/kit/numbers.js"

// With so many decimals; nothing for what is no number.
export const decimals = (value, digits = 3) => (Number.isFinite(value) ? fixed(value, digits) : "")

// With its sign, as what is added.
export const signed = (value, digits = 2) => fixed(value, digits, true)

// The same, with three significant digits.
export const added = value => (value > 0 ? "+" : "") + significant(value)

// Three significant digits, which stand still while the number runs: 0.840, 1.63, 12.4, 176; two of small ones, without
// an exponent: 0.080, 0.000059.
export const significant = value => {
  const size = Math.abs(value)
  if (!Number.isFinite(value)) return ""
  if (size < 1e-12) return "0"
  if (size < 1e-6) return "≈ 0"
  if (size < 0.0995) return fixed(value, 1 - Math.floor(Math.log10(Number(size.toPrecision(2)))))
  if (size >= 1000) return shown(value, 4)
  return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3)
}

// With so many decimals; with one digit what would read as 0 then.
export const never0 = (value, digits) => {
  const text = fixed(value, digits)
  return Number(text) === 0 ? fixed(value, -Math.floor(Math.log10(Math.abs(value)))) : text
}

// How numbers that are added read: with the decimals of the largest, or more.
export const alike = (values, more = 0) => {
  const largest = Math.max(...values.map(Math.abs)),
    { length: digits } = significant(largest).split(".")[1] ?? ""
  if (largest < 1e-6 || (largest >= 1000 && !more)) return significant
  return value => (withoutNoise(value, largest) ? never0(value, digits + more) : "0")
}

// The same with as few decimals as make of them what their result reads as; made: of numbers, that result.
export const sufficing = (values, made, result) => {
  const ways = [0, 1, 2, 3, 4, 5, 6].map(more => alike(values, more)),
    reads = read => significant(made(values.map(value => parsed(read(value))))) === significant(result)
  return ways.find(reads) ?? ways[0]
}
export const parsed = text => Number(text.replace("−", "-").replaceAll(",", ""))

// What a number reads as: a share of two numbers is that of what is read.
export const asRead = value => parsed(significant(value)) || value

// What is 0 beside the size of its addends is rounding.
export const withoutNoise = (value, size) => (Math.abs(value) < 1e-9 * size ? 0 : value)

// A number on an axis, without zeros at its end.
export const tick = value => {
  const size = Math.abs(value)
  return size !== 0 && (size < 1e-6 || size >= 1e6) ? shown(value, 3) : thresholdText(value, size < 1e-4 ? 8 : 6)
}

// A threshold as it reads everywhere.
export const threshold = thresholdText

// Decimals that part several numbers of about this size.
export const decimalsFor = (size, digits = 3) => clampDigits(digits - 1 - Math.floor(Math.log10(size || 1)))
const clampDigits = digits => Math.min(6, Math.max(0, digits))
