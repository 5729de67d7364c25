import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { offersContract } from './contract.ts'
import { offersHandlers } from './handlers.ts'
import { deleteAllOffers } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerOffers(
  { serve, endAccount }: Registry,
  parts: Parts,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(offersContract, offersHandlers(parts, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllOffers(tx, sellerId, now) })
}
