// The stage in the live page. It holds the cursor: the address says it at once, the server by a request that runs
// nothing, and what stands below the stage once it rests and one looks there.
import { listenWhileThere, tellAll } from "../../components/kit/listen.js"
import { addressWriter, heldIn, isAbout, linkNow, pageOf } from "./address.js"
import { afterFrame } from "./after_frame.js"
import { holdWays } from "./leaving.js"
import { liveSource } from "./live_source.js"
import { clipped } from "./record_source.js"
import { telling } from "./telling.js"

// A round moves for longer, and what runs below must not make it stutter; where nothing moves, a held key is all there
// is to wait for.
const RESTS_MS = 700, CALM_RESTS_MS = 150
// A run costs the server about twice what a step does: out of sight, what stands below has time. By then it follows for
// those who hear or search the page.
const UNSEEN_MS = 4000, EDGE = 16
const calm = matchMedia("(prefers-reduced-motion: reduce)")
const mounted = new WeakMap() // parent element: its stage
// A stage that is mounted anew, as when its place is drawn again, goes on where it was.
const left = (globalThis.gbtStages ??= new Map()) // token: the cursor, and the last of what Python had put

const atOf = ({ wanted, data }) => clipped(wanted, data)

const shownOf = stage => {
  if (!stage.root.isConnected || stage.waits || !stage.source) return null
  const at = atOf(stage)
  return { shown: { ...at, ...stage.source.known(at)?.shown }, data: stage.data }
}

const remember = stage => {
  left.delete(stage.data.token)
  left.set(stage.data.token, { wanted: stage.wanted, taken: stage.taken })
  for (const old of [...left.keys()].slice(0, -8)) left.delete(old)
  globalThis.gbtCursor = stage.wanted // for what is drawn later
  tellAll("gbt-cursor")
}

// --- acts

const rest = async stage => {
  const { resting } = stage
  stage.address.now()
  await stage.telling.flush()
  if (!stage.root.isConnected || stage.resting !== resting) return
  tellAll("gbt-rests")
  delete stage.root.dataset.untold
}

const isBelowSeen = ({ root }) => root.getBoundingClientRect().bottom < window.innerHeight - EDGE

const restIn = (stage, ms) => {
  clearTimeout(stage.resting)
  stage.isPutOff = ms === UNSEEN_MS
  stage.resting = setTimeout(() => rest(stage), ms)
}

// Whoever scrolls to what stands below, or prints the page, looks at it.
const looks = stage => ({ type }) => {
  if (stage.isPutOff && (type === "beforeprint" || isBelowSeen(stage))) restIn(stage, 0)
}

const doNotRest = stage => {
  clearTimeout(stage.resting)
  Object.assign(stage, { resting: null, isPutOff: false })
  delete stage.root.dataset.untold
}

const tell = stage => {
  remember(stage)
  stage.telling.tell()
  afterFrame(stage.address.soon)
  stage.root.dataset.untold = "" // what stands below does not follow yet
  restIn(stage, !isBelowSeen(stage) ? UNSEEN_MS : calm.matches ? CALM_RESTS_MS : RESTS_MS)
}

// In a picture whose next one is on its way the step alone counts: what is pointed at may not be there any more.
const counted = ({ source, shownSource, data: { step } }, changes) =>
  Object.entries(changes).filter(([name]) => shownSource === source || name === step)

const told = stage => changes => {
  stage.hasActed = true
  stage.wanted = { ...stage.wanted, ...Object.fromEntries(counted(stage, changes)) }
  if (stage.shownSource === stage.source) stage.source?.passes() // else the next picture waits for its own
  tell(stage)
  afterFrame(() => stage.source?.ahead(atOf(stage)))
}

// --- back and forward

const visit = stage => () => {
  if (!stage.root.isConnected || pageOf() !== stage.data.page) return
  const link = linkNow()
  stage.address.forget()
  doNotRest(stage)
  stage.waits = !isAbout(link, stage.data)
  stage.wanted = heldIn(link, stage.data)
  stage.hasActed = false
  if (stage.waits) return // what it shows is on its way, and the page with it
  show(stage)
  tell(stage)
}

// --- what Python says

const show = stage => {
  const { S, record, source, data: { step, low } } = stage
  const { shownSource = source } = stage, steps = shownSource === source ? { step, low } : {} // the old stage counts by its own
  S?.show({ record, source: shownSource, cursor: atOf(stage), ...steps })
}

// From the last step to the lesson that comes next: its card stands below. Whoever presents has no card, and goes there once
// nothing is asked any more.
const leadsOn = root => () => {
  const next = document.querySelector(".st-key-after a")
  if (next && root.classList.contains("present")) return root.querySelector("[data-skip]") ? null : () => next.click()
  return next && (() => {
    const link = document.querySelector(".st-key-lesson_end a") ?? next
    link.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth", block: "center" })
    link.focus({ preventScroll: true })
  })
}

// Until its record has come, whoever waits for the page waits for it, too.
const awaits = ({ root }, isComing) => {
  tellAll("gbt-awaits", isComing)
  root.toggleAttribute("data-awaits", isComing)
  root.getRootNode().host?.toggleAttribute("data-drawn", !isComing)
}

