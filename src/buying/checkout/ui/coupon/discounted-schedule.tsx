import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
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
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paidFrom, paymentsLeft, paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { leavingTrialText, reducedAfterTrialText } from '../../trial/after-trial.ts'
import type { PaymentScheduleProps, RenewalText } from '../schedule/payment-schedule.tsx'
import { useReading } from '../page/reading.ts'
import { ScheduledPayment, ScheduleFrame, todayText } from '../schedule/schedule-frame.tsx'
import { PayingEarly } from '../schedule/start-schedule.tsx'

/** A code's effect on a recurring price. */
type Terms = { readonly code: string; readonly rate: TaxRate | null; readonly cycles: number | null }

/** Consecutive payments with the same amount, and their amount without the code if it differs. */
type Row = {
  readonly at: number
  /** Null: they continue. */
  readonly count: number | null
  readonly amount: number
  readonly without: number
}

/** Shows every payment with and without the code, before the buyer agrees to it. */
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
    // The payment for a trial is not counted among the payments after it.
    const counted = days > 0 ? later : rows
    const end = lastCycleEnd(recurrence, first)
    const hasTax = String(terms.rate !== null)
    const [total, whole] = [sum(counted, 'amount'), sum(counted, 'without')]
    const all =
      end === null
        ? t(
            '{hasTrial, select, true {After the trial} other {After today}}: {payments}{hasTax, select, true {, tax included} other {}}.',
            {
              hasTrial: String(days > 0),
              payments: paymentsLeftText(recurrence, amounts, days > 0 ? 0 : 1, amount, {
                freeUntil: dayText(paidFrom(recurrence, amounts, first)),
              }),
              hasTax,
            },
          )
        : t(
            '{hasTrial, select, true {After the trial: } other {}}{count, plural, one {# payment} other {# payments}}, {total} in total{hasTax, select, true {, tax included} other {}}{isLess, select, true {, instead of {whole} without {code}} other {}}.',
            {
              hasTrial: String(days > 0),
              count: recurrence.cancelAfter,
              total: amount(total),
              hasTax,
              isLess: String(total !== whole),
              whole: amount(whole),
              code: terms.code,
            },
          )
    const leaving =
      days > 0
        ? leavingTrialText(first, days, dayText)
        : end === null
          ? t('You can cancel at any time.')
          : t('It ends automatically on {day}.', { day: dayText(end) })
    return (
      <>
        <ScheduleFrame ends={end !== null} note={`${all} ${leaving}`}>
          {rows.map(({ at, count, amount: minor, without }, index) => (
            <ScheduledPayment
              key={at}
              at={at}
              text={index === 0 ? todayText : (day) => rowText(count, recurrence, day)}
              amount={amount(minor)}
              struck={without === minor ? undefined : amount(without)}
            >
              {without !== minor && (
                <span className="sr-only">
                  {rich('without {code} {amount}', {
                    code: <Own>{terms.code}</Own>,
                    amount: <Own>{amount(without)}</Own>,
                  })}
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

/** The charges after the first payment, as text. */
export function renewalTextWith(terms: Terms): RenewalText {
  return (recurrence, price, amountText, anchor, dayText) => {
    const days = recurrence.start?.trialDays ?? 0
    const amount = (minor: number) => amountText(minor, price.currency)
    const amounts = amountsOf(price, terms)
    return days > 0
      ? reducedAfterTrialText(recurrence, amounts, amount, trialEndAt(anchor, days), dayText)
      : paymentsLeftText(recurrence, amounts, 1, amount, {
          freeUntil: dayText(paidFrom(recurrence, amounts, anchor)),
        })
  }
}

function amountsOf({ lines, full, currency }: Price, { rate, cycles }: Terms): RecurringAmounts {
  const own = full ?? lines.find(({ kind }) => kind === 'form') ?? { subtotal: 0, taxAmount: 0, total: 0 }
  return recurringAmounts(own, rate, currency, cycles)
}

/** The amount that would be due today without the code. */
function listed({ lines, currency }: Price, { rate }: Terms): number {
  return lines.reduce((all, line) => all + listPrice(line, rate, currency).total, 0)
}

/** The payments after today, from the next cycle on. */
function laterRows(recurrence: Recurrence, amounts: RecurringAmounts, anchor: number, next: 0 | 1): Row[] {
  const { reduced, regular } = paymentsLeft(recurrence, amounts, next)
  const whole = amounts.regular.total
  const from = (cycle: number, count: number | null): Row[] => {
    const at = cycleStart(recurrence, anchor, cycle)
    return count === 0 ? [] : [{ at, count, amount: amountOfCycle(amounts, cycle).total, without: whole }]
  }
  return [...from(next, reduced), ...(reduced === null ? [] : from(next + reduced, regular))]
}

/**
 * The remaining payments as text, such as "then 2 payments, every month, from 9 Dec 2026" or "then 1 payment
 * on 9 Feb 2027".
 */
function rowText(count: number | null, recurrence: Recurrence, day: ReactNode): ReactNode {
  const cycle = cycleText(recurrence)
  if (count === null) return rich('then {cycle} from {day}', { cycle, day })
  if (count === 1) return rich('then 1 payment on {day}', { day })
  return rich('then {count, plural, one {# payment} other {# payments}}, {cycle}, from {day}', {
    count,
    cycle,
    day,
  })
}

function sum(rows: readonly Row[], name: 'amount' | 'without'): number {
  return rows.reduce((all, row) => all + (row.count ?? 0) * row[name], 0)
}
