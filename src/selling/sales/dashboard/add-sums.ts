import type { SalesSums } from '#foundation/db/tables/sales.ts'

/** What several spans of time came to together; its rows are in the order of their ids and currencies. */
export function addSums(sums: readonly SalesSums[]): SalesSums {
  return {
    sales: addRows(
      sums.flatMap(({ sales }) => sales),
      ({ id, currency, price = '' }) => `${id} ${currency} ${price}`,
      (one, other) => ({
        ...one,
        gross: one.gross + other.gross,
        tax: one.tax + other.tax,
        orders: one.orders + other.orders,
        offers: one.offers + other.offers,
        renewals: one.renewals + other.renewals,
      }),
    ),
    refunds: addRows(
      sums.flatMap(({ refunds }) => refunds),
      ({ currency }) => currency,
      (one, other) => ({
        ...one,
        refunds: one.refunds + other.refunds,
        refundedTax: one.refundedTax + other.refundedTax,
      }),
    ),
    views: addRows(
      sums.flatMap(({ views }) => views),
      ({ id }) => id,
      (one, other) => ({ ...one, views: one.views + other.views }),
    ),
    bumps: addTaken(sums.flatMap(({ bumps }) => bumps)),
    offers: addTaken(sums.flatMap(({ offers }) => offers)),
    started: sums.reduce((sum, { started }) => sum + started, 0),
    ended: sums.reduce((sum, { ended }) => sum + ended, 0),
  }
}

/** How often each bump or offer was offered and taken. */
export function addTaken(rows: SalesSums['bumps']): SalesSums['bumps'] {
  return addRows(
    rows,
    ({ id }) => id,
    (one, other) => ({
      id: one.id,
      offered: one.offered + other.offered,
      taken: one.taken + other.taken,
    }),
  )
}

function addRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (one: Row, other: Row) => Row,
): Row[] {
  const added = new Map<string, Row>()
  for (const row of rows) {
    const known = added.get(keyOf(row))
    added.set(keyOf(row), known === undefined ? row : add(known, row))
  }
  return [...added].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
