import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { describeSeries } from '../describe-invoices.ts'
import { sumSeries } from '../store.ts'

/** A shop's series in its data export, with amounts in major units. The documents themselves are in the CSV. */
export const exportedInvoices = z.array(
  z.object({
    first: z.string(),
    last: z.string(),
    count: z.number().int(),
    sums: z.array(z.object({ currency: z.string(), invoiced: z.number(), credited: z.number() })),
  }),
)

export async function exportInvoices(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof exportedInvoices>> {
  const rows = await sumSeries(db, sellerId)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(describeSeries).map((one) => ({
    ...one,
    sums: one.sums.map(({ currency, invoiced, credited }) => ({
      currency,
      invoiced: toMajor(invoiced, currency),
      credited: toMajor(credited, currency),
    })),
  }))
}
