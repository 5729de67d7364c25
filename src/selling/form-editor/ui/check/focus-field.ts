import type { FormValues } from '../editor/form-values.ts'

const focusable = 'input:enabled, select:enabled, textarea:enabled, button:enabled'
/** A text editor is meant itself, and not the buttons above it. */
const written = '[contenteditable="true"]'

/**
 * Takes the focus to a field of the editor, or to what turns it on where it is off; false when there is none. Fields
 * that are no input of their own carry their name as `data-field`.
 */
export function focusField(field: keyof FormValues): boolean {
  const editor = document.querySelector('form[aria-label="Form editor"]')
  const target = editor === null ? null : fieldIn(editor, field)
  if (!(target instanceof HTMLElement)) return false
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}

/** What takes the focus for a field of the editor. */
export function fieldIn(editor: Element, field: keyof FormValues): Element | null {
  const named = editor.querySelector(`[name="${field}"]`)
  const place = editor.querySelector(`[data-field="${field}"]`)
  return named?.matches(focusable) === true
    ? named
    : (place?.querySelector(written) ?? place?.querySelector(focusable) ?? null)
}
