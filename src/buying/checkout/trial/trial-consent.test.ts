import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { dayText } from '#foundation/time/day-text.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorOf, outcomeOf, pay, trialConsents } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const days = (count: number) => count * 86_400_000

const membership = () =>
  createTestForm(app, seller, {
    amount: 24,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })

const order = (form: string, fields: object) => pay(app, form, { email: 'trier@example.com', ...fields })

test('a trial consent must match the page’s text, and a free form accepts none', async () => {
  const form = await membership()
  const [asked] = await trialConsents(app, form)
  const day = dayText(app.clock.now().getTime() + days(14))
  const text = asked?.text ?? ''
  expect(text.replace(/Seller \d+/, 'Juniper Studio')).toBe(
    `I agree that Juniper Studio will charge me $24.00 every month from ${day} until I cancel.`,
  )
  const changed = 'The terms have changed since you opened this page. You have not been charged.'
  const other = text.replace('$24.00', '$2.40')
  for (const given of [other, 'Win a car on example.com']) {
    const answer = await order(form, { consents: [{ kind: 'trial', text: given }] })
    expect(errorOf(answer).errors).toEqual({ 'consents.0.text': changed })
  }
  expect(errorOf(await order(form, { consents: [asked, asked] })).errors).toEqual({
    'consents.1.kind': 'This consent was given twice',
  })
  const free = await createTestForm(app, seller, { amount: 0 })
  expect(errorOf(await order(free, { paymentMethodId: null, consents: [asked] })).errors).toEqual({
    'consents.0.text': changed,
  })
})

test('a buyer without a trial can pay the price shown after their code was rejected', async () => {
  const form = await membership()
  const asked = { form, withoutTrial: true, due: 2400, email: 'again@example.com' }
  const { quote: first } = z
    .object({ quote: z.object({ token: z.string() }) })
    .parse(errorOf(await order(form, { quote: 'forged' })).details)
  const refused = await order(form, { ...asked, quote: first.token, coupon: 'NOTHING' })
  const { quote } = z.object({ quote: z.object({ token: z.string() }) }).parse(errorOf(refused).details)
  const paid = await order(form, { ...asked, quote: quote.token })

  expect([errorOf(refused).code, outcomeOf(paid).status]).toEqual(['coupon_refused', 'paid'])
})

test('a trial consent in the page’s number format is valid for as long as its price', async () => {
  const form = await membership()
  const headers = { 'accept-language': 'el-GR' }
  const [asked] = await trialConsents(app, form, headers)
  expect(asked?.text).toMatch(/ 24,00\s\$ every month /)
  const { quote } = z
    .object({ quote: z.object({ token: z.string() }) })
    .parse(errorOf(await order(form, { quote: 'forged' })).details)
  app.clock.advance(3600)
  const paid = await call(app, 'POST', '/api/stripe/pay-form', {
    body: {
      form,
      email: 'dora@example.com',
      name: 'Dora',
      paymentMethodId: 'pm_card_visa',
      quote: quote.token,
      due: 0,
      consents: [asked],
    },
    headers,
  })
  expect(outcomeOf(paid).status).toBe('paid')
})

test('a trial’s headline shows the amount that is due today', async () => {
  const trial = { amount: 24, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const headline = async (start: object) => {
    const form = await createTestForm(app, seller, { ...trial, ...start })
    return (await (await fetch(`${app.url}/payment/${form}`)).text()).replaceAll(/<[^>]*>/g, '')
  }

  expect(await headline({ setupAmount: 10 })).toContain(
    'every month after a 14-day free trial, and $10.00 today',
  )
  expect(await headline({ trialAmount: 1 })).toContain('every month after a 14-day trial, and $1.00 today')
  expect(await headline({ trialAmount: 1, setupAmount: 10 })).toContain(
    'every month after a 14-day trial, and $11.00 today',
  )
})
