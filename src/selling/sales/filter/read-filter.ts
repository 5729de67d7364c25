import type { SoughtSales } from './conditions.ts'
import type { SaleFilter } from '#selling/list-filters/sale-filter.ts'

/** A search and a filter as the wire has them, with the instants at which their days begin and end. */
export async function readFilter(query: SaleFilter & { readonly q: string }): Promise<SoughtSales> {
  const { q, customer, form, price, status, kind, subscription, currency } = query
  const days = await instantsOf(query)
  return { q, customer, form, price, status, kind, subscription, currency, ...days }
}

async function instantsOf({ from, to, zone }: SaleFilter): Promise<Pick<SoughtSales, 'since' | 'until'>> {
  if (from === undefined && to === undefined) return { since: null, until: null }
  // Loaded with the first days: it brings a library that nothing else needs here.
  const { daysAsInstants } = await import('../dashboard/periods.ts')
  const instants = daysAsInstants({ from, to }, zone)
  const asDate = (instant: number | null) => (instant === null ? null : new Date(instant))
  return { since: asDate(instants.from), until: asDate(instants.to) }
}
