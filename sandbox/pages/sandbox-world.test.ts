import { afterAll, beforeAll, expect, test } from 'vitest'
import { readySeller, startBench, until, type Bench } from '#testing.ts'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

async function page(path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(bench.sandbox.url + path, { redirect: 'manual' })
  return { status: response.status, body: await response.text() }
}

test('a seller who completes the onboarding page can charge, and the platform gets an event', async () => {
  const account = await bench.stripe.accounts.create({ country: 'DE', email: 'ann@example.com' })
  const link = await bench.stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    return_url: 'http://localhost:3000/back',
    refresh_url: 'http://localhost:3000/again',
  })
  const { body } = await page(new URL(link.url).pathname)
  expect(body).toContain('value="ann@example.com"')
  const [, visit = ''] = /name="visit" value="([\w-]+)"/.exec(body) ?? []
  const answer = await fetch(link.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ visit, action: 'complete', business_name: 'Ann Bakery', email: '' }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost:3000/back'])
  expect(await bench.stripe.accounts.retrieve(account.id)).toMatchObject({
    charges_enabled: true,
    details_submitted: true,
    email: 'ann@example.com',
    business_profile: { name: 'Ann Bakery' },
  })
  await until(() => bench.inbox.delivered.some(({ body: event }) => event.includes('"account.updated"')))
})

test('the bank’s page shows an intent only with its secret', async () => {
  const stripeAccount = await readySeller(bench)
  const intent = await bench.stripe.paymentIntents.create(
    {
      amount: 4999,
      currency: 'eur',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    { stripeAccount },
  )
  const action: Record<string, unknown> = { ...intent.next_action?.use_stripe_sdk }
  const address = new URL(String(action['stripe_js']))
  const shown = await page(address.pathname + address.search)
  expect(shown.status).toBe(200)
  expect(shown.body).toContain('49.99 EUR')
  expect(shown.body).toContain('seller@example.com')
  expect(shown.body).toContain('•••• 3184')
  address.searchParams.set('client_secret', `${intent.id}_secret_guess`)
  expect((await page(address.pathname + address.search)).status).toBe(404)
})

test('the control page lists recent payments and events', async () => {
  const stripeAccount = await readySeller(bench)
  const automatic = { enabled: true, allow_redirects: 'never' } as const
  const customer = await bench.stripe.customers.create({ email: 'bo@example.com' }, { stripeAccount })
  const intent = await bench.stripe.paymentIntents.create(
    {
      amount: 1500,
      currency: 'jpy',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: automatic,
    },
    { stripeAccount },
  )
  await bench.stripe.refunds.create({ payment_intent: intent.id, amount: 500 }, { stripeAccount })
  const { body } = await page('/')
  expect(body).toContain('1,500 JPY')
  expect(body).toContain('500 JPY refunded')
  expect(body).toContain('bo@example.com')
  expect(body).toContain('charge.succeeded')
  expect(body).toContain(stripeAccount)
})
