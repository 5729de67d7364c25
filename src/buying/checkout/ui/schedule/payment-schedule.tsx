import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { paymentCalendar, type PaymentCalendar } from '#payments/subscriptions/payment-calendar.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { useReading } from '../page/reading.ts'
import type { TaxWords } from '../price/shown-lines.ts'
import { ScheduledPayment, ScheduleFrame, todayText } from './schedule-frame.tsx'

export type PaymentScheduleProps = {
  readonly recurrence: Recurrence
  /** The price of the first payment, including extras. */
  readonly price: Price
  /** When the subscription begins, in milliseconds. */
  readonly anchor: number
  readonly words: Pick<TaxWords, 'rate'>
}

/** How many payments the schedule lists one by one. */
const shown = 4

/** The dates and amounts of the payments, shown before the buyer agrees to them. */
export function PaymentSchedule({ recurrence, price, anchor, words }: PaymentScheduleProps) {
  const renewal = renewalTotal(price)
  const calendar = paymentCalendar(recurrence, { anchor, first: price.total, renewal }, shown)
  const { amountText, dayText } = useReading()
  const amount = (minor: number) => amountText(minor, price.currency)
  return (
    <ScheduleFrame
      ends={calendar.endsAt !== null}
      note={
        calendar.total === null
          ? endlessText(renewalText(recurrence, price, amountText, anchor, dayText), words.rate !== null)
          : rich(
              '{count, plural, one {# payment} other {# payments}}, {total} in total{hasTax, select, true {, tax included} other {}}. It ends automatically on {end}.',
              {
                count: recurrence.cancelAfter,
                total: amount(calendar.total),
                hasTax: String(words.rate !== null),
                end: <span className="whitespace-nowrap">{dayText(calendar.endsAt ?? 0)}</span>,
              },
            )
      }
    >
      {calendar.payments.map(({ at, amount: minor }, index) => (
        <ScheduledPayment key={at} at={at} {...(index === 0 && { text: todayText })} amount={amount(minor)} />
      ))}
      {calendar.more !== 0 && (
        <li className="schedule-rest text-muted flex justify-between gap-4">
          {restText(calendar, recurrence, dayText)}
        </li>
      )}
    </ScheduleFrame>
  )
}

function endlessText(renewal: string, hasTax: boolean): string {
  return hasTax
    ? t('{renewal}, tax included. You can cancel at any time.', { renewal })
    : t('{renewal}. You can cancel at any time.', { renewal })
}

export type Reading = ReturnType<typeof useReading>

/** Describes the charges after today. `anchor` is the time of the payment, in milliseconds. */
export type RenewalText = (
  recurrence: Recurrence,
  price: Price,
  amountText: Reading['amountText'],
  anchor: number,
  dayText: Reading['dayText'],
) => string

/** Describes the charges after the first payment, such as "$49.00 every month until you cancel". */
export const renewalText: RenewalText = (recurrence, price, amountText) => {
  const { cancelAfter } = recurrence
  if (cancelAfter === 1) return t('nothing more')
  const [amount, cycle] = [amountText(renewalTotal(price), price.currency), cycleText(recurrence)]
  if (cancelAfter === 0) return t('{amount} {cycle} until you cancel', { amount, cycle })
  return t('{amount} {cycle}, {left, plural, one {one more time} other {# more times}}', {
    amount,
    cycle,
    left: cancelAfter - 1,
  })
}

/** The total of a renewal, which is only the form's own line. Extras are paid once, with the first payment. */
function renewalTotal({ lines: [own] }: Price): number {
  return own?.total ?? 0
}

export function restText(
  { more, lastAt }: PaymentCalendar,
  recurrence: Recurrence,
  dayText: Reading['dayText'],
): string {
  if (more === null || lastAt === null) return t('then {cycle}', { cycle: cycleText(recurrence) })
  return t('and {more} more, the last on {day}', { more, day: dayText(lastAt) })
}
