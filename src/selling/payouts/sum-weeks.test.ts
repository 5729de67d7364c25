import { expect, test } from 'vitest'
import { firstMonday, sumWeeks } from './sum-weeks.ts'

// A Sunday. Its week began on November 23.
const now = new Date('2026-11-29T12:00:00Z')
const payout = (
  arrivesOn: string,
  amount: number,
  status: 'paid' | 'failed' | 'on_its_way' = 'paid',
  currency = 'usd',
) => ({
  arrivesOn,
  amount,
  status,
  currency,
})

test('payouts add up by the week they arrive, including next week but not failed ones', () => {
  const [usd, eur] = sumWeeks(
    [
      payout('2026-12-01', 300, 'on_its_way'),
      payout('2026-11-29', 1000),
      payout('2026-11-23', 500),
      payout('2026-11-22', 70),
      payout('2026-11-20', 900, 'failed'),
      payout('2026-08-30', 5),
      payout('2026-11-24', -40, 'paid', 'eur'),
    ],
    now,
  )

  expect(firstMonday(now).toISOString()).toBe('2026-08-31T00:00:00.000Z')
  expect(usd?.weeks).toHaveLength(14)
  expect(usd?.weeks.slice(-3)).toEqual([
    { from: '2026-11-16', amount: 70 },
    { from: '2026-11-23', amount: 1500 },
    { from: '2026-11-30', amount: 300 },
  ])
  expect(eur).toMatchObject({ currency: 'eur' })
  expect(sumWeeks([], now)).toEqual([])
})
