import { expect, test } from 'vitest'
import { calendarFile, type CalendarParts } from './calendar-file.ts'

const parts: CalendarParts = {
  orderId: '01a1f882-85a6-763a-997b-e9385dbf9804',
  title: 'Studio membership',
  sellerName: 'Juniper Studio',
  amount: '$58.80',
  lower: null,
  recurrence: { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 3 },
  anchor: Date.parse('2026-11-20T12:00:00Z'),
  firstLater: 1,
  payments: 3,
  endsAt: Date.parse('2027-02-20T12:00:00Z'),
  revision: 4,
  now: Date.parse('2026-11-21T09:30:15Z'),
}

const linesOf = (changes: Partial<CalendarParts> = {}) =>
  calendarFile({ ...parts, ...changes })
    .replaceAll('\r\n ', '')
    .split('\r\n')
const ruleOf = (billingPeriod: CalendarParts['recurrence']['billingPeriod'], anchor: string) =>
  linesOf({
    recurrence: { billingPeriod, billingInterval: 1, cancelAfter: 0 },
    anchor: Date.parse(anchor),
    payments: null,
    endsAt: null,
  }).filter((line) => /^(RRULE|DTSTART)/.test(line))

test('a subscription’s calendar has one repeating payment event and one for its end', () => {
  const lines = linesOf()

  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  for (const line of [
    'UID:01a1f882-85a6-763a-997b-e9385dbf9804-payments@tillform',
    'UID:01a1f882-85a6-763a-997b-e9385dbf9804-end@tillform',
    'DTSTAMP:20261121T093015Z',
    'DTSTART;VALUE=DATE:20261220',
    'DESCRIPTION:Juniper Studio will charge you. You can change your card or cancel from the link in your receipt.',
    'DTSTART;VALUE=DATE:20270220',
    'RRULE:FREQ=MONTHLY;INTERVAL=1;COUNT=2',
    'SUMMARY:$58.80 for Studio membership',
    'SUMMARY:Studio membership ends',
    'SEQUENCE:4',
  ]) {
    expect(lines).toContain(line)
  }
  expect(lines).not.toContain('BEGIN:VALARM')
})

test.each([
  ['Daily', '2026-01-31', ['DTSTART;VALUE=DATE:20260201', 'RRULE:FREQ=DAILY;INTERVAL=1']],
  ['Weekly', '2026-01-31', ['DTSTART;VALUE=DATE:20260207', 'RRULE:FREQ=WEEKLY;INTERVAL=1']],
  ['Monthly', '2026-01-28', ['DTSTART;VALUE=DATE:20260228', 'RRULE:FREQ=MONTHLY;INTERVAL=1']],
  [
    'Monthly',
    '2026-01-30',
    ['DTSTART;VALUE=DATE:20260228', 'RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
  ],
  [
    'Monthly',
    '2026-01-31',
    ['DTSTART;VALUE=DATE:20260228', 'RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
  ],
  [
    'Yearly',
    '2024-02-29',
    ['DTSTART;VALUE=DATE:20250228', 'RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1'],
  ],
  ['Yearly', '2026-03-31', ['DTSTART;VALUE=DATE:20270331', 'RRULE:FREQ=YEARLY;INTERVAL=1']],
] as const)('%s payments from %s repeat on the right days', (billingPeriod, anchor, expected) => {
  expect(ruleOf(billingPeriod, anchor)).toEqual(expected)
})

test('a canceled subscription cancels its payment events under the same id', () => {
  const lines = linesOf({ payments: 1, endsAt: Date.parse('2026-12-20T12:00:00Z'), revision: 5 })

  expect(lines).toContain('STATUS:CANCELLED')
  expect(lines.filter((line) => line.startsWith('RRULE'))).toEqual([])
  expect(lines).toContain('UID:01a1f882-85a6-763a-997b-e9385dbf9804-payments@tillform')
  expect(lines).toContain('SEQUENCE:5')
})

test('a subscription with one payment has only its end in the calendar', () => {
  const recurrence = { ...parts.recurrence, cancelAfter: 1 }

  expect(linesOf({ recurrence, payments: 1 }).filter((line) => line.startsWith('UID'))).toHaveLength(1)
})

test('a calendar file folds its lines correctly, and a title adds no events', () => {
  const title = `Żółw, „jeż”; i\nBEGIN:VEVENT ${'漢字'.repeat(30)} \\`
  const file = calendarFile({ ...parts, title })

  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.split('\r\n').filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  expect(file.replaceAll('\r\n ', '')).toContain(
    String.raw`SUMMARY:Żółw\, „jeż”\; i\nBEGIN:VEVENT ${'漢字'.repeat(30)} \\ ends`,
  )
  expect(file).not.toContain('�')
})

test('payments with a discount are a separate calendar event before the full ones', () => {
  const lower = { amount: '$29.40', cycles: 3 }
  const recurrence = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 12 } as const
  const lines = linesOf({ lower, recurrence, payments: 12 })

  expect(lines.filter((line) => /^(DTSTART|RRULE|SUMMARY:\$)/.test(line))).toEqual([
    'DTSTART;VALUE=DATE:20261220',
    'RRULE:FREQ=MONTHLY;INTERVAL=1;COUNT=2',
    'SUMMARY:$29.40 for Studio membership',
    'DTSTART;VALUE=DATE:20270220',
    'RRULE:FREQ=MONTHLY;INTERVAL=1;COUNT=9',
    'SUMMARY:$58.80 for Studio membership',
    'DTSTART;VALUE=DATE:20270220',
  ])
})
