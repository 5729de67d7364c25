import { sql } from 'kysely'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { billingContract } from './contract.ts'
import { billingHandlers } from './handlers.ts'
import { reconcilePlans } from './subscription/reconcile-plans.ts'
import type { DisabledByPlanQueries } from './change/preview-change.ts'
import { planMailWriters } from './plan-mails.ts'

/** How often the plans due for comparison with the provider are looked up, in milliseconds. */
const reconciledEvery = 5_000

/** `disabledByPlan` counts what a change of plan disables. */
export function registerBilling(
  { serve, writeMails, work, holdSellerData }: Registry,
  services: Services,
  disabledByPlan: DisabledByPlanQueries,
): void {
  serve(billingContract, billingHandlers(services, disabledByPlan))
  writeMails(planMailWriters(services.config.publicUrl))
  holdSellerData({
    isInUse: (sellerId) => sql`exists (
      select from plan_subscriptions where seller_id = ${sellerId} and plan <> 'BASIC'
      and (status = 'creating' or stripe_subscription_id is not null and status not in ('incomplete_expired', 'canceled'))
    )`,
  })
  work('plans', reconciledEvery, () => reconcilePlans(services))
}
