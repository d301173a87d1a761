// Keeps the numbers of a picture in the page, so that they are sent once; draws nothing.
// Layout of the bytes: length of the header, the header in JSON, the arrays (see frames.py).
const KEPT = 4 // pictures

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
  const [header, start] = headerOf(data), all = (globalThis.gbtFrames ??= new Map())
  const frames = all.get(header.signature) ?? unpack(header, data.subarray(start))
  all.delete(frames.signature) // in again at the end: the oldest leave first
  all.set(frames.signature, frames)
  for (const old of [...all.keys()].slice(0, -KEPT)) all.delete(old)
  document.dispatchEvent(new CustomEvent("gbt-frames"))
}
