import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ProofNeeded } from '#foundation/limits/proof-of-work.ts'
import { answerChallenge } from '#foundation/limits/test-proving.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { payFormBody } from '../contract.ts'
import { payForm } from './pay-form.ts'
import { errorOf, newKey, pay } from './test-paying.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
})
afterAll(async () => app.close())

// Proves endless-receipts.
test('an email address can order free forms five times an hour across all shops', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const frees = [
    await createTestForm(app, seller, { amount: 0 }),
    await createTestForm(app, await signUpSeller(app), { amount: 0 }),
  ]
  const take = async (index: number, email = 'victim@example.com') =>
    pay(
      app,
      frees[index % 2] ?? '',
      { paymentMethodId: null, email, isRepeat: true },
      `free-${encodeURIComponent(email)}-${index}`,
    )
  for (let index = 0; index < 5; index += 1) expect((await take(index)).status).toBe(200)
  const over = await take(5, 'Victim+other@ｅｘａｍｐｌｅ\u200b。com')

  expect([over.status, errorOf(over).code]).toEqual([429, 'too_many_requests'])
  expect((await take(4)).status).toBe(200)
  expect((await take(6, 'ada@example.com')).status).toBe(200)
  expect((await pay(app, form, { email: 'victim@example.com' })).status).toBe(200)
  const { receipts } = await app.services.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('receipts'))
    .where('recipient', '=', 'victim@example.com')
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow()
  expect(Number(receipts)).toBe(6)
  app.clock.advance(60 * 60 + 1)
  expect((await take(7)).status).toBe(200)
})

test('free orders with a once-per-buyer code are limited per network and day', async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  const { code } = await addCoupon(app, form, { percentage: '100', maxPerBuyer: 1 })
  const take = async (email: string) => pay(app, form, { email, paymentMethodId: null, coupon: code })
  const answers: number[] = []
  for (let number = 0; number < 21; number += 1) {
    app.clock.advance(20)
    answers.push((await take(`free-${number}@own-domain.example`)).status)
  }

  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(answers.at(20)).toBe(429)
})

test(
  'a shop with many free orders requires a proof of work from each further buyer',
  { tags: 'long' },
  async () => {
    const seller = await signUpSeller(app)
    const forms = [
      await createTestForm(app, seller, { amount: 0 }),
      await createTestForm(app, seller, { amount: 0 }),
    ]
    const take = async (index: number, fields: object = {}) => {
      const body = {
        form: forms[index % 2],
        email: `crowd-${index}@example.com`,
        name: 'Bea Novak',
        ...fields,
      }
      const caller = { key: newKey(), network: `198.51.100.${index % 50}`, locale: null }
      return payForm(app.services, payFormBody.parse(body), caller).catch((error: unknown) => error)
    }
    const free = { charged: { purchase: { status: 'paid' } } }
    for (let index = 0; index < 200; index += 1) expect(await take(index)).toMatchObject(free)
    const asked = await take(200)
    const { challenge } = z.object({ details: z.object({ challenge: z.string() }) }).parse(asked).details
    const proof = answerChallenge(challenge)
    expect(await take(200, { proof })).toMatchObject(free)
    // Each proof is valid for one order.
    expect(await take(201, { proof })).toBeInstanceOf(ProofNeeded)
    app.clock.advance(60 * 60)
    expect(await take(202)).toMatchObject(free)
  },
)
