import { expect, test } from 'vitest'
import { orderedItems } from './announce.ts'

test('a seller’s page receives products with their plain titles, whatever the payment method', () => {
  const amounts = { subtotal: 900, taxAmount: 0, total: 900 }
  const lines = [
    { kind: 'form' as const, title: '2 × A course in watercolor (14-day trial)', ...amounts },
    { kind: 'bump' as const, title: 'A set of brushes', ...amounts },
  ]
  const price = { currency: 'usd', lines, subtotal: 1800, taxAmount: 0, total: 1800 }
  expect(orderedItems({ price, quantity: 2 }, { title: 'A course in watercolor' })).toEqual([
    { title: 'A course in watercolor', quantity: 2 },
    { title: 'A set of brushes', quantity: 1 },
  ])
})
