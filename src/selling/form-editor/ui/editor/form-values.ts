import { z } from 'zod'
import { contrast, parseHex } from '#buying/checkout/page/page-theme.ts'
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

/** A form as its editor holds it, and as it leaves the editor once it is valid. */
export type FormValues = z.input<typeof formCreate>

/** A new form: the defaults, and nothing yet where the seller must write. */
export function newFormValues(): FormValues {
  const defaults = formFields.omit({ title: true, description: true }).parse({})
  return withEmptyTexts({ ...defaults, title: '', description: '', amount: null })
}

/** A new form in the color of its shop, with a text on its button that can be read on it; null: the shop has none. */
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

/** What WCAG 2.2 asks of text. */
const readable = 4.5

/** A stored form as the editor's values: related things by their ids. */
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

/** Empty text in place of null where one may type: an input that is emptied again is then as it was. */
function withEmptyTexts(values: FormValues): FormValues {
  const texts = Object.entries(formFields.shape)
    .filter(([, field]) => field.safeParse('').success)
    .map(([name]) => name)
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(values))
  const empty = texts.filter((name) => known.get(name) === null).map((name) => [name, ''] as const)
  return { ...values, ...Object.fromEntries(empty) }
}

/** A stored form's timers, as they can be sent again. */
export function storedTimers(form: Pick<Form, 'timers'>): Timer[] {
  return z.array(timer).parse(form.timers)
}

/** What a save sends: only the fields that differ from the stored form, so that nothing else is touched. */
export function changedFields(stored: FormValues, edited: FormCreate): FormUpdate {
  const before = formCreate.safeParse(stored)
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(before.success ? before.data : {}))
  const changed = Object.entries(edited).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  )
  // Price fields depend on each other, so that the API can judge them together.
  const hasPriceChange = changed.some(([name]) => name === 'amount' || name === 'currency')
  const price = hasPriceChange ? { amount: edited.amount, currency: edited.currency } : {}
  return formUpdate.parse({ ...Object.fromEntries(changed), ...price, isDetailUpdate: false })
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
 * The values of an editor without anything wrong that nobody sees: how often a price recurs and what it begins with is as
 * in a new form again where that was left wrong, and the price is paid once now.
 */
export function shownValues<Values extends Price>(values: Values): Values {
  const isHidden = values.priceType === 'OneTimePrice'
  return isHidden && !savedHidden.safeParse(values).success ? { ...values, ...hidden.parse({}) } : values
}

/** Related things in the editor's values: by id, or as objects that carry one. */
export function idsOf(references: readonly (string | { readonly id: string })[] | undefined): string[] {
  return (references ?? []).map((reference) => (typeof reference === 'string' ? reference : reference.id))
}

/**
 * The contrast ratio of two colors, from 1 to 21, as WCAG 2.2 defines it; null when one is not a color. Colors are `#`
 * and three or six hexadecimal digits.
 */
export function contrastRatio(first: string, second: string): number | null {
  const [one, other] = [parseHex(first), parseHex(second)]
  return one === null || other === null ? null : contrast(one, other)
}
