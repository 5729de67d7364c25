import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { taxesContract } from './contract.ts'
import { taxesHandlers } from './handlers.ts'
import { deleteAllTaxes } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerTaxes(
  { serve, endAccount }: Registry,
  services: Services,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(taxesContract, taxesHandlers(services, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllTaxes(tx, sellerId, now) })
}
