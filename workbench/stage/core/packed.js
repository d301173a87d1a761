// What packing.py has packed: JSON with arrays of numbers in it. The arrays look into the buffer, none is copied.
const KINDS = {
  float32: Float32Array, float64: Float64Array, uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array,
}
const LENGTH = 4

export const unpacked = buffer => {
  const start = LENGTH + new DataView(buffer).getUint32(0, true)
  const { data, arrays } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, LENGTH, start - LENGTH)))
  const whole = { data }
  for (const [way, kind, offset, count] of arrays) {
    let place = whole, last = "data"
    for (const step of way) {
      place = place[last]
      last = step
    }
    place[last] = new KINDS[kind](buffer, start + offset, count)
  }
  return whole.data
}
