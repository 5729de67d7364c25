import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { taxesContract } from './contract.ts'
import { taxesHandlers } from './handlers.ts'
import { deleteAllTaxes } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerTaxes(
  { serve, endAccount }: Registry,
  parts: Parts,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(taxesContract, taxesHandlers(parts, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllTaxes(tx, sellerId, now) })
}
