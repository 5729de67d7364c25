import { afterAll, beforeAll, expect, it } from 'vitest'
import { readySeller, startBench, type Bench } from '#testing.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const day = 24 * 3600

it('an unused sandbox can start its clock in the past and move it to the present', async () => {
  const now = Math.floor(Date.now() / 1000)
  await bench.control('POST', '/clock/begin', { at: now - 10 * day })
  const account = await readySeller(bench)
  const options = { stripeAccount: account }
  const paid = { amount: 900, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
  const intent = await bench.stripe.paymentIntents.create(
    { ...paid, automatic_payment_methods: { enabled: true, allow_redirects: 'never' } },
    options,
  )
  expect(now - intent.created).toBeGreaterThan(9 * day)
  expect(await bench.control('POST', '/clock/begin', { at: now - 20 * day })).toMatchObject({
    error: { message: 'The clock cannot begin earlier: something has happened.' },
  })

  await bench.control('POST', '/clock', { to: now })
  expect(await bench.control('GET', '/clock')).toMatchObject({ moved_to: now })
  const { data: payouts } = await bench.stripe.payouts.list({}, options)
  expect(payouts.map(({ status }) => status)).toEqual(['paid'])
})
