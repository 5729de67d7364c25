import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { longInstantText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import type { Withdrawal } from '../store.ts'
import { isFurther, isFurtherStatement } from './further-statements.ts'

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

const whatFits = {
  nothing: 'neither number nor email fits anything that was bought',
  number: 'number and email do not belong together',
  email: 'no number is named',
  number_and_email: 'number and email fit, but all that they name had a statement before',
} as const satisfies Record<StrangeHour['fits'], string>

/** Tells a seller, or the operator, how many statements came in an hour that nobody could be told of one by one. */
export async function writeCounted(
  { db, config }: Pick<Services, 'db' | 'config'>,
  of: StrangeHour,
): Promise<Message> {
  const subject = 'Many withdrawals and cancellations came at once'
  const count = await countStrange(db, of)
  const isKnown = of.fits === 'number_and_email'
  const others = isKnown
    ? 'You had a message of its own about the first of each order.'
    : `You had a message of its own about the first ${mailedSinglyOf(of)}. Nothing was refunded or canceled.`
  const what = `In the hour from ${longInstantText(Date.parse(of.from))}, ${count} statements came of which ${whatFits[of.fits]}. ${others}`
  const todo =
    of.sellerId === null
      ? 'Their shops are not known: see “npm run admin -- list-statements”, and answer those that are meant.'
      : 'Machines may have sent them, but a buyer may be among them and wait for your answer. Look through them in your withdrawals; those that fit nothing can be closed together.'
  const url = `${config.publicUrl}/sales/withdrawals`
  return {
    subject,
    text: [what, todo, ...(of.sellerId === null ? [] : ['', url])].join('\n'),
    body: {
      heading: subject,
      parts: [text(what), text(todo), ...(of.sellerId === null ? [] : [button('See your withdrawals', url)])],
    },
  }
}
