// Draws the formula of a cut or of a leaf. A term that is pointed at says what it is made of and tells the
// other components its side; lambda and gamma are sent to Python while they are dragged.
import { onFocus, tellFocus } from "./kit/follow.js"
import { shown } from "./kit/numbers.js"
import { tellNow } from "./kit/telling.js"

const states = new WeakMap() // parent element: what is pointed at, timers
const PAUSE = 60 // ms between two numbers sent while dragging
const HINT = "Point at a term, or reach it with Tab, to see what it is made of."
const SIDES = { left: "on the left", right: "on the right", node: "in the node" }
const MEANINGS = { G: "sum of gradients", H: "sum of hessians", T: "sum of gradients less alpha" }

const tag = (name, className, ...children) => {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...children)
  return element
}
const span = (className, ...children) => tag("span", className, ...children)
const fraction = (above, below) => span("frac", span("", ...above), span("", ...below))
const bracketed = text => (text.startsWith("−") ? `(${text})` : text)
const named = (letter, index) => (index ? [letter, tag("sub", "", index)] : [letter])

// A term in symbols, which can be pointed at, and in numbers.
const symbol = (part, kind) => {
  const text = kind === "T" ? ["T(", ...named("G", part.letter), ")"] : named(kind, part.letter)
  const button = tag("button", `term ${part.side}`, ...text)
  button.type = "button"
  button.dataset.side = part.side
  button.dataset.kind = kind
  button.setAttribute("aria-label", `${kind}${part.letter}, ${MEANINGS[kind]} ${SIDES[part.side]}: ${part[kind]}`)
  return button
}
const figure = (part, kind, text) => {
  const element = span(part.side, text)
  element.dataset.side = part.side
  element.dataset.kind = kind
  return element
}
const knobText = knob => span(knob.now === knob.fitted ? "" : "tried", knob.text)

const row = (kind, ...cells) => tag("div", `row ${kind}`, ...cells.map(cell => (typeof cell === "string" ? span("", cell) : cell)))
const sum = (...cells) => span("sum", ...cells)
const half = () => fraction(["1"], ["2"])

// Three terms in brackets: left + right - node.
const inBrackets = (data, term) => [
  span("bracket", "["), term(data.left), "+", term(data.right), "−", term(data.node), span("bracket", "]"), "−",
]

const gainRows = (data, T) => {
  const squared = part => fraction([symbol(part, T), tag("sup", "", "2")], [symbol(part, "H"), " + λ"])
  const numbers = part => fraction(
    [figure(part, T, bracketed(part[T])), tag("sup", "", "2")],
    [figure(part, "H", part.H), " + ", knobText(data.lambda)],
  )
  return [
    row("", span("", "gain"), "=", sum(half(), ...inBrackets(data, squared), span("", "γ"))),
    row("", "", "=", sum(half(), ...inBrackets(data, numbers), knobText(data.gamma))),
    row("short", "", "=", sum("½", ...inBrackets(data, part => span(part.side, part.score)), knobText(data.gamma), "=", span("value", data.gain))),
  ]
}

const weightRow = (data, part, T) =>
  row("weights", span(part.side, ...named("w", part.letter)), "=", sum(
    "−", fraction([symbol(part, T)], [symbol(part, "H"), " + λ"]), "=",
    fraction([figure(part, T, part.minus_T)], [figure(part, "H", part.H), " + ", knobText(data.lambda)]),
    "=", span("value", part.weight), span("", `, learning rate ${data.learning_rate}: step`), span("value", part.step),
  ))

const draw = (state, data) => {
  const T = data.alpha ? "T" : "G", { equations } = state
  const parts = data.left ? (data.is_leaf ? [data.node, data.left, data.right] : [data.left, data.right]) : [data.node]
  const active = equations.getRootNode().activeElement
  const at = [...equations.querySelectorAll(".term")].indexOf(active)
  state.drawing = true // an element that goes away loses the focus, which means nothing here
  const weights = tag("div", "", ...parts.map(part => weightRow(data, part, T)))
  equations.replaceChildren(...(data.left ? [tag("div", "", ...gainRows(data, T))] : []), weights)
  if (at >= 0) equations.querySelectorAll(".term")[at]?.focus({ preventScroll: true })
  state.drawing = false
  equations.setAttribute("aria-label", data.words)
}

