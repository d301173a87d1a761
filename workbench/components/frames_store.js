// Keeps the numbers of a picture in the page, so that they are sent once; draws nothing.
// Layout of the bytes: length of the header, the header in JSON, the arrays (see frames.py).
const KEPT = 4 // pictures

const unpack = packed => {
  const whole = packed.slice().buffer // a copy begins at 0, as aligned views need
  const start = 4 + new DataView(whole).getUint32(0, true)
  const { arrays, ...facts } = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, start - 4)))
  for (const [name, [kind, offset, length]] of Object.entries(arrays))
    facts[name] = new (kind === "uint8" ? Uint8Array : Float32Array)(whole, start + offset, length)
  return facts
}

const stored = new WeakMap() // parent element: the bytes that were unpacked last

export default function ({ data, parentElement }) {
  if (!data?.length || stored.get(parentElement) === data) return
  stored.set(parentElement, data)
  const frames = unpack(data)
  const all = (globalThis.gbtFrames ??= new Map())
  all.delete(frames.signature) // in again at the end: the oldest leave first
  all.set(frames.signature, frames)
  for (const old of [...all.keys()].slice(0, -KEPT)) all.delete(old)
  document.dispatchEvent(new CustomEvent("gbt-frames"))
}
