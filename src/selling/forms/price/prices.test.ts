import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportForms } from '../export-forms.ts'
import { errorsOf, expectErrors, expiry, formOf, startForms, type Forms } from '../test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const monthly = { label: 'Monthly', amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
const three = { ...monthly, label: 'In three parts', amount: 17, cancelAfter: 3 }
const several = { priceLabel: 'At once', prices: [three, monthly] }
const createSeveral = async (fields: object = {}) => formOf(await forms.create({ ...several, ...fields }))

test('a form with one price has a price id but no further prices', async () => {
  const form = formOf(await forms.create())
  expect(form).toMatchObject({ priceLabel: '', prices: [], priceId: form.id })
})

test('further prices follow the first in order, each with its own id', async () => {
  const form = await createSeveral()
  expect(form).toMatchObject({ amount: 49, priceType: 'OneTimePrice', priceLabel: 'At once' })
  expect(form.prices).toMatchObject([
    { label: 'In three parts', amount: 17, cancelAfter: 3, state: 'listed', isDefault: false },
    { label: 'Monthly', amount: 12, billingPeriod: 'Monthly', cancelAfter: 0 },
  ])
  expect(new Set([form.priceId, ...form.prices.map(({ id }) => id)]).size).toBe(3)
  expect(await forms.read(form.id)).toEqual(form)
})

test('a client that sends only one price changes the first and leaves the others', async () => {
  const form = await createSeveral()
  const changed = formOf(await forms.update(form.id, { amount: 59 }))
  expect(changed).toMatchObject({ amount: 59, oneTimePrice: 59, priceId: form.priceId, prices: form.prices })
})

test('a price update keeps the ids of remaining prices and gives ids to new ones', async () => {
  const form = await createSeveral()
  const [parts] = form.prices
  const prices = [
    { ...parts, amount: 18 },
    { label: 'Yearly', amount: 120 },
  ]
  const changed = formOf(await forms.update(form.id, { prices }))
  expect(changed.prices).toMatchObject([
    { id: parts?.id, amount: 18 },
    { label: 'Yearly', amount: 120 },
  ])
})

test('another price can become the first without changing ids', async () => {
  const form = await createSeveral()
  const [parts, month] = form.prices
  const { id: priceId, label: priceLabel, state: _, isDefault: __, ...plan } = month ?? {}
  const first = { id: form.priceId, label: 'At once', amount: 49 }
  const changed = formOf(
    await forms.update(form.id, { ...plan, priceId, priceLabel, prices: [first, parts] }),
  )
  expect(changed).toMatchObject({ priceId, amount: 12, recurringPrice: 12, priceLabel: 'Monthly' })
  expect(changed.prices).toMatchObject([first, { id: parts?.id }])
})

test('a first price with a timer for all prices must stay the first', async () => {
  const timer = { title: 'Early bird', timestamp: expiry, amount: 59 }
  const form = await createSeveral({ timers: [timer] })
  const [parts] = form.prices
  await expectErrors(forms.update(form.id, { priceId: parts?.id, prices: [] }), {
    prices: 'Delete the timer on the first price before you move another price to the top',
  })
})

test('a price id must belong to the form and appear only once', async () => {
  const [form, other] = [await createSeveral(), await createSeveral()]
  const [parts] = form.prices
  await expectErrors(forms.update(form.id, { prices: [{ ...three, id: other.priceId }] }), {
    'prices.0.id': 'This price no longer exists',
  })
  await expectErrors(forms.update(form.id, { prices: [parts, parts] }), {
    'prices.1.id': 'This price is listed twice',
  })
  await expectErrors(forms.update(form.id, { priceId: parts?.id }), {
    'prices.0.id': 'This price is listed twice',
  })
})

test('a copied form has its own price ids', async () => {
  const form = await createSeveral()
  const copy = formOf(await forms.create({ ...several, priceId: form.priceId, prices: form.prices }))
  const ids = [form, copy].flatMap(({ priceId, prices }) => [priceId, ...prices.map(({ id }) => id)])
  expect(new Set(ids).size).toBe(6)
})

test.for([
  [{ ...three, amount: 0 }, { 'prices.0.amount': 'a recurring price must be above 0' }],
  [{ ...three, amount: 0.1 }, { 'prices.0.amount': 'The amount is below the minimum card payment of $0.50' }],
  [
    { ...three, amount: 1_000_000 },
    { 'prices.0.amount': 'amount is above the maximum card payment of $999,999.99' },
  ],
  [{ ...three, billingInterval: 37 }, { 'prices.0.billingInterval': 'Enter 36 or less' }],
  [{ ...three, label: ' ' }, { 'prices.0.label': 'This field is required' }],
  [
    { ...three, isDefault: true, state: 'hidden' },
    { 'prices.0.isDefault': 'A hidden price cannot be the default' },
  ],
] as const)('a further price is checked like the first one: %j', async ([price, errors]) => {
  const { status, body } = await forms.create({ prices: [price] })
  expect([status, errorsOf({ body })]).toEqual([422, errors])
})

test('a bump on a form with a free price must be large enough to be charged on its own', async () => {
  const bump = await forms.addBump()
  await forms.app.services.db.updateTable('bumps').set({ amount: 10 }).where('id', '=', bump).execute()
  expect((await forms.create({ bumps: [bump], prices: [three] })).status).toBe(201)
  const { body } = await forms.create({ bumps: [bump], prices: [{ label: 'Free', amount: 0 }] })
  expect(errorsOf({ body })?.['bumps']).toContain('can be charged on its own')
})

test('changing the currency keeps all prices as written', async () => {
  const prices = [
    { ...three, amount: 170 },
    { ...monthly, amount: 120 },
  ]
  const form = formOf(await forms.create({ amount: 490, prices }))
  const changed = formOf(await forms.update(form.id, { currency: 'jpy' }))
  expect(changed.prices.map(({ amount }) => amount)).toEqual([170, 120])
  await expectErrors(forms.update(form.id, { prices: [{ ...three, amount: 170.5 }] }), {
    'prices.0.amount': 'amount has more decimals than JPY has',
  })
})

test('the data export includes a form’s further prices', async () => {
  const form = await createSeveral()
  const { db } = forms.app.services
  const { sellerId } = await db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form.id)
    .executeTakeFirstOrThrow()
  const exported = (await exportForms(db, sellerId)).find(({ id }) => id === form.id)
  expect(exported).toMatchObject({ priceId: form.priceId, priceLabel: 'At once', prices: form.prices })
})

test('hidden recurring fields of a one-time price do not prevent saving', async () => {
  const unseen = { trialDays: 7, trialAmount: 9.99, setupAmount: 0.2, billingInterval: 5000 }
  const once = { label: 'At once', amount: 120, ...unseen }
  const form = formOf(await forms.create({ amount: 490, setupAmount: 19.99, prices: [once] }))
  const moved = formOf(await forms.update(form.id, { currency: 'jpy' }))
  expect(moved).toMatchObject({ setupAmount: 0, prices: [{ amount: 120, trialAmount: 0 }] })
  const recurring = { ...unseen, priceType: 'RecurringPrice', billingInterval: 1 }
  const { body } = await forms.create({ prices: [{ ...once, ...recurring }] })
  expect(Object.keys(errorsOf({ body }) ?? {})).toEqual(['prices.0.setupAmount'])
})
