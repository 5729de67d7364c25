import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import type { QuarterSum, SaleToCheck } from './contract.ts'
import { findSoldElsewhere, type SoldElsewhere, sumQuarter } from './store.ts'

type Checked = { readonly sums: QuarterSum[]; readonly toCheck: SaleToCheck[] }

/** How many sales that need a look are listed. */
const listed = 50

/**
 * A quarter's sums, and the sales above a sum (in whole units of their currency) whose two pieces of evidence of the
 * buyer's country contradict each other: the country that the buyer chose, and the card's.
 */
export async function checkQuarter(
  db: Kysely<Database>,
  sellerId: string,
  quarter: string,
  above: number,
): Promise<Checked> {
  const sums = await sumQuarter(db, sellerId, quarter)
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  const least = currencies.map((currency) => ({
    currency,
    total: above * 10 ** currencyOf(currency).exponent,
  }))
  const found = await findSoldElsewhere(db, sellerId, quarter, least)
  return {
    sums: sums.map((sum) => ({ ...sum, toCheck: countIn(found, sum, quarter) })),
    toCheck: found.slice(0, listed).map(({ saleId, number, country, cardCountry, currency, total }) => ({
      saleId,
      number,
      country,
      cardCountry,
      currency,
      total,
    })),
  }
}

function countIn(
  found: readonly SoldElsewhere[],
  { paidIn, country, percentage, treatment, currency }: Omit<QuarterSum, 'toCheck'>,
  quarter: string,
): number {
  if (paidIn !== quarter) return 0
  const same = found.find(
    (sale) =>
      sale.country === country &&
      sale.currency === currency &&
      sale.treatment === treatment &&
      (sale.percentage === null ? null : Number(sale.percentage)) === percentage,
  )
  return same?.count ?? 0
}
