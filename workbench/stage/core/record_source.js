// A record that has all that it shows with it, as a source of a stage: in a file by itself, and in a notebook.
// steps: the moments of each step where the cursor is in it at first; questions: by step. more: asked for what is not
// there, in a notebook.
export const recordSource = ({ name, n_steps, step, held, resets, steps, questions }, more = () => null) => {
  const isUsual = at => Object.keys(held).every(each => each === step || each === "guess" || (at[each] ?? null) === held[each])
  const moment = at => (isUsual(at) && steps[at[step]]) || more(at)
  return { name, n_steps, resets, moment, known: moment, question: number => questions[number] ?? null, ahead: () => {}, hover: () => {} }
}

// A cursor whose step is one that there is; a step beyond the last comes back where it fits again.
export const clipped = (wanted, step, n_steps) => ({ ...wanted, [step]: Math.min(Math.max(1, wanted[step] ?? 1), n_steps) })
