import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { exportedBump, bumpsContract } from './contract.ts'
import { bumpsHandlers, type BumpUse } from './handlers.ts'
import { describePriced } from './product-wire.ts'
import { storedBumps } from './store.ts'

export function registerBumps(registry: Registry, services: Services, use: BumpUse): void {
  registry.serve(bumpsContract, bumpsHandlers(services, use))
  registry.hold(storedBumps.holdings)
  registry.endAccount({
    closeSeller: async ({ tx, now }, sellerId) => storedBumps.removeAll(tx, sellerId, now),
  })
  registry.exportAccount({
    name: 'bumps',
    schema: z.array(exportedBump),
    async read(db, sellerId) {
      const rows = await storedBumps.listAll(db, sellerId)
      return rows.map((row) => ({ ...describePriced(row), createdAt: row.createdAt.toISOString() }))
    },
  })
}
