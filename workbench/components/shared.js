// What several components need; Python puts it before each component's own script.
const NAMESPACE = "http://www.w3.org/2000/svg"

const make = (name, attributes = {}, text) => {
  const element = document.createElementNS(NAMESPACE, name)
  for (const key in attributes) element.setAttribute(key, attributes[key])
  if (text !== undefined) element.textContent = text // never as HTML: names are the user's
  return element
}

// Numbers sent as base64 of little-endian float32 or uint8.
const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
const floats = text => new Float32Array(bytes(text).buffer)

// A number as one reads it, as viewmodel.number does: so many significant digits and a real minus.
const shown = (value, digits = 3) => {
  if (!Number.isFinite(value)) return ""
  if (value === 0) return "0"
  const size = Math.abs(value), sign = value < 0 ? "−" : ""
  if (size < 1e-3 || size >= 1e9) return sign + Number(size.toPrecision(digits)).toExponential().replace("-", "−").replace("+", "")
  if (size >= 10 ** digits) return sign + Math.round(size).toLocaleString("en")
  return sign + Number(size.toPrecision(digits))
}

// A threshold with at most so many decimals, as gainplaces.fixed writes it.
const fixedPlaces = (x, places) =>
  x !== 0 && !(Math.abs(x) > 1e-6 && Math.abs(x) < 1e9) ? shown(x, 4) : String(Number(x.toFixed(places))).replace("-", "−")

// Round values from low to high, about so many.
const ticks = (low, high, about) => {
  const rough = (high - low) / about, power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough)
  const found = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step)
  return found
}

// Axes in a group: `room` {left, right, top, bottom} around a plot of the given extent [x0, x1, y0, y1].
// Returns the scales; sx.invert and sy.invert lead back from pixels to values.
const axes = (group, { width, height, room, extent, xLabel = "", yLabel = "", about = [6, 5] }) => {
  const [x0, x1, y0, y1] = extent
  const right = width - room.right, bottom = height - room.bottom
  const sx = x => room.left + ((x - x0) / (x1 - x0)) * (right - room.left)
  const sy = y => bottom - ((y - y0) / (y1 - y0)) * (bottom - room.top)
  sx.invert = pixel => x0 + ((pixel - room.left) / (right - room.left)) * (x1 - x0)
  sy.invert = pixel => y0 + ((bottom - pixel) / (bottom - room.top)) * (y1 - y0)
  for (const x of ticks(x0, x1, about[0]))
    group.append(
      make("line", { class: "grid", x1: sx(x), x2: sx(x), y1: room.top, y2: bottom }),
      make("text", { class: "tick", x: sx(x), y: bottom + 17, "text-anchor": "middle" }, shown(x)),
    )
  for (const y of ticks(y0, y1, about[1]))
    group.append(
      make("line", { class: "grid", x1: room.left, x2: right, y1: sy(y), y2: sy(y) }),
      make("text", { class: "tick", x: room.left - 7, y: sy(y) + 4, "text-anchor": "end" }, shown(y)),
    )
  group.append(
    make("text", { class: "label", x: (room.left + right) / 2, y: height - 4, "text-anchor": "middle" }, xLabel),
    make("text", { class: "label", x: room.left, y: room.top - 8, "text-anchor": "start" }, yLabel),
  )
  return { sx, sy }
}

// An SVG path through points, "M" before the first and after a gap (NaN).
const path = (xs, ys) => {
  let text = "", open = false
  for (let i = 0; i < xs.length; i++) {
    if (!(Number.isFinite(xs[i]) && Number.isFinite(ys[i]))) { open = false; continue }
    text += (open ? "L" : "M") + xs[i].toFixed(1) + "," + ys[i].toFixed(1)
    open = true
  }
  return text
}

// The part of a split that the reader looks at, "left", "right", "node" or null: told to all components.
const FOCUS = "gbt-focus"
const tellFocus = side => document.dispatchEvent(new CustomEvent(FOCUS, { detail: side }))
const focusListeners = new WeakMap()
const onFocus = (parentElement, handler) => {
  const old = focusListeners.get(parentElement)
  if (old) document.removeEventListener(FOCUS, old)
  const listener = event => handler(event.detail)
  focusListeners.set(parentElement, listener)
  document.addEventListener(FOCUS, listener)
  return () => document.removeEventListener(FOCUS, listener)
}

// --- a step is drawn before Python hears of it
// The scrubber tells the round on the screen; ahead.js keeps what Python sent for the rounds next to its own.
const ROUND = "gbt-round"
const tellRound = round => {
  if (round === globalThis.gbtRound) return
  globalThis.gbtRound = round
  // After the next frame, so that the picture does not wait for the rest.
  setTimeout(() => { if (round === globalThis.gbtRound) document.dispatchEvent(new CustomEvent(ROUND)) })
}

// What a component draws for the round on the screen, where that is known: from Python's data, or sent ahead.
const atRound = (name, data) => {
  const round = globalThis.gbtRound, ahead = globalThis.gbtAhead
  if (round === undefined || round === data.round) return data
  return ahead?.context === data.context ? ahead.rounds[round]?.[name] : undefined
}

// A component that is drawn by draw, and again when the reader steps to a round that was sent ahead.
const followers = new WeakMap() // parent element: the last call, the text of what is drawn, the listener
const following = (name, draw) => call => {
  if (call.data.context === undefined) return draw(call)
  const state = followers.get(call.parentElement) ?? {}
  followers.set(call.parentElement, state)
  const paint = data => {
    const text = JSON.stringify(data)
    if (text === state.text) return
    state.text = text
    state.forget = draw({ ...call, data })
  }
  document.removeEventListener(ROUND, state.listener)
  state.listener = () => {
    const data = atRound(name, call.data)
    if (data) paint(data)
  }
  document.addEventListener(ROUND, state.listener)
  paint(atRound(name, call.data) ?? call.data)
  return () => {
    document.removeEventListener(ROUND, state.listener)
    state.forget?.()
  }
}
