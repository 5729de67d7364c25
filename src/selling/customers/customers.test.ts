import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { giveRole, makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { writeLinkMail } from '#buying/portal/mail-links.ts'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { accept, addOffer, current, decline, offerOf, order } from '#buying/upsells/test-offers.ts'
import { state, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { attachPurchases } from '#payments/purchases/charge/attach-purchases.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { customersContract } from './contract.ts'
import { sumCustomers } from './sum-customers.ts'
import { ask, buyAs, customerWith, emailsOf, listOf, recordOf } from './test-customers.ts'
import { entryText } from './ui/timeline-words.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('a buyer becomes one customer on paying, regardless of the case of their address', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const other = await createTestForm(app, seller, { amount: 1500, currency: 'jpy' })
  await buyAs(app, form, 'Ana@example.com')
  await buyAs(app, other, 'ana@example.com')
  await buyAs(app, form, 'ana+course@example.com')
  const [second, first] = await listOf(app, seller)

  expect(first).toMatchObject({
    email: 'Ana@example.com',
    name: 'Bea Novak',
    purchases: 2,
    value: [
      { currency: 'jpy', total: 1500 },
      { currency: 'usd', total: 4900 },
    ],
  })
  expect(second).toMatchObject({ email: 'ana+course@example.com', purchases: 1 })
})

test('a buyer’s simultaneous first purchases create only one customer', async () => {
  const seller = await signUpSeller(app)
  const forms = await Promise.all([1, 2, 3, 4].map(() => createTestForm(app, seller)))
  await Promise.all(forms.map((form) => buyAs(app, form, 'bea@example.com')))

  expect(await listOf(app, seller)).toMatchObject([{ email: 'bea@example.com', purchases: 4 }])
})

