import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#db/schema.ts'

export type Receipt = Awaited<ReturnType<typeof findReceipt>>

/** A purchase as its receipt shows it, in one statement; amounts in minor units. */
export async function findReceipt(db: Kysely<Database>, purchaseId: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .innerJoin('sellers', 'sellers.id', 'purchases.sellerId')
    .select([
      'purchases.id',
      'purchases.name',
      'purchases.currency',
      'purchases.subtotal',
      'purchases.taxAmount',
      'purchases.total',
      'purchases.paidAt',
      'forms.successMessage',
      'sellers.name as sellerName',
    ])
    .select((purchase) =>
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseLines')
          .select([
            'title',
            'subtotal',
            'taxAmount',
            'total',
            'taxTitle',
            sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'),
            'taxInclusive',
          ])
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow()
}
