// A value that the reader changes here and the server keeps: what was told counts until the server has answered to
// it, and what the server says otherwise was done by somebody else, such as the browser's Back.
export const pendingOf = value => ({ value, server: value, told: [] })

export const tellValue = (state, value) => {
  state.value = value
  state.told.push(value)
}

export const heedValue = (state, value) => {
  const at = state.told.indexOf(value)
  if (at >= 0) state.told.splice(0, at + 1)
  else if (value !== state.server) Object.assign(state, { value, told: [] })
  state.server = value
}
