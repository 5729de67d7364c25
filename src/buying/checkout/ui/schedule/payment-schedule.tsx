import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { paymentCalendar, type PaymentCalendar } from '#payments/subscriptions/payment-calendar.ts'
import { countText, cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { useReading } from '../page/reading.ts'
import type { TaxWords } from '../price/shown-lines.ts'
import { ScheduledPayment, ScheduleFrame } from './schedule-frame.tsx'

export type PaymentScheduleProps = {
  readonly recurrence: Recurrence
  /** Of the first payment, extras included. */
  readonly price: Price
  /** When it begins, in milliseconds. */
  readonly anchor: number
  readonly words: Pick<TaxWords, 'rate'>
}

/** How many payments are listed one by one. */
const shown = 4

/** The dates and amounts of the payments, before the buyer agrees to them. */
export function PaymentSchedule({ recurrence, price, anchor, words }: PaymentScheduleProps) {
  const renewal = renewalTotal(price)
  const calendar = paymentCalendar(recurrence, { anchor, first: price.total, renewal }, shown)
  const { amountText, dayText } = useReading()
  const amount = (minor: number) => amountText(minor, price.currency)
  const tax = words.rate === null ? '' : ', tax included'
  return (
    <ScheduleFrame
      ends={calendar.endsAt !== null}
      note={
        calendar.total === null ? (
          `${renewalText(recurrence, price, amountText)}${tax}. You can cancel at any time.`
        ) : (
          <>
            {countText(recurrence)}, {amount(calendar.total)} in total{tax}. It ends automatically on{' '}
            <span className="whitespace-nowrap">{dayText(calendar.endsAt ?? 0)}</span>.
          </>
        )
      }
    >
      {calendar.payments.map(({ at, amount: minor }, index) => (
        <ScheduledPayment key={at} at={at} before={index === 0 ? 'Today, ' : ''} amount={amount(minor)} />
      ))}
      {calendar.more !== 0 && (
        <li className="schedule-rest text-muted flex justify-between gap-4">
          {restText(calendar, recurrence, dayText)}
        </li>
      )}
    </ScheduleFrame>
  )
}

export type Reading = ReturnType<typeof useReading>

/** Describes the charges after today; `from` names the day on which a trial of so many days ends. */
export type RenewalText = (
  recurrence: Recurrence,
  price: Price,
  amountText: Reading['amountText'],
  from?: (days: number) => string,
) => string

/** The charges after the first payment: "$49.00 every month until you cancel". */
export const renewalText: RenewalText = (recurrence, price, amountText) => {
  const { cancelAfter } = recurrence
  if (cancelAfter === 1) return 'nothing more'
  const amount = `${amountText(renewalTotal(price), price.currency)} ${cycleText(recurrence)}`
  if (cancelAfter === 0) return `${amount} until you cancel`
  const left = cancelAfter - 1
  return `${amount}, ${left === 1 ? 'one more time' : `${left} more times`}`
}

/** Only the form's own line, which is the first: extras are paid once, with the first payment. */
function renewalTotal({ lines: [own] }: Price): number {
  return own?.total ?? 0
}

export function restText(
  { more, lastAt }: PaymentCalendar,
  recurrence: Recurrence,
  dayText: Reading['dayText'],
): string {
  if (more === null || lastAt === null) return `then ${cycleText(recurrence)}`
  return `and ${more} more, the last on ${dayText(lastAt)}`
}
