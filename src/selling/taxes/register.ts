import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { registerCatalogItems, type FormUse } from '#selling/catalog/serve-catalog-items.ts'
import { exportedTax, taxesContract } from './contract.ts'
import { describeTax, taxesHandlers } from './handlers.ts'
import { region, regionsContract } from './regions/contract.ts'
import { regionsHandlers, type RegionUse } from './regions/handlers.ts'
import { listRegions } from './regions/store.ts'
import { quartersContract } from './quarters/contract.ts'
import { quartersHandlers } from './quarters/handlers.ts'
import { registerQuarterExport } from './quarters/register-export.ts'
import { storedTaxes } from './store.ts'

export function registerTaxes(registry: Registry, services: Services, use: FormUse & RegionUse): void {
  registry.serve(taxesContract, taxesHandlers(services, use))
  registry.serve(regionsContract, regionsHandlers(services, use))
  registry.serve(quartersContract, quartersHandlers(services))
  registerQuarterExport(registry.server, services)
  registry.exportAccount({
    name: 'taxRegions',
    entity: 'taxes',
    schema: z.array(region),
    read: listRegions,
  })
  registerCatalogItems(registry, storedTaxes, { name: 'taxes', schema: exportedTax, describe: describeTax })
}
