import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { FormUse } from '#selling/catalog/form-use.ts'
import { registerCatalogItems } from '#selling/catalog/register-catalog-items.ts'
import { describePriced } from '../product-wire.ts'
import { exportedOffer, offersContract } from './contract.ts'
import { offersHandlers } from './handlers.ts'
import { storedOffers } from './store.ts'

export function registerOffers(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(offersContract, offersHandlers(services, use))
  registerCatalogItems(registry, storedOffers, {
    name: 'offers',
    schema: exportedOffer,
    describe: describePriced,
  })
}
