// Keeps the address bar at the moment that is shown. A step replaces the entry of the browser's history; a settled
// change, such as another setting, makes a new one, to come back from. Lessons are entries of Streamlit's own.
const memory = (globalThis.gbtAddress ??= { moment: undefined })

export default function ({ data }) {
  const address = new URL(window.location.href)
  for (const name of [...address.searchParams.keys()])
    if (!name.startsWith("embed")) address.searchParams.delete(name)
  for (const [name, text] of Object.entries(data.values)) address.searchParams.set(name, text)
  if (address.href !== window.location.href) {
    const isNew = memory.moment !== undefined && data.moment > memory.moment
    window.history[isNew ? "pushState" : "replaceState"](window.history.state, "", address)
  }
  memory.moment = data.moment
}
