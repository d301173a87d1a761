// A value that the reader changes here and the server keeps: what was told counts until the server has answered to
// it, and what the server says otherwise was done by somebody else, such as the browser's Back.
//
// Of what is told in a hurry the server may hear the last alone. Where that is what it said before, it says nothing
// new: what was told is answered all the same, once a run has ended since.
const answers = () => globalThis.gbtAnswers ?? 0 // runs of the server that have ended, see address.js

export const pendingOf = value => ({ value, server: value, told: [], toldAt: 0 })

// Forgets what was answered by silence.
export const settle = state => {
  if (state.told.at(-1) === state.server && state.toldAt < answers()) state.told = []
}

export const keepTold = (state, value) => {
  state.told.push(value)
  state.toldAt = answers()
}

export const tellValue = (state, value) => {
  settle(state)
  state.value = value
  keepTold(state, value)
}

// Takes what the server says; gives whether it is news of somebody else's doing.
export const heedServer = (state, value) => {
  settle(state)
  const at = state.told.indexOf(value), isNews = at < 0 && value !== state.server
  state.told = isNews ? [] : state.told.slice(at + 1)
  state.server = value
  return isNews
}

export const heedValue = (state, value) => {
  if (heedServer(state, value)) state.value = value
}
