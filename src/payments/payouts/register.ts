import { z } from 'zod'
import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { exportedOutcome, eraseBankDetails, listOutcomes } from './record-payout.ts'

/** Payout outcomes are stored as long as the notifications about them. */
const retention = 365 * day

export function registerPayoutOutcomes(
  { work, endAccount, exportAccount }: Registry,
  services: Services,
): void {
  work('old payouts', prunedEvery, () => pruneOld(services, 'payoutOutcomes', retention))
  endAccount({ closeSeller: async ({ tx }, sellerId) => eraseBankDetails(tx, sellerId) })
  exportAccount({
    name: 'payoutOutcomes',
    entity: 'payouts',
    schema: z.array(exportedOutcome),
    read: listOutcomes,
  })
}
