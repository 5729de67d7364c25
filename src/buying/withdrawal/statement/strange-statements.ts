import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isFurther, isFurtherStatement } from './further-statements.ts'
import type { Withdrawal } from '../store.ts'

// Statements that are not known to come from a buyer, or that are about what had one before: anybody can send any number of
// them, from anywhere.

const hour = 60 * 60
/** How long after its end an hour is counted, in seconds: by then all of it has been compared. */
const countedAfter = 5 * 60

/** So many an hour are told in mails of their own, by what fits of them; those that come after are counted in one. */
const mailedSingly = { nothing: 3, number: 10, email: 10, number_and_email: 0 } as const
/** The operator reads those of all shops that are not known. */
const toOperator = 30

export function mailedSinglyOf({ sellerId, fits }: Pick<StrangeHour, 'sellerId' | 'fits'>): number {
  return sellerId === null ? toOperator : mailedSingly[fits]
}

/** Statements of one kind, to one shop or to none, that came in the hour from then on. */
export const strangeHour = z.object({
  sellerId: z.string().nullable(),
  fits: z.enum(['nothing', 'number', 'email', 'number_and_email']),
  from: z.string(),
})
export type StrangeHour = z.output<typeof strangeHour>

/** The hour with which a statement is counted, and when that is done; null where it is told in a mail of its own. */
export async function countedWith(
  tx: Kysely<Database>,
  { id, sellerId, fits, confirmedAt, receivedAt }: Withdrawal,
): Promise<{ readonly of: StrangeHour; readonly at: Date } | null> {
  if (fits === null || (confirmedAt !== null && fits !== 'number_and_email')) return null
  const from = new Date(Math.floor(receivedAt.getTime() / (hour * 1000)) * hour * 1000)
  const of = { sellerId, fits, from: from.toISOString() }
  const counted = { of, at: secondsAfter(from, hour + countedAfter) }
  if (fits === 'number_and_email') return (await isFurtherStatement(tx, id)) ? counted : null
  // Those that are still to be compared count as well: whoever compares which of them first, the same are told.
  const { before } = await inHour(tx, of)
    .where((row) => row.or([row('fits', '=', fits), row('fits', 'is', null)]))
    .where(sql<boolean>`(received_at, id) < (${receivedAt}::timestamptz, ${id}::uuid)`)
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow()
  return before < mailedSinglyOf(of) ? null : counted
}

export async function countStrange(db: Kysely<Database>, of: StrangeHour): Promise<number> {
  const { found } = await inHour(db, of)
    .where('fits', '=', of.fits)
    .$if(of.fits === 'number_and_email', (query) =>
      query
        .where(isFurther)
        .where((row) => row.or([row('refusedFor', 'is', null), row('refusedFor', '!=', 'repeated')])),
    )
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return found
}

function inHour(db: Kysely<Database>, { sellerId, from }: StrangeHour) {
  const start = new Date(from)
  return db
    .selectFrom('withdrawals')
    .where('sellerId', sellerId === null ? 'is' : '=', sellerId)
    .where('receivedAt', '>=', start)
    .where('receivedAt', '<', secondsAfter(start, hour))
}
