// What the marks in the picture stand for.
import { key, keysOfClasses } from "../../stage/kit/legend.js"
import { escaped } from "../../stage/kit/svg.js"

export const legendOf = ({ kind, classes, plane, up }) => {
  const moved = text => key('<rect width="18" height="12" class="moved"/>', text),
    stems = text => key('<path d="M2 0v12M6 0v12M10 0v12" class="stems"/>', text, 12),
    depth = (name, from, to) => `<span>${escaped(name)} ${from} <i class="depth${kind === "squared_error" ? " of-numbers" : ""}"></i> ${to}</span>`
  if (plane) {
    if (classes.length > 2) return `${keysOfClasses(classes)}<span>ground: share of the most frequent class</span>`
    if (classes.length) return keysOfClasses(classes) + depth(`ground: share of ${classes[1]}`, 0, 1)
    return kind === "logistic" ? keysOfClasses(plane.classes) + stems("stems: −g") + depth("mean", "−", "+") : stems("stems: what a mean leaves") + depth(up, "low", "high")
  }
  if (classes.length) return keysOfClasses(classes) + key('<path d="M0 6h20" class="before"/>', "share in the node") + key('<path d="M0 6h20" class="after"/>', "share of a side")
  if (kind === "logistic") return stems("stems: −g") + key('<path d="M0 6h20" class="after"/>', "mean of a side") + moved("area: −G")
  return stems("stems: what a mean leaves") + key('<path d="M0 6h20" class="after"/>', "mean") + key('<path d="M0 6h20" class="before"/>', "mean before") + moved("moved: area = −G")
}
