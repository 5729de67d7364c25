import { expect, test } from 'vitest'
import type { Subscription } from '../contract.ts'
import { creditText } from './plan-words.ts'

const plan: Subscription = {
  id: 'sub',
  plan: 'BASIC',
  status: 'active',
  total: 2900,
  currency: 'usd',
  trialEnd: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  endsWithRole: false,
  pendingPlan: null,
}

test('a plan’s credit mentions the next invoices only if there will be any', () => {
  const said = (fields: Partial<Subscription>) =>
    creditText({ ...plan, ...fields }, { total: 3000, currency: 'usd' })
  expect(said({})).toBe('You have $30.00 in credit, applied to your next invoices.')
  const endings: Partial<Subscription>[] = [
    { cancelAtPeriodEnd: true },
    { endsWithRole: true },
    { status: 'canceled' },
    { status: 'unpaid' },
  ]
  for (const ending of endings) expect(said(ending)).toBe('You have $30.00 in credit.')
})
