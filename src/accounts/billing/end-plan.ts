import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { Parts } from '#foundation/parts.ts'
import { refreshPlan } from './begin-plan.ts'
import { catalogue } from './catalogue.ts'
import { dropChange } from './change-plan.ts'
import { askingProvider, PlanForPartnersOnly, PlanStateConflict } from './errors.ts'
import { hasPartner } from './partner-plan.ts'
import { hasEnded } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'
import { listPlanRows, type PlanRow } from './store.ts'

/** Ends a plan with the time that is paid, or at once if nothing was paid yet. Ending it again changes nothing. */
export function cancelPlan(parts: Parts, given: PlanRow): Promise<PlanRow> {
  return askingProvider(async () => {
    const fresh = await refreshPlan(parts, given, 'cancel')
    const row = fresh.changeId === null ? fresh : await dropChange(parts, fresh)
    if (hasEnded(row.status) || row.cancelAtPeriodEnd) return row
    if (row.stripeSubscriptionId === null) throw new PlanStateConflict('This plan has not begun yet.')
    const isPaid = row.status === 'active' || row.status === 'trialing' || row.status === 'past_due'
    return isPaid ? setEnding(parts, row, true) : endNow(parts, row)
  })
}

/** Ends whatever plan a seller has that closes: nothing is charged for a time that has not begun. */
export async function endPlansOf(parts: Parts, sellerId: string): Promise<void> {
  for (const row of await listPlanRows(parts.db, sellerId)) {
    if (!hasEnded(row.status)) await cancelPlan(parts, row)
  }
}

/** Lets a plan go on that was to end with its period. */
export function resumePlan(parts: Parts, given: PlanRow): Promise<PlanRow> {
  return askingProvider(async () => {
    const row = await refreshPlan(parts, given, 'resume')
    if (hasEnded(row.status) || row.stripeSubscriptionId === null)
      throw new PlanStateConflict('This plan has ended. Choose one to continue.')
    if (catalogue[row.plan].isForPartners && !(await hasPartner(parts.db, row.sellerId)))
      throw new PlanForPartnersOnly()
    return row.cancelAtPeriodEnd ? setEnding(parts, row, false) : row
  })
}

async function setEnding(parts: Parts, row: PlanRow, endsWithPeriod: boolean): Promise<PlanRow> {
  const askedAt = parts.clock.now()
  const changed = await parts.provider.setPlanEnding(row.stripeSubscriptionId ?? '', endsWithPeriod)
  return settlePlan(parts, row.id, changed, askedAt, endsWithPeriod ? 'cancel' : 'resume')
}

async function endNow(parts: Parts, row: PlanRow): Promise<PlanRow> {
  try {
    await parts.provider.endPlanSubscription(row.stripeSubscriptionId ?? '')
  } catch (error) {
    // It has ended already.
    if (!(error instanceof ProviderRefused)) throw error
  }
  return refreshPlan(parts, row, 'cancel')
}
