// A box above the page, put where it is to be seen: presenter mode zooms, and what it zooms is measured in other pixels.
export const putAt = (box, left, top) => {
  const zoom = box.currentCSSZoom ?? 1
  box.style.left = `${left / zoom}px`
  box.style.top = `${top / zoom}px`
}
