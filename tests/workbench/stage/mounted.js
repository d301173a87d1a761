// A stage on a page by itself: its record is in the page, moments come from the test.
import { view } from "../../../workbench/lessons/boosting_rounds/view.js"
import { openStage } from "../../../workbench/stage/kit/clock.js"

const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
}
const decoded = value => {
  if (Array.isArray(value)) return value.map(decoded)
  if (value === null || typeof value !== "object") return value
  if (value.$kind)
    return new KINDS[value.$kind](Uint8Array.from(atob(value.bytes), letter => letter.charCodeAt(0)).buffer)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decoded(each)]))
}

// Resolves once all that was asked for has come.
const underWay = new Set()
const whenHeard = async () => {
  while (underWay.size) await Promise.all(underWay)
}

const sourceOf = () => {
  const came = new Map()
  const source = { asked: [] }
  source.moment = at => {
    const key = JSON.stringify(at)
    if (!came.has(key)) {
      came.set(key, undefined)
      source.asked.push(at)
      const coming = window.momentOf(at).then(found => {
        came.set(key, decoded(found))
        underWay.delete(coming)
        window.S.ask()
      })
      underWay.add(coming)
    }
    return came.get(key)
  }
  return source
}

export default function (root, { record, cursor }) {
  const told = []
  window.S = openStage({
    root,
    view,
    record: decoded(record),
    source: sourceOf(),
    cursor,
    told: changes => told.push(changes),
  })
  Object.assign(window, { told, decoded, whenHeard, newSource: sourceOf })
}
