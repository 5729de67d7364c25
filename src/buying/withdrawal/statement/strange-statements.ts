import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { findOwner } from '#accounts/people/read-people.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import type { Withdrawal } from '../store.ts'
import { isFurther, isFurtherStatement } from './further-statements.ts'

// Handles statements that are not known to come from a buyer or that repeat an earlier one. Anyone can send
// any number of them.

const hour = 60 * 60
/** How many seconds after the end of an hour its statements are counted, once all have been matched. */
const countedAfter = 5 * 60

/**
 * How many statements an hour are emailed one by one, depending on what matches. One email gives the number of the
 * others.
 */
const mailedSingly = { nothing: 3, number: 10, email: 10, number_and_email: 0 } as const
/** The operator gets the statements of all unknown shops together. */
const toOperator = 30

export function mailedSinglyOf({ sellerId, fits }: Pick<StrangeHour, 'sellerId' | 'fits'>): number {
  return sellerId === null ? toOperator : mailedSingly[fits]
}

/** The statements of one kind, to one shop or to none, in the hour that starts at `from`. */
export const strangeHour = z.object({
  sellerId: z.string().nullable(),
  fits: z.enum(['nothing', 'number', 'email', 'number_and_email']),
  from: z.string(),
})
export type StrangeHour = z.output<typeof strangeHour>

/** The hour in which a statement is counted, and when the counting happens. Null if it gets its own email. */
export async function countedWith(
  tx: Kysely<Database>,
  { id, sellerId, fits, confirmedAt, receivedAt }: Withdrawal,
): Promise<{ readonly of: StrangeHour; readonly at: Date } | null> {
  if (fits === null || (confirmedAt !== null && fits !== 'number_and_email')) return null
  const from = new Date(Math.floor(receivedAt.getTime() / (hour * 1000)) * hour * 1000)
  const of = { sellerId, fits, from: from.toISOString() }
  const counted = { of, at: secondsAfter(from, hour + countedAfter) }
  if (fits === 'number_and_email') return (await isFurtherStatement(tx, id)) ? counted : null
  // Unmatched statements count too, so that the order in which processes match them does not matter.
  const { before } = await inHour(tx, of)
    .where((row) => row.or([row('fits', '=', fits), row('fits', 'is', null)]))
    .where(sql<boolean>`(received_at, id) < (${receivedAt}::timestamptz, ${id}::uuid)`)
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow()
  return before < mailedSinglyOf(of) ? null : counted
}

export async function countStrange(db: Kysely<Database>, of: StrangeHour): Promise<number> {
  const { found } = await countedIn(db, of)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return found
}

/** The statement that an hour's email is about, if there was only one and therefore no flood. */
export async function findOnly(db: Kysely<Database>, of: StrangeHour): Promise<Withdrawal | undefined> {
  const [first, ...others] = await countedIn(db, of).selectAll().limit(2).execute()
  return others.length === 0 ? first : undefined
}

function countedIn(db: Kysely<Database>, of: StrangeHour) {
  return inHour(db, of)
    .where('fits', '=', of.fits)
    .$if(of.fits === 'number_and_email', (query) =>
      query
        .where(isFurther)
        .where((row) => row.or([row('refusedFor', 'is', null), row('refusedFor', '!=', 'repeated')])),
    )
}

function inHour(db: Kysely<Database>, { sellerId, from }: StrangeHour) {
  const start = new Date(from)
  return db
    .selectFrom('withdrawals')
    .where('sellerId', sellerId === null ? 'is' : '=', sellerId)
    .where('receivedAt', '>=', start)
    .where('receivedAt', '<', secondsAfter(start, hour))
}

/**
 * Notifies a seller or the operator of the number of statements in an hour in which there were too many for separate
 * emails.
 */
export async function writeCounted(
  { db, config }: Pick<Services, 'db' | 'config'>,
  of: StrangeHour,
): Promise<Message> {
  const subject = t('Many withdrawals and cancellations within an hour')
  const { fits } = of
  const singly = mailedSinglyOf(of)
  const [count, time] = [await countStrange(db, of), instantText(Date.parse(of.from))]
  const what = t(
    'In the hour from {time}, you received {count, plural, one {# statement} other {# statements}} {fits, select, nothing {whose number and email match no purchase} number {whose number and email do not match} email {without a number} other {whose number and email match, but whose purchases all had a statement before}}.',
    { time, count, fits },
  )
  const others =
    fits === 'number_and_email'
      ? t('We emailed you separately about the first for each order.')
      : t(
          'We emailed you separately about the first {singly, plural, one {one} other {#}}. Nothing was refunded or canceled.',
          { singly },
        )
  const isSellers = of.sellerId !== null && (await findOwner(db, of.sellerId)) !== undefined
  const todo = isSellers
    ? t(
        'Bots may have sent them, but one could be from a buyer who is waiting for your reply. Review them under Withdrawals. You can close all unmatched ones together.',
      )
    : t(
        'No seller sees them: their shops are not known or have closed. List them with “npm run admin -- list-statements”, and reply to the genuine ones.',
      )
  const url = `${config.publicUrl}/sales/withdrawals`
  const happened = `${what} ${others}`
  return {
    subject,
    text: [happened, todo, ...(isSellers ? ['', url] : [])].join('\n'),
    body: {
      heading: subject,
      parts: [text(happened), text(todo), ...(isSellers ? [button(t('See your withdrawals'), url)] : [])],
    },
  }
}
