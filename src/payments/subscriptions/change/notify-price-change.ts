import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import { formerPrice, isSamePrice, newestPrice } from '../begin/agreed-prices.ts'
import type { Subscription } from '../store.ts'

/** Confirms to its buyer, once the provider has it, what is charged from when on; or that it stays as it was. */
export async function notifyPriceChange(
  tx: Transaction<Database>,
  before: Subscription,
  after: Subscription,
  order: Purchase,
): Promise<void> {
  const [asked, set] = [newestPrice(before), newestPrice(after)]
  if (asked?.from !== null || set === undefined || set.from === null) return
  const { id, title, total, from } = set
  // A renewal may have begun with it meanwhile, so that the subscription itself says the new price already.
  const former = formerPrice(after) ?? set
  await enqueueMail(tx, {
    kind: 'price_changed',
    purchaseId: order.id,
    about: id,
    data: {
      title,
      total,
      from,
      former: { title: former.title, total: former.total },
      isKept: isSamePrice(former, set),
    },
    recipient: mailAddressOf(order),
    at: after.updatedAt,
  })
}
