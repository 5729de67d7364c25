/** Where that is kept. */
export const typedName = () => `tillform.typed.${window.location.pathname}`

/** Loads the page again with what stands in the form: browsers forget the fields of a page that they may not keep. */
export function reloadPage(form: HTMLFormElement | null): void {
  saveTyped(typedIn(form))
  window.location.reload()
}

function typedIn(form: HTMLFormElement | null): URLSearchParams {
  const typed = new URLSearchParams()
  for (const [field, value] of form === null ? [] : new FormData(form)) {
    if (typeof value === 'string') typed.append(field, value)
  }
  return typed
}

let early = new URLSearchParams()

/** Captures what stands in the form before the page comes alive: a field that an extension has moved is drawn anew then. */
export function captureEarly(form: HTMLFormElement | null): void {
  early = typedIn(form)
}

/** Saves what stands in the form for the next time that the page is loaded in this tab. */
export function saveTyped(typed: URLSearchParams): void {
  try {
    window.sessionStorage.setItem(typedName(), typed.toString())
  } catch {
    // Without storage (private modes) the page is loaded all the same.
  }
}

/** Puts back, once, what stood in the form before the page was loaded again, or before it came alive. */
export function restoreTyped(form: HTMLFormElement | null): void {
  const typed = takeTyped()
  for (const field of form?.querySelectorAll('input') ?? []) {
    const all = [...typed.getAll(field.name), ...early.getAll(field.name)]
    const kept = all.filter((value) => value !== '')
    // To a field that is none of a choice, the first means nothing.
    if (kept.includes(field.value)) field.checked = true
    else if (field.value === '') field.value = kept[0] ?? ''
  }
  early = new URLSearchParams()
}

/** What was saved, which is deleted by that. */
export function takeTyped(): URLSearchParams {
  try {
    const typed = window.sessionStorage.getItem(typedName()) ?? ''
    window.sessionStorage.removeItem(typedName())
    return new URLSearchParams(typed)
  } catch {
    return new URLSearchParams()
  }
}
