// Keeps the address bar at the moment that is shown. A step replaces the entry of the browser's history; a settled
// change, such as another setting, makes a new one, to come back from. Lessons are entries of Streamlit's own.
//
// A reload begins a new session of the server, which knows the address alone: what other lessons stand at is kept
// here, for this tab, and told to it. Each answer says of which session it is, as a busy server may skip the first,
// and whether it has heard: whoever goes to another page meanwhile takes with them what was on its way.
import { tellAll } from "./kit/listen.js"

const KEPT = "values of other lessons"
const isOn = ({ page }) => pageOf(window.location) === page.replace(/\.py$/, "").replace(/^home$/, "")
const pageOf = address => new URL(address, window.location).pathname.split("/").pop()

// What the server was still doing when the reader went back or forward is answered after that, by the page that was
// left: an entry for it would cut off all that lies ahead in the history. So until the server has heard of it, or the
// reader does something else, nobody makes an entry.
const guarded = memory => {
  const push = window.history.pushState.bind(window.history)
  window.history.pushState = (state, title, address) => {
    if (!memory.isReturning || pageOf(address) === pageOf(window.location)) push(state, title, address)
  }
  window.addEventListener("popstate", () => {
    memory.isReturning = true
    if (memory.late && isOn(memory.late)) write(memory.late, false)
  }, true)
  for (const act of ["pointerdown", "keydown", "click"]) window.addEventListener(act, () => { memory.isReturning = false }, true)
  return memory
}
const memory = (globalThis.gbtAddress ??= guarded({ session: "", moment: undefined, visits: 0, isReturning: false, late: null, kept: null }))

const isReloaded = () =>
  memory.moment !== undefined || performance.getEntriesByType("navigation")[0]?.type !== "navigate"

// held: names that the stage on the page writes by itself.
const write = ({ values, held }, isNew) => {
  const address = new URL(window.location.href)
  for (const name of [...address.searchParams.keys()])
    if (!name.startsWith("embed") && !held.includes(name) && !(name in values)) address.searchParams.delete(name)
  for (const [name, text] of Object.entries(values)) address.searchParams.set(name, text)
  if (address.href === window.location.href) return
  window.history[isNew ? "pushState" : "replaceState"](window.history.state, "", address)
}

// A folded part of the page is brought into view, once it is there.
const FRAMES = 600
const leadTo = (label, left = FRAMES) => {
  const found = [...document.querySelectorAll("[data-testid=stExpander] summary")].find(each => each.textContent.includes(label))
  if (found) found.scrollIntoView({ block: "start" })
  else if (left) requestAnimationFrame(() => leadTo(label, left - 1))
}

export default function ({ data, setTriggerValue }) {
  const isVisit = data.visits !== memory.visits
  if (isVisit) memory.isReturning = false
  memory.visits = data.visits
  if (!isOn(data)) memory.late = data // who comes back finds what was done there last
  if (!isOn(data) || memory.isReturning) return // the answer to what was done before the reader went elsewhere
  if (memory.late && isOn(memory.late)) memory.late = null
  write(data, !isVisit && data.moment > (memory.moment ?? data.moment))
  tellAll("gbt-addressed")
  if (data.leads_to) leadTo(data.leads_to)
  if (data.session !== memory.session && isReloaded()) memory.kept = sessionStorage.getItem(KEPT)
  if (data.has_heard) memory.kept = null
  if (memory.kept && memory.kept !== "{}") setTriggerValue("others", JSON.parse(memory.kept))
  else sessionStorage.setItem(KEPT, JSON.stringify(data.others))
  memory.moment = data.moment
  memory.session = data.session
}