// Say what the term is made of, and mark it wherever it stands.
const explain = state => {
  const { data, equations, made } = state, term = state.hovered ?? state.focused
  const part = term && data[term.side], words = part?.made_of[term.kind]
  const extra = term?.kind === "T" && part ? ` ${part.made_of.G}` : ""
  made.textContent = words ? words + (extra && `.${extra}`) : HINT
  for (const element of equations.querySelectorAll("[data-side]"))
    element.classList.toggle("on", term ? element.dataset.side === term.side && element.dataset.kind === term.kind : element.dataset.side === state.side)
}

const point = (state, changes) => {
  const before = state.hovered ?? state.focused
  Object.assign(state, changes)
  const after = state.hovered ?? state.focused
  if (before?.side !== after?.side) tellFocus(after?.side ?? null)
  explain(state)
}

const termOf = target => {
  const element = target instanceof Element ? target.closest("[data-side]") : null
  return element ? { side: element.dataset.side, kind: element.dataset.kind } : null
}

const listen = (state, root) => {
  const { equations } = state
  equations.addEventListener("pointerover", event => point(state, { hovered: termOf(event.target) }))
  equations.addEventListener("pointerleave", () => point(state, { hovered: null }))
  equations.addEventListener("focusin", event => { if (!state.drawing) point(state, { focused: termOf(event.target) }) })
  equations.addEventListener("focusout", () => { if (!state.drawing) point(state, { focused: null }) })
  root.addEventListener("keydown", event => { if (event.key === "Escape") point(state, { hovered: null, focused: null }) })
}

const showKnobs = (state, data) => {
  for (const name of ["lambda", "gamma"]) {
    const { input, output } = state.knobs[name], knob = data[name]
    if (Date.now() - (state.turned ?? 0) < 500) continue // the reader's hand is on it
    input.max = knob.high
    input.step = knob.step
    input.value = knob.now
    output.textContent = knob.text
    input.setAttribute("aria-valuetext", `${knob.text}, fitted with ${knob.fitted_text}`)
  }
  state.back.disabled = !data.is_what_if
  state.condition.replaceChildren()
  if (!data.is_what_if) {
    state.condition.textContent = `λ = ${data.lambda.fitted_text} and γ = ${data.gamma.fitted_text}, as fitted.`
    return
  }
  const gained = data.fitted_gain === null ? "" : ` There this cut gains ${data.fitted_gain}.`
  state.condition.append(
    tag("b", "", "What if"),
    ` λ = ${data.lambda.text}, γ = ${data.gamma.text}? The tree was fitted with λ = ${data.lambda.fitted_text}, γ = ${data.gamma.fitted_text}.${gained}`,
  )
}

const stateOf = (parentElement, root) => {
  const known = states.get(parentElement)
  if (known) return known
  const find = name => root.querySelector(name), knobOf = name => ({ input: find(`.${name} input`), output: find(`.${name} output`) })
  const state = {
    equations: find(".equations"), made: find(".made"), back: find(".back"), condition: find(".if"), digits: find("pre"),
    knobs: { lambda: knobOf("lambda"), gamma: knobOf("gamma") }, hovered: null, focused: null, side: null,
  }
  states.set(parentElement, state)
  listen(state, root)
  return state
}

// What is asked once a knob is turned: null for a knob at its fitted value. Answers may be on their way.
const asked = (state, name, value) => {
  const of = each => (state.data[each].now === state.data[each].fitted ? null : state.data[each].now)
  const before = Date.now() - (state.turned ?? 0) < 500 ? state.tried : { lambda: of("lambda"), gamma: of("gamma") }
  const knob = state.data[name]
  return { ...before, [name]: Math.abs(value - knob.fitted) < knob.step / 2 ? null : value }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".formula"), state = stateOf(parentElement, root)
  state.data = data
  draw(state, data)
  explain(state)
  showKnobs(state, data)
  state.digits.textContent = data.exact

  const send = values => tellNow(state, () => {
    state.sent = Date.now()
    setTriggerValue("what_if", values)
  })
  for (const name of ["lambda", "gamma"]) {
    const { input, output } = state.knobs[name]
    input.oninput = () => {
      state.tried = asked(state, name, Number(input.value))
      state.turned = Date.now()
      output.textContent = shown(state.tried[name] ?? state.data[name].fitted)
      input.setAttribute("aria-valuetext", `${output.textContent}, fitted with ${state.data[name].fitted_text}`)
      if (state.timer) return
      state.timer = setTimeout(() => send(state.tried), Math.max(0, PAUSE - (Date.now() - (state.sent ?? 0))))
    }
  }
  state.back.onclick = () => {
    state.turned = 0
    send({ lambda: null, gamma: null })
  }
  const forget = onFocus(parentElement, side => { state.side = side; explain(state) })
  return forget
}
