import { sql } from 'kysely'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { billingContract } from './contract.ts'
import { billingHandlers } from './handlers.ts'
import { reconcilePlans } from './subscription/reconcile-plans.ts'
import type { Resting } from './change/preview-change.ts'
import { planMailWriters } from './write-plan-mail.ts'

/** How often plans are looked for that are due to be compared with the provider, in milliseconds. */
const reconciledEvery = 5_000

/** `resting` says what a change of plan lets rest. */
export function registerBilling(
  { serve, writeMails, work, hold }: Registry,
  services: Services,
  resting: Resting,
): void {
  serve(billingContract, billingHandlers(services, resting))
  writeMails(planMailWriters(services.config.publicUrl))
  hold({
    isInUse: (sellerId) => sql`exists (
      select from plan_subscriptions where seller_id = ${sellerId} and plan <> 'BASIC'
      and (status = 'creating' or stripe_subscription_id is not null and status not in ('incomplete_expired', 'canceled'))
    )`,
  })
  work('plans', reconciledEvery, () => reconcilePlans(services))
}
