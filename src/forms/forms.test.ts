import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#db/new-id.ts'
import { errorBody } from '#http/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { form } from './contract.ts'

let app: TestApp
let seller: TestSeller
let stranger: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  stranger = await signUpSeller(app)
})
afterAll(async () => app.close())

const valid = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
}

const create = (fields: Readonly<Record<string, unknown>> = {}) =>
  call(app, 'POST', '/api/forms', { token: seller.token, body: { ...valid, ...fields } })
const update = (id: string, fields: Readonly<Record<string, unknown>>) =>
  call(app, 'PATCH', `/api/forms/${id}`, {
    token: seller.token,
    body: { isDetailUpdate: false, ...fields },
  })
const read = async (id: string) =>
  form.parse((await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })).body)
const formOf = ({ status, body }: { status: number; body: unknown }) => {
  expect([status, errorBody.safeParse(body).data]).toEqual([status, undefined])
  return form.parse(body)
}
const errorsOf = ({ body }: { body: unknown }) => errorBody.parse(body).errors
const expectErrors = async (answer: ReturnType<typeof create>, errors: Record<string, string>) => {
  const { status, body } = await answer
  expect([status, errorsOf({ body })]).toEqual([422, errors])
}

const sellerIdOf = async ({ userId }: TestSeller) =>
  (
    await app.parts.db
      .selectFrom('members')
      .select('sellerId')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).sellerId

type Fields = { readonly of?: TestSeller; readonly currency?: string; readonly isDeleted?: boolean }

/** A bump or offer as its row; those have screens of their own. */
const product = async ({ of = seller, currency = 'usd', isDeleted = false }: Fields = {}) => ({
  id: newId(),
  sellerId: await sellerIdOf(of),
  title: 'A set of brushes',
  image: `/pictures/bump-${newId()}.webp`,
  description: 'Five of them',
  amount: 900,
  currency,
  deletedAt: isDeleted ? new Date() : null,
})
const addBump = async (fields?: Fields) => {
  const row = await product(fields)
  await app.parts.db.insertInto('bumps').values(row).execute()
  return row.id
}
const addOffer = async (fields?: Fields) => {
  const row = await product(fields)
  const buttons = { acceptButtonText: 'Yes , please', declineButtonText: 'No thanks' }
  await app.parts.db
    .insertInto('offers')
    .values({ ...row, ...buttons })
    .execute()
  return row.id
}
const addTax = async ({ of = seller, isDeleted = false }: Fields = {}) => {
  const id = newId()
  const deletedAt = isDeleted ? new Date() : null
  await app.parts.db
    .insertInto('taxes')
    .values({ id, sellerId: await sellerIdOf(of), title: 'VAT', percentage: '17.5', deletedAt })
    .execute()
  return id
}
const addFile = async (of = seller) => {
  const id = newId()
  const file = { name: 'book.pdf', size: 1200, type: 'application/pdf' }
  await app.parts.db
    .insertInto('uploads')
    .values({
      ...file,
      id,
      sellerId: await sellerIdOf(of),
      userId: of.userId,
      kind: 'file',
      path: `users/${id}`,
    })
    .execute()
  return { ...file, url: `/api/files/${id}` }
}

const expiry = Date.parse('2026-12-24T12:00:00.250Z')

