// The question, and what is said to it: which branch falls next, which tree cross-validation keeps, what gamma leaves.
import { capital, note } from "../../stage/kit/svg.js"
import { SHOW } from "../../stage/kit/guess.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { isAsked, isKeeping, isPointed, isStill, isTelling, isTold, pickOf, timeOf } from "./view_model.js"

const KEEPS = "Which tree errs least when cross-validated?"
const SURE = ["guessing", "fairly", "sure"]
const listed = nodes => (nodes.length > 2 ? `${nodes.length} branches` : `${nodes.length > 1 ? "nodes" : "node"} ${nodes.join(" and ")}`)
const verb = nodes => (nodes.length > 1 ? "fall" : "falls")
const leavesOf = many => `${many.toLocaleString("en")} ${many === 1 ? "leaf" : "leaves"}`

// What is too small for digits reads so.
const priceOf = value => (value > 0 && value < 1e-6 ? "α ≈ 0" : `α = ${significant(value)}`)

const waysOf = S => S.own.model.ways
const fallsAt = (S, state) => waysOf(S)[0].falls[state]

// --- by alpha

// Whether a guess was said of the branches that fall, or have just fallen.
const isFell = ({ own: { fell }, at }) => fell !== null && fell.step === at.round

// Whether the price has come so far that something folds.
const isFolding = S => {
  const { from, to, fold } = timeOf(S)
  return from < to && fold > 0
}

const stepPrompt = S => {
  const { at, n, record } = S,
    running = Math.max(1, Math.ceil(S.view - 1e-9))
  if (n === 0) return "A single leaf: there is nothing to cut"
  if (isTelling(S)) return KEEPS
  if (S.motion?.to < S.view) return "The price of a leaf falls"
  if (!isStill(S))
    return !isFolding(S)
      ? "The price of a leaf rises"
      : `${capital(listed(fallsAt(S, running)))} ${verb(fallsAt(S, running))}: worth only ${significant(record.price[running])} a leaf`
  if (isKeeping(S)) return KEEPS
  if (at.round === n) return keptPrompt(S) || "One leaf is left"
  if (isAsked(S, at.round))
    return at.round === 0
      ? "Leaves get dearer: which branch falls first?"
      : `${capital(listed(fallsAt(S, at.round)))} fell at ${significant(record.price[at.round])} a leaf: which next?`
  const nodes = fallsAt(S, at.round + 1)
  return keptPrompt(S) || `Next ${listed(nodes)} ${verb(nodes)}`
}

// At the tree that cross-validation keeps, what it says of it.
const keptPrompt = ({ record: { validated }, at, own: { model } }) => {
  if (!validated || at.prune_told !== 1 || (at.round !== validated.best && at.round !== validated.simple)) return ""
  const leaves = leavesOf(model.ways[0].way.leaves[at.round])
  return at.round === validated.best ? `Cross-validation errs least with ${leaves}` : `Within one standard error: ${leaves}`
}

const stepOffer = S => {
  const { at, n, record, own } = S
  if (n === 0) return ""
  if (isTelling(S)) return own.kept === null ? "" : `<em>yours: ${leavesOf(waysOf(S)[0].way.leaves[own.kept])}</em>`
  if (!isStill(S)) return !isFell(S) ? "" : isFolding(S) ? stepSentence(S) : `<em>yours ${own.fell.yours}</em>`
  if (isKeeping(S) && !isPointed(S))
    return (at.round === n ? note("go to it in a curve") : `<button type="button" class="skip" data-take="1">take ${leavesOf(waysOf(S)[0].way.leaves[at.round])}</button>`) + SHOW
  if (isKeeping(S))
    return `<em>this one, ${leavesOf(waysOf(S)[0].way.leaves[at.round])}</em>${SURE.map((text, i) => `<button type="button" data-keep="${i}" data-sure="${i}">${text}</button>`).join("")}${SHOW}`
  if (isFell(S) && isAsked(S, at.round)) return stepSentence(S)
  if (isAsked(S, at.round)) return note(at.round === 0 ? "click it in the tree" : "click it: ? has changed")
  const { validated } = record
  if (validated && at.prune_told === 1 && at.round === validated.best) {
    const mine = own.kept === null ? "" : own.kept === at.round ? "<em>yours: right</em>" : `<em>yours: ${significant(validated.error[own.kept])}</em>`
    return `<span>${significant(validated.error[at.round])} ± ${significant(validated.se[at.round])}</span>${mine}`
  }
  if (validated && at.prune_told === 1 && at.round === validated.simple) return note(`${significant(validated.error[at.round])}, the smallest so near the least`)
  return at.round < n ? note(`at ${priceOf(record.price[at.round + 1])}`) : ""
}

const stepSentence = S => {
  const { yours, isRight, step } = S.own.fell
  if (isRight) return `<span><em>yours ${yours}</em>: right</span>`
  const { worth } = waysOf(S)[0].from(step - 1)
  return `<span><em>yours ${yours}</em> is worth <strong>${significant(worth[yours])}</strong></span>`
}

export const stepJudged = S => {
  const pick = pickOf(S)
  if (pick === null) return {}
  const nodes = fallsAt(S, S.guess.step),
    { worth } = waysOf(S)[0].from(S.guess.step - 1)
  return { yours: pick, isRight: nodes.includes(pick) || worth[pick] <= worth[nodes[0]] * (1 + 1e-9) }
}

// --- by gamma

const gammaOf = ({ record }) => tick(record.price[record.asked])
const numbers = S => waysOf(S).map(({ way }) => way.leaves)

const gammaPrompt = S => {
  const { record, at } = S,
    leaves = numbers(S)
  if (leaves[0][0] === 1) return "A single leaf: there is nothing to charge"
  if (!isStill(S)) return "A leaf costs more and more"
  if (!isTold(S)) return `γ rises to ${gammaOf(S)}: what do the first two ways leave?`
  const [early, pruned, best] = leaves.map(each => each[at.round])
  const [first, second, third] = record.ways.map(({ beside }) => beside[at.round])
  if (second > 1e-12) return "Pruning keeps what a single leaf would beat"
  if (first > second + 1e-12) return `Pre-stopping stops too soon: ${early} ${early === 1 ? "leaf" : "leaves"}, not ${pruned}`
  if (second > third + 1e-12) return `Pruning keeps ${pruned}, the best has ${leavesOf(best)}`
  return `All agree: ${leavesOf(best)}`
}

const gammaOffer = S => {
  const { own, record, at } = S
  if (numbers(S)[0][0] === 1) return ""
  if (!isTold(S)) return own.folded.some(each => each.size) ? `<em>${own.left.join(" and ")} leaves</em>` : S.resting() ? note("click what folds") : ""
  if (at.round !== record.asked || !own.said) return ""
  const right = numbers(S).slice(0, 2).map(each => each[record.asked]),
    isRight = right.every((each, i) => each === own.said[i])
  return isRight ? `<em>yours: right</em>` : `<span>it is ${right.join(" and ")}, <em>yours ${own.said.join(" and ")}</em></span>`
}

const byGamma = S => S.record.kind === "gamma"
export const prompt = S => (byGamma(S) ? gammaPrompt : stepPrompt)(S)
export const offer = S => (byGamma(S) ? gammaOffer : stepOffer)(S)
export const said = S => (byGamma(S) ? `${S.own.left.join(" and ")} leaves` : `node ${pickOf(S) ?? 0}`)
