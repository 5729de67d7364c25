import { t } from '#foundation/language/t.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { paymentCalendar } from '#payments/subscriptions/payment-calendar.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { afterTrialText, leavingTrialText } from '../../trial/after-trial.ts'
import {
  PaymentSchedule,
  renewalText,
  restText,
  type PaymentScheduleProps,
  type RenewalText,
} from './payment-schedule.tsx'
import { useReading } from '../page/reading.ts'
import { ScheduledPayment, ScheduleFrame, todayText } from './schedule-frame.tsx'

/** How many full payments the schedule lists one by one. */
const shown = 3

/** The dates and amounts of the payments, which can follow a trial. */
export function StartSchedule(props: PaymentScheduleProps) {
  const { recurrence, price, anchor, words } = props
  const reading = useReading()
  const { full } = price
  const days = recurrence.start?.trialDays ?? 0
  const early = <PayingEarly {...recurrence} />
  if (full === undefined || days === 0) {
    return (
      <>
        <PaymentSchedule {...props} />
        {early}
      </>
    )
  }
  const { dayText } = reading
  const end = trialEndAt(anchor, days)
  const amount = (minor: number) => reading.amountText(minor, price.currency)
  const calendar = paymentCalendar(recurrence, { anchor: end, first: full.total, renewal: full.total }, shown)
  const hasTax = String(words.rate !== null)
  return (
    <>
      <ScheduleFrame
        ends={calendar.endsAt !== null}
        note={
          <>
            {calendar.total === null
              ? t('After the trial: {amount} {cycle}{hasTax, select, true {, tax included} other {}}.', {
                  amount: amount(full.total),
                  cycle: cycleText(recurrence),
                  hasTax,
                })
              : t(
                  'After the trial: {count, plural, one {# payment} other {# payments}}, {total} in total{hasTax, select, true {, tax included} other {}}.',
                  { count: recurrence.cancelAfter, total: amount(calendar.total), hasTax },
                )}{' '}
            {leavingTrialText(end, days, dayText)}
          </>
        }
      >
        <ScheduledPayment at={anchor} text={todayText} amount={amount(price.total)} />
        {calendar.payments.map(({ at, amount: minor }) => (
          <ScheduledPayment key={at} at={at} amount={amount(minor)} />
        ))}
        {calendar.more !== 0 && (
          <li className="schedule-rest text-muted flex justify-between gap-4">
            {restText(calendar, recurrence, dayText)}
          </li>
        )}
      </ScheduleFrame>
      {early}
    </>
  )
}

/** The offer to pay the remaining installments early for less, if there is one. Not shown during a trial. */
export function PayingEarly({ payoffDiscount, start }: Recurrence) {
  if (payoffDiscount === undefined) return null
  return (
    <p className="text-sm">
      {(start?.trialDays ?? 0) > 0
        ? t(
            'You can pay off the rest at any time after the first full payment by card, for {payoffDiscount}% less.',
            { payoffDiscount },
          )
        : t('You can pay off the rest at any time by card, for {payoffDiscount}% less.', { payoffDiscount })}
    </p>
  )
}

/**
 * Describes the charges after today with their first date, such as "$24.00 every month from 6 Dec 2026 until
 * you cancel".
 */
export const startRenewalText: RenewalText = (recurrence, price, amountText, anchor, dayText) => {
  const { full } = price
  const days = recurrence.start?.trialDays ?? 0
  if (full === undefined || days === 0) return renewalText(recurrence, price, amountText, anchor, dayText)
  return afterTrialText(recurrence, amountText(full.total, price.currency), dayText(trialEndAt(anchor, days)))
}
