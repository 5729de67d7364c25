import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import { type SellerData, showsUpload } from '#registry/seller-data.ts'
import { swapFileIn } from '#selling/catalog/catalog-table.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { form } from './contract.ts'
import { amountsOf, timersOnWire } from './form-wire.ts'
import { readForms } from './store.ts'

/** A form in its seller's export, with all of its fields and the ids of its items, which are exported as well. */
export const exportedForm = form
  .omit({ oneTimePrice: true, recurringPrice: true, stockTaken: true, tax: true, updatedAt: true })
  .omit({ oneTimeOffer: true })
  .extend({
    bumps: z.array(uuid),
    otoSequenceList: z.array(uuid),
    oneTimeOfferId: uuid.nullable(),
    createdAt: z.iso.datetime(),
  })

/** A seller's forms that are not deleted, oldest first. */
export async function exportForms(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof exportedForm>[]> {
  const rows = await readForms(db, sellerId)
  return rows.map((row) => ({
    ...row,
    ...amountsOf(row, row.currency),
    stockLimit: row.stock?.stockLimit ?? null,
    priceId: firstPriceId(row),
    prices: row.prices.map((price) => ({ ...price, ...amountsOf(price, row.currency) })),
    timers: timersOnWire(row),
    createdAt: row.createdAt.toISOString(),
  }))
}

export const formSellerData: SellerData = {
  isInUse: (sellerId) => sql`exists (select from forms where seller_id = ${sellerId})`,
  shows: (sellerId, url) =>
    sql`(exists (
        select from forms where seller_id = ${sellerId}
          and (${showsUpload(url)} or pictures @> jsonb_build_array(jsonb_build_object('image', ${url}::text))
            or jsonb_path_exists(blocks, '$.**.image ? (@ == $url)', jsonb_build_object('url', ${url}::text))))
      or exists (
        select from form_versions join forms on forms.id = form_id
        where seller_id = ${sellerId}
          and jsonb_path_exists(content, '$.**.image ? (@ == $url)', jsonb_build_object('url', ${url}::text))
          and exists (
            select from purchases_view as purchases
            where purchases.form_id = form_versions.form_id and purchases.form_version = form_versions.number
              and purchases.status not in ('failed', 'canceled'))))`,
  sells: { entity: 'forms', swapFile: swapFileIn(sql.table('forms')) },
  ownerOf: { forms: (id) => sql`select seller_id from forms where id = ${id}` },
}
