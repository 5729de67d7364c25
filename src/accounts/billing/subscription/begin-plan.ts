import { IdempotencyKeyTaken } from '#foundation/card-provider/errors.ts'
import type { PlanSubscription } from '#foundation/card-provider/plans/plan-subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { ensureCustomer, findPrice } from './plan-customer.ts'
import { isUnbegunPaid } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'
import { updatePlanRow, type PlanRow } from '../store.ts'

/**
 * The number of seconds after which another request takes over from one whose process died. This is longer than any
 * request takes.
 */
const orphanedAfter = 60

/**
 * Starts a recorded plan on Stripe, or finds that it has already started. Safe to repeat, because the request has its
 * own key, and an earlier result is looked up first.
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
    // The same request already succeeded with other values, such as an earlier price in the catalogue.
    const begun =
      error instanceof IdempotencyKeyTaken ? await findBegun(services, row, customerId) : undefined
    if (begun === undefined) throw error
    return settlePlan(services, row.id, begun, now, cause)
  }
}

/** Finds Stripe's subscription for a row whose response may have been lost. */
async function findBegun(
  { provider }: Services,
  row: PlanRow,
  customerId: string,
): Promise<PlanSubscription | undefined> {
  const all = await provider.listPlanSubscriptions(customerId)
  return all.find(({ rowId }) => rowId === row.id)
}

/** The trial ended before it was ever started on Stripe. */
async function endUnusedTrial({ db, clock }: Services, row: PlanRow): Promise<PlanRow> {
  const ended = { status: 'canceled', endedAt: row.trialEnd, nextCheckAt: null } as const
  return updatePlanRow(db, row.id, { ...ended, updatedAt: clock.now() })
}

/**
 * Reads a plan from Stripe again. If Stripe has not started it, it is started now, but only if that costs nothing. A
 * paid plan is only looked up, because reading must not charge anyone.
 */
export async function refreshPlan(services: Services, row: PlanRow, cause: string): Promise<PlanRow> {
  if (row.stripeSubscriptionId !== null) {
    const askedAt = services.clock.now()
    const subscription = await services.provider.retrievePlanSubscription(row.stripeSubscriptionId)
    return settlePlan(services, row.id, subscription, askedAt, cause)
  }
  return isUnbegunPaid(row) ? adoptBegun(services, row) : beginPlan(services, row, cause)
}

/** Adopts Stripe's subscription for a row whose response was lost. Returns the row unchanged if there is none. */
export async function adoptBegun(services: Services, row: PlanRow): Promise<PlanRow> {
  const askedAt = services.clock.now()
  const begun = await findBegun(services, row, await ensureCustomer(services, row.sellerId))
  return begun === undefined ? row : settlePlan(services, row.id, begun, askedAt, 'looked for')
}
