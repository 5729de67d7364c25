import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { coupon as couponSchema, couponCode, couponTerms, linkedCode, type Coupon } from './contract.ts'
import { makeCodes } from './make-codes.ts'

let app: TestApp
let seller: TestSeller
let form: string
let number = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

const spring = (fields: object = {}) => ({
  code: `Spring-${(number += 1)}`,
  title: 'Spring sale',
  kind: 'percent',
  percentage: 20,
  ...fields,
})
const as = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, by = seller) =>
  call(app, method, `/api/coupons${path}`, { token: by.token, ...(body && { body }) })
const made = async (fields: object = {}): Promise<Coupon> =>
  couponSchema.parse((await as('POST', '', spring(fields))).body)
const refusals = z.object({ errors: z.record(z.string(), z.string()) })
const errorsOf = async (fields: object) => refusals.parse((await as('POST', '', spring(fields))).body).errors

test('a seller creates, reads, changes, lists and deletes a coupon', async () => {
  const answer = await as(
    'POST',
    '',
    spring({ code: 'Autumn', formIds: [form], maxRedemptions: 100, maxPerBuyer: 1 }),
  )
  const stored = couponSchema.parse(answer.body)
  expect([answer.status, stored]).toMatchObject([
    201,
    { code: 'Autumn', codeCount: 1, percentage: 20, scope: 'order', taken: 0, revenue: [], isActive: true },
  ])
  const changed = await as('PATCH', `/${stored.id}`, { percentage: 12.5, isActive: false })
  expect(changed.body).toMatchObject({ percentage: 12.5, isActive: false, maxRedemptions: 100 })
  expect((await as('GET', `/${stored.id}`)).body).toMatchObject({ percentage: 12.5, usedByForms: 1 })
  expect((await as('GET', '?q=autu')).body).toMatchObject({ data: [{ id: stored.id }] })

  expect((await as('DELETE', `/${stored.id}`)).body).toEqual({ title: 'Spring sale' })
  expect((await as('GET', `/${stored.id}`)).status).toBe(404)
  expect((await as('POST', '', spring({ code: 'AUTUMN' }))).status).toBe(201)
})

test('a coupon has an amount in each currency with that currency’s decimals', async () => {
  const { id } = await made({
    kind: 'amount',
    percentage: null,
    amounts: [
      { currency: 'usd', amount: 10 },
      { currency: 'jpy', amount: 1500 },
    ],
    minimums: [{ currency: 'usd', amount: 49.5 }],
  })
  const stored = couponSchema.parse((await as('GET', `/${id}`)).body)
  expect(new Map(stored.amounts.map(({ currency, amount }) => [currency, amount]))).toEqual(
    new Map([
      ['usd', 10],
      ['jpy', 1500],
    ]),
  )
  expect(stored.minimums).toEqual([{ currency: 'usd', amount: 49.5 }])
})

test.for([
  [{ percentage: null }, 'percentage', 'This field is required'],
  [{ percentage: 0 }, 'percentage', 'Percentage must be above 0'],
  [{ percentage: 100.5 }, 'percentage', 'Percentage cannot exceed 100%'],
  [{ percentage: 12.345 }, 'percentage', 'Percentage can have at most 2 decimals'],
  [{ kind: 'amount', percentage: null }, 'amounts', 'Enter a discount in at least one currency'],
  [
    { kind: 'amount', percentage: null, amounts: [{ currency: 'jpy', amount: 1.5 }] },
    'amounts.0.amount',
    'amount has more decimals than JPY has',
  ],
  [{ code: 'a b' }, 'code', 'Use only letters, digits, hyphens and underscores'],
  [{ maxRedemptions: 0 }, 'maxRedemptions', 'Enter 1 or more, or leave empty for no limit'],
  [
    { startsAt: '2026-12-01T00:00:00.000Z', endsAt: '2026-11-30T00:00:00.000Z' },
    'endsAt',
    'The end must be after the start',
  ],
  [{ formIds: ['00000000-0000-7000-8000-000000000000'] }, 'formIds', 'One of the forms no longer exists'],
  [{ zone: 'Mars/Base' }, 'zone', 'This is not a known time zone'],
] as const)('the coupon fields %j are rejected at %s: %s', async ([fields, field, message]) => {
  expect((await errorsOf(fields))[field]).toBe(message)
})

