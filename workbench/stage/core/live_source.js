// What a live stage shows, asked of the server.
import { endLoading, goOn, knownPart, loadAhead, loading, loadRecord, wantedPart } from "./loading.js"

const AHEAD = [1, 2, -1, 3, 4, 5, 6] // steps on the way one goes; a held key comes sooner than a busy server answers

const queryOf = (at, names) => names.map(name => `${name}=${at[name] ?? "none"}`).join("&")

// facts: what Python says of the stage. news, lost: see loading.
export const liveSource = (facts, { news, lost }) => {
  const { stage: name, n_steps, step, follows, resets } = facts
  const base = `stages/${name}`
  let heard = () => {}
  const loader = loading({
    lost,
    news: () => {
      heard()
      news()
    },
  })
  const momentOf = at => `${base}/moment?${queryOf(at, follows)}`
  let last = 1
  return {
    name, n_steps, resets,
    record: () => loadRecord(loader, `${base}/record`),
    moment: at => (follows.length ? wantedPart(loader, momentOf(at)) : {}),
    passes: () => goOn(loader),
    // Settled when something wanted has come, or nothing will.
    news: () => new Promise(done => { heard = done }),
    // The moment if it is there; asks for nothing.
    known: at => knownPart(momentOf(at)),
    // What may be asked for next.
    ahead: at => {
      const way = at[step] < last ? -1 : 1, there = { ...at, ...resets }
      last = at[step]
      const steps = AHEAD.map(far => at[step] + way * far).filter(number => number >= 1 && number <= n_steps)
      if (follows.length) loadAhead(loader, steps.map(number => momentOf({ ...there, [step]: number })))
    },
    hover: at => { if (follows.length) loadAhead(loader, [momentOf(at), ...loader.near]) },
    hurry: () => loader.patience.hurry(),
    end: () => {
      endLoading(loader)
      heard()
    },
  }
}
