// Keeps what Python sent ahead: what the components draw at the rounds next to the one on the screen.
export default function ({ data }) {
  globalThis.gbtAhead = data
  document.dispatchEvent(new CustomEvent("gbt-round"))
}
