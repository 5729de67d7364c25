import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import { type SellerData, showsUpload } from '#registry/seller-data.ts'
import { swapFileIn } from '#selling/catalog/catalog-table.ts'
import { form } from './contract.ts'
import { amountsOf, timersOnWire } from './form-wire.ts'
import { readForms } from './store.ts'

/** A form in the file that its seller takes along. */
export const exportedForm = form
  .pick({ id: true, title: true, description: true, image: true, amount: true, currency: true })
  .extend({ createdAt: z.iso.datetime() })
  .extend(
    form.pick({
      name: true,
      video: true,
      priceType: true,
      billingInterval: true,
      billingPeriod: true,
      cancelAfter: true,
      isOpen: true,
      suggestedAmount: true,
      presetAmounts: true,
      trialDays: true,
      trialAmount: true,
      setupAmount: true,
      setupLabel: true,
      payoffDiscount: true,
      redirectUrl: true,
      successMessage: true,
      termsUrl: true,
      taxId: true,
    }).shape,
  )
  .extend({ oneTimeOfferId: z.string().nullable() })
  .extend(form.pick({ buttonText: true, buttonTextColor: true, themeColor: true }).shape)
  .extend(form.pick({ descriptionFormat: true, isPaused: true, pauseMessage: true }).shape)
  .extend(form.pick({ priceId: true, priceLabel: true, prices: true, allowsPriceChange: true }).shape)
  .extend(form.pick({ timers: true, priceGracePeriod: true }).shape)
  .extend(form.pick({ quantityLabel: true, quantityMin: true, quantityMax: true, stockLimit: true }).shape)

/** What a seller built and did not delete, oldest first. */
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
    sql`exists (select from forms where seller_id = ${sellerId} and ${showsUpload(url)})`,
  sells: { entity: 'forms', swapFile: swapFileIn(sql.table('forms')) },
  ownerOf: { forms: (id) => sql`select seller_id from forms where id = ${id}` },
}
