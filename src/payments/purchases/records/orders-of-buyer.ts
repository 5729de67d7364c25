import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The orders of an address on a form. */
export type OrdersOf = { readonly formId: string; readonly email: string }

/** The lock under which a buyer's orders of a form begin, see `insertPurchase`. */
export async function lockOrders(tx: Transaction<Database>, { formId, email }: OrdersOf): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('order ' || ${formId}::uuid || ' ' || lower(${email}), 0))`.execute(
    tx,
  )
}

/**
 * The results of this address's orders of a form: `open` may still be charged, `with_bank` for days; `bought` was paid
 * for good or is paid. Undefined if there are none.
 */
export async function standingOf(
  tx: Transaction<Database>,
  { formId, email }: OrdersOf,
): Promise<'open' | 'with_bank' | 'bought' | undefined> {
  const { rows } = await sql<{ isOpen: boolean; isWithBank: boolean; isBought: boolean }>`
    select coalesce(bool_or(status in ('created', 'requires_action', 'unknown')), false) as "isOpen",
      coalesce(bool_or(status = 'processing'), false) as "isWithBank",
      coalesce(bool_or(paid_at is not null), false) as "isBought"
    from purchases where form_id = ${formId} and lower(email) = lower(${email}) and kind = 'order'`.execute(
    tx,
  )
  const [{ isOpen, isWithBank, isBought } = { isOpen: false, isWithBank: false, isBought: false }] = rows
  if (isBought) return 'bought'
  return isOpen ? 'open' : isWithBank ? 'with_bank' : undefined
}

/**
 * The addresses that paid for a form since a time; `ofNetwork` only those from a network (a digest). The buyer of a lost
 * order can be one of them under another spelling.
 */
export async function payersSince(
  tx: Transaction<Database>,
  {
    formId,
    since,
    ofNetwork,
  }: { readonly formId: string; readonly since: Date; readonly ofNetwork?: string },
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from purchases
    where form_id = ${formId} and kind = 'order' and paid_at >= ${since}
      and (${ofNetwork === undefined} or network = ${ofNetwork ?? ''})
    limit 10000`.execute(tx)
  return rows.map(({ email }) => email)
}

/** The different cards that were declined for this address's orders of a form since a time, as far as they are known. */
export async function countDeclinedCards(
  tx: Transaction<Database>,
  { formId, email, since }: OrdersOf & { readonly since: Date },
): Promise<number> {
  const { rows } = await sql<{ cards: number }>`
    select count(distinct card_brand || card_last4)::int as cards from purchases
    where form_id = ${formId} and lower(email) = lower(${email}) and created_at >= ${since}
      and kind = 'order' and status = 'failed'`.execute(tx)
  return rows[0]?.cards ?? 0
}
