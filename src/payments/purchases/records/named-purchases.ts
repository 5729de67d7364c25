import { isLaterPayment } from '../purchase.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { endLength, invoiceNumber } from './invoice-number.ts'
import { numbersIn } from './numbers-in-text.ts'
import { wasPaid, type Purchase } from '../purchase.ts'

/**
 * The purchases whose numbers, or those of their invoices, stand in a text, in its order: those that were paid, or all. The
 * number of a renewal names the order that it renews.
 */
export async function listNamedPurchases(
  db: Kysely<Database>,
  text: string,
  which: 'paid' | 'all' = 'paid',
): Promise<Purchase[]> {
  const { ids, invoices } = numbersIn(text)
  if (ids.size + invoices.size === 0) return []
  const found = await listByNumber(
    db,
    which,
    [...ids.keys()],
    [...invoices.keys()].map((one) => one.slice(-endLength)),
  )
  const named = found.flatMap((one) => {
    const { paidAt } = one
    const number = paidAt === null ? '' : invoiceNumber({ ...one, paidAt }).toLowerCase()
    const place = Math.min(ids.get(one.id) ?? Infinity, invoices.get(number) ?? Infinity)
    return place === Infinity
      ? []
      : [{ place, id: one.orderId !== null && isLaterPayment(one.kind) ? one.orderId : one.id }]
  })
  const wanted = [...new Set(named.toSorted((a, b) => a.place - b.place).map(({ id }) => id))]
  const missing = wanted.filter((id) => found.every((one) => one.id !== id))
  const all = [...found, ...(missing.length === 0 ? [] : await listByNumber(db, which, missing, []))]
  return wanted
    .flatMap((id) => all.find((one) => one.id === id) ?? [])
    .filter(({ status }) => which === 'all' || wasPaid(status))
}

async function listByNumber(
  db: Kysely<Database>,
  which: 'paid' | 'all',
  ids: readonly string[],
  ends: readonly string[],
): Promise<Purchase[]> {
  return (
    db
      .selectFrom('purchases')
      .selectAll()
      .$if(which === 'paid', (query) => query.where('paidAt', 'is not', null))
      // Only what was paid has an invoice.
      .where(
        sql<boolean>`(
        id = any(${ids}::uuid[]) or (paid_at is not null and right(id::text, 8) = any(${ends}::text[])))`,
      )
      .execute()
  )
}
