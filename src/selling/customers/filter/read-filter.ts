import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import type { SoughtCustomers } from './conditions.ts'
import type { CustomerFilter } from '#selling/list-filters/customer-filter.ts'
import type { PaidOver } from './paid-over.ts'

/** A search and a filter as the wire has them, with the amount in minor units and the instant at which the day begins. */
export async function readFilter(
  db: Kysely<Database>,
  scope: SellerScope,
  { over, since, zone, ...query }: CustomerFilter & { readonly q: string },
): Promise<SoughtCustomers> {
  const { q, tag, bought, notBought, subscription } = query
  const currency = query.currency ?? (over === undefined ? undefined : await onlyCurrency(db, scope))
  const named = { q, tag, bought, notBought, subscription }
  return { ...named, over: paidOver(over, currency), since: await beginningOf(since, zone) }
}

/** The currency of all forms of a shop. Throws 422 where it has several, since an amount is one of a currency. */
async function onlyCurrency(db: Kysely<Database>, scope: SellerScope): Promise<string> {
  const found = await db
    .selectFrom('forms')
    .select('currency')
    .distinct()
    .where(withinScope('forms.sellerId', scope))
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new InvalidFields({ currency: messages.required })
  return only.currency
}

function paidOver(over: number | undefined, currency: string | undefined): PaidOver | undefined {
  if (over === undefined || currency === undefined) return undefined
  const amounts = wireAmounts(currency)
  const amount = amounts.decode('over', over)
  if (Object.keys(amounts.errors).length > 0) throw new InvalidFields(amounts.errors)
  return { amount, currency }
}

async function beginningOf(day: string | undefined, zone: string): Promise<Date | undefined> {
  if (day === undefined) return undefined
  // Loaded with the first day: it brings a library that nothing else needs here.
  const { daysAsInstants } = await import('#selling/sales/dashboard/periods.ts')
  const { from } = daysAsInstants({ from: day }, zone)
  return from === null ? undefined : new Date(from)
}
