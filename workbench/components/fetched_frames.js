// Fetches the numbers of a picture and keeps them in the page, so that they are sent once; draws nothing.
import { framesOf, keepFrames } from "./kit/frames.js"
import { keepPacked } from "./kit/packed_frames.js"

const AGAIN_MS = 1000 // after the network has failed
const awaited = new Set() // signatures
const wanted = new WeakMap() // parent element: the signature of its picture

const load = async (signature, parentElement) => {
  awaited.add(signature)
  try {
    const answer = await fetch(new URL(`pictures/${signature}`, document.baseURI))
    if (!answer.ok) throw new Error(`no picture: ${answer.status}`)
    keepPacked(new Uint8Array(await answer.arrayBuffer()))
  } catch {
    const isWanted = () => parentElement.isConnected && wanted.get(parentElement) === signature
    setTimeout(() => { if (isWanted()) load(signature, parentElement) }, AGAIN_MS)
  }
  awaited.delete(signature)
}

export default function ({ data: { signature }, parentElement }) {
  wanted.set(parentElement, signature)
  if (framesOf(signature)) keepFrames(signature) // in again at the end, see there
  else if (!awaited.has(signature)) load(signature, parentElement)
}
