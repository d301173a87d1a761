// The question, and what is said to it: which branch falls first, which tree cross-validation keeps, what gamma leaves.
import { CHOICES, SHOW } from "../../stage/kit/guess.js"
import { significant } from "../../stage/kit/numbers.js"
import { capital, note } from "../../stage/kit/svg.js"
import { hidesFolds, INNER, isAlpha, isAsked, isKeeping, isStill, isTelling, isTold, pickOf, saysKept, timeOf } from "./view_model.js"

const KEEPS = "Which tree errs least when cross-validated?"
const ASKS = "which branch is among the first to fall?"
const MOST_LISTED = 4
const listed = nodes => (nodes.length > MOST_LISTED ? `${nodes.length} branches` : `node${nodes.length > 1 ? "s" : ""} ${nodes.join(", ").replace(/, (\d+)$/, " and $1")}`)
const verb = nodes => (nodes.length > 1 ? "fall" : "falls")
export const leavesOf = many => `${many.toLocaleString("en")} ${many === 1 ? "leaf" : "leaves"}`

const waysOf = S => S.own.model.ways
const fallsAt = (S, state) => waysOf(S)[0].falls[state]
const leavesAt = (S, state) => leavesOf(waysOf(S)[0].way.leaves[state])

// --- by alpha

// Whether a guess was said of the branches that fall, or have just fallen.
const isFell = ({ own: { fell }, at, view }) => fell !== null && at.round === 1 && view <= 1

const alphaPrompt = S => {
  const { at, n, record } = S
  if (n === 0) return "A single leaf: there is nothing to cut"
  if (isTelling(S) || (isKeeping(S) && isStill(S))) return KEEPS
  if (S.motion?.to < S.view) return "The price of a leaf falls"
  if (!isStill(S)) {
    const { from, to, fold } = timeOf(S)
    if (from < to && fold > 0) return `${capital(listed(fallsAt(S, to)))} ${verb(fallsAt(S, to))}: worth only ${significant(record.price[to])} a leaf`
    return isAsked(S, from) ? "Height goes by the order of g, worth per extra leaf" : "The price of a leaf rises"
  }
  if (isAsked(S, at.round)) return pickOf(S) === null ? `Each leaf costs α, and α rises: ${ASKS}` : capital(ASKS)
  const said = keptPrompt(S)
  if (said) return said
  if (at.round === n) return lastPrompt(S)
  const [done, next] = [fallsAt(S, at.round), fallsAt(S, at.round + 1)]
  return done.length && at.round === 1 ? `${capital(listed(done))} fell at α ${significant(record.price[at.round])}` : `${capital(listed(next))} ${verb(next)} next`
}

// At the tree that cross-validation keeps, what it says of it.
const keptPrompt = S => {
  const { record: { validated }, at: { round } } = S
  if (!validated || hidesFolds(S) || (round !== validated.best && round !== validated.simple)) return ""
  return round === validated.best ? `Cross-validation errs least with ${leavesAt(S, round)}` : `Within one standard error: ${leavesAt(S, round)}`
}

// The end sums up what was too small, and what errs least.
const lastPrompt = S => {
  const { record: { validated }, n } = S
  if (!validated || hidesFolds(S)) return "One leaf is left"
  return `One leaf errs ${significant(validated.error[n])}, the tree of ${leavesAt(S, validated.best)} ${significant(validated.error[validated.best])}`
}

const alphaOffer = S => {
  const { at, n, record: { validated, price }, own } = S
  if (n === 0) return ""
  if (isTelling(S)) return own.kept === null ? "" : `<em>yours: ${leavesAt(S, own.kept)}</em>`
  if (!isStill(S)) return isFell(S) ? (timeOf(S).fold > 0 ? fellSentence(S) : `<em>yours ${own.fell.yours}</em>`) : ""
  if (saysKept(S)) return `<em>${leavesAt(S, at.round)}</em>${CHOICES}${SHOW}`
  if (isKeeping(S)) return (at.round < n ? `<button type="button" class="skip" data-rung="${at.round}">This one: ${leavesAt(S, at.round)}</button>` : note("press a number, or pull the price")) + SHOW
  if (isAsked(S, at.round)) return note("click it in the tree")
  if (isFell(S)) return fellSentence(S)
  if (!hidesFolds(S) && validated && at.round === validated.best) {
    const errs = validated.error[own.kept],
      isNear = errs <= validated.error[at.round] + validated.se[at.round],
      mine = own.kept === at.round ? "right" : `${significant(errs)}${isNear ? ", too near to tell" : ""}`,
      yours = own.kept === null ? "" : `<em>yours${own.sure ? `, ${own.sure}` : ""}: ${mine}</em>`
    const does = validated.simple === at.round ? "" : `, so ${leavesAt(S, validated.simple)} ${waysOf(S)[0].way.leaves[validated.simple] === 1 ? "does" : "do"}`
    return `<span>${significant(validated.error[at.round])} ± ${significant(validated.se[at.round])}${does}</span>${yours}`
  }
  if (keptPrompt(S)) return note(`${significant(validated.error[at.round])}, the smallest so near the least`)
  return at.round < n ? note(`${at.round === 1 ? `${whyFell(S)}; next ${listed(fallsAt(S, 2))}, ` : ""}at α ${significant(price[at.round + 1])}`) : ""
}

