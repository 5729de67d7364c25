import type { Handlers } from '#foundation/http/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#foundation/services.ts'
import type { FormUse } from '#selling/form-parts/form-use.ts'
import { serveParts } from '#selling/form-parts/serve-parts.ts'
import { changedPrice, describePriced, refuseTooMuch, takeUploads } from '../product-wire.ts'
import type { offersContract } from './contract.ts'
import { storedOffers } from './store.ts'

export function offersHandlers({ db }: Services, use: FormUse): Handlers<typeof offersContract> {
  const offers = serveParts(db, storedOffers, use, describePriced)
  return {
    listOffers: async (given) => offers.list(given),
    getOffer: offers.read,
    deleteOffer: offers.remove,

    async createOffer({ caller, body }) {
      const files = await takeUploads(db, caller.sellerId, body)
      const row = await storedOffers.insert(db, caller.sellerId, {
        ...body,
        amount: toMinor(body.amount, body.currency),
        files,
        tags: JSON.stringify(body.tags),
      })
      return describePriced(row)
    },

    async updateOffer(given) {
      const { caller, params, body } = given
      const stored = await offers.find(caller.sellerId, params.id)
      const forms = await use.listForms(db, caller.sellerId, stored.id)
      const files = await takeUploads(db, caller.sellerId, body, stored.image)
      const price = changedPrice(stored, body, forms.length)
      await refuseTooMuch(db, use, caller.sellerId, forms, stored, price)
      return offers.update(given, forms, {
        ...body,
        files: body.files && files,
        tags: body.tags === undefined ? undefined : JSON.stringify(body.tags),
        ...price,
      })
    },
  }
}
