import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { call } from '#test-app.ts'
import { errorsOf, expectErrors, expiry, formOf, startForms, type Forms } from './test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

test('a form stores every field', async () => {
  const [bump, other, offer, taxId, file] = [
    await forms.addBump(),
    await forms.addBump(),
    await forms.addOffer(),
    await forms.addTax(),
    await forms.addFile(),
  ]
  const fields = {
    name: 'Watercolor 2026',
    title: 'A course in watercolor 🎨',
    description: 'Six weeks\nof <b>light</b> & water',
    image: await addPicture(forms.app, forms.seller),
    imageFit: 'upright',
    imageFocus: { x: 10, y: 100 },
    pictures: [{ image: await addPicture(forms.app, forms.seller), focus: { x: 0, y: 20 } }],
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
    languages: ['en'],
    contentLanguage: 'en',
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
  const answer = await forms.create({
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
  expect(await forms.read(created.id)).toEqual(created)
})

test('a form can be sent back as it was read, with objects as references', async () => {
  const created = formOf(
    await forms.create({
      bumps: [await forms.addBump()],
      oneTimeOffer: await forms.addOffer(),
      taxId: await forms.addTax(),
    }),
  )
  const { updatedAt, ...same } = formOf(await forms.update(created.id, created))

  expect(updatedAt >= created.updatedAt).toBe(true)
  expect(same).toEqual({ ...same, ...created, updatedAt: undefined })
  expect(formOf(await forms.create(created))).toMatchObject({
    bumps: created.bumps,
    oneTimeOffer: created.oneTimeOffer,
    tax: created.tax,
    amount: created.amount,
  })
})

test('all missing fields of a form are reported together', async () => {
  const answer = await call(forms.app, 'POST', '/api/forms', { token: forms.seller.token, body: {} })

  expect([answer.status, errorsOf(answer)]).toEqual([
    422,
    {
      title: 'This field is required',
      description: 'This field is required',
      image: 'select an image or enter a video url',
    },
  ])
  await expectErrors(forms.create({ title: 'Short', amount: 0.2 }), {
    title: 'Enter at least 10 characters',
    amount: 'The amount is below the minimum card payment of $0.50',
  })
})

test('fields missing from a new form get their defaults', async () => {
  expect(formOf(await forms.create())).toMatchObject({
    name: '',
    image: null,
    imageFit: 'wide',
    imageFocus: { x: 50, y: 50 },
    pictures: [],
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
    languages: null,
    contentLanguage: 'en',
    bumps: [],
    timers: [],
    otoSequenceList: [],
    oneTimeOffer: null,
  })
})

test('an empty amount is stored as 0 and an empty text as null', async () => {
  const created = formOf(
    await forms.create({ amount: null, redirectUrl: '', termsUrl: '', successMessage: '', image: '' }),
  )

  expect(created).toMatchObject({
    amount: 0,
    redirectUrl: null,
    termsUrl: null,
    successMessage: null,
    image: null,
  })
  expect(formOf(await forms.update(created.id, { amount: 5 })).amount).toBe(5)
  expect(formOf(await forms.update(created.id, { amount: null })).amount).toBe(0)
})

test.each([
  [{ title: 'Too short' }, { title: 'Enter at least 10 characters' }],
  [{ title: `${' '.repeat(5)}x${' '.repeat(5)}` }, { title: 'Enter at least 10 characters' }],
  [{ title: undefined }, { title: 'This field is required' }],
  [{ description: '' }, { description: 'This field is required' }],
  [{ description: ' ' }, { description: 'This field is required' }],
  [{ video: null }, { image: 'select an image or enter a video url' }],
  [{ video: '' }, { image: 'select an image or enter a video url' }],
  [{ video: 'https://vimeo.com/1234' }, { video: 'This is not a valid youtube url' }],
  [{ priceType: null }, { priceType: 'This field is required' }],
  [{ billingPeriod: null }, { billingPeriod: 'This field is required' }],
  [{ currency: null }, { currency: 'This field is required' }],
  [{ billingInterval: 0 }, { billingInterval: 'Enter 1 or more' }],
  [{ billingInterval: 1.5 }, { billingInterval: 'Enter a whole number' }],
  [{ cancelAfter: null }, { cancelAfter: 'This field is required' }],
  [{ cancelAfter: -1 }, { cancelAfter: 'Enter 0 or more' }],
  [{ amount: -0.01 }, { amount: 'amount must be positive value' }],
  [{ amount: 0.49 }, { amount: 'The amount is below the minimum card payment of $0.50' }],
  [{ amount: 1_000_000 }, { amount: 'amount is above the maximum card payment of $999,999.99' }],
  [{ amount: 9.999 }, { amount: 'amount has more decimals than USD has' }],
  [{ amount: 10.5, currency: 'jpy' }, { amount: 'amount has more decimals than JPY has' }],
  [{ amount: 10.5, currency: 'isk' }, { amount: 'amount has more decimals than ISK has' }],
  [{ amount: 1.2345, currency: 'kwd' }, { amount: 'amount has more decimals than KWD has' }],
  [{ amount: 0, priceType: 'RecurringPrice' }, { amount: 'a recurring price must be above 0' }],
  [
    { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 37 },
    { billingInterval: 'Enter 36 or less' },
  ],
  [{ themeColor: 'red' }, { themeColor: 'This field must be a color' }],
  [{ redirectUrl: 'ftp://example.com' }, { redirectUrl: 'Enter a valid URL' }],
  [{ taxId: 'x' }, { taxId: 'This field must be a valid uuid' }],
  [{ languages: [] }, { languages: 'Choose at least one language' }],
  [{ languages: ['en', 'en'] }, { languages: 'Name each language once' }],
  [{ languages: ['en-XA'] }, { 'languages.0': 'Choose one of the listed values' }],
  [{ contentLanguage: 'xx' }, { contentLanguage: 'Choose one of the listed values' }],
])('a form with %j is rejected at that field', async (fields, errors) => {
  await expectErrors(forms.create(fields), errors)
})

test.each([
  [{ title: '' }, { 'timers.0.title': 'This field is required' }],
  [{ timezone: 'Europe/Paris' }, { 'timers.0.timezone': 'Choose one of the listed values' }],
  [{ amount: -1 }, { 'timers.0.amount': 'amount must be positive value' }],
  [{ amount: 0.1 }, { 'timers.0.amount': 'The amount is below the minimum card payment of $0.50' }],
  [{ redirectUrl: 'javascript:1' }, { 'timers.0.redirectUrl': 'Enter a valid URL' }],
])('a timer with %j is rejected', async (fields, errors) => {
  await expectErrors(
    forms.create({ timers: [{ title: 'Early bird', timestamp: expiry, ...fields }] }),
    errors,
  )
})

test('a timer without an expiry is rejected', async () => {
  await expectErrors(forms.create({ timers: [{ title: 'Early bird' }] }), {
    'timers.0.timestamp': 'This field is required',
  })
})

test('prices are stored exactly in currencies with any number of decimals', async () => {
  for (const [currency, amount] of [
    ['usd', 19.99],
    ['jpy', 5000],
    ['kwd', 1.23],
    ['isk', 1500],
    ['ugx', 20_000],
    ['huf', 999.5],
  ] as const) {
    const created = formOf(await forms.create({ currency, amount }))
    expect([created.currency, created.amount, created.oneTimePrice]).toEqual([currency, amount, amount])
  }
})
