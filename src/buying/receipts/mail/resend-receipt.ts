import { inTransaction } from '#foundation/db/database.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { BuyerErased, NotPaid } from '../errors.ts'

/** Who asks for it: a buyer whose link was replaced asks at a limit of their own, which leaves the seller theirs. */
export type AskedBy = 'seller' | 'buyer'

/**
 * Records a purchase's receipt to be sent once more, to where its mails go. One key is one mail, however often
 * it is asked for. Throws `NotPaid`, `BuyerErased`, and `TooManyRequests` after five within a day.
 */
export async function resendReceipt(
  services: Pick<Services, 'db' | 'clock' | 'limiter'>,
  { id, status, email }: Pick<Purchase, 'id' | 'status' | 'email'>,
  key: string,
  by: AskedBy = 'seller',
): Promise<void> {
  if (!wasPaid(status)) throw new NotPaid()
  if (email === '') throw new BuyerErased()
  const pressed = { event: 'receipt_resent', subject: key } as const
  if (await hasHappened(services.db, id, pressed)) return
  await takeOne(services, id, by)
  await inTransaction(services.db, async (tx) => {
    // Presses that come at once wait for each other here.
    const purchase = await lockPurchase(tx, id)
    if (purchase === undefined || (await hasHappened(tx, id, pressed))) return
    await enqueueMail(tx, {
      kind: purchase.kind === 'renewal' ? 'renewal' : 'receipt',
      purchaseId: id,
      about: `again ${key}`,
      recipient: mailAddressOf(purchase),
      at: services.clock.now(),
    })
    await recordEvent(tx, id, pressed, `asked by ${by}`)
  })
}

async function takeOne(
  { limiter }: Pick<Services, 'limiter'>,
  purchaseId: string,
  by: AskedBy,
): Promise<void> {
  const rule = by === 'seller' ? 'receiptOfPurchase' : 'linkOfPurchase'
  try {
    await limiter.take([{ rule, subject: purchaseId }])
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    throw new TooManyRequests(
      error.retryAfter,
      'This receipt has been sent again five times within a day. Try again tomorrow.',
    )
  }
}
