import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'
import { invoiceNumber } from '#payments/purchases/records/invoice-number.ts'
import { soldTitleForSeller } from '#payments/purchases/records/purchase-columns.ts'
import { countsAt, isSought, type SoughtSales } from '../filter/conditions.ts'

export type ExportedSale = Awaited<ReturnType<typeof listBatch>>[number]

/** A seller's matching purchases that were paid or, if unpaid, made before `to`. */
export type Wanted = { readonly sellerId: string; readonly sought: SoughtSales; readonly to: Date }

/** The end of the last batch. The time is text because the database's is more precise than a Date. */
export type Position = { readonly at: string; readonly id: string }

export async function listBatch(
  db: Kysely<Database>,
  { sellerId, sought, to }: Wanted,
  after: Position | null,
  limit: number,
) {
  const scope = { sellerId, user: undefined, role: undefined }
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['purchases.id', 'purchases.orderId', 'purchases.kind', 'purchases.status'])
    .select(soldTitleForSeller.as('form'))
    .select(['purchases.name', 'purchases.email', 'purchases.currency', 'purchases.subtotal'])
    .select(['purchases.taxAmount', 'purchases.total', 'purchases.applicationFeeAmount'])
    .select(['purchases.couponCode', 'purchases.discountAmount', 'purchases.language'])
    .select(['purchases.source', invoiceNumber.as('invoiceNumber')])
    .select([
      'purchases.paymentIntentId',
      'purchases.paidAt',
      'purchases.cardBrand',
      'purchases.cardLast4',
      'purchases.paymentMethodType',
      countsAt.as('at'),
      sql<string>`${countsAt}::text`.as('key'),
    ])
    .select((sale) => [
      sql<string | null>`(
        select string_agg(
          case quantity when 1 then '' else quantity || ' × ' end || coalesce(seller_title, title), '; ' order by position)
        from purchase_lines_view as purchase_lines where purchase_id = purchases.id
      )`.as('lines'),
      sql<number>`(
        select coalesce(sum(amount), 0)::bigint from refunds_view as refunds where purchase_id = purchases.id and status = 'succeeded'
      )`.as('refunded'),
      sql<number>`(
        select coalesce(sum(tax_amount), 0)::bigint from refunds_view as refunds where purchase_id = purchases.id and status = 'succeeded'
      )`.as('refundedTax'),
      jsonArrayFrom(
        sale
          .selectFrom('disputesView as disputes')
          .select(['disputes.status', 'disputes.amount'])
          .whereRef('disputes.purchaseId', '=', 'purchases.id'),
      ).as('disputes'),
      jsonArrayFrom(
        sale
          .selectFrom('purchaseAnswersView as purchaseAnswers')
          .select(['purchaseAnswers.slug', 'purchaseAnswers.kind', 'purchaseAnswers.answer'])
          .whereRef('purchaseAnswers.purchaseId', '=', 'purchases.id'),
      ).as('answers'),
    ])
    .where(isSought(scope, sought))
    .where(countsAt, '<', to)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${countsAt}, purchases.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(countsAt)
    .orderBy('purchases.id')
    .limit(limit)
    .execute()
}

export type AskedColumn = { readonly slug: string; readonly label: string }

/** All questions that a seller's buyers have answered, each with its newest label. */
export async function listAsked(db: Kysely<Database>, sellerId: string): Promise<AskedColumn[]> {
  return db
    .selectFrom('purchaseAnswersView as purchaseAnswers')
    .distinctOn('slug')
    .select(['slug', sql<string>`coalesce(seller_label, label)`.as('label')])
    .where('sellerId', '=', sellerId)
    .orderBy('slug')
    .orderBy('purchaseId', 'desc')
    .execute()
}
