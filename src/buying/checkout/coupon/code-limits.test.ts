import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { answerChallenge } from '#foundation/limits/test-proving.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  form = await createTestForm(app, seller)
})

const ask = (code: string, address: string, proof?: string) =>
  call(app, 'POST', '/api/stripe/coupons', {
    body: { form, code, ...(proof !== undefined && { proof }) },
    headers: { 'x-forwarded-for': address },
  })
const enter = async (code: string, address: string, proof?: string) =>
  (await ask(code, address, proof)).status
const refusal = z.object({ details: z.object({ challenge: z.string() }) })
const challengeFor = async (code: string, address: string) =>
  refusal.parse((await ask(code, address)).body).details.challenge

// Proves code-guessing.
test('after ten wrong codes an IP address must wait, but other addresses need not', async () => {
  const { code } = await addCoupon(app, form)
  for (let right = 0; right < 12; right += 1) expect(await enter(code, '203.0.113.1')).toBe(200)
  for (let wrong = 0; wrong < 10; wrong += 1) expect(await enter(`WRONG${wrong}`, '203.0.113.1')).toBe(409)

  expect(await enter(code, '203.0.113.1')).toBe(429)
  expect(await enter(code, '203.0.113.2')).toBe(200)
})

// Proves code-guessing.
test(
  'after two hundred wrong codes a form accepts a code only with a proof of work',
  { tags: 'long' },
  async () => {
    const { code } = await addCoupon(app, form)
    for (let wrong = 0; wrong < 200; wrong += 1) await enter(`WRONG${wrong}`, `198.51.${wrong}.1`)

    const address = '192.0.2.77'
    const proof = answerChallenge(await challengeFor(code, address))
    expect(await enter(code, address, proof)).toBe(200)
    // The solution to a challenge is valid for only one code.
    expect(await enter('ANOTHER', address, proof)).toBe(428)
    expect(await enter('ANOTHER', address, answerChallenge(await challengeFor('ANOTHER', address)))).toBe(409)
  },
)
