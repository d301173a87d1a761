// What the address bar says of the values that a stage holds.
const WRITE_MS = 150 // browsers take so many changes of the address in a time, and no more

export const pageOf = () => window.location.pathname.split("/").pop()

export const linkNow = () =>
  Object.fromEntries([...new URL(window.location.href).searchParams].filter(([name]) => !name.startsWith("embed")))

const saidBy = (text, isNumber) => (text === "none" ? null : isNumber ? Number(text) : text)

// The held values of a link; what it does not say, or says in nonsense, as the page has it else.
export const heldIn = (link, { usual, numbers }) =>
  Object.fromEntries(Object.entries(usual).map(([name, value]) => {
    const said = name in link ? saidBy(link[name], numbers.includes(name)) : value
    return [name, Number.isNaN(said) ? value : said]
  }))

// Whether a link is about the settings whose record is shown: another entry of the history is not the stage's.
export const isAbout = (link, { settings, usual }) => {
  const rest = Object.keys(link).filter(name => !(name in usual))
  return rest.length === Object.keys(settings).length && rest.every(name => link[name] === settings[name])
}

const write = (shown, data) => {
  const address = new URL(window.location.href)
  for (const [name, value] of Object.entries(data.usual)) {
    if (shown[name] === value) address.searchParams.delete(name)
    else address.searchParams.set(name, shown[name] ?? "none")
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address)
}

// Writes what a stage shows into the address, at once or soon. shownNow: gives that, with what Python says of the stage;
// null where the address is not the stage's.
export const addressWriter = shownNow => {
  let timer = null, wrote = 0
  const now = () => {
    clearTimeout(timer)
    timer = null
    const found = shownNow()
    if (!found || pageOf() !== found.data.page || !isAbout(linkNow(), found.data)) return
    write(found.shown, found.data)
    wrote = Date.now()
  }
  return {
    now,
    soon: () => { timer ??= setTimeout(now, Math.max(0, WRITE_MS - (Date.now() - wrote))) },
    forget: () => {
      clearTimeout(timer)
      timer = null
    },
  }
}
