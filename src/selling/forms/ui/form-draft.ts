import { z } from 'zod'
import { answered } from '#foundation/http/field-shapes.ts'
import { formFields } from '../form-fields.ts'
import { newFormValues, type FormValues } from './form-values.ts'
import { parseWithFallback } from './parse-with-fallback.ts'

/** What was typed into an editor and not saved, and when, in milliseconds. */
export type FormDraft = { readonly at: number; readonly values: FormValues }

/** A draft is whatever was typed, right or wrong, as long as it is of its field's kind; a currency is never typed. */
const kinds = z.object({
  ...answered(formFields.shape),
  amount: z.number().nullable(),
  currency: formFields.shape.currency.unwrap(),
})

const draft = z.object({ at: z.number(), values: z.looseObject({}) })

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft under a name, or null where there is none that can be read. */
export function readDraft(store: Store, name: string): FormDraft | null {
  try {
    const { at, values } = draft.parse(JSON.parse(store.getItem(keyOf(name)) ?? 'null'))
    // What can no longer be a field is as in a new form.
    return { at, values: parseWithFallback(kinds, values, newFormValues()) }
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
