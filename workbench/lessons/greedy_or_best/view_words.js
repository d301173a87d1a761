// The question, and what is said to it: at the best tree how greedy fares, at any other what stands behind its first cut.
import { significant } from "../../stage/kit/numbers.js"
import { escaped, note } from "../../stage/kit/svg.js"
import { isSame, isTold, treeNow } from "./view_model.js"

const AGAIN = '<button type="button" class="skip" data-again="1">Ask me</button>'

// Nothing is said of a column before the film has shown it.
const isOnWay = S => !S.resting()
const share = (gain, top) => `${Math.round((100 * gain) / top)}\u00a0%`

export const prompt = S => {
  const { own: { model }, record } = S,
    { greedy, best } = model,
    tree = treeNow(S, S.scrubs ? Math.ceil(S.view) : S.at.round),
    column = model.columns[model.placeOf(tree.id)]
  if (!isTold(S)) return `Which first cut begins the best of ${model.n.toLocaleString("en")} trees?`
  if (S.own.reveal && isOnWay(S)) return `${model.n.toLocaleString("en")} trees, each a dot at what it gains`
  if (isOnWay(S) && column.place) return `What is the best tree behind ${column.name}?`
  if (tree.id !== column.shown) return `One of ${column.n} trees: it gains ${significant(tree.gain)}`
  if (column === best) return verdict(S)
  if (column.place === S.n) return ending(S)
  if (column === greedy && record.outcome === "astray") return `Greedy’s first cut leads to ${share(model.gains[record.greedy], model.top)} of the best`
  if (column === greedy) return greedy.place ? "Greedy takes the first cut that gains most" : "Greedy makes no cut: none gains alone"
  return column.place ? `Behind ${column.name}: ${significant(column.most)} at best, ${beside(column.most, model.gains[record.greedy])} greedy’s` : "No cut: one leaf, to which all are compared"
}

// How many first cuts lead to a better tree than a column does, and which to the best.
const led = ({ columns, best }, { most }) => {
  const more = columns.filter(({ place, most: other }) => place && other > most && !isSame(other, most)).length,
    name = escaped(best.name)
  if (!best.place || !more) return `the best: ${name}`
  return more === 1 ? `${name} leads to more` : `${more} first cuts lead to more, ${name} to most`
}
const beside = (gain, other) => (isSame(gain, other) ? "as much as" : gain > other ? "more than" : "less than")

// At the last column: how many there are behind which greedy would have found more.
const ending = ({ own: { model }, n }) => {
  const more = model.columns.filter(({ isBetter }) => isBetter).length
  return more ? `Behind ${more} of ${n} first cuts is a tree better than greedy’s` : "No first cut has a better tree behind it than greedy’s"
}

// What a first cut gains alone, and what the cuts behind it add, tells why greedy took another.
const verdict = ({ own: { model: { top, gains, best, greedy } }, record }) => {
  const behind = (gain, { alone }) => significant(gain - alone)
  if (record.outcome === "late") return `A single leaf is best: the cuts that greedy keeps gain ${significant(gains[record.greedy])} in all`
  if (!best.place) return "Greedy finds the best, a single leaf: no tree gains more than 0"
  if (record.outcome === "best") return `Greedy finds the best, ${significant(top)}: what gains most alone, ${significant(best.alone)}, has ${behind(top, best)} behind it`
  const begins = `The best, ${significant(top)}: ${best.name} gains ${significant(best.alone)} alone, but ${behind(top, best)} behind it`
  return greedy.place ? `${begins}, greedy’s cut ${significant(greedy.alone)} and ${behind(gains[record.greedy], greedy)}` : begins
}

export const offer = S => {
  const { model, pick } = S.own,
    tree = treeNow(S, S.at.round),
    column = model.columns[model.placeOf(tree.id)]
  if (!isTold(S)) return note("choose a column")
  if (isOnWay(S)) return ""
  const again = S.at.guess === 0 ? AGAIN : ""
  if (tree.id !== column.shown) return note(`${significant(column.most)} at best`) + again
  if (column !== model.best) return note(standing(S, column)) + again
  return `<span>${[pick === null ? "" : yours(S), fares(S)].filter(Boolean).join(", ")}</span>${again}`
}

// Of greedy's column and in the end: why one is greedy still. Of any other: how it stands among all, and where the best is.
const standing = ({ n, own: { model }, record: { weighed, outcome } }, column) =>
  column === model.greedy && outcome === "astray"
    ? "in 7 of 10 random dozens it misses"
    : model.greedy.place && (column === model.greedy || column.place === n)
    ? `greedy weighs ${weighed} cuts, not ${model.n.toLocaleString("en")} trees`
    : led(model, column)

const yours = ({ own: { model, pick } }) => {
  const { most } = model.columns[pick]
  if (isSame(model.top, most)) return "<em>Yours: right</em>"
  return `<em>Yours</em> reaches <strong>${model.top > 1e-12 ? share(most, model.top) : significant(most)}</strong>`
}

const fares = ({ own: { model }, record }) => {
  const gain = model.gains[record.greedy]
  if (record.outcome === "best" || record.outcome === "late") return ""
  return record.outcome === "early" ? "greedy stops before it" : `greedy reaches <strong>${share(gain, model.top)}</strong>`
}

export const judged = ({ own: { model, pick } }) =>
  ({ yours: model.columns[pick].name, best: model.best.name, share: model.columns[pick].most / (model.top || 1) })
