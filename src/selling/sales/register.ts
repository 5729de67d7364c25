import type { Kysely } from 'kysely'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { toMajor } from '#foundation/money/amount.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { salesByFormContract } from './by-form/contract.ts'
import { salesContract } from './contract.ts'
import { compareRollups } from './dashboard/compare-rollups.ts'
import { removeDropped } from './dashboard/form-rollups.ts'
import { registerExport } from './export/register-export.ts'
import { salesHandlers } from './handlers.ts'
import { sumSales } from './store.ts'

/** How often the product looks for rollups to compare with their rows, in milliseconds. */
const comparedEvery = 3_600_000
/** How often the product looks for ended days without a rollup, in milliseconds. */
const rolledUpEvery = 3_600_000
/** How long rollups are stored, in seconds. The overview covers up to two years. */
const rollupRetention = 25 * 31 * day

export function registerSales(
  { server, serve, work, exportAccount }: Registry,
  services: PaymentServices,
): void {
  const { authSecret } = services.config
  serve(salesContract, salesHandlers(services, authSecret))
  serve(salesByFormContract, salesByFormHandlers(services))
  exportAccount({ name: 'sales', entity: 'sales', schema: z.array(exportedSums), read: exportSums })
  work(t('sales rollups'), comparedEvery, () => compareRollups(services))
  work(t('sales rollups in advance'), rolledUpEvery, async (stopping) => {
    // Loaded late, because nothing else needs this library at startup.
    const { rollUpAhead } = await import('./dashboard/roll-up-ahead.ts')
    return rollUpAhead(services, { stopping })
  })
  work(t('old sales rollups'), prunedEvery, () => pruneOld(services, 'salesSums', rollupRetention))
  work(t('old form rollups'), prunedEvery, () => pruneOld(services, 'sumsOfForms', rollupRetention))
  work(t('dropped sales rollups'), prunedEvery, () => removeDropped(services))
  registerExport(server, services)
}

/** Paid and returned amounts by currency, for a seller's data export. */
const exportedSums = z.object({
  currency: z.string(),
  purchases: z.number().int(),
  total: z.number(),
  taxAmount: z.number(),
  refunded: z.number(),
})

async function exportSums(db: Kysely<Database>, sellerId: string): Promise<z.input<typeof exportedSums>[]> {
  const sums = await sumSales(db, sellerId)
  return sums.map(({ currency, purchases, total, taxAmount, refunded }) => ({
    currency,
    purchases,
    total: toMajor(total, currency),
    taxAmount: toMajor(taxAmount, currency),
    refunded: toMajor(refunded, currency),
  }))
}

function salesByFormHandlers({
  db,
  clock,
  readReplica,
}: Pick<Services, 'db' | 'clock' | 'readReplica'>): Handlers<typeof salesByFormContract> {
  return {
    async countSalesByForm({ caller, query }) {
      // Loaded late, because nothing else needs this library at startup.
      const { countByForm } = await import('./by-form/count-by-form.ts')
      const forms = await readReplica((from) => countByForm({ db, clock }, scopeOf(caller, {}), query, from))
      return { forms }
    },
  }
}
