// Keeps what Python sent ahead: what the components draw at the rounds next to the one on the screen.
import { keepAhead } from "../../components/kit/follow.js"

export default function ({ data }) {
  keepAhead(data)
}
