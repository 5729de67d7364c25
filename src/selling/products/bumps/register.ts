import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers } from './handlers.ts'
import { deleteAllBumps } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerBumps(
  { serve, endAccount }: Registry,
  services: Services,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(bumpsContract, bumpsHandlers(services, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllBumps(tx, sellerId, now) })
}
