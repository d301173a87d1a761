// A row as a mark that tells its class by shape.
export const tenth = value => value.toFixed(1)

// A circle, a square or a diamond of the same area for the first, second and third class.
export const mark = (code, x, y, r) => {
  if (code === 0) return `M${tenth(x - r)},${tenth(y)}a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(2 * r)},0a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(-2 * r)},0z`
  if (code === 1) { const a = 0.886 * r; return `M${tenth(x - a)},${tenth(y - a)}h${tenth(2 * a)}v${tenth(2 * a)}h${tenth(-2 * a)}z` }
  const a = 1.253 * r
  return `M${tenth(x)},${tenth(y - a)}l${tenth(a)},${tenth(a)}l${tenth(-a)},${tenth(a)}l${tenth(-a)},${tenth(-a)}z`
}
