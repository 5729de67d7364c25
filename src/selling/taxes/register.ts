import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { exportedTax, taxesContract } from './contract.ts'
import { describeTax, taxesHandlers } from './handlers.ts'
import { storedTaxes } from './store.ts'

export function registerTaxes(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(taxesContract, taxesHandlers(services, use))
  registry.hold(storedTaxes.holdings)
  registry.endAccount({
    closeSeller: async ({ tx, now }, sellerId) => storedTaxes.removeAll(tx, sellerId, now),
  })
  registry.exportAccount({
    name: 'taxes',
    schema: z.array(exportedTax),
    async read(db, sellerId) {
      const rows = await storedTaxes.listAll(db, sellerId)
      return rows.map((row) => ({ ...describeTax(row), createdAt: row.createdAt.toISOString() }))
    },
  })
}
