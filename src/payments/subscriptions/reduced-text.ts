import type { Recurrence, RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleText } from './recurrence-text.ts'

/** How many payments remain at each price; null: no end. */
export type PaymentsLeft = { readonly reduced: number | null; readonly regular: number | null }

/** The rest of a recurring price after `paid` payments. */
export function paymentsLeft(
  { cancelAfter }: Pick<Recurrence, 'cancelAfter'>,
  { cycles }: Pick<RecurringAmounts, 'cycles'>,
  paid: number,
): PaymentsLeft {
  const all = cancelAfter === 0 ? null : Math.max(0, cancelAfter - paid)
  if (cycles === null) return { reduced: all, regular: 0 }
  const reduced = Math.min(Math.max(0, cycles - paid), all ?? Infinity)
  return { reduced, regular: all === null ? null : all - reduced }
}

/**
 * The remaining payments in words: "$90.00 every month, 2 more times, then $100.00 every month until you cancel".
 * `from` is the day of the next one, unless shown elsewhere: "$90.00 once, on 6 Dec 2026, then …".
 */
export function paymentsLeftText(
  recurrence: Recurrence,
  amounts: RecurringAmounts,
  paid: number,
  amountText: (minor: number) => string,
  from?: string,
): string {
  const left = paymentsLeft(recurrence, amounts, paid)
  const parts = [
    { amount: amounts.reduced.total, count: left.reduced },
    { amount: amounts.regular.total, count: left.regular },
  ].filter(({ count }) => count !== 0)
  const texts = parts.map(({ amount, count }, index) => {
    const isNext = index === 0
    const more = isNext && paid > 0 ? ' more' : ''
    const day = isNext ? from : undefined
    if (count === 1 && more === '')
      return `${amountText(amount)} once${day === undefined ? '' : `, on ${day}`}`
    const each = `${amountText(amount)} ${cycleText(recurrence)}${day === undefined ? '' : ` from ${day}`}`
    if (count === null) return `${each} until you cancel`
    return `${each}, ${count === 1 ? 'one more time' : `${count}${more} times`}`
  })
  return texts.length === 0 ? 'nothing more' : texts.join(', then ')
}

type Changing = Recurrence & {
  readonly total: number
  readonly change: { readonly after: number; readonly total: number } | null
}

/** Each payment: "$49.00 every month", "$39.20 every month for your next 2 payments, then $49.00 every month". */
export function eachPaymentText(paid: Changing, amountText: (minor: number) => string): string {
  const cycle = cycleText(paid)
  const now = `${amountText(paid.total)} ${cycle}`
  const { change } = paid
  if (change === null) return now
  const count = change.after === 1 ? 'your next payment' : `your next ${change.after} payments`
  return `${now} for ${count}, then ${amountText(change.total)} ${cycle}`
}
