import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { paymentCalendar } from '#payments/subscriptions/payment-calendar.ts'
import { countText, cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { remindedAt, trialEndAt } from '#payments/subscriptions/trial-days.ts'
import { afterTrialText } from '../after-trial.ts'
import {
  PaymentSchedule,
  renewalText,
  restText,
  type PaymentScheduleProps,
  type Reading,
} from './payment-schedule.tsx'
import { useReading } from './reading.ts'

/** How many full payments are told one by one. */
const shown = 3

/** When the buyer pays and how much, where that may begin with a trial. */
export function StartSchedule(props: PaymentScheduleProps) {
  const { recurrence, price, anchor, isTaxed } = props
  const reading = useReading()
  const { full } = price
  const days = recurrence.start?.trialDays ?? 0
  const { payoffDiscount } = recurrence
  const early = payoffDiscount !== undefined && (
    <p className="text-sm">
      You can pay the rest at once at any time, and then pay {payoffDiscount} % less for it.
    </p>
  )
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
  const told = remindedAt(end, days)
  const tax = isTaxed ? ', tax included' : ''
  return (
    <section aria-labelledby="payments" className="border-line grid gap-3 rounded-xl border p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="payments" className="font-medium">
          Your payments
        </h2>
        <p className="font-medium">{calendar.endsAt === null ? 'Until you cancel' : 'Ends automatically'}</p>
      </div>
      <ol className="schedule grid">
        <li className="flex justify-between gap-4">
          <span>
            Today, <Day at={anchor} text={dayText} />
          </span>
          <span className="whitespace-nowrap tabular-nums">{amount(price.total)}</span>
        </li>
        {calendar.payments.map(({ at, amount: minor }) => (
          <li key={at} className="flex justify-between gap-4">
            <Day at={at} text={dayText} />
            <span className="whitespace-nowrap tabular-nums">{amount(minor)}</span>
          </li>
        ))}
        {calendar.more !== 0 && (
          <li className="schedule-rest text-muted flex justify-between gap-4">
            {restText(calendar, recurrence, dayText)}
          </li>
        )}
      </ol>
      <p className="border-line border-t pt-3">
        {calendar.total === null
          ? `After the trial ${amount(full.total)} ${cycleText(recurrence)}${tax}.`
          : `After the trial ${countText(recurrence)}, ${amount(calendar.total)} in total${tax}.`}{' '}
        Cancel before {dayText(end)}, and none of it is charged.
        {told !== null && ` We write to you on ${dayText(told)}.`}
      </p>
      {early}
    </section>
  )
}

function Day({ at, text }: { readonly at: number; readonly text: Reading['dayText'] }) {
  return <time dateTime={new Date(at).toISOString().slice(0, 10)}>{text(at)}</time>
}

/** What is charged after today, and from when on: "$24.00 every month from 6 Dec 2026 until you cancel". */
export function startRenewalText(
  recurrence: Recurrence,
  price: Price,
  amountText: Reading['amountText'],
  from?: (days: number) => string,
): string {
  const { full } = price
  const days = recurrence.start?.trialDays ?? 0
  if (full === undefined || days === 0 || from === undefined)
    return renewalText(recurrence, price, amountText)
  return afterTrialText(recurrence, amountText(full.total, price.currency), from(days))
}
