// Keeps the numbers of a picture, so that they are sent once, in a page by itself; draws nothing.
import { keepPacked } from "./kit/packed_frames.js"

export default function ({ data }) {
  keepPacked(data)
}
