// Keeps the numbers of a picture in the page, so that they are sent once; draws nothing.
// Layout of the bytes: length of the header, the header in JSON, the arrays (see boosting_rounds/frames.py).
import { keepFrames } from "./kit/frames.js"

const headerOf = packed => {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true)
  return [JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))), 4 + length]
}

const unpack = ({ arrays, ...facts }, packed) => {
  const whole = packed.slice().buffer // a copy begins at a multiple of 4, as its views must
  for (const [name, [kind, offset, length]] of Object.entries(arrays))
    facts[name] = new (kind === "uint8" ? Uint8Array : Float32Array)(whole, offset, length)
  return facts
}

export default function ({ data }) {
  if (!data?.length) return
  const [header, start] = headerOf(data)
  keepFrames(header.signature, () => unpack(header, data.subarray(start)))
}
