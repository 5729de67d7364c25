import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { registerCatalogItems } from '#selling/catalog/register-catalog-items.ts'
import { exportedProduct } from '../contract.ts'
import { describePriced } from '../product-wire.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers, type BumpUse } from './handlers.ts'
import { storedBumps } from './store.ts'

export function registerBumps(registry: Registry, services: Services, use: BumpUse): void {
  registry.serve(bumpsContract, bumpsHandlers(services, use))
  registerCatalogItems(registry, storedBumps, {
    name: 'bumps',
    schema: exportedProduct,
    describe: describePriced,
  })
}
