import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call } from '#test-app.ts'
import { expectErrors, expiry, formOf, startForms, type Forms } from '../test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

const above = (what: string, total: string) =>
  `${what} comes to ${total}, which is above the maximum card payment of $999,999.99`
const taxed = (total: string) => above('amount with its tax', total)
const withBumps = (total: string) => above('The price with all order bumps and its tax', total)
const change = (path: string, body: object) =>
  call(forms.app, 'PATCH', `/api/${path}`, { token: forms.seller.token, body })

test('a form is saved only if a card can pay its largest charge', async () => {
  const [tax, bump, offer] = [await forms.addTax(), await forms.addBump(), await forms.addOffer()]
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 999_999.99 }]

  await expectErrors(forms.create({ amount: 999_999.99, taxId: tax }), { amount: taxed('$1,174,999.99') })
  await expectErrors(forms.create({ oneTimePrice: 999_999.99, amount: undefined, tax: { id: tax } }), {
    oneTimePrice: taxed('$1,174,999.99'),
  })
  await expectErrors(forms.create({ timers, taxId: tax }), { 'timers.0.amount': taxed('$1,174,999.99') })
  await expectErrors(forms.create({ amount: 999_995, bumps: [bump] }), { bumps: withBumps('$1,000,004.00') })
  await expectErrors(forms.create({ timers, bumps: [bump] }), { bumps: withBumps('$1,000,008.99') })
  // Offers are charged separately, and included taxes add nothing.
  formOf(await forms.create({ amount: 999_995, oneTimeOffer: offer, otoSequenceList: [bump] }))
  await forms.app.services.db.updateTable('taxes').set({ inclusive: true }).where('id', '=', tax).execute()
  formOf(await forms.create({ amount: 999_999.99, taxId: tax }))
})

test('a form update that changes charges is checked as a whole', async () => {
  const [tax, bump] = [await forms.addTax(), await forms.addBump()]
  const { id } = formOf(await forms.create({ amount: 900_000, bumps: [bump] }))

  await expectErrors(forms.update(id, { taxId: tax }), { amount: taxed('$1,057,500.00') })
  await expectErrors(forms.update(id, { amount: 999_999 }), { bumps: withBumps('$1,000,008.00') })
  await forms.app.services.db.updateTable('forms').set({ amount: 99_999_999 }).where('id', '=', id).execute()
  expect(formOf(await forms.update(id, { name: 'As it was' })).name).toBe('As it was')
  expect(formOf(await forms.update(id, { bumps: [] })).amount).toBe(999_999.99)
})

test('a bump, offer or tax cannot be raised beyond what a card can pay on its forms', async () => {
  const [tax, bump, offer] = [await forms.addTax(), await forms.addBump(), await forms.addOffer()]
  const { id } = formOf(
    await forms.create({ amount: 500_000, taxId: tax, bumps: [bump], oneTimeOffer: offer }),
  )
  const onForm = (problem: string) => `On the form “A course in watercolor”: ${problem}`

  await expectErrors(change(`bumps/${bump}`, { amount: 400_000 }), {
    amount: onForm(withBumps('$1,057,500.00')),
  })
  await expectErrors(change(`one-time-offers/${offer}`, { amount: 900_000 }), {
    amount: onForm(above('This one-time offer with its tax', '$1,057,500.00')),
  })
  await expectErrors(change(`taxes/${tax}`, { percentage: 100, title: 'All of it' }), {
    percentage: onForm(taxed('$1,000,000.00')),
  })
  expect((await change(`taxes/${tax}`, { percentage: 100, active: false })).status).toBe(200)
  await expectErrors(change(`taxes/${tax}`, { active: true }), { active: onForm(taxed('$1,000,000.00')) })
  expect((await forms.read(id)).tax?.active).toBe(false)
})

test('an older form above the card maximum is not charged, and buyers see the reason', async () => {
  const { id } = formOf(await forms.create({ taxId: await forms.addTax() }))
  await forms.app.services.db.updateTable('forms').set({ amount: 99_999_999 }).where('id', '=', id).execute()
  const answer = await pay(forms.app, id)

  expect(answer.status).toBe(422)
  expect(errorOf(answer).errors).toEqual({ amount: 'The maximum card payment is $999,999.99' })
})

test('the trial price and set-up fee are charged only once for any quantity', async () => {
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const seats = { ...monthly, amount: 10, setupAmount: 200, quantityMax: 9_999 }
  const { id } = formOf(await forms.create(seats))
  await expectErrors(forms.update(id, { setupAmount: 900_020 }), {
    quantityMax: above('The price for 9999 with its tax', '$1,000,010.00'),
  })
  formOf(await forms.create({ ...seats, trialDays: 7, trialAmount: 900_000 }))
  const timers = [{ title: 'Early bird', timestamp: expiry, amount: 999_900 }]
  await expectErrors(forms.create({ ...monthly, setupAmount: 200, timers }), {
    'timers.0.amount': taxed('$1,000,100.00'),
  })
})
