import { z } from 'zod'
import { fileAttachment } from '#accounts/uploads/contract.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { timer } from '#selling/timers/contract.ts'
import { billingPeriods, priceTypes } from '../contract.ts'
import { newFormValues, type FormValues } from './form-values.ts'

/** What was typed into an editor and not saved, and when, in milliseconds. */
export type FormDraft = { readonly at: number; readonly values: FormValues }

const empty = newFormValues()
const typed = z.string().catch('')
const ids = z.array(z.string()).catch([])
const count = (usual: number) => z.number().catch(usual)

/** A draft is whatever was typed, right or wrong; a field that can no longer be one is as in a new form. */
const draft = z.object({
  at: z.number(),
  values: z.object({
    name: typed,
    title: typed,
    description: typed,
    image: z.string().nullable().catch(null),
    video: typed,
    files: z.array(fileAttachment).catch([]),
    redirectUrl: typed,
    successMessage: typed,
    termsUrl: typed,
    taxId: z.string().nullable().catch(null),
    amount: z.number().nullable().catch(null),
    currency: z.string().refine(isCurrencyCode).catch('usd'),
    priceType: z.enum(priceTypes).catch('OneTimePrice'),
    billingInterval: count(1),
    billingPeriod: z.enum(billingPeriods).catch('Daily'),
    cancelAfter: count(0),
    priceGracePeriod: count(empty.priceGracePeriod ?? 10),
    buttonText: typed,
    buttonTextColor: z.string().catch('#fff'),
    themeColor: z.string().catch('#7F1CCF'),
    bumps: ids,
    timers: z.array(timer).catch([]),
    otoSequenceList: ids,
    oneTimeOffer: z.string().nullable().catch(null),
    embedHosts: ids,
  }) satisfies z.ZodType<FormValues>,
})

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft under a name, or null where there is none that can be read. */
export function readDraft(store: Store, name: string): FormDraft | null {
  try {
    return draft.safeParse(JSON.parse(store.getItem(keyOf(name)) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Keeps a draft; a browser that has no room for it goes without. */
export function writeDraft(store: Store, name: string, { at, values }: FormDraft): void {
  try {
    store.setItem(keyOf(name), JSON.stringify({ at, values }))
  } catch {
    // The storage is full or closed to us: nothing is lost but the spare.
  }
}

export function dropDraft(store: Store, name: string): void {
  store.removeItem(keyOf(name))
}

function keyOf(name: string): string {
  return `formDraft ${name}`
}
