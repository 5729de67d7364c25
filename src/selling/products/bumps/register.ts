import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers } from './handlers.ts'
import { deleteAllBumps } from './store.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerBumps(
  { serve, endAccount }: Registry,
  parts: Parts,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(bumpsContract, bumpsHandlers(parts, dropPages))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => deleteAllBumps(tx, sellerId, now) })
}
