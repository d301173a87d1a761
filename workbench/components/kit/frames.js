// Pictures in all rounds, kept in the page so that each is sent once. Each component is a script of its own:
// they share nothing but the page's global object.
import { listenWhileThere, tellAll } from "./listen.js"

const FRAMES = "gbt-frames"
const KEPT = 4 // pictures

export const framesOf = signature => globalThis.gbtFrames?.get(signature)

export const keepFrames = (signature, unpack) => {
  const all = (globalThis.gbtFrames ??= new Map())
  const frames = all.get(signature) ?? unpack()
  all.delete(signature) // in again at the end: the oldest leave first
  all.set(signature, frames)
  for (const old of [...all.keys()].slice(0, -KEPT)) all.delete(old)
  tellAll(FRAMES)
}

// Calls handler when a picture has come.
export const onFrames = (element, handler) => listenWhileThere(element, FRAMES, handler)
