// What a saved page asks at its steps. Whoever guesses is asked at every step, until there is an answer, and what would
// tell it is hidden so long. An answer is chosen in the strip, or put into the picture and then said how sure it is: at
// the pointer, or in the strip for whoever works by keyboard.
import { shown } from "./kit/numbers.js"

// Data with another value where a way of names leads.
const within = (data, [name, ...rest], value) => ({ ...data, [name]: rest.length ? within(data[name], rest, value) : value })

const judged = ({ told, right, place }, choice, value) => {
  if (choice >= 0) return { words: told[choice], isRight: right.includes(choice) }
  const { ends, shares, words, digits } = place.scale, share = shares[ends.filter(end => end < value).length]
  return { words: words.replace("{said}", shown(value, digits)).replace("{share}", share), isRight: share === 100 }
}

// questions: by step; sure: how sure one can be, in words, the last one wholly. stepNow: gives the step on the screen;
// changed: called when something is to be hidden or shown.
export const asking = ({ questions, sure }, strip, stepNow, changed) => {
  const answers = new Map() // step: what was said
  const put = new Map() // step: what was put into the picture and is not yet answered
  let guesses = false, nPut = 0
  const question = () => questions[stepNow()]
  const open = () => (guesses && !answers.has(stepNow()) ? question() : undefined)

  const answer = (choice, value, howSure) => {
    const { words, isRight } = judged(question(), choice, value)
    answers.set(stepNow(), { value, howSure, isRight, words: howSure ? `${words} You were ${howSure}.` : words })
    changed()
  }
  const answerPut = howSure => {
    if (!open()?.place || !put.has(stepNow())) return
    const value = put.get(stepNow())
    answer(question().place.values.indexOf(value), value, howSure)
  }
  const score = () => {
    const counted = all => `${all.filter(each => each.isRight).length} of ${all.length}`
    const given = [...answers.values()], surely = given.filter(each => each.howSure === sure.at(-1))
    return `${counted(given)} right${surely.length ? `, ${counted(surely)} when sure` : ""}.`
  }
  const buttons = (texts, act) => texts.map((text, i) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text })
    button.onclick = () => {
      strip.children[2].focus({ preventScroll: true }) // this one goes
      act(i)
    }
    return button
  })

  return {
    hides: () => open()?.hides ?? {},
    // What a part is sent, with what was put into it.
    drawn: (name, sent) => {
      const place = guesses && question()?.place, value = answers.get(stepNow())?.value ?? put.get(stepNow())
      return place?.part !== name || value === undefined ? sent : place.draws.reduce((all, way) => within(all, way, value), sent)
    },
    // A part has told something, which may be an answer.
    hear: (name, what, told) => {
      const place = open()?.place
      if (place?.part !== name || place.told !== what || (told.at ?? stepNow() - 1) !== stepNow() - 1) return
      const value = place.key ? told[place.key] : told
      if (!place.scale && !place.values.includes(value)) return
      put.set(stepNow(), value)
      nPut++
      changed()
    },
    // What the choices at the pointer are sent, see verdict_offer.js.
    offer: () => ({ question: stepNow(), n_put: nPut, choices: open() && put.has(stepNow()) ? sure : undefined }),
    answerPut,
    paint: () => {
      const said = guesses ? answers.get(stepNow()) : undefined, asked = open(), isPut = asked && put.has(stepNow())
      const [words, choices, mode] = strip.children
      const none = guesses ? "There is nothing to guess at this step." : ""
      words.textContent = said ? `${said.words} ${score()}` : question() ? question().text + (isPut ? " How sure?" : "") : none
      mode.textContent = guesses ? "Stop guessing" : "Guess first"
      mode.onclick = () => { guesses = !guesses; changed() }
      choices.replaceChildren(...(isPut
        ? buttons(sure, i => answerPut(sure[i]))
        : buttons(asked?.choices ?? [], i => answer(i, asked.place?.values[i]))))
    },
  }
}
