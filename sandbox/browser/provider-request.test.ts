import { expect, test } from 'vitest'
import { encodeForm } from './provider-request.ts'

test('nested fields are sent in brackets, missing fields are left out and zero amounts are kept', () => {
  const form = encodeForm({
    type: 'card',
    card: { number: '4242', exp_month: 12 },
    billing_details: { email: 'a&b@example.com', name: undefined, address: { line2: null } },
    amount: 0,
    use_stripe_sdk: true,
  })
  expect([...form]).toEqual([
    ['type', 'card'],
    ['card[number]', '4242'],
    ['card[exp_month]', '12'],
    ['billing_details[email]', 'a&b@example.com'],
    ['amount', '0'],
    ['use_stripe_sdk', 'true'],
  ])
})
