import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The orders of an email address on a form. */
export type OrdersOf = { readonly formId: string; readonly email: string }

/** The lock under which a buyer's orders of a form begin (see `insertPurchase`). */
export async function lockOrders(tx: Transaction<Database>, { formId, email }: OrdersOf): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('order ' || ${formId}::uuid || ' ' || lower(${email}), 0))`.execute(
    tx,
  )
}

/**
 * The state of this email address's orders of a form: `open` means that one may still be charged, `with_bank` that a
 * bank is processing one for days, and `bought` that one is paid. Undefined if there are none.
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

/** A card is recognized by its brand and last four digits, because more is not stored. */
type PaidLike = Readonly<Record<'network' | 'cardBrand' | 'cardLast4', string | null>>

/**
 * The email addresses that paid for a form since a given time. With `like`, only those with the same network (a digest)
 * or card as it. The buyer of a lost order may have paid under another spelling of their address.
 */
export async function payersSince(
  tx: Transaction<Database>,
  { formId, since, like }: { readonly formId: string; readonly since: Date; readonly like?: PaidLike },
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from purchases
    where form_id = ${formId} and kind = 'order' and paid_at >= ${since}
      and (${like === undefined} or network = ${like?.network ?? null}
        or (card_brand = ${like?.cardBrand ?? null} and card_last4 = ${like?.cardLast4 ?? null}))
    limit 10000`.execute(tx)
  return rows.map(({ email }) => email)
}

/** The different cards, if known, that were declined for this email address's orders of a form since a given time. */
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
