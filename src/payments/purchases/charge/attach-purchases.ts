import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import { redirectWaiting } from '#foundation/mail/change-mails.ts'
import type { Services } from '#registry/services.ts'

/** Attaches purchases from before there were customers, and their renewals. */
export async function attachPurchases({ db }: Pick<Services, 'db'>): Promise<number> {
  await followMerges(db)
  return pruneRound(() => attachBatch(db, pruneBatch))
}

/**
 * Returns how many purchases were attached. Locked rows are skipped. Each batch looks for the remaining rows, so no
 * progress needs to be stored.
 */
async function attachBatch(db: Kysely<Database>, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with nobodys as materialized (
      select id, seller_id, email, name, paid_at, mail_to, lower(coalesce(mail_to, email)) as email_key
      from purchases where customer_id is null and paid_at is not null
      order by id limit ${limit} for update skip locked
    ),
    known as (
      insert into customers (id, seller_id, email_key, email, name, first_paid_at)
      select distinct on (seller_id, email_key)
        gen_random_uuid(), seller_id, email_key, coalesce(mail_to, email), name, paid_at
      from nobodys order by seller_id, email_key, paid_at
      on conflict (seller_id, email_key) do update
        set first_paid_at = least(customers.first_paid_at, excluded.first_paid_at)
      returning coalesce(merged_into, id) as id, seller_id, email_key
    )
    update purchases set customer_id = known.id
    from nobodys join known using (seller_id, email_key)
    where purchases.id = nobodys.id`.execute(db)
  return Number(numAffectedRows)
}

async function followMerges(db: Kysely<Database>): Promise<void> {
  await sql`
    update purchases set customer_id = gone.merged_into from customers_view gone
    where gone.merged_into is not null
      and purchases.seller_id = gone.seller_id and purchases.customer_id = gone.id`.execute(db)
}

export async function givePurchases(
  tx: Transaction<Database>,
  sellerId: string,
  from: string,
  to: string,
): Promise<string[]> {
  const given = await tx
    .updateTable('purchases')
    .set({ customerId: to })
    .where('sellerId', '=', sellerId)
    .where('customerId', '=', from)
    .returning('id')
    .execute()
  return given.map(({ id }) => id)
}

/** Undoes `givePurchases`, including later payments of those orders and later purchases with those email addresses. */
export async function takeBackPurchases(
  tx: Transaction<Database>,
  given: {
    readonly sellerId: string
    readonly from: string
    readonly to: string
    readonly ids: readonly string[]
    readonly emailKeys: readonly string[]
  },
): Promise<void> {
  // Uses the purchase's own address and not the corrected one, because the corrected one can belong to the other
  // customer.
  await sql`
    update purchases set customer_id = ${given.to}
    where seller_id = ${given.sellerId} and customer_id = ${given.from}
      and (id = any(${given.ids}) or order_id = any(${given.ids}) or lower(email) = any(${given.emailKeys}))`.execute(
    tx,
  )
  await sql`
    update customers set first_paid_at = coalesce(
      (select min(paid_at) from purchases where seller_id = ${given.sellerId} and customer_id = customers.id),
      first_paid_at
    )
    where id in (${given.from}, ${given.to})`.execute(tx)
}

/**
 * Redirects emails about a customer's purchases from these addresses to another. This includes emails not sent yet, and
 * unpaid additions to the customer's orders, which have no customer yet. Keys sent to the old addresses stop working.
 */
export async function redirectMails(
  tx: Transaction<Database>,
  customer: { readonly id: string; readonly sellerId: string },
  emailKeys: readonly string[],
  to: string,
): Promise<void> {
  const wentThere = sql<boolean>`lower(coalesce(mail_to, email)) = any(${emailKeys})`
  const redirected = {
    mailTo: to,
    // An address that differs only in upper and lower case is the same mailbox.
    keyGeneration: sql<number>`key_generation
      + case when lower(coalesce(mail_to, email)) = lower(${to}) then 0 else 1 end`,
  }
  const own = await tx
    .updateTable('purchases')
    .set(redirected)
    .where('sellerId', '=', customer.sellerId)
    .where('customerId', '=', customer.id)
    .where(wentThere)
    .returning('id')
    .execute()
  const added = await tx
    .updateTable('purchases')
    .set(redirected)
    .where('customerId', 'is', null)
    .where('orderId', 'in', (of) =>
      of
        .selectFrom('purchases as orders')
        .select('orders.id')
        .where('orders.sellerId', '=', customer.sellerId)
        .where('orders.customerId', '=', customer.id),
    )
    .where(wentThere)
    .returning('id')
    .execute()
  const ids = [...own, ...added].map(({ id }) => id)
  await redirectWaiting(tx, { purchaseIds: ids, from: emailKeys, to })
}

export async function attachTo(
  tx: Transaction<Database>,
  customer: { readonly id: string; readonly sellerId: string },
  emailKey: string,
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({ customerId: customer.id })
    .where('sellerId', '=', customer.sellerId)
    .where('customerId', 'is', null)
    .where('paidAt', 'is not', null)
    .where(sql`lower(coalesce(mail_to, email))`, '=', emailKey)
    .execute()
}
