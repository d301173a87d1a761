// What stands in a file by itself, or in a notebook, as a source of a stage: see whole_record in saved.py.
// more: asked for moments that are not there.
export const recordSource = (facts, more = () => null) => {
  const { name, n_steps, step, start, follows, resets, moments } = facts
  const isAtStart = at => follows.every(each => each === step || (at[each] ?? null) === start[each])
  const moment = at => (isAtStart(at) && moments[at[step]]) || more(at)
  return { name, n_steps, resets, moment, hover: () => {} }
}

// A cursor whose step and places are such as there are; what is beyond the last comes back where it fits again.
export const clipped = (wanted, { step, n_steps, low, first, ends = {}, usual = {} }) => ({
  ...wanted,
  ...Object.fromEntries(Object.entries(ends).map(([name, end]) => [name, wanted[name] > end ? usual[name] : wanted[name]])),
  [step]: Math.min(Math.max(low, wanted[step] ?? first), n_steps),
})

// Opens a stage with all that it shows. told: called after every act.
export const openWhole = (root, { views, openStage }, facts, source, told) => {
  const { view, style } = views[facts.view], { step, low, record } = facts
  root.before(Object.assign(document.createElement("style"), { textContent: style }))
  root.dataset.view = facts.view
  return openStage({ root, view, record, source, cursor: clipped(facts.cursor, facts), told, step, low })
}

// Bytes of packing.py, deflated.
export const inflated = async deflated => {
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Response(stream).arrayBuffer()
}
