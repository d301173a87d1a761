// A page by itself, without Streamlit and without Python: unpacks what stands in it, mounts its components as
// Streamlit would, and says beside them what belongs to the round on the screen.
import { keepAhead, onRound } from "./kit/follow.js"
import { bytes } from "./kit/numbers.js"

const unpacked = async place => {
  const stream = new Blob([bytes(place.textContent)]).stream().pipeThrough(new DecompressionStream("deflate"))
  const whole = new Uint8Array(await new Response(stream).arrayBuffer())
  return place.dataset.kind === "json" ? JSON.parse(new TextDecoder().decode(whole)) : whole
}

const mount = (place, { html, style, draw }, data) => {
  const root = place.attachShadow({ mode: "open" })
  root.innerHTML = `<style>${style}</style>${html}`
  draw({ data, parentElement: root, setTriggerValue() {} })
}

const say = texts => {
  for (const place of document.querySelectorAll("[data-says]")) place.textContent = texts[place.dataset.says] ?? ""
}

// components: by name their html, style and draw.
export default async function (components) {
  const read = async name => unpacked(document.getElementById(`data-${name}`))
  const places = [...document.querySelectorAll("[data-component]")]
  const ahead = await read("ahead"), data = await Promise.all(places.map(place => read(place.id)))
  places.forEach((place, i) => mount(place, components[place.dataset.component], data[i]))
  onRound(document.body, () => say(ahead.rounds[globalThis.gbtRound]?.texts ?? {}))
  keepAhead(ahead)
  document.documentElement.dataset.drawn = ""
}