test('a form keeps every field', async () => {
  const [bump, other, offer, taxId, file] = [
    await addBump(),
    await addBump(),
    await addOffer(),
    await addTax(),
    await addFile(),
  ]
  const fields = {
    name: 'Watercolor 2026',
    title: 'A course in watercolor 🎨',
    description: 'Six weeks\nof <b>light</b> & water',
    image: `/pictures/form-${newId()}.webp`,
    video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    files: [file],
    redirectUrl: 'https://example.com/thanks?x=1',
    successMessage: 'Welcome!',
    termsUrl: 'https://example.com/terms',
    amount: 19.99,
    currency: 'usd',
    priceType: 'RecurringPrice',
    billingInterval: 3,
    billingPeriod: 'Monthly',
    cancelAfter: 12,
    buttonText: 'Join now',
    buttonTextColor: '#000000',
    themeColor: '#ABCDEF',
    taxId,
    timers: [
      {
        title: 'Later',
        timestamp: expiry + 1,
        timezone: null,
        amount: null,
        redirectUrl: 'https://example.com/late',
      },
      {
        title: 'Early bird',
        timestamp: expiry,
        timezone: 'America/Detroit',
        amount: 29.5,
        redirectUrl: null,
      },
    ],
  }
  const answer = await create({
    ...fields,
    bumps: [other, bump],
    otoSequenceList: [bump],
    oneTimeOffer: offer,
  })
  const created = formOf(answer)

  expect(answer.status).toBe(201)
  expect(created).toMatchObject({
    ...fields,
    timers: fields.timers.toReversed(),
    oneTimePrice: null,
    recurringPrice: 19.99,
    tax: { id: taxId, title: 'VAT', percentage: 17.5, inclusive: false, active: true },
    oneTimeOffer: { id: offer, amount: 9, acceptButtonText: 'Yes , please', isActive: true },
  })
  expect(created.bumps.map(({ id }) => id)).toEqual([other, bump])
  expect(created.otoSequenceList.map(({ id, amount }) => [id, amount])).toEqual([[bump, 9]])
  expect(await read(created.id)).toEqual(created)
})

test('a read form can be sent back as it is, with objects for what it refers to', async () => {
  const created = formOf(
    await create({ bumps: [await addBump()], oneTimeOffer: await addOffer(), taxId: await addTax() }),
  )
  const { updatedAt, ...same } = formOf(await update(created.id, { ...created, oneTimePrice: 7 }))

  expect(updatedAt >= created.updatedAt).toBe(true)
  expect(same).toEqual({ ...same, ...created, updatedAt: undefined })
})

test('what is left out gets the defaults of a new form', async () => {
  expect(formOf(await create())).toMatchObject({
    name: '',
    image: null,
    files: [],
    redirectUrl: null,
    successMessage: null,
    termsUrl: null,
    tax: null,
    taxId: null,
    amount: 49,
    currency: 'usd',
    priceType: 'OneTimePrice',
    billingInterval: 1,
    billingPeriod: 'Daily',
    cancelAfter: 0,
    buttonTextColor: '#fff',
    themeColor: '#7F1CCF',
    bumps: [],
    timers: [],
    otoSequenceList: [],
    oneTimeOffer: null,
  })
})

test('an empty amount is 0, and empty texts are none', async () => {
  const created = formOf(
    await create({ amount: null, redirectUrl: '', termsUrl: '', successMessage: '', image: '' }),
  )

  expect(created).toMatchObject({
    amount: 0,
    redirectUrl: null,
    termsUrl: null,
    successMessage: null,
    image: null,
  })
  expect(formOf(await update(created.id, { amount: 5 })).amount).toBe(5)
  expect(formOf(await update(created.id, { amount: null })).amount).toBe(0)
})

