import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import type { Database } from '#foundation/db/schema.ts'

/** All that is stored of a paid purchase; amounts in minor units of `currency`, times within in milliseconds. */
export type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>

const party = ['addressLine1', 'addressLine2', 'postalCode', 'city', 'country', 'taxNumber'] as const

export async function findProof(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .innerJoin('sellers', 'sellers.id', 'purchases.sellerId')
    .select(['purchases.id', 'purchases.kind', 'purchases.orderId', 'purchases.status'])
    .select(['purchases.name', 'purchases.email', 'purchases.mailTo', 'purchases.currency'])
    .select(['purchases.subtotal', 'purchases.taxAmount', 'purchases.total', 'purchases.paymentIntentId'])
    .select('purchases.stripeAccountId')
    .select(['purchases.createdAt', 'purchases.paidAt', 'forms.files', 'sellers.name as sellerName'])
    .select(withdrawalTerms.as('terms'))
    .select((purchase) => [
      jsonObjectFrom(
        purchase
          .selectFrom('sellerDetails')
          .select(['name', 'shopName', ...party])
          .whereRef('sellerDetails.id', '=', 'purchases.sellerDetailsId'),
      ).as('sellerDetails'),
      jsonObjectFrom(
        purchase
          .selectFrom('buyerDetails')
          .select(['name', ...party])
          .where('purchaseId', '=', sql<string>`coalesce(purchases.order_id, purchases.id)`),
      ).as('buyerDetails'),
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseLines')
          .leftJoin('bumps', 'bumps.id', 'purchaseLines.bumpId')
          .leftJoin('offers', 'offers.id', 'purchaseLines.offerId')
          .select(['purchaseLines.title', 'purchaseLines.subtotal', 'purchaseLines.taxAmount'])
          .select('purchaseLines.total')
          .select(sql<FileAttachment[] | null>`coalesce(bumps.files, offers.files)`.as('files'))
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        purchase
          .selectFrom('fileOpenings')
          .select(['fileId', timeOf('first_at').as('firstAt'), timeOf('last_at').as('lastAt')])
          .whereRef('fileOpenings.purchaseId', '=', 'purchases.id')
          .orderBy('firstAt'),
      ).as('openings'),
      jsonArrayFrom(
        purchase
          .selectFrom('mails')
          .select(['kind', 'recipient', timeOf('created_at').as('createdAt'), timeOf('sent_at').as('sentAt')])
          .whereRef('mails.purchaseId', '=', 'purchases.id')
          // What the seller was told is no proof of what the buyer was.
          .where('userId', 'is', null)
          .orderBy('mails.id'),
      ).as('mails'),
      jsonArrayFrom(
        purchase
          .selectFrom('refunds')
          .select(['refunds.amount', 'refunds.status', timeOf('refunds.created_at').as('createdAt')])
          .whereRef('refunds.purchaseId', '=', 'purchases.id')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        purchase
          .selectFrom('disputes')
          .select(['disputes.id', 'reason', 'disputes.status', 'disputes.amount', 'disputes.currency'])
          .select(timeOf('disputes.created_at').as('createdAt'))
          .whereRef('disputes.purchaseId', '=', 'purchases.id')
          .orderBy('disputes.createdAt'),
      ).as('disputes'),
      jsonArrayFrom(
        purchase
          .selectFrom('withdrawals')
          .innerJoin('statedPurchases', 'statedPurchases.withdrawalId', 'withdrawals.id')
          .select(['withdrawals.kind', 'statement', 'refusedFor', timeOf('received_at').as('receivedAt')])
          .select(sql<boolean>`confirmed_at is not null`.as('isConfirmed'))
          .whereRef('statedPurchases.purchaseId', '=', 'purchases.id')
          .orderBy('receivedAt'),
      ).as('statements'),
    ])
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.id', '=', id)
    .executeTakeFirst()
}

function timeOf(column: string) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
