import type { FormValues } from '../form-values.ts'

const focusable = 'input:enabled, select:enabled, textarea:enabled, button:enabled'

/**
 * Takes the focus to a field of the editor, or to what turns it on where it is off; false when there is none. Fields
 * that are no input of their own carry their name as `data-field`.
 */
export function focusField(field: keyof FormValues): boolean {
  const named = document.querySelector(`form[aria-label="Form editor"] [name="${field}"]`)
  const place = document.querySelector(`[data-field="${field}"]`)
  const target = named?.matches(focusable) === true ? named : place?.querySelector(focusable)
  if (!(target instanceof HTMLElement)) return false
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}
