import { IdempotencyKeyTaken } from '#foundation/card-provider/errors.ts'
import type { PlanSubscription } from '#foundation/card-provider/plan-subscriptions.ts'
import { secondsAfter } from '#foundation/clock.ts'
import type { Parts } from '#foundation/parts.ts'
import { ensureCustomer, findPrice } from './plan-customer.ts'
import { isUnbegunPaid } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'
import { updatePlanRow, type PlanRow } from './store.ts'

/** When a request whose process died is looked after by others, in seconds; longer than any request takes. */
const orphanedAfter = 60

/**
 * Begins a recorded plan at the provider, or finds out that it has begun. Safe to repeat: the request has a key of its
 * own, and what was asked for before is looked for before it is asked again.
 */
export async function beginPlan(parts: Parts, row: PlanRow, cause: string): Promise<PlanRow> {
  const { db, clock, provider } = parts
  const now = clock.now()
  if (row.trialEnd !== null && row.trialEnd <= now) return endUnusedTrial(parts, row)
  const customerId = await ensureCustomer(parts, row.sellerId)
  const earlier = row.requestedAt === null ? undefined : await findBegun(parts, row, customerId)
  if (earlier !== undefined) return settlePlan(parts, row.id, earlier, now, cause)
  const priceId = await findPrice(parts, row.plan)
  await updatePlanRow(db, row.id, { requestedAt: now, nextCheckAt: secondsAfter(now, orphanedAfter) })
  const request = {
    rowId: row.id,
    key: `plan-subscription-${row.id}-${row.checkCount}`,
    customerId,
    priceId,
    trialEnd: row.trialEnd,
  }
  try {
    return await settlePlan(parts, row.id, await provider.createPlanSubscription(request), now, cause)
  } catch (error) {
    // The same request with other values did take place, such as a price of the catalogue before this one.
    const begun = error instanceof IdempotencyKeyTaken ? await findBegun(parts, row, customerId) : undefined
    if (begun === undefined) throw error
    return settlePlan(parts, row.id, begun, now, cause)
  }
}

/** What the provider has made for a row, whose answer may have been lost. */
async function findBegun(
  { provider }: Parts,
  row: PlanRow,
  customerId: string,
): Promise<PlanSubscription | undefined> {
  const all = await provider.listPlanSubscriptions(customerId)
  return all.find(({ rowId }) => rowId === row.id)
}

/** The provider was never asked in all the time of the trial. */
async function endUnusedTrial({ db, clock }: Parts, row: PlanRow): Promise<PlanRow> {
  const ended = { status: 'canceled', endedAt: row.trialEnd, nextCheckAt: null } as const
  return updatePlanRow(db, row.id, { ...ended, updatedAt: clock.now() })
}

/**
 * Reads a plan afresh at the provider. One that is not begun there yet is begun when that costs nothing; a paid one is
 * only looked for, because nobody is charged for looking.
 */
export async function refreshPlan(parts: Parts, row: PlanRow, cause: string): Promise<PlanRow> {
  if (row.stripeSubscriptionId !== null) {
    const askedAt = parts.clock.now()
    const subscription = await parts.provider.retrievePlanSubscription(row.stripeSubscriptionId)
    return settlePlan(parts, row.id, subscription, askedAt, cause)
  }
  return isUnbegunPaid(row) ? lookForBegun(parts, row) : beginPlan(parts, row, cause)
}

/** Takes over what the provider has made for a row whose answer was lost; the row as it was if there is nothing. */
export async function lookForBegun(parts: Parts, row: PlanRow): Promise<PlanRow> {
  const askedAt = parts.clock.now()
  const begun = await findBegun(parts, row, await ensureCustomer(parts, row.sellerId))
  return begun === undefined ? row : settlePlan(parts, row.id, begun, askedAt, 'looked for')
}
