// What a saved page asks at its steps about the next one. Whoever guesses is asked at every step, until there is an
// answer, and what would tell it is hidden so long.
const answers = new Map() // step: the place of the choice
let guesses = false

const score = questions => {
  const right = [...answers].filter(([step, choice]) => questions[step].right.includes(choice)).length
  return `${right} of ${answers.size} right.`
}

// What a step of the page asks and has not been told; undefined where nothing is hidden.
export const openQuestion = (questions, step) => (guesses && !answers.has(step) ? questions[step] : undefined)

// Says where the question of a step stands. changed: called when something is to be hidden or shown.
export const paintQuestion = (place, questions, step, changed) => {
  const question = questions[step], open = openQuestion(questions, step), said = guesses ? answers.get(step) : undefined
  const [words, choices, mode] = place.children
  const told = said === undefined ? question?.text : `${question.told[said]} ${score(questions)}`
  words.textContent = told ?? (guesses ? "There is nothing to guess at this step." : "")
  mode.textContent = guesses ? "Stop guessing" : "Guess first"
  mode.onclick = () => { guesses = !guesses; changed() }
  choices.replaceChildren(...(open?.choices ?? []).map((text, i) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text })
    button.onclick = () => {
      answers.set(step, i)
      mode.focus({ preventScroll: true }) // the choices go
      changed()
    }
    return button
  }))
}
