// What a saved page asks at its steps. Whoever guesses is asked at every step, until there is an answer, and what would
// tell it is hidden so long. An answer is chosen in the strip, or put into the picture and then said how sure it is: at
// the pointer, or in the strip for whoever works by keyboard.
import { shown, thresholdText } from "./kit/numbers.js"

// Data with another value where a way of names leads.
const within = (data, [name, ...rest], value) => ({ ...data, [name]: rest.length ? within(data[name], rest, value) : value })

const judged = ({ told, right, place }, choice, value) => {
  if (choice >= 0) return { words: told[choice], isRight: right.includes(choice) }
  const { ends, shares, words, digits, decimals } = place.scale, share = shares[ends.filter(end => end < value).length]
  return { words: words.replace("{said}", decimals < 0 ? shown(value, digits) : thresholdText(value, decimals)).replace("{share}", share), isRight: share === 100 }
}

const questionOf = ({ questions, stepNow }) => questions[stepNow()]
const openOf = state => (state.guesses && !state.answers.has(state.stepNow()) ? questionOf(state) : undefined)

// What parts are sent of a step that is asked; once it is answered, without what would tell later answers.
const hiddenOf = state => {
  const answered = state.guesses && state.answers.get(state.stepNow())
  return openOf(state)?.hides ?? questionOf(state)?.reveals[answered?.choice] ?? {}
}

const answer = (state, choice, value, howSure) => {
  const { words, isRight } = judged(questionOf(state), choice, value)
  state.answers.set(state.stepNow(), { choice, value, howSure, isRight, words: howSure ? `${words} You were ${howSure}.` : words })
  state.changed()
}

const answerPut = (state, howSure) => {
  const value = state.put.get(state.stepNow())
  if (openOf(state) && value !== undefined) answer(state, openOf(state).place.values.indexOf(value), value, howSure)
}

// A part has told something, which may be an answer: what of it counts, else undefined.
const heard = ({ place }, step, name, what, told) => {
  if (place?.part !== name || place.told !== what || (told.at ?? step - 1) !== step - 1) return undefined
  const value = place.key ? told[place.key] : told
  return place.scale || place.values.includes(value) ? value : undefined
}

const score = ({ answers, sure }) => {
  const counted = all => `${all.filter(each => each.isRight).length} of ${all.length}`
  const given = [...answers.values()], surely = given.filter(each => each.howSure === sure.at(-1))
  return `${counted(given)} right${surely.length ? `, ${counted(surely)} when sure` : ""}.`
}

const buttons = (strip, texts, act) => texts.map((text, i) => {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text })
  button.onclick = () => {
    strip.children[2].focus({ preventScroll: true }) // this one goes
    act(i)
  }
  return button
})

const paintStrip = (state, strip) => {
  const { guesses, answers, put, sure, stepNow } = state, question = questionOf(state), open = openOf(state)
  const said = guesses ? answers.get(stepNow()) : undefined, isPut = open && put.has(stepNow())
  const [words, choices, mode] = strip.children
  const none = guesses ? "There is nothing to guess at this step." : ""
  words.textContent = said ? `${said.words} ${score(state)}` : question ? question.text + (isPut ? " How sure?" : "") : none
  mode.textContent = guesses ? "Stop guessing" : "Guess first"
  mode.onclick = () => {
    state.guesses = !guesses
    state.changed()
  }
  choices.replaceChildren(...(isPut
    ? buttons(strip, sure, i => answerPut(state, sure[i]))
    : buttons(strip, open?.choices ?? [], i => answer(state, i, open.place?.values[i]))))
}

// questions: by step; sure: how sure one can be, in words, the last one wholly. stepNow: gives the step on the screen;
// changed: called when something is to be hidden or shown.
export const asking = ({ questions, sure }, strip, stepNow, changed) => {
  const answers = new Map() // step: what was said
  const put = new Map() // step: what was put into the picture
  const state = { questions, sure, stepNow, changed, answers, put, nPut: 0, guesses: false }
  return {
    hides: () => hiddenOf(state),
    // What a part is sent, with what was put into it.
    drawn: (name, sent) => {
      const place = state.guesses && questionOf(state)?.place, value = answers.get(stepNow())?.value ?? put.get(stepNow())
      return place?.part !== name || value === undefined ? sent : place.draws.reduce((all, way) => within(all, way, value), sent)
    },
    hear: (name, what, told) => {
      const value = heard(openOf(state) ?? {}, stepNow(), name, what, told)
      if (value === undefined) return
      put.set(stepNow(), value)
      state.nPut++
      changed()
    },
    // What the choices at the pointer are sent, see verdict_offer.js.
    offer: () => ({ question: stepNow(), n_put: state.nPut, choices: openOf(state) && put.has(stepNow()) ? sure : undefined }),
    answerPut: howSure => answerPut(state, howSure),
    paint: () => paintStrip(state, strip),
  }
}
