import { firstPriceId, timersOfPrice } from '#payments/pricing/sold-form.ts'
import { pricingTimer } from '#payments/pricing/price-purchase.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { type GivenFields, type TimerFields } from '../form-wire.ts'
import { termNames, type FurtherPrice } from './further-price.ts'
import { isNamed } from '../open-problems.ts'
import type { FormRow } from '../store.ts'

/**
 * Whether an update changes what the form costs at its instant (milliseconds): its amount, currency or tax, how often that
 * is paid, or a price of a timer that has expired. Amounts are in minor units.
 */
export function changesPrice(row: FormRow, given: GivenFields, instant: number): boolean {
  const { amount, currency, taxId, timers, prices } = given
  return (
    changesPlan(row, given) ||
    isOther(given.priceId, firstPriceId(row)) ||
    (prices !== undefined && JSON.stringify(prices.map(costOf)) !== JSON.stringify(row.prices.map(costOf))) ||
    isOther(amount, row.amount) ||
    isOther(currency, row.currency) ||
    isOther(taxId, row.taxId) ||
    (timers !== undefined && latestPrices(row, timers, instant) !== latestPrices(row, row.timers, instant))
  )
}

/** What a quote has of a further price. */
function costOf({ id, amount, state, ...price }: FurtherPrice) {
  return [id, amount, recurrenceOf(price), state === 'retired', isNamed(price)]
}

/** What stands in the fields of a recurring price means nothing while the form is paid once. */
function changesPlan(row: FormRow, given: GivenFields): boolean {
  const { priceType, billingInterval, billingPeriod, cancelAfter } = given
  if (isOther(priceType, row.priceType)) return true
  if (row.priceType === 'OneTimePrice' && isOther(given.isOpen, row.isOpen)) return true
  return (
    row.priceType === 'RecurringPrice' &&
    (isOther(billingInterval, row.billingInterval) ||
      isOther(billingPeriod, row.billingPeriod) ||
      isOther(cancelAfter, row.cancelAfter) ||
      termNames.some((name) => isOther(given[name], row[name])))
  )
}

/** What the timers have made of each price by an instant; null while they leave it as it is. */
function latestPrices(row: FormRow, timers: readonly TimerFields[], instant: number): string {
  const first = firstPriceId(row)
  const latest = [first, ...row.prices.map(({ id }) => id)].map((id) => {
    const dated = timersOfPrice(timers, id, first).map(({ timestamp, amount }) => ({
      expiresAt: timestamp,
      amount,
    }))
    return pricingTimer(dated, instant)?.amount ?? null
  })
  return latest.join()
}

/** Whether a field was given, and with another value than it has. */
function isOther<Value>(given: Value | undefined, present: Value): boolean {
  return given !== undefined && given !== present
}
