import type { PlanSubscription } from '#foundation/card-provider/plans/plan-subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { catalogue, planOfProduct } from '../catalogue.ts'
import { recordPlanMails, trialReminder } from '../plan-mails.ts'
import { hasEnded } from './plan-status.ts'
import { lockPlanRow, updatePlanRow, type PlanChanges, type PlanRow } from '../store.ts'

/** How long a requested plan change can be under way, in seconds. This is longer than any call takes. */
const changeTime = 60
const hour = 60 * 60

/**
 * The only way to change a plan's state. Responses to our calls, the webhook and the reconciler all pass Stripe's
 * subscription and `askedAt`, the time it was read. A reading older than the row's changes nothing, and an ended plan
 * stays ended. `alongside` runs in the same transaction. Returns the updated plan.
 */
export async function settlePlan(
  services: Services,
  rowId: string,
  subscription: PlanSubscription,
  askedAt: Date,
  cause: string,
  alongside?: Alongside,
): Promise<PlanRow> {
  return inTransaction(services.db, async (tx) => {
    await alongside?.(tx)
    const row = await lockPlanRow(tx, rowId)
    if (row === undefined) throw new Error(`There is no plan subscription ${rowId}`)
    const isOld = row.readAt !== null && askedAt < row.readAt
    if (isOld || hasEnded(row.status)) return row
    const now = services.clock.now()
    const changed = await updatePlanRow(tx, row.id, changesOf(row, subscription, askedAt, now))
    await recordPlanMails(tx, row, changed, now)
    if (changed.status !== row.status || changed.plan !== row.plan) {
      const { id, sellerId, plan, status } = changed
      services.log.info({ planSubscription: id, seller: sellerId, plan, status, cause }, 'plan')
    }
    return changed
  })
}

function changesOf(row: PlanRow, subscription: PlanSubscription, askedAt: Date, now: Date): PlanChanges {
  const plan = planOfProduct(subscription.productId) ?? row.plan
  const isChangeOver =
    row.changePlan === plan ||
    (!subscription.hasPendingUpdate &&
      row.requestedAt !== null &&
      now > secondsAfter(row.requestedAt, changeTime))
  const isChanging = row.changeId !== null && !isChangeOver
  return {
    plan,
    status: subscription.status,
    stripeSubscriptionId: subscription.id,
    latestInvoiceId: subscription.latestInvoiceId,
    amount: subscription.amount,
    currency: subscription.currency,
    trialEnd: subscription.trialEnd,
    currentPeriodEnd: subscription.currentPeriodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    endedAt: subscription.endedAt,
    ...(plan === row.plan ? {} : { planChangedAt: now }),
    ...(catalogue[plan].isForPartners ? {} : { partnerLostAt: null }),
    readAt: askedAt,
    updatedAt: now,
    ...(isChanging ? {} : { changeId: null, changePlan: null, changeAt: null }),
    nextCheckAt: nextCheck(subscription, isChanging, now),
  }
}

/**
 * The next check is soon while anything is pending, and otherwise when the paid period ends. A webhook usually comes
 * first.
 */
function nextCheck(subscription: PlanSubscription, isChanging: boolean, now: Date): Date | null {
  const { status, currentPeriodEnd, trialEnd } = subscription
  if (hasEnded(status)) return null
  if (isChanging || status === 'incomplete') return secondsAfter(now, 2 * changeTime)
  const reminder = trialEnd === null ? null : secondsAfter(trialEnd, -trialReminder)
  if (status === 'trialing' && reminder !== null && reminder > now) return reminder
  if (currentPeriodEnd !== null && currentPeriodEnd > now) return secondsAfter(currentPeriodEnd, 30)
  return secondsAfter(now, hour)
}
