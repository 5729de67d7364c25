import { z } from 'zod'
import { answered } from '#foundation/http/input/field-shapes.ts'
import { timer } from '#selling/timers/contract.ts'
import { draftPrefix } from '#web/kit/form/stored-drafts.ts'
import { formFields } from '#selling/forms/form-fields.ts'
import { parseWithFallback } from '#selling/form-editor/ui/preview/good-values.ts'
import { newFormValues, type FormValues } from '../editor/form-values.ts'
import { pricesOf, valuesOfPrices } from '../prices/arrange-prices.ts'
import { mergedPrices } from '../prices/merge-prices.ts'
import { mergedLists } from './merge-lists.ts'

/** What was typed into an editor and not saved, and when, in milliseconds. */
export type FormDraft = {
  readonly at: number
  readonly values: FormValues
  /** Those of the values that were typed: somebody else may have saved others since. */
  readonly typed: Partial<FormValues>
  /** What its editor began with; null: an earlier release did not keep it. */
  readonly began: FormValues | null
}

/** What an editor holds, and what it began with. */
type Edited = Pick<FormDraft, 'at' | 'values'> & { readonly before: unknown }

/** A draft is whatever was typed, right or wrong, as long as it is of its field's kind; a currency is never typed. */
const kinds = z.object({
  ...answered(formFields.shape),
  // A draft from before timers had one has none.
  timers: z.array(z.object({ ...answered(timer.shape), priceId: z.string().nullable().optional() })),
  amount: z.number().nullable(),
  currency: formFields.shape.currency.unwrap(),
})

const draft = z.object({
  at: z.number(),
  values: z.looseObject({}),
  // Earlier releases kept none.
  before: z.looseObject({}).optional(),
})

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft under a name, or null where there is none that can be read. */
export function readDraft(store: Store, name: string): FormDraft | null {
  try {
    const { at, values: kept, before } = draft.parse(JSON.parse(store.getItem(keyOf(name)) ?? 'null'))
    // What can no longer be a field is as in a new form.
    const known = parseWithFallback(kinds, kept, newFormValues())
    const values = kept['stockLimit'] === emptied ? { ...known, stockLimit: Number.NaN } : known
    const isTyped = (field: string) => !isSame(kept[field], before?.[field])
    const typed = Object.fromEntries(Object.entries(values).filter(([field]) => isTyped(field)))
    const began = before === undefined ? null : parseWithFallback(kinds, before, newFormValues())
    return { at, values, typed: began === null ? values : typed, began }
  } catch {
    return null
  }
}

/**
 * An editor's values with a draft on top of them. All fields of the prices belong together: where these have changed
 * since, each price gets what was typed of it, and none that of another one. A list that others have changed since keeps
 * what they put in, and lacks what they took out.
 */
export async function restored(
  { values, typed, began }: FormDraft,
  current: FormValues,
): Promise<FormValues> {
  const restoredAll = {
    ...current,
    ...typed,
    ...(began !== null && mergedLists(began, typed, current).lists),
  }
  const opened = (began?.priceId ?? null) === null ? null : began
  if (opened === null || isSame(pricesOf(opened), pricesOf(current))) return restoredAll
  // What was emptied is not free.
  const filled = { ...values, amount: values.amount ?? opened.amount }
  const merged = await mergedPrices(opened, filled, async () => current)
  const prices = merged?.values ?? valuesOfPrices(pricesOf(current))
  const isEmptied = values.amount === null && prices?.priceId === values.priceId
  return { ...restoredAll, ...prices, ...(isEmptied && { amount: null }) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Saves a draft; a browser that has no room for it goes without. */
export function writeDraft(store: Store, name: string, edited: Edited): void {
  try {
    store.setItem(keyOf(name), JSON.stringify(edited, withEmptied))
  } catch {
    // The storage is full or closed to us: nothing is lost but the spare.
  }
}

/** A limit without a number is not one that is switched off; what is kept as text knows no other word for it. */
const emptied = ''

function withEmptied(field: string, value: unknown): unknown {
  return field === 'stockLimit' && Number.isNaN(value) ? emptied : value
}

export function dropDraft(store: Store, name: string): void {
  store.removeItem(keyOf(name))
}

function keyOf(name: string): string {
  return `${draftPrefix}${name}`
}
