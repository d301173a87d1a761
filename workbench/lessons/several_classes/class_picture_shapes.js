// What the parts of the picture have in common.
import { make } from "../../components/kit/svg.js"

// An empty picture that fills its place.
export const svgIn = (place, least) => {
  const width = Math.max(160, Math.floor(place.clientWidth)), height = Math.max(least, Math.floor(place.clientHeight))
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" })
  place.replaceChildren(svg)
  return { svg, width, height }
}

// Whether the round on the screen is the one whose outcome is to be guessed.
export const isAsked = state => state.frames.hidden && state.round === state.frames.rounds

// A name that fits: at most so many letters.
export const cut = (name, letters) => (name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name)

// A value on its way from the round before to the round that is drawn.
export const between = (before, after, share) => before + (after - before) * share
