// Fetches what a stage shows, by addresses that never change; what may be wanted next before it is asked for.
// What does not come is asked for again, less and less often; what the server no longer has, it is asked to make anew.
import { unpacked } from "./packed.js"

const MOST = 3, MOST_WANTED = 5 // requests under way at once, with those for what is not yet asked for, and at all
const KEPT = 600, KEPT_RECORDS = 6
const FIRST_PAUSE_MS = 500, LONGEST_PAUSE_MS = 8000
const GONE = 404
// For the whole page: stages come and go.
const kept = (globalThis.gbtKept ??= { parts: new Map(), records: new Map() }) // address: what came from there

const keep = (values, address, data, most) => {
  values.set(address, data)
  for (const old of [...values.keys()].slice(0, -most)) values.delete(old)
  return data
}

const fetched = async address => {
  const answer = await fetch(new URL(address, document.baseURI))
  if (!answer.ok) throw Object.assign(new Error(`${address}: ${answer.status}`), { isGone: answer.status === GONE })
  return unpacked(await answer.arrayBuffer())
}

// Pauses, each longer than the one before, until all is well; hurry() ends one.
const pausing = () => {
  let length = FIRST_PAUSE_MS, end = () => {}
  return {
    pause: () => new Promise(done => {
      const timer = setTimeout(done, length)
      length = Math.min(2 * length, LONGEST_PAUSE_MS)
      end = () => {
        clearTimeout(timer)
        done()
      }
    }),
    hurry: () => {
      length = FIRST_PAUSE_MS
      end()
    },
  }
}

const failed = (loader, error) => {
  if (!loader.isOver && error.isGone) loader.lost()
  return loader.patience.pause()
}

const load = async (loader, address) => {
  const { flying, patience } = loader
  flying.add(address)
  try {
    keep(kept.parts, address, await fetched(address), KEPT)
    patience.hurry()
  } catch (error) { await failed(loader, error) }
  flying.delete(address)
  if (loader.isOver) return
  if (kept.parts.has(address) && loader.wanted.delete(address)) loader.news()
  pump(loader)
}

// What is wanted first, then what may be: a key that is held comes to it sooner than what it has passed would.
const pump = loader => {
  const { flying, wanted } = loader, misses = address => !kept.parts.has(address) && !flying.has(address)
  for (const address of [...wanted].reverse().filter(misses)) if (flying.size < MOST_WANTED) load(loader, address)
  for (const address of loader.near.filter(misses)) if (flying.size < MOST) load(loader, address)
}

export const knownPart = address => kept.parts.get(address)

// The part of an address, undefined while it is on its way.
export const wantedPart = (loader, address) => {
  const { wanted } = loader
  if (kept.parts.has(address)) return kept.parts.get(address)
  wanted.delete(address)
  wanted.add(address)
  pump(loader)
}

// One goes on: what the next picture does not ask for again is not waited for.
export const goOn = loader => loader.wanted.clear()

export const loadAhead = (loader, addresses) => {
  loader.near = addresses
  pump(loader)
}

// A whole record; undefined where the loader has ended before it came.
export const loadRecord = async (loader, address) => {
  while (!kept.records.has(address) && !loader.isOver) {
    try { keep(kept.records, address, await fetched(address), KEPT_RECORDS) } catch (error) { await failed(loader, error) }
  }
  return kept.records.get(address)
}

export const endLoading = loader => {
  loader.isOver = true
  loader.patience.hurry()
}

// news: called when something that is wanted has come; lost: where the server has it no longer.
export const loading = ({ news, lost }) =>
  ({ news, lost, patience: pausing(), flying: new Set(), wanted: new Set(), near: [], isOver: false })
