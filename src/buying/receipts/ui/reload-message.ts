/** Of this purchase: a page on which nothing is left to do tells nothing, and another must not tell it instead. */
const name = () => `tillform.told.${window.location.pathname}`

/** Loads the page again, which then says what was done: all that it shows is new after a change. */
export function reloadWithMessage(text: string): void {
  try {
    window.sessionStorage.setItem(name(), text)
  } catch {
    // Without storage (private modes) the page still shows how things stand.
  }
  window.location.reload()
}

/** What was done before the page was loaded again, once; else null. */
export function takeReloadMessage(): string | null {
  try {
    const text = window.sessionStorage.getItem(name())
    window.sessionStorage.removeItem(name())
    return text
  } catch {
    return null
  }
}
