import { t } from '#foundation/language/t.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { Services } from '#registry/services.ts'
import { refreshPlan } from './begin-plan.ts'
import { catalogue } from '../catalogue.ts'
import { dropChange } from '../change/change-plan.ts'
import { askingProvider, PlanForPartnersOnly, PlanStateConflict } from '../errors.ts'
import { hasPartner } from '../partner-plan.ts'
import { hasEnded } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'
import { listPlanRows, type PlanRow } from '../store.ts'

/** Ends a plan with its paid time, or immediately if nothing has been paid yet. Repeating it changes nothing. */
export function cancelPlan(services: Services, given: PlanRow): Promise<PlanRow> {
  return askingProvider(async () => {
    const fresh = await refreshPlan(services, given, 'cancel')
    const row = fresh.changeId === null ? fresh : await dropChange(services, fresh)
    if (hasEnded(row.status) || row.cancelAtPeriodEnd) return row
    if (row.stripeSubscriptionId === null) throw new PlanStateConflict(t('This plan has not started yet.'))
    const isPaid = row.status === 'active' || row.status === 'trialing' || row.status === 'past_due'
    return isPaid ? setEnding(services, row, true) : endNow(services, row)
  })
}

/** Ends the plan of a seller who closes the account, so that no further period is charged. */
export async function endPlansOf(services: Services, sellerId: string): Promise<void> {
  for (const row of await listPlanRows(services.db, sellerId)) {
    if (!hasEnded(row.status)) await cancelPlan(services, row)
  }
}

/** Resumes a plan that was set to end with its period. */
export function resumePlan(services: Services, given: PlanRow): Promise<PlanRow> {
  return askingProvider(async () => {
    const row = await refreshPlan(services, given, 'resume')
    if (hasEnded(row.status) || row.stripeSubscriptionId === null)
      throw new PlanStateConflict(t('This plan has ended. Choose one to continue.'))
    if (catalogue[row.plan].isForPartners && !(await hasPartner(services.db, row.sellerId)))
      throw new PlanForPartnersOnly()
    return row.cancelAtPeriodEnd ? setEnding(services, row, false) : row
  })
}

async function setEnding(services: Services, row: PlanRow, endsWithPeriod: boolean): Promise<PlanRow> {
  const askedAt = services.clock.now()
  const changed = await services.provider.setPlanEnding(row.stripeSubscriptionId ?? '', endsWithPeriod)
  return settlePlan(services, row.id, changed, askedAt, endsWithPeriod ? 'cancel' : 'resume')
}

async function endNow(services: Services, row: PlanRow): Promise<PlanRow> {
  try {
    await services.provider.endPlanSubscription(row.stripeSubscriptionId ?? '')
  } catch (error) {
    // The plan has already ended.
    if (!(error instanceof ProviderRefused)) throw error
  }
  return refreshPlan(services, row, 'cancel')
}
