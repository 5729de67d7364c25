import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { askAgain } from './ask-again.ts'

/** In milliseconds. */
const askedEvery = 60_000

export function registerTaxNumbers({ work }: Registry, services: Services): void {
  work('vat-numbers', askedEvery, () => askAgain(services))
  work('old-vat-checks', prunedEvery, () => pruneOld(services, 'vatChecks', day))
}
