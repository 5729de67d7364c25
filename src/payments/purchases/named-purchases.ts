import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { endLength, invoiceNumber } from './invoice-number.ts'
import { wasPaid, type Purchase } from './purchase.ts'

/** More than anybody names in a sentence. */
const most = 20

const idShape = /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/gi
const invoiceShape = /(?<![\da-z])\d{8}-[\da-f]{8}(?![\da-z])/gi

/**
 * The paid purchases whose numbers, or those of their invoices, stand in a text, in its order. The number of a renewal
 * names the order that it renews.
 */
export async function listNamedPurchases(db: Kysely<Database>, text: string): Promise<Purchase[]> {
  const [ids, invoices] = [
    matchesIn(text.toLowerCase(), idShape),
    matchesIn(text.toUpperCase(), invoiceShape),
  ]
  if (ids.length + invoices.length === 0) return []
  const found = await listPaid(
    db,
    ids,
    invoices.map((one) => one.slice(-endLength).toLowerCase()),
  )
  const named = found.flatMap((one) => {
    const invoice = one.paidAt === null ? -1 : invoices.indexOf(invoiceNumber({ ...one, paidAt: one.paidAt }))
    const place = Math.max(ids.indexOf(one.id), invoice)
    return place < 0
      ? []
      : [{ place, id: one.orderId !== null && one.kind === 'renewal' ? one.orderId : one.id }]
  })
  const wanted = [...new Set(named.toSorted((a, b) => a.place - b.place).map(({ id }) => id))]
  const missing = wanted.filter((id) => found.every((one) => one.id !== id))
  const all = [...found, ...(missing.length === 0 ? [] : await listPaid(db, missing, []))]
  return wanted
    .flatMap((id) => all.find((one) => one.id === id) ?? [])
    .filter(({ status }) => wasPaid(status))
}

function matchesIn(text: string, shape: RegExp): string[] {
  return [...new Set(text.match(shape))].slice(0, most)
}

async function listPaid(
  db: Kysely<Database>,
  ids: readonly string[],
  ends: readonly string[],
): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('paidAt', 'is not', null)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or right(id::text, 8) = any(${ends}::text[]))`)
    .execute()
}
