import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalCalendar,
  type ICalEventData,
} from 'ical-generator'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'

/** A subscription as its calendar file tells it; times in milliseconds. */
export type CalendarParts = {
  /** The purchase it began with: what its events are called after, so that a newer file replaces an older one. */
  readonly orderId: string
  readonly title: string
  readonly sellerName: string
  /** What each further payment is, as people read it. */
  readonly amount: string
  /** What the payments of the first so many cycles are instead; null: the same. */
  readonly lower: { readonly amount: string; readonly cycles: number } | null
  readonly recurrence: Recurrence
  /** The cycle that begins with the first further payment: 0 after a trial, whose order paid for none. */
  readonly firstLater: 0 | 1
  readonly anchor: number
  /** How many payments there will be with those that were; null: they go on. */
  readonly payments: number | null
  /** When it ends or has ended; null: it goes on. */
  readonly endsAt: number | null
  /** Grows with each change. */
  readonly revision: number
  readonly now: number
}

/** The further payments and the end of a subscription as days of a calendar program (RFC 5545), in UTC. */
export function calendarFile(parts: CalendarParts): string {
  const calendar = ical({
    prodId: { company: 'Tillform', product: 'Payments' },
    scale: 'gregorian',
    method: ICalCalendarMethod.PUBLISH,
  })
  addPayments(calendar, parts)
  addEnd(calendar, parts)
  // Its last line has no end.
  return `${calendar.toString()}\r\n`
}

/** One event that repeats for each amount; it is called off where no payment is left of those that were announced. */
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
  /** The cycle that begins with the first of them. */
  readonly first: number
  /** Null: they go on. */
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
    summary: `${amount} for ${title}`,
    description: `${sellerName} will charge you. Your receipt links to a page where you can change the card or cancel.`,
  })
}

function addEnd(calendar: ICalCalendar, parts: CalendarParts): void {
  if (parts.endsAt === null) return
  calendar.createEvent({
    ...dayOf(parts, 'end', parts.endsAt),
    status: ICalEventStatus.CONFIRMED,
    summary: `${parts.title} ends`,
    description: 'You will not be charged again.',
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

/** The dates of `cycleStart` as a rule: of a day that some months lack, the last of the days up to it that there is. */
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
