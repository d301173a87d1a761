// The stage in a file by itself: all that it shows stands in the file.
import { bytes } from "../../components/kit/numbers.js"
import { unpacked } from "./packed.js"
import { inflated, openWhole, recordSource } from "./record_source.js"

export default async function (stages) {
  const facts = unpacked(await inflated(bytes(document.getElementById("data-stage").textContent)))
  openWhole(document.querySelector(".stage"), stages, facts, recordSource(facts), () => {})
  document.documentElement.dataset.drawn = ""
}
