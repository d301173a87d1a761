// What is asked and told in the line of the question; and the sums behind the numbers.
import { fraction, math, mi } from "../../stage/kit/formula.js"
import { decimals, signed } from "../../stage/kit/numbers.js"
import { CHOICES, SHOW } from "../../stage/kit/guess.js"
import { AGAIN } from "../../stage/kit/on_strip.js"
import { escaped, note } from "../../stage/kit/svg.js"
import { areasOf } from "./view_deal.js"
import { fared, isAsked, saysOf } from "./view_strip.js"
import { isAskingPairs, isDrawingPairs, isHurried, toldOf } from "./view_model.js"

const strong = text => `<strong>${text}</strong>`

export const prompt = S => {
  const { own } = S
  if (isAsked(S) && own.bet.isOpen) return "Told apart for good?"
  if (isAsked(S) || isHurried(S)) return `From which deal on are ${own.pair.two.map(v => S.record.short[v]).join(" and ")} told apart?`
  if (isAskingPairs(S) && own.pick !== null) return "This one?" // beside it three answers stand
  if (own.asksPair || isDrawingPairs(S)) return "Which pair can one deal tell apart?"
  if (toldOf(S) === 2) return `One deal is ${own.pair.isOne ? "" : "not "}enough`
  return own.pair.from > S.n ? `Never told apart for good in ${S.n} deals` : `Told apart from deal ${own.pair.from} on`
}

export const offer = S => {
  const { own, n } = S,
    told = toldOf(S)
  if (isHurried(S) || isDrawingPairs(S)) return ""
  if (told === 0) return (own.bet.isOpen ? `<em>${saysOf(S)}</em>` : "") + (own.bet.isDropped ? CHOICES : "") + SHOW
  const last = own.model.state(own.pair, n)
  if (told === 2) return pairSaid(S, last) + AGAIN
  if (own.asksPair) return own.pick === null ? note("press a cell of the triangle") + SHOW : pairPut(S) + CHOICES
  return `<span class="strays">${fared(S)}<span>${whyApart(S, last)}</span></span><button type="button" class="skip" data-next="1" data-skip="1">Which pair can?</button>`
}

const pairPut = ({ own: { cells, pick }, record: { short } }) => {
  const { i, j } = cells.find(({ index }) => index === pick)
  return `<em>${escaped(short[i])}, ${escaped(short[j])}</em>`
}

// Where 0 lies, and to whom did not guess, what was published of one deal against how far one deal strays.
const whyApart = (S, { mean, of_mean, of_one: half }) => {
  const { own: { pair: { published, from } }, n } = S,
    says = `0 lies ${from > n ? "within" : "outside"} the mean’s ${strong(`${signed(mean, 3)} ± ${decimals(of_mean)}`)}`
  if (published === null || fared(S)) return says
  return `${says}<span class="paper">; the paper’s ${strong(signed(published, 3))} is ${Math.abs(published) > half ? "more" : "less"} than one deal’s ${strong(`± ${decimals(half)}`)}</span>`
}

const pairSaid = ({ own: { pair, pick } }, { mean, of_one: half }) => {
  const mine = pick === pair.index ? `<em>Yours: ${pair.isOne ? "right" : "not so"}.</em> ` : ""
  return `<span>${mine}${strong(signed(mean, 3))} ${Math.abs(mean) > half ? "beyond" : "within"} one deal’s ± ${decimals(half)}</span>`
}

// --- the cards

const mn = value => `<mn>${value}</mn>`
const root = inside => `<msqrt>${inside}</msqrt>`
const share = (top, bottom) => fraction(mn(top), mn(bottom))
const times = (t, s, under, equals) => math(`${mi("t")}${mi("s")}${root(under[0])}<mo>=</mo>${mn(decimals(t, 2))}<mo>·</mo>${mn(decimals(s))}<mo>·</mo>${root(under[1])}<mo>=</mo>${mn(decimals(equals))}`)
const cardText = ({ n, t, sd, of_mean, of_one, of_new }, name, { n_train, n_test, level }) => {
  const per = fraction("<mn>1</mn>", mi("n"))
  const [title, ...lines] =
    name === "one"
      ? ["The next deal, as the paper’s one", times(t, sd, [`<mn>1</mn><mo>+</mo>${per}`, `<mn>1</mn><mo>+</mo>${share(1, n)}`], of_one), "<p>It stays: more deals do not make one deal surer.</p>"]
      : [
          "The mean of all deals of these rows", times(t, sd, [per, share(1, n)], of_mean), "<p>It shrinks with every deal. On new rows it would not, for deals share rows (Nadeau and Bengio, 2003):</p>",
          times(t, sd, [`${per}<mo>+</mo>${fraction(mi("n", "test"), mi("n", "train"))}`, `${share(1, n)}<mo>+</mo>${share(n_test, n_train)}`], of_new),
        ]
  return `<p><b>${title}</b></p>${lines.join("")}<p class="note">t: Student's at ${level} %; s: standard deviation of ${n} differences.</p>`
}

export const cardOf = (S, name) => {
  const { own: { model, pair }, record, at } = S
  if (name.startsWith("area")) return areaCard(S, Number(name.at(-1)))
  const state = model.state(pair, at.round)
  return state ? cardText(state, name, record) : ""
}

const areaCard = (S, side) => {
  const { own: { model, pair }, record, at } = S,
    v = pair.two[side],
    k = at.round - 1,
    mines = record.mines[k],
    pairs = mines * (record.n_test - mines)
  const right = Math.round(2 * model.area(v, k) * pairs) / 2
  return (
    `<p><b>AUC of ${escaped(record.names[v])}, deal ${at.round}</b></p><p>Of ${mines} × ${record.n_test - mines} pairs, a mine and a rock, the mine scores higher in ${right.toLocaleString("en")}; a tie counts half.</p>` +
    math(`${share(right, pairs)}<mo>=</mo>${mn(areasOf(S, k)[side])}`)
  )
}