const arrived = async (stage, views) => {
  const { source, data } = stage, coming = source.record(), hasCome = () => source.moment(atOf(stage)) !== undefined
  hasCome() // asked for beside the record
  const record = await coming, isGone = () => stage.source !== source || !record
  while (stage.S && !isGone() && !hasCome()) await source.news() // the old picture stays whole until then
  if (isGone()) return // another fit has come meanwhile, or the stage is left
  Object.assign(stage, { record, shownSource: source })
  if (stage.S) show(stage)
  else {
    const { openStage, views: { [data.view]: { view, style } } } = views()
    stage.root.before(Object.assign(document.createElement("style"), { textContent: style }))
    stage.root.dataset.view = data.view
    stage.S = openStage({ root: stage.root, view, record, source, cursor: atOf(stage), told: told(stage), turn: stage.turn, step: data.step, low: data.low, put: stage.put, leadsOn: leadsOn(stage.root) })
  }
  awaits(stage, false)
  source.ahead(atOf(stage))
  stage.address.soon()
}

// Of the cursor only what Python has set itself, and where a link has led to another place.
const takeCursor = (stage, data) => {
  const { wanted, token, taken } = stage
  const numbers = Object.values(data.put).map(([number]) => number)
  stage.taken = Math.max(0, ...numbers)
  if (token !== data.token) {
    if (!stage.hasActed) stage.wanted = { ...data.cursor }
    return stage.hasActed
  } else {
    const news = Object.entries(data.put).filter(([, [number]]) => number > taken)
    stage.wanted = { ...wanted, ...Object.fromEntries(news.map(([name, [, value]]) => [name, value])) }
    stage.isMoved = news.length > 0
  }
  return false
}

const take = (stage, data, views) => {
  const isAgain = takeCursor(stage, data),
    isOther = stage.root.classList.contains("present") !== data.present
  Object.assign(stage, { data, token: data.token, waits: false })
  stage.root.classList.toggle("present", data.present)
  if (isOther) stage.S?.fit() // its parts are others then, whether its own size changes or not
  remember(stage)
  if (isAgain) tell(stage) // since one went back or forward
  if (stage.source?.name === data.stage) {
    stage.source.hurry()
    show(stage)
    if (stage.shownSource === stage.source) awaits(stage, false)
    stage.address.soon() // it may have been written before the stage knew what it is about
    return
  }
  awaits(stage, true)
  stage.source?.end()
  const news = () => {
    stage.S?.ask()
    stage.address.soon()
  }
  stage.source = liveSource(data, { news, lost: () => tellAll("gbt-lost") })
  arrived(stage, views)
}

// --- coming and going

const LEFT = "where a stage was left"

// What was done until a page was left is kept for it: a browser that loads it anew may not know its last address yet.
const leaveNote = ({ data: { page, settings }, wanted, S }) =>
  sessionStorage.setItem(LEFT, JSON.stringify({ settings: { page, ...settings }, wanted, put: S?.put() }))

const noteLeft = ({ page, settings }) => {
  const note = JSON.parse(sessionStorage.getItem(LEFT))
  sessionStorage.removeItem(LEFT)
  const isNew = performance.getEntriesByType("navigation")[0].type === "navigate"
  const isSame = !isNew && JSON.stringify(note?.settings) === JSON.stringify({ page, ...settings })
  return isSame ? { wanted: note.wanted, put: note.put, hasActed: true } : {}
}

const begun = (root, data) => {
  const before = left.get(data.token), known = before ? { ...before, token: data.token } : noteLeft(data)
  const stage = { root, hasActed: false, waits: false, ...known }
  stage.address = addressWriter(() => shownOf(stage))
  stage.telling = telling(() => ({ token: stage.data.token, values: stage.wanted }))
  const returned = visit(stage), looked = looks(stage), write = () => stage.address.now(), note = () => {
    stage.address.now()
    if (shownOf(stage)) leaveNote(stage)
  }
  window.addEventListener("popstate", returned)
  window.addEventListener("pagehide", note)
  window.addEventListener("beforeprint", looked)
  document.addEventListener("scroll", looked, { capture: true, passive: true })
  listenWhileThere(root, "gbt-addressed", write)
  const release = holdWays({
    isThere: () => root.isConnected,
    leaves: () => {
      stage.address.now()
      doNotRest(stage)
    },
    isDone: stage.telling.isDone,
    flush: stage.telling.flush,
  })
  stage.leave = () => {
    release()
    window.removeEventListener("popstate", returned)
    window.removeEventListener("pagehide", note)
    window.removeEventListener("beforeprint", looked)
    document.removeEventListener("scroll", looked, { capture: true })
    doNotRest(stage)
    stage.source?.end()
    stage.source = null
    stage.S?.close()
    mounted.delete(stage.parent)
  }
  return stage
}

export default function ({ data, parentElement, setTriggerValue }, views) {
  let stage = mounted.get(parentElement)
  if (!stage) {
    stage = begun(parentElement.querySelector(".stage"), data)
    stage.parent = parentElement
    mounted.set(parentElement, stage)
  }
  // Of two calls in a hurry Streamlit may make the earlier last; and it ends the earlier, which ends no stage.
  if (!(stage.token === data.token && data.run < stage.data?.run)) {
    stage.turn = values => setTriggerValue("turn", values)
    take(stage, data, views)
  }
  return () => {
    if (!stage.root.isConnected) stage.leave()
  }
}
