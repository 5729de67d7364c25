import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectErrors, formOf, startForms, valid, type Forms } from '../test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const recurring = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
const priceOf = ({ priceType, amount, oneTimePrice, recurringPrice }: ReturnType<typeof formOf>) => ({
  priceType,
  amount,
  oneTimePrice,
  recurringPrice,
})

test('a form’s price can be set by the field named after its type', async () => {
  const once = formOf(await forms.create())
  const monthly = formOf(await forms.create(recurring))

  expect(priceOf(formOf(await forms.update(once.id, { oneTimePrice: 77.5 })))).toEqual({
    priceType: 'OneTimePrice',
    amount: 77.5,
    oneTimePrice: 77.5,
    recurringPrice: null,
  })
  expect(
    priceOf(formOf(await forms.update(monthly.id, { recurringPrice: 88.5, oneTimePrice: null }))),
  ).toEqual({ priceType: 'RecurringPrice', amount: 88.5, oneTimePrice: null, recurringPrice: 88.5 })
  // The price type given in the same request decides.
  const turned = formOf(await forms.update(once.id, { priceType: 'RecurringPrice', recurringPrice: 12 }))
  expect(priceOf(turned)).toMatchObject({ priceType: 'RecurringPrice', amount: 12 })
  const { amount: _, ...withoutAmount } = valid
  const created = await forms.create({ ...withoutAmount, amount: undefined, oneTimePrice: 20 })
  expect(formOf(created).amount).toBe(20)
})

test('a price in the wrong type’s field or two different prices are rejected with a field error', async () => {
  const { id } = formOf(await forms.create())

  await expectErrors(forms.update(id, { recurringPrice: 88.5 }), {
    recurringPrice: 'This form has a one-time price',
  })
  await expectErrors(forms.update(id, { ...recurring, oneTimePrice: 5 }), {
    oneTimePrice: 'This form has a recurring price',
  })
  await expectErrors(forms.update(id, { oneTimePrice: 77.5, recurringPrice: 88.5 }), {
    recurringPrice: 'This form has a one-time price',
  })
  await expectErrors(forms.update(id, { amount: 5, oneTimePrice: 6 }), {
    oneTimePrice: 'This differs from amount',
  })
  await expectErrors(forms.create({ recurringPrice: 49 }), {
    recurringPrice: 'This form has a one-time price',
  })
  expect(await forms.read(id)).toMatchObject({ amount: 49, oneTimePrice: 49 })
})

test.each([
  [null, 'This form has a one-time price, which must be a number'],
  ['7', 'Enter a number'],
  [-1, 'amount must be positive value'],
  [0.2, 'The amount is below the minimum card payment of $0.50'],
  [1.234, 'amount has more decimals than USD has'],
])('an invalid oneTimePrice of %j is rejected at that field', async (oneTimePrice, text) => {
  const { id } = formOf(await forms.create())

  await expectErrors(forms.update(id, { oneTimePrice }), { oneTimePrice: text })
  await expectErrors(forms.create({ amount: undefined, oneTimePrice }), { oneTimePrice: text })
})

test('a form’s tax can be set and removed as an object', async () => {
  const [tax, other] = [await forms.addTax(), await forms.addTax()]
  const { id } = formOf(await forms.create({ tax: { id: tax } }))

  expect(await forms.read(id)).toMatchObject({ taxId: tax, tax: { id: tax } })
  expect(formOf(await forms.update(id, { tax: { id: other } })).taxId).toBe(other)
  expect(formOf(await forms.update(id, { title: valid.title })).taxId).toBe(other)
  expect(formOf(await forms.update(id, { tax: null })).tax).toBeNull()
  expect(formOf(await forms.update(id, { tax: { id: tax }, taxId: tax })).taxId).toBe(tax)
})

test('an invalid tax is rejected with a field error', async () => {
  const { id } = formOf(await forms.create({ taxId: await forms.addTax() }))
  const [own, foreign] = [await forms.addTax(), await forms.addTax({ of: forms.stranger })]

  await expectErrors(forms.update(id, { tax: 'nonsense' }), {
    tax: 'This field must be an object with an id, or null',
  })
  await expectErrors(forms.update(id, { tax: { id: 'x' } }), { 'tax.id': 'This field must be a valid uuid' })
  await expectErrors(forms.update(id, { tax: { id: foreign } }), { tax: 'This tax no longer exists' })
  await expectErrors(forms.create({ tax: { id: foreign } }), { tax: 'This tax no longer exists' })
  await expectErrors(forms.update(id, { tax: null, taxId: own }), {
    tax: 'This differs from taxId',
  })
})

test('a plan without taxes also rejects a tax given as an object', async () => {
  const { id } = formOf(await forms.create())
  const tax = await forms.addTax()
  const takePlan = (plan: 'BASIC' | 'GROWTH') =>
    forms.app.services.db.updateTable('planSubscriptions').set({ plan }).execute()
  await takePlan('BASIC')

  expect((await forms.update(id, { tax: { id: tax } })).status).toBe(403)
  expect((await forms.update(id, { oneTimePrice: 5 })).status).toBe(200)
  await takePlan('GROWTH')
})