test.each([
  [{ title: 'Too short' }, { title: 'This field must be at least 10 characters' }],
  [{ title: `${' '.repeat(5)}x${' '.repeat(5)}` }, { title: 'This field must be at least 10 characters' }],
  [{ title: undefined }, { title: 'This field is required' }],
  [{ description: '' }, { description: 'This field is required' }],
  [{ description: ' ' }, { description: 'This field is required' }],
  [{ video: null }, { image: 'select an image or enter a video url' }],
  [{ video: '' }, { image: 'select an image or enter a video url' }],
  [{ video: 'https://vimeo.com/1234' }, { video: 'This is not a valid youtube url' }],
  [{ priceType: null }, { priceType: 'This field is required' }],
  [{ billingPeriod: null }, { billingPeriod: 'This field is required' }],
  [{ currency: null }, { currency: 'This field is required' }],
  [{ billingInterval: 0 }, { billingInterval: 'This field must be at least 1' }],
  [{ billingInterval: 1.5 }, { billingInterval: 'This field must be a whole number' }],
  [{ cancelAfter: null }, { cancelAfter: 'This field must be a number' }],
  [{ cancelAfter: -1 }, { cancelAfter: 'This field must be at least 0' }],
  [{ amount: -0.01 }, { amount: 'amount must be positive value' }],
  [{ amount: 0.49 }, { amount: 'amount is below the smallest card payment of $0.50' }],
  [{ amount: 1_000_000 }, { amount: 'amount is larger than a card payment can be' }],
  [{ amount: 9.999 }, { amount: 'amount has more decimals than USD has' }],
  [{ amount: 10.5, currency: 'jpy' }, { amount: 'amount has more decimals than JPY has' }],
  [{ amount: 10.5, currency: 'isk' }, { amount: 'amount has more decimals than ISK has' }],
  [{ amount: 1.2345, currency: 'kwd' }, { amount: 'amount has more decimals than KWD has' }],
  [{ amount: 0, priceType: 'RecurringPrice' }, { amount: 'a recurring price must be above 0' }],
  [
    { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 37 },
    { billingInterval: 'This field must be at most 36' },
  ],
  [{ themeColor: 'red' }, { themeColor: 'This field must be a color' }],
  [{ redirectUrl: 'ftp://example.com' }, { redirectUrl: 'This field must be a valid url' }],
  [{ taxId: 'x' }, { taxId: 'This field must be a valid uuid' }],
])('%j is refused with its text at the field', async (fields, errors) => {
  await expectErrors(create(fields), errors)
})

test.each([
  [{ title: '' }, { 'timers.0.title': 'This field is required' }],
  [{ timezone: 'Europe/Paris' }, { 'timers.0.timezone': 'Choose one of the listed values' }],
  [{ amount: -1 }, { 'timers.0.amount': 'amount must be positive value' }],
  [{ amount: 0.1 }, { 'timers.0.amount': 'amount is below the smallest card payment of $0.50' }],
  [{ redirectUrl: 'javascript:1' }, { 'timers.0.redirectUrl': 'This field must be a valid url' }],
])('a timer with %j is refused', async (fields, errors) => {
  await expectErrors(create({ timers: [{ title: 'Early bird', timestamp: expiry, ...fields }] }), errors)
})

test('a timer without an expiry is refused', async () => {
  await expectErrors(create({ timers: [{ title: 'Early bird' }] }), {
    'timers.0.timestamp': 'This field is required',
  })
})

test('prices are kept exactly, in currencies of every kind', async () => {
  for (const [currency, amount] of [
    ['usd', 19.99],
    ['jpy', 5000],
    ['kwd', 1.23],
    ['isk', 1500],
    ['ugx', 20_000],
    ['huf', 999.5],
  ] as const) {
    const created = formOf(await create({ currency, amount }))
    expect([created.currency, created.amount, created.oneTimePrice]).toEqual([currency, amount, amount])
  }
})

const gone = (noun: string) => `This ${noun} does not exist any more`
const otherCurrency = (noun: string) => `This ${noun} has another currency than the form`

test('a form refers only to what its seller has, in its own currency', async () => {
  for (const of of [{ of: stranger }, { isDeleted: true }]) {
    const [bump, offer, tax] = [await addBump(of), await addOffer(of), await addTax(of)]
    await expectErrors(create({ bumps: [bump] }), { bumps: gone('order bump') })
    await expectErrors(create({ otoSequenceList: [bump] }), { otoSequenceList: gone('order bump') })
    await expectErrors(create({ oneTimeOffer: offer }), { oneTimeOffer: gone('one-time offer') })
    await expectErrors(create({ taxId: tax }), { taxId: gone('tax') })
  }
  const [euros, euroOffer] = [await addBump({ currency: 'eur' }), await addOffer({ currency: 'eur' })]
  await expectErrors(create({ bumps: [await addBump(), euros], oneTimeOffer: euroOffer }), {
    bumps: otherCurrency('order bump'),
    oneTimeOffer: otherCurrency('one-time offer'),
  })
  await expectErrors(create({ files: [await addFile(stranger)] }), { files: 'Upload the file again' })
  await expectErrors(create({ files: [{ ...(await addFile()), url: 'https://evil.example/x' }] }), {
    files: 'Upload the file again',
  })
})

