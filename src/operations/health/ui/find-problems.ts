import { type Message, msg, say, t } from '#foundation/language/t.ts'
import type { Health, Queue } from '../contract.ts'

const minute = 60
const hour = 60 * minute
/** The maximum age of a daily job's last run, including some hours of tolerance. */
const daily = 26 * hour
/** Free disk space below this share is a problem. */
const tight = 0.1

/** A queue's display name, and how old its oldest entry can become, in seconds. */
export const queueNames: Readonly<
  Record<Queue['queue'], { readonly name: Message; readonly patience: number }>
> = {
  webhook_events: { name: msg('Stripe events'), patience: hour },
  mails: { name: msg('Emails'), patience: hour },
  // A buyer has an hour to authenticate a payment.
  purchases: { name: msg('Pending purchases'), patience: 2 * hour },
  // A bank can take days to process a debit.
  refunds: { name: msg('Pending refunds'), patience: 14 * 24 * hour },
  // A dispute can take months until it is decided.
  withdrawals: { name: msg('Withdrawals in progress'), patience: 180 * 24 * hour },
}

/** How long work can be overdue before an operator should look, in seconds. */
const overdueAfter = 5 * minute

/** The operator's problems, worst first. They match the alerts in `deploy/prometheus`. */
export function findProblems(health: Health): string[] {
  const { queues, books, disk, lastBackupAt, checkedAt, process } = health
  const since = (at: string) => (Date.parse(checkedAt) - Date.parse(at)) / 1000
  const found: (string | false)[] = [
    disk !== null &&
      disk.free < tight * disk.size &&
      t('The disk is nearly full: {free} of {size} left.', {
        free: sizeText(disk.free),
        size: sizeText(disk.size),
      }),
    ...queues.map(problemOf),
    process.connections.waiting > 0 &&
      t('All database connections of this process are in use, and work is waiting for one.'),
    books.differences > 0 &&
      t(
        '{differences, plural, one {# difference between our records and Stripe is open.} other {# differences between our records and Stripe are open.}}',
        { differences: books.differences },
      ),
    books.comparedAt === null
      ? t('Our records have never been compared with Stripe.')
      : since(books.comparedAt) > daily &&
        t('The last reconciliation was {duration} ago.', { duration: durationText(since(books.comparedAt)) }),
    lastBackupAt !== null &&
      since(lastBackupAt) > daily &&
      t('The last backup was {duration} ago.', { duration: durationText(since(lastBackupAt)) }),
  ]
  return found.filter((problem) => problem !== false)
}

function problemOf({ queue, overdueSeconds, oldestSeconds }: Queue): string | false {
  const { name, patience } = queueNames[queue]
  const queueName = say(name)
  if (overdueSeconds > overdueAfter)
    return t('{queueName}: overdue by {duration} and not being processed.', {
      queueName,
      duration: durationText(overdueSeconds),
    })
  if (oldestSeconds > patience)
    return t('{queueName}: the oldest has been waiting for {duration}. The log says what fails.', {
      queueName,
      duration: durationText(oldestSeconds),
    })
  return false
}

/** A duration in its largest whole unit, such as `3 hours`. */
export function durationText(seconds: number): string {
  const { unit, length } = units.find((one) => seconds >= one.length) ?? { unit: 'second', length: 1 }
  return quantity(Math.floor(seconds / length), unit, 'long')
}

const units = [
  { unit: 'day', length: 86_400 },
  { unit: 'hour', length: 3_600 },
  { unit: 'minute', length: 60 },
]

/** A size in the largest fitting unit, such as `12.4 GB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), sizes.length - 1)
  return quantity(bytes / 1_000 ** power, sizes[power] ?? 'byte', 'short')
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

function quantity(value: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: 1,
  }).format(value)
}
