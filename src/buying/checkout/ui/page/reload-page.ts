/** The storage key for the form's saved input. */
export const typedName = () => `tillform.typed.${window.location.pathname}`

/** Reloads the page without losing the form's input. Browsers forget the fields of a page that they must not cache. */
export function reloadPage(form: HTMLFormElement | null): void {
  keepTyped(form)
  window.location.reload()
}

/** Saves the form's input for the next time the page loads in this tab. */
export function keepTyped(form: HTMLFormElement | null): void {
  saveTyped(typedIn(form))
}

/** Preserves the page's other parameters and the form's input when a link changes the language. */
export function switchLanguage({ target }: Event): void {
  if (!(target instanceof HTMLAnchorElement)) return
  const address = new URL(window.location.href)
  address.searchParams.set('lang', target.hreflang)
  target.href = address.href
  keepTyped(document.querySelector('form'))
}

function typedIn(form: HTMLFormElement | null): URLSearchParams {
  const typed = new URLSearchParams()
  for (const [field, value] of form === null ? [] : new FormData(form)) {
    if (typeof value === 'string') typed.append(field, value)
  }
  return typed
}

let early = new URLSearchParams()

/**
 * Reads the form's input before the page is hydrated, because hydration replaces a field that a browser extension has
 * moved.
 */
export function captureEarly(form: HTMLFormElement | null): void {
  early = typedIn(form)
}

/** Saves the input from a purchase in the same way as that from the form. */
export function saveTyped(typed: URLSearchParams): void {
  try {
    window.sessionStorage.setItem(typedName(), typed.toString())
  } catch {
    // Without storage, as in private browsing, the page is reloaded anyway.
  }
}

/** Restores the form's input from before a reload or hydration, only once. */
export function restoreTyped(form: HTMLFormElement | null): void {
  const typed = takeTyped()
  for (const field of form?.querySelectorAll<HTMLInputElement>('input,select,textarea') ?? []) {
    const all = [...typed.getAll(field.name), ...early.getAll(field.name)]
    const kept = all.filter((value) => value !== '')
    // An empty value has no meaning for a checkbox.
    if (kept.includes(field.value)) field.checked = true
    else if (field.value === '') field.value = kept[0] ?? ''
  }
  early = new URLSearchParams()
}

/** Returns the saved input and deletes it. */
export function takeTyped(): URLSearchParams {
  try {
    const typed = window.sessionStorage.getItem(typedName()) ?? ''
    window.sessionStorage.removeItem(typedName())
    return new URLSearchParams(typed)
  } catch {
    return new URLSearchParams()
  }
}
