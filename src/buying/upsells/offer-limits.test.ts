import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, newKey } from '#buying/checkout/pay/test-paying.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { accept, createOfferForm, offerOf, order } from './test-offers.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
})
afterAll(async () => app.close())

test('accepting an offer takes no more than 16 SQL statements, including limits', async () => {
  const bought = await order(app, await createOfferForm(app, await signUpSeller(app)))
  const { id } = await offerOf(app, bought)
  const url = `/api/stripe/purchases/${bought.purchaseId}/offers/${id}/accept`
  const { result, statements } = await countStatements(async () => {
    // `inject` starts only when it is awaited, so this happens while the statements are counted.
    const headers = { [languageHeader]: 'en' }
    return await app.server.inject({ method: 'POST', url, headers, payload: { secret: bought.secret } })
  })

  expect(result.statusCode).toBe(200)
  expect(statements.length).toBeLessThanOrEqual(16)
})

test('after declines a buyer must wait before the next attempt, but a repeated request need not wait', async () => {
  const bought = await order(app, await createOfferForm(app, await signUpSeller(app)))
  const shown = await offerOf(app, bought)
  const card = { paymentMethodId: 'pm_card_chargeCustomerFail' }
  await accept(app, bought, shown, card)
  const key = newKey()
  const second = await accept(app, bought, shown, card, key)
  const repeated = await accept(app, bought, shown, card, key)
  const other = await accept(app, bought, shown)

  expect([second.status, repeated.status, other.status]).toEqual([402, 402, 429])
  expect(errorOf(repeated).details?.purchaseId).toBe(errorOf(second).details?.purchaseId)
  app.clock.advance(Number(other.headers.get('retry-after')))
  expect((await accept(app, bought, shown)).status).toBe(200)
})