test('an update changes what it brings and nothing else', async () => {
  const created = formOf(
    await create({ name: 'Kept', bumps: [await addBump()], timers: [{ title: 'Kept', timestamp: expiry }] }),
  )
  const changed = formOf(await update(created.id, { title: 'A course in oil painting' }))

  expect({ ...changed, updatedAt: created.updatedAt }).toEqual({
    ...created,
    title: 'A course in oil painting',
  })
  expect(formOf(await update(created.id, {})).title).toBe('A course in oil painting')
  expect(formOf(await update(created.id, { bumps: [], timers: [] }))).toMatchObject({ bumps: [], timers: [] })
})

test('an update says whether only the timers’ page is saved, and then only timers change', async () => {
  const { id } = formOf(await create())
  const missing = await call(app, 'PATCH', `/api/forms/${id}`, { token: seller.token, body: { amount: 1 } })
  expect(errorsOf(missing)).toEqual({ isDetailUpdate: 'This field is required' })

  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 59 }]
  const changed = formOf(
    await update(id, { isDetailUpdate: true, timers, amount: 1, title: 'Another title here' }),
  )
  expect(changed).toMatchObject({
    amount: 49,
    title: valid.title,
    timers: [{ amount: 59, redirectUrl: null }],
  })
})

test('an update is held to the same rules as a new form', async () => {
  const { id } = formOf(await create())

  await expectErrors(update(id, { video: null }), { image: 'select an image or enter a video url' })
  await expectErrors(update(id, { amount: 0.2 }), {
    amount: 'amount is below the smallest card payment of $0.50',
  })
  await expectErrors(update(id, { bumps: [await addBump({ of: stranger })] }), { bumps: gone('order bump') })
  await expectErrors(update(id, { title: 'short' }), {
    title: 'This field must be at least 10 characters',
  })
  expect((await read(id)).video).toBe(valid.video)
})

test('another currency keeps the typed prices, of the form and of its timers', async () => {
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 59 }]
  const { id } = formOf(await create({ timers }))
  const changed = formOf(await update(id, { currency: 'jpy' }))

  expect([changed.amount, changed.timers[0]?.amount]).toEqual([49, 59])
  const [stored] = await app.parts.db
    .selectFrom('timers')
    .innerJoin('forms', 'forms.id', 'timers.formId')
    .select(['forms.amount as price', 'timers.amount'])
    .where('formId', '=', id)
    .execute()
  expect(stored).toEqual({ price: 49, amount: 59 })
})

test('a price that another currency can’t express, or sells too cheap, is named at its field', async () => {
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 59.5 }]
  const { id } = formOf(await create({ amount: 49.5, timers }))

  await expectErrors(update(id, { currency: 'jpy' }), {
    amount: 'amount has more decimals than JPY has',
    'timers.0.amount': 'amount has more decimals than JPY has',
  })
  const cheap = formOf(await create({ amount: 1 }))
  await expectErrors(update(cheap.id, { currency: 'huf' }), {
    amount: 'amount is below the smallest card payment of Ft\u00a0175.00',
  })
  expect(await read(id)).toMatchObject({ currency: 'usd', amount: 49.5 })
})

test('a form with bumps of its currency can’t leave that currency alone', async () => {
  const { id } = formOf(await create({ bumps: [await addBump()] }))

  await expectErrors(update(id, { currency: 'eur' }), { bumps: otherCurrency('order bump') })
  expect((await update(id, { currency: 'eur', bumps: [] })).status).toBe(200)
})

test('timers can be saved while a bump of the form has changed its currency since', async () => {
  const bump = await addBump()
  const { id } = formOf(await create({ bumps: [bump] }))
  await app.parts.db.updateTable('bumps').set({ currency: 'eur' }).where('id', '=', bump).execute()

  expect((await update(id, { isDetailUpdate: true, timers: [] })).status).toBe(200)
})

