import { givenColumns } from '#foundation/db/given-columns.ts'
import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/http/caller.ts'
import { NotFound } from '#foundation/http/failures.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { toMinor } from '#foundation/money/amount.ts'
import type { Services } from '#foundation/services.ts'
import { changedPrice, checkOwnUploads, describePriced } from '../bumps/product-wire.ts'
import type { offersContract } from './contract.ts'
import {
  deleteOffer,
  findOffer,
  insertOffer,
  listFormsWithOffer,
  listOffers,
  updateOffer,
  type OfferRow,
} from './store.ts'

/** `onChanged` is told which forms' payment pages are out of date. */
export function offersHandlers(
  { db }: Services,
  onChanged: (formIds: readonly string[]) => void,
): Handlers<typeof offersContract> {
  const find = async (sellerId: string, id: string): Promise<OfferRow> => {
    const row = isId(id) ? await findOffer(db, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    async listOffers({ caller, query }) {
      const rows = await listOffers(db, scopeOf(caller, query), query)
      return pageNumbers(rows.map(describePriced), query)
    },

    async getOffer({ caller, params }) {
      const row = await find(caller.sellerId, params.id)
      const forms = await listFormsWithOffer(db, caller.sellerId, row.id)
      return { ...describePriced(row), usedByForms: forms.length }
    },

    async createOffer({ caller, body }) {
      await checkOwnUploads(db, caller.sellerId, body)
      const row = await insertOffer(db, caller.sellerId, {
        ...body,
        amount: toMinor(body.amount, body.currency),
        files: JSON.stringify(body.files),
        tags: JSON.stringify(body.tags),
      })
      return describePriced(row)
    },

    async updateOffer({ caller, params, body }) {
      const stored = await find(caller.sellerId, params.id)
      const forms = await listFormsWithOffer(db, caller.sellerId, stored.id)
      await checkOwnUploads(db, caller.sellerId, body, stored.image)
      const price = changedPrice(stored, body, forms.length)
      const columns = givenColumns({
        ...body,
        files: body.files === undefined ? undefined : JSON.stringify(body.files),
        tags: body.tags === undefined ? undefined : JSON.stringify(body.tags),
        ...price,
      })
      const row = await updateOffer(db, caller.sellerId, stored.id, columns)
      if (row === undefined) throw new NotFound()
      onChanged(forms)
      return describePriced(row)
    },

    async deleteOffer({ caller, params }) {
      const { id, title } = await find(caller.sellerId, params.id)
      const forms = await listFormsWithOffer(db, caller.sellerId, id)
      if ((await deleteOffer(db, caller.sellerId, id)) === undefined) throw new NotFound()
      onChanged(forms)
      return { title }
    },
  }
}
