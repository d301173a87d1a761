// Keeps the address bar at the moment that is shown. A step replaces the entry of the browser's history; a settled
// change, such as another setting, makes a new one, to come back from. Lessons are entries of Streamlit's own.
//
// A reload begins a new session of the server, which knows the address alone: what other lessons stand at is kept
// here, for this tab, and told to it.
const KEPT = "values of other lessons"
const memory = (globalThis.gbtAddress ??= { moment: undefined })

const isReloaded = () =>
  memory.moment !== undefined || performance.getEntriesByType("navigation")[0]?.type !== "navigate"

export default function ({ data, setTriggerValue }) {
  const address = new URL(window.location.href)
  const page = data.page.replace(/\.py$/, "").replace(/^home$/, "")
  if (address.pathname.split("/").pop() !== page) return // the answer of a lesson that was left meanwhile
  for (const name of [...address.searchParams.keys()])
    if (!name.startsWith("embed")) address.searchParams.delete(name)
  for (const [name, text] of Object.entries(data.values)) address.searchParams.set(name, text)
  if (address.href !== window.location.href) {
    const isNew = memory.moment !== undefined && data.moment > memory.moment
    window.history[isNew ? "pushState" : "replaceState"](window.history.state, "", address)
  }
  const kept = data.is_new && isReloaded() ? sessionStorage.getItem(KEPT) : null
  if (kept && kept !== "{}") setTriggerValue("others", JSON.parse(kept))
  else sessionStorage.setItem(KEPT, JSON.stringify(data.others))
  memory.moment = data.moment
}