const whyFell = S => `${fallsAt(S, 1).length > 1 ? "they save" : "it saves"} least per extra leaf`

// What one's branch was worth, and is now that others below it have fallen.
const fellSentence = S => {
  const { own: { fell: { yours, isRight, many, worth } } } = S,
    [way] = waysOf(S),
    top = way.into(yours, 1)
  if (isRight) return `<span><em>yours ${yours}</em>: right${top !== yours ? `: it fell with node ${top}` : many > 1 ? `, as any of the ${many}` : ""}; ${whyFell(S)}</span>`
  const [was, is] = [worth, way.to(1)[yours]].map(significant),
    now = S.view === 1 && is !== was && way.kind(yours, 1) === INNER ? `, now ${is}` : ""
  return `<span>${whyFell(S)}; <em>yours ${yours}</em> was worth <strong>${was}</strong>${now}</span>`
}

export const judged = S => {
  const yours = pickOf(S)
  if (yours === null) return {}
  const nodes = fallsAt(S, 1),
    worth = waysOf(S)[0].from(0)
  return { yours, worth: worth[yours], many: nodes.length, isRight: nodes.includes(yours) || worth[yours] <= worth[nodes[0]] * (1 + 1e-9) }
}

// --- by gamma

const gammaPrompt = S => {
  const { record, at } = S,
    ways = waysOf(S).map(({ way }) => way.leaves),
    asked = record.price[record.asked]
  if (ways[0][0] === 1) return "A single leaf: there is nothing to charge"
  if (!isStill(S)) return "A leaf costs more and more"
  if (!isTold(S)) return waysOf(S)[0].from(0)[0] < asked ? "The first cut gains less than γ: which branches fold to a leaf?" : `γ rises to ${significant(asked)}: which branches fold to a leaf?`
  const [early, pruned, best] = ways.map(each => each[at.round]),
    [first, second, third] = record.ways.map(({ beside }) => beside[at.round])
  if (second > 1e-12) return "Pruning keeps what a single leaf would beat"
  if (first > second + 1e-12) return `Pre-stopping stops too soon: ${leavesOf(early)}, not ${pruned}`
  if (second > third + 1e-12) return `Pruning keeps ${pruned}, the best has ${leavesOf(best)}`
  const alwaysAgree = ways.every(each => each.every((many, k) => many === ways[0][k]))
  return `All agree: ${leavesOf(best)}${alwaysAgree ? ", for no poor cut hides a good one" : ""}`
}

const gammaOffer = S => {
  const { own, record, at } = S,
    ways = waysOf(S).slice(0, 2).map(({ way }) => way.leaves)
  if (ways[0][0] === 1) return ""
  if (!isTold(S)) return own.folded.some(each => each.length) ? `<em>${own.left.join(" and ")} leaves</em>` : S.resting() ? note(`the tree is of ${record.on}: click in both`) : ""
  if (at.round !== record.asked || !own.said) return ""
  const right = ways.map(each => each[record.asked])
  return right.every((each, i) => each === own.said[i]) ? `<em>yours: right</em>` : `<span>leaves: ${right.join(" and ")}, <em>yours ${own.said.join(" and ")}</em></span>`
}

export const prompt = S => (isAlpha(S) ? alphaPrompt : gammaPrompt)(S)
export const offer = S => (isAlpha(S) ? alphaOffer : gammaOffer)(S)
export const said = S => (isAlpha(S) ? `node ${pickOf(S) ?? 0}` : `${S.own.left.join(" and ")} leaves`)
