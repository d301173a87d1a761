// Acts are numbered, those after a reload higher than those before. The server says the number of the act that it has
// heard last: until then what the reader does here counts, and from then on what the server says.
const acts = (globalThis.gbtActs ??= { last: Date.now() })

export const newAct = () => ++acts.last
