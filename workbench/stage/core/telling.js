// Tells the server where a stage is, by a request that runs nothing: one at a time, of which the last says all.
import { afterFrame } from "./after_frame.js"

const AGAIN_MS = 1000 // a server that is not there may come back

// now: gives the values to be told, and under which token.
export const telling = now => {
  let isNew = false, underWay = null
  const say = async () => {
    const { token, values } = now()
    const answer = await fetch(new URL(`cursor/${token}`, document.baseURI), {
      method: "POST", body: JSON.stringify(values), keepalive: true,
    })
    if (!answer.ok) throw new Error(`cursor: ${answer.status}`)
  }
  const send = async () => {
    await new Promise(afterFrame)
    while (isNew) {
      isNew = false
      try { await say() } catch {
        isNew = true
        await new Promise(done => setTimeout(done, AGAIN_MS))
      }
    }
  }
  const flush = () => (underWay ??= send().finally(() => { underWay = null }))
  return {
    flush,
    isDone: () => !isNew && !underWay,
    tell: () => {
      isNew = true
      return flush()
    },
  }
}
