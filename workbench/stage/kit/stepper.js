// First, Back, Play, Next, Last; which step it is, and its losses.
import { isAnswerable, wholeOf } from "./guess.js"
import { significant } from "./numbers.js"
import { ICONS, put, set, toggle } from "./svg.js"

const line = name => `<svg viewBox="0 0 20 12" preserveAspectRatio="xMinYMid slice" aria-hidden="true"><path d="M0 6h20" class="${name}"/></svg>`
const FAST = 4,
  BRIEF = 34 // letters that a phone has room for

export const wireStepper = S => {
  const ways = {
    first: () => S.go(0),
    back: () => S.walk(-1),
    next: () => S.forth(),
    last: () => S.go(S.n),
  }
  S.listen(S.parts.stepper, "click", event => {
    const go = event.target.closest("[data-go]")?.dataset.go
    if (go === "play") S.play()
    else if (go) {
      S.stop()
      ways[go]()
    } else if (event.target.closest(".speed")) {
      S.speed = S.speed === 1 ? FAST : 1
      S.ask()
    }
  })
}

// Which step the reader is at: under a scrubbing hand, and on a way over several steps, the one that is seen.
export const countOf = S => (S.scrubs || isFar(S) ? Math.ceil(S.view - 1e-9) : S.at.round)
const isFar = ({ motion, per }) => motion && Math.abs(motion.to - motion.from) > per + 1e-9
export const countText = (S, at) => S.scene.count?.(S, at) ?? `${S.scene.unit ?? "Round"} <b>${at}</b> of ${S.n}`

// What Next does where all steps have been seen, and says then.
export const afterOf = S => S.scene.after?.(S) || S.leadsOn?.() || null
const wordOf = S => (S.scene.after?.(S) ? S.scene.beyond?.(S) : "What’s next")

export const drawStepper = S => {
  const shown = countOf(S),
    at = Math.floor(wholeOf(S) / S.per), // what a step costs is not told before it is seen whole
    { count, losses, stepper, speed } = S.parts
  put(count, countText(S, shown))
  const { lines: all, beside = all } = S.scene.strip(S),
    lines = beside.filter(({ values }) => Number.isFinite(values[at]))
  put(
    losses,
    lines
      .map(({ name, mark, values }) => `<span>${line(mark)}${name} <b>${significant(values[at])}</b></span>`)
      .join(""),
  )
  const [first, last] = [lines[0], lines.at(-1)],
    said = ({ name, brief = name, values }) => `${brief} ${significant(values[at])}`
  const both = [...new Set([first, last])].filter(Boolean).map(said)
  set(count, "data-loss", both.join().length < BRIEF ? both.join(", ") : both.at(-1))
  for (const button of stepper.querySelectorAll("[data-go]")) {
    const isEnd = /first|back/.test(button.dataset.go)
      ? S.at.round <= S.low
      : button.dataset.go !== "play" && S.at.round === S.n && S.resting() && !(button.dataset.go === "next" && (afterOf(S) || isAnswerable(S)))
    if (button.disabled !== isEnd) button.disabled = isEnd
  }
  const next = stepper.querySelector(".next"),
    beyond = S.resting() && S.at.round === S.n && !next.disabled && !isAnswerable(S) ? wordOf(S) : null
  put(next, `${beyond ?? "Next"} ${ICONS.next}`)
  set(next, "aria-label", beyond ? `Next: ${beyond}` : "Next")
  const play = stepper.querySelector(".play")
  put(play, S.playing ? ICONS.pause : ICONS.play)
  set(play, "aria-label", S.playing ? "Pause" : "Play")
  toggle(speed, "on", S.speed > 1)
  set(speed, "aria-pressed", String(S.speed > 1))
}
