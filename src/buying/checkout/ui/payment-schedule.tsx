import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { paymentCalendar, type PaymentCalendar } from '#payments/subscriptions/payment-calendar.ts'
import { countText, cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { useReading } from './reading.ts'

export type PaymentScheduleProps = {
  readonly recurrence: Recurrence
  /** Of the first payment, extras included. */
  readonly price: Price
  /** When it begins, in milliseconds. */
  readonly anchor: number
  readonly isTaxed: boolean
}

/** A schedule of so many payments is shown whole. */
const shortSchedule = 5
const shownOfLongSchedule = 4

/** When the buyer pays and how much, before they agree to it. */
export function PaymentSchedule({ recurrence, price, anchor, isTaxed }: PaymentScheduleProps) {
  const { cancelAfter } = recurrence
  const isShort = cancelAfter > 0 && cancelAfter <= shortSchedule
  const renewal = renewalTotal(price)
  const calendar = paymentCalendar(
    recurrence,
    { anchor, first: price.total, renewal },
    isShort ? cancelAfter : shownOfLongSchedule,
  )
  const { amountText, dayText } = useReading()
  const amount = (minor: number) => amountText(minor, price.currency)
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
        {calendar.payments.map(({ at, amount: minor }, index) => (
          <li key={at} className="flex justify-between gap-4">
            <span>
              {index === 0 && 'Today, '}
              <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at)}</time>
            </span>
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
        {calendar.total === null || calendar.endsAt === null ? (
          `${amount(renewal)} ${cycleText(recurrence)} until you cancel${tax}. You can cancel at any time.`
        ) : (
          <>
            {countText(recurrence)}, {amount(calendar.total)} in total{tax}. It ends automatically on{' '}
            <span className="whitespace-nowrap">{dayText(calendar.endsAt)}</span>.
          </>
        )}
      </p>
    </section>
  )
}

export type Reading = ReturnType<typeof useReading>

/** What is charged after the first payment: "$49.00 every month until you cancel". */
export function renewalText(
  recurrence: Recurrence,
  price: Price,
  amountText: Reading['amountText'],
  /** Says the day on which so many days of trial are over. */
  _from?: (days: number) => string,
): string {
  const { cancelAfter } = recurrence
  if (cancelAfter === 1) return 'no second time'
  const amount = `${amountText(renewalTotal(price), price.currency)} ${cycleText(recurrence)}`
  if (cancelAfter === 0) return `${amount} until you cancel`
  const left = cancelAfter - 1
  return `${amount}, ${left === 1 ? 'once more' : `${left} more times`}`
}

/** Of the form's own line, which is the first: extras are paid once, with the first payment. */
function renewalTotal({ lines: [own] }: Price): number {
  return own?.total ?? 0
}

export function restText(
  { more, lastAt }: PaymentCalendar,
  recurrence: Recurrence,
  dayText: Reading['dayText'],
): string {
  if (more === null || lastAt === null) return `and so on, ${cycleText(recurrence)}`
  return `and ${more} more, the last on ${dayText(lastAt)}`
}