test('what was deleted has left the form', async () => {
  const [bump, offer, tax] = [await addBump(), await addOffer(), await addTax()]
  const { id } = formOf(
    await create({ bumps: [bump], otoSequenceList: [bump], oneTimeOffer: offer, taxId: tax }),
  )
  for (const [table, deleted] of [
    ['bumps', bump],
    ['offers', offer],
    ['taxes', tax],
  ] as const) {
    await app.parts.db.updateTable(table).set({ deletedAt: new Date() }).where('id', '=', deleted).execute()
  }

  expect(await read(id)).toMatchObject({
    bumps: [],
    otoSequenceList: [],
    oneTimeOffer: null,
    tax: null,
    taxId: null,
  })
})

test('deleting answers the title, once, and keeps the row', async () => {
  const { id } = formOf(await create())
  const path = `/api/forms/${id}`
  const deleted = await call(app, 'DELETE', path, { token: seller.token })

  expect([deleted.status, deleted.body]).toEqual([200, { title: valid.title }])
  expect((await call(app, 'DELETE', path, { token: seller.token })).status).toBe(404)
  expect((await call(app, 'GET', path, { token: seller.token })).status).toBe(404)
  expect((await update(id, { amount: 1 })).status).toBe(404)
  expect((await fetch(`${app.url}/payment/${id}`)).status).toBe(410)
  const row = await app.parts.db.selectFrom('forms').select('title').where('id', '=', id).executeTakeFirst()
  expect(row?.title).toBe(valid.title)
})

test('a payment page shows a change at once', async () => {
  const { id } = formOf(await create())
  const page = async () => (await fetch(`${app.url}/payment/${id}`)).text()

  expect(await page()).toContain(valid.title)
  await update(id, { title: 'A course in oil painting' })
  expect(await page()).toContain('A course in oil painting')
})

const pageSchema = z.object({
  data: z.array(z.looseObject({ title: z.string() })),
  prevPage: z.number().nullable(),
  nextPage: z.number().nullable(),
})

test('a list has pages, newest first, and finds by title and name what was typed', async () => {
  const owner = await signUpSeller(app)
  const titles = Array.from({ length: 12 }, (_, index) => `Lesson number ${index + 1}`)
  for (const title of titles) await createTestForm(app, owner, { title })
  await createTestForm(app, owner, { title: 'Save 100% on lessons', name: 'snake_case' })
  const list = async (query: string, { token } = owner) => {
    const answer = await call(app, 'GET', `/api/forms${query}`, { token })
    const { data, prevPage, nextPage } = pageSchema.parse(answer.body)
    return { titles: data.map(({ title }) => title), prevPage, nextPage }
  }
  const newestFirst = ['Save 100% on lessons', ...titles.toReversed()]

  expect(await list('')).toEqual({ titles: newestFirst.slice(0, 10), prevPage: null, nextPage: 1 })
  expect(await list('?page=1')).toEqual({ titles: newestFirst.slice(10), prevPage: 0, nextPage: null })
  expect(await list('/?page=2&limit=5')).toEqual({
    titles: newestFirst.slice(10),
    prevPage: 1,
    nextPage: null,
  })
  expect(await list('?limit=13')).toMatchObject({ prevPage: null, nextPage: null })
  expect(await list('?limit=0&page=7')).toEqual({ titles: newestFirst, prevPage: null, nextPage: null })
  expect(await list('?page=99')).toEqual({ titles: [], prevPage: 98, nextPage: null })
  expect((await list('?q=NUMBER 1')).titles).toHaveLength(4)
  expect((await list('?q=100%25')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=%25')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=_')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=%5C')).titles).toEqual([])
  expect((await list(`?q=${encodeURIComponent("' or 1=1 --")}`)).titles).toEqual([])
  expect((await list('?limit=0', stranger)).titles).toEqual([])
})
