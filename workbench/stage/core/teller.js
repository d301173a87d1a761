// Runs the fragment that it stands in once the stage has come to rest somewhere else.
import { listenWhileThere } from "../../components/kit/listen.js"

const tellers = new WeakMap() // parent element: how it tells

export default function ({ parentElement, setTriggerValue }) {
  const isNew = !tellers.has(parentElement)
  tellers.set(parentElement, setTriggerValue)
  const host = parentElement.getRootNode().host ?? parentElement
  if (isNew) listenWhileThere(host, "gbt-rests", () => tellers.get(parentElement)("rests", Date.now()))
}
