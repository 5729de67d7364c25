import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { formsContract } from './contract.ts'
import { formsHandlers } from './handlers.ts'
import { deleteAllForms } from './store.ts'

/** `dropPage` hears of each form whose payment page is no longer as it was. */
export function registerForms(
  { serve, endAccount }: Registry,
  services: Services,
  dropPage: (formId: string) => void,
): void {
  serve(formsContract, formsHandlers(services, dropPage))
  endAccount({
    async closeSeller({ tx, now, afterwards }, sellerId) {
      const forms = await deleteAllForms(tx, sellerId, now)
      afterwards(() => forms.forEach(dropPage))
    },
  })
}
