import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { registerCatalogItems, type FormUse } from '#selling/catalog/serve-catalog-items.ts'
import { exportedTax, taxesContract } from './contract.ts'
import { describeTax, taxesHandlers } from './handlers.ts'
import { storedTaxes } from './store.ts'

export function registerTaxes(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(taxesContract, taxesHandlers(services, use))
  registerCatalogItems(registry, storedTaxes, { name: 'taxes', schema: exportedTax, describe: describeTax })
}
