import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { secondsAfter } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Withdrawal } from './store.ts'

// Statements that are not known to come from a buyer: anybody can send any number of them, from anywhere.

const hour = 60 * 60
/** How long after its end an hour is counted, in seconds: by then all of it has been compared. */
const countedAfter = 5 * 60

/** So many an hour are told in mails of their own, by what fits of them; those that come after are counted in one. */
const toldSingly = { nothing: 3, number: 10, email: 10 } as const
/** The operator reads those of all shops that are not known. */
const toOperator = 30

export function toldSinglyOf({ sellerId, fits }: Pick<StrangeHour, 'sellerId' | 'fits'>): number {
  return sellerId === null ? toOperator : toldSingly[fits]
}

/** Statements of one kind, to one shop or to none, that came in the hour from then on. */
export const strangeHour = z.object({
  sellerId: z.string().nullable(),
  fits: z.enum(['nothing', 'number', 'email']),
  from: z.string(),
})
export type StrangeHour = z.output<typeof strangeHour>

/** The hour with which a statement is counted, and when that is done; null where it is told in a mail of its own. */
export async function countedWith(
  tx: Kysely<Database>,
  { id, sellerId, fits, confirmedAt, receivedAt }: Withdrawal,
): Promise<{ readonly of: StrangeHour; readonly at: Date } | null> {
  if (confirmedAt !== null || fits === null || fits === 'number_and_email') return null
  const from = new Date(Math.floor(receivedAt.getTime() / (hour * 1000)) * hour * 1000)
  const of = { sellerId, fits, from: from.toISOString() }
  // Those that are still to be compared count as well: whoever compares which of them first, the same are told.
  const { before } = await inHour(tx, of)
    .where((row) => row.or([row('fits', '=', fits), row('fits', 'is', null)]))
    .where(sql<boolean>`(received_at, id) < (${receivedAt}::timestamptz, ${id}::uuid)`)
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow()
  return before < toldSinglyOf(of) ? null : { of, at: secondsAfter(from, hour + countedAfter) }
}

export async function countStrange(db: Kysely<Database>, of: StrangeHour): Promise<number> {
  const { found } = await inHour(db, of)
    .where('fits', '=', of.fits)
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
