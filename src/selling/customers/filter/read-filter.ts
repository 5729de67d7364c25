import { InvalidFields } from '#foundation/http/errors.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import type { SoughtCustomers } from './conditions.ts'
import type { CustomerFilter } from './filter-wire.ts'

/** A search and a filter as the wire has them, with the amount in minor units and the instant at which the day begins. */
export async function readFilter({
  over,
  since,
  zone,
  ...query
}: CustomerFilter & { readonly q: string }): Promise<SoughtCustomers> {
  const { q, tag, bought, notBought, subscription, currency } = query
  const named = { q, tag, bought, notBought, subscription, currency }
  return { ...named, over: minorOf(over, currency), since: await beginningOf(since, zone) }
}

function minorOf(over: number | undefined, currency: string | undefined): number | undefined {
  if (over === undefined || currency === undefined) return undefined
  const amounts = wireAmounts(currency)
  const minor = amounts.decode('over', over)
  if (Object.keys(amounts.errors).length > 0) throw new InvalidFields(amounts.errors)
  return minor
}

async function beginningOf(day: string | undefined, zone: string): Promise<Date | undefined> {
  if (day === undefined) return undefined
  // Loaded with the first day: it brings a library that nothing else needs here.
  const { daysAsInstants } = await import('#selling/sales/dashboard/periods.ts')
  const { from } = daysAsInstants({ from: day }, zone)
  return from === null ? undefined : new Date(from)
}
