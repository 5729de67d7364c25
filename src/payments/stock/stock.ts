import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'
import type { Holder } from '#payments/coupons/holder.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { leftWaiting } from '#payments/coupons/redemptions.ts'
import { newId } from '#foundation/db/new-id.ts'
import { FewerLeft, SoldOut } from './errors.ts'

export type OrderedStock = { readonly stockId: string; readonly quantity: number; readonly holder: Holder }

/**
 * Takes a purchase's quantity from a stock, in the transaction that records the purchase. Other purchases of the same
 * stock wait for that transaction, so that exactly one of a thousand buyers gets the last item. Throws `SoldOut` or
 * `FewerLeft`.
 */
export async function holdStock(
  tx: Transaction<Database>,
  purchaseId: string,
  { stockId, quantity, holder }: OrderedStock,
  now: Date,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with stock as (
      update stocks set taken = taken + ${quantity}
      where id = ${stockId}::uuid and taken + ${quantity} <= stock_limit
      returning id
    )
    insert into stock_holds (purchase_id, stock_id, quantity, network, email_key)
    select ${purchaseId}::uuid, id, ${quantity}::integer, ${holder.widerNetwork}::text, ${holder.emailKey}::text
    from stock`.execute(tx)
  if (numAffectedRows > 0n) return lookAtUnheld(tx, stockId, now)
  const stock = await tx
    .selectFrom('stocks')
    .select(['stockLimit', 'taken'])
    .where('id', '=', stockId)
    .executeTakeFirst()
  // The seller has since removed the limit.
  if (stock === undefined) return
  const left = stock.stockLimit - stock.taken
  throw left <= 0 ? new SoldOut() : new FewerLeft(left)
}

/** A purchase whose items were released while a bank processes its payment, with too few left to take them again. */
const lacksPieces = sql<boolean>`(
  not hold.is_held and hold.email_key is not null and hold.quantity > stocks.stock_limit - stocks.taken)`

/**
 * Makes such purchases due for a check. Locked ones are skipped, because they may be waiting for the stock
 * themselves.
 */
export async function lookAtUnheld(tx: Transaction<Database>, stockId: string, now: Date): Promise<void> {
  await sql`
    with unheld as (
      select purchases.id from stock_holds hold
      join stocks on stocks.id = hold.stock_id
      join purchases_view as purchases on purchases.id = hold.purchase_id
      where hold.stock_id = ${stockId}::uuid and ${lacksPieces} and purchases.status = 'requires_action'
      for update of purchases skip locked
    )
    update purchases set next_check_at = ${now}::timestamptz from unheld where purchases.id = unheld.id`.execute(
    tx,
  )
}

/** Whether enough items are left for a purchase that is waiting for its bank. */
export async function canHavePieces(
  db: Kysely<Database>,
  { id, stockId }: { readonly id: string; readonly stockId: string | null },
): Promise<boolean> {
  if (stockId === null) return true
  const { rows } = await sql`
    select from stock_holds hold join stocks on stocks.id = hold.stock_id
    where hold.purchase_id = ${id}::uuid and ${lacksPieces}`.execute(db)
  return rows.length === 0
}

type Moved = {
  readonly id: string
  readonly status: PurchaseStatus
  readonly stockId: string | null
  readonly updatedAt: Date
}

/**
 * Changes the stock together with the state of a purchase, in the same transaction: items are released once
 * if nothing was charged, and taken again if the payment arrives after all, even beyond the limit. A refund
 * releases nothing, because only the seller knows whether the item can be sold again.
 */
export async function followStock(tx: Transaction<Database>, moved: Moved): Promise<void> {
  const { id, status, stockId } = moved
  if (stockId === null) return
  if (status === 'requires_action' || status === 'processing') return limitWaitingPieces(tx, moved)
  if (status === 'created' || status === 'unknown') return
  const isHeld = status !== 'failed' && status !== 'canceled'
  await sql`
    with before as (
      select purchase_id, is_held from stock_holds where purchase_id = ${id}::uuid for update
    ),
    followed as (
      update stock_holds set is_held = ${isHeld}::boolean,
        network = case when ${isHeld}::boolean then null else network end,
        email_key = case when ${isHeld}::boolean then null else email_key end
      from before where stock_holds.purchase_id = before.purchase_id
      returning stock_id, quantity, before.is_held as was_held
    )
    update stocks set taken = taken + case when ${isHeld}::boolean then quantity else -quantity end
    from followed where stocks.id = followed.stock_id and was_held <> ${isHeld}::boolean`.execute(tx)
  if (isHeld) await lookAtUnheld(tx, stockId, moved.updatedAt)
}

/**
 * Releases a purchase's items while its bank processes the payment, if its network or email address holds, or
 * recently held, more than half of what is left. They are taken again on payment, so that buyers who complete
 * the authentication are not affected.
 */
async function limitWaitingPieces(
  tx: Transaction<Database>,
  {
    id,
    stockId,
    updatedAt,
  }: { readonly id: string; readonly stockId: string | null; readonly updatedAt: Date },
): Promise<void> {
  if (stockId === null) return
  // A separate statement, so that if two purchases reach their banks together, the second sees the first.
  await sql`select from stocks where id = ${stockId}::uuid for update`.execute(tx)
  await sql`
    with own as (
      select stock_id, quantity, network, email_key from stock_holds
      where purchase_id = ${id}::uuid and is_held
    ),
    others as (
      select
        coalesce(sum(hold.quantity) filter (where hold.network = own.network), 0) as of_network,
        coalesce(sum(hold.quantity) filter (where hold.email_key = own.email_key), 0) as of_email,
        coalesce(sum(hold.quantity) filter (where hold.is_held), 0) as held
      from own
      join stock_holds hold on hold.stock_id = own.stock_id and hold.purchase_id <> ${id}::uuid
        and (hold.network = own.network or hold.email_key = own.email_key)
      join purchases_view as purchases on purchases.id = hold.purchase_id
      where hold.is_held or ${leftWaiting(updatedAt)}
    ),
    excess as (
      update stock_holds set is_held = false
      from own, others, stocks
      where purchase_id = ${id}::uuid and stocks.id = own.stock_id
        and own.quantity + greatest(of_network, of_email)
          > greatest(1, (stock_limit - taken + own.quantity + held) / 2)
      returning stock_holds.stock_id, stock_holds.quantity
    )
    update stocks set taken = taken - quantity from excess where stocks.id = excess.stock_id`.execute(tx)
}

/** A form's stock and how much is left, as a column of the query that reads the form. Null if there is no limit. */
export function stockOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonObjectFrom(
    form
      .selectFrom('stocks')
      .select(['stocks.id', 'stocks.stockLimit', 'stocks.taken'])
      .select(sql<number>`greatest(0, stock_limit - taken)`.as('left'))
      .whereRef('stocks.formId', '=', 'forms.id'),
  ).as('stock')
}

/** Sets a form's limit, or removes it if null. Sales are counted from the first limit on, whatever it changes to. */
export async function setStock(
  tx: Transaction<Database>,
  formId: string,
  stockLimit: number | null,
): Promise<void> {
  if (stockLimit === null) {
    await tx.deleteFrom('stocks').where('formId', '=', formId).execute()
    return
  }
  await tx
    .insertInto('stocks')
    .values({ id: newId(), formId, stockLimit })
    .onConflict((conflict) => conflict.column('formId').doUpdateSet({ stockLimit }))
    .execute()
}
