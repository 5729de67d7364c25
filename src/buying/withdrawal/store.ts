import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import type { BrandedShop } from '#buying/checkout/page/brand.ts'
import { emailHas } from '#foundation/db/search.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { WaitsBecause } from '#foundation/db/tables/withdrawals.ts'
import { soldTitle, mailAddress } from '#payments/purchases/records/purchase-columns.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { moneyState, beginsFree, isFirstFull, isPaidLater, isValidStatement } from './refund/money-state.ts'

export type Withdrawal = Selectable<Database['withdrawals']>
export type NewWithdrawal = Insertable<Database['withdrawals']>

/** Inserts a statement once for its id. Returns false if it exists already. */
export async function insertWithdrawal(tx: Transaction<Database>, row: NewWithdrawal): Promise<boolean> {
  const written = await tx
    .insertInto('withdrawals')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** A copy of a statement for another shop or a single purchase. Its receipt was sent with the original. */
export function statedAnew({
  kind,
  cause,
  endsOn,
  name,
  email,
  reference,
  statement,
  receivedAt,
  language,
}: Withdrawal): NewWithdrawal {
  const said = { kind, cause, endsOn, name, email, reference, statement, receivedAt, language }
  return { id: newId(), purchaseId: null, ...said }
}

export async function listWithdrawalsById(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Withdrawal[]> {
  return db.selectFrom('withdrawals').selectAll().where('id', 'in', ids).orderBy('receivedAt').execute()
}

export async function findWithdrawal(db: Kysely<Database>, id: string): Promise<Withdrawal | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
}

type Change = Partial<Omit<Withdrawal, 'id' | 'receivedAt' | 'statement'>>

/** Changes a statement, or returns undefined if it has been declined. */
export async function changeOpen(
  tx: Kysely<Database>,
  id: string,
  change: Change,
): Promise<Withdrawal | undefined> {
  return tx
    .updateTable('withdrawals')
    .set(change)
    .where('id', '=', id)
    .where('refusedFor', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Records a reminder, and returns whether it is the seller's first for a statement they have not declined. */
export async function markReminded(tx: Kysely<Database>, id: string, remindedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('withdrawals')
    .set({ remindedAt })
    .where('id', '=', id)
    .where('refusedFor', 'is', null)
    .where('remindedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Adds purchases that a statement covers, each with the reason why it waits for the seller, if it does. */
export async function addPurchases(
  tx: Kysely<Database>,
  withdrawalId: string,
  covered: readonly { readonly id: string; readonly waitsBecause?: WaitsBecause | null }[],
): Promise<void> {
  if (covered.length === 0) return
  await tx
    .insertInto('withdrawnPurchases')
    .values(covered.map(({ id, waitsBecause = null }) => ({ purchaseId: id, withdrawalId, waitsBecause })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function setPerformed(
  tx: Kysely<Database>,
  withdrawalId: string,
  purchaseId: string,
  percentage: number | null,
): Promise<void> {
  await tx
    .updateTable('withdrawnPurchases')
    .set({ performedPercentage: percentage })
    .where('withdrawalId', '=', withdrawalId)
    .where('purchaseId', '=', purchaseId)
    .execute()
}

/** How much of a service was performed, in whole percent. */
export type Performed = { readonly purchaseId: string; readonly percentage: number }

/** Locks orders against other refunds, disputes and withdrawals until the transaction ends. */
export async function lockOrders(tx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockPurchase(tx, id)
}

export async function isUnrefused(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await findWithdrawal(db, id)
  return row !== undefined && row.refusedFor === null
}

/** Records the purchases that a statement is about, whether or not it covers them. */
export async function addStated(
  tx: Kysely<Database>,
  withdrawalId: string,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length === 0) return
  await tx
    .insertInto('statedPurchases')
    .values(purchaseIds.map((purchaseId) => ({ purchaseId, withdrawalId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A paid purchase that can be part of a withdrawal. Amounts are in minor units of `currency`. */
export type Part = Awaited<ReturnType<typeof listParts>>[number]

type Which =
  | { readonly orderId: string }
  /** Covered by a statement. */
  | { readonly withdrawalId: string }
  | { readonly withdrawalIds: readonly string[] }
  /** The purchases that a statement refers to, whether or not it covers them. */
  | { readonly statedBy: string }
  | { readonly ids: readonly string[] }

export async function listParts(db: Kysely<Database>, which: Which) {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoinLateral(moneyState.as<'money'>(sql.ref('money')), (join) => join.onTrue())
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .leftJoin('withdrawnPurchases', 'withdrawnPurchases.purchaseId', 'purchases.id')
    .select(['purchases.id', 'purchases.kind', 'purchases.orderId', 'purchases.total', 'purchases.currency'])
    .select([
      'withdrawnPurchases.withdrawalId',
      'withdrawnPurchases.waitsBecause',
      'money.returned',
      'money.kept',
      'money.isSettled',
      'money.isDone',
    ])
    .select(['money.isReversed', 'money.isHeld', 'money.isUntold', 'money.failedRefunds'])
    .select([sql<Date>`purchases.paid_at`.as('paidAt'), withdrawalTerms.as('terms')])
    .select([beginsFree.as('beginsFree'), isPaidLater.as('isPaidLater'), isFirstFull.as('isFirstFull')])
    .select((part) =>
      part.fn
        .coalesce(
          part
            .selectFrom('purchaseLinesView as purchaseLines')
            .select('purchaseLines.title')
            .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
            .where('purchases.kind', '=', 'offer')
            .where('purchaseLines.position', '=', 0),
          soldTitle,
        )
        .as('title'),
    )
    .where('purchases.paidAt', 'is not', null)
    .where(isOf(which))
    .orderBy('purchases.id')
    .execute()
}

function isOf(which: Which) {
  if ('orderId' in which) return ofOrder(which.orderId)
  if ('withdrawalIds' in which)
    return sql<boolean>`withdrawn_purchases.withdrawal_id = any(${which.withdrawalIds}::uuid[])`
  if ('withdrawalId' in which) return sql<boolean>`withdrawn_purchases.withdrawal_id = ${which.withdrawalId}`
  return 'ids' in which
    ? sql<boolean>`purchases.id = any(${which.ids})`
    : sql<boolean>`purchases.id in (
        select purchase_id from stated_purchases where stated_purchases.withdrawal_id = ${which.statedBy})`
}

function ofOrder(orderId: string) {
  return sql<boolean>`(purchases.id = ${orderId} or purchases.order_id = ${orderId})`
}

/** The later payments to refund with an order: up to `until`, and after a withdrawal. All others paid for real use. */
export async function listRenewals(
  db: Kysely<Database>,
  orderId: string,
  until: Date,
): Promise<{ id: string }[]> {
  return db
    .selectFrom('purchasesView as purchases')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['renewal', 'payoff'])
    .where((row) =>
      row.or([
        row('paidAt', '<=', until),
        row('paidAt', '>=', (of) =>
          of
            .selectFrom('withdrawals')
            .innerJoin('statedPurchases', 'statedPurchases.withdrawalId', 'withdrawals.id')
            .select(({ fn }) => fn.min('receivedAt').as('receivedAt'))
            .where('statedPurchases.purchaseId', '=', orderId)
            .where(isValidStatement),
        ),
      ]),
    )
    .execute()
}

/**
 * A statement about parts of an order that it does not cover. `isElsewhere` means that it is also about other orders.
 */
export type EarlierStatement = {
  readonly id: string
  readonly receivedAt: Date
  readonly purchaseIds: string[]
  /** Whether it is neither confirmed to come from the buyer nor closed. */
  readonly isWaiting: boolean
  readonly isElsewhere: boolean
}

/** Statements that were not declined about parts of an order that they do not cover, oldest first. */
export async function listEarlier(db: Kysely<Database>, orderId: string): Promise<EarlierStatement[]> {
  return db
    .selectFrom('withdrawals')
    .innerJoin('statedPurchases', 'statedPurchases.withdrawalId', 'withdrawals.id')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'statedPurchases.purchaseId')
    .leftJoin('withdrawnPurchases', (covered) =>
      covered
        .onRef('withdrawnPurchases.withdrawalId', '=', 'withdrawals.id')
        .onRef('withdrawnPurchases.purchaseId', '=', 'purchases.id'),
    )
    .select(['withdrawals.id', 'withdrawals.receivedAt'])
    .select(sql<string[]>`array_agg(purchases.id)`.as('purchaseIds'))
    .select(sql<boolean>`withdrawals.confirmed_at is null and refused_for is null`.as('isWaiting'))
    .select(
      sql<boolean>`coalesce(fits <> 'email', true) and exists (
        select from stated_purchases other join purchases_view named on named.id = other.purchase_id
        where other.withdrawal_id = withdrawals.id and coalesce(named.order_id, named.id) <> ${orderId}
          and not exists (select from withdrawn_purchases done where done.purchase_id = named.id))`.as(
        'isElsewhere',
      ),
    )
    .where(ofOrder(orderId))
    .where(isValidStatement)
    .where('withdrawnPurchases.purchaseId', 'is', null)
    .groupBy('withdrawals.id')
    .orderBy('withdrawals.receivedAt')
    .execute()
}

/** The orders of an email address that were paid since a time, newest first, from one seller or from all. */
export async function listOrdersOf(
  db: Kysely<Database>,
  email: string,
  sellerId: string | null,
  since: Date,
) {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['purchases.id', 'purchases.sellerId', soldTitle.as('title')])
    .where(isOfAddress(email, sellerId))
    .where('purchases.kind', '=', 'order')
    .where('purchases.paidAt', '>', since)
    .orderBy('purchases.id', 'desc')
    .limit(50)
    .execute()
}

export type SubscribedOrder = Awaited<ReturnType<typeof listSubscribedOrders>>[number]

/** The orders of subscriptions that can still be canceled, even if a bank is processing their first payment. */
export async function listSubscribedOrders(
  db: Kysely<Database>,
  which: { readonly sellerId: string | null } & (
    | { readonly ids: readonly string[] }
    | { readonly email: string }
  ),
) {
  return db
    .selectFrom('subscriptionsView as subscriptions')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'subscriptions.orderId')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['purchases.id', 'purchases.sellerId', soldTitle.as('title'), mailAddress.as('email')])
    .where('subscriptions.status', 'not in', ['incomplete_expired', 'canceled'])
    .where((row) =>
      row.or([
        row('subscriptions.status', '!=', 'incomplete'),
        row('purchases.status', '=', 'processing'),
        // The first debit of the subscription was returned, but it continues on Stripe.
        row.and([row('purchases.status', '=', 'failed'), row('purchases.settlesBy', 'is not', null)]),
      ]),
    )
    .where('ids' in which ? isOneOf(which.ids) : isOfAddress(which.email, which.sellerId))
    .$if(which.sellerId !== null, (query) => query.where('purchases.sellerId', '=', which.sellerId ?? ''))
    .orderBy('purchases.id', 'desc')
    .limit(20)
    .execute()
}

function isOneOf(ids: readonly string[]) {
  return sql<boolean>`purchases.id = any(${ids}::uuid[])`
}

/** A search across all sellers can use only the index on words of email addresses, which has no corrected ones. */
function isOfAddress(email: string, sellerId: string | null) {
  return sellerId === null
    ? sql<boolean>`(purchases.mail_to is null
        and ${emailHas(sql`purchases.email`, email)} and lower(purchases.email) = ${email.toLowerCase()})`
    : sql<boolean>`(purchases.seller_id = ${sellerId} and lower(${mailAddress}) = ${email.toLowerCase()})`
}

/** The shop with this id, or the shop of the form with this id, with its current look. */
export async function findShop(
  db: Kysely<Database>,
  which: { readonly sellerId: string } | { readonly formId: string },
): Promise<(BrandedShop & { readonly id: string }) | undefined> {
  return db
    .selectFrom('sellersView as sellers')
    .select(['id', 'name as sellerName', 'logo', 'wideLogo', 'contactEmail', 'website', 'brandColor', 'font'])
    .$if('sellerId' in which, (query) => query.where('id', '=', 'sellerId' in which ? which.sellerId : ''))
    .$if('formId' in which, (query) =>
      query.where('id', 'in', (of) =>
        of
          .selectFrom('formsView as forms')
          .select('forms.sellerId')
          .where('forms.id', '=', 'formId' in which ? which.formId : ''),
      ),
    )
    .executeTakeFirst()
}
