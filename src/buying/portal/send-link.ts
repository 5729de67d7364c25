import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { linkExpiry } from './mail-links.ts'
import { insertLink, markMailed } from './store.ts'

type Buyer = {
  readonly sellerId: string
  readonly email: string
  /** One of their purchases: the mail is among those about it. */
  readonly purchaseId: string
}

/**
 * Mails a buyer the link to all that they bought in a shop, as if they had asked for it. Throws `TooManyRequests` where five
 * links were asked for within an hour, be it by them or for them.
 */
export async function sendLink(
  { db, clock, limiter }: Pick<Services, 'db' | 'clock' | 'limiter'>,
  { sellerId, email, purchaseId }: Buyer,
): Promise<void> {
  const address = email.toLowerCase()
  await limiter
    .take([{ rule: 'buyerLinkOfAddress', subject: `${sellerId} ${address}` }])
    .catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error
      throw new TooManyRequests(
        error.retryAfter,
        'Five links have been sent to this address within an hour. Try again in an hour; the last one may have come.',
      )
    })
  await inTransaction(db, async (tx) => {
    const [id, now] = [newId(), clock.now()]
    await insertLink(tx, { id, sellerId, email: address, askedAt: now, expiresAt: linkExpiry(now) })
    await enqueueMail(tx, {
      kind: 'buyer_link',
      purchaseId,
      about: id,
      data: { id, sellerId },
      recipient: email,
      at: now,
    })
    await markMailed(tx, id, now)
  })
}
