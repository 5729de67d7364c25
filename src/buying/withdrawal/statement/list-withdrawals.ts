import { sql, type Kysely } from 'kysely'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import { hasWords } from '#foundation/db/search.ts'
import { prepareList, type ListOf } from '#foundation/lists/prepare-list.ts'
import type { Database } from '#foundation/db/schema.ts'
import { soldTitleForSeller } from '#payments/purchases/records/purchase-columns.ts'
import { withinScope } from '#foundation/lists/seller-scope.ts'
import { moneyState, beginsFree, isPaidLater } from '../refund/money-state.ts'

export type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawals>>[number]

type Sums = {
  /** The amount of the purchases that a statement covers, and the part that is refunded or on its way. */
  readonly total: number
  readonly returned: number
  readonly currency: string | null
  /** What accepting the statement would refund, and in which currency. Null for several currencies. */
  readonly due: number
  readonly dueCurrency: string | null
  readonly isHeld: boolean
  /** Whether one of the purchases is neither covered by a statement nor refunded. */
  readonly isLeft: boolean
  readonly isOpen: boolean
}

/** Totals over the purchases that a statement covers or refers to, according to current records. */
export const sums = sql<Sums>`(
  select coalesce(sum(total) filter (where is_own), 0)::bigint as total,
    coalesce(sum(returned) filter (where is_own), 0)::bigint as returned,
    min(currency) filter (where is_own) as currency,
    coalesce(sum(total - returned - kept) filter (where is_due), 0)::bigint as due,
    case when count(distinct currency) filter (where is_due) = 1 then min(currency) filter (where is_due) end as due_currency,
    coalesce(bool_or(is_held and is_own), false) as is_held,
    coalesce(bool_or(is_free and (goes_on or not is_settled)), false) as is_left,
    withdrawals.refused_for is null and not (
      withdrawals.confirmed_at is not null and (withdrawals.kind = 'cancellation' or coalesce(bool_and(
        case
          when is_own then is_settled and not (goes_on and asks_first and withdrawals.decided_by is null)
          when is_free then is_settled and not goes_on
          else true
        end), false))
    ) as is_open
  from (
    select purchases.total, purchases.currency, money.returned, money.kept, money.is_settled, money.is_held,
      not money.is_settled and coalesce(covered.withdrawal_id = withdrawals.id, true) as is_due,
      goes_on,
      goes_on and (
        covered.waits_because is not null
        or coalesce((${withdrawalTerms})->>'onWithdrawal' = 'ask_me', false)) as asks_first,
      coalesce(covered.withdrawal_id = withdrawals.id, false) as is_own, covered.withdrawal_id is null as is_free
    from (
      select purchase_id from stated_purchases where stated_purchases.withdrawal_id = withdrawals.id
      union
      select purchase_id from withdrawn_purchases where withdrawn_purchases.withdrawal_id = withdrawals.id
    ) about
    join purchases_view as purchases on purchases.id = about.purchase_id
    cross join lateral ${moneyState} money
    cross join lateral (select ${beginsFree} or ${isPaidLater} as goes_on) beginning
    left join withdrawn_purchases covered on covered.purchase_id = purchases.id
  ) part
)`

function selectWithdrawals(db: Kysely<Database>) {
  return db
    .selectFrom('withdrawals')
    .innerJoinLateral(sums.as<'covered'>(sql.ref('covered')), (join) => join.onTrue())
    .leftJoin('purchasesView as purchases', 'purchases.id', 'withdrawals.purchaseId')
    .leftJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['withdrawals.id', 'withdrawals.kind', 'withdrawals.cause', 'withdrawals.endsOn'])
    .select(['withdrawals.receivedAt', 'withdrawals.name', 'withdrawals.email', 'withdrawals.language'])
    .select(['withdrawals.reference', 'withdrawals.purchaseId', 'withdrawals.confirmedAt'])
    .select([
      'withdrawals.fits',
      'withdrawals.refusedFor',
      soldTitleForSeller.$castTo<string | null>().as('title'),
    ])
    .select(sql<boolean>`withdrawals.next_check_at is not null`.as('isWaiting'))
    .select(['covered.total', 'covered.returned', 'covered.currency', 'covered.due', 'covered.dueCurrency'])
    .select(['purchases.paidAt', withdrawalTerms.as('terms')])
    .select(['covered.isHeld', 'covered.isLeft', 'covered.isOpen', 'withdrawals.decidedBy'])
}

