import { recordAudit } from '#accounts/audit/record-audit.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { changeCatalog, type FormUse } from '#selling/catalog/serve-catalog-items.ts'
import type { regionsContract } from './contract.ts'
import { listRegions, replaceRegions } from './store.ts'

/** The forms that charge the taxes by country. */
export type RegionUse = Pick<FormUse, 'dropPages'> & {
  readonly listRegional: (db: Services['db'], sellerId: string) => Promise<string[]>
  /** Records that their prices changed, so that buyers without a quote must confirm the new price. */
  readonly repriceForms: (db: Services['db'], formIds: readonly string[], at: Date) => Promise<void>
}

export function regionsHandlers(
  { db, clock, log }: Services,
  { listRegional, repriceForms, dropPages }: RegionUse,
): Handlers<typeof regionsContract> {
  const described = async (sellerId: string) => {
    const [regions, forms] = await Promise.all([listRegions(db, sellerId), listRegional(db, sellerId)])
    return { regions, usedByForms: forms.length }
  }
  return {
    listTaxRegions: ({ caller }) => described(caller.sellerId),

    async saveTaxRegions({ caller: { sellerId, userId }, body }) {
      const now = clock.now()
      const forms = await changeCatalog(db, sellerId, async (tx) => {
        const used = await listRegional(tx, sellerId)
        await replaceRegions(tx, sellerId, body.regions)
        await repriceForms(tx, used, now)
        const entry = { at: now, actorId: userId, action: 'seller.tax_regions', subjectId: sellerId }
        await recordAudit(tx, { ...entry, sellerId })
        return used
      })
      dropPages(forms)
      log.info({ seller: sellerId, user: userId }, 'taxes by country saved')
      return described(sellerId)
    },
  }
}
