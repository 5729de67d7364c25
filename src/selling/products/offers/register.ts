import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { exportedOffer, offersContract } from './contract.ts'
import { describePriced } from '../bumps/product-wire.ts'
import { offersHandlers } from './handlers.ts'
import { storedOffers } from './store.ts'

export function registerOffers(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(offersContract, offersHandlers(services, use))
  registry.hold(storedOffers.holdings)
  registry.endAccount({
    closeSeller: async ({ tx, now }, sellerId) => storedOffers.removeAll(tx, sellerId, now),
  })
  registry.exportAccount({
    name: 'offers',
    schema: z.array(exportedOffer),
    async read(db, sellerId) {
      const rows = await storedOffers.listAll(db, sellerId)
      return rows.map((row) => ({ ...describePriced(row), createdAt: row.createdAt.toISOString() }))
    },
  })
}
