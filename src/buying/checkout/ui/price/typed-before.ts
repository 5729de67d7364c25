import { typedName } from '../page/reload-page.ts'

/**
 * A field's input from before the page was reloaded, or null if there is none. This field reads it itself; the form
 * restores all other fields.
 */
export function typedBefore(field: string): string | null {
  try {
    return new URLSearchParams(window.sessionStorage.getItem(typedName()) ?? '').get(field)
  } catch {
    return null
  }
}
