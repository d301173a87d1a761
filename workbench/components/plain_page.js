// A page by itself, without Streamlit and without Python: unpacks what stands in it, mounts its components as
// Streamlit would, and at every step draws what Python would have sent, and says what belongs to it.
import { onRound, tellRound } from "./kit/follow.js"
import { bytes } from "./kit/numbers.js"
import { asking } from "./page_questions.js"

const unpacked = async place => {
  const stream = new Blob([bytes(place.textContent)]).stream().pipeThrough(new DecompressionStream("deflate"))
  const whole = new Uint8Array(await new Response(stream).arrayBuffer())
  return place.dataset.kind === "json" ? joined(JSON.parse(new TextDecoder().decode(whole))) : whole
}

// What equal parts stand for, see _apart in plain_page.py.
const joined = ({ parts, whole }) => {
  const join = value => {
    if (Array.isArray(value)) return value.map(join)
    if (value === null || typeof value !== "object") return value
    return "@" in value ? parts[value["@"]] : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, join(each)]))
  }
  for (let i = 0; i < parts.length; i++) parts[i] = join(parts[i]) // of earlier ones only
  return join(whole)
}

// Text with what stands between two asterisks in bold.
const words = text => text.split("**").map((piece, i) => (i % 2 ? Object.assign(document.createElement("strong"), { textContent: piece }) : piece))

// hidden: what is said instead while a question is open, in as much room, so that nothing moves when it is answered.
const say = (texts, hidden = {}) => {
  for (const place of document.querySelectorAll("[data-says]")) {
    const name = place.dataset.says
    place.style.minHeight = ""
    place.replaceChildren(...words(texts[name] ?? ""))
    if (!(name in hidden)) continue
    place.style.minHeight = `${place.getBoundingClientRect().height}px`
    place.replaceChildren(...words(hidden[name]))
  }
}

// The places of the components, each with what it is sent at all steps.
const mounted = async components => {
  const places = []
  for (const element of document.querySelectorAll("[data-component]")) {
    const { html, style, draw } = components[element.dataset.component]
    const root = element.attachShadow({ mode: "open" })
    root.innerHTML = `<style>${style}</style>${html}`
    const data = await unpacked(document.getElementById(`data-${element.id}`))
    places.push({ name: element.id, element, root, draw, data })
    element.classList.toggle("follows", !("signature" in data)) // a picture of all rounds leads
  }
  return places
}

// The names of the parts that are not the same at all steps.
const variedIn = (steps, questions) => new Set([
  "offer",
  ...Object.values(steps).flatMap(Object.keys),
  ...Object.values(questions).flatMap(({ hides, place }) => [...Object.keys(hides), place?.part]),
])

// components: by name their html, style and draw.
export default async function (components) {
  const { first, steps, ...asked } = await unpacked(document.getElementById("data-steps"))
  const strip = document.querySelector(".asks")
  const numberNow = () => (steps[globalThis.gbtRound] ? globalThis.gbtRound : first)
  const places = await mounted(components), varied = variedIn(steps, asked.questions)
  const stepped = places.some(place => place.element.dataset.component === "page_steps") // then all play
  const change = () => {
    document.documentElement.toggleAttribute("data-plays", Boolean(globalThis.gbtPlays) && !stepped)
    for (const place of places) if (varied.has(place.name)) paint(place)
    tell()
  }
  const asks = asking(asked, strip, numberNow, change)
  const paint = ({ name, element, root, draw, data }) => {
    const hidden = asks.hides()[name]
    const whole = data instanceof Uint8Array ? data : { ...data, ...steps[numberNow()][name], ...hidden }
    element.classList.toggle("veiled", hidden === null)
    const sent = name === "offer" ? { ...data, ...asks.offer() } : asks.drawn(name, whole)
    draw({ data: sent, parentElement: root, setTriggerValue: (what, value) => take(name, what, value) })
  }
  const tell = () => {
    say(steps[numberNow()].texts ?? {}, asks.hides().texts)
    if (strip) asks.paint()
  }
  // A component that is dragged or played tells "moved": the step, or its place among all and the node that is chosen;
  // one that shows a class at a time "chosen", and its number; the choices at the pointer "choice".
  const take = (name, what, value) => {
    const place = places.find(each => each.name === name)
    asks.hear(name, what, value)
    if (what === "choice") asks.answerPut(value)
    if (what === "chosen" && Number.isInteger(value)) {
      place.data.of_class = value
      paint(place)
    }
    if (what !== "moved") return
    if (value.node !== undefined) place.data.selected = value.node
    tellRound(value.at === undefined ? value : value.at + 1)
    if (varied.has(name)) paint(place)
  }
  places.forEach(paint)
  onRound(document.body, change)
  tellRound(globalThis.gbtRound ?? first)
  tell()
  document.documentElement.dataset.drawn = ""
}
