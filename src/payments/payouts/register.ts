import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'

/** As long as the notices that tell of them. */
const kept = 365 * day

/** How payouts end, for those who are told of it. */
export function registerPayoutOutcomes({ work }: Registry, services: Services): void {
  work('old payouts', prunedEvery, () => pruneOld(services, 'payoutOutcomes', kept))
}
