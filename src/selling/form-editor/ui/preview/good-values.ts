import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { shownFields } from '#buying/checkout/page/page-data.ts'
import { parseAmount } from '#foundation/money/amount.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { formFields } from '#selling/forms/form-fields.ts'
import { longestCycle } from '#selling/forms/price/further-price.ts'
import type { FormValues } from '../editor/form-values.ts'

/** The fields that the preview shows, which can be incomplete while the seller types. */
const followed = z.object({
  ...pickFields(formFields.shape, [
    ...shownFields,
    'video',
    'billingPeriod',
    'cancelAfter',
    'priceGracePeriod',
    'quantityLabel',
    'quantityMin',
    'quantityMax',
  ]),
  // Dates that do not exist would throw.
  billingInterval: formFields.shape.billingInterval.unwrap().max(longestCycle.Daily).default(1),
})

/** The last valid values. The amount is in minor units of the currency. */
export type GoodValues = z.output<typeof followed> & { readonly amount: number; readonly currency: string }

export const noTitle = () => t('Your title')
export const noDescription = () => t('What buyers get, in your words.')

/** Shown before any value was valid. */
export function firstGoodValues(): GoodValues {
  return {
    ...followed.parse({ title: noTitle(), description: noDescription() }),
    amount: 0,
    currency: formFields.shape.currency.parse(undefined),
  }
}

/** The typed values. Each invalid value is replaced by the field's last valid value. */
export function goodValuesOf(values: FormValues, last: GoodValues): GoodValues {
  const price = goodPrice(values) ?? { amount: last.amount, currency: last.currency }
  return { ...parseWithFallback(followed, values, last), ...price }
}

function goodPrice({ amount, currency }: FormValues): Pick<GoodValues, 'amount' | 'currency'> | null {
  const parsed = parseAmount(amount ?? 0, currency)
  return parsed.ok ? { amount: parsed.minor, currency } : null
}

/** Parses values by a schema, taking `fallback`'s value for each invalid field. */
export function parseWithFallback<Schema extends z.ZodObject>(
  schema: Schema,
  values: object,
  fallback: object,
): z.output<Schema> {
  const issues = schema.safeParse(values).error?.issues ?? []
  const invalid = new Set(issues.map(({ path }) => path[0]))
  const replaced = Object.entries(fallback).filter(([name]) => invalid.has(name))
  return schema.parse({ ...values, ...Object.fromEntries(replaced) })
}
