// Keeps the address bar at the moment that is shown, without a new entry in the browser's history.
export default function ({ data, parentElement }) {
  const address = new URL(window.location.href)
  for (const name of [...address.searchParams.keys()])
    if (!name.startsWith("embed")) address.searchParams.delete(name)
  for (const [name, text] of Object.entries(data.values)) address.searchParams.set(name, text)
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address)

  const button = parentElement.querySelector("button"), field = parentElement.querySelector("input")
  const status = parentElement.querySelector("[role=status]")
  const say = text => {
    status.textContent = text
    setTimeout(() => { status.textContent = "" }, 2500)
  }
  button.onclick = async () => {
    const link = window.location.href
    try {
      await navigator.clipboard.writeText(link)
      say("Copied")
    } catch { // browsers give the clipboard to secure addresses only, which a classroom's is not
      field.hidden = false
      field.value = link
      field.select()
      if (document.execCommand("copy")) { field.hidden = true; say("Copied") }
      else say("Press Ctrl+C")
    }
  }
}
