import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import {
  type Recurrence,
  listPrice,
  amountOfCycle,
  recurringAmounts,
  type RecurringAmounts,
} from '#payments/pricing/recurrence.ts'
import { cycleStart, lastCycleEnd } from '#payments/subscriptions/payment-calendar.ts'
import { countText, cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paymentsLeft, paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { leavingTrialText, reducedAfterTrialText } from '../../trial/after-trial.ts'
import type { PaymentScheduleProps, RenewalText } from '../schedule/payment-schedule.tsx'
import { useReading } from '../page/reading.ts'
import { ScheduledPayment, ScheduleFrame } from '../schedule/schedule-frame.tsx'
import { PayingEarly } from '../schedule/start-schedule.tsx'

/** A code's effect on a recurring price. */
type Terms = { readonly code: string; readonly rate: TaxRate | null; readonly cycles: number | null }

/** Consecutive payments of one amount, each with its amount without the code if that differs. */
type Row = {
  readonly at: number
  /** Null: they continue. */
  readonly count: number | null
  readonly amount: number
  readonly without: number
}

/** Every payment with the code and without it, before the buyer agrees to it. */
export function scheduleWith(terms: Terms) {
  return function Schedule({ recurrence, price, anchor }: PaymentScheduleProps) {
    const { amountText, dayText } = useReading()
    const amount = (minor: number) => amountText(minor, price.currency)
    const amounts = amountsOf(price, terms)
    const days = recurrence.start?.trialDays ?? 0
    const first = trialEndAt(anchor, days)
    const today = { at: anchor, count: 1, amount: price.total, without: listed(price, terms) }
    const later = laterRows(recurrence, amounts, first, days > 0 ? 0 : 1)
    const rows = [today, ...later]
    // The payment for a trial is not one of the payments that follow it.
    const counted = days > 0 ? later : rows
    const end = lastCycleEnd(recurrence, first)
    const tax = terms.rate === null ? '' : ', tax included'
    const start = days > 0 ? 'After the trial: ' : ''
    const [total, whole] = [sum(counted, 'amount'), sum(counted, 'without')]
    const compared = total === whole ? '' : `, instead of ${amount(whole)} without ${terms.code}`
    const all =
      end === null
        ? `${start || 'After today: '}${paymentsLeftText(recurrence, amounts, days > 0 ? 0 : 1, amount)}${tax}.`
        : `${start}${countText(recurrence)}, ${amount(total)} in total${tax}${compared}.`
    const leaving =
      days > 0
        ? leavingTrialText(first, days, dayText)
        : end === null
          ? 'You can cancel at any time.'
          : `It ends automatically on ${dayText(end)}.`
    return (
      <>
        <ScheduleFrame ends={end !== null} note={`${all} ${leaving}`}>
          {rows.map(({ at, count, amount: minor, without }, index) => (
            <ScheduledPayment
              key={at}
              at={at}
              before={index === 0 ? 'Today, ' : rowText(count, recurrence)}
              amount={amount(minor)}
            >
              {without !== minor && (
                <span className="text-muted block wrap-anywhere">
                  without <Own>{terms.code}</Own> <Own>{amount(without)}</Own>
                </span>
              )}
            </ScheduledPayment>
          ))}
        </ScheduleFrame>
        <PayingEarly {...recurrence} />
      </>
    )
  }
}

/** Charges after the first payment, in words. */
export function renewalTextWith(terms: Terms): RenewalText {
  return (recurrence, price, amountText, from) => {
    const days = recurrence.start?.trialDays ?? 0
    const amount = (minor: number) => amountText(minor, price.currency)
    const amounts = amountsOf(price, terms)
    return days > 0 && from !== undefined
      ? reducedAfterTrialText(recurrence, amounts, amount, from(days))
      : paymentsLeftText(recurrence, amounts, days > 0 ? 0 : 1, amount)
  }
}

function amountsOf({ lines, full, currency }: Price, { rate, cycles }: Terms): RecurringAmounts {
  const own = full ?? lines.find(({ kind }) => kind === 'form') ?? { subtotal: 0, taxAmount: 0, total: 0 }
  return recurringAmounts(own, rate, currency, cycles)
}

/** The amount due today without the code. */
function listed({ lines, currency }: Price, { rate }: Terms): number {
  return lines.reduce((all, line) => all + listPrice(line, rate, currency).total, 0)
}

/** The payments after today, starting with the next cycle. */
function laterRows(recurrence: Recurrence, amounts: RecurringAmounts, anchor: number, next: 0 | 1): Row[] {
  const { reduced, regular } = paymentsLeft(recurrence, amounts, next)
  const whole = amounts.regular.total
  const from = (cycle: number, count: number | null): Row[] => {
    const at = cycleStart(recurrence, anchor, cycle)
    return count === 0 ? [] : [{ at, count, amount: amountOfCycle(amounts, cycle).total, without: whole }]
  }
  return [...from(next, reduced), ...(reduced === null ? [] : from(next + reduced, regular))]
}

/** "then 2 payments, every month, from ", "then 1 payment on ". */
function rowText(count: number | null, recurrence: Recurrence): string {
  if (count === null) return `then ${cycleText(recurrence)} from `
  return count === 1 ? 'then 1 payment on ' : `then ${count} payments, ${cycleText(recurrence)}, from `
}

function sum(rows: readonly Row[], name: 'amount' | 'without'): number {
  return rows.reduce((all, row) => all + (row.count ?? 0) * row[name], 0)
}
