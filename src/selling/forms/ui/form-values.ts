import { z } from 'zod'
import { timer, type Timer } from '#selling/timers/contract.ts'
import {
  defaultPriceGracePeriod,
  formCreate,
  formUpdate,
  type Form,
  type FormCreate,
  type FormUpdate,
} from '../contract.ts'

/** A form as its editor holds it, and as it leaves the editor once it is valid. */
export type FormValues = z.input<typeof formCreate>

/** A new form: the contract's defaults, and empty text where the seller must write. */
export function newFormValues(): FormValues {
  return {
    name: '',
    title: '',
    description: '',
    image: null,
    video: '',
    files: [],
    redirectUrl: '',
    successMessage: '',
    termsUrl: '',
    taxId: null,
    amount: null,
    currency: 'usd',
    priceType: 'OneTimePrice',
    billingInterval: 1,
    billingPeriod: 'Daily',
    cancelAfter: 0,
    priceGracePeriod: defaultPriceGracePeriod,
    buttonText: '',
    buttonTextColor: '#fff',
    themeColor: '#7F1CCF',
    bumps: [],
    timers: [],
    otoSequenceList: [],
    oneTimeOffer: null,
    embedHosts: [],
  }
}

/** A stored form as the editor's values: empty text in place of null, related things by their ids. */
export function valuesOf(form: Form): FormValues {
  return {
    name: form.name,
    title: form.title,
    description: form.description,
    image: form.image,
    video: form.video ?? '',
    files: form.files,
    redirectUrl: form.redirectUrl ?? '',
    successMessage: form.successMessage ?? '',
    termsUrl: form.termsUrl ?? '',
    taxId: form.taxId,
    amount: form.amount,
    currency: form.currency,
    priceType: form.priceType,
    billingInterval: form.billingInterval,
    billingPeriod: form.billingPeriod,
    cancelAfter: form.cancelAfter,
    priceGracePeriod: form.priceGracePeriod,
    buttonText: form.buttonText,
    buttonTextColor: form.buttonTextColor,
    themeColor: form.themeColor,
    bumps: form.bumps.map(({ id }) => id),
    timers: storedTimers(form),
    otoSequenceList: form.otoSequenceList.map(({ id }) => id),
    oneTimeOffer: form.oneTimeOffer?.id ?? null,
    embedHosts: form.embedHosts,
  }
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
