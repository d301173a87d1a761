// A small table beside the list of its entries. A click or Enter blanks a cell or fills it again; the number of a row does
// so for the whole row. Arrow keys move.
import { element } from "../../components/kit/html.js"
import { heedValue, pendingOf, tellValue } from "../../components/kit/pending.js"

const states = new WeakMap() // parent element: blank cells as text, see pending.js, and where the focus is

const named = (made, role, label = "") => {
  made.setAttribute("role", role)
  if (label) made.setAttribute("aria-label", label)
  return made
}
const rowOf = (className, ...cells) => {
  const made = named(element("div", className), "row")
  made.append(...cells)
  return made
}

const cellsOf = text => new Set(text === "none" ? [] : text.split(","))
const textOf = cells => [...cells].sort().join(",") || "none"
const minus = value => String(value).replace("-", "−")

// What can be pressed: a cell, or with column -1 the number of a row.
const pressed = (row, column, className, text, role, label) => {
  const made = named(element("button", className, text), role, label)
  made.type = "button"
  Object.assign(made.dataset, { row, column })
  return made
}

const drawTable = ({ names, values, target, absent, base, goes, asked }, blank) => {
  const heads = names.map((name, j) => named(element("span", j === asked ? "asked" : "", name), "columnheader", j === asked ? `${name}, which the split asks` : name))
  const [row, y, to] = ["row", "y", "goes"].map(name => named(element("span", "", name), "columnheader"))
  const table = named(element("div", "part"), "grid", "The table: Enter blanks a cell, or fills it again")
  table.append(rowOf("head", row, ...heads, y, to))
  values.forEach((cells, i) => {
    const { side, by } = goes[i],
      words = side ? (side === "left" ? `← ${by}` : `${by} →`) : ""
    const drawn = cells.map((value, j) => {
      const isBlank = blank.has(`${i}.${j}`),
        means = absent === "zero" ? "zero" : "missing"
      return pressed(i, j, isBlank ? "cell blank" : "cell", isBlank ? (absent === "zero" ? "0" : "?") : minus(value), "gridcell", `${names[j]} of row ${i + base}: ${isBlank ? `blank, means ${means}` : minus(value)}`)
    })
    table.append(rowOf("row",
      pressed(i, -1, "all", i + base, "rowheader", `row ${i + base}: Enter blanks or fills it all`), ...drawn,
      named(element("span", "y", minus(target[i])), "gridcell"),
      named(element("span", `goes ${side}`, words), "gridcell", side ? `goes ${side}${by === side ? "" : `, by ${by}`}` : "hidden")))
  })
  return table
}

const drawList = ({ entries, values, base }, blank) => {
  const left = entries.filter(({ row, column }) => !blank.has(`${row}.${column}`)),
    lines = named(element("div"), "list", "Entries (i, j, v)"),
    list = element("div", "part list")
  values.forEach((_, i) => {
    const line = named(element("div", "line"), "presentation"),
      mine = left.filter(entry => entry.row === i)
    line.append(...mine.map(({ text }) => named(element("span", "entry", text), "listitem")))
    if (!mine.length) line.append(named(element("span", "none", `row ${i + base} is not in the list`), "listitem"))
    lines.append(line)
  })
  list.append(element("div", "head", `The list (i, j, v): ${left.length} entries`), lines)
  return list
}

// The blank cells once a cell, or a row by its number, is blanked or filled.
const toggled = (text, { names }, { row, column }) => {
  const cells = cellsOf(text),
    chosen = column < 0 ? names.map((_, j) => `${row}.${j}`) : [`${row}.${column}`],
    fills = chosen.every(cell => cells.has(cell))
  for (const cell of chosen) fills ? cells.delete(cell) : cells.add(cell)
  return cells
}

const placeOf = ({ dataset }) => ({ row: Number(dataset.row), column: Number(dataset.column) })
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".cell-table"),
    state = states.get(parentElement) ?? { row: 0, column: 0, ...pendingOf(data.blank) },
    fill = element("button", "fill", "Fill all cells"),
    below = element("div", "below")
  states.set(parentElement, state)
  heedValue(state, data.blank)
  fill.type = "button"
  below.append(fill, element("span", "", "Click a cell to blank it, a row's number for the whole row."))

  // One cell is the table's stop of the Tab key.
  const here = () => {
    for (const cell of root.querySelectorAll("[data-row]")) cell.tabIndex = -1
    const cell = root.querySelector(`[data-row="${state.row}"][data-column="${state.column}"]`)
    cell.tabIndex = 0
    return cell
  }
  const show = () => {
    const blank = cellsOf(state.value),
      had = root.getRootNode().activeElement?.className
    fill.disabled = !blank.size
    root.replaceChildren(drawTable(data, blank), drawList(data, blank), below)
    const cell = here()
    if (had === "fill" && !fill.disabled) fill.focus({ preventScroll: true })
    else if (/^(cell|all|fill)/.test(had)) cell.focus({ preventScroll: true })
  }
  const commit = cells => {
    tellValue(state, textOf(cells))
    setTriggerValue("cells", { blank: state.value })
    show()
  }
  root.onclick = event => {
    const cell = event.target.closest("[data-row]")
    if (event.target === fill) commit(new Set())
    if (!cell) return
    Object.assign(state, placeOf(cell))
    cell.focus({ preventScroll: true })
    commit(toggled(state.value, data, state))
  }
  root.onkeydown = event => {
    const [down, right] = MOVES[event.key] ?? [],
      { row, column } = state
    if (down === undefined || !event.target.closest("[data-row]")) return
    if (root.querySelector(`[data-row="${row + down}"][data-column="${column + right}"]`)) Object.assign(state, { row: row + down, column: column + right })
    here().focus()
    event.preventDefault()
  }
  show()
}
