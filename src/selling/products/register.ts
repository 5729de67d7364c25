import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { type FormUse, registerCatalogItems } from '#selling/catalog/serve-catalog-items.ts'
import { exportedProduct, bumpsContract, exportedOffer, offersContract } from '#selling/products/contract.ts'
import { itemSalesContract } from './item-sales/contract.ts'
import { itemSalesHandlers } from './item-sales/handlers.ts'
import { describePriced } from './product-wire.ts'
import { bumpsHandlers, type BumpUse, offersHandlers } from './handlers.ts'
import { storedBumps, storedOffers } from './store.ts'

export function registerOffers(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(offersContract, offersHandlers(services, use))
  registerCatalogItems(registry, storedOffers, {
    name: 'offers',
    schema: exportedOffer,
    describe: describePriced,
  })
}

export function registerBumps(registry: Registry, services: Services, use: BumpUse): void {
  registry.serve(bumpsContract, bumpsHandlers(services, use))
  registry.serve(itemSalesContract, itemSalesHandlers(services))
  registerCatalogItems(registry, storedBumps, {
    name: 'bumps',
    schema: exportedProduct,
    describe: describePriced,
  })
}
