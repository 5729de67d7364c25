import { holderIn } from '#foundation/card-provider/plans/plan-cards.ts'
import type { Services } from '#registry/services.ts'
import { dropChange } from './change/change-plan.ts'
import { askingProvider } from './errors.ts'
import { listPlanRows } from './store.ts'
import { refreshPlan } from './subscription/begin-plan.ts'
import { cancelPlan } from './subscription/end-plan.ts'
import { hasEnded } from './subscription/plan-status.ts'
import { countDeclineWithSecret } from './try-plan-card.ts'

/**
 * Counts a card that was declined with the client secret of a plan's payment or card setup, because a browser can use
 * that secret to try card after card without calling us. After too many, the payment or setup is canceled. Failures
 * without a browser, such as renewals, are not counted.
 */
export async function countFailedPlanCard(
  services: Services,
  intentId: string,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  const holder = holderIn(metadata)
  if (holder === undefined || !(await countDeclineWithSecret(services, holder))) return
  if (intentId.startsWith('seti_')) return services.provider.cancelPlanCardSetup(intentId)
  await stopPayment(services, holder.sellerId)
}

/**
 * Ends a plan that was never paid, and reverts a change that is not paid yet, so that no further card can be tried. The
 * invoice of a plan that was paid before stays open, because the seller owes it.
 */
async function stopPayment(services: Services, sellerId: string): Promise<void> {
  const [newest] = await listPlanRows(services.db, sellerId)
  if (newest === undefined || hasEnded(newest.status)) return
  await askingProvider(async () => {
    const row = await refreshPlan(services, newest, 'declined cards')
    if (row.changeId !== null) await dropChange(services, row)
    else if (row.status === 'incomplete') await cancelPlan(services, row)
  })
}
