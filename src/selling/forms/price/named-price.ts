import { msg, say, t } from '#foundation/language/t.ts'
import type { PriceType } from '#foundation/db/tables/products.ts'

/** A form's price and tax as API clients can name them: by `amount` and `taxId`, or as in a form that was read. */
export type NamedPrice = {
  readonly amount?: number | null | undefined
  readonly oneTimePrice?: number | null | undefined
  readonly recurringPrice?: number | null | undefined
  readonly taxId?: string | null | undefined
  readonly tax?: { readonly id: string } | null | undefined
}

type PlainPrice = { readonly amount: number | undefined; readonly taxId: string | null | undefined }

/** The fields under which price and tax were given, for their errors. */
export type GivenNames = { readonly amount: string; readonly taxId: string }

/**
 * The amount (in major units) and tax that a request gives a form with this price type, or undefined if it gives none.
 * Contradictions are reported as errors by field.
 */
export function readNamedPrice(
  { amount, oneTimePrice, recurringPrice, taxId, tax }: NamedPrice,
  priceType: PriceType,
): { readonly price: PlainPrice; readonly names: GivenNames; readonly errors: Record<string, string> } {
  const prices = { oneTimePrice, recurringPrice }
  const [own, other] =
    priceType === 'OneTimePrice'
      ? (['oneTimePrice', 'recurringPrice'] as const)
      : (['recurringPrice', 'oneTimePrice'] as const)
  const price = prices[own]
  const errors = {
    ...((prices[other] ?? null) === null ? {} : { [other]: say(otherPrice[priceType]) }),
    ...(price === null ? { [own]: say(noOwnPrice[priceType]) } : {}),
    ...(typeof price === 'number' && amount !== undefined && (amount ?? 0) !== price
      ? { [own]: t('This differs from amount') }
      : {}),
    ...(tax !== undefined && taxId !== undefined && (tax?.id ?? null) !== taxId
      ? { tax: t('This differs from taxId') }
      : {}),
  }
  return {
    price: {
      amount: amount === undefined ? (price ?? undefined) : (amount ?? 0),
      taxId: taxId === undefined ? (tax === undefined ? undefined : (tax?.id ?? null)) : taxId,
    },
    names: {
      amount: amount === undefined && typeof price === 'number' ? own : 'amount',
      taxId: taxId === undefined && tax !== undefined ? 'tax' : 'taxId',
    },
    errors,
  }
}

/** The error if the price is given for the other type. */
const otherPrice = {
  OneTimePrice: msg('This form has a one-time price'),
  RecurringPrice: msg('This form has a recurring price'),
} as const

/** The error for null, because null would mean that the price has the other type. */
const noOwnPrice = {
  OneTimePrice: msg('This form has a one-time price, which must be a number'),
  RecurringPrice: msg('This form has a recurring price, which must be a number'),
} as const

/** Errors of a form's fields, under the names in the request. */
export function underGivenNames(
  errors: Readonly<Record<string, string>>,
  names: GivenNames,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field === 'amount' || field === 'taxId' ? names[field] : field,
      message,
    ]),
  )
}
