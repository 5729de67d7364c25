/** The storage key of that input. */
export const typedName = () => `tillform.typed.${window.location.pathname}`

/** Reloads the page and keeps the form's input: browsers forget the fields of a page that they may not cache. */
export function reloadPage(form: HTMLFormElement | null): void {
  keepTyped(form)
  window.location.reload()
}

/** Saves the form's input for the next load of the page in this tab. */
export function keepTyped(form: HTMLFormElement | null): void {
  saveTyped(typedIn(form))
}

/** Keeps the page's other parameters and the form's input when a link leads to another language. */
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

/** Captures the form's input before the page is hydrated: a field moved by an extension is rendered anew then. */
export function captureEarly(form: HTMLFormElement | null): void {
  early = typedIn(form)
}

/** Saves in the same way what a purchase had taken from the form. */
export function saveTyped(typed: URLSearchParams): void {
  try {
    window.sessionStorage.setItem(typedName(), typed.toString())
  } catch {
    // Without storage (private modes) the page is reloaded anyway.
  }
}

/** Restores, once, the form's input from before a reload or hydration. */
export function restoreTyped(form: HTMLFormElement | null): void {
  const typed = takeTyped()
  for (const field of form?.querySelectorAll<HTMLInputElement>('input,select,textarea') ?? []) {
    const all = [...typed.getAll(field.name), ...early.getAll(field.name)]
    const kept = all.filter((value) => value !== '')
    // For a field outside a choice, the first value has no meaning.
    if (kept.includes(field.value)) field.checked = true
    else if (field.value === '') field.value = kept[0] ?? ''
  }
  early = new URLSearchParams()
}

/** The saved input, which is deleted by reading it. */
export function takeTyped(): URLSearchParams {
  try {
    const typed = window.sessionStorage.getItem(typedName()) ?? ''
    window.sessionStorage.removeItem(typedName())
    return new URLSearchParams(typed)
  } catch {
    return new URLSearchParams()
  }
}
