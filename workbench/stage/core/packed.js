// What packing.py has packed: JSON with arrays of numbers in it. The arrays look into the buffer; those of float32 are
// copied, for their octets are parted.
const KINDS = {
  float32: Float32Array, float64: Float64Array, uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array,
}
const LENGTH = 4

const joined = (buffer, offset, count) => {
  const parted = new Uint8Array(buffer, offset, 4 * count), whole = new Uint8Array(4 * count)
  for (let i = 0; i < parted.length; i++) whole[4 * (i % count) + Math.floor(i / count)] = parted[i]
  return new Float32Array(whole.buffer)
}

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
    place[last] =
      kind === "float32" ? joined(buffer, start + offset, count) : new KINDS[kind](buffer, start + offset, count)
  }
  return whole.data
}
