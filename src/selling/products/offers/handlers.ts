import { inTransaction } from '#foundation/db/database.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#registry/services.ts'
import type { FormUse } from '#selling/catalog/form-use.ts'
import { serveCatalogItems } from '#selling/catalog/serve-catalog-items.ts'
import { changedPrice, describePriced, filesColumn, refuseTooMuch, takeUploads } from '../product-wire.ts'
import type { offersContract } from './contract.ts'
import { storedOffers } from './store.ts'

export function offersHandlers({ db }: Services, use: FormUse): Handlers<typeof offersContract> {
  const offers = serveCatalogItems(db, storedOffers, use, describePriced)
  return {
    listOffers: async (given) => offers.list(given),
    getOffer: offers.read,
    deleteOffer: offers.remove,

    async createOffer({ caller, body }) {
      const { sellerId } = caller
      const taken = await takeUploads(db, sellerId, body)
      const row = await inTransaction(db, async (tx) =>
        storedOffers.insert(tx, sellerId, {
          ...body,
          amount: toMinor(body.amount, body.currency),
          files: await filesColumn(tx, sellerId, taken),
          tags: JSON.stringify(body.tags),
        }),
      )
      return describePriced(row)
    },

    updateOffer: async (given) =>
      offers.update(given, async (tx, stored, forms) => {
        const { caller, body } = given
        const taken = await takeUploads(tx, caller.sellerId, body, stored.image)
        const price = changedPrice(stored, body, forms.length)
        await refuseTooMuch(tx, use, caller.sellerId, forms, stored, price)
        return {
          ...body,
          files: body.files && (await filesColumn(tx, caller.sellerId, taken)),
          tags: body.tags === undefined ? undefined : JSON.stringify(body.tags),
          ...price,
        }
      }),
  }
}
