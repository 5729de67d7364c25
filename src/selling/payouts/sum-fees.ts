import type { ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import type { Fees } from './contract.ts'
import type { Paid, PaidFor, Span } from './store.ts'

/** As many payments as are looked up for one answer. */
export const mostPaid = 1_000
const hour = 60 * 60 * 1000

/**
 * From when on the provider's bookings are read for a time: a debit is booked when it is asked for, days before it is
 * paid. The same instant for an hour, so that an answer is used again; an hour more for clocks that differ.
 */
export function bookedSince({ from }: Span, paid: readonly Paid[]): Date {
  const begun = paid.map(({ createdAt }) => createdAt.getTime())
  const first = begun.reduce((earliest, time) => Math.min(earliest, time), from.getTime())
  return new Date((Math.floor(first / hour) - 1) * hour)
}

const charges: ReadonlySet<string> = new Set(['charge', 'charge_failure'])

type Sum = { fees: number; waiting: number; isConverted: boolean }

/**
 * What was kept of a time's money, by currency: of what was paid in it, whenever that was booked, and of what was given or
 * taken back in it. What is not of the seller's purchases here is left out: the account may sell elsewhere.
 */
export function sumFees(
  { from, to }: Span,
  paid: readonly Paid[],
  booked: readonly ProviderTransaction[],
  own: ReadonlyMap<string | null, PaidFor>,
): Fees[] {
  const sums = new Map<string, Sum>()
  const add = (currency: string, one: ProviderTransaction) => {
    const sum = sumOf(sums, currency)
    if (one.currency === currency) sum.fees += one.providerFee + one.applicationFee
    else sum.isConverted = true
  }
  const charged = Map.groupBy(
    booked.filter(({ category }) => charges.has(category)),
    ({ paymentIntentId }) => paymentIntentId,
  )
  for (const { paymentIntentId, currency } of paid) {
    const found = charged.get(paymentIntentId) ?? []
    if (found.length === 0) sumOf(sums, currency).waiting += 1
    for (const one of found) add(currency, one)
  }
  for (const one of booked) {
    const purchase = own.get(one.paymentIntentId)
    if (purchase === undefined || charges.has(one.category)) continue
    if (one.createdAt >= from && one.createdAt < to) add(purchase.currency, one)
  }
  return [...sums].map(([currency, { fees, waiting, isConverted }]) => ({
    currency,
    fees: isConverted || waiting > 0 ? null : fees,
    waiting,
  }))
}

function sumOf(sums: Map<string, Sum>, currency: string): Sum {
  const known = sums.get(currency)
  if (known !== undefined) return known
  const sum = { fees: 0, waiting: 0, isConverted: false }
  sums.set(currency, sum)
  return sum
}
