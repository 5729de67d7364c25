import { sql, type Kysely, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import { mailsOfPurchase } from '#buying/withdrawal/notify.ts'
import type { Database } from '#foundation/db/schema.ts'
import { titleForSeller } from '#payments/purchases/records/purchase-columns.ts'

/**
 * All records of a paid purchase. Amounts are in minor units of `currency`, and times in nested objects in
 * milliseconds.
 */
export type SaleEvidence = NonNullable<Awaited<ReturnType<typeof findSaleEvidence>>>

const party = ['addressLine1', 'addressLine2', 'postalCode', 'city', 'country', 'taxNumber'] as const

export async function findSaleEvidence(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'purchases.sellerId')
    .select(['purchases.id', 'purchases.kind', 'purchases.orderId'])
    .select(['purchases.name', 'purchases.email', 'purchases.mailTo', 'purchases.currency'])
    .select(['purchases.subtotal', 'purchases.taxAmount', 'purchases.total', 'purchases.paymentIntentId'])
    .select([
      'purchases.stripeAccountId',
      'purchases.couponCode',
      'purchases.cardBrand',
      'purchases.cardLast4',
    ])
    .select(['purchases.paymentMethodType', 'purchases.language'])
    .select(['purchases.createdAt', 'purchases.paidAt', 'forms.files', 'sellers.name as sellerName'])
    .select(withdrawalTerms.as('terms'))
    .select((purchase) => [
      jsonObjectFrom(
        purchase
          .selectFrom('sellerDetailsView as sellerDetails')
          .select(['name', 'shopName', ...party])
          .whereRef('sellerDetails.id', '=', 'purchases.sellerDetailsId'),
      ).as('sellerDetails'),
      jsonObjectFrom(
        purchase
          .selectFrom('buyerDetailsView as buyerDetails')
          .select(['name', ...party])
          .where('purchaseId', '=', sql<string>`coalesce(purchases.order_id, purchases.id)`),
      ).as('buyerDetails'),
      jsonObjectFrom(
        purchase
          .selectFrom('formVersionsView as formVersions')
          .select(['number', 'content', timeOf(sql`made_at`).as('madeAt')])
          .whereRef('formVersions.formId', '=', 'purchases.formId')
          .whereRef('formVersions.number', '=', 'purchases.formVersion'),
      ).as('page'),
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseLinesView as purchaseLines')
          .leftJoin('bumpsView as bumps', 'bumps.id', 'purchaseLines.bumpId')
          .leftJoin('offersView as offers', 'offers.id', 'purchaseLines.offerId')
          .select([titleForSeller, 'purchaseLines.taxAmount', 'purchaseLines.total'])
          .select(['purchaseLines.discountAmount', 'purchaseLines.quantity'])
          .select(sql<FileAttachment[] | null>`coalesce(bumps.files, offers.files)`.as('files'))
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseAnswersView as purchaseAnswers')
          .select(['purchaseAnswers.label', 'purchaseAnswers.answer'])
          .where('purchaseAnswers.purchaseId', '=', sql<string>`coalesce(purchases.order_id, purchases.id)`)
          .orderBy('position'),
      ).as('answers'),
      jsonArrayFrom(
        purchase
          .selectFrom('fileOpeningsView as fileOpenings')
          .leftJoin('uploadsView as uploads', 'uploads.id', 'fileOpenings.fileId')
          .select(['fileId', 'uploads.name', 'uploads.version'])
          .select(timeOf(sql`min(first_at)`).as('firstAt'))
          .select(timeOf(sql`max(last_at)`).as('lastAt'))
          .select(sql<boolean>`bool_or(file_openings.purchase_id = purchases.id)`.as('isOwn'))
          .where('fileOpenings.purchaseId', 'in', sameFiles)
          .groupBy(['fileId', 'uploads.name', 'uploads.version'])
          .orderBy('firstAt'),
      ).as('openings'),
      jsonArrayFrom(
        purchase
          .selectFrom('mailsView as mails')
          .select([
            'kind',
            'recipient',
            timeOf(sql`created_at`).as('createdAt'),
            timeOf(sql`sent_at`).as('sentAt'),
          ])
          .where('mails.id', 'in', mailsOfPurchase(sql`purchases.id`))
          // Emails to the seller do not prove what the buyer got.
          .where('userId', 'is', null)
          .orderBy('mails.id'),
      ).as('mails'),
      jsonArrayFrom(
        purchase
          .selectFrom('refundsView as refunds')
          .select(['refunds.amount', 'refunds.status', timeOf(sql`refunds.created_at`).as('createdAt')])
          .whereRef('refunds.purchaseId', '=', 'purchases.id')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        purchase
          .selectFrom('disputesView as disputes')
          .select(['disputes.id', 'reason', 'disputes.status', 'disputes.amount', 'disputes.currency'])
          .select(timeOf(sql`disputes.created_at`).as('createdAt'))
          .whereRef('disputes.purchaseId', '=', 'purchases.id')
          .orderBy('disputes.createdAt'),
      ).as('disputes'),
      jsonArrayFrom(
        purchase
          .selectFrom('withdrawalsView as withdrawals')
          .innerJoin(
            'statedPurchasesView as statedPurchases',
            'statedPurchases.withdrawalId',
            'withdrawals.id',
          )
          .select(['withdrawals.kind', 'statement', 'refusedFor', timeOf(sql`received_at`).as('receivedAt')])
          .select(sql<boolean>`confirmed_at is not null`.as('isConfirmed'))
          .whereRef('statedPurchases.purchaseId', '=', 'purchases.id')
          .orderBy('receivedAt'),
      ).as('statements'),
    ])
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.id', '=', id)
    .executeTakeFirst()
}

/** An order and its renewals share files and records of opening them. An offer has its own. */
const sameFiles = sql<string>`(
  select same.id from purchases_view same
  where same.id = purchases.id
    or (purchases.kind <> 'offer' and same.kind <> 'offer'
      and coalesce(purchases.order_id, purchases.id) in (same.id, same.order_id)))`

function timeOf(time: RawBuilder<unknown>) {
  return sql<number>`(extract(epoch from ${time}) * 1000)::bigint`
}
