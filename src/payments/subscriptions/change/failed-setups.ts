import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { countFailedTry } from '#payments/purchases/settle/count-failed-try.ts'
import { settleByEvent } from '#payments/purchases/settle/check-purchase.ts'
import { listByCustomer } from '../store.ts'

type FailedSetup = {
  readonly id: string
  readonly customerId: string | null
  /** Set in its metadata if a buyer began a card change with us. */
  readonly orderId: string | undefined
}

/**
 * Counts a card that was declined by the SetupIntent of a trial or a card change as a declined card of the order, which
 * is found by its Customer. A browser that has the secret can try card after card on Stripe without calling us, so too
 * many declines close the SetupIntent. A seller's own SetupIntents are not counted.
 */
export async function countFailedSetup(
  services: PaymentServices,
  account: string,
  { id, customerId, orderId }: FailedSetup,
): Promise<void> {
  const rows = customerId === null ? [] : await listByCustomer(services.db, account, customerId)
  const trial = rows.find(({ stripeSetupIntentId }) => stripeSetupIntentId === id)
  if (trial !== undefined) {
    await settleByEvent(services, account, id, trial.orderId, () => Promise.resolve())
    return countFailedTry(services, account, trial.orderId, id)
  }
  const changed = rows.find((row) => row.orderId === orderId)
  const order = changed && (await findPurchaseById(services.db, changed.orderId))
  if (order === undefined) return
  // The order's network is not counted, because the card may be changed years later from another network.
  if (await services.guard.countReported({ ...order, orderId: order.id }, null))
    await services.provider.cancelSetup(account, id)
}

/**
 * Counts a card that was declined with the secret of an unpaid renewal. A card change returns that secret when the bank
 * must authenticate the buyer. The renewal stays open, because only its invoice could be closed, but the order gets no
 * further secret for a while.
 */
export async function countFailedRenewal(
  services: PaymentServices,
  account: string,
  paymentIntentId: string,
  customerId: string | null,
): Promise<void> {
  const rows = customerId === null ? [] : await listByCustomer(services.db, account, customerId)
  for (const { orderId } of rows) {
    if (!(await services.guard.isSecretOut(orderId, paymentIntentId))) continue
    const order = await findPurchaseById(services.db, orderId)
    if (order !== undefined) await services.guard.countReported({ ...order, orderId }, null)
  }
}
