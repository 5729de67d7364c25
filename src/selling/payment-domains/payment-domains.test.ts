import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConnectedAccount } from '#accounts/onboarding/onboarding-state.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { usedEvents } from '#payments/webhooks/used-events.ts'
import { call, setFaults, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { paymentDomain, waysToPay } from './contract.ts'
import { registerDueDomains } from './register-domain.ts'
import { claimDueDomains } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const ownHost = () => new URL(app.config.publicUrl).hostname

const work = async () => {
  let found = 0
  do found = await registerDueDomains(app.services, ownHost())
  while (found > 0)
}

const read = async (token: string) =>
  waysToPay.parse((await call(app, 'GET', '/api/stripe/ways-to-pay', { token })).body)

const list = (token: string, embedHosts: readonly string[]) =>
  call(app, 'PATCH', '/api/seller/shop', { token, body: { embedHosts } })

const register = (token: string, domain: string) =>
  call(app, 'POST', '/api/stripe/payment-domains', { token, body: { domain } })

test('our host and the shop’s sites are registered with the shop’s Stripe account', async () => {
  const seller = await signUpSeller(app)
  const embedHosts = ['shop.example.com', '*.example.org', 'course.unverified.example', 'example.net:8443']
  await list(seller.token, embedHosts)
  expect((await read(seller.token)).domains.map(({ status }) => status)).toEqual(Array(4).fill('pending'))
  await work()
  const { domains } = await read(seller.token)

  expect(domains.map(({ domain, status, isOurs }) => [domain, status, isOurs])).toEqual(
    [
      ['course.unverified.example', 'inactive', false],
      ['example.net', 'active', false],
      [ownHost(), 'active', true],
      ['shop.example.com', 'active', false],
    ].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  )
})

test('an account’s payment methods are read again when Stripe reports a change', async () => {
  const seller = await signUpSeller(app)
  await call(app, 'GET', '/api/stripe/check-account-boarding', { token: seller.token })
  expect((await read(seller.token)).methods).toEqual(['card', 'ideal', 'link', 'sepa_debit'])
  await fetch(`${app.sandbox.url}/sandbox/accounts/${seller.account}/restrict`, { method: 'POST' })
  await readConnectedAccount(app.services, seller.account, async () => {})
  expect((await read(seller.token)).methods).toEqual([])
  expect(usedEvents.connect).toContain('capability.updated')
})

test('payment domains without a response or verification are registered again later', async () => {
  const seller = await signUpSeller(app)
  await list(seller.token, ['later.unverified.example'])
  const rowOf = (domain: string) =>
    app.services.db
      .selectFrom('paymentDomains')
      .selectAll()
      .where('stripeAccountId', '=', seller.account)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_method_domains', times: 99, fault: { kind: 'cut_before' } }],
  })
  await registerDueDomains(app.services, ownHost())
  await setFaults(app, { calls: [] })
  const missed = await rowOf(ownHost())
  expect([missed.status, missed.checkedAt]).toEqual(['pending', null])

  await app.services.db
    .updateTable('paymentDomains')
    .set({ nextCheckAt: new Date(0) })
    .execute()
  await work()
  expect((await rowOf(ownHost())).status).toBe('active')
  const first = await rowOf('later.unverified.example')
  await app.services.db
    .updateTable('paymentDomains')
    .set({ nextCheckAt: new Date(0) })
    .execute()
  await work()
  const second = await rowOf('later.unverified.example')
  const delayOf = ({ nextCheckAt, checkedAt }: typeof first) =>
    nextCheckAt.getTime() - (checkedAt?.getTime() ?? 0)
  expect(first.status).toBe('inactive')
  expect(delayOf(second)).toBe(delayOf(first) * 2)
})

test('a seller registers a payment domain and immediately sees its status', async () => {
  const seller = await signUpSeller(app)
  const good = await register(seller.token, 'Shop.Example.com')
  const bad = await register(seller.token, 'shop.unverified.example')

  expect(paymentDomain.parse(good.body)).toMatchObject({ domain: 'shop.example.com', status: 'active' })
  expect(paymentDomain.parse(bad.body)).toMatchObject({ status: 'inactive', isOurs: false })
  const pasted = await register(seller.token, '“https://Shop.Example.com/course?x”')
  expect(paymentDomain.parse(pasted.body)).toMatchObject({ domain: 'shop.example.com' })
  for (const none of ['https://example.com:8443/x', '*.example.com', 'our shop']) {
    expect((await register(seller.token, none)).status).toBe(422)
  }
})

test('a seller without a Stripe account is asked to connect one for payment domains', async () => {
  const [seller, other] = [await signUpSeller(app), await signUpSeller(app, { isOnboarded: false })]
  await register(seller.token, 'mine.example.com')
  const refused = await register(other.token, 'mine.example.com')

  expect([refused.status, errorBody.parse(refused.body).code]).toEqual([409, 'account_not_connected'])
  expect(await read(other.token)).toEqual({ methods: null, domains: [] })
})

test('one run registers no more hosts than its limit, even if PostgreSQL plans the query differently', async () => {
  const { db } = app.services
  const now = new Date('2020-01-01T00:00:00Z')
  await db
    .insertInto('paymentDomains')
    .values(
      Array.from({ length: 5 }, (_, index) => ({
        stripeAccountId: 'acct_of_a_busy_shop',
        domain: `site-${index}.example`,
        status: 'pending' as const,
        nextCheckAt: now,
      })),
    )
    .execute()
  const claimed = await inTransaction(db, async (tx) => {
    for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
      await sql`set local enable_${sql.raw(plan)} = off`.execute(tx)
    return claimDueDomains(tx, now, 2)
  })
  await db.deleteFrom('paymentDomains').where('stripeAccountId', '=', 'acct_of_a_busy_shop').execute()
  expect(claimed.map(({ checkCount }) => checkCount)).toEqual([1, 1])
})
