// The stage as a notebook's widget, see widget.py: the model has its record, and is asked for moments.
import { unpacked } from "./packed.js"
import { inflated, openWhole, recordSource } from "./record_source.js"

const keyOf = (at, names) => JSON.stringify(names.map(name => at[name] ?? null))

const render = stages => async ({ model, el }) => {
  const packed = model.get("record"), facts = unpacked(await inflated(packed)), came = new Map() // cursor: its moment
  const { follows } = facts
  const ask = at => {
    const key = keyOf(at, follows)
    if (!came.has(key)) {
      came.set(key, undefined)
      model.send({ moment: Object.fromEntries(follows.map(name => [name, at[name] ?? null])) })
    }
    return came.get(key)
  }
  let cursor = facts.cursor
  const told = changes => {
    cursor = { ...cursor, ...changes }
    model.set("cursor", cursor)
    model.save_changes()
  }
  const root = Object.assign(document.createElement("div"), { className: "stage" }), inside = el.attachShadow({ mode: "open" })
  inside.append(root)
  const S = openWhole(root, stages, facts, recordSource(facts, ask), told)
  const heard = async ({ at }, [moment]) => {
    came.set(keyOf(at, follows), unpacked(await inflated(moment)))
    S.ask()
  }
  model.on("msg:custom", heard)
  return () => {
    model.off("msg:custom", heard)
    S.close()
  }
}
export default function (stages) {
  return { render: render(stages) }
}
