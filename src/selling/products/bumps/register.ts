import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers } from './handlers.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerBumps(
  { serve }: Registry,
  parts: Parts,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(bumpsContract, bumpsHandlers(parts, dropPages))
}
