import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { offersContract } from './contract.ts'
import { offersHandlers } from './handlers.ts'
import { deleteAllOffers } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerOffers(
  { serve, endAccount }: Registry,
  services: Services,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(offersContract, offersHandlers(services, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllOffers(tx, sellerId, now) })
}
