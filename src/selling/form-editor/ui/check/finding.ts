import type { CouponTerms, LinkedCode } from '#selling/coupons/contract.ts'
import { unfold } from '#web/kit/layout/page-sections.ts'
import type { FormValues } from '../editor/form-values.ts'
import type { LoadedItems } from '../editor/loaded-items.ts'

/** A problem with a form, or advice about it. */
export type Finding = {
  /** The field that the finding is about, and a sentence for the seller. */
  readonly field: keyof FormValues
  readonly text: string
  /** A problem costs sales or money. Advice suggests an improvement. */
  readonly weight: 'problem' | 'advice'
  /** The change that the finding's button makes, or null if the seller has to decide at the field. */
  readonly mend: Mend | null
  /** The page on which to fix the problem, if it is not in a field of the form. */
  readonly page?: { readonly label: string; readonly path: string }
}

export type Mend = { readonly label: string; readonly changes: Partial<FormValues> }

/** A form as typed, the items it refers to, and the time in milliseconds. */
export type Checked = {
  readonly values: FormValues
  readonly known: LoadedItems
  /** Undefined until the items are loaded. Until then, they are not checked. */
  readonly coupons: CheckedCoupons | undefined
  readonly now: number
}

/** The active coupons, and the state of the codes in the form's links. */
export type CheckedCoupons = {
  /** Null for a new form. */
  readonly formId: string | null
  readonly terms: readonly CouponTerms[]
  readonly codes: readonly LinkedCode[]
}

const focusable = 'input:enabled, select:enabled, textarea:enabled, button:enabled'
/** The text editor itself, not the buttons above it. */
const written = '[contenteditable="true"]'

/**
 * Focuses a field of the editor, or the switch that turns it on. Returns false if there is none. Fields that are not
 * inputs have their name in `data-field`.
 */
export function focusField(field: keyof FormValues): boolean {
  const editor = document.querySelector('form[data-form-editor]')
  const target = editor === null ? null : fieldIn(editor, field)
  if (!(target instanceof HTMLElement)) return false
  unfold(target)
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}

/** The element to focus for a field of the editor. */
export function fieldIn(editor: Element, field: keyof FormValues): Element | null {
  const named = editor.querySelector(`[name="${field}"]`)
  const place = editor.querySelector(`[data-field="${field}"]`)
  return named?.matches(focusable) === true
    ? named
    : (place?.querySelector(written) ?? place?.querySelector(focusable) ?? null)
}
