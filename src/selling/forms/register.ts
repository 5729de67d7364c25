import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { formsContract } from './contract.ts'
import { formsHandlers } from './handlers.ts'
import { deleteAllForms } from './store.ts'

/** `dropPage` hears of each form whose payment page is no longer as it was. */
export function registerForms(
  { serve, endAccount }: Registry,
  parts: Parts,
  dropPage: (formId: string) => void,
): void {
  serve(formsContract, formsHandlers(parts, dropPage))
  endAccount({
    async closeSeller({ tx, now, afterwards }, sellerId) {
      const forms = await deleteAllForms(tx, sellerId, now)
      afterwards(() => forms.forEach(dropPage))
    },
  })
}
