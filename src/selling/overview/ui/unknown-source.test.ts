import { expect, test } from 'vitest'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { unknownMoney } from './unknown-source.ts'

type Currency = Dashboard['currencies'][number]

const nothing: Currency['current'] = {
  gross: 0,
  refunds: 0,
  disputes: 0,
  net: 0,
  tax: 0,
  purchases: 0,
  orders: 0,
  offers: 0,
  renewals: 0,
  average: null,
}

function sold(currency: string, gross: number, refunds: number): Currency {
  const current = { ...nothing, gross, refunds }
  return { currency, current, previous: nothing, net: [], previousNet: [], partlyRefunded: 0 }
}

test('what came from no source is the remainder, by currency', () => {
  const usd = (total: number) => [{ currency: 'usd', total }]
  const dashboard = {
    currencies: [sold('usd', 10_000, 1500), sold('eur', 4900, 0), sold('gbp', 700, 0)],
    sources: [
      {
        name: 'newsletter',
        orders: 2,
        gross: [...usd(7800), { currency: 'eur', total: 4900 }],
        refunds: usd(1000),
      },
      { name: null, orders: 1, gross: usd(900), refunds: [] },
    ],
  }

  expect(unknownMoney(dashboard, 'gross')).toEqual([...usd(1300), { currency: 'gbp', total: 700 }])
  expect(unknownMoney(dashboard, 'refunds')).toEqual(usd(500))
})
