import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { FormUse } from '#selling/catalog/form-use.ts'
import { registerCatalogItems } from '#selling/catalog/register-catalog-items.ts'
import { exportedTax, taxesContract } from './contract.ts'
import { describeTax, taxesHandlers } from './handlers.ts'
import { storedTaxes } from './store.ts'

export function registerTaxes(registry: Registry, services: Services, use: FormUse): void {
  registry.serve(taxesContract, taxesHandlers(services, use))
  registerCatalogItems(registry, storedTaxes, { name: 'taxes', schema: exportedTax, describe: describeTax })
}
