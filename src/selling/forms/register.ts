import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { formsContract } from './contract.ts'
import { exportedForm, exportForms, formSellerData } from './export-forms.ts'
import { formsHandlers } from './handlers.ts'
import { prunedEvery } from '#foundation/jobs/prune.ts'
import { recordFirstVersions } from './versions/record-versions.ts'
import { versionsContract } from './versions/contract.ts'
import { deleteAllForms } from './store.ts'

/** `dropPage` gets each form whose payment page has changed. */
export function registerForms(
  { serve, work, endAccount, exportAccount, holdSellerData }: Registry,
  services: Services,
  dropPage: (formId: string) => void,
): void {
  serve({ ...formsContract, ...versionsContract }, formsHandlers(services, dropPage))
  work(t('first versions of forms'), prunedEvery, async () =>
    recordFirstVersions(services.db, services.clock.now()),
  )
  exportAccount({ name: 'forms', entity: 'forms', schema: z.array(exportedForm), read: exportForms })
  holdSellerData(formSellerData)
  endAccount({
    async closeSeller({ tx, now, afterwards }, sellerId) {
      const forms = await deleteAllForms(tx, sellerId, now)
      afterwards(() => forms.forEach(dropPage))
    },
  })
}
