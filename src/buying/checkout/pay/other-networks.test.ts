import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Failure } from '#foundation/failures/failure.ts'
import { answerBank, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { payFormBody } from '../contract.ts'
import { payForm } from './pay-form.ts'
import { booksOf, newKey } from './test-paying.ts'

// Anyone can type another person's email address, so how much the page reveals about that address's purchases also
// depends on the network and the card.

let app: TestApp
let seller: Awaited<ReturnType<typeof signUpSeller>>
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  form = await createTestForm(app, seller)
})

const home = '198.51.100.1'
const elsewhere = '203.0.113.9'

async function payFrom(
  network: string,
  paymentMethodId: string,
  fields: Readonly<Record<string, unknown>> = {},
) {
  const body = { form, email: 'bea@example.com', name: 'Bea Novak', paymentMethodId, ...fields }
  try {
    const { charged } = await payForm(app.services, payFormBody.parse(body), {
      key: newKey(),
      network,
      locale: null,
    })
    if (charged.kind !== 'purchase') return { status: charged.kind, clientSecret: null }
    return { status: charged.purchase.status, clientSecret: charged.clientSecret }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.code, clientSecret: null }
  }
}

const asking = 'pm_card_authenticationRequired'

// Proves second-purchase.
test('a person who types another buyer’s email learns nothing about that buyer’s purchases', async () => {
  await payFrom(home, 'pm_card_visa')
  const probe = async (email: string) =>
    (await payFrom(elsewhere, 'pm_card_chargeDeclined', { email })).status

  expect(await probe('bea@example.com')).toBe(await probe('new@example.com'))
})

// Proves second-purchase.
test('a repeat buyer must confirm the purchase on the same network or with the same card', async () => {
  await payFrom(home, 'pm_card_visa')

  expect((await payFrom(home, 'pm_card_mastercard')).status).toBe('bought_before')
  expect((await payFrom(elsewhere, 'pm_card_visa')).status).toBe('bought_before')
  expect((await booksOf(app, form)).charged).toEqual([4900])
  expect((await payFrom(elsewhere, 'pm_card_visa', { isRepeat: true })).status).toBe('paid')
})

// Proves second-purchase.
test('a payment that someone else started with a buyer’s email does not block the buyer', async () => {
  expect((await payFrom(elsewhere, asking)).status).toBe('requires_action')

  expect((await payFrom(home, 'pm_card_visa')).status).toBe('bought_before')
  expect((await payFrom(home, 'pm_card_visa', { isRepeat: true })).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test('buyers must finish their own open payment before starting another', async () => {
  const begun = await payFrom(home, asking)
  const again = { isRepeat: true }

  expect((await payFrom(home, 'pm_card_visa', again)).status).toBe('payment_unsettled')
  expect((await payFrom(elsewhere, asking, again)).status).toBe('payment_unsettled')
  await answerBank(app, begun.clientSecret ?? '')
  await app.sandbox.untilDelivered()
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test('ten simultaneous clicks on two networks charge the buyer at most once per network', async () => {
  const pressed = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      payFrom(index % 2 === 0 ? home : elsewhere, cards[index % 2] ?? ''),
    ),
  )
  const paid = pressed.filter(({ status }) => status === 'paid')

  expect(paid.length).toBeGreaterThan(0)
  expect(paid.length).toBeLessThan(3)
  expect((await booksOf(app, form)).charged).toHaveLength(paid.length)
})

const cards = ['pm_card_visa', 'pm_card_mastercard']
