import {
  sql,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A subscription as it is stored. Every amount is in minor units of its `currency`. */
export type Subscription = Selectable<Database['subscriptions']>
export type NewSubscription = Insertable<Database['subscriptions']>
type Change = Updateable<Database['subscriptions']>

export async function insertSubscription(tx: Transaction<Database>, row: NewSubscription): Promise<void> {
  await tx.insertInto('subscriptions').values(row).execute()
}

export async function findByOrder(db: Kysely<Database>, orderId: string): Promise<Subscription | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export async function findByProviderId(
  db: Kysely<Database>,
  account: string,
  stripeSubscriptionId: string,
): Promise<Subscription | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('stripeAccountId', '=', account)
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .executeTakeFirst()
}

export async function listByCustomer(
  db: Kysely<Database>,
  account: string,
  stripeCustomerId: string,
): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('stripeAccountId', '=', account)
    .where('stripeCustomerId', '=', stripeCustomerId)
    .execute()
}

/** Changes a subscription. Undefined, with nothing written, if it has changed since it was read. */
export async function changeSubscription(
  db: Kysely<Database> | Transaction<Database>,
  { id, revision }: Pick<Subscription, 'id' | 'revision'>,
  change: Change,
): Promise<Subscription | undefined> {
  return db
    .updateTable('subscriptions')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
}

/** Changes a subscription at any revision. Only for changes that do not depend on its state. */
export async function scheduleCheck(db: Kysely<Database>, id: string, at: Date | null): Promise<void> {
  await db.updateTable('subscriptions').set({ nextCheckAt: at }).where('id', '=', id).execute()
}

export async function saveCard(
  db: Kysely<Database>,
  id: string,
  card: { readonly brand: string; readonly last4: string } | null,
): Promise<void> {
  const changed = { cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null, cardEndsBeforeDue: null }
  await db.updateTable('subscriptions').set(changed).where('id', '=', id).execute()
}

type ObjectKey = Pick<Selectable<Database['providerObjects']>, 'stripeAccountId' | 'kind' | 'fingerprint'>

export async function findProviderObjects(
  db: Kysely<Database>,
  account: string,
  fingerprints: readonly string[],
) {
  return db
    .selectFrom('providerObjects')
    .select(['kind', 'fingerprint', 'stripeId'])
    .where('stripeAccountId', '=', account)
    .where('fingerprint', 'in', fingerprints)
    .execute()
}

/**
 * Stores an object at the provider for reuse. If two are created at the same time, the first is stored, and
 * both work.
 */
export async function rememberProviderObject(
  db: Kysely<Database>,
  key: ObjectKey,
  stripeId: string,
): Promise<void> {
  await db
    .insertInto('providerObjects')
    .values({ ...key, stripeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets stored objects after Stripe has rejected one of them, such as a product that the seller deleted there. */
export async function evictProviderObjects(
  db: Kysely<Database>,
  account: string,
  fingerprints: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('providerObjects')
    .where('stripeAccountId', '=', account)
    .where('fingerprint', 'in', fingerprints)
    .execute()
}

/** Whether any buyer of the seller would be charged again, or could be after bank authentication. */
export async function hasRunningSubscriptions(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  const running = await db
    .selectFrom('subscriptions')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'subscriptions.orderId')
    .select('subscriptions.id')
    .where('subscriptions.sellerId', '=', sellerId)
    .where((row) =>
      row.or([
        row('subscriptions.status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused']),
        row.and([
          row('subscriptions.status', '=', 'incomplete'),
          row.or([
            row('purchases.status', 'in', ['created', 'requires_action', 'unknown', 'processing']),
            // A failed debit counts as over only once its subscription has ended, because a bank can still be
            // processing a later payment.
            row.and([row('purchases.status', '=', 'failed'), row('purchases.settlesBy', 'is not', null)]),
          ]),
        ]),
      ]),
    )
    // A subscription that is being paid off early continues if that fails.
    .where((row) => row.or([row('cancelAtPeriodEnd', '=', false), row('payoffPurchaseId', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

/** Waives the open balances of ended plans for a seller who leaves. The job voids the invoices. */
export async function giveUpOwed(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      cancellation: 'now',
      cancellationBy: 'seller',
      cancellationAt: now,
      nextCheckAt: now,
      updatedAt: now,
    })
    .set((row) => ({ revision: sql`${row.ref('revision')} + 1` }))
    .where('sellerId', '=', sellerId)
    .where('status', '=', 'canceled')
    .where('unpaidInvoiceId', 'is not', null)
    .execute()
}

/**
 * Trials followed by a payment whose reminder is due, earliest first. This includes trials whose own payment a bank may
 * still be processing, because Stripe still charges on the announced day.
 */
export async function listToRemind(db: Kysely<Database>, now: Date, limit: number): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('trialReminderAt', '<=', now)
    .where('status', 'in', ['trialing', 'incomplete'])
    .where('trialEnd', '>', now)
    .where(isPaidAfter('trialEnd'))
    .orderBy('trialReminderAt')
    .limit(limit)
    .execute()
}

/** Subscriptions whose next payment must be checked for a notice, earliest first. */
export async function listToNotice(db: Kysely<Database>, now: Date, limit: number): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('renewalNoticeAt', '<=', now)
    .where('status', 'in', ['active', 'paused'])
    .where('currentPeriodEnd', '>', now)
    .where(isPaidAfter('currentPeriodEnd'))
    .orderBy('renewalNoticeAt')
    .limit(limit)
    .execute()
}

/** Subscriptions whose card must be checked before their next payment, earliest first. */
export async function listCardsToCheck(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('cardCheckAt', '<=', now)
    .where('status', 'in', ['active', 'trialing', 'paused'])
    .where('currentPeriodEnd', '>', now)
    .where(isPaidAfter('currentPeriodEnd'))
    .orderBy('cardCheckAt')
    .limit(limit)
    .execute()
}

/** Whether a payment follows at that time, because the subscription was not canceled, here or on Stripe. */
function isPaidAfter(time: 'trialEnd' | 'currentPeriodEnd') {
  return (row: ExpressionBuilder<Database, 'subscriptions'>) =>
    row.or([
      row('cancellation', '=', 'resume'),
      row.and([
        row('cancellation', 'is', null),
        row('cancelAtPeriodEnd', '=', false),
        // The subscription was canceled on Stripe for that day.
        row.or([row('cancelAt', 'is', null), row('cancelAt', '>', row.ref(time))]),
      ]),
    ])
}
