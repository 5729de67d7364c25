import { typedName } from '../page/reload-page.ts'

/**
 * What stood in a field before the page was loaded again; null: nothing. To be asked by a field as it comes to the page, since
 * the form takes what was kept for the others.
 */
export function typedBefore(field: string): string | null {
  try {
    return new URLSearchParams(window.sessionStorage.getItem(typedName()) ?? '').get(field)
  } catch {
    return null
  }
}
