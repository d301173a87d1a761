// Keeps the tables that a reader has opened in this browser, so that a reload finds them again: in IndexedDB, the last
// few by their names in links. Nothing of them leaves this computer.
const BASE = "workbench", SHELF = "tables", MOST = 5

const opened = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open(BASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(SHELF, { keyPath: "id" })
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })

// What an act on the shelf gives, when all of it is written.
const onShelf = async (mode, act) => {
  const base = await opened()
  return new Promise((done, fail) => {
    const way = base.transaction(SHELF, mode),
      request = act(way.objectStore(SHELF))
    way.oncomplete = () => done(request.result)
    way.onerror = () => fail(way.error)
  })
}

const keep = async table => {
  await onShelf("readwrite", shelf => shelf.put({ ...table, at: Date.now() }))
  const all = await onShelf("readonly", shelf => shelf.getAll())
  const old = all.sort((a, b) => b.at - a.at).slice(MOST)
  for (const { id } of old) await onShelf("readwrite", shelf => shelf.delete(id))
}

const seen = new WeakMap() // number of the last errand of each place

export default function ({ data, parentElement, setTriggerValue }) {
  if (seen.get(parentElement) === data.errand) return
  seen.set(parentElement, data.errand)
  const run = async () => {
    if (data.forget) await onShelf("readwrite", shelf => shelf.clear())
    for (const table of data.keep) await keep(table)
    if (data.list) {
      const all = await onShelf("readonly", shelf => shelf.getAll())
      const listed = all.sort((a, b) => b.at - a.at).map(({ id, name }) => ({ id, name }))
      setTriggerValue("found", { listed })
    }
    if (data.ask) {
      const found = await onShelf("readonly", shelf => shelf.get(data.ask))
      setTriggerValue("found", { asked: data.ask, table: found ?? null })
    }
  }
  // The page is not whole as long as something of it is sought: see page_scripts.
  parentElement.innerHTML = "<i data-awaits></i>"
  // A browser that keeps nothing, as in a private window, has nothing to find.
  run().catch(() => data.ask && setTriggerValue("found", { asked: data.ask, table: null })).finally(() => {
    if (seen.get(parentElement) !== data.errand) return
    parentElement.replaceChildren()
    parentElement.getRootNode().host?.toggleAttribute("data-drawn", true)
  })
}
