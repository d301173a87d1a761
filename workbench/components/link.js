// Copies the address, which always leads to the moment that is shown: whoever gets it does not present.
export default function ({ parentElement }) {
  const button = parentElement.querySelector("button"), field = parentElement.querySelector("input")
  const status = parentElement.querySelector("[role=status]")
  const say = text => {
    status.textContent = text
    setTimeout(() => { status.textContent = "" }, 2500)
  }
  button.onclick = async () => {
    const address = new URL(window.location.href)
    address.searchParams.delete("present")
    const link = address.href
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
