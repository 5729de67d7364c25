import { sql } from 'kysely'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { billingContract } from './contract.ts'
import { billingHandlers } from './handlers.ts'
import { reconcilePlans } from './subscription/reconcile-plans.ts'
import type { DisabledByPlanQueries } from './change/preview-change.ts'
import { planMailWriters } from './plan-mails.ts'

/** How often plans that are due are compared with Stripe, in milliseconds. */
const reconciledEvery = 5_000

/** `disabledByPlan` counts what a plan change would disable. */
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
