import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalCalendar,
  type ICalEventData,
} from 'ical-generator'
import { t } from '#foundation/language/t.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'

/** A subscription's data for its calendar file. Times are in milliseconds. */
export type CalendarParts = {
  /** The order's id, from which event ids are made so that a newer file replaces an older one. */
  readonly orderId: string
  readonly title: string
  readonly sellerName: string
  readonly amount: string
  /** The lower amount for the first cycles, or null if all cycles have the same amount. */
  readonly lower: { readonly amount: string; readonly cycles: number } | null
  readonly recurrence: Recurrence
  /** The cycle of the first payment after the order: 0 after a trial, because the order did not pay for any cycle. */
  readonly firstLater: 0 | 1
  readonly anchor: number
  /** The total number of payments, including past ones, or null if there is no limit. */
  readonly payments: number | null
  /** When the subscription ends or ended, or null if it continues. */
  readonly endsAt: number | null
  /** A number that grows with each change of the calendar. */
  readonly revision: number
  readonly now: number
}

/** A subscription's later payments and its end as days in a calendar (RFC 5545), in UTC. */
export function calendarFile(parts: CalendarParts): string {
  const calendar = ical({
    prodId: { company: 'Tillform', product: 'Payments' },
    scale: 'gregorian',
    method: ICalCalendarMethod.PUBLISH,
  })
  addPayments(calendar, parts)
  addEnd(calendar, parts)
  // The library leaves out the final line break.
  return `${calendar.toString()}\r\n`
}

/** One repeating calendar event for each amount. The event is canceled when none of its announced payments remain. */
function addPayments(calendar: ICalCalendar, parts: CalendarParts): void {
  const { recurrence, amount, lower, firstLater } = parts
  if (recurrence.cancelAfter === 1 && firstLater === 1) return
  const all = parts.payments === null ? null : Math.max(parts.payments - firstLater, 0)
  const first = lower?.cycles ?? firstLater
  const lowered = Math.min(first - firstLater, all ?? Infinity)
  if (lower !== null && first > firstLater) {
    const reduced = { amount: lower.amount, first: firstLater, count: lowered }
    addEvent(calendar, parts, { name: 'reduced-payments', ...reduced })
  }
  const count = all === null ? null : all - lowered
  addEvent(calendar, parts, { name: 'payments', amount, first, count })
}

type Repeated = {
  readonly name: string
  readonly amount: string
  readonly first: number
  /** Null if unlimited. */
  readonly count: number | null
}

function addEvent(
  calendar: ICalCalendar,
  parts: CalendarParts,
  { name, amount, first, count }: Repeated,
): void {
  const { recurrence, anchor, title, sellerName } = parts
  const ofCount = count === null ? '' : `;COUNT=${count}`
  calendar.createEvent({
    ...dayOf(parts, name, cycleStart(recurrence, anchor, first)),
    repeating: count === 0 ? null : `RRULE:${repeatRule(recurrence, anchor)}${ofCount}`,
    status: count === 0 ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: t('{amount} for {title}', { amount, title }),
    description: t(
      '{seller} will charge you. You can change your card or cancel from the link in your receipt.',
      { seller: sellerName },
    ),
  })
}

function addEnd(calendar: ICalCalendar, parts: CalendarParts): void {
  if (parts.endsAt === null) return
  calendar.createEvent({
    ...dayOf(parts, 'end', parts.endsAt),
    status: ICalEventStatus.CONFIRMED,
    summary: t('{title} ends', { title: parts.title }),
    description: t('You will not be charged again.'),
  })
}

function dayOf({ orderId, now, revision }: CalendarParts, name: string, at: number): ICalEventData {
  return {
    id: `${orderId}-${name}@tillform`,
    stamp: new Date(now),
    sequence: revision,
    start: new Date(at),
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

const frequencies = { Daily: 'DAILY', Weekly: 'WEEKLY', Monthly: 'MONTHLY', Yearly: 'YEARLY' } as const

/** The dates of `cycleStart` as a repeat rule. If a month is too short for the day, its last day is used. */
function repeatRule({ billingPeriod, billingInterval }: Recurrence, anchor: number): string {
  const start = new Date(anchor)
  const [month, day] = [start.getUTCMonth() + 1, start.getUTCDate()]
  const rule = `FREQ=${frequencies[billingPeriod]};INTERVAL=${billingInterval}`
  const isClamped = billingPeriod === 'Monthly' ? day > 28 : month === 2 && day === 29
  if (billingPeriod === 'Daily' || billingPeriod === 'Weekly' || !isClamped) return rule
  const days = [28, 29, 30, 31].filter((candidate) => candidate <= day).join(',')
  const ofMonth = billingPeriod === 'Yearly' ? ';BYMONTH=2' : ''
  return `${rule}${ofMonth};BYMONTHDAY=${days};BYSETPOS=-1`
}
