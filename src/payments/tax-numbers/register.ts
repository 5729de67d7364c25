import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { askAgain } from './ask-again.ts'
import { taxNumbersContract } from './contract.ts'
import { taxNumbersHandlers } from './handlers.ts'

/** In milliseconds. */
const askedEvery = 60_000

export function registerTaxNumbers({ serve, work }: Registry, services: Services): void {
  serve(taxNumbersContract, taxNumbersHandlers(services))
  work('vat-numbers', askedEvery, () => askAgain(services))
  work('old-vat-checks', prunedEvery, () => pruneOld(services, 'vatChecks', day))
}
