import { z } from 'zod'
import { day, pruneOld, prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { salesByFormContract } from './by-form/contract.ts'
import { salesByFormHandlers } from './by-form/handlers.ts'
import { salesContract } from './contract.ts'
import { compareRollups } from './dashboard/compare-rollups.ts'
import { removeDropped } from './dashboard/form-rollups.ts'
import { exportedSums, exportSums } from './export-sums.ts'
import { registerExport } from './export/register-export.ts'
import { salesHandlers } from './handlers.ts'

/** How often rollups are looked for that are due to be compared with the rows, in milliseconds. */
const comparedEvery = 3_600_000
/** How often it is looked for days that are over and not summed, in milliseconds. */
const rolledUpEvery = 3_600_000
/** How long they are kept, in seconds: the overview looks back two years at most. */
const rollupRetention = 25 * 31 * day

export function registerSales(
  { server, serve, work, exportAccount }: Registry,
  services: PaymentServices,
): void {
  const { authSecret } = services.config
  serve(salesContract, salesHandlers(services, authSecret))
  serve(salesByFormContract, salesByFormHandlers(services))
  exportAccount({ name: 'sales', entity: 'sales', schema: z.array(exportedSums), read: exportSums })
  work('sums of sales', comparedEvery, () => compareRollups(services))
  work('sums of sales ahead', rolledUpEvery, async (stopping) => {
    // Loaded after the start, for which it brings a library that nothing else needs.
    const { rollUpAhead } = await import('./dashboard/roll-up-ahead.ts')
    return rollUpAhead(services, { stopping })
  })
  work('old sums of sales', prunedEvery, () => pruneOld(services, 'salesSums', rollupRetention))
  work('dropped sums of sales', prunedEvery, () => removeDropped(services))
  registerExport(server, services)
}
