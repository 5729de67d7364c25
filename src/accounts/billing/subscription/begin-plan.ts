import { IdempotencyKeyTaken } from '#foundation/card-provider/errors.ts'
import type { PlanSubscription } from '#foundation/card-provider/plans/plan-subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { ensureCustomer, findPrice } from './plan-customer.ts'
import { isUnbegunPaid } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'
import { updatePlanRow, type PlanRow } from '../store.ts'

/** When a request whose process died is looked after by others, in seconds; longer than any request takes. */
const orphanedAfter = 60

/**
 * Begins a recorded plan at the provider, or finds out that it has begun. Safe to repeat: the request has a key of its
 * own, and what was asked for before is looked for before it is asked again.
 */
export async function beginPlan(services: Services, row: PlanRow, cause: string): Promise<PlanRow> {
  const { db, clock, provider } = services
  const now = clock.now()
  if (row.trialEnd !== null && row.trialEnd <= now) return endUnusedTrial(services, row)
  const customerId = await ensureCustomer(services, row.sellerId)
  const earlier = row.requestedAt === null ? undefined : await findBegun(services, row, customerId)
  if (earlier !== undefined) return settlePlan(services, row.id, earlier, now, cause)
  const priceId = await findPrice(services, row.plan)
  await updatePlanRow(db, row.id, { requestedAt: now, nextCheckAt: secondsAfter(now, orphanedAfter) })
  const request = {
    rowId: row.id,
    key: `plan-subscription-${row.id}-${row.checkCount}`,
    customerId,
    priceId,
    trialEnd: row.trialEnd,
  }
  try {
    return await settlePlan(services, row.id, await provider.createPlanSubscription(request), now, cause)
  } catch (error) {
    // The same request with other values did take place, such as a price of the catalogue before this one.
    const begun =
      error instanceof IdempotencyKeyTaken ? await findBegun(services, row, customerId) : undefined
    if (begun === undefined) throw error
    return settlePlan(services, row.id, begun, now, cause)
  }
}

/** What the provider has made for a row, whose answer may have been lost. */
async function findBegun(
  { provider }: Services,
  row: PlanRow,
  customerId: string,
): Promise<PlanSubscription | undefined> {
  const all = await provider.listPlanSubscriptions(customerId)
  return all.find(({ rowId }) => rowId === row.id)
}

/** The provider was never asked in all the time of the trial. */
async function endUnusedTrial({ db, clock }: Services, row: PlanRow): Promise<PlanRow> {
  const ended = { status: 'canceled', endedAt: row.trialEnd, nextCheckAt: null } as const
  return updatePlanRow(db, row.id, { ...ended, updatedAt: clock.now() })
}

/**
 * Reads a plan afresh at the provider. One that is not begun there yet is begun when that costs nothing; a paid one is
 * only looked for, because nobody is charged for looking.
 */
export async function refreshPlan(services: Services, row: PlanRow, cause: string): Promise<PlanRow> {
  if (row.stripeSubscriptionId !== null) {
    const askedAt = services.clock.now()
    const subscription = await services.provider.retrievePlanSubscription(row.stripeSubscriptionId)
    return settlePlan(services, row.id, subscription, askedAt, cause)
  }
  return isUnbegunPaid(row) ? lookForBegun(services, row) : beginPlan(services, row, cause)
}

/** Takes over what the provider has made for a row whose answer was lost; the row as it was if there is nothing. */
export async function lookForBegun(services: Services, row: PlanRow): Promise<PlanRow> {
  const askedAt = services.clock.now()
  const begun = await findBegun(services, row, await ensureCustomer(services, row.sellerId))
  return begun === undefined ? row : settlePlan(services, row.id, begun, askedAt, 'looked for')
}
