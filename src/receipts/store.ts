import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#db/schema.ts'

export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** A purchase as its receipt and its page show it, in one statement; amounts in minor units, times in milliseconds. */
export async function findReceipt(db: Kysely<Database>, purchaseId: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .innerJoin('sellers', 'sellers.id', 'purchases.sellerId')
    .select([
      'purchases.id',
      'purchases.sellerId',
      'purchases.kind',
      'purchases.orderId',
      'purchases.status',
      'purchases.email',
      'purchases.stripeAccountId',
      'purchases.name',
      'purchases.currency',
      'purchases.subtotal',
      'purchases.taxAmount',
      'purchases.total',
      'purchases.createdAt',
      'purchases.paidAt',
      'forms.title as formTitle',
      'forms.files',
      'forms.successMessage',
      'forms.themeColor',
      'forms.buttonTextColor',
      'sellers.name as sellerName',
    ])
    .select((purchase) => [
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseLines')
          .leftJoin('bumps', 'bumps.id', 'purchaseLines.bumpId')
          .select([
            'purchaseLines.title',
            'purchaseLines.subtotal',
            'purchaseLines.taxAmount',
            'purchaseLines.total',
            'purchaseLines.taxTitle',
            sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'),
            'purchaseLines.taxInclusive',
            'bumps.files',
          ])
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        purchase
          .selectFrom('refunds')
          .select([
            'refunds.id',
            'refunds.status',
            'refunds.amount',
            sql<number>`(extract(epoch from refunds.created_at) * 1000)::bigint`.as('createdAt'),
          ])
          .whereRef('refunds.purchaseId', '=', 'purchases.id')
          .where('refunds.status', '!=', 'failed')
          .orderBy('refunds.id'),
      ).as('refunds'),
    ])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst()
}

/** The subscription that an order began, as it is stored. */
export async function findSubscription(db: Kysely<Database>, orderId: string) {
  return db.selectFrom('subscriptions').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export type LaterPayment = Awaited<ReturnType<typeof listLaterPayments>>[number]

/** What was charged after an order and belongs to it: renewals, and offers that were accepted; amounts in minor units. */
export async function listLaterPayments(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('purchases')
    .select(['purchases.id', 'purchases.kind', 'purchases.total', 'purchases.currency', 'purchases.paidAt'])
    .select((purchase) =>
      purchase
        .selectFrom('purchaseLines')
        .select('title')
        .whereRef('purchaseId', '=', 'purchases.id')
        .where('position', '=', 0)
        .as('title'),
    )
    .where('orderId', '=', orderId)
    .where('paidAt', 'is not', null)
    .orderBy('paidAt')
    .orderBy('purchases.id')
    .execute()
}

/** What one refund of a purchase gives back, in minor units. */
export async function findRefundAmount(
  db: Kysely<Database>,
  purchaseId: string,
  refundId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('amount')
    .where('purchaseId', '=', purchaseId)
    .where('id', '=', refundId)
    .executeTakeFirst()
  return row?.amount
}