test('a coupon for several payments is rejected for a weekly form', async () => {
  const weekly = await createTestForm(app, seller, {
    title: 'Studio time',
    priceType: 'RecurringPrice',
    billingPeriod: 'Weekly',
  })
  const lasting = { lasts: 'cycles', cycles: 3 }
  expect(await errorsOf({ ...lasting, formIds: [weekly] })).toEqual({
    formIds:
      '“Studio time” is billed daily or weekly. There a coupon can apply to the first payment or to every payment, because Stripe counts discounts in months.',
  })
  expect(await errorsOf({ lasts: 'cycles' })).toEqual({ cycles: 'This field is required' })
  const { id } = await made({ lasts: 'forever', formIds: [weekly] })
  expect((await as('GET', `/${id}`)).body).toMatchObject({ usedByForms: 1, cycles: null })
  expect((await as('PATCH', `/${id}`, { ...lasting, formIds: null })).body).toMatchObject(lasting)
  expect((await as('PATCH', `/${id}`, { lasts: 'once' })).body).toMatchObject({ lasts: 'once', cycles: null })
})

test('a code is unique within a shop regardless of case, but other shops can use it', async () => {
  await made({ code: 'Only-One' })
  const again = await as('POST', '', spring({ code: 'ONLY-ONE' }))
  expect([again.status, again.body]).toMatchObject([
    409,
    { code: 'code_taken', errors: { code: 'ONLY-ONE is already one of your codes' } },
  ])
  const other = await signUpSeller(app)
  expect((await as('POST', '', spring({ code: 'only-one' }), other)).status).toBe(201)
})

