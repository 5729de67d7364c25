import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { taxesContract } from './contract.ts'
import { taxesHandlers } from './handlers.ts'
import { storedTaxes } from './store.ts'

export function registerTaxes({ serve, endAccount }: Registry, services: Services, use: FormUse): void {
  serve(taxesContract, taxesHandlers(services, use))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => storedTaxes.removeAll(tx, sellerId, now) })
}
