// Runs in a page before all else, and knows when nothing is under way in it any more.
//
// The server answers every request to run with a start and an end, but requests that come close together are taken
// together, and an end may belong to an earlier one. So every end is followed by two heartbeats, one after the other;
// if both come back and no other run has begun meanwhile, none is left to begin; but where fewer have begun than were
// asked for, the last one may be a busy server's next.
(() => {
  const HEARTBEAT = Uint8Array.of(0x88, 0x01, 0x01) // BackMsg, field 17: true
  const RERUN_SCRIPT = 11, NEW_SESSION = 4, SCRIPT_FINISHED = 6, HEARTBEAT_ACK = 26
  const EARLY_FOR_RERUN = 2
  const LONG_MS = 1000 // a timer that waits longer is no part of an answer: a notice that goes away, a ping
  const ECHOES = 2
  const LAST_MS = 300 // for a run that may still begin
  const PAUSE_MS = 20 // from look to look while something is under way
  const watch = (globalThis.journeyWatch = { timers: new Map(), changes: 0 })
  const reset = () => Object.assign(watch, { asked: 0, begun: 0, isAsked: true, isRunning: false, echoes: 0 })
  reset()

  // The fields of a message's top level: number, and the value of those that are plain numbers.
  const fields = function* (bytes) {
    let at = 0
    const varint = () => {
      let value = 0, factor = 1
      for (;;) {
        const byte = bytes[at++]
        value += (byte & 127) * factor
        if (byte < 128) return value
        factor *= 128
      }
    }
    while (at < bytes.length) {
      const tag = varint(), kind = tag % 8, number = Math.floor(tag / 8)
      if (kind === 0) yield [number, varint()]
      else {
        const length = kind === 2 ? varint() : kind === 1 ? 8 : 4
        at += length
        yield [number, null]
      }
    }
  }
  const asBytes = data => new Uint8Array(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength)

  const hear = (socket, data) => {
    for (const [number, value] of fields(asBytes(data))) {
      if (number === NEW_SESSION) Object.assign(watch, { begun: watch.begun + 1, isAsked: false, isRunning: true, echoes: 0 })
      if (number === SCRIPT_FINISHED) {
        watch.isRunning = value === EARLY_FOR_RERUN
        watch.echoes = 0
        if (!watch.isRunning) socket.beat()
      }
      if (number === HEARTBEAT_ACK && ++watch.echoes < ECHOES) socket.beat()
    }
  }
  const Socket = globalThis.WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given)
      if (!this.url.includes("/_stcore/stream")) return
      reset()
      this.addEventListener("message", event => hear(this, event.data))
    }
    beat() {
      if (this.readyState === Socket.OPEN) super.send(HEARTBEAT)
    }
    send(data) {
      for (const [number] of data instanceof Uint8Array ? fields(data) : [])
        if (number === RERUN_SCRIPT) Object.assign(watch, { asked: watch.asked + 1, isAsked: true, echoes: 0 })
      super.send(data)
    }
  }

  // Timers that the page waits for, each with how long it waits, and who does.
  const { setTimeout: set, clearTimeout: clear } = globalThis
  globalThis.setTimeout = (work, wait = 0, ...given) => {
    if (wait > LONG_MS || typeof work !== "function") return set(work, wait, ...given)
    const timer = set(() => {
      watch.timers.delete(timer)
      work(...given)
    }, wait)
    watch.timers.set(timer, `${wait} ms, ${new Error().stack.split("\n").slice(2, 5).map(line => line.trim()).join(" ")}`)
    return timer
  }
  globalThis.clearTimeout = timer => {
    watch.timers.delete(timer)
    clear(timer)
  }

  // Whatever changes in the page, inside components too, but for the model at home, which plays by itself.
  const isAtHome = node => node.getRootNode().host?.closest(".st-key-hero_picture")
  const observer = new MutationObserver(all => { if (!all.every(each => isAtHome(each.target))) watch.changes++ })
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  observer.observe(document, all)
  const attach = Element.prototype.attachShadow, insides = []
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options)
    observer.observe(root, all)
    insides.push(root)
    return root
  }

  const progress = () => [...document.querySelectorAll("[data-testid=stProgress]")].map(
    each => each.textContent + each.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).join()
  // Whether a fit is under way that has shown its progress for so long.
  watch.waitsFor = since => new Promise(resolve => {
    const start = performance.now()
    const look = () => {
      if (app()?.dataset.testScriptState === "notRunning" && !watch.why()) resolve(false)
      else if (performance.now() - start > since) resolve(progress() !== "")
      else set(look, PAUSE_MS)
    }
    look()
  })
  const app = () => document.querySelector("[data-testid=stApp]")
  watch.why = () => {
    if (app()?.dataset.testScriptState !== "notRunning") return `the page says ${app()?.dataset.testScriptState}`
    if (watch.isAsked || watch.isRunning || watch.echoes < ECHOES)
      return `asked ${watch.asked} times, ${watch.isAsked ? "waiting" : watch.isRunning ? "running" : "ended"}, ${watch.echoes} echoes`
    if (watch.timers.size) return `${watch.timers.size} timers: ${[...watch.timers.values()].join("; ")}`
    if (document.querySelector("[data-stale=true], [data-testid=stSkeleton]")) return "old parts, or empty ones"
    if (document.querySelector("[data-testid=stBidiComponentIsolated]:not([data-drawn])")) return "parts that are not drawn yet"
    const isThere = found => insides.some(root => root.isConnected && root.querySelector(found))
    if (isThere(".stage:is([data-moving], [aria-busy=true])")) return "a stage that moves, or waits"
    if (!isThere(".stage[data-untold]")) return ""
    window.dispatchEvent(new Event("beforeprint")) // the page is read as a whole, as for printing
    return "what stands below a stage follows it"
  }
  // Frames are asked for only once nothing is under way: drawing them costs more than all that the page does.
  // A fit that takes longer than limit says how far it is, and may take its time as long as it goes on.
  watch.whenIdle = limit => new Promise((resolve, reject) => {
    let end = performance.now() + limit, last = "", quiet = 0, done = ""
    const look = () => {
      const why = watch.why(), now = `${watch.changes} ${location.href} ${why}`
      if (done !== (done = progress())) end = performance.now() + limit
      quiet = now === last && !why ? quiet + 1 : 0
      last = now
      if (quiet >= 2) {
        const isSure = watch.begun >= watch.asked
        watch.begun = watch.asked
        if (isSure) resolve(watch.now())
        else set(look, LAST_MS)
      }
      else if (performance.now() > end) reject(new Error(`not at rest: ${why || "it changes"}`))
      else if (why) set(look, PAUSE_MS)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

  // What the page says and draws, without what belongs to a reader and not to the moment: answers, open panels,
  // what the pointer or the focus has lit up, an open card, which lessons one has been in, how far a chart is zoomed,
  // the points and the round of the model at home.
  const PRIVATE = [
    "script, style, template, canvas, dialog", "[data-testid=stExpanderDetails]", "details > :not(summary)",
    "[data-testid=stDataFrame]", "[data-testid=stTooltipIcon]", "[data-testid=stIconMaterial]", "[role=status]", ".link", ".made",
    "[popover]", ".stage .card", ".stage .right:has([data-tab][title=Close]) :is([data-part=told], .tabs)", ".st-key-path", ".st-key-lesson_end", ".st-key-hero", ".js-plotly-plot",
  ].join()
  const STATES = ["aria-valuetext", "aria-valuenow", "aria-selected", "aria-checked", "aria-label", "alt", "disabled", "aria-disabled"]
  // What has no box of its own, but lets through what is in it, counts as seen.
  const isSeen = node => node.checkVisibility({ visibilityProperty: true }) || getComputedStyle(node).display === "contents"
  const say = function* (node) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim()
      if (text && !text.startsWith("Score ")) yield text
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(PRIVATE)) return
    if (node instanceof HTMLElement && !isSeen(node)) return
    for (const name of STATES) if (node.getAttribute(name)) yield `${name}: ${node.getAttribute(name)}`
    if (node.matches("input")) yield node.matches("[type=radio], [type=checkbox]") ? `is ${node.checked}` : `holds ${node.value}`
    if (node.matches("path:not(.hover)") && node.getAttribute("d")) yield `d: ${node.getAttribute("d")}`
    for (const child of (node.shadowRoot ?? node).childNodes) yield* say(child)
  }
  watch.words = () => [...say(document.querySelector("[data-testid=stMainBlockContainer]"))]
  // Whether a question is being answered, or was, or a stage hides what one has not seen yet: what the page shows then
  // is the reader's own.
  watch.isAnswered = () =>
    [...document.querySelectorAll("[class*=st-key-part_] *")].some(each => each.shadowRoot?.querySelector(".stage.hides-future, .stage .question.open, .stage .answer em, .stage .choice.mine, .stage .mine-text, .stage .answer [data-sure]"))

  // Everything that can go wrong on the screen.
  watch.faults = () => {
    const shown = [...document.querySelectorAll("[data-testid=stException], [data-testid=stAlert], [role=dialog]")]
    return shown.filter(each => each.matches("[data-testid=stException]") || /Traceback|\b[A-Z]\w*(Error|Exception)\b/.test(each.textContent))
      .map(each => each.textContent)
  }
  // What sliders and fields say, by their labels; but not two fields that stand for several values of the link.
  const TWOFOLD = ["max_depth", "min_samples_leaf", "min_samples_split"]
  const controls = () => Object.fromEntries([
    ...[...document.querySelectorAll("[data-testid=stSlider] input, [data-testid=stNumberInput] input")]
      .map(input => [input.getAttribute("aria-label"), input.getAttribute("aria-valuetext") ?? input.value, input.type])
      .filter(([label, , type]) => type === "range" || !TWOFOLD.includes(label)),
    ...[...document.querySelectorAll("[class*=st-key-parameters_] *")]
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(".track") ?? [])])
      .map(track => [track.dataset.name, track.getAttribute("aria-valuetext")]),
  ])
  // What the pointer or the focus has lit up is let go: they are elsewhere on the page that one compares with.
  const unlight = () => document.dispatchEvent(new CustomEvent("gbt-focus", { detail: null }))
  watch.now = () => (unlight(), {
    controls: controls(),
    address: location.href,
    words: watch.words(),
    answered: watch.isAnswered(),
    faults: watch.faults(),
    entry: navigation.currentEntry.key,
    backwards: navigation.canGoBack,
  })
})()
