// What stands on every stage: strip of the question, picture, loss strip and stepper on the left, the second view on the
// right. Parts are elements with data-part, found in S.parts and measured in S.L, in pixels from the stage's corner.
import { ICONS } from "./svg.js"

const BUTTONS = [
  ["first", "First", ICONS.first],
  ["back", "Back", ICONS.back],
  ["play", "Play", ICONS.play],
  ["next", "Next", `Next ${ICONS.next}`],
  ["last", "Last", ICONS.last],
]
const button = ([act, name, inside]) =>
  `<button type="button" data-go="${act}" class="${act}" aria-label="${name}">${inside}</button>`

export const STEPPER =
  `<div class="stepper" data-part="stepper" role="group" aria-label="Steps">${BUTTONS.map(button).join("")}` +
  `<button type="button" class="speed" data-part="speed" aria-pressed="false" aria-label="Four times as fast">×4</button>` +
  `<span class="count" data-part="count" aria-live="polite"></span><span class="losses" data-part="losses"></span></div>`

const QUESTION =
  `<div class="question" data-part="question" role="group" aria-label="Question"><i></i><b data-part="prompt"></b>` +
  `<div class="answer" data-part="answer" aria-live="polite"></div></div>`

export const PICTURE =
  `<div class="picture" data-part="picture"><canvas data-part="ground" aria-hidden="true"></canvas>` +
  `<svg class="layer" data-part="still" aria-hidden="true"></svg><svg class="layer" data-part="moving" aria-hidden="true"></svg>` +
  `<svg class="layer top" data-part="top"></svg>` +
  `<div class="tabs views" role="tablist" aria-label="Order of the rows" data-part="views" hidden></div></div>` +
  `<div class="legend"><span class="keys" data-part="legend"></span><output data-part="readout"></output></div>`

const STRIP =
  `<div class="strip" data-part="strip" role="slider" tabindex="0" aria-label="Step" aria-valuemin="0">` +
  `<svg data-part="course" aria-hidden="true"></svg></div>`

// The second view of lessons that grow trees: the tree, and what every cut of a node gains.
export const TREE_AND_GAIN =
  `<div class="head"><b data-part="treehead"></b><span class="note" data-part="treenote"></span></div>` +
  `<div class="tree" data-part="tree"><svg data-part="treebox" role="group" aria-label="Tree"></svg></div>` +
  `<div class="head second"><b data-part="gainhead"></b><div class="tabs" role="tablist" aria-label="Feature" data-part="gaintabs"></div>` +
  `<span class="note" data-part="gainnote"></span></div>` +
  `<div class="gain" data-part="gain" role="slider" tabindex="0" aria-label="Cut"><svg data-part="gainbox" aria-hidden="true"></svg></div>` +
  `<div class="sums" data-part="sums" role="group" aria-label="Sums"></div>`

const pageOf = ({ head = "", right = TREE_AND_GAIN, picture = PICTURE }) =>
  head +
  `<section class="left" aria-label="Picture">${QUESTION}${picture}${STRIP}${STEPPER}</section>` +
  `<section class="right" aria-label="Second view">${right}</section>` +
  `<svg class="flight" aria-hidden="true"><path data-part="flight" class="stems"/></svg>` +
  `<div class="card" data-part="card" role="dialog" hidden></div>`

export const mountFrame = S => {
  S.root.classList.add("stage")
  S.root.innerHTML = pageOf(S.scene.layout?.(S) ?? {})
  S.parts = {}
  for (const part of S.root.querySelectorAll("[data-part]")) S.parts[part.dataset.part] = part
}

// Measures the parts, and takes the theme from the page: dark where its ground is.
export const fitFrame = S => {
  S.root.classList.toggle("dark", isDark(S.root))
  const origin = S.root.getBoundingClientRect(),
    zoom = origin.width / S.root.offsetWidth || 1 // of a page that is drawn larger than it is laid out
  S.L = { em: parseFloat(getComputedStyle(S.root).fontSize), zoom }
  for (const name in S.parts) {
    const { left, top, width, height } = S.parts[name].getBoundingClientRect()
    const [x, y, w, h] = [left - origin.left, top - origin.top, width, height].map(each => each / zoom)
    S.L[name] = { x, y, w, h }
  }
  const { picture, tree } = S.L
  S.L.isStacked = Boolean(tree && picture) && tree.y > picture.y + picture.h
}

const isDark = root => {
  const own = getComputedStyle(root).getPropertyValue("--st-background-color").trim()
  const ground = own || getComputedStyle(document.body).backgroundColor
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  pen.fillStyle = ground
  pen.fillRect(0, 0, 1, 1)
  const [r, g, b, opaque] = pen.getImageData(0, 0, 1, 1).data
  if (!opaque) return matchMedia("(prefers-color-scheme: dark)").matches
  return 0.299 * r + 0.587 * g + 0.114 * b < 128
}