test('a seller gets 404 for another seller’s coupon and its codes', async () => {
  const { id } = await made()
  const other = await signUpSeller(app)
  const answers = [
    await as('GET', `/${id}`, undefined, other),
    await as('PATCH', `/${id}`, { percentage: 100 }, other),
    await as('DELETE', `/${id}`, undefined, other),
    await as('GET', `/${id}/codes`, undefined, other),
    await as('POST', `/${id}/code-batches`, { count: 1 }, other),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('a coupon can have a partner’s own code and batches of single-use codes', async () => {
  const { id } = await made()
  const partner = await as('POST', `/${id}/codes`, { code: 'ADA', label: 'Ada’s YouTube channel' })
  expect([partner.status, partner.body]).toMatchObject([201, { code: 'ADA', maxRedemptions: null }])
  const batch = await as('POST', `/${id}/code-batches`, { count: 25, prefix: 'VIP-' })
  const { codes } = z.object({ codes: z.array(z.string().regex(/^VIP-\w{10}$/)) }).parse(batch.body)
  expect(new Set(codes).size).toBe(25)
  const [first = ''] = codes
  const list = await as('GET', `/${id}/codes?q=${first.toLowerCase()}`)
  const { data } = z.object({ data: z.array(couponCode) }).parse(list.body)
  expect(data).toMatchObject([{ code: first, maxRedemptions: 1, taken: 0 }])

  expect((await as('DELETE', `/${id}/codes/${data[0]?.id}`)).body).toEqual({ code: first })
  expect(await as('GET', `/${id}`)).toMatchObject({ body: { codeCount: 26 } })
})

test('the coupon list shows each coupon’s uses and its revenue after refunds', async () => {
  const { id, code } = await made({ maxRedemptions: 10 })
  const bought = []
  for (const email of ['one@example.com', 'two@example.com']) {
    bought.push(outcomeOf(await pay(app, form, { coupon: code, email })))
  }
  await call(app, 'POST', `/api/sales/${bought[0]?.purchaseId}/refunds`, {
    token: seller.token,
    body: { amount: 9.2 },
  })
  await app.sandbox.untilDelivered()

  expect((await as('GET', `/${id}`)).body).toMatchObject({
    taken: 2,
    maxRedemptions: 10,
    revenue: [{ currency: 'usd', amount: 69.2 }],
  })
})

test('a payment page asks for a code only while an active coupon requests it', async () => {
  const shop = await signUpSeller(app)
  const sold = await createTestForm(app, shop)
  const asks = async () => (await (await fetch(`${app.url}/payment/${sold}`)).text()).includes('hasCodes')
  expect(await asks()).toBe(false)
  const { id } = couponSchema.parse((await as('POST', '', spring(), shop)).body)
  expect(await asks()).toBe(true)
  await as('PATCH', `/${id}`, { isAskedFor: false }, shop)
  expect(await asks()).toBe(false)
})

test('a subscription’s payment page also asks for a code', async () => {
  const shop = await signUpSeller(app)
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1 }
  const sold = await createTestForm(app, shop, monthly)
  await as('POST', '', spring({ lasts: 'forever' }), shop)

  expect(await (await fetch(`${app.url}/payment/${sold}`)).text()).toContain('hasCodes')
})

test('the form check reads the coupons’ terms and the state of linked codes', async () => {
  const shop = await signUpSeller(app)
  const makeIn = async (fields: object) =>
    couponSchema.parse((await as('POST', '', spring(fields), shop)).body)
  const works = await makeIn({ code: 'Works' })
  const ended = await makeIn({ code: 'Ended', endsAt: '2020-01-01T00:00:00.000Z' })
  const off = await makeIn({ code: 'Off', isActive: false })
  const answer = await as('GET', '/terms?codes=works,ENDED,off,nobodys', undefined, shop)
  const { codes, data } = z
    .object({ data: z.array(z.strictObject(couponTerms.shape)), codes: z.array(linkedCode) })
    .parse(answer.body)

  expect(data.map(({ id }) => id)).toEqual([ended.id, works.id])
  expect(new Map(codes.map(({ couponId, state }) => [couponId, state]))).toEqual(
    new Map([
      [works.id, 'works'],
      [ended.id, 'ended'],
      [off.id, 'off'],
    ]),
  )
  expect((await as('GET', '/terms?codes=works')).body).toMatchObject({ codes: [] })
  expect((await as('GET', '/terms?codes=works%00', undefined, shop)).status).toBe(422)
})

test('a coupon whose forms were deleted or changed can still be deactivated', async () => {
  const shop = await signUpSeller(app)
  const formIds = [await createTestForm(app, shop), await createTestForm(app, shop)]
  const [deleted = '', weekly = ''] = formIds
  const body = spring({ lasts: 'cycles', cycles: 3, formIds })
  const { id } = couponSchema.parse((await as('POST', '', body, shop)).body)
  await call(app, 'DELETE', `/api/forms/${deleted}`, { token: shop.token })
  await app.services.db
    .updateTable('forms')
    .set({ priceType: 'RecurringPrice', billingInterval: 1, billingPeriod: 'Weekly' })
    .where('id', '=', weekly)
    .execute()

  expect(await as('PATCH', `/${id}`, { isActive: false, formIds }, shop)).toMatchObject({
    status: 200,
    body: { isActive: false },
  })
  expect((await as('PATCH', `/${id}`, { cycles: 4 }, shop)).status).toBe(422)
})

test('a percentage coupon can be changed to fixed amounts', async () => {
  const { id } = await made()
  const changed = await as('PATCH', `/${id}`, {
    kind: 'amount',
    amounts: [{ currency: 'usd', amount: 5 }],
  })

  expect(changed).toMatchObject({ status: 200, body: { kind: 'amount', percentage: null } })
  expect(await errorsOf({ kind: 'amount', percentage: 20, amounts: [] })).toHaveProperty('amounts')
  expect(
    await made({ kind: 'amount', percentage: 20, amounts: [{ currency: 'usd', amount: 5 }] }),
  ).toMatchObject({
    percentage: null,
  })
})

test('a coupon for several payments needs only one suitable price on the form', async () => {
  const shop = await signUpSeller(app)
  const cycle = { priceType: 'RecurringPrice', billingInterval: 1, cancelAfter: 0 }
  const several = await createTestForm(app, shop, {
    ...cycle,
    billingPeriod: 'Weekly',
    prices: [
      { ...cycle, billingPeriod: 'Monthly', label: 'Monthly', amount: 20, state: 'listed', isDefault: false },
    ],
  })
  const body = spring({ lasts: 'cycles', cycles: 3, formIds: [several] })
  const { id } = couponSchema.parse((await as('POST', '', body, shop)).body)

  expect((await as('GET', `/${id}`, undefined, shop)).body).toMatchObject({ usedByForms: 1 })
})

test('coupons are disabled on the BASIC plan', async () => {
  const shop = await signUpSeller(app)
  const sold = await createTestForm(app, shop)
  const { code } = couponSchema.parse((await as('POST', '', spring(), shop)).body)
  await app.services.db
    .updateTable('planSubscriptions')
    .set({ plan: 'BASIC' })
    .where('sellerId', 'in', (sellers) =>
      sellers.selectFrom('forms').select('sellerId').where('id', '=', sold),
    )
    .execute()

  expect((await as('GET', '', undefined, shop)).status).toBe(403)
  expect((await pay(app, sold, { coupon: code })).status).toBe(409)
})

test('generated codes contain no look-alike letters', () => {
  expect(makeCodes(500, '').join('')).not.toMatch(/[01OIL]/)
})
