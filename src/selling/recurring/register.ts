import { t } from '#foundation/language/t.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { recurringContract } from './contract.ts'
import { registerExport } from './export/register-export.ts'
import { recurringHandlers } from './handlers.ts'
import { countChanges } from './ledger/count-changes.ts'

/**
 * How often changes of subscriptions are counted, in milliseconds. A request first counts the changes of its own
 * seller.
 */
const countedEvery = 10_000

/** Recurring revenue: a ledger of each subscription's changes, and the numbers added up from it. */
export function registerRecurring({ server, serve, work }: Registry, services: Services): void {
  serve(recurringContract, recurringHandlers(services))
  registerExport(server, services)
  work(t('recurring revenue'), countedEvery, () => countChanges(services))
}
