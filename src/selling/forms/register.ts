import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { formsContract } from './contract.ts'
import { formsHandlers } from './handlers.ts'

/** `dropPage` hears of each form whose payment page is no longer as it was. */
export function registerForms({ serve }: Registry, parts: Parts, dropPage: (formId: string) => void): void {
  serve(formsContract, formsHandlers(parts, dropPage))
}
