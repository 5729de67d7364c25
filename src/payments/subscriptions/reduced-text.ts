import { t } from '#foundation/language/t.ts'
import type { Recurrence, RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleStart } from './payment-calendar.ts'
import { cycleText } from './recurrence-text.ts'

/** How many payments remain at each price, or null if there is no end. */
export type PaymentsLeft = { readonly reduced: number | null; readonly regular: number | null }

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
 * When the first payment at the regular price is due, in milliseconds, for a subscription whose first cycle
 * begins at `anchor`.
 */
export function paidFrom(
  recurrence: Recurrence,
  { cycles }: Pick<RecurringAmounts, 'cycles'>,
  anchor: number,
): number {
  return cycleStart(recurrence, anchor, cycles ?? 0)
}

/** The dates of the remaining payments, as text. */
type SaidDays = {
  /** The date of the first payment, if none is paid yet. Missing if it is not mentioned. */
  readonly from?: string | undefined
  /** The date of the first payment that is charged. */
  readonly freeUntil: string
}

/**
 * The remaining payments in words: "$90.00 every month, 2 more times, then $100.00 every month until you cancel",
 * "$90.00 once, on 6 Dec 2026, then …", "nothing until 6 Jan 2027, then …".
 */
export function paymentsLeftText(
  recurrence: Recurrence,
  amounts: RecurringAmounts,
  paid: number,
  amountText: (minor: number) => string,
  { from, freeUntil }: SaidDays,
): string {
  const { reduced, regular } = paymentsLeft(recurrence, amounts, paid)
  const first = { amount: amountText(amounts.reduced.total), count: reduced, hasPaid: paid > 0, day: from }
  const second = { amount: amountText(amounts.regular.total), count: regular }
  if (regular === 0) return reduced === 0 ? t('nothing more') : paymentsText(recurrence, first)
  if (reduced === 0) return paymentsText(recurrence, { ...first, ...second })
  const later = paymentsText(recurrence, second)
  return amounts.reduced.total === 0
    ? t('nothing until {day}, then {later}', { day: freeUntil, later })
    : t('{payments}, then {later}', { payments: paymentsText(recurrence, first), later })
}

type Payments = {
  readonly amount: string
  /** The date of the last payment, or null if they continue. */
  readonly count: number | null
  readonly hasPaid?: boolean
  readonly day?: string | undefined
}

function paymentsText(recurrence: Recurrence, { amount, count, hasPaid = false, day }: Payments): string {
  if (count === 1 && !hasPaid)
    return day === undefined ? t('{amount} once', { amount }) : t('{amount} once, on {day}', { amount, day })
  const cycle = cycleText(recurrence)
  if (count === null)
    return day === undefined
      ? t('{amount} {cycle} until you cancel', { amount, cycle })
      : t('{amount} {cycle} from {day} until you cancel', { amount, cycle, day })
  if (hasPaid)
    return t('{amount} {cycle}, {left, plural, one {one more time} other {# more times}}', {
      amount,
      cycle,
      left: count,
    })
  return day === undefined
    ? t('{amount} {cycle}, {count, plural, one {# time} other {# times}}', { amount, cycle, count })
    : t('{amount} {cycle} from {day}, {count, plural, one {# time} other {# times}}', {
        amount,
        cycle,
        day,
        count,
      })
}

type Changing = Recurrence & {
  readonly total: number
  readonly change: { readonly after: number; readonly total: number } | null
}

/**
 * Each payment: "$49.00 every month", "$39.20 every month for your next 2 payments, then $49.00 every month", "nothing
 * for your next payment, then $49.00 every month".
 */
export function eachPaymentText(paid: Changing, amountText: (minor: number) => string): string {
  const { change } = paid
  const [amount, cycle] = [amountText(paid.total), cycleText(paid)]
  if (change === null) return t('{amount} {cycle}', { amount, cycle })
  const after = { cycle, count: change.after, later: amountText(change.total) }
  return paid.total === 0
    ? t('nothing for your next {count, plural, =1 {payment} other {# payments}}, then {later} {cycle}', after)
    : t(
        '{amount} {cycle} for your next {count, plural, =1 {payment} other {# payments}}, then {later} {cycle}',
        { amount, ...after },
      )
}
