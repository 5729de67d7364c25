import type { CouponTerms, LinkedCode } from '#selling/coupons/contract.ts'
import type { FormValues } from '../editor/form-values.ts'
import type { LoadedItems } from '../editor/loaded-items.ts'

/** Something about a form that keeps it from selling as it is meant to. */
export type Finding = {
  /** What it is about, and a whole sentence of it in plain words. */
  readonly field: keyof FormValues
  readonly text: string
  /** A problem loses sales or money; advice is for the better. */
  readonly weight: 'problem' | 'advice'
  /** What a press of its button changes; null: the seller has to decide at the field. */
  readonly mend: Mend | null
  /** Where it is mended, if that is no field of the form. */
  readonly page?: { readonly label: string; readonly path: string }
}

export type Mend = { readonly label: string; readonly changes: Partial<FormValues> }

/** A form as it is typed, what its references stand for, and the time in milliseconds. */
export type Checked = {
  readonly values: FormValues
  readonly known: LoadedItems
  /** Undefined: not known yet, so nothing is said about them. */
  readonly coupons: CheckedCoupons | undefined
  readonly now: number
}

/** The coupons that are on, and what has become of the codes that the form's own links carry. */
export type CheckedCoupons = {
  /** Null: the form has yet to be made. */
  readonly formId: string | null
  readonly terms: readonly CouponTerms[]
  readonly codes: readonly LinkedCode[]
}

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
