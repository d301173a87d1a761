// Where things stand in the hero: the tree above, the points and the prediction below it, both over one x.
const SIDE = 24, NARROW = 600, SIDE_IF_NARROW = 14, FOOT = 8 // pixels
const TREE = [0.2, 64, 130] // its share of the height, and its least and greatest height in pixels

export const scale = ({ size: [width, height], data }) => {
  const side = width < NARROW ? SIDE_IF_NARROW : SIDE, [share, least, most] = TREE
  const tree = Math.min(most, Math.max(least, share * height)), top = tree + 4, bottom = height - FOOT
  const px = x => side + (x / data.width) * (width - 2 * side)
  const py = y => (top + bottom) / 2 - (y / data.reach) * ((bottom - top) / 2)
  px.invert = pixel => ((pixel - side) / (width - 2 * side)) * data.width
  py.invert = pixel => (((top + bottom) / 2 - pixel) / ((bottom - top) / 2)) * data.reach
  return { width, height, tree, px, py, isNarrow: width < NARROW }
}
