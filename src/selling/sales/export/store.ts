import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { likePattern } from '#foundation/db/like-pattern.ts'
import type { Database } from '#foundation/db/schema.ts'

export type ExportedSale = Awaited<ReturnType<typeof listBatch>>[number]

/** Whose purchases: those whose time (when they were paid, or else made) is from `from` on and before `to`. */
export type Wanted = {
  readonly sellerId: string
  readonly q: string
  readonly from: Date | null
  readonly to: Date
}

/** Where the last batch ended; its time is text, because the database's is finer than a Date. */
export type Position = { readonly at: string; readonly id: string }

export async function listBatch(
  db: Kysely<Database>,
  { sellerId, q, from, to }: Wanted,
  after: Position | null,
  limit: number,
) {
  const at = sql<Date>`coalesce(purchases.paid_at, purchases.created_at)`
  const words = likePattern(q)
  return db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .select([
      'purchases.id',
      'purchases.orderId',
      'purchases.kind',
      'purchases.status',
      'forms.title as form',
    ])
    .select(['purchases.name', 'purchases.email', 'purchases.currency', 'purchases.subtotal'])
    .select(['purchases.taxAmount', 'purchases.total', 'purchases.applicationFeeAmount'])
    .select([
      'purchases.paymentIntentId',
      'purchases.paidAt',
      at.as('at'),
      sql<string>`${at}::text`.as('key'),
    ])
    .select((sale) => [
      sql<string | null>`(
        select string_agg(title, '; ' order by position) from purchase_lines where purchase_id = purchases.id
      )`.as('lines'),
      sql<number>`(
        select coalesce(sum(amount), 0)::bigint from refunds where purchase_id = purchases.id and status = 'succeeded'
      )`.as('refunded'),
      jsonArrayFrom(
        sale
          .selectFrom('disputes')
          .select(['disputes.status', 'disputes.amount'])
          .whereRef('disputes.purchaseId', '=', 'purchases.id'),
      ).as('disputes'),
    ])
    .where('purchases.sellerId', '=', sellerId)
    .where(at, '<', to)
    .$if(from !== null, (query) => query.where(at, '>=', from))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${at}, purchases.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .$if(q !== '', (query) =>
      query.where((sale) =>
        sale.or([sale('purchases.email', 'ilike', words), sale('purchases.name', 'ilike', words)]),
      ),
    )
    .orderBy(at)
    .orderBy('purchases.id')
    .limit(limit)
    .execute()
}