/** Lists statements: first the open ones, with the longest waiting on top, and then the others, newest first. */
export const listWithdrawals = prepareList((db, { scope, q, limit, offset }: ListOf<object>) => {
  return selectWithdrawals(db)
    .where(withinScope('withdrawals.sellerId', scope))
    .$if(q !== '', (query) =>
      query.where(
        hasWords(q, [
          sql`withdrawals.email`,
          sql`withdrawals.name`,
          sql`coalesce(withdrawals.reference, '')`,
        ]),
      ),
    )
    .orderBy('covered.isOpen', 'desc')
    .orderBy(sql`case when covered.is_open then received_at end`)
    .orderBy('withdrawals.id', 'desc')
    .limit(limit)
    .offset(offset)
})

export async function findListed(db: Kysely<Database>, id: string): Promise<WithdrawalRow | undefined> {
  return selectWithdrawals(db).where('withdrawals.id', '=', id).executeTakeFirst()
}

export async function listThese(db: Kysely<Database>, ids: readonly string[]): Promise<WithdrawalRow[]> {
  return selectWithdrawals(db).where('withdrawals.id', 'in', ids).execute()
}

/** The open statements about a purchase or about its order. */
export async function listOpenOf(db: Kysely<Database>, purchaseId: string): Promise<WithdrawalRow[]> {
  return selectWithdrawals(db)
    .where('withdrawals.id', 'in', (of) =>
      of.selectFrom('statedPurchases').select('withdrawalId').where('purchaseId', '=', purchaseId),
    )
    .where('covered.isOpen', '=', true)
    .orderBy('withdrawals.id')
    .execute()
}

/** Open statements are counted only up to this number. */
const mostCounted = 100

/** The number of a seller's open statements, and when the oldest open withdrawal was received. */
export async function countOpen(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ open: number; oldest: Date | null }> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('withdrawals')
        .innerJoinLateral(sums.as<'covered'>(sql.ref('covered')), (join) => join.onTrue())
        .select(['withdrawals.kind', 'withdrawals.receivedAt'])
        .where('withdrawals.sellerId', '=', sellerId)
        .where('withdrawals.refusedFor', 'is', null)
        .where('covered.isOpen', '=', true)
        .orderBy('withdrawals.id')
        .limit(mostCounted)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .select(sql<Date | null>`min(received_at) filter (where kind = 'withdrawal')`.as('oldest'))
    .executeTakeFirstOrThrow()
}

/**
 * Counts the withdrawals that are waiting for the seller, up to a limit, except those from strangers and
 * those whose money a bank is holding.
 */
export async function countUndecided(db: Kysely<Database>, sellerId: string): Promise<number> {
  const { open } = await db
    .selectFrom((from) =>
      from
        .selectFrom('withdrawals')
        .innerJoinLateral(sums.as<'covered'>(sql.ref('covered')), (join) => join.onTrue())
        .select('withdrawals.id')
        .where('withdrawals.sellerId', '=', sellerId)
        .where('withdrawals.kind', '=', 'withdrawal')
        .where('withdrawals.confirmedAt', 'is not', null)
        .where('withdrawals.refusedFor', 'is', null)
        .where('covered.isOpen', '=', true)
        .where('covered.isHeld', '=', false)
        .limit(mostCounted)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  return open
}

/** Open withdrawals received in this period whose seller has not been reminded of the refund. */
export async function listToRemind(
  db: Kysely<Database>,
  { after, upTo }: { readonly after: Date; readonly upTo: Date },
): Promise<{ id: string; purchaseId: string; sellerId: string | null }[]> {
  return db
    .selectFrom('withdrawals')
    .innerJoinLateral(sums.as<'covered'>(sql.ref('covered')), (join) => join.onTrue())
    .select(['withdrawals.id', 'withdrawals.purchaseId', 'withdrawals.sellerId'])
    .where('withdrawals.kind', '=', 'withdrawal')
    .where('withdrawals.refusedFor', 'is', null)
    .where('withdrawals.remindedAt', 'is', null)
    .where('withdrawals.purchaseId', 'is not', null)
    .where('withdrawals.receivedAt', '>', after)
    .where('withdrawals.receivedAt', '<=', upTo)
    .where('covered.isOpen', '=', true)
    .$narrowType<{ purchaseId: string }>()
    .execute()
}
