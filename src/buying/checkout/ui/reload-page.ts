/** Where that is kept. */
export const typedName = () => `tillform.typed.${window.location.pathname}`

/** Loads the page again with what stands in the form: browsers forget the fields of a page that they may not keep. */
export function reloadPage(form: HTMLFormElement | null): void {
  const typed = new URLSearchParams()
  for (const [field, value] of form === null ? [] : new FormData(form)) {
    if (typeof value === 'string') typed.append(field, value)
  }
  keepTyped(typed)
  window.location.reload()
}

/** Keeps what stands in the form for the next time that the page is loaded in this tab. */
export function keepTyped(typed: URLSearchParams): void {
  try {
    window.sessionStorage.setItem(typedName(), typed.toString())
  } catch {
    // Without storage (private modes) the page is loaded all the same.
  }
}

/** Puts back, once, what stood in the form before the page was loaded again. */
export function restoreTyped(form: HTMLFormElement | null): void {
  const typed = takeTyped()
  for (const field of form?.querySelectorAll('input') ?? []) {
    const kept = typed.getAll(field.name)
    // To a field that is none of a choice, the first means nothing.
    if (kept.includes(field.value)) field.checked = true
    else if (field.value === '') field.value = kept[0] ?? ''
  }
}

/** What was kept, which is forgotten by that. */
export function takeTyped(): URLSearchParams {
  try {
    const typed = window.sessionStorage.getItem(typedName()) ?? ''
    window.sessionStorage.removeItem(typedName())
    return new URLSearchParams(typed)
  } catch {
    return new URLSearchParams()
  }
}
