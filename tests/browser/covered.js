// The texts of a picture, each with how many points of its curves lie under it, a pixel apart.
(svg, [texts, curves]) => [...svg.querySelectorAll(texts)].map(text => {
  const box = text.getBBox()
  const isUnder = ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y + 3 && y < box.y + box.height - 3
  const points = [...svg.querySelectorAll(curves)].filter(curve => curve.getAttribute("d")).flatMap(curve =>
    Array.from({ length: Math.ceil(curve.getTotalLength()) }, (_, at) => curve.getPointAtLength(at)))
  return [text.textContent, points.filter(isUnder).length]
})