test('old payments are assigned to customers in batches while others buy', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const [bought = ''] = await buyAs(app, form, 'old@example.com')
  const { db } = app.services
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, email, name, currency, subtotal,
      tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at)
    select uuidv7(), seller_id, form_id, 'copy-' || n, '', status, 'old-' || n % 400 || '@example.com', name, currency,
      subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at - n * interval '1 hour'
    from purchases, generate_series(1, 1100) n where id = ${bought}`.execute(db)
  await Promise.all([
    attachPurchases(app.services),
    attachPurchases(app.services),
    buyAs(app, form, 'old-7@example.com', 'new@example.com'),
  ])
  while ((await attachPurchases(app.services)) > 0);
  await attachPurchases(app.services)

  expect(await customerWith(app, seller, 'old-7@example.com')).toMatchObject({ purchases: 4 })
  const { rows } = await sql<{ customers: number; nobodys: number }>`
    select count(distinct customer_id)::int as customers, count(*) filter (where customer_id is null)::int as nobodys
    from purchases where form_id = ${form}`.execute(db)
  expect(rows).toEqual([{ customers: 402, nobodys: 0 }])
})

test('the customer list can be filtered and paged', async () => {
  const seller = await signUpSeller(app)
  const course = await createTestForm(app, seller)
  const club = await createTestForm(app, seller, {
    title: 'The letter club',
    amount: 9,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
  })
  await buyAs(app, course, 'one@example.com', 'two@example.com', 'three@example.com')
  await buyAs(app, club, 'three@example.com')
  const two = await customerWith(app, seller, 'two@example.com')
  await ask(app, seller, 'PATCH', two.id, { tags: ['VIP', 'wholesale'] })
  const [refunded = ''] = await buyAs(app, course, 'four@example.com')
  await call(app, 'POST', `/api/sales/${refunded}/refunds`, { token: seller.token, body: { amount: 10 } })
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

  expect(await emailsOf(app, seller)).toEqual(
    ['four', 'three', 'two', 'one'].map((name) => `${name}@example.com`),
  )
  expect(await emailsOf(app, seller, 'q=TWO')).toEqual(['two@example.com'])
  expect(await emailsOf(app, seller, 'tag=VIP')).toEqual(['two@example.com'])
  expect(await emailsOf(app, seller, `bought=${club}`)).toEqual(['three@example.com'])
  expect(await emailsOf(app, seller, `notBought=${club}`)).toHaveLength(3)
  expect(await emailsOf(app, seller, 'subscription=active')).toEqual(['three@example.com'])
  expect(await emailsOf(app, seller, 'over=48&currency=usd')).toHaveLength(3)
  expect(await emailsOf(app, seller, 'over=49&currency=usd')).toEqual(['three@example.com'])
  expect(await emailsOf(app, seller, `since=${tomorrow}`)).toEqual([])
  expect(await emailsOf(app, seller, `limit=2&before=${two.id}`)).toEqual(['one@example.com'])
  const { token } = seller
  // A single currency is the default, but with two currencies one must be chosen.
  expect(await emailsOf(app, seller, 'over=49')).toEqual(['three@example.com'])
  await createTestForm(app, seller, { amount: 1500, currency: 'jpy' })
  for (const path of ['', '/export-link']) {
    expect((await call(app, 'GET', `/api/customers${path}?over=5`, { token })).body).toMatchObject({
      errors: { currency: 'This field is required' },
    })
  }
  expect((await call(app, 'GET', '/api/customers/tags', { token })).body).toEqual({
    tags: ['VIP', 'wholesale'],
  })
})

test('the filter by customer value uses stored totals but includes changes right away', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const sumAll = () =>
    vi.waitFor(
      async () => {
        await sumCustomers(app.services)
        const left = await app.services.db
          .selectFrom('customerTotals')
          .select('currency')
          .distinct()
          .execute()
        expect(left).not.toContainEqual({ currency: '' })
      },
      { timeout: 120_000 },
    )
  const [first = ''] = await buyAs(app, form, 'ana@example.com', 'ana@example.com', 'bea@example.com')
  await sumAll()
  expect(await emailsOf(app, seller, 'over=49&currency=usd')).toEqual(['ana@example.com'])
  expect(await emailsOf(app, seller, 'over=49&currency=eur')).toEqual([])

  await call(app, 'POST', `/api/sales/${first}/refunds`, { token: seller.token, body: { amount: 10 } })
  await buyAs(app, form, 'cleo@example.com', 'cleo@example.com')
  const changed = ['cleo@example.com', 'ana@example.com']
  expect(await emailsOf(app, seller, 'over=87&currency=usd')).toEqual(changed)
  expect(await emailsOf(app, seller, 'over=88&currency=usd')).toEqual(['cleo@example.com'])
  await sumAll()
  expect(await emailsOf(app, seller, 'over=87&currency=usd')).toEqual(changed)
  expect(await emailsOf(app, seller, 'over=88&currency=usd')).toEqual(['cleo@example.com'])

  const [cleo, ana] = await Promise.all(changed.map((email) => customerWith(app, seller, email)))
  await ask(app, seller, 'POST', `${ana?.id ?? ''}/merges`, { customer: cleo?.id })
  expect(await emailsOf(app, seller, 'over=185&currency=usd')).toEqual(['ana@example.com'])
  await sumAll()
  expect(await emailsOf(app, seller, 'over=185&currency=usd')).toEqual(['ana@example.com'])
  expect(await emailsOf(app, seller, 'over=48&currency=usd')).toEqual(['bea@example.com', 'ana@example.com'])
})

test('a customer’s timeline shows a free trial as a started trial instead of a free purchase', async () => {
  const seller = await signUpSeller(app)
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 7 }
  const form = await createTestForm(app, seller, plan)
  outcomeOf(await pay(app, form, { email: 'tara@example.com', consents: await trialConsents(app, form) }))
  const { id } = await customerWith(app, seller, 'tara@example.com')
  const [began] = (await recordOf(app, seller, id)).timeline.filter(({ kind }) => kind === 'purchase')
  expect(began).toMatchObject({ state: 'trial', amount: null })
  expect(began && entryText(began).heading).toBe('Free trial started')
})

test('a customer’s timeline shows the purchased quantity', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, { quantityMin: 3, quantityMax: 3 })
  await buyAs(app, form, 'seats@example.com')
  const { id } = await customerWith(app, seller, 'seats@example.com')
  const { timeline } = await recordOf(app, seller, id)
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'purchase', title: '3 × A course in watercolor' }),
  )
})

test('a customer’s timeline shows where each order came from, but shows no source for its offers', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const source = { source: 'newsletter', medium: 'email' }
  const bought = await order(app, form, { email: 'dora@example.com', source })
  await accept(app, bought, await offerOf(app, bought))
  const { id } = await customerWith(app, seller, 'dora@example.com')

  const { timeline } = await recordOf(app, seller, id)
  expect(timeline.filter((entry) => entry.source !== null)).toEqual([
    expect.objectContaining({ kind: 'purchase', state: 'order', source }),
  ])
  const handedOver = await call(app, 'GET', `/api/customers/${id}/data`, { token: seller.token })
  expect(JSON.stringify(handedOver.body)).toContain('newsletter')
})

test('a customer’s timeline lists all events, newest first', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const bought = await order(app, form, { email: 'cleo@example.com' })
  await decline(app, bought, await offerOf(app, bought))
  await current(app, bought)
  await call(app, 'POST', `/api/sales/${bought.purchaseId}/refunds`, {
    token: seller.token,
    body: { amount: 10 },
  })
  const { id } = await customerWith(app, seller, 'cleo@example.com')
  await ask(app, seller, 'POST', `${id}/notes`, { text: 'Asked for an invoice' })
  const { timeline, value } = await recordOf(app, seller, id)

  expect(value).toEqual([{ currency: 'usd', total: 3900 }])
  expect(timeline).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'purchase', amount: 4900, state: 'order' }),
      expect.objectContaining({ kind: 'offer_shown', title: 'The second course' }),
      expect.objectContaining({ kind: 'offer_declined' }),
      expect.objectContaining({ kind: 'refund', amount: 1000, state: 'succeeded' }),
      expect.objectContaining({ kind: 'mail', title: 'receipt', state: 'waiting', who: 'cleo@example.com' }),
      expect.objectContaining({ kind: 'note', title: 'Asked for an invoice' }),
    ]),
  )
  const note = timeline.find(({ kind }) => kind === 'note')
  const remove = async () => (await ask(app, seller, 'DELETE', `${id}/notes/${note?.id ?? ''}`)).status
  expect([await remove(), await remove()]).toEqual([200, 404])
  expect((await recordOf(app, seller, id)).timeline.map(({ kind }) => kind)).not.toContain('note')
  const sale = await call(app, 'GET', `/api/sales/${bought.purchaseId}`, { token: seller.token })
  expect(sale.body).toMatchObject({ customerId: id })
  expect((await call(app, 'GET', `/api/sales?customer=${id}`, { token: seller.token })).body).toMatchObject({
    data: [{ id: bought.purchaseId }],
  })
})

test('a customer’s timeline shows the outcome of a withdrawal', async () => {
  const seller = await signUpSeller(app)
  const bought = await order(app, await createTestForm(app, seller), { email: 'wim@example.com' })
  await state(app, { email: 'wim@example.com', reference: bought.purchaseId })
  await workOff(app)
  const { id } = await customerWith(app, seller, 'wim@example.com')
  const withdrawal = async () =>
    (await recordOf(app, seller, id)).timeline.find(({ kind }) => kind === 'withdrawal')
  const waiting = await withdrawal()
  expect(waiting && entryText(waiting).standing).toBe('Waiting for you')
  const decision = { token: seller.token, body: { refusedFor: 'no_right' } }
  await call(app, 'PATCH', `/api/withdrawals/${waiting?.id ?? ''}`, decision)
  expect(await withdrawal()).toMatchObject({ state: 'refused' })
})

test('the customer export has one row per customer and no formulas', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  await order(app, form, { email: 'dora@example.com', name: '=HYPERLINK("http://evil.example")' })
  await buyAs(app, form, 'emil@example.com')
  const { token } = seller
  const link = await call(app, 'GET', '/api/customers/export-link', { token })
  const { path } = customersContract.getCustomerExportLink.ok.schema.parse(link.body)
  const text = await (await fetch(`${app.url}${path}`)).text()
  const sales = await call(app, 'GET', '/api/sales/export-link', { token })
  const foreign = String(new Map(Object.entries(sales.body ?? {})).get('path')).replace(
    '/sales/',
    '/customers/',
  )

  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain('emil@example.com,,1,49.00 USD,')
  expect((await fetch(`${app.url}${foreign}`)).status).toBe(404)
})

test('customers are visible only to permitted members of their shop and to support', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  await buyAs(app, await createTestForm(app, seller), 'fay@example.com')
  const { id } = await customerWith(app, seller, 'fay@example.com')
  const reader = await signUpMember(
    app,
    seller,
    await makeRole(app, 'customers', ['read'], { forTeams: true }),
  )
  const outsider = await signUpMember(app, seller, await makeRole(app, 'sales', ['read'], { forTeams: true }))
  const admin = await signUpStaff(app, 'Admin')
  await giveRole(app, admin, await makeRole(app, 'customers', ['read', 'update']))
  const tagged = { tags: ['VIP'] }
  const statusOf = async (who: typeof seller, method: 'GET' | 'PATCH', body?: object) =>
    (await ask(app, who, method, id, body)).status

  expect(await statusOf(stranger, 'GET')).toBe(404)
  expect(await statusOf(stranger, 'PATCH', tagged)).toBe(404)
  expect(await statusOf(reader, 'GET')).toBe(200)
  expect(await statusOf(reader, 'PATCH', tagged)).toBe(403)
  expect(await statusOf(outsider, 'GET')).toBe(403)
  expect(await statusOf(admin, 'GET')).toBe(200)
  expect(await statusOf(admin, 'PATCH', tagged)).toBe(403)
  const looks = await app.services.db
    .selectFrom('auditLog')
    .select(['actorId', 'action'])
    .where('subjectId', '=', id)
    .where('action', '=', 'customers.read')
    .execute()
  expect(looks).toEqual([{ actorId: admin.userId, action: 'customers.read' }])
})

test('an access link is sent to the customer’s current address and shown in the timeline', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  await buyAs(app, form, 'Lena@example.com')
  const { id } = await customerWith(app, seller, 'Lena@example.com')
  const sent = await ask(app, seller, 'POST', `${id}/links`)

  expect(sent).toMatchObject({ status: 202, body: { recipient: 'Lena@example.com' } })
  const { timeline } = await recordOf(app, seller, id)
  const line = timeline.find(({ title }) => title === 'buyer_link')
  expect(line && entryText(line).heading).toBe('Email: Access link')
  const asked = await app.services.db
    .selectFrom('buyerLinks')
    .select(['id', 'sellerId'])
    .where('email', '=', 'lena@example.com')
    .executeTakeFirstOrThrow()
  const { text } = await writeLinkMail(app.services, asked)
  const [link = ''] = /http\S+\/open\?key=\S+/.exec(text) ?? []
  expect((await fetch(link)).status).toBe(200)
  expect((await ask(app, await signUpSeller(app), 'POST', `${id}/links`)).status).toBe(404)
})
