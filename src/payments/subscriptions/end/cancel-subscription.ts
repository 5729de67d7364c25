import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { hasEnded, isCanceledHere } from './correct-end.ts'
import { describeSubscription } from '../describe-subscription.ts'
import { isResting, paidUntil } from '../pause/pause-state.ts'
import { NotResumable, SubscriptionBusy } from '../errors.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { isDue } from '../collect/unpaid-invoices.ts'

type By = NonNullable<Subscription['cancellationBy']>

/**
 * Ends a subscription at the end of the paid period, or now. After a declined payment there is no paid period, so it
 * ends now and the card is not tried again. `now` also waives the open balance of an ended plan. While a bank processes
 * the first payment, it ends at the end of the period that this payment covers. The request is committed first and then
 * made on Stripe, or later by the job if Stripe is unreachable. A repeated request changes nothing.
 */
export async function cancelSubscription(
  services: PaymentServices,
  row: Subscription,
  at: 'period_end' | 'now',
  by: By,
): Promise<Subscription> {
  if (row.cancellation === 'now' && !hasEnded(row.status))
    return bringUpToDate(services, row, `asked by ${by}`)
  return askFor(services, row, by, (current) => {
    if (hasEnded(current.status)) return at === 'now' && isDue(current) ? at : undefined
    if (current.status === 'incomplete' && at === 'period_end')
      return isCanceledHere(current) ? undefined : at
    const isLive = current.status === 'active' || current.status === 'trialing' || current.status === 'paused'
    const isPaid = isLive && !isResting(current, services.clock.now())
    const cancellation = isPaid ? at : 'now'
    // The seller can also cancel after the buyer, so that the buyer cannot resume.
    const overridesBuyer = by === 'seller' && current.cancellation === 'period_end'
    const { canCancel } = describeSubscription(current, services.clock.now())
    return cancellation === 'period_end' && !canCancel && !overridesBuyer ? undefined : cancellation
  })
}

/** Undoes a buyer's cancellation. Throws `NotResumable` if the subscription has ended or the seller canceled it. */
export async function resumeSubscription(
  services: PaymentServices,
  row: Subscription,
): Promise<Subscription> {
  return askFor(services, row, 'buyer', (current) => {
    const { canResume, canCancel } = describeSubscription(current, services.clock.now())
    if (canCancel) return undefined
    if (!canResume) throw new NotResumable()
    return 'resume'
  })
}

/** @param decide returns what to request for the current subscription; called again after every concurrent change */
async function askFor(
  services: PaymentServices,
  given: Subscription,
  by: By,
  decide: (current: Subscription) => NonNullable<Subscription['cancellation']> | undefined,
): Promise<Subscription> {
  for (let row = given; ;) {
    const cancellation = decide(row)
    if (cancellation === undefined) return row
    const now = services.clock.now()
    const wish = { cancellation, cancellationBy: by, cancellationAt: now, nextCheckAt: now, updatedAt: now }
    const asked = await recordWish(services, row, wish)
    if (asked !== undefined) {
      services.log.info({ subscription: row.id, cancellation, by }, 'the end of a subscription was requested')
      return bringUpToDate(services, asked, `asked by ${by}`)
    }
    const fresh = await findByOrder(services.db, row.orderId)
    if (fresh === undefined) return row
    row = fresh
  }
}

type Wish = Pick<
  Subscription,
  'cancellation' | 'cancellationBy' | 'cancellationAt' | 'nextCheckAt' | 'updatedAt'
>

/**
 * Commits the request together with the order's history and the buyer's email. For an immediate end, the email follows
 * once the subscription has ended.
 */
async function recordWish(
  services: PaymentServices,
  row: Subscription,
  wish: Wish,
): Promise<Subscription | undefined> {
  const { orderId } = row
  const order = await findPurchaseById(services.db, orderId)
  return inTransaction(services.db, async (tx) => {
    // Canceling undoes a pause, so that the subscription ends with the paid period.
    const isTakenBack = wish.cancellation !== 'resume' && row.pauseFrom !== null
    const change = isTakenBack ? { ...wish, pauseUntil: row.pauseFrom, skips: 0 } : wish
    const changed = await changeSubscription(tx, row, change)
    if (changed === undefined || order === undefined) return changed
    const event = wish.cancellation === 'resume' ? 'subscription_resumed' : 'subscription_canceled'
    await recordEvent(tx, orderId, { event, subject: row.id }, `asked by ${wish.cancellationBy ?? 'buyer'}`)
    if (wish.cancellation !== 'period_end') return changed
    await enqueueMail(tx, {
      kind: 'subscription_canceled',
      purchaseId: orderId,
      about: `${changed.id} ${changed.revision}`,
      data: { endsAt: paidUntil(row)?.toISOString() ?? null },
      recipient: mailAddressOf(order),
      at: changed.updatedAt,
    })
    return changed
  })
}

/**
 * The subscription as it is on Stripe now, or as it is recorded if Stripe cannot be reached, the account is
 * disconnected, or it keeps changing.
 */
export async function bringUpToDate(
  services: PaymentServices,
  row: Subscription,
  cause: string,
): Promise<Subscription> {
  try {
    return await syncSubscription(services, row, cause)
  } catch (error) {
    const isSilence = [OutcomeUnknown, ProviderUnreachable, ProviderRefused].some(
      (kind) => error instanceof kind,
    )
    if (!isSilence && !(error instanceof SubscriptionBusy)) throw error
    services.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
    return (await findByOrder(services.db, row.orderId)) ?? row
  }
}
