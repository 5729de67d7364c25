import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failure, readySeller, startBench, type Bench } from '#testing.ts'

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
})
beforeEach(async () => {
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

const on = () => ({ stripeAccount: seller })

describe('a domain for wallets', () => {
  const domains = () => bench.stripe.paymentMethodDomains

  it('an account registers a wallet domain only once and finds it in a list', async () => {
    const first = await domains().create({ domain_name: 'shop.example.com' }, on())
    const second = await domains().create({ domain_name: 'shop.example.com' }, on())
    expect(second.id).toBe(first.id)
    expect(first).toMatchObject({ enabled: true, apple_pay: { status: 'active' } })
    const { data } = await domains().list({ domain_name: 'shop.example.com' }, on())
    expect(data).toHaveLength(1)
    const other = await readySeller(bench)
    expect((await domains().list({}, { stripeAccount: other })).data).toEqual([])
  })

  it('an unverified wallet domain is reported as such and can be validated again or turned off', async () => {
    const { id } = await domains().create({ domain_name: 'x.unverified.example' }, on())
    expect(await domains().validate(id, {}, on())).toMatchObject({ apple_pay: { status: 'inactive' } })
    expect(await domains().update(id, { enabled: false }, on())).toMatchObject({ enabled: false })
    expect(await failure(domains().create({ domain_name: 'https://x.example' }, on()))).toMatchObject({
      param: 'domain_name',
    })
  })
})
