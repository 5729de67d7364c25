import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'

type Amounts = Dashboard['sources'][number]['gross']
type Measure = 'gross' | 'refunds'

/** The revenue and refunds of purchases without a source, by currency: the totals minus those of the known sources. */
export function unknownMoney(
  { currencies, sources }: Pick<Dashboard, 'currencies' | 'sources'>,
  measure: Measure,
): Amounts {
  return currencies.flatMap(({ currency, current }) => {
    const known = sources
      .flatMap((source) => source[measure])
      .filter((amount) => amount.currency === currency)
      .reduce((sum, { total }) => sum + total, 0)
    const total = current[measure] - known
    return total === 0 ? [] : [{ currency, total }]
  })
}
