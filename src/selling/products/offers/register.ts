import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { offersContract } from './contract.ts'
import { offersHandlers } from './handlers.ts'
import { storedOffers } from './store.ts'

export function registerOffers({ serve, endAccount }: Registry, services: Services, use: FormUse): void {
  serve(offersContract, offersHandlers(services, use))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => storedOffers.removeAll(tx, sellerId, now) })
}
