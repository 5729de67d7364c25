import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { notificationKinds } from '../kinds.ts'
import { sumSpan } from '../store.ts'
import { withUnsubscribing, type Addresses } from './unsubscribing-parts.ts'
import { describeKind, listMessage } from './write-letter.ts'
import { listOf } from '../write-notification.ts'

const letterData = z.object({
  sellerId: z.string(),
  spans: z.array(z.object({ kind: z.enum(notificationKinds), after: z.number(), upTo: z.number() })),
})

/** Tells a member in one mail what happened in their quiet hours, where it is of several kinds. */
export async function writeQuietLetter(
  db: Kysely<Database>,
  addresses: Addresses,
  userId: string,
  given: unknown,
): Promise<Message> {
  const { sellerId, spans } = letterData.parse(given)
  const happened = []
  for (const { kind, ...range } of spans) {
    const sums = await sumSpan(db, { sellerId, kinds: [kind], ...range })
    happened.push(...(await describeKind(db, { sellerId, kind, ...range }, sums)))
  }
  const subject = `In your quiet hours: ${happened.map(({ counted }) => counted).join(', ')}`
  const message = listMessage(
    subject,
    happened.map(({ part }) => part),
    addresses,
    listOf(happened.map(({ kind }) => kind)),
  )
  return withUnsubscribing(message, addresses, userId, 'at_once')
}
