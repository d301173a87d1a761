// Opens the tiny stage as the kit does, without any motion. On the pages beside it stands none.
export const openStage = ({ root, view, record, source, cursor, told, step }) => {
  if (!view.isTiny) return { show: () => {}, ask: () => {}, put: () => null, close: () => {} }
  const S = { root, record, source, step, at: { ...cursor } }
  S.moment = () => S.source.moment(S.at)
  S.put = () => null
  S.ask = () => view.draw(S)
  S.act = changes => {
    S.at = { ...S.at, ...changes }
    told(changes)
    S.ask()
  }
  S.show = ({ record, source, cursor }) => {
    Object.assign(S, { record: record ?? S.record, source: source ?? S.source, at: { ...(cursor ?? S.at) } })
    S.ask()
  }
  S.close = () => { globalThis.nClosed = (globalThis.nClosed ?? 0) + 1 }
  view.build(S)
  S.ask()
  root.dataset.drawn = ""
  return S
}
