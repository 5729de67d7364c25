import { brandRules } from './card-brand.ts'
import { createCardField, type CardField } from './card-field.ts'
import { cvcRules, expiryRules, numberRules, postalCodeRules } from './card-field-rules.ts'
import { expiryYear, problemMessages } from './card-validity.ts'
import type { CardChange } from '../frames/frame-messages.ts'

export type CardForm = {
  readonly state: () => CardChange
  /** Shows incomplete fields as problems and focuses the first one. */
  readonly insist: () => CardChange
  /** The value for the API's `card` parameter. */
  readonly card: () => { number: string; exp_month: number; exp_year: number; cvc: string }
  readonly showPostalCode: (isShown: boolean) => void
  readonly setPostalCode: (postalCode: string) => void
  readonly setDisabled: (isDisabled: boolean) => void
  readonly focus: () => void
  readonly blur: () => void
  readonly clear: () => void
}

/** Combines the card fields' values and moves the focus between the fields. */
export function createCardForm(form: HTMLFormElement, now: Date, onChange: () => void): CardForm {
  const fields: CardField[] = []

  const step = (from: HTMLInputElement, by: 1 | -1): void => {
    const visible = fields.filter((field) => field.isVisible())
    visible[visible.findIndex((field) => field.input === from) + by]?.input.focus()
  }
  const add = (name: string, rules: Parameters<typeof createCardField>[1]): CardField => {
    const input = inputNamed(form, name)
    const field = createCardField(input, rules, {
      onEdit: onChange,
      onFull: () => step(input, 1),
      onBackspaceWhenEmpty: () => step(input, -1),
    })
    fields.push(field)
    return field
  }

  const number = add('cardnumber', numberRules)
  const expiry = add('exp-date', expiryRules(now))
  const cvc = add(
    'cvc',
    cvcRules(() => number.value()),
  )
  const postalCode = add('postal', postalCodeRules)

  const state = (): CardChange => {
    const visible = fields.filter((field) => field.isVisible())
    for (const field of visible)
      field.input.setAttribute('aria-invalid', String(field.shownProblem() !== undefined))
    const code = visible.map((field) => field.shownProblem()).find((problem) => problem !== undefined)
    return {
      empty: visible.every((field) => field.input.value === ''),
      complete: visible.every((field) => field.problem() === undefined),
      error:
        code === undefined ? undefined : { type: 'validation_error', code, message: problemMessages[code] },
      brand: brandRules(number.value()).brand,
      value: { postalCode: postalCode.value() },
    }
  }

  return {
    state,
    insist() {
      const visible = fields.filter((field) => field.isVisible())
      for (const field of visible) field.insist()
      visible.find((field) => field.problem() !== undefined)?.input.focus()
      return state()
    },
    card: () => ({
      number: number.value(),
      exp_month: Number(expiry.value().slice(0, 2)),
      exp_year: expiryYear(expiry.value()),
      cvc: cvc.value(),
    }),
    showPostalCode(isShown) {
      postalCode.input.hidden = !isShown
    },
    setPostalCode(text) {
      postalCode.input.value = text
    },
    setDisabled(isDisabled) {
      for (const { input } of fields) input.disabled = isDisabled
    },
    focus: () => number.input.focus(),
    blur: () => fields.forEach(({ input }) => input.blur()),
    clear: () => fields.forEach((field) => field.clear()),
  }
}

function inputNamed(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = form.elements.namedItem(name)
  if (input instanceof HTMLInputElement) return input
  throw new Error(`The card form has no field ${name}`)
}
