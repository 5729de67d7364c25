import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import type { BrandedShop } from '#buying/checkout/page/brand.ts'
import { emailHas } from '#foundation/db/search.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { WaitsBecause } from '#foundation/db/tables/withdrawals.ts'
import { soldTitle, mailAddress } from '#payments/purchases/records/purchase-columns.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { moneyState, beginsFree, isFirstFull, isPaidLater, stands } from './refund/money-state.ts'

export type Withdrawal = Selectable<Database['withdrawals']>
export type NewWithdrawal = Insertable<Database['withdrawals']>

/** A statement, once for its id: false when it is there already. */
export async function insertWithdrawal(tx: Transaction<Database>, row: NewWithdrawal): Promise<boolean> {
  const written = await tx
    .insertInto('withdrawals')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The same statement once more, for another shop or for one purchase alone; its receipt was sent with the first. */
export function statedAnew({
  kind,
  cause,
  endsOn,
  name,
  email,
  reference,
  statement,
  receivedAt,
}: Withdrawal): NewWithdrawal {
  return { id: newId(), purchaseId: null, kind, cause, endsOn, name, email, reference, statement, receivedAt }
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

/** Changes a statement that nobody has refused meanwhile; undefined when somebody has. */
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

/** What a statement covers from now on, each with why it waits for its seller, if it does. */
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

/** Records how much of what a statement covers was performed. */
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

/** How much of a service was performed, in whole hundredths. */
export type Performed = { readonly purchaseId: string; readonly percentage: number }

/** Keeps orders from every other refund, dispute and withdrawal until the transaction ends. */
export async function lockOrders(tx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockPurchase(tx, id)
}

/** Whether nobody has refused a statement. */
export async function isUnrefused(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await findWithdrawal(db, id)
  return row !== undefined && row.refusedFor === null
}

/** Records what a statement is about, covered by it or not. */
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

/** A paid purchase as a withdrawal sees it; amounts in minor units of `currency`. */
export type Part = Awaited<ReturnType<typeof listParts>>[number]

type Which =
  | { readonly orderId: string }
  /** What a statement covers. */
  | { readonly withdrawalId: string }
  | { readonly withdrawalIds: readonly string[] }
  /** What a statement is about. */
  | { readonly statedBy: string }
  | { readonly ids: readonly string[] }

/** Purchases with their money; only what was paid. */
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

/**
 * The payments that a withdrawal from an order gives back with it: those of the time in which it could be withdrawn from
 * (`until`), and those that were charged although somebody had withdrawn. What was paid between is for what was had.
 */
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
            .where(stands),
        ),
      ]),
    )
    .execute()
}

/** A statement about parts of an order that it does not cover; `isElsewhere`: it is about what else is not covered. */
export type EarlierStatement = {
  readonly id: string
  readonly receivedAt: Date
  readonly purchaseIds: string[]
  /** Nobody has shown yet that it comes from the buyer, and nobody has closed it. */
  readonly isWaiting: boolean
  readonly isElsewhere: boolean
}

/** Statements about parts of an order that they do not cover, and nobody has refused; the oldest first. */
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
    .where(stands)
    .where('withdrawnPurchases.purchaseId', 'is', null)
    .groupBy('withdrawals.id')
    .orderBy('withdrawals.receivedAt')
    .execute()
}

/** The orders whose mails go to an address, paid since a time, the newest first; of one seller, or of all. */
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

/**
 * The orders of subscriptions that can still be canceled, those with whose first payment a bank is among them: these, or those
 * of an address; of one seller, or of all.
 */
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
        // Its first debit came back, and it goes on at the provider.
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

/** Of all sellers only the words of an address have an index, and none where it was corrected. */
function isOfAddress(email: string, sellerId: string | null) {
  return sellerId === null
    ? sql<boolean>`(purchases.mail_to is null
        and ${emailHas(sql`purchases.email`, email)} and lower(purchases.email) = ${email.toLowerCase()})`
    : sql<boolean>`(purchases.seller_id = ${sellerId} and lower(${mailAddress}) = ${email.toLowerCase()})`
}

/** The shop with this id, or of the form with this id, as it shows itself now. */
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
