// What is asked and said of the packet: by the eight rows, by those of a table, and by the file of a model.
import { clamp } from "../../stage/kit/easing.js"
import { key, lineKey } from "../../stage/kit/legend.js"
import { significant, tick } from "../../stage/kit/numbers.js"
import { capital, escaped } from "../../stage/kit/svg.js"
import { button, exact, isAsking, isExample, LEFT, numberOf, RIGHT, SIDES, wedge } from "./view_model.js"
import { packetName, restOf, sideAt } from "./view_packet_model.js"

const cutHere = S => S.record.cuts[clamp(S.at.round, 1, S.record.cuts.length) - 1]
const isFile = cut => cut.keeps !== undefined

// --- the question

const asked = record => {
  const { cuts, n_packet: n } = record,
    { asks } = cuts[record.asked]
  if (record.kind === "model") return `Which way does the model send ${packetName(record)} at ${asks}?`
  return `${record.is_zero ? "A blank is 0: which" : "Which"} way ${n === 1 ? "does" : "do"} ${packetName(record)} go at ${asks}?`
}

// Of a cut that is looked at.
const cutSaid = (record, cut) => {
  const { n_packet: n, name, kind } = record,
    { asks, ways } = cut,
    side = sideAt(cut)
  if (isFile(cut)) {
    if (record.reads_zero) return `A gap is read as 0: ${SIDES[side]} at ${asks}`
    return n ? `${capital(packetName(record))} go${n === 1 ? "es" : ""} ${SIDES[side]} at ${asks}, by the file` : `A gap goes ${SIDES[side]} at ${asks}, by the file`
  }
  if (!n) return `No row misses ${name}`
  if (ways.length === 1) return `Having ${name} or not is a cut, too`
  const go = kind === "model" ? "would gain more" : `go${n === 1 ? "es" : ""}`
  return side === null ? "Both ways are tried at every cut" : `${capital(packetName(record))} ${go} ${SIDES[side]} at ${asks}`
}

export const prompt = S => {
  const { record, at, own } = S,
    { n_packet: n, name, cuts } = record
  if (isAsking(S)) return asked(record)
  if (!cuts.length) return n ? `No two values of ${name}: there is nothing to cut` : `There is nothing to cut along ${name}`
  if (at.round > cuts.length) return record.new.length > 1 ? `Two new rows: of one ${name} is missing, of one it is 0` : `A new row: its ${name} is 0`
  if (record.is_zero && n) return "A blank is zero: it stands on the axis"
  if (own.what !== null && n) return `${capital(packetName(record))} put ${SIDES[own.what < 0 ? LEFT : RIGHT]}, to compare`
  if (at.round > 0 && S.resting()) return cutSaid(record, cutHere(S))
  return n ? "Both ways are tried at every cut" : `No row misses ${name}`
}

// --- what is offered beside it

export const offer = S => {
  const { record, at, own } = S,
    { cuts, n_packet: n } = record
  if (!S.resting() || !cuts.length) return ""
  const again = S.turn && n && isExample(record) ? button("case", "Another case") : ""
  if (at.round > cuts.length) return newSaid(record)
  if (!n) return isExample(record) ? "" : `<span class="note">no row here has a gap: both ways gain the same</span>`
  if (at.round === 0) return again
  const cut = cutHere(S),
    yours = own.said !== null && at.round === record.answer
  return `<span>${yours ? judgedSaid(S, cut) : verdict(S, cut)}</span>${again}`
}

// A side is never mixed up with whether it was right.
const judgedSaid = (S, cut) => {
  const said = S.own.said < 0 ? LEFT : RIGHT,
    sent = `<em>you sent ${S.record.n_packet === 1 ? "it" : "them"} ${SIDES[said]}`
  if (isFile(cut)) return `${sent}${said === cut.keeps ? ", too" : ""}</em> · ${verdict(S, cut)}`
  if (cut.side === null || cut.ways.length === 1) return `${sent}</em> · ${verdict(S, cut)}`
  const [mine, other] = [said, 1 - said].map(side => significant(cut.ways[side].gain))
  return said === cut.side ? `${sent}</em>, too: gain <strong>${mine}</strong> against ${other}` : `${sent}</em>: gain ${mine}, ${SIDES[1 - said]} gains <strong>${other}</strong>`
}

const verdict = ({ record, own }, cut) => {
  if (record.is_zero) return `<strong>${SIDES[restOf(record, record.cuts.indexOf(cut)) < 0 ? 0 : 1]}</strong>, as 0 is; gain ${significant(cut.ways[0].gain)}`
  if (cut.ways.length === 1) return `<strong>split apart</strong>: gain ${significant(cut.ways[0].gain)}`
  const gains = cut.ways.map(({ gain }) => gain),
    [left, right] = gains
  if (cut.side === null) return `<strong>both alike</strong>: gain ${significant(left)}`
  const rest = sideAt(cut),
    said = own.what === null ? rest : own.what < 0 ? LEFT : RIGHT,
    [mine, other] = [said, 1 - said].map(side => significant(gains[side]))
  if (isFile(cut) && cut.side !== said) return `<strong>${SIDES[said]}</strong> gains ${mine}; on these rows ${SIDES[1 - said]} gains <strong>${other}</strong>`
  if (own.what !== null && !isFile(cut)) return `${SIDES[said]} gains ${mine}: <strong>not ${significant(Math.max(left, right))}</strong>`
  return `<strong>${SIDES[said]}</strong>: ${mine} against ${other}`
}

const newSaid = ({ new: [first, second] }) => {
  const goes = ({ side }) => `<strong>${SIDES[side]}</strong>`
  if (!second) return `<span>zero goes ${goes(first)}</span>`
  return first.side === second.side ? `<span>here both go ${goes(first)}</span>` : `<span>missing goes ${goes(first)}, 0 goes ${goes(second)}</span>`
}

// --- rows, and what the marks are

export const rowWords = ({ row, record }) => {
  if (row === null) return ""
  const { name, x, y, g, is_zero } = record,
    value = x[row] === null ? (is_zero ? "0, blank" : "missing") : exact(x[row])
  return `row ${numberOf(record, row)}: ${name} ${value}${isExample(record) ? `, y ${exact(y[row])}` : ""}, g ${exact(g[row])}`
}

// Of how much a part is shown.
const partShown = ({ cuts, n_cuts, y, n_rows }) => {
  const of = (n, all, what) => (all > n ? [`${tick(n)} of ${tick(all)} ${what}`] : [])
  return [...of(y.length, n_rows, "rows"), ...of(cuts.length, n_cuts, "cuts")].join(", ")
}

export const legend = S => {
  const { record, record: { n_packet: n, is_zero } } = S,
    levels = isExample(record) ? lineKey("before", "F before: the mean") + lineKey("after", "after") : lineKey("after", "weight of a side")
  const sides = n && !is_zero && !isAsking(S) ? ["better", "other"].map((each, k) => key(`<path class="line-${each}" d="M0 6h20"/>${wedge(12, 6, false, k === 0, 4)}`, k ? each : "better way")).join("") : "",
    shown = isExample(record) ? "" : partShown(record)
  return key('<path d="M4 1v10M16 3v8" class="stem"/>', "negative gradient") + levels + sides + (shown ? `<span class="note">${escaped(shown)}</span>` : "")
}
