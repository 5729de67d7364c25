import { newId } from '#ids.ts'
import type { World } from '#world.ts'
import type { InvoiceLine, SubscriptionRecord } from '../records.ts'

/** Stores lines for the subscription's next invoice. */
export function queueLines(world: World, subscription: SubscriptionRecord, lines: InvoiceLine[]): void {
  for (const line of lines) {
    world.store.invoiceItems.put({
      id: newId('ii'),
      account: subscription.account,
      created: world.clock.now(),
      customer: subscription.customer,
      subscription: subscription.id,
      currency: subscription.currency,
      line,
    })
  }
}
