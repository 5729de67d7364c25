import { z } from 'zod'
import { changedFields } from '#web/kit/form/changed-fields.ts'
import { contrast, parseHex } from '#foundation/http/pages/brand-colors.ts'
import {
  type Form,
  formCreate,
  type FormCreate,
  formUpdate,
  type FormUpdate,
} from '#selling/forms/contract.ts'
import { formFields } from '#selling/forms/form-fields.ts'
import { intervalProblem } from '#selling/forms/price/further-price.ts'
import { timer, type Timer } from '#selling/timers/contract.ts'

/** A form in its editor, before validation. */
export type FormValues = z.input<typeof formCreate>

/** A new form, with the defaults and empty required fields. */
export function newFormValues(): FormValues {
  const defaults = formFields.omit({ title: true, description: true }).parse({})
  return withEmptyTexts({ ...defaults, title: '', description: '', amount: null })
}

/** A new form in the shop's color, if it has one, with readable button text. */
export function newFormOf(brandColor: string | null): FormValues {
  const values = newFormValues()
  if (brandColor === null) return values
  const white = contrastRatio(values.buttonTextColor, brandColor) ?? readable
  return {
    ...values,
    themeColor: brandColor,
    ...(white < readable && { buttonTextColor: '#000' }),
  }
}

/** The contrast WCAG 2.2 asks of text. */
const readable = 4.5

/** A stored form as the editor's values, with references by id. */
export function valuesOf(form: Form): FormValues {
  const { id: _, tax: __, oneTimePrice: ___, recurringPrice: ____, ...fields } = form
  const { createdAt: _____, updatedAt: ______, isPaused: _______, stockTaken: ________, ...values } = fields
  return withEmptyTexts({
    ...values,
    bumps: form.bumps.map(({ id }) => id),
    timers: storedTimers(form),
    otoSequenceList: form.otoSequenceList.map(({ id }) => id),
    oneTimeOffer: form.oneTimeOffer?.id ?? null,
  })
}

/** Turns null into empty text, so that an input that was filled and cleared counts as unchanged. */
function withEmptyTexts(values: FormValues): FormValues {
  const texts = Object.entries(formFields.shape)
    .filter(([, field]) => field.safeParse('').success)
    .map(([name]) => name)
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(values))
  const empty = texts.filter((name) => known.get(name) === null).map((name) => [name, ''] as const)
  return { ...values, ...Object.fromEntries(empty) }
}

/** A stored form's timers, in the form the API accepts. */
export function storedTimers(form: Pick<Form, 'timers'>): Timer[] {
  return z.array(timer).parse(form.timers)
}

/** The fields that differ from the stored form, which are all that a save sends. */
export function changesOf(stored: FormValues, edited: FormCreate): FormUpdate {
  const before = formCreate.safeParse(stored)
  const changed = changedFields(before.success ? before.data : {}, edited)
  // Price fields depend on each other, so they are sent together for the API to check.
  const hasPriceChange = 'amount' in changed || 'currency' in changed
  const price = hasPriceChange ? { amount: edited.amount, currency: edited.currency } : {}
  return formUpdate.parse({ ...changed, ...price, isDetailUpdate: false })
}

const hidden = formFields.pick({
  billingInterval: true,
  billingPeriod: true,
  cancelAfter: true,
  trialDays: true,
  trialAmount: true,
  setupAmount: true,
  setupLabel: true,
  payoffDiscount: true,
})
const savedHidden = hidden.refine((given) => intervalProblem(given) === null)

type Price = Partial<z.input<typeof hidden>> & { readonly priceType?: string | undefined }

/**
 * The editor's values without errors in hidden fields. Invalid recurring fields of a one-time price get the values of a
 * new form.
 */
export function shownValues<Values extends Price>(values: Values): Values {
  const isHidden = values.priceType === 'OneTimePrice'
  return isHidden && !savedHidden.safeParse(values).success ? { ...values, ...hidden.parse({}) } : values
}

/** The ids of references, which are ids or objects with one. */
export function idsOf(references: readonly (string | { readonly id: string })[] | undefined): string[] {
  return (references ?? []).map((reference) => (typeof reference === 'string' ? reference : reference.id))
}

/**
 * The contrast ratio of two colors, from 1 to 21, as WCAG 2.2 defines it, or null if one is not a color. Colors are `#`
 * and three or six hexadecimal digits.
 */
export function contrastRatio(first: string, second: string): number | null {
  const [one, other] = [parseHex(first), parseHex(second)]
  return one === null || other === null ? null : contrast(one, other)
}
