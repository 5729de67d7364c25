import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { shop, shopContract } from './contract.ts'
import { shopHandlers } from './handlers.ts'
import { readShop } from './read-shop.ts'

/** Registers how a shop looks to buyers. */
export function registerShop({ serve, exportAccount }: Registry, services: Services): void {
  serve(shopContract, shopHandlers(services))
  exportAccount({ name: 'shop', entity: null, schema: shop, read: readShop })
}
