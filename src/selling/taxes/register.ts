import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { taxesContract } from './contract.ts'
import { taxesHandlers } from './handlers.ts'

/** `dropPages` hears of the forms whose payment pages are no longer as they were. */
export function registerTaxes(
  { serve }: Registry,
  parts: Parts,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(taxesContract, taxesHandlers(parts, dropPages))
}
