import { z } from 'zod'
import { answered } from '#foundation/http/input/field-shapes.ts'
import { isSame } from '#foundation/values/is-same.ts'
import { timer } from '#selling/timers/contract.ts'
import { draftPrefix } from '#web/kit/form/stored-drafts.ts'
import { formFields } from '#selling/forms/form-fields.ts'
import { parseWithFallback } from '#selling/form-editor/ui/preview/good-values.ts'
import { newFormValues, type FormValues } from '../editor/form-values.ts'
import { pricesOf, valuesOfPrices } from '../prices/arrange-prices.ts'
import { mergedPrices } from '../prices/merge-prices.ts'
import { mergedLists } from './merge-lists.ts'
import { mergedTexts } from './merge-texts.ts'

/** Unsaved values of an editor, with the time they were saved, in milliseconds. */
export type FormDraft = {
  readonly at: number
  readonly values: FormValues
  /** The values that were typed. Someone else may have saved other values since then. */
  readonly typed: Partial<FormValues>
  /** The editor's initial values, or null in drafts from earlier releases. */
  readonly began: FormValues | null
}

/** An editor's values and initial values. */
type Edited = Pick<FormDraft, 'at' | 'values'> & { readonly before: unknown }

/**
 * A draft can contain invalid values, as long as their types are right. The currency is chosen from a list, so it is
 * always valid.
 */
const kinds = z.object({
  ...answered(formFields.shape),
  // Drafts from before timers had prices or translations lack these fields.
  timers: z.array(
    z
      .object({ ...answered(timer.shape), priceId: z.string().nullable() })
      .partial({ priceId: true, texts: true }),
  ),
  amount: z.number().nullable(),
  currency: formFields.shape.currency.unwrap(),
})

const draft = z.object({
  at: z.number(),
  values: z.looseObject({}),
  // Earlier releases stored no initial values.
  before: z.looseObject({}).optional(),
})

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft with this name, or null if there is no readable one. */
export function readDraft(store: Store, name: string): FormDraft | null {
  try {
    const { at, values: kept, before } = draft.parse(JSON.parse(store.getItem(keyOf(name)) ?? 'null'))
    // Values that no longer match their field are replaced by those of a new form.
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
 * An editor's values with a draft on top. Price fields belong together, so if prices have changed since the draft, each
 * price gets only its own typed values. Lists keep others' additions and removals.
 */
export async function restored(
  { values, typed, began }: FormDraft,
  current: FormValues,
): Promise<FormValues> {
  const restoredAll = {
    ...current,
    ...typed,
    ...(began !== null && mergedLists(began, typed, current).lists),
    ...(began !== null &&
      typed.texts && { texts: mergedTexts(began.texts ?? {}, typed.texts, current.texts ?? {}) }),
  }
  const opened = (began?.priceId ?? null) === null ? null : began
  if (opened === null || isSame(pricesOf(opened), pricesOf(current))) return restoredAll
  // A cleared amount does not mean free.
  const filled = { ...values, amount: values.amount ?? opened.amount }
  const merged = await mergedPrices(opened, filled, async () => current)
  const prices = merged?.values ?? valuesOfPrices(pricesOf(current))
  const isEmptied = values.amount === null && prices?.priceId === values.priceId
  return { ...restoredAll, ...prices, ...(isEmptied && { amount: null }) }
}

/** Saves a draft, if the browser has room for it. */
export function writeDraft(store: Store, name: string, edited: Edited): void {
  try {
    store.setItem(keyOf(name), JSON.stringify(edited, withEmptied))
  } catch {
    // The storage is full or blocked, so only the draft is lost.
  }
}

/**
 * A cleared limit (NaN) differs from a limit that is turned off (null), but JSON has no NaN, so it is stored as empty
 * text.
 */
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
