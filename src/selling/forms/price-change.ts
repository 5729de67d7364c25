import type { FormColumns, FormParts, FormRow } from './store.ts'

/**
 * Whether an update changes what the form costs at its instant: its amount, currency or tax, how often that is paid, or a
 * price of a timer that has expired.
 */
export function changesPrice(
  row: FormRow,
  columns: Partial<FormColumns>,
  { timers }: FormParts,
  instant: Date,
): boolean {
  const { amount, currency, taxId } = columns
  return (
    changesPlan(row, columns) ||
    isOther(amount, row.amount) ||
    isOther(currency, row.currency) ||
    isOther(taxId, row.taxId) ||
    (timers !== undefined && latestPrice(timers, instant) !== latestPrice(row.timers.map(stored), instant))
  )
}

/** What stands in the fields of a plan means nothing while the form is paid once. */
function changesPlan(row: FormRow, columns: Partial<FormColumns>): boolean {
  const { priceType, billingInterval, billingPeriod, cancelAfter } = columns
  if (isOther(priceType, row.priceType)) return true
  return (
    row.priceType === 'RecurringPrice' &&
    (isOther(billingInterval, row.billingInterval) ||
      isOther(billingPeriod, row.billingPeriod) ||
      isOther(cancelAfter, row.cancelAfter))
  )
}

type Timer = { readonly expiresAt: Date | string; readonly amount?: number | null }

function stored({ timestamp, amount }: FormRow['timers'][number]): Timer {
  return { expiresAt: new Date(timestamp), amount }
}

/** The price that the timers have made by an instant; null while they leave it to the form. */
function latestPrice(timers: readonly Timer[], instant: Date): number | null {
  const expired = timers
    .map(({ expiresAt, amount }) => ({ at: new Date(expiresAt).getTime(), amount: amount ?? 0 }))
    .filter(({ at, amount }) => at <= instant.getTime() && amount > 0)
    .toSorted((a, b) => b.at - a.at)
  return expired[0]?.amount ?? null
}

/** Whether a field was given, and with another value than it has. */
function isOther<Value>(given: Value | undefined, present: Value): boolean {
  return given !== undefined && given !== present
}
