import { sql, type Kysely } from 'kysely'
import { likePattern } from '#foundation/db/like-pattern.ts'
import { prepareList, type ListOf } from '#foundation/db/prepare-list.ts'
import type { Database } from '#foundation/db/schema.ts'
import { withinScope } from '#foundation/db/seller-scope.ts'

export type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawals>>[number]

/** What a statement covers, and what became of it: the sums of its purchases as the books have them now. */
const sums = sql<{
  parts: number
  total: number
  returned: number
  isSettled: boolean
  isHeld: boolean
  currency: string | null
}>`
  select count(*)::int as parts, coalesce(sum(total), 0)::bigint as total,
    coalesce(sum(returned), 0)::bigint as returned, min(currency) as currency,
    coalesce(bool_and(returned >= total or is_reversed), false) as is_settled,
    coalesce(bool_or(is_held and returned < total and not is_reversed), false) as is_held
  from (
    select covered.total, covered.currency,
      (select coalesce(sum(amount), 0) from refunds
        where refunds.purchase_id = covered.id and refunds.status <> 'failed') as returned,
      exists (select from disputes where disputes.purchase_id = covered.id and disputes.status = 'lost') as is_reversed,
      exists (select from disputes where disputes.purchase_id = covered.id
        and disputes.status not like 'warning%' and disputes.status not in ('won', 'prevented')) as is_held
    from withdrawn_purchases join purchases covered on covered.id = withdrawn_purchases.purchase_id
    where withdrawn_purchases.withdrawal_id = withdrawals.id
  ) part`

function selectWithdrawals(db: Kysely<Database>) {
  return db
    .selectFrom('withdrawals')
    .innerJoinLateral(
      sql<{
        parts: number
        total: number
        returned: number
        isSettled: boolean
        isHeld: boolean
        currency: string | null
      }>`(${sums})`.as<'covered'>(sql.ref('covered')),
      (join) => join.onTrue(),
    )
    .leftJoin('purchases', 'purchases.id', 'withdrawals.purchaseId')
    .leftJoin('forms', 'forms.id', 'purchases.formId')
    .select(['withdrawals.id', 'withdrawals.receivedAt', 'withdrawals.name', 'withdrawals.email'])
    .select(['withdrawals.reference', 'withdrawals.purchaseId', 'withdrawals.confirmedAt'])
    .select(['withdrawals.refusedFor', 'forms.title'])
    .select(['covered.parts', 'covered.total', 'covered.returned', 'covered.currency'])
    .select(['covered.isSettled', 'covered.isHeld'])
}

const isOpen = sql<boolean>`(refused_for is null and not (covered.parts > 0 and covered.is_settled))`

/** Those that wait for the seller come first, the longest waiting on top; then the rest, newest first. */
export const listWithdrawals = prepareList((db, { scope, q, limit, offset }: ListOf<object>) => {
  const words = likePattern(q)
  return selectWithdrawals(db)
    .where(withinScope('withdrawals.sellerId', scope))
    .$if(q !== '', (query) =>
      query.where((row) =>
        row.or([row('withdrawals.email', 'ilike', words), row('withdrawals.name', 'ilike', words)]),
      ),
    )
    .orderBy(isOpen, 'desc')
    .orderBy(sql`case when ${isOpen} then received_at end`)
    .orderBy('withdrawals.id', 'desc')
    .limit(limit)
    .offset(offset)
})

export async function findListed(db: Kysely<Database>, id: string): Promise<WithdrawalRow | undefined> {
  return selectWithdrawals(db).where('withdrawals.id', '=', id).executeTakeFirst()
}
