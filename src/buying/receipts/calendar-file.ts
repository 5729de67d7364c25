import type { Plan } from '#payments/pricing/plan.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'

/** A subscription as its calendar file tells it; times in milliseconds. */
export type CalendarParts = {
  /** The purchase it began with: what its events are called after, so that a newer file replaces an older one. */
  readonly orderId: string
  readonly title: string
  readonly sellerName: string
  /** What each further payment is, as people read it. */
  readonly amount: string
  readonly plan: Plan
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
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tillform//Payments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...payments(parts),
    ...end(parts),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** One event that repeats; it is called off where no payment is left of those that were announced. */
function payments(parts: CalendarParts): string[] {
  const { plan, anchor, title, amount, sellerName } = parts
  if (plan.cancelAfter === 1) return []
  const first = cycleStart(plan, anchor, 1)
  const count = parts.payments === null ? null : Math.max(parts.payments - 1, 0)
  return event(parts, 'payments', first, [
    ...(count === 0 ? [] : [`RRULE:${recurrence(plan, anchor)}${count === null ? '' : `;COUNT=${count}`}`]),
    `STATUS:${count === 0 ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(`${amount} for ${title}`)}`,
    `DESCRIPTION:${escapeText(`${sellerName} will charge your card. Your receipt links to a page where you can change the card or cancel.`)}`,
  ])
}

function end(parts: CalendarParts): string[] {
  if (parts.endsAt === null) return []
  return event(parts, 'end', parts.endsAt, [
    'STATUS:CONFIRMED',
    `SUMMARY:${escapeText(`${parts.title} ends`)}`,
    `DESCRIPTION:${escapeText('You will not be charged again.')}`,
  ])
}

function event(
  { orderId, now, revision }: CalendarParts,
  name: string,
  at: number,
  facts: readonly string[],
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${orderId}-${name}@tillform`,
    `DTSTAMP:${compact(new Date(now).toISOString())}Z`,
    `SEQUENCE:${revision}`,
    `DTSTART;VALUE=DATE:${compact(new Date(at).toISOString()).slice(0, 8)}`,
    ...facts,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const frequencies = { Daily: 'DAILY', Weekly: 'WEEKLY', Monthly: 'MONTHLY', Yearly: 'YEARLY' } as const

/** The dates of `cycleStart` as a rule: of a day that some months lack, the last of the days up to it that there is. */
function recurrence({ billingPeriod, billingInterval }: Plan, anchor: number): string {
  const start = new Date(anchor)
  const [month, day] = [start.getUTCMonth() + 1, start.getUTCDate()]
  const rule = `FREQ=${frequencies[billingPeriod]};INTERVAL=${billingInterval}`
  const isClamped = billingPeriod === 'Monthly' ? day > 28 : month === 2 && day === 29
  if (billingPeriod === 'Daily' || billingPeriod === 'Weekly' || !isClamped) return rule
  const days = [28, 29, 30, 31].filter((candidate) => candidate <= day).join(',')
  const ofMonth = billingPeriod === 'Yearly' ? ';BYMONTH=2' : ''
  return `${rule}${ofMonth};BYMONTHDAY=${days};BYSETPOS=-1`
}

/** 2026-12-20T10:00:00.000Z as 20261220T100000. */
function compact(iso: string): string {
  return iso.slice(0, 19).replaceAll(/[-:]/g, '')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`)
}

/** Lines are at most 75 bytes long; the rest goes on after a line break and a blank, never within a character. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
