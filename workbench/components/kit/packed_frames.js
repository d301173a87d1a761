// A picture in all rounds, as charts/packing.py packs it: length of the header, the header in JSON, the arrays.
import { keepFrames } from "./frames.js"

const unpack = ({ arrays, ...facts }, packed) => {
  const whole = packed.slice().buffer // a copy begins at a multiple of 4, as its views must
  for (const [name, [kind, offset, length]] of Object.entries(arrays))
    facts[name] = new (kind === "uint8" ? Uint8Array : Float32Array)(whole, offset, length)
  return facts
}

// packed: a Uint8Array.
export const keepPacked = packed => {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true), start = 4 + length
  const header = JSON.parse(new TextDecoder().decode(packed.subarray(4, start)))
  keepFrames(header.signature, () => unpack(header, packed.subarray(start)))
}
