// A small table beside the list of its entries. A click, Enter or Delete blanks a cell or fills it again;
// the number of a row does so for the whole row. Arrow keys move.
import { element } from "../../components/kit/html.js"
import { heedValue, pendingOf, tellValue } from "../../components/kit/pending.js"

const states = new WeakMap() // parent element: blank cells as text, see pending.js, and where the focus is

const named = (made, role, label) => {
  made.setAttribute("role", role)
  if (label) made.setAttribute("aria-label", label)
  return made
}

const cellsOf = text => new Set(text === "none" ? [] : text.split(","))
const textOf = cells => [...cells].sort().join(",") || "none"
const minus = value => String(value).replace("-", "−")

const drawTable = (state, data, blank) => {
  const table = named(element("div", "part"), "grid", "The table: Enter or Delete blanks a cell, or fills it again")
  const head = named(element("div", "head"), "row")
  head.append(named(element("span", "", "row"), "columnheader"))
  data.names.forEach((name, j) => {
    const label = named(element("span", j === data.asked ? "asked" : "", name), "columnheader", j === data.asked ? `${name}, which the split asks` : name)
    label.title = `column ${j + data.base}`
    head.append(label)
  })
  head.append(named(element("span", "", "y"), "columnheader"), named(element("span", "", "goes"), "columnheader"))
  table.append(head)
  data.values.forEach((values, i) => {
    const row = named(element("div", "row"), "row")
    const all = named(element("span", "all", i + data.base), "rowheader", `row ${i + data.base}: Enter blanks or fills it all`)
    all.dataset.row = i
    all.dataset.column = -1
    row.append(all)
    values.forEach((value, j) => {
      const isBlank = blank.has(`${i}.${j}`), means = data.absent === "zero" ? "0" : "?"
      const cell = named(element("span", isBlank ? "cell blank" : "cell", isBlank ? means : minus(value)), "gridcell",
        `${data.names[j]} of row ${i + data.base}: ${isBlank ? `blank, means ${data.absent === "zero" ? "zero" : "missing"}` : minus(value)}`)
      cell.dataset.row = i
      cell.dataset.column = j
      row.append(cell)
    })
    const { side, by } = data.goes[i]
    const words = side ? (side === "left" ? `← ${by}` : `${by} →`) : ""
    const goes = named(element("span", `goes ${side}`, words), "gridcell", side ? `goes ${side}${by === side ? "" : `, by ${by}`}` : "hidden")
    row.append(named(element("span", "y", minus(data.target[i])), "gridcell"), goes)
    table.append(row)
  })
  for (const cell of table.querySelectorAll("[data-row]")) {
    const isHere = Number(cell.dataset.row) === state.row && Number(cell.dataset.column) === state.column
    cell.setAttribute("tabindex", isHere ? 0 : -1)
  }
  return table
}

const drawList = (data, blank) => {
  const list = element("div", "part list")
  const left = data.entries.filter(entry => !blank.has(`${entry.row}.${entry.column}`))
  list.append(element("div", "head", `The list (i, j, v): ${left.length} entries`))
  const lines = named(element("div", ""), "list", "Entries (i, j, v)")
  data.values.forEach((_, i) => {
    const line = named(element("div", "line"), "presentation")
    const mine = left.filter(entry => entry.row === i)
    for (const entry of mine) {
      const item = named(element("span", "entry", entry.text), "listitem")
      item.dataset.place = `${entry.row}.${entry.column}`
      line.append(item)
    }
    if (!mine.length) line.append(named(element("span", "none", `row ${i + data.base} is not in the list`), "listitem"))
    lines.append(line)
  })
  list.append(lines)
  return list
}

const ring = (root, state) => {
  for (const entry of root.querySelectorAll(".entry")) entry.classList.toggle("now", entry.dataset.place === `${state.row}.${state.column}`)
}

const place = (root, row, column) => root.querySelector(`[data-row="${row}"][data-column="${column}"]`)

const below = (blank, fillAll) => {
  const line = element("div", "below"), restore = element("button", "", "Fill all cells")
  restore.type = "button"
  restore.disabled = !blank.size
  restore.onclick = fillAll
  line.append(restore, element("span", "", "Click a cell to blank it, a row's number for the whole row."))
  return [line, restore]
}

const draw = (root, state, data, fillAll) => {
  const blank = cellsOf(state.value), active = root.getRootNode().activeElement
  const focused = root.contains(active) ? (active.dataset.row !== undefined ? "cell" : "restore") : ""
  const [line, restore] = below(blank, fillAll), here = () => place(root, state.row, state.column)
  root.replaceChildren(drawTable(state, data, blank), drawList(data, blank), line)
  ring(root, state)
  if (focused === "cell") here()?.focus({ preventScroll: true })
  if (focused === "restore") (restore.disabled ? here() : restore).focus({ preventScroll: true })
}

// The blank cells once a cell, or a row by its number (column -1), is blanked or filled; way: which, or the other.
const toggled = (text, data, row, column, way) => {
  const cells = cellsOf(text)
  const chosen = column < 0 ? data.names.map((_, j) => `${row}.${j}`) : [`${row}.${column}`]
  const fill = way ? way === "fill" : chosen.every(cell => cells.has(cell))
  for (const cell of chosen) fill ? cells.delete(cell) : cells.add(cell)
  return cells
}

const go = (root, state, row, column) => {
  const wanted = place(root, row, column)
  if (!wanted) return
  for (const old of root.querySelectorAll('[data-row][tabindex="0"]')) old.setAttribute("tabindex", -1)
  Object.assign(state, { row, column })
  wanted.setAttribute("tabindex", 0)
  wanted.focus({ preventScroll: true })
  ring(root, state)
}

const WAYS = { Enter: null, " ": null, Delete: "blank", Backspace: "blank" }

// Where each key leads from the cell where one is.
const moves = ({ row, column }, data, far) => {
  const last = data.values.length - 1, end = data.names.length - 1
  return {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    Home: [far ? 0 : row, -1], End: [far ? last : row, end], PageUp: [0, column], PageDown: [last, column],
  }
}

const placeOf = cell => ({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) })

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".cell-table")
  const state = states.get(parentElement) ?? { row: 0, column: 0, ...pendingOf(data.blank) }
  states.set(parentElement, state)
  heedValue(state, data.blank)

  const show = () => draw(root, state, data, () => commit(new Set()))
  const commit = cells => {
    tellValue(state, textOf(cells))
    setTriggerValue("cells", { blank: state.value })
    show()
  }
  const toggle = way => {
    const cells = toggled(state.value, data, state.row, state.column, way)
    if (textOf(cells) !== state.value) commit(cells)
  }
  root.onclick = event => {
    const cell = event.target.closest("[data-row]")
    if (!cell) return
    const { row, column } = placeOf(cell)
    go(root, state, row, column)
    toggle()
  }
  root.onkeydown = event => {
    const at = event.target.closest("[data-row]")
    if (!at || event.altKey || event.metaKey) return
    Object.assign(state, placeOf(at))
    const leads = moves(state, data, event.ctrlKey)
    if (event.key in leads) go(root, state, ...leads[event.key])
    else if (event.key in WAYS && !event.ctrlKey) toggle(WAYS[event.key])
    else return
    event.preventDefault()
  }
  show()
}
