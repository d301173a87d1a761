// Keeps the address bar at the moment that is shown, without a new entry in the browser's history.
export default function ({ data }) {
  const address = new URL(window.location.href)
  for (const name of [...address.searchParams.keys()])
    if (!name.startsWith("embed")) address.searchParams.delete(name)
  for (const [name, text] of Object.entries(data.values)) address.searchParams.set(name, text)
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address)
}
